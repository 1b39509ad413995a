"""Honey, vitamin tablets and shampoo."""

import numpy as np

from images.geometry import (
    Mesh,
    ball,
    circle,
    cylinder,
    extrude,
    fillet,
    grid,
    lathe,
    merge,
    regular_polygon,
    ring,
    rounded_rectangle,
    spline,
    tube,
)
from images.kinds.packs import (
    DARK,
    PAPER,
    STEEL,
    WOOD,
    cord,
    emblem,
    print_on,
    ribs,
    standing,
    sticker,
    wrap_print,
)
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain


def _trim(product: Product) -> Surface:
    return plain(product.accent_paint, roughness=0.35, clearcoat=0.2)


def _label(product: Product, width: float, height: float, *, repeats: int = 5) -> tuple[np.ndarray, Surface]:
    """Outline and print of a paper label."""
    paper = plain(product.paint, roughness=0.7)
    return rounded_rectangle(width, height, 0.004), print_on(
        product, aspect=width / height, repeats=repeats, ground=paper
    )


def _stuck(
    product: Product, width: float, height: float, *, z: float, wall: float = 0.0, radius: float | None = None
) -> list[Mesh]:
    """A label with a pale margin and a maker's mark."""
    outline, printed = _label(product, width, height)
    margin = sticker(outline * 1.08, PAPER, at=(0, z), wall=wall, radius=radius)
    face = sticker(outline, printed, at=(0, z), wall=wall, radius=radius, lift=0.0011)
    mark = emblem(min(width, height) * 0.2, at=(0, z), wall=wall + 0.0006, radius=radius and radius + 0.0006)
    return [margin, face, *mark]


@kind("honey", view=(-72, 14))
def honey(product: Product) -> list[Mesh]:
    """Honey in a jar, a bear or a bottle to squeeze."""
    glass = main(product)
    match product.shape["jar"]:
        case "round":
            profile = fillet(
                [
                    (0, 0),
                    (0.042, 0),
                    (0.046, 0.008),
                    (0.046, 0.07),
                    (0.035, 0.088),
                    (0.035, 0.096),
                    (0, 0.096),
                ],
                [0, 0.004, 0.01, 0.02, 0.004, 0.002, 0],
                8,
            )
            parts, mouth, top = (
                [lathe(profile, glass), *_stuck(product, 0.085, 0.048, z=0.038, radius=0.046)],
                0.035,
                0.094,
            )
        case "hexagon":
            body = extrude(regular_polygon(6, 0.05, turn=0), 0.082, glass, bevel=0.006).moved(z=0.041)
            wall = 0.05 * np.cos(np.pi / 6)
            parts = [
                body,
                cylinder(0.034, 0.02, glass).moved(z=0.078),
                *_stuck(product, 0.044, 0.05, z=0.041, wall=wall),
            ]
            for turn in (60, -60):
                parts += [part.turned("z", turn) for part in _stuck(product, 0.044, 0.05, z=0.041, wall=wall)]
            mouth, top = 0.034, 0.096
        case "bear":
            parts, mouth, top = (
                [*_bear(glass), *_stuck(product, 0.056, 0.04, z=0.046, radius=0.0455)],
                0.022,
                0.146,
            )
        case "squeeze":
            profile = spline(
                [(0.034, 0), (0.038, 0.004), (0.04, 0.05), (0.034, 0.1), (0.02, 0.124), (0.018, 0.128)], 60
            )
            body = lathe(np.vstack([[(0, 0)], profile, [(0, 0.128)]]), glass)
            parts, mouth, top = [body, *_stuck(product, 0.07, 0.06, z=0.055, radius=0.0402)], 0.02, 0.126
        case other:
            raise KeyError(other)
    return standing([*parts, *_honey_lid(product, mouth, top)])


def _bear(glass: Surface) -> list[Mesh]:
    """A sitting bear, looking to the front."""
    parts = [
        ball(0.045, glass, stretch=(1, 1, 1.12)).moved(z=0.049),
        ball(0.034, glass, stretch=(1, 0.95, 0.95)).moved(z=0.117),
        ball(0.015, glass, stretch=(1, 0.85, 0.75)).moved(y=-0.03, z=0.11),
        ball(0.005, DARK, segments=16).moved(y=-0.043, z=0.114),
    ]
    for side in (-1, 1):
        parts += [
            ball(0.012, glass, stretch=(1, 0.6, 1), segments=32).moved(side * 0.026, 0, 0.143),
            ball(0.0035, DARK, segments=16).moved(side * 0.012, -0.0305, 0.124),
            ball(0.018, glass, stretch=(0.9, 1.3, 0.9)).moved(side * 0.03, -0.03, 0.016),
            ball(0.014, glass, stretch=(0.8, 1.2, 1.4)).moved(side * 0.042, -0.016, 0.066),
        ]
    return parts


def _honey_lid(product: Product, mouth: float, top: float) -> list[Mesh]:
    trim = _trim(product)
    flat = lathe(fillet([(mouth * 1.1, 0), (mouth * 1.1, 0.016), (0, 0.017)], 0.003, 5), trim).moved(z=top)
    match product.shape["lid"]:
        case "flat":
            return [flat, ribs(mouth * 1.1, top + 0.002, top + 0.013, trim, count=30)]
        case "dipper":
            rod = tube([(0, 0, top + 0.014), (0, 0, top + 0.05)], 0.0035, WOOD)
            discs = [
                ring(
                    0.006 + 0.006 * np.sin(np.pi * (k + 0.7) / 6), 0.0026, WOOD, segments=48, sides=10
                ).moved(z=top + 0.05 + 0.006 * k)
                for k in range(6)
            ]
            core = cylinder(0.006, 0.034, WOOD).moved(z=top + 0.048)
            return [flat, rod, core, merge(discs)]
        case "cloth":
            turn = np.radians(np.linspace(0, 360, 121))
            rows = []
            for r, z, wave in (
                (0.0, 0.021, 0),
                (0.9, 0.021, 0),
                (1.14, 0.016, 0),
                (1.14, 0.0, 0.03),
                (1.42, -0.016, 0.12),
            ):
                edge = mouth * r * (1 + wave * np.sin(turn * 12))
                rows.append(
                    np.column_stack([edge * np.cos(turn), edge * np.sin(turn), np.full_like(turn, top + z)])
                )

            cover = merge([grid(np.array(rows), trim), grid(np.array(rows), trim, flip=True)])
            return [cover, *cord(mouth * 1.16, PAPER, z=top + 0.001, thickness=0.0016)]
        case other:
            raise KeyError(other)


@kind("vitamin_tablets", view=(-72, 14))
def vitamin_tablets(product: Product) -> list[Mesh]:
    """Tablets in a jar or a tube; a few lie in front."""
    glass = main(product)
    match product.shape["jar"]:
        case "round":
            profile = fillet(
                [(0, 0), (0.036, 0), (0.036, 0.07), (0.027, 0.082), (0.027, 0.088), (0, 0.088)],
                [0, 0.005, 0.014, 0.004, 0.002, 0],
                8,
            )
            parts, mouth, top = (
                [lathe(profile, glass), *_stuck(product, 0.085, 0.048, z=0.035, radius=0.036)],
                0.027,
                0.086,
            )
        case "square":
            body = extrude(rounded_rectangle(0.064, 0.064, 0.01), 0.076, glass, bevel=0.007).moved(z=0.038)
            parts = [
                body,
                cylinder(0.025, 0.014, glass).moved(z=0.072),
                *_stuck(product, 0.05, 0.052, z=0.038, wall=0.032),
            ]
            parts += [part.turned("z", 90) for part in _stuck(product, 0.05, 0.052, z=0.038, wall=0.032)]
            mouth, top = 0.025, 0.084
        case "tube":
            body = lathe(
                fillet([(0, 0), (0.0165, 0), (0.0165, 0.125), (0, 0.125)], 0.003, 5),
                wrap_print(product, aspect=0.83, repeats=4),
                by_height=True,
            )
            parts, mouth, top = [body, *emblem(0.011, at=(0, 0.06), radius=0.0166)], 0.0165, 0.123
        case other:
            raise KeyError(other)
    return [*parts, *_tablet_cap(product, mouth, top), *_tablets()]


def _tablet_cap(product: Product, mouth: float, top: float) -> list[Mesh]:
    trim = _trim(product)
    match product.shape["cap"]:
        case "ribbed":
            cap = [
                lathe(fillet([(mouth * 1.1, 0), (mouth * 1.1, 0.02), (0, 0.021)], 0.003, 5), trim),
                ribs(mouth * 1.1, 0.001, 0.018, trim, count=28),
            ]
        case "smooth":
            cap = [
                lathe(
                    fillet(
                        [(mouth * 1.08, 0), (mouth * 1.08, 0.014), (mouth * 0.5, 0.024), (0, 0.025)], 0.008, 8
                    ),
                    trim,
                )
            ]
        case "wide":
            cap = [
                lathe(fillet([(mouth * 1.5, 0), (mouth * 1.5, 0.01), (0, 0.0105)], 0.003, 5), trim),
                cylinder(mouth * 0.9, 0.006, trim).moved(z=0.0095),
            ]
        case other:
            raise KeyError(other)
    parts = [part.moved(z=top + 0.003) for part in cap]
    match product.shape["seal"]:
        case "none":
            return parts
        case "ring":
            return [*parts, ring(mouth * 1.12, 0.0034, DARK).moved(z=top - 0.001)]
        case other:
            raise KeyError(other)


def _tablets() -> list[Mesh]:
    pill = plain("#f1ead8", roughness=0.5)
    places = [(0.05, -0.035), (0.064, -0.022), (0.045, -0.05)]
    return [cylinder(0.0065, 0.0045, pill, bevel=0.0012).moved(x, y) for x, y in places]


@kind("shampoo", view=(-72, 12))
def shampoo(product: Product) -> list[Mesh]:
    """A bottle of shampoo, upright or on its head in a stand."""
    bottle = main(product)
    match product.shape["bottle"]:
        case "round":
            profile = spline(
                [(0.03, 0), (0.033, 0.006), (0.033, 0.1), (0.03, 0.13), (0.016, 0.148), (0.014, 0.152)], 60
            )
            body = [
                lathe(np.vstack([[(0, 0)], profile, [(0, 0.152)]]), bottle),
                *_stuck(product, 0.062, 0.078, z=0.062, radius=0.0332),
            ]
        case "flat":
            outline = np.array(
                [
                    (-0.035, 0),
                    (0.035, 0),
                    (0.042, 0.05),
                    (0.038, 0.115),
                    (0.014, 0.148),
                    (-0.014, 0.148),
                    (-0.038, 0.115),
                    (-0.042, 0.05),
                ]
            )
            smooth = spline(outline, 72, closed=True)
            slab = extrude(smooth, 0.036, bottle, bevel=0.012, steps=6).turned("x", 90)
            low = slab.bounds()[0][2]
            body = [slab.moved(z=-low), *_stuck(product, 0.05, 0.072, z=0.068 - low, wall=0.018)]
        case "shouldered":
            slab = extrude(rounded_rectangle(0.068, 0.046, 0.016), 0.118, bottle, bevel=0.008, steps=5).moved(
                z=0.059
            )
            neck = cylinder(0.016, 0.038, bottle).moved(z=0.115)
            body = [slab, neck, *_stuck(product, 0.05, 0.08, z=0.06, wall=0.023)]
        case other:
            raise KeyError(other)
    parts = [*body, *(part.moved(z=0.148) for part in _shampoo_cap(product))]
    match product.shape["tilt"]:
        case "upright":
            return standing(parts)
        case "upside_down":
            return _in_stand(parts)
        case other:
            raise KeyError(other)


def _shampoo_cap(product: Product) -> list[Mesh]:
    trim = _trim(product)
    match product.shape["cap"]:
        case "flip":
            base = lathe(fillet([(0.02, 0), (0.02, 0.018), (0, 0.019)], 0.003, 5), trim)
            flap = (
                extrude(circle(0.0185, 48), 0.004, trim, bevel=0.0015).turned("x", -32).moved(y=0.004, z=0.03)
            )
            return [base, flap, cylinder(0.004, 0.006, DARK).moved(y=-0.006, z=0.018)]
        case "screw":
            cap = lathe(fillet([(0.02, 0), (0.018, 0.032), (0, 0.034)], 0.004, 6), trim)
            return [cap, ribs(0.0195, 0.002, 0.026, trim, count=30)]
        case "pump":
            collar = lathe(fillet([(0.019, 0), (0.019, 0.014), (0.008, 0.018), (0, 0.018)], 0.003, 5), trim)
            spout = spline(
                [(0, 0, 0.05), (0.008, -0.006, 0.054), (0.026, -0.02, 0.053), (0.036, -0.028, 0.046)], 30
            )
            return [
                collar,
                cylinder(0.005, 0.036, STEEL).moved(z=0.016),
                cylinder(0.013, 0.01, trim, bevel=0.003).moved(z=0.046),
                tube(spout, 0.0055, trim),
            ]
        case other:
            raise KeyError(other)


def _in_stand(parts: list[Mesh]) -> list[Mesh]:
    """The bottle on its head, held by a wire stand."""
    turned = [part.turned("y", 180) for part in parts]
    low = min(part.bounds()[0][2] for part in turned)
    bottle = [part.moved(z=-low + 0.004) for part in turned]
    height = 0.085
    hoops = [ring(0.05, 0.0028, STEEL).moved(z=z) for z in (0.003, height)]
    legs = [
        tube(
            [(0.05 * np.cos(t), 0.05 * np.sin(t), 0.003), (0.05 * np.cos(t), 0.05 * np.sin(t), height)],
            0.0022,
            STEEL,
        )
        for t in np.radians([45, 135, 225, 315])
    ]
    return [*bottle, *hoops, *legs]

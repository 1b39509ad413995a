"""Biscuits, nuts, spices and tea, in boxes, tins, rolls and bags with windows."""

import numpy as np

from images import textures
from images.geometry import (
    Mesh,
    ball,
    box,
    cylinder,
    extrude,
    fillet,
    grid,
    in_plane,
    lathe,
    merge,
    ring,
    spline,
    tube,
)
from images.kinds.packs import (
    DARK,
    STEEL,
    WOOD,
    carton,
    drum,
    pouch,
    pouch_wall,
    ribs,
    sieve,
    windowed,
)
from images.kinds.registry import kind
from images.spec import Product
from images.surfaces import Surface, main, plain


def _heap(color: str, dark: str, *, cells: int, seed: int) -> Surface:
    """What lies behind a window: many small pieces."""
    pieces = textures.pebbles(512, 512, seed)
    clouds = textures.noise(512, 512, seed, cells=cells)
    share = np.clip(1.15 - pieces * 1.3 + 0.5 * (clouds - 0.5), 0, 1)
    colors = textures.blend(textures.channels(color), textures.channels(dark), share)
    return Surface(roughness=0.7, color_map=textures.to_bytes(colors))


def _trim(product: Product) -> Surface:
    return plain(product.accent_paint, roughness=0.35, clearcoat=0.2)


@kind("biscuits", view=(-66, 18))
def biscuits(product: Product) -> list[Mesh]:
    """A box, a roll or a tin of biscuits, or two of them."""
    match product.shape["pack"]:
        case "box":
            one = _biscuit_box(product)
            second = [part.turned("z", 24).moved(x=0.1, y=0.11) for part in one]
        case "roll":
            one = _biscuit_roll(product)
            second = [
                part.turned("x", 14).moved(x=0.015, z=0.062).turned("z", 10).moved(y=0.012) for part in one
            ]
        case "tin":
            one = _biscuit_tin(product)
            second = [part.turned("z", 14).moved(x=0.008, z=0.074) for part in one]
        case other:
            raise KeyError(other)
    match product.shape["stack"]:
        case "one":
            return one
        case "two":
            return [*one, *second]
        case other:
            raise KeyError(other)


def _biscuit_box(product: Product) -> list[Mesh]:
    front = windowed(product.shape["window"], (0.17, 0.13), _biscuit_pile(), at=(0.02, 0.065), wall=0.025)
    return [*carton(product, 0.18, 0.05, 0.14, repeats=6), *front]


def _biscuit_pile() -> Surface:
    return _heap("#d9a35a", "#8a5a26", cells=9, seed=3)


def _biscuit_roll(product: Product) -> list[Mesh]:
    """Stands upright while it is made, then lies along x."""
    radius, length = 0.031, 0.2
    wall = drum(product, radius, length, repeats=6, rims=False)
    turn = np.radians(np.linspace(0, 360, 73))
    twisted = []
    for end, sign in ((0.0, -1), (length, 1)):
        rows = [(1.0, 0.0), (0.35, 0.008), (0.3, 0.012), (0.8, 0.032)]
        points = np.array(
            [
                np.column_stack(
                    [
                        radius * r * (1 + 0.12 * np.sin(turn * 9) * (step > 0)) * np.cos(turn),
                        radius * r * (1 + 0.12 * np.sin(turn * 9) * (step > 0)) * np.sin(turn),
                        np.full_like(turn, end + sign * z),
                    ]
                )
                for step, (r, z) in enumerate(rows)
            ]
        )
        twisted.append(_open_sheet(points, _trim(product)))
    front = windowed(
        product.shape["window"], (0.062, 0.16), _biscuit_pile(), at=(0, length / 2), radius=radius
    )
    upright = [*wall, *twisted, *front]
    return [part.moved(z=-length / 2).turned("y", 90).moved(z=radius * 1.0) for part in upright]


def _open_sheet(points: np.ndarray, surface: Surface) -> Mesh:
    """A sheet seen from both sides: twice, the second time turned over."""
    return merge([grid(points, surface), grid(points, surface, flip=True)])


def _biscuit_tin(product: Product) -> list[Mesh]:
    radius, height = 0.085, 0.058
    lid = lathe(
        fillet([(radius * 1.02, 0), (radius * 1.02, 0.014), (radius * 0.93, 0.016), (0, 0.0165)], 0.004, 6),
        _trim(product),
    ).moved(z=height - 0.004)
    front = windowed(
        product.shape["window"], (0.15, 0.05), _biscuit_pile(), at=(0, height * 0.46), radius=radius
    )
    return [*drum(product, radius, height, repeats=12), lid, *front]


@kind("roasted_nuts", view=(-70, 14))
def roasted_nuts(product: Product) -> list[Mesh]:
    """Nuts in a can, a jar or a bag."""
    nuts = _heap("#c98d4e", "#6e4020", cells=7, seed=5)
    window = product.shape["window"]
    match product.shape["pack"]:
        case "can":
            radius, height = 0.045, 0.12
            parts = drum(product, radius, height, repeats=8)
            parts += windowed(window, (0.09, 0.1), nuts, at=(0, 0.055), radius=radius)
            return [*parts, *_nut_closure(product, radius, height)]
        case "jar":
            radius, height = 0.05, 0.1
            shoulder = fillet(
                [
                    (radius, height - 0.001),
                    (radius * 1.0, height + 0.006),
                    (radius * 0.8, height + 0.018),
                    (0, height + 0.02),
                ],
                0.008,
                6,
            )
            parts = [*drum(product, radius, height, repeats=9, rims=False), lathe(shoulder, main(product))]
            parts += windowed(window, (0.1, 0.085), nuts, at=(0, 0.05), radius=radius)
            return [*parts, *_nut_closure(product, radius * 0.82, height + 0.018)]
        case "pouch":
            return _nut_bag(product, nuts)
        case other:
            raise KeyError(other)


def _nut_closure(product: Product, radius: float, top: float) -> list[Mesh]:
    trim = _trim(product)
    match product.shape["closure"]:
        case "lid":
            cap = lathe(fillet([(radius * 1.06, 0), (radius * 1.06, 0.02), (0, 0.022)], 0.004, 6), trim)
            return [cap.moved(z=top - 0.006), ribs(radius * 1.06, top - 0.004, top + 0.012, trim)]
        case "zip":
            band = ring(radius * 1.02, 0.003, trim).moved(z=top - 0.008)
            tab = box(0.016, 0.002, 0.03, trim, radius=0.003).moved(x=0.012, y=-radius * 1.05, z=top - 0.022)
            pull = ring(radius * 0.3, 0.0022, STEEL).turned("x", 25).moved(y=-radius * 0.3, z=top + 0.009)
            return [band, tab, pull, cylinder(radius * 0.9, 0.002, STEEL).moved(z=top)]
        case other:
            raise KeyError(other)


def _nut_bag(product: Product, nuts: Surface) -> list[Mesh]:
    width, depth, height = 0.14, 0.07, 0.19
    trim = _trim(product)
    parts = pouch(product, width, depth, height, repeats=5)
    parts += windowed(product.shape["window"], (0.13, 0.13), nuts, at=(0, 0.075), wall=depth / 2 * 1.01)
    match product.shape["closure"]:
        case "zip":
            line = height * 0.84
            rail = box(width * 0.98, 0.006, 0.005, trim, radius=0.002).moved(
                y=-pouch_wall(0.84, depth), z=line
            )
            slider = box(0.022, 0.012, 0.014, DARK, radius=0.003).moved(
                x=width * 0.33, y=-pouch_wall(0.84, depth) - 0.003, z=line
            )
            return [*parts, rail, slider]
        case "lid":
            neck = cylinder(0.016, 0.022, trim, bevel=0.002)
            cap = [neck, ribs(0.016, 0.002, 0.02, trim, count=24)]
            return [*parts, *(part.moved(x=width * 0.28, z=height * 0.985) for part in cap)]
        case other:
            raise KeyError(other)


@kind("spice_mix", view=(-70, 16))
def spice_mix(product: Product) -> list[Mesh]:
    """Ground spices in a box, a shaker or a tin."""
    powder = _heap("#c4622d", "#8a3217", cells=20, seed=8)
    window = product.shape["window"]
    match product.shape["pack"]:
        case "box":
            parts = carton(product, 0.075, 0.035, 0.105, repeats=4)
            parts += windowed(window, (0.07, 0.09), powder, at=(0, 0.05), wall=0.0175)
            return [*parts, *_spice_lid(product, 0.014, 0.105)]
        case "shaker":
            radius, height = 0.026, 0.085
            waist = [(radius, 0), (radius, height * 0.8), (radius * 0.88, height)]
            parts = drum(product, radius, height * 0.86, repeats=6, rims=False)
            parts.append(
                lathe(fillet([(radius, height * 0.85), *waist[2:], (0, height)], 0.004, 5), main(product))
            )
            parts += windowed(window, (0.052, 0.07), powder, at=(0, 0.037), radius=radius)
            return [*parts, *_spice_lid(product, radius * 0.95, height)]
        case "tin":
            radius, height = 0.036, 0.07
            parts = drum(product, radius, height, repeats=8)
            parts += windowed(window, (0.07, 0.062), powder, at=(0, 0.034), radius=radius)
            return [*parts, *_spice_lid(product, radius * 0.8, height)]
        case other:
            raise KeyError(other)


def _spice_lid(product: Product, radius: float, top: float) -> list[Mesh]:
    trim = _trim(product)
    match product.shape["lid"]:
        case "flat":
            cap = fillet([(radius * 1.04, 0), (radius * 1.04, 0.014), (0, 0.0145)], 0.002, 5)
            return [
                lathe(cap, trim).moved(z=top - 0.001),
                ring(radius * 1.05, 0.0012, DARK).moved(z=top + 0.002),
            ]
        case "sieve":
            return sieve(radius * 1.04, radius * 0.95, trim, low=top - 0.001)
        case other:
            raise KeyError(other)


@kind("tea", view=(-68, 16))
def tea(product: Product) -> list[Mesh]:
    """Tea in a box, a bag or a caddy."""
    leaves = _heap("#5a4a2c", "#22190e", cells=16, seed=9)
    window, domed = product.shape["window"], product.shape["lid"] == "domed"
    if product.shape["lid"] not in ("domed", "flat"):
        raise KeyError(product.shape["lid"])
    match product.shape["pack"]:
        case "box":
            parts = carton(product, 0.12, 0.07, 0.105, repeats=5)
            parts += windowed(window, (0.12, 0.1), leaves, at=(0, 0.052), wall=0.035)
            return [*parts, *_box_lid(product, domed=domed)]
        case "tin":
            radius, height = 0.045, 0.1
            parts = drum(product, radius, height, repeats=8)
            parts += windowed(window, (0.09, 0.09), leaves, at=(0, 0.05), radius=radius)
            return [*parts, *_caddy_lid(product, radius, height, domed=domed)]
        case "pouch":
            width, depth, height = 0.12, 0.06, 0.17
            parts = pouch(product, width, depth, height, repeats=5)
            parts += windowed(window, (0.11, 0.12), leaves, at=(0, 0.07), wall=depth / 2 * 1.01)
            return [*parts, *_bag_top(product, width, height, domed=domed)]
        case other:
            raise KeyError(other)


def _box_lid(product: Product, *, domed: bool) -> list[Mesh]:
    trim = _trim(product)
    if not domed:
        return [box(0.124, 0.074, 0.022, trim, radius=0.002).moved(z=0.103)]
    arch = np.radians(np.linspace(0, 180, 25))
    outline = np.column_stack([0.062 * np.cos(arch), 0.036 * np.sin(arch)])

    lid = extrude(outline, 0.074, trim, bevel=0.002).turned("x", 90)
    return [lid.moved(z=0.1), ball(0.007, STEEL).moved(z=0.142)]


def _caddy_lid(product: Product, radius: float, top: float, *, domed: bool) -> list[Mesh]:
    trim = _trim(product)
    wall = [(radius * 1.03, 0), (radius * 1.03, 0.018)]
    if not domed:
        return [lathe(fillet([*wall, (0, 0.019)], 0.003, 5), trim).moved(z=top - 0.008)]
    dome = spline(
        [(radius * 1.03, 0.018), (radius * 0.85, 0.036), (radius * 0.45, 0.048), (0.002, 0.051)], 24
    )
    knob = [cylinder(0.004, 0.01, STEEL), ball(0.009, WOOD).moved(z=0.016)]
    return [
        lathe(np.vstack([wall, dome]), trim).moved(z=top - 0.008),
        *(part.moved(z=top + 0.042) for part in knob),
    ]


def _bag_top(product: Product, width: float, height: float, *, domed: bool) -> list[Mesh]:
    """A rolled top held by a clip, or a straight seal with a tear notch."""
    trim = _trim(product)
    if domed:
        roll = tube([(-width * 0.5, 0, 0), (width * 0.5, 0, 0)], 0.013, trim).moved(z=height + 0.002)
        tie = [
            tube(
                in_plane(
                    spline(
                        [(0.014, -0.012), (0.017, 0.004), (0, 0.017), (-0.017, 0.004), (-0.014, -0.012)], 24
                    ),
                    "yz",
                    side * width * 0.42,
                ),
                0.0025,
                STEEL,
                sides=8,
            )
            for side in (-1, 1)
        ]
        return [roll, *(part.moved(z=height) for part in tie)]
    return [box(width, 0.003, 0.02, trim, radius=0.001).moved(z=height * 0.985)]

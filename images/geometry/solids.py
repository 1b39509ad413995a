"""Solids and sheets from curves: turned, swept, extruded, boxes, cushions."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from images.geometry.curves import circle
from images.geometry.mesh import Floats, Mesh, merge
from images.surfaces import Surface


def grid(points: Floats, surface: Surface, *, uv: Floats | None = None, flip: bool = False) -> Mesh:
    """A sheet over a grid of points.

    Args:
        points: (rows, columns, 3).
        surface: What it is made of.
        uv: (rows, columns, 2); by default u along the columns and v along the rows, each from 0 to 1.
        flip: Turn the side round that looks outside.
    """
    rows, columns, _ = points.shape
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij")
    a, b = i * columns + j, (i + 1) * columns + j
    faces = np.concatenate(
        [np.stack([a, b, b + 1], -1).reshape(-1, 3), np.stack([a, b + 1, a + 1], -1).reshape(-1, 3)]
    )
    if flip:
        faces = faces[:, ::-1]
    if uv is None:
        uv = np.stack(np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows)), -1)
    vertices = points.reshape(-1, 3)
    x, y, z = (vertices[faces[:, k]] for k in range(3))
    faces = faces[np.linalg.norm(np.cross(y - x, z - x), axis=1) > 1e-14]
    return Mesh(vertices, faces, uv.reshape(-1, 2), surface)


def lathe(
    profile: ArrayLike,
    surface: Surface,
    *,
    segments: int = 96,
    sweep_degrees: float = 360,
    by_height: bool = False,
    crease: float | None = None,
) -> Mesh:
    """A profile turned about the z axis.

    Args:
        profile: (n, 2) of (radius, z). Going upwards it looks outwards, going downwards inwards.
        surface: What it is made of; u runs round, v along the profile.
        segments: Corners of the circle.
        sweep_degrees: How far it is turned.
        by_height: v by height, 0 at the lowest and 1 at the highest point, not by length along the profile.
        crease: Angle in degrees beyond which an edge is hard.
    """
    p = np.asarray(profile, float)
    turn = np.radians(np.linspace(0, sweep_degrees, segments + 1))
    points = np.stack(
        [p[:, :1] * np.cos(turn), p[:, :1] * np.sin(turn), np.repeat(p[:, 1:], segments + 1, 1)], -1
    )
    if by_height:
        along = (p[:, 1] - p[:, 1].min()) / max(1e-9, np.ptp(p[:, 1]))
    else:
        along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
        along = along / along[-1]
    u, v = np.meshgrid(turn / (2 * np.pi), along)
    mesh = grid(points, surface, uv=np.stack([u, v], -1), flip=True)
    return mesh if crease is None else mesh.creased(crease)


def sweep(
    path: ArrayLike,
    section: ArrayLike,
    surface: Surface,
    *,
    closed: bool = False,
    caps: bool = True,
    scale: ArrayLike | None = None,
    up: tuple[float, float, float] = (0, 0, 1),
) -> Mesh:
    """A closed outline carried along a line.

    Args:
        path: (n, 3) points.
        section: (k, 2) outline: first axis sideways (up x direction), second along ``up``.
        surface: What it is made of; u runs round the section, v along the path.
        closed: The path ends where it began (do not repeat the point).
        caps: Close the ends of an open path.
        scale: Size of the section at each point, (n,).
        up: Direction that the section's second axis starts with.
    """
    line = np.asarray(path, float)
    outline = np.asarray(section, float)
    outline = np.vstack([outline, outline[:1]])
    sides, ups = _frames(line, up, closed=closed)
    size = np.ones(len(line)) if scale is None else np.broadcast_to(np.asarray(scale, float), (len(line),))
    points = line[:, None] + size[:, None, None] * (
        outline[None, :, :1] * sides[:, None] + outline[None, :, 1:] * ups[:, None]
    )
    if closed:
        points = np.concatenate([points, points[:1]])
    steps = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points.mean(1), axis=0), axis=1))]
    u, v = np.meshgrid(np.linspace(0, 1, len(outline)), steps / max(1e-9, steps[-1]))
    mesh = _outwards(
        grid(points, surface, uv=np.stack([u, v], -1), flip=True), np.repeat(points.mean(1), len(outline), 0)
    )
    if closed or not caps:
        return mesh
    first, last = points[0, :-1], points[-1, :-1]
    return merge([mesh, _fan(first, surface, line[0] - line[1]), _fan(last, surface, line[-1] - line[-2])])


def tube(
    path: ArrayLike,
    radius: float,
    surface: Surface,
    *,
    sides: int = 16,
    closed: bool = False,
    caps: bool = True,
    scale: ArrayLike | None = None,
) -> Mesh:
    """A round bar along a line, see :func:`sweep`."""
    line = np.asarray(path, float)
    up = (0.0, 0.0, 1.0)
    if np.linalg.norm(np.cross(line[1] - line[0], up)) < 1e-6 * np.linalg.norm(line[1] - line[0]) + 1e-12:
        up = (0.0, 1.0, 0.0)
    return sweep(line, circle(radius, sides), surface, closed=closed, caps=caps, scale=scale, up=up)


def ring(radius: float, thickness: float, surface: Surface, *, segments: int = 96, sides: int = 16) -> Mesh:
    """A torus about the z axis at z = 0: mean radius, and radius of the bar."""
    path = np.column_stack([circle(radius, segments), np.zeros(segments)])
    return tube(path, thickness, surface, sides=sides, closed=True)


def ball(
    radius: float, surface: Surface, *, stretch: tuple[float, float, float] = (1, 1, 1), segments: int = 48
) -> Mesh:
    """A sphere about the origin, or an ellipsoid."""
    t = np.radians(np.linspace(-90, 90, segments // 2 + 1))
    profile = np.stack([np.maximum(radius * np.cos(t), 0), radius * np.sin(t)], -1)
    return lathe(profile, surface, segments=segments).scaled(*stretch)


def cylinder(
    radius: float, height: float, surface: Surface, *, bevel: float = 0.0, top: float | None = None
) -> Mesh:
    """A closed drum that stands on z = 0; with ``top`` another radius there, a cone."""
    upper = radius if top is None else top
    b = min(bevel, radius * 0.4, height * 0.4)
    profile = [(0, 0), (radius - b, 0), (radius, b), (upper, height - b), (upper - b, height), (0, height)]
    if b == 0:
        profile = [(0, 0), (radius, 0), (upper, height), (0, height)]
    return lathe(profile, surface, crease=30)


def box(
    width: float, depth: float, height: float, surface: Surface, *, radius: float = 0.01, steps: int = 4
) -> Mesh:
    """A box centred on the origin with rounded edges; u and v run from 0 to 1 on each face."""
    return cushion(width, depth, height, surface, radius=radius, steps=steps, puff=0)


def cushion(
    width: float,
    depth: float,
    height: float,
    surface: Surface,
    *,
    radius: float = 0.05,
    steps: int = 5,
    puff: float = 0.25,
    axes: Sequence[Literal[0, 1, 2]] = (0, 1, 2),
) -> Mesh:
    """A rounded box whose faces bulge by a share of its half extent along the given axes (0 x, 1 y, 2 z)."""
    half = np.array([width, depth, height]) / 2
    r = min(radius, *half)
    faces = [
        _face(half, r, (axis, sign), surface, steps=steps, puff=puff if axis in axes else 0.0, dense=puff > 0)
        for axis in range(3)
        for sign in (-1, 1)
    ]
    whole = merge(faces)
    return Mesh(whole.vertices, whole.faces, whole.uv, surface)


def extrude(
    outline: ArrayLike, depth: float, surface: Surface, *, bevel: float = 0.0, steps: int = 4
) -> Mesh:
    """A closed outline in the xy plane made thick along z, centred, its edge rounded by ``bevel``.

    Any simple polygon, also a hollow-sided one; u and v run from 0 to 1 over its extent.
    """
    flat = np.asarray(outline, float)
    x, y = flat[:, 0], flat[:, 1]
    if np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) < 0:
        flat = flat[::-1]
    inwards = _inwards(flat)
    turn = np.linspace(0, np.pi / 2, steps) if bevel else np.array([np.pi / 2])
    lower = [(flat + inwards * bevel * (1 - np.sin(a)), -depth / 2 + bevel * (1 - np.cos(a))) for a in turn]
    upper = [(ring_, -z) for ring_, z in reversed(lower)]
    rings = np.array([np.column_stack([p, np.full(len(p), z)]) for p, z in [*lower, *upper]])
    rings = np.concatenate([rings, rings[:, :1]], 1)
    low, extent = flat.min(0), np.maximum(np.ptp(flat, axis=0), 1e-9)
    side = grid(rings, surface, uv=(rings[..., :2] - low) / extent, flip=True)
    triangles = _ear_clip(lower[0][0])
    cap_uv = (lower[0][0] - low) / extent
    bottom = Mesh(rings[0, :-1], triangles[:, ::-1], cap_uv, surface)
    top = Mesh(rings[-1, :-1], triangles, cap_uv, surface)
    return merge([side, bottom, top]).creased(50)


def pillow(width: float, height: float, thickness: float, surface: Surface, *, corners: float = 0.1) -> Mesh:
    """A stuffed cloth bag that stands in the xz plane, centred; ``corners`` is how far they stick out."""
    line = np.linspace(-1, 1, 41)
    a, b = np.meshgrid(line, line)
    bulge = np.maximum(((1 - a**2) * (1 - b**2)), 0) ** 0.42
    x = a * width / 2 * (1 - corners * (1 - np.abs(b) ** 6) * a**2)
    z = b * height / 2 * (1 - corners * (1 - np.abs(a) ** 6) * b**2)
    front = grid(np.stack([x, -thickness / 2 * bulge, z], -1), surface, flip=True)
    back = grid(np.stack([x, thickness / 2 * bulge, z], -1), surface)
    return merge(
        [_outwards(front, np.zeros_like(front.vertices)), _outwards(back, np.zeros_like(back.vertices))]
    )


def sheet(points: Floats, surface: Surface, *, thickness: float) -> Mesh:
    """A curved sheet with closed edges, from a grid of points (rows, columns, 3) on its upper side."""
    upper = grid(points, surface)
    normals = upper.normals.reshape(points.shape)
    under = points - normals * thickness
    lower = grid(under, surface, flip=True)
    edges = [
        grid(np.stack([points[0], under[0]]), surface, flip=True),
        grid(np.stack([points[-1], under[-1]]), surface),
        grid(np.stack([points[:, 0], under[:, 0]]), surface),
        grid(np.stack([points[:, -1], under[:, -1]]), surface, flip=True),
    ]
    return merge([upper, lower, *edges])


def _frames(line: Floats, up: ArrayLike, *, closed: bool) -> tuple[Floats, Floats]:
    """Sideways and upward unit vectors at each point, turned as little as possible along the line."""
    along: Floats = np.roll(line, -1, 0) - np.roll(line, 1, 0) if closed else np.gradient(line, axis=0)
    along /= np.maximum(1e-12, np.linalg.norm(along, axis=1, keepdims=True))
    first = np.cross(np.asarray(up, float), along[0])
    if np.linalg.norm(first) < 1e-3:
        first = np.cross([1.0, 0.013, 0], along[0])
    sides = np.zeros_like(line)
    sides[0] = first / np.linalg.norm(first)
    for i in range(1, len(line)):
        side = sides[i - 1] - along[i] * np.dot(sides[i - 1], along[i])
        sides[i] = side / max(1e-12, np.linalg.norm(side))
    if closed:  # spread the turn that is left over at the end, so that the seam meets
        left = np.cross(sides[0], sides[-1]) @ along[0]
        missing = -np.arctan2(left, sides[0] @ sides[-1]) * np.arange(len(line)) / len(line)
        other: Floats = np.cross(along, sides)
        sides = sides * np.cos(missing)[:, None] + other * np.sin(missing)[:, None]
    ups: Floats = np.cross(along, sides)
    return sides, ups


def _outwards(mesh: Mesh, inside: Floats) -> Mesh:
    """The mesh with faces and normals away from a point inside at each vertex."""
    outward = ((mesh.vertices - inside) * mesh.normals).sum()
    return mesh if outward >= 0 else Mesh(mesh.vertices, mesh.faces[:, ::-1], mesh.uv, mesh.surface)


def _fan(outline: Floats, surface: Surface, outward: Floats) -> Mesh:
    """A flat lid on a ring of points, with a hard edge."""
    count = len(outline)
    index = np.arange(count)
    faces = np.stack([index, (index + 1) % count, np.full(count, count)], -1)
    mesh = Mesh(np.vstack([outline, outline.mean(0)]), faces, np.full((count + 1, 2), 0.5), surface)
    if (mesh.normals @ outward).sum() < 0:
        mesh = Mesh(mesh.vertices, faces[:, ::-1], mesh.uv, surface)
    return mesh


def _face(
    half: Floats, r: float, side: tuple[int, int], surface: Surface, *, steps: int, puff: float, dense: bool
) -> Mesh:
    axis, sign = side
    first, second = (k for k in range(3) if k != axis)

    def samples(extent: float) -> Floats:
        inner = extent - r
        edge = inner + r * np.tan(np.radians(np.linspace(0, 45, steps)))
        middle = np.linspace(-inner, inner, 16 if dense else 3)[1:-1] if inner > 1e-9 else np.array([])
        return np.r_[-edge[::-1], middle, edge]

    a, b = np.meshgrid(samples(half[first]), samples(half[second]), indexing="ij")
    points = np.zeros((*a.shape, 3))
    points[..., first], points[..., second], points[..., axis] = a, b, sign * half[axis]
    core = np.clip(points, -(half - r), half - r)
    away = points - core
    points = core + away / np.maximum(np.linalg.norm(away, axis=-1, keepdims=True), 1e-9) * r
    if puff:
        swell = np.clip(1 - (a / half[first]) ** 2, 0, 1) * np.clip(1 - (b / half[second]) ** 2, 0, 1)
        points[..., axis] += sign * puff * half[axis] * swell**0.6
    uv = np.stack([(a / half[first] + 1) / 2, (b / half[second] + 1) / 2], -1)
    if (axis, sign) in ((0, -1), (1, 1), (2, -1)):  # so that maps are not mirrored seen from outside
        uv[..., 0] = 1 - uv[..., 0]
    return _outwards(grid(points, surface, uv=uv), np.zeros_like(points.reshape(-1, 3)))


def _inwards(outline: Floats) -> Floats:
    """At each corner of a counter-clockwise outline, the vector that moves both its edges inwards by 1."""
    before, after = outline - np.roll(outline, 1, 0), np.roll(outline, -1, 0) - outline
    n1 = np.stack([-before[:, 1], before[:, 0]], -1)
    n2 = np.stack([-after[:, 1], after[:, 0]], -1)
    n1 /= np.maximum(1e-12, np.linalg.norm(n1, axis=1, keepdims=True))
    n2 /= np.maximum(1e-12, np.linalg.norm(n2, axis=1, keepdims=True))
    both = n1 + n2
    return both / np.maximum(0.3, (both * n1).sum(1, keepdims=True))


def _ear_clip(outline: Floats) -> NDArray[np.int64]:
    """Triangles of a simple counter-clockwise polygon."""
    left = list(range(len(outline)))
    triangles = []

    def turn(a: Floats, b: Floats, c: Floats) -> Floats:
        return (b[0] - a[0]) * (c[..., 1] - a[1]) - (b[1] - a[1]) * (c[..., 0] - a[0])

    while len(left) > 3:
        for k in range(len(left)):
            i, j, m = left[k - 1], left[k], left[(k + 1) % len(left)]
            a, b, c = outline[i], outline[j], outline[m]
            if turn(a, b, c) <= 1e-15:
                continue
            others = outline[[q for q in left if q not in (i, j, m)]]
            inside = (
                (turn(a, b, others) >= -1e-15)
                & (turn(b, c, others) >= -1e-15)
                & (turn(c, a, others) >= -1e-15)
            )
            if not inside.any():
                triangles.append((i, j, m))
                left.pop(k)
                break
        else:  # only collinear or touching corners are left
            left.pop(0)
    triangles.append(tuple(left))
    return np.array(triangles, np.int64)

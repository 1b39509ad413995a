"""Mitsuba 3 behind one function, with a scene whose structure never changes.

Mitsuba compiles a kernel for each structure of a scene, which takes ten seconds; the numbers in it cost nothing. So
every picture has the same nine shapes: the lamp, a mesh that shines, one of glass, one of all surfaces of a single
colour (they look their values up in a palette), and six with maps of one size. Those that a thing does not need are specks
behind the camera.

Sources: Mitsuba 3 (https://mitsuba-renderer.org), Intel Open Image Denoise.
"""

import ctypes.util
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from images.colors import channels
from images.geometry import Mesh, merge
from images.rendering.scene import Lamp, Scene
from images.rendering.tones import tone_mapped
from images.surfaces import Surface

VARIANT = "llvm_ad_rgb"
SAMPLES = 8
"""Paths a pixel."""
GUIDE_SAMPLES = 4
"""Rays a pixel for the denoiser's albedo and normals."""
DEPTH = 5
"""Longest path, in segments."""
MAPS = 6
MAP_SIZE = (512, 512)
"""Height and width of every map."""
PALETTE = 128
_BRIGHTEST = 40.0
_FIRST_LLVM, _LAST_LLVM = 16, 21


class MissingRendererError(RuntimeError):
    """What rendering needs is not installed."""


@dataclass(frozen=True, eq=False)
class _Tools:
    mi: ModuleType
    dr: ModuleType
    oidn: ModuleType
    device: Any
    guides: Any


def photograph(scene: Scene, *, samples: int = SAMPLES) -> Image.Image:
    """Render, denoise and develop a scene."""
    tools = _tools()
    mi = tools.mi
    shapes = _shapes(scene, tools)
    loaded = mi.load_dict(shapes)
    seed = scene.seed & 0x7FFFFFFF
    color = np.array(mi.render(loaded, spp=samples, seed=seed))[..., :3]
    guides = np.array(mi.render(loaded, integrator=tools.guides, spp=GUIDE_SAMPLES, seed=seed ^ 1))[..., -6:]
    clean = _denoised(color, guides, tools)
    return Image.fromarray((tone_mapped(clean) * 255 + 0.5).astype(np.uint8))


@cache
def _tools() -> _Tools:
    _find_llvm()
    try:
        import drjit as dr  # noqa: PLC0415
        import mitsuba as mi  # noqa: PLC0415
        import pyoidn  # noqa: PLC0415
    except ImportError as error:
        raise MissingRendererError(f"{error}; rendering needs: pip install 'lowagent[render]'") from None
    mi.set_variant(VARIANT)
    mi.set_log_level(mi.LogLevel.Error)
    threads = int(os.environ.get("LOWAGENT_RENDER_THREADS", "0"))
    if threads:
        dr.set_thread_count(threads)
    device = pyoidn.Device(pyoidn.OIDN_DEVICE_TYPE_CPU)
    device.set_int("numThreads", threads or os.cpu_count() or 1)
    device.commit()
    guides = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})
    return _Tools(mi, dr, pyoidn, device, guides)


def _find_llvm() -> None:
    """Point Dr.Jit to a recent LLVM; it takes the first that it finds, and old ones abort the process."""
    if os.environ.get("DRJIT_LIBLLVM_PATH"):
        return
    for version in range(_LAST_LLVM, _FIRST_LLVM - 1, -1):
        name = ctypes.util.find_library(f"LLVM-{version}")
        if name:
            os.environ["DRJIT_LIBLLVM_PATH"] = name
            return
    raise MissingRendererError(
        f"no LLVM library of version {_FIRST_LLVM} to {_LAST_LLVM} found; on Debian or Ubuntu: apt-get install libllvm19; "
        "elsewhere set DRJIT_LIBLLVM_PATH to the library"
    )


def _shapes(scene: Scene, tools: _Tools) -> dict[str, Any]:
    mi = tools.mi
    plain, mapped, glass, shining = _sorted(scene.meshes)
    transform = mi.ScalarTransform4f().look_at(origin=[0, 0, 0], target=[0, 0, -1], up=[0, 1, 0])
    made: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": DEPTH},
        "sensor": {
            "type": "perspective",
            "fov": scene.field_of_view,
            "fov_axis": "x",
            "near_clip": 0.01,
            "far_clip": 500.0,
            "to_world": transform,
            "film": {
                "type": "hdrfilm",
                "width": scene.width,
                "height": scene.height,
                "pixel_format": "rgb",
                "component_format": "float32",
                "rfilter": {"type": "box"},
            },
            "sampler": {"type": "independent"},
        },
        "surroundings": {"type": "envmap", "bitmap": mi.Bitmap(np.ascontiguousarray(scene.surroundings))},
        "lamp": _lamp(scene.lamp, tools),
        "shining": _shining(shining, tools),
        "glass": _glass(glass, tools),
        "plain": _plain(plain, tools),
    }
    for place in range(MAPS):
        group = mapped[place] if place < len(mapped) else [_speck(place)]
        made[f"mapped{place}"] = _mapped(group, place, tools)
    return made


def _sorted(meshes: Sequence[Mesh]) -> tuple[list[Mesh], list[list[Mesh]], list[Mesh], list[Mesh]]:
    """Meshes of single colours, groups that share maps, glass, and what shines."""
    plain: list[Mesh] = []
    glass: list[Mesh] = []
    shining: list[Mesh] = []
    mapped: dict[int, list[Mesh]] = {}
    for mesh in meshes:
        if mesh.surface.transmission:
            glass.append(mesh)
        elif mesh.surface.emission > 0:
            shining.append(mesh)
        elif mesh.surface.mapped:
            mapped.setdefault(id(mesh.surface), []).append(mesh)
        else:
            plain.append(mesh)
    if len(mapped) > MAPS:
        raise ValueError(
            f"{len(mapped)} surfaces with maps: at most {MAPS}; share surface objects between parts"
        )
    return plain, list(mapped.values()), glass, shining


def _mesh(name: str, mesh: Mesh, tools: _Tools, **properties: Any) -> Any:
    mi = tools.mi
    props = mi.Properties()
    for key, value in properties.items():
        props[key] = mi.load_dict(value)
    made = mi.Mesh(
        name,
        len(mesh.vertices),
        len(mesh.faces),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=props,
    )
    data = mi.traverse(made)
    data["vertex_positions"] = mesh.vertices.astype(np.float32).ravel()
    data["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    data["vertex_texcoords"] = (mesh.uv * [1, -1] + [0, 1]).astype(np.float32).ravel()
    data["faces"] = mesh.faces.astype(np.uint32).ravel()
    data.update()
    return made


def _speck(number: int) -> Mesh:
    """A triangle too small and too far behind the camera to be seen; one mesh of each sort is always there."""
    corners = np.array([[0, 0, 0], [1e-4, 0, 0], [1e-4, 1e-4, 0]]) + np.array([0, 0, 60.0 + number])
    return Mesh(corners, np.array([[0, 1, 2]]), np.zeros((3, 2)))


def _lamp(lamp: Lamp, tools: _Tools) -> Any:
    quad = Mesh(lamp.corners, np.array([[0, 1, 2], [0, 2, 3]]), np.zeros((4, 2)))
    return _mesh("lamp", quad, tools, bsdf=_black(), emitter=_emitter(lamp.radiance))


def _shining(meshes: list[Mesh], tools: _Tools) -> Any:
    if not meshes:
        return _mesh("shining", _speck(MAPS), tools, bsdf=_black(), emitter=_emitter((0.9, 0.8, 0.7)))
    surface = meshes[0].surface
    light = _linear(surface.color) * surface.emission
    return _mesh("shining", merge(meshes), tools, bsdf=_black(), emitter=_emitter(light))


def _glass(meshes: list[Mesh], tools: _Tools) -> Any:
    tint = _linear(meshes[0].surface.color) if meshes else np.array([0.9, 0.95, 0.93])
    bsdf = {"type": "dielectric", "specular_transmittance": {"type": "rgb", "value": tint.tolist()}}
    return _mesh("glass", merge(meshes) if meshes else _speck(MAPS + 1), tools, bsdf=bsdf)


def _plain(meshes: list[Mesh], tools: _Tools) -> Any:
    colors: dict[Surface | tuple[Any, ...], int] = {}
    placed = [_speck(MAPS + 2)]
    values = np.zeros((1, PALETTE, 6), np.float32)
    for mesh in meshes:
        s = mesh.surface
        key = (s.color, s.roughness, s.metallic, s.clearcoat)
        entry = colors.setdefault(key, len(colors))
        if entry >= PALETTE:
            raise ValueError(f"more than {PALETTE} surfaces of a single colour; use fewer shades")
        values[0, entry] = [*_linear(s.color), s.roughness, s.metallic, s.clearcoat]
        uv = np.tile([(entry + 0.5) / PALETTE, 0.5], (len(mesh.vertices), 1))
        placed.append(Mesh(mesh.vertices, mesh.faces, uv, s, mesh.normals))
    textures = [_texture(part, tools, raw=True, nearest=True) for part in np.split(values, [3, 4, 5], -1)]
    return _mesh("plain", merge(placed), tools, bsdf=_opaque(*textures))


def _mapped(meshes: list[Mesh], place: int, tools: _Tools) -> Any:
    surface = meshes[0].surface
    mesh = merge(meshes)
    mesh = Mesh(mesh.vertices, mesh.faces, mesh.uv * np.array(surface.uv_scale), surface, mesh.normals)
    height, width = MAP_SIZE
    if surface.color_map is None:
        colors = np.tile((channels(surface.color) * 255 + 0.5).astype(np.uint8), (height, width, 1))
    else:
        colors = np.asarray(_resized(Image.fromarray(surface.color_map)))
    heights = np.zeros(MAP_SIZE, np.float32)
    if surface.bump is not None:
        heights = np.asarray(_resized(Image.fromarray(surface.bump.astype(np.float32)))) * surface.bump_depth
    single = [
        _texture(np.full((1, 1, 1), value, np.float32), tools, raw=True)
        for value in (surface.roughness, surface.metallic, surface.clearcoat)
    ]
    bump = _texture(heights.astype(np.float32)[..., None], tools, raw=True)
    return _mesh(f"mapped{place}", mesh, tools, bsdf=_opaque(_texture(colors, tools), *single, bump=bump))


def _resized(image: Image.Image) -> Image.Image:
    height, width = MAP_SIZE
    return image if image.size == (width, height) else image.resize((width, height), Image.Resampling.BOX)


def _opaque(color: Any, roughness: Any, metallic: Any, clearcoat: Any, bump: Any = None) -> dict[str, Any]:
    bsdf = {
        "type": "principled",
        "base_color": color,
        "roughness": roughness,
        "metallic": metallic,
        "clearcoat": clearcoat,
        "clearcoat_gloss": 0.95,
        "specular": 0.5,
    }
    if bump is not None:
        bsdf = {"type": "bumpmap", "arbitrary": bump, "scale": 1.0, "bsdf": bsdf}
    return {"type": "twosided", "bsdf": bsdf}


def _texture(
    data: NDArray[Any], tools: _Tools, *, raw: bool = False, nearest: bool = False
) -> dict[str, Any]:
    return {
        "type": "bitmap",
        "bitmap": tools.mi.Bitmap(np.array(data, order="C")),
        "raw": raw,
        "filter_type": "nearest" if nearest else "bilinear",
    }


def _emitter(radiance: Sequence[float] | NDArray[np.float64]) -> dict[str, Any]:
    return {"type": "area", "radiance": {"type": "rgb", "value": [float(value) for value in radiance]}}


def _black() -> dict[str, Any]:
    return {"type": "diffuse", "reflectance": {"type": "rgb", "value": 0.5}}


def _linear(color: str) -> NDArray[np.float64]:
    c = channels(color)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def _denoised(color: NDArray[np.float32], guides: NDArray[np.float32], tools: _Tools) -> NDArray[np.float32]:
    oidn = tools.oidn
    planes = {
        oidn.OIDN_IMAGE_COLOR: np.nan_to_num(np.minimum(color, _BRIGHTEST)),
        oidn.OIDN_IMAGE_ALBEDO: np.clip(np.nan_to_num(guides[..., :3]), 0, 1),
        oidn.OIDN_IMAGE_NORMAL: np.nan_to_num(guides[..., 3:]),
        oidn.OIDN_IMAGE_OUTPUT: np.empty_like(color),
    }
    planes = {name: np.ascontiguousarray(plane, np.float32) for name, plane in planes.items()}
    denoiser = oidn.Filter(tools.device, oidn.OIDN_FILTER_TYPE_RT)
    for name, plane in planes.items():
        denoiser.set_image(name, plane, oidn.OIDN_FORMAT_FLOAT3)
    denoiser.set_bool("hdr", True)
    denoiser.commit()
    denoiser.execute()
    denoiser.release()
    return planes[oidn.OIDN_IMAGE_OUTPUT]

"""Mitsuba 3 behind one function, with a scene whose structure never changes.

Mitsuba compiles a kernel for each structure of a scene, which takes ten seconds; the numbers in it cost
nothing. So every picture has the same four shapes: the lamp, a mesh that shines, one of glass, and one of
everything opaque, whose colours and maps lie on an atlas. Those that a thing does not need are specks behind
the camera.

Source: Mitsuba 3 (https://mitsuba-renderer.org).
"""

import ctypes.util
import os
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from images.geometry import Mesh, merge
from images.rendering.atlas import Atlas, linear, packed
from images.rendering.scene import Lamp, Scene
from images.rendering.tones import tone_mapped

VARIANT = "llvm_ad_rgb"
SAMPLES = 4
"""Paths a pixel: 38 dB from 64 paths on average over ten kinds; 8 would be 40 dB for twice the time."""
THREADS_VARIABLE = "LOWAGENT_RENDER_THREADS"
_MODULES = ("mitsuba", "drjit", "pyoidn")
_FIRST_LLVM, _LAST_LLVM = 16, 21


class MissingRendererError(RuntimeError):
    """What rendering needs is not installed."""


def photograph(scene: Scene, *, samples: int = SAMPLES) -> Image.Image:
    """Render, denoise and develop a scene.

    Raises:
        MissingRendererError: Mitsuba, the denoiser or LLVM is not installed.
        ValueError: the scene has more surfaces than the renderer takes.
    """
    mi = renderer()
    from images.rendering.denoising import denoised  # noqa: PLC0415 - needs the extra
    from images.rendering.tracing import traced  # noqa: PLC0415 - needs the variant that has just been chosen

    loaded = mi.load_dict(_shapes(scene, mi))
    light, albedo, normals = traced(
        loaded,
        scene.width,
        scene.height,
        scene.field_of_view,
        samples=samples,
        seed=scene.seed & 0x7FFFFFFF,
    )
    clean = denoised(light, albedo, normals, _threads())
    return Image.fromarray((tone_mapped(clean) * 255 + 0.5).astype(np.uint8))


def require_renderer() -> None:
    """Make sure that everything is there that rendering needs, without loading it.

    Raises:
        MissingRendererError: Mitsuba, the denoiser or LLVM is not installed; the message says what to type.
    """
    missing = [name for name in _MODULES if find_spec(name) is None]
    if missing:
        raise MissingRendererError(
            f"rendering needs {', '.join(missing)}, which is not installed: pip install 'lowagent[render]'"
        )
    _find_llvm()


@cache
def renderer() -> ModuleType:
    """Mitsuba, set up.

    Raises:
        MissingRendererError: Mitsuba, the denoiser or LLVM is not installed; the message says what to type.
    """
    require_renderer()
    import drjit as dr  # noqa: PLC0415  # pyright: ignore[reportMissingImports] - of the extra ``render``
    import mitsuba as mi  # noqa: PLC0415  # pyright: ignore[reportMissingImports]

    mi.set_variant(VARIANT)
    mi.set_log_level(mi.LogLevel.Error)
    dr.set_thread_count(_threads())
    return mi


def renderer_name() -> str:
    """What renders, with versions.

    Raises:
        MissingRendererError: see :func:`renderer`.
    """
    mi = renderer()
    return f"mitsuba {mi.__version__}, oidn {version('pyoidn')}"


def _threads() -> int:
    return int(os.environ.get(THREADS_VARIABLE) or os.cpu_count() or 1)


def _find_llvm() -> None:
    """Point Dr.Jit to a recent LLVM; it takes the first that it finds, and old ones abort the process."""
    if os.environ.get("DRJIT_LIBLLVM_PATH"):
        return
    for number in range(_LAST_LLVM, _FIRST_LLVM - 1, -1):
        name = ctypes.util.find_library(f"LLVM-{number}")
        if name:
            os.environ["DRJIT_LIBLLVM_PATH"] = name
            return
    raise MissingRendererError(
        f"no LLVM library of version {_FIRST_LLVM} to {_LAST_LLVM} found; "
        "on Debian or Ubuntu: apt-get install libllvm19; elsewhere set DRJIT_LIBLLVM_PATH to the library"
    )


def _shapes(scene: Scene, mi: ModuleType) -> dict[str, Any]:
    opaque = [m for m in scene.meshes if not m.surface.transmission and m.surface.emission <= 0]
    glass = [m for m in scene.meshes if m.surface.transmission]
    shining = [m for m in scene.meshes if not m.surface.transmission and m.surface.emission > 0]
    black = mi.load_dict({"type": "diffuse", "reflectance": {"type": "rgb", "value": 0.5}})
    return {
        "type": "scene",
        "surroundings": {"type": "envmap", "bitmap": mi.Bitmap(np.ascontiguousarray(scene.surroundings))},
        "lamp": _lamp(scene.lamp, black, mi),
        "shining": _shining(shining, black, mi),
        "glass": _glass(glass, mi),
        "opaque": _opaque(packed(opaque), mi),
    }


def _mesh(name: str, mesh: Mesh, mi: ModuleType, **properties: Any) -> Any:
    props = mi.Properties()
    for key, value in properties.items():
        props[key] = value
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
    data["vertex_texcoords"] = mesh.uv.astype(np.float32).ravel()
    data["faces"] = mesh.faces.astype(np.uint32).ravel()
    data.update()
    return made


def _speck(number: int) -> Mesh:
    """A triangle too small and too far behind the camera to be seen; a mesh of each sort is always there."""
    corners = np.array([[0, 0, 0], [1e-4, 0, 0], [1e-4, 1e-4, 0]]) + np.array([0, 0, 60.0 + number])
    return Mesh(corners, np.array([[0, 1, 2]]), np.zeros((3, 2)))


def _lamp(lamp: Lamp, bsdf: Any, mi: ModuleType) -> Any:
    quad = Mesh(lamp.corners, np.array([[0, 1, 2], [0, 2, 3]]), np.zeros((4, 2)))
    return _mesh("lamp", quad, mi, bsdf=bsdf, emitter=_emitter(lamp.radiance, 1.0, mi))


def _shining(meshes: list[Mesh], bsdf: Any, mi: ModuleType) -> Any:
    if not meshes:
        return _mesh("shining", _speck(0), mi, bsdf=bsdf, emitter=_emitter((0.9, 0.8, 0.7), 0.001, mi))
    surface = meshes[0].surface
    light = linear(surface.color) * surface.emission
    return _mesh("shining", merge(meshes), mi, bsdf=bsdf, emitter=_emitter(light, 0.5, mi))


def _emitter(radiance: Sequence[float] | NDArray[np.float64], weight: float, mi: ModuleType) -> Any:
    value = [float(channel) for channel in radiance]
    return mi.load_dict(
        {"type": "area", "radiance": {"type": "rgb", "value": value}, "sampling_weight": weight}
    )


def _glass(meshes: list[Mesh], mi: ModuleType) -> Any:
    tint = linear(meshes[0].surface.color) if meshes else np.array([0.9, 0.95, 0.93])
    bsdf = mi.load_dict(
        {"type": "dielectric", "specular_transmittance": {"type": "rgb", "value": tint.tolist()}}
    )
    return _mesh("glass", merge(meshes) if meshes else _speck(1), mi, bsdf=bsdf)


def _opaque(atlas: Atlas, mi: ModuleType) -> Any:
    roughness, metallic, clearcoat = (_texture(v, mi, nearest=True) for v in np.split(atlas.values, 3, -1))
    coated = {
        "type": "principled",
        "base_color": _texture(atlas.color, mi),
        "roughness": roughness,
        "metallic": metallic,
        "clearcoat": clearcoat,
        "clearcoat_gloss": 0.95,
        "specular": 0.5,
    }
    bumped = {"type": "bumpmap", "arbitrary": _texture(atlas.bump, mi), "scale": 1.0, "bsdf": coated}
    return _mesh("opaque", atlas.mesh, mi, bsdf=mi.load_dict({"type": "twosided", "bsdf": bumped}))


def _texture(data: NDArray[np.float32], mi: ModuleType, *, nearest: bool = False) -> dict[str, Any]:
    return {
        "type": "bitmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(data)),
        "raw": True,
        "filter_type": "nearest" if nearest else "bilinear",
    }

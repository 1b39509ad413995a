"""Takes the noise out of a picture. Source: Intel Open Image Denoise (https://www.openimagedenoise.org)."""

from functools import cache
from typing import Any

import numpy as np
import pyoidn as oidn  # pyright: ignore[reportMissingImports] - of the extra ``render``
from numpy.typing import NDArray

QUALITY = "FAST"
"""Costs half of HIGH, and is 0.7 dB further from a picture of 64 paths a pixel: none that can be seen."""

_EDGE = 8
"""Pixels by which a picture is mirrored beyond its edges, or the denoiser leaves specks there (5 dB)."""


def denoised(
    light: NDArray[np.float32], albedo: NDArray[np.float32], normals: NDArray[np.float32], threads: int
) -> NDArray[np.float32]:
    """Linear light without its noise; all arrays (height, width, 3)."""
    noisy, colors, directions = (
        np.pad(plane, ((_EDGE, _EDGE), (_EDGE, _EDGE), (0, 0)), mode="symmetric")
        for plane in (light, np.clip(albedo, 0, 1), normals)
    )
    clean = np.empty_like(noisy)
    planes = {
        oidn.OIDN_IMAGE_COLOR: noisy,
        oidn.OIDN_IMAGE_ALBEDO: colors,
        oidn.OIDN_IMAGE_NORMAL: directions,
        oidn.OIDN_IMAGE_OUTPUT: clean,
    }
    denoiser = oidn.Filter(_device(threads), oidn.OIDN_FILTER_TYPE_RT)
    for name, plane in planes.items():
        denoiser.set_image(name, plane, oidn.OIDN_FORMAT_FLOAT3)
    denoiser.set_bool("hdr", True)
    denoiser.set_int("quality", int(getattr(oidn, f"OIDN_QUALITY_{QUALITY}")))
    denoiser.commit()
    denoiser.execute()
    denoiser.release()
    return clean[_EDGE:-_EDGE, _EDGE:-_EDGE]


@cache
def _device(threads: int) -> Any:
    device = oidn.Device(oidn.OIDN_DEVICE_TYPE_CPU)
    device.set_int("numThreads", threads)
    device.commit()
    return device

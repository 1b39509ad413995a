"""From light to a picture: exposure, a soft shoulder for highlights, sRGB."""

import numpy as np
from numpy.typing import NDArray

_SHOULDER = 0.55
"""Linear value up to which colours stay as they are."""


def tone_mapped(light: NDArray[np.float32], exposure: float = -0.05) -> NDArray[np.float32]:
    """Linear light (height, width, 3) as sRGB from 0 to 1; exposure in stops."""
    linear = np.nan_to_num(np.maximum(light, 0)) * 2.0**exposure
    over = np.maximum(linear - _SHOULDER, 0) / (1 - _SHOULDER)
    linear = np.where(over > 0, _SHOULDER + (1 - _SHOULDER) * (1 - np.exp(-over * 0.85)), linear)
    srgb = np.where(
        linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055
    )
    return np.clip(srgb + 0.05 * (srgb - 0.5) * (1 - np.abs(2 * srgb - 1)), 0, 1).astype(np.float32)

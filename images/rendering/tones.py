"""From light to a picture: exposure, a soft shoulder for highlights, sRGB."""

import numpy as np
from numpy.typing import NDArray

EXPOSURE = 0.74
"""Factor under which sunlit white paper is just below white, and paints look as they are named."""
_SHOULDER = 0.7
"""Linear value up to which colours stay as they are."""


def tone_mapped(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Linear light (height, width, 3) as sRGB from 0 to 1."""
    linear = np.maximum(light, 0) * EXPOSURE
    over = np.maximum(linear - _SHOULDER, 0) / (1 - _SHOULDER)
    linear = np.where(over > 0, _SHOULDER + (1 - _SHOULDER) * (1 - np.exp(-over)), linear)
    srgb = np.where(
        linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055
    )
    contrast = 0.06 * (srgb - 0.5) * (1 - np.abs(2 * srgb - 1))
    return np.clip(srgb + contrast, 0, 1).astype(np.float32)

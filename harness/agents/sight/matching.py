"""Classical matching of product pictures: colours, outline and keypoints of the thing, not of its background.

A reference shows the thing from another side, in other light, before another background. So the thing is cut
out first (grabCut), then compared by a histogram of its colours, by oriented gradients of its outline (Dalal
and Triggs, CVPR 2005) and by SIFT keypoints (Lowe, IJCV 2004) that agree on one epipolar geometry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
_WORKING_WIDTH = 240
"""Pictures are compared at this width in pixels: the width at which lists show them."""
_HOG_SIDE, _HOG_CELLS, _HOG_TURNS = 64, 8, 9
_GRADIENT_WEIGHT, _KEYPOINT_WEIGHT = 0.8, 0.5
_GOOD_RATIO = 0.78
"""A keypoint's best match must be nearer than this share of the second best (Lowe, section 7.1)."""


@dataclass(frozen=True, eq=False)
class Sight:
    """What is remembered of one picture."""

    colors: NDArray[np.float32]
    """Histogram over hue, saturation and value of the thing, sum 1."""
    gradients: NDArray[np.float64]
    """Histograms of oriented gradients of the thing's bounding box, length 1."""
    points: NDArray[np.float32]
    """(n, 2) places of keypoints in pixels."""
    features: NDArray[np.float32] | None
    """(n, 128) SIFT descriptors; None where there are no keypoints."""


def describe(image: bytes | Pixels) -> Sight:
    """Look at one picture.

    Args:
        image: an encoded picture (WebP, PNG, JPEG), or its pixels (h, w, 3), blue first.

    Raises:
        ValueError: the bytes are no picture.
    """
    pixels = _decoded(image) if isinstance(image, bytes) else image
    height = max(1, round(pixels.shape[0] * _WORKING_WIDTH / pixels.shape[1]))
    pixels = np.asarray(cv2.resize(pixels, (_WORKING_WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)
    mask = _thing(pixels)
    balanced = _white_balanced(pixels, mask)
    points, features = cv2.SIFT.create(600, contrastThreshold=0.015).detectAndCompute(
        cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), mask * 255
    )
    places = np.array([point.pt for point in points], np.float32).reshape(-1, 2)
    found = None if features is None else np.asarray(features, np.float32)
    return Sight(_colors(balanced, mask), _gradients(balanced, mask), places, found)


def scores(reference: Sight, candidates: Sequence[Sight]) -> NDArray[np.float64]:
    """How well each candidate fits, (n,): three likenesses, each in standard deviations among the others."""
    if not candidates:
        return np.zeros(0)
    colors = np.array([np.minimum(reference.colors, other.colors).sum() for other in candidates])
    gradients = np.array([reference.gradients @ other.gradients for other in candidates])
    keypoints = np.array([_agreeing(reference, other) for other in candidates])
    return (
        _standardised(colors)
        + _GRADIENT_WEIGHT * _standardised(gradients)
        + _KEYPOINT_WEIGHT * _standardised(keypoints)
    )


def _decoded(image: bytes) -> Pixels:
    pixels = cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"expected a picture (WebP, PNG, JPEG), got {len(image)} bytes that are none")
    return np.asarray(pixels, np.uint8)


def _thing(pixels: Pixels) -> Pixels:
    """Mask of the thing, 1 inside: grabCut from a border that is background and a middle that is not."""
    height, width = pixels.shape[:2]
    mask = np.full((height, width), cv2.GC_PR_BGD, np.uint8)
    mask[height // 10 : -height // 10, width // 8 : -width // 8] = cv2.GC_PR_FGD
    edge_y, edge_x = max(1, height // 25), max(1, width // 25)
    mask[:edge_y] = mask[-edge_y:] = mask[:, :edge_x] = mask[:, -edge_x:] = cv2.GC_BGD
    middle_y, middle_x = height // 12, width // 12
    mask[height // 2 - middle_y : height // 2 + middle_y, width // 2 - middle_x : width // 2 + middle_x] = (
        cv2.GC_PR_FGD
    )
    cv2.setRNGSeed(0)
    cv2.grabCut(pixels, mask, (0, 0, 0, 0), np.zeros((1, 65)), np.zeros((1, 65)), 4, cv2.GC_INIT_WITH_MASK)
    found = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(found)
    if count < 2:
        return np.ones_like(found)
    return (labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))).astype(np.uint8)


def _white_balanced(pixels: Pixels, mask: Pixels) -> Pixels:
    """The picture as if its background were grey, so that coloured light cancels out in part."""
    behind = pixels[mask == 0].reshape(-1, 3)
    if len(behind) == 0:
        return pixels
    median = np.median(behind, 0)
    gains = (median.mean() / np.maximum(median, 1)) ** 0.5
    return np.clip(pixels * gains, 0, 255).astype(np.uint8)


def _colors(pixels: Pixels, mask: Pixels) -> NDArray[np.float32]:
    histogram = cv2.calcHist(
        [cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)], [0, 1, 2], mask, [18, 4, 4], [0, 180, 0, 256, 0, 256]
    )
    smooth = cv2.GaussianBlur(histogram.reshape(18, 16), (3, 1), 0)
    return np.asarray(smooth / max(float(smooth.sum()), 1e-9), np.float32).ravel()


def _gradients(pixels: Pixels, mask: Pixels) -> NDArray[np.float64]:
    rows, columns = np.where(mask)
    box = pixels[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    square = cv2.resize(box, (_HOG_SIDE, _HOG_SIDE), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(square, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down)
    turn = ((np.arctan2(down, across) % np.pi) / np.pi * _HOG_TURNS).astype(int) % _HOG_TURNS
    cell = np.arange(_HOG_SIDE) * _HOG_CELLS // _HOG_SIDE
    index = (cell[:, None] * _HOG_CELLS + cell[None, :]) * _HOG_TURNS + turn
    cells = np.bincount(index.ravel(), strength.ravel(), _HOG_CELLS**2 * _HOG_TURNS).reshape(-1, _HOG_TURNS)
    cells /= np.sqrt((cells**2).sum(1, keepdims=True) + 0.5)
    shape = 1.5 * np.log((np.ptp(columns) + 1) / (np.ptp(rows) + 1))
    whole = np.append(cells.ravel(), shape)
    return whole / max(float(np.linalg.norm(whole)), 1e-9)


def _agreeing(one: Sight, other: Sight) -> float:
    """Number of keypoint matches that one epipolar geometry explains."""
    if one.features is None or other.features is None or min(len(one.points), len(other.points)) < 5:
        return 0.0
    pairs: Sequence[Any] = cv2.BFMatcher(cv2.NORM_L2).knnMatch(one.features, other.features, k=2)
    good = [best for best, *rest in pairs if rest and best.distance < _GOOD_RATIO * rest[0].distance]
    if len(good) < 8:
        return len(good) * 0.2
    cv2.setRNGSeed(0)
    first = one.points[[match.queryIdx for match in good]]
    second = other.points[[match.trainIdx for match in good]]
    _, inside = cv2.findFundamentalMat(first, second, cv2.FM_RANSAC, 3, 0.99)
    return len(good) * 0.2 if inside is None else float(inside.sum())


def _standardised(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return (values - values.mean()) / (values.std() + 1e-9)

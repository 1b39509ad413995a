"""Line drawings of the ten categories: on the front page, and in place of a picture that does not exist.

They say only what kind of goods it is about, nothing of the product's own shape, pattern or colour.
"""

from collections.abc import Mapping
from types import MappingProxyType

PICTURE_SIZE = (480, 360)
"""Width and height of every product picture in pixels."""

DRAWINGS: Mapping[str, str] = MappingProxyType(
    {
        "furniture": "M10 23v-7a4 4 0 014-4h20a4 4 0 014 4v7"
        "M6 25a3 3 0 016 0v4h24v-4a3 3 0 016 0v9H6zM11 34v4M37 34v4",
        "home-decor": "M17 8h14l6 14H11zM24 22v14M16 40h16M24 36c-4 0-6 2-6 4M24 36c4 0 6 2 6 4",
        "kitchen": "M10 20h28v12a6 6 0 01-6 6H16a6 6 0 01-6-6zM5 24h5M38 24h5"
        "M8 20h32M21 20v-3h6v3M18 12c0-3 2-3 2-6M28 12c0-3 2-3 2-6",
        "bed-bath": "M6 38V14M6 32h36v6M42 32v-4a6 6 0 00-6-6H18v10M6 22h12M12 22a3.5 3.5 0 100-.01",
        "shoes": "M6 32V18c3 3 7 3 9 0l11 9 11 2c4 1 5 3 5 6v1H6zM6 36v3h36v-3M20 22l-3 3M24 25l-3 3",
        "bags": "M11 18h26l3 22H8zM17 22v-7a7 7 0 0114 0v7",
        "jewelry": "M24 42a12 12 0 100-24 12 12 0 000 24zM18 19l-5-8 5-5h12l5 5-5 8M13 11h22M20 6l4 13 4-13",
        "phone-tech": "M15 5h18a3 3 0 013 3v32a3 3 0 01-3 3H15a3 3 0 01-3-3V8a3 3 0 013-3z"
        "M12 11h24M12 36h24M22 39.5h4",
        "grocery-health": "M24 15c-5-5-14-3-14 7 0 9 7 19 11 19"
        " 2 0 2-1 3-1s1 1 3 1c4 0 11-10 11-19 0-10-9-12-14-7zM24 15c0-5 2-8 6-10",
        "office-tools": "M8 40l2-9L32 9a4 4 0 015 0l2 2a4 4 0 010 5L17 38zM28 13l7 7M10 31l7 7",
    }
)
"""Category -> path data in a square of 48 units, to be stroked."""


def placeholder(category: str) -> str:
    """A neutral picture (SVG text) for a product of the category."""
    width, height = PICTURE_SIZE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="#efece4"/>'
        '<circle cx="240" cy="180" r="118" fill="#f7f5f0"/>'
        '<g transform="translate(168 108) scale(3)" fill="none" stroke="#a39c8b" stroke-width="1.2"'
        ' stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{DRAWINGS[category]}"/></g></svg>'
    )

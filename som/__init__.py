"""Set-of-Marks: boxes and a screenshot in, a marked screenshot out. Knows only pixels and numbers.

`ink_mask` finds what labels should not hide, `place_marks` gives every element a label, `draw_marks` draws.
Source: Yang et al., Set-of-Mark Prompting, and the LoWAgent paper, section 3.2.
"""

from som.decoding import decode_png
from som.drawing import draw_marks
from som.encoding import encode_png, encode_with_tiles
from som.geometry import Box, Element, Mark, MarkKind
from som.ink import ink_mask
from som.labels import digits_box, label_size
from som.placement import Placement
from som.tiling import tile_cuts

__all__ = [
    "Box",
    "Element",
    "Mark",
    "MarkKind",
    "Placement",
    "decode_png",
    "digits_box",
    "draw_marks",
    "encode_png",
    "encode_with_tiles",
    "ink_mask",
    "label_size",
    "tile_cuts",
]

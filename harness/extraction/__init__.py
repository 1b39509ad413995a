"""From the HTML of either browser to an observation: one extractor, so that the two engines can't differ.

It reads markup alone: sites hide nothing by style sheets, so what is not marked ``hidden`` is visible.
Links and forms are numbered in document order, all ``a[href]`` and all ``form``, which is also how marks
are numbered. Source: LoWAgent paper, section 3.2.
"""

from harness.extraction.accessibility import print_tree
from harness.extraction.forms import Control, FormControls
from harness.extraction.page import ParsedPage, describe_other_content, extract, parse_page
from harness.extraction.pictures import PicturedText, PictureSource, read_pictures
from harness.extraction.pruning import prune
from harness.extraction.rendering import form_lines, head_lines, link_line, options_text, render

__all__ = [
    "Control",
    "FormControls",
    "ParsedPage",
    "PictureSource",
    "PicturedText",
    "describe_other_content",
    "extract",
    "form_lines",
    "head_lines",
    "link_line",
    "options_text",
    "parse_page",
    "print_tree",
    "prune",
    "read_pictures",
    "render",
]

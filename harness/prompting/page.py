"""A page as the pieces of which a prompt is made, each with its worth: what may be left out, and what first.

Text is worth least, because links and forms are what an agent acts on; a line with a link is left out before
one of a form. In views that mix all three (the accessibility tree, markup) a line is worth what stands on it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from harness.agents.settings import ObservationMode
from harness.errors import ConfigError
from harness.extraction import form_lines, head_lines, link_line, options_text
from harness.observation import Form, Observation, PagePicture

LONG_LINE_CHARACTERS = 400
"""A longer line is several pieces, cut at blanks."""
PICTURE_MARK = "[picture {}]"
_LINK = re.compile(r"^\s*\[\d+\] ")
_FORM = re.compile(r"^(?P<indent>\s*)\[F\d+\] ")
_LINK_TAG = re.compile(r"<a mark=")


class Worth(IntEnum):
    """Which pieces of a page go first when it is too long."""

    TEXT = 0
    LINK = 1
    FORM = 2
    KEPT = 3
    """Never."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a page's text, white space included: all pieces together are the text."""

    text: str
    worth: Worth


def page_pieces(
    seen: Observation, mode: ObservationMode, captions: Callable[[PagePicture], str] | None = None
) -> tuple[Piece, ...]:
    """The text of a page as a mode shows it.

    Args:
        seen: the page, with the captures of the mode (`harness.prompting.needed_captures`).
        mode: how it is shown.
        captions: what a picture shows; only for ``caption``.

    Raises:
        ConfigError: the observation lacks what the mode shows.
    """
    _require_capture(seen, mode)
    return (*_lines(head_lines(seen), Worth.KEPT), *_body(seen, mode, captions))


def _require_capture(seen: Observation, mode: ObservationMode) -> None:
    """What is no page of HTML has no captures: its text is all there is to show."""
    captures: dict[ObservationMode, object] = {
        "som": seen.screenshot,
        "screenshot": seen.screenshot,
        "axtree": seen.axtree,
        "html": seen.html,
        "caption": seen.pictures,
    }
    is_page = bool(seen.marked_text or seen.links or seen.forms)
    if is_page and captures.get(mode, seen) is None:
        raise ConfigError(
            f"--obs {mode} shows what this browser did not capture of {seen.url}: "
            f"give it the options of needed_captures({mode!r}, …)"
        )


def _body(
    seen: Observation, mode: ObservationMode, captions: Callable[[PagePicture], str] | None
) -> Iterator[Piece]:
    if mode == "axtree" and seen.axtree is not None:
        return _tree_pieces(seen.axtree)
    if mode == "html" and seen.html is not None:
        return _markup_pieces(seen.html)
    if mode == "screenshot" and seen.screenshot is not None:
        return _unseen_pieces(seen.forms)
    if captions is not None and seen.pictures is not None:
        return _text_pieces(seen, _described(seen.pictured_text, seen.pictures, captions))
    return _text_pieces(seen, seen.marked_text)


def _text_pieces(seen: Observation, text: str) -> Iterator[Piece]:
    yield from _lines(["", "TEXT:"], Worth.KEPT)
    yield from _lines((text or seen.text).split("\n"), Worth.TEXT)
    yield from _lines(["", "LINKS:"], Worth.KEPT)
    yield from _lines(map(link_line, seen.links), Worth.LINK)
    yield from _lines(["", "FORMS:"], Worth.KEPT)
    for form in seen.forms:
        yield from _lines(form_lines(form), Worth.FORM)


def _described(text: str, pictures: Sequence[PagePicture], captions: Callable[[PagePicture], str]) -> str:
    """The page's text with a caption at the place of each picture."""
    parts, rest = [], text
    for picture in pictures:
        mark = PICTURE_MARK.format(picture.index)
        before, found, after = rest.partition(mark)
        if found:
            parts += [before, f"{mark[:-1]}: {captions(picture)}]"]
            rest = after
    return "".join([*parts, rest])


def _tree_pieces(tree: str) -> Iterator[Piece]:
    yield from _lines(["", "ACCESSIBILITY TREE:"], Worth.KEPT)
    form_depth: int | None = None
    for line in tree.split("\n"):
        depth = len(line) - len(line.lstrip(" "))
        if form_depth is not None and depth <= form_depth:
            form_depth = None
        form = _FORM.match(line)
        if form is not None:
            form_depth = len(form["indent"])
        if form_depth is not None:
            yield from _lines([line], Worth.FORM)
        else:
            yield from _lines([line], Worth.LINK if _LINK.match(line) else Worth.TEXT)


def _markup_pieces(markup: str) -> Iterator[Piece]:
    yield from _lines(["", "HTML:"], Worth.KEPT)
    is_in_form = False
    for line in markup.split("\n"):
        is_in_form = is_in_form or line.startswith("<form")
        worth = Worth.FORM if is_in_form else Worth.LINK if _LINK_TAG.search(line) else Worth.TEXT
        yield from _lines([line], worth)
        is_in_form = is_in_form and not line.endswith("</form>")


def _unseen_pieces(forms: Sequence[Form]) -> Iterator[Piece]:
    """What no picture shows, and `fill` needs: the names of fields, and the choices of closed lists."""
    yield from _lines(["", "FIELDS:"], Worth.KEPT)
    for form in forms:
        names = [
            f"  {field.name}; options: {options_text(field)}" if field.kind == "select" else f"  {field.name}"
            for field in form.fields
        ]
        yield from _lines([f"[F{form.index}]", *names], Worth.FORM)


def _lines(lines: Iterable[str], worth: Worth) -> Iterator[Piece]:
    for line in lines:
        rest = f"{line}\n"
        while len(rest) > LONG_LINE_CHARACTERS and worth is not Worth.KEPT:
            end = _blank_before(rest, LONG_LINE_CHARACTERS)
            yield Piece(rest[:end], worth)
            rest = rest[end:]
        yield Piece(rest, worth)


def _blank_before(text: str, limit: int) -> int:
    """Where to cut: after a blank that stands in no brackets, else at the limit."""
    for end in range(limit, limit // 2, -1):
        if text[end - 1] == " " and text[:end].count("[") == text[:end].count("]"):
            return end
    return limit

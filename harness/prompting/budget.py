"""What is left out of a prompt that is too long, by one rule, stated in docs/agents.md.

1. Earlier steps, the oldest first.
2. The page's text, from its middle outwards.
3. Then its links, then its forms, each from the middle of their list outwards.

Where something of the page is missing, a line says so and how many tokens it was. The instructions, the task,
the reference pictures, the error of the last action and the address of the page are never left out.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from harness.errors import AgentError
from harness.prompting.page import Piece, Worth
from harness.records import CutRecord

GAP = "[… {} tokens of the page left out …]"
FURTHER_GAP = "[…]"
"""Every further place at which something is missing: the first line counts it too."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What is kept of a prompt."""

    steps: tuple[str, ...]
    """The latest of the earlier steps."""
    page: str
    record: CutRecord


def cut_to_fit(
    steps: Sequence[str],
    page: Sequence[Piece],
    budget: int,
    size: Callable[[Sequence[str], str], int],
    count: Callable[[str], int],
) -> Cut:
    """Leave out as little as makes a prompt fit.

    Args:
        steps: earlier steps, oldest first.
        page: the pieces of the page.
        budget: tokens of the whole prompt.
        size: tokens of the whole prompt with these steps and this page.
        count: tokens of a text.

    Raises:
        AgentError: what may not be left out is too long by itself.
    """
    whole = "".join(piece.text for piece in page)
    for left_out in range(len(steps) + 1):
        kept = tuple(steps[left_out:])
        if size(kept, whole) <= budget:
            return Cut(kept, whole, CutRecord(steps=left_out))
    missing: set[int] = set()
    for worth in (Worth.TEXT, Worth.LINK, Worth.FORM):
        places = [place for place, piece in enumerate(page) if piece.worth is worth]
        shorter = _shortened(page, missing, places, lambda text: size((), text) <= budget, count)
        if shorter is not None:
            text, tokens = shorter
            return Cut((), text, CutRecord(steps=len(steps), text_tokens=tokens))
        missing |= set(places)
    least, _ = _assemble(page, missing, count)
    raise AgentError(
        f"a prompt of {budget:,} tokens can't hold the instructions, the task and the last error: they take "
        f"{size((), least):,} tokens; raise --context-tokens, or choose a model with a longer context"
    )


def _shortened(
    page: Sequence[Piece],
    missing: Set[int],
    places: Sequence[int],
    fits: Callable[[str], bool],
    count: Callable[[str], int],
) -> tuple[str, int] | None:
    """The page with few of ``places`` left out, from their middle; None if it is too long without any."""

    def without(number: int) -> tuple[str, int]:
        start = (len(places) - number) // 2
        return _assemble(page, missing | set(places[start : start + number]), count)

    found = without(len(places))
    if not places or not fits(found[0]):
        return None
    low, high = 1, len(places)
    while low < high:
        middle = (low + high) // 2
        tried = without(middle)
        if fits(tried[0]):
            high, found = middle, tried
        else:
            low = middle + 1
    return found


def _assemble(page: Sequence[Piece], missing: Set[int], count: Callable[[str], int]) -> tuple[str, int]:
    """The text with gaps, and the tokens that are missing."""
    tokens = count("".join(page[place].text for place in sorted(missing)))
    return "".join(_with_gaps(page, missing, tokens)), tokens


def _with_gaps(page: Sequence[Piece], missing: Set[int], tokens: int) -> Iterator[str]:
    gap, is_open, at_line_start = GAP.format(f"{tokens:,}"), False, True
    for place, piece in enumerate(page):
        if place not in missing:
            yield piece.text
            is_open, at_line_start = False, piece.text.endswith("\n")
        elif not is_open:
            yield f"{gap}\n" if at_line_start else f"\n{gap}\n"
            gap, is_open, at_line_start = FURTHER_GAP, True, True

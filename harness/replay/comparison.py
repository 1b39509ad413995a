"""What of an episode must come again: path, page and rows of each step, and in the end the verdict.

The links of an interruption are new on every visit (`disruptions.state`). They stand at the same places of
its pages, so that those of a record are known again by their order.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from harness.addresses import site_path
from harness.evaluation.rows import describe_change
from harness.extraction import render
from harness.observation import Observation
from harness.records import ChangeRecord, EpisodeRecord, StepRecord
from harness.replay.rendered import read_links
from harness.rescoring import both_texts

Part = Literal["path", "observation", "error", "rows", "ending", "verdict"]

VERDICT_FIELDS = (
    "error",
    "outcome",
    "limit",
    "answer",
    "steps",
    "budget",
    "final_url",
    "disruptions",
    "checks",
    "changes",
    "foreign",
)
"""Fields of an episode's record that a replay brings again, those first that explain the others."""
NOTHING = "nothing"
CONTEXT_LINES = 1
MOST_LINES = 20
MOST_COLUMNS = 160


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that did not come again."""

    step: int | None
    """None where all steps did, and the verdict did not."""
    part: Part
    recorded: str
    came: str
    what: str = ""
    """Which field of the verdict."""

    def text(self) -> str:
        """The difference for people; of long texts only the lines that differ."""
        name = self.what if self.part == "verdict" else self.part
        place = "the verdict" if self.step is None else f"step {self.step}"
        head = f"{place} differs in its {name}"
        if "\n" in self.recorded.strip() or "\n" in self.came.strip():
            return "\n".join([f"{head} (- recorded, + came)", *_changed_lines(self.recorded, self.came)])
        return f"{head}\n  recorded: {self.recorded}\n  came:     {self.came}"


@dataclass(slots=True)
class Renaming:
    """The links of interruptions in a record -> those of its replay."""

    links: dict[str, str] = field(default_factory=dict)

    def learn(self, recorded: StepRecord, seen: Observation) -> None:
        """Take up the links of a page; only those of interruptions are new on every visit."""
        if recorded.disruption is None:
            return
        old = list(read_links(recorded.observation).values())
        if len(old) == len(seen.links):
            self.links |= {before: link.href for before, link in zip(old, seen.links, strict=True)}

    def apply(self, text: str) -> str:
        """A text of the record as the replay would have written it."""
        for before, now in self.links.items():
            text = text.replace(before, now)
        return text


def compare_page(recorded: StepRecord, seen: Observation, renaming: Renaming) -> Difference | None:
    """The first difference of the page that a step begins with: its path, or what it shows.

    Args:
        recorded: the step on record.
        seen: the page of the replay.
        renaming: links of interruptions; those of this page are taken up.
    """
    renaming.learn(recorded, seen)
    path = renaming.apply(site_path(recorded.url, seen.url))
    came = site_path(seen.url, seen.url)
    if path != came:
        return Difference(recorded.step, "path", path, came)
    text, now = renaming.apply(recorded.observation), render(seen)
    return None if text == now else Difference(recorded.step, "observation", text, now)


def compare_result(recorded: StepRecord, came: StepRecord, renaming: Renaming) -> Difference | None:
    """The first difference in what a step has brought: what went wrong, or the rows."""
    error = None if recorded.error is None else renaming.apply(recorded.error)
    if error != came.error:
        return Difference(recorded.step, "error", error or NOTHING, came.error or NOTHING)
    if _plain(recorded.rows) != _plain(came.rows):
        before, now = (_described(rows) for rows in (recorded.rows, came.rows))
        return Difference(recorded.step, "rows", before, now)
    return None


def compare_verdict(recorded: EpisodeRecord, came: EpisodeRecord, renaming: Renaming) -> Difference | None:
    """The first difference of the verdicts."""
    # As they would be read back: what was recorded has been through JSON.
    came = EpisodeRecord.model_validate_json(came.model_dump_json())
    for name in VERDICT_FIELDS:
        before, now = getattr(recorded, name), getattr(came, name)
        if isinstance(before, str):
            before = renaming.apply(before)
        if before != now:
            return Difference(None, "verdict", *both_texts(before, now), what=name)
    return None


def _plain(rows: Sequence[ChangeRecord]) -> list[Mapping[str, Any]]:
    return [row.model_dump(mode="json") for row in rows]


def _described(rows: Sequence[ChangeRecord]) -> str:
    return "\n".join(describe_change(row.to_change()) for row in rows) or NOTHING


def _changed_lines(recorded: str, came: str) -> Iterator[str]:
    """A unified diff without its head, cut where it is long."""
    lines = difflib.unified_diff(recorded.splitlines(), came.splitlines(), n=CONTEXT_LINES, lineterm="")
    shown = list(lines)[2:]
    for line in shown[:MOST_LINES]:
        yield line if len(line) <= MOST_COLUMNS else f"{line[: MOST_COLUMNS - 1]}…"
    if len(shown) > MOST_LINES:
        yield f"… and {len(shown) - MOST_LINES} lines more"

"""What is noted of each step while an episode runs: what was seen and done, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self

from disruptions import Kind
from harness.actions import Action
from harness.agents.protocol import Reply
from harness.extraction import render
from harness.observation import Observation, Screenshot
from harness.prompt_record import prompt_record
from harness.records import (
    ChangeRecord,
    Intervention,
    MarkRecord,
    RectPx,
    RunRecorder,
    StepRecord,
    StepTiming,
    episode_name,
)
from harness.reference_path import ReferencePath
from harness.replies import written_action
from harness.screenshots import ScreenshotKeeper
from sites.kit.changes import RowChange
from sites.kit.errors import ServerError
from som import Box, Mark
from tasks import TaskInstance


@dataclass(frozen=True, slots=True)
class TakenStep:
    """A step that is over."""

    seen: Observation
    """The page that it was taken on."""
    disruption: Kind | None
    """Which interruption that page was, if it was one."""
    reply: Reply
    action: Action | None
    """What was done; None where nothing was."""
    error: str | None
    """What was wrong with it, as the agent is told next."""
    timing: StepTiming
    intervention: Intervention | None = None


@dataclass(slots=True)
class StepNotes:
    """The steps of one episode as they will be recorded."""

    task: TaskInstance
    recorder: RunRecorder | None
    """Keeps pictures; None keeps none."""
    read_rows: Callable[[], Sequence[RowChange]]
    """The rows that differ from the reset now."""
    repeat: int
    attempt: int
    steps: list[StepRecord] = field(default_factory=list)
    _path: ReferencePath = field(init=False)
    _rows: tuple[ChangeRecord, ...] = ()
    _pages: ScreenshotKeeper | None = field(init=False)

    def __post_init__(self) -> None:
        """Nothing of the reference is done yet."""
        self._path = ReferencePath(self.task.reference)
        name = episode_name(self.task.instance_id, self.repeat)
        self._pages = ScreenshotKeeper(self.recorder, name) if self.recorder else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is written any more."""
        if self._pages is not None:
            self._pages.close()

    def finish(self) -> None:
        """Wait until the pictures of all steps are written.

        Raises:
            OSError: one could not be.
        """
        if self._pages is not None:
            self._pages.finish()

    def note(self, taken: TakenStep) -> StepRecord:
        """Note a step; its number is the next."""
        seen, reply = taken.seen, taken.reply
        number = len(self.steps) + 1
        shot = seen.screenshot if self.recorder is not None else None
        self._look_at_rows()
        step = StepRecord(
            instance_id=self.task.instance_id,
            repeat=self.repeat,
            attempt=self.attempt,
            step=number,
            url=seen.url,
            title=seen.title,
            status=seen.status,
            observation=render(seen),
            disruption=taken.disruption,
            screenshot=self._keep(shot, number),
            marks=tuple(map(mark_record, shot.marks)) if shot else (),
            reply=reply.text,
            prompt=prompt_record(reply.prompt, self.recorder) if reply.prompt else None,
            calls=reply.calls,
            confidence=reply.confidence,
            action=written_action(taken.action),
            intervention=taken.intervention,
            error=taken.error,
            rows=self._rows,
            on_path=self._is_on_path(taken),
            input_tokens=reply.input_tokens,
            output_tokens=reply.output_tokens,
            cost_usd=reply.cost_usd,
            timing=taken.timing,
        )
        self.steps.append(step)
        return step

    def _is_on_path(self, taken: TakenStep) -> bool | None:
        if taken.action is None or taken.disruption is not None or not self.task.reference:
            return None
        return self._path.follow(taken.action, taken.seen, failed=taken.error is not None)

    def _look_at_rows(self) -> None:
        """Where the site does not answer, what is known stays: the episode is about to end in an error."""
        try:
            self._rows = tuple(map(ChangeRecord.of, self.read_rows()))
        except ServerError:
            return

    def _keep(self, shot: Screenshot | None, number: int) -> str | None:
        if self._pages is None or shot is None or shot.unmarked is None:
            return None
        return self._pages.keep(number, shot.unmarked)


def mark_record(mark: Mark) -> MarkRecord:
    """The record of a mark, in whole px."""
    return MarkRecord(
        index=int(mark.id.removeprefix("F")),
        kind=mark.kind,
        boxes=tuple(map(_rounded, mark.boxes)),
        label=_rounded(mark.label),
    )


def _rounded(box: Box) -> RectPx:
    return round(box.x0), round(box.y0), round(box.x1), round(box.y1)

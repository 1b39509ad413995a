"""What is noted of each step while an episode runs: what was seen and done, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

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
from harness.screenshots import encode_screenshot
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
    _last: tuple[NDArray[np.uint8], str] | None = None
    """The latest picture and where it is kept."""

    def __post_init__(self) -> None:
        """Nothing of the reference is done yet."""
        self._path = ReferencePath(self.task.reference)

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
        if self.recorder is None or shot is None or shot.unmarked is None:
            return None
        if self._last is None or not np.array_equal(self._last[0], shot.unmarked):
            name = episode_name(self.task.instance_id, self.repeat)
            path = self.recorder.save_screenshot(name, number, *encode_screenshot(shot.unmarked))
            self._last = shot.unmarked, path
        return self._last[1]


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

"""The lines of a run record. Everything that a clock decides lies in ``timing``."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, StringConstraints

from disruptions import Kind, Mode
from harness.addresses import take_apart
from harness.evaluation import CheckKind, CheckResult
from harness.records.base import RecordModel
from harness.records.calls import CallRecord, PromptRecord
from sites.kit.changes import ChangeKind, RowChange, Value
from sites.kit.localization import LANGUAGES
from som import MarkKind
from tasks.models import AnswerCheck, Difficulty, RowCheck, Split, TaskKind, TaskType

FORMAT_VERSION = 2
"""Raised when a reader of the old format would misread the new one."""

InstanceId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+$")]
"""``ministore-017-ur``. Folders and pages are named for it: it must not lead out of the run's folder."""

Outcome = Literal["solved", "unsolved", "limit", "error"]
"""``limit``: out of steps, time, tokens or money. ``error``: infrastructure; never counted as a score."""

OUTCOME_LETTERS: Mapping[Outcome, str] = {"solved": "S", "unsolved": "U", "limit": "L", "error": "E"}
"""One letter for each, where there is no room for more."""

Setting = str | int | float | bool | None
"""A value of a setting, as manifests hold it."""

ErrorSource = Literal["model", "agent", "machine"]
"""Whose fault an error is: a model's service, the agent's own program, or site, browser and the rest."""

Intervention = Literal["edited", "skipped", "by_hand", "ended"]
"""How a person stepped in: another action was done, none was, the person acted in the agent's place, or the
episode was ended."""

DisruptionEnding = Literal["dismissed", "accepted", "stopped", "limit", "error"]
"""``stopped``: the agent stopped while it was active. ``limit``, ``error``: so did the episode."""

RectPx = tuple[int, int, int, int]
"""left, top, right, bottom in image px from the top left; right and bottom are outside."""

HIDDEN_PATH = "/…"
"""Stands for the random path of an interruption's link (`StepRecord.path`)."""
_RANDOM_PATH = re.compile(r"/[A-Za-z0-9_-]{22}")


def _known_language(code: str) -> str:
    if code not in LANGUAGES:
        raise ValueError(f"unknown language {code!r}: this version knows {', '.join(LANGUAGES)}")
    return code


LangCode = Annotated[str, AfterValidator(_known_language)]
"""Code of the language table."""


def episode_name(instance_id: str, repeat: int) -> str:
    """What an episode is called: ``ministore-017-ur``, and ``ministore-017-ur~2`` where it is a repeat."""
    return instance_id if repeat == 1 else f"{instance_id}~{repeat}"


class ManifestTiming(RecordModel):
    """When the run began."""

    started_at: str
    """ISO time with zone."""


class Manifest(RecordModel):
    """What was run, with which code: one a run."""

    format: int = FORMAT_VERSION
    """Version of the record's format."""
    model: str
    """Specification of the agent, as given to ``--model``."""
    engine: str
    """``chromium`` or ``http``."""
    sites: tuple[str, ...]
    """Sites whose tasks were asked for."""
    langs: tuple[LangCode, ...]
    """Languages that were asked for."""
    seed: int
    """Seed of agents that draw."""
    taskset_seed: int = 0
    """Draws the values in tasks; 0 is the published set."""
    taskset_version: str | None = None
    """Version of the tasks (`tasks.taskset_version`); None in records from before there was one."""
    instances: tuple[InstanceId, ...]
    """Every instance that the run is to hold, in order."""
    task_digest: str
    """SHA-256 of these tasks (`tasks.taskset_hash`): runs with equal digests ran the same tasks, and an
    export with the same hash holds them."""
    versions: Mapping[str, str]
    """Name -> version: lowagent, Python, Playwright, Chromium and other libraries that decide results."""
    git_commit: str | None
    """Commit of the code, with ``-dirty`` where it was changed; None outside a repository."""
    hashes: Mapping[str, str] = {}
    """What -> SHA-256 of its files, where it decides results: code, each site, prompt, pictures, fonts, and
    the data of tesseract."""
    settings: Mapping[str, Setting]
    """Other settings of the run that decide results (limits, screenshots, repeats)."""
    agent: Mapping[str, Setting] = {}
    """Settings of an agent with a model behind it (`harness.agents.settings`); empty for others."""
    model_settings: Mapping[str, Setting] = {}
    """Settings of that model (`harness.models`)."""
    timing: ManifestTiming
    """What differs from run to run."""

    @property
    def repeats(self) -> int:
        """How often each instance is run."""
        return int(self.settings.get("repeats") or 1)

    @property
    def episodes(self) -> tuple[str, ...]:
        """Names of all episodes that the run is to hold (`episode_name`), in order."""
        repeats = range(1, self.repeats + 1)
        return tuple(episode_name(instance, repeat) for repeat in repeats for instance in self.instances)


class CheckRecord(RecordModel):
    """One check of an evaluation."""

    kind: CheckKind
    """What it looks at: answer, rows, page, other_changes or disruption."""
    name: str
    """What was checked, in words."""
    passed: bool
    """Whether it holds."""
    expected: str
    """What was expected."""
    got: str
    """What was found."""
    task_check: AnswerCheck | RowCheck | None = None
    """What the task says of an answer or of rows; None for other kinds."""

    @classmethod
    def of(cls, check: CheckResult) -> "CheckRecord":
        """The record of a check."""
        return cls(
            kind=check.kind,
            name=check.name,
            passed=check.passed,
            expected=check.expected,
            got=check.got,
            task_check=check.task_check,
        )


class ChangeRecord(RecordModel):
    """One changed row."""

    table: str
    """The table."""
    kind: ChangeKind
    """added, removed or changed."""
    before: Mapping[str, Value] | None
    """Column -> value at reset; None for an added row."""
    after: Mapping[str, Value] | None
    """Column -> value after the step or episode; None for a removed row."""

    @classmethod
    def of(cls, change: RowChange) -> "ChangeRecord":
        """The record of a change."""
        return cls(table=change.table, kind=change.kind, before=change.before, after=change.after)

    def to_change(self) -> RowChange:
        """The change of a record."""
        return RowChange(self.table, self.kind, self.before, self.after)


class PictureRecord(RecordModel):
    """One picture that an agent was shown with its task."""

    path: str
    """As the task names it: relative to the repository."""
    sha256: str
    """Of the file, hex."""
    copy_path: str | None
    """Path of the copy in the run's folder; None where the episode was not recorded there."""


class DisruptionRecord(RecordModel):
    """One interruption that an episode was shown."""

    kind: Kind
    """cookie_notice or advertisement."""
    shown_step: int
    """The first step whose page it was; one more than the last where no step was left."""
    ended_step: int | None
    """The step that dismissed or accepted it; None where none did."""
    ending: DisruptionEnding
    """What became of it."""
    requests: int
    """Page requests that it cost: each time it was shown, and the click that ended it."""


class EpisodeTiming(RecordModel):
    """How long an episode took."""

    started_at: str
    """ISO time with zone."""
    seconds: float
    """From reset to evaluation."""


class EpisodeRecord(RecordModel):
    """One episode: what it was, how it ended, and why."""

    instance_id: InstanceId
    """``ministore-017-ur``."""
    task_id: str
    """``ministore-017``."""
    site: str
    """Site."""
    lang: LangCode
    """Language."""
    kind: TaskKind
    """text or visual."""
    type: TaskType
    """info, state or unachievable."""
    split: Split
    """train or test."""
    twin_of: str | None = None
    """The unachievable task whose achievable twin this is; twins are outside of the success rate."""
    difficulty: Difficulty
    """easy, medium or hard."""
    category: str
    """shopping, information, booking or social."""
    reference_steps: int
    """Steps of the task's reference, its stop included."""
    intent: str
    """The sentence that the agent was given."""
    intent_en: str = ""
    """The same task's sentence in English, for who can't read the other; "" for a task without templates."""
    pictures: tuple[PictureRecord, ...] = ()
    """The pictures that went with it; empty where they could not be read."""
    repeat: int = 1
    """1, or more where each task was run several times."""
    attempt: int
    """1, or more where it was run again after an error."""
    outcome: Outcome
    """How it ended."""
    steps: int
    """Replies of the agent, bad ones included."""
    budget: int
    """Replies it was allowed, those for disruptions included."""
    disruption_mode: Mode | None = None
    """How it was disrupted; None where it was not."""
    disruption_seed: int | None = None
    """What chose the wordings of the disruptions."""
    disruptions: tuple[DisruptionRecord, ...] = ()
    """Every interruption that was shown, in order."""
    answer: str | None
    """What it stopped with; None where it did not stop."""
    final_url: str
    """Address of the last page; "" where none was opened."""
    limit: str | None
    """Which limit ended it (steps, seconds, tokens, cost), or ``person`` where one did; None else."""
    interventions: int = 0
    """Steps in which a person stepped in: where there are any, it is not the agent's own episode."""
    error: str | None
    """What failed, where the outcome is error."""
    error_source: ErrorSource | None = None
    """Whose fault it is, where the outcome is error."""
    confidence: int | None = None
    """0 to 100: how sure the agent said it was of its answer."""
    calls: int = 0
    """Calls of a model, failed ones included."""
    retries: int = 0
    """Calls that failed."""
    cached_tokens: int = 0
    """Sum over the calls; part of ``input_tokens``."""
    reasoning_tokens: int = 0
    """Sum over the calls; part of ``output_tokens``."""
    checks: tuple[CheckRecord, ...]
    """Every check of the task; empty where the outcome is error."""
    changes: tuple[ChangeRecord, ...]
    """Every row that the episode changed."""
    foreign: tuple[ChangeRecord, ...]
    """Those of them that the task does not bring with it."""
    input_tokens: int
    """Sum over the steps."""
    output_tokens: int
    """Sum over the steps."""
    cost_usd: float
    """Sum over the steps."""
    timing: EpisodeTiming
    """What differs from run to run."""

    @property
    def episode_id(self) -> str:
        """``ministore-017-ur``, or ``ministore-017-ur~2`` where it is a repeat."""
        return episode_name(self.instance_id, self.repeat)


class MarkRecord(RecordModel):
    """A numbered mark on a screenshot."""

    index: int
    """Number of the link or of the form, as actions name it."""
    kind: MarkKind
    """link or form."""
    boxes: tuple[RectPx, ...]
    """What it outlines: a box for each line of a wrapped link."""
    label: RectPx | None = None
    """Where its number stood."""


class StepTiming(RecordModel):
    """How long the parts of a step took."""

    agent_seconds: float
    """Until the agent had replied."""
    browser_seconds: float
    """Until the next observation."""


class StepRecord(RecordModel):
    """One step: what the agent saw, what it replied, what came of it."""

    instance_id: InstanceId
    """The episode's instance."""
    repeat: int = 1
    """The episode's repeat."""
    attempt: int
    """The episode's attempt."""
    step: int
    """From 1."""
    url: str
    """Address of the page that was seen."""
    title: str
    """Its title."""
    status: int
    """Its HTTP status."""
    observation: str
    """The page as text (`harness.extraction.render`), with the error of the step before."""
    disruption: Kind | None = None
    """Which interruption the page was, if it was one."""
    screenshot: str | None
    """Path in the run's folder of the full page as a picture without marks; a page that looks like the one of
    the step before shares its file. None where none was taken; runs that keep only failures remove others."""
    marks: tuple[MarkRecord, ...] = ()
    """The marks that the agent was shown on that picture, in its px; empty where none was taken."""
    reply: str
    """What the agent replied."""
    prompt: PromptRecord | None = None
    """What its model was sent; None for agents without a model."""
    calls: tuple[CallRecord, ...] = ()
    """Calls of its model, failed ones included."""
    confidence: int | None = None
    """0 to 100, where the agent was asked for it and stopped with one."""
    action: str | None
    """What was done, in canonical writing: the action in the reply, unless a person stepped in; None where
    nothing was."""
    intervention: Intervention | None = None
    """How a person stepped in; None where the step is the agent's own."""
    error: str | None
    """What was wrong with the action, as the agent is told next."""
    rows: tuple[ChangeRecord, ...] = ()
    """Every row that differs from the reset once the step was done; as of the step before where the site did
    not answer any more."""
    on_path: bool | None = None
    """Whether the action is the reference's next one (`harness.reference_path`); None for what interruptions
    are answered with, and where there is no action. Other ways may lead to the same end."""
    input_tokens: int
    """Tokens of the prompt."""
    output_tokens: int
    """Tokens of the reply."""
    cost_usd: float
    """Price of the reply."""
    timing: StepTiming
    """What differs from run to run."""

    @property
    def episode_id(self) -> str:
        """That of its episode."""
        return episode_name(self.instance_id, self.repeat)

    @property
    def path(self) -> str:
        """Path and query of the page that was seen; "" where none was.

        An interruption whose own link was opened again is at a random path, for which `HIDDEN_PATH` stands.
        """
        try:
            address = take_apart(self.url)
        except ValueError:
            return ""
        if self.disruption is not None and _RANDOM_PATH.fullmatch(address.path):
            return HIDDEN_PATH
        return address.path if address.query is None else f"{address.path}?{address.query}"

"""What the pages of episodes show, as plain texts in the order of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from harness.interruptions import KIND_NAMES
from harness.records import (
    ChangeRecord,
    CheckRecord,
    DisruptionRecord,
    EpisodeRecord,
    PictureRecord,
    StepRecord,
)
from harness.review.index_rows import page_name
from sites.kit.changes import Value
from sites.kit.localization import get_language

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DisruptionView:
    """One interruption of an episode."""

    kind: str
    shown_step: int
    ended_step: int | None
    ending: str
    requests: int


@dataclass(frozen=True, slots=True)
class CellView:
    """One column of a changed row."""

    column: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One changed row."""

    table: str
    kind: str
    key: str
    """First column and its value, by which a person recognises the row."""
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """One step."""

    number: int
    url: str
    """Readable: percent escapes are undone."""
    status: int
    disruption: str | None
    """Which interruption the page was, if it was one."""
    screenshot: str | None
    """Address relative to the page; None where there is none."""
    observation: str
    reply: str
    error: str | None
    timing: str


@dataclass(frozen=True, slots=True)
class PictureView:
    """One picture that went with the intent."""

    path: str
    """Where it stands in the repository."""
    copy: str | None
    """Address relative to the page; None where the copy is gone."""


@dataclass(frozen=True, slots=True)
class EpisodeView:
    """One episode."""

    page: str
    """File name."""
    name: str
    """That of the episode."""
    type: str
    html_lang: str
    direction: str
    intent: str
    pictures: tuple[PictureView, ...]
    """Those that went with the intent."""
    outcome: str
    answer: str | None
    error: str | None
    steps_taken: int
    seconds: str
    facts: Facts
    disruptions: tuple[DisruptionView, ...]
    checks: tuple[CheckRecord, ...]
    changes: tuple[ChangeView, ...]
    foreign: tuple[ChangeView, ...]
    steps: tuple[StepView, ...]
    trace: str | None
    """Address of the Playwright trace relative to the page, where one was kept."""

    @classmethod
    def of(cls, episode: EpisodeRecord, steps: Sequence[StepRecord], run_dir: Path) -> "EpisodeView":
        """The view of a recorded episode and its steps."""
        language = get_language(episode.lang)
        trace = f"traces/{episode.episode_id}.zip"
        return cls(
            page=f"{page_name(episode.episode_id)}.html",
            name=episode.episode_id,
            type=episode.type,
            html_lang=language.html_lang,
            direction=language.direction,
            intent=episode.intent,
            pictures=tuple(_picture_view(picture, run_dir) for picture in episode.pictures),
            outcome=episode.outcome,
            answer=episode.answer,
            error=episode.error,
            steps_taken=episode.steps,
            seconds=f"{episode.timing.seconds:.1f}",
            facts=_episode_facts(episode),
            disruptions=tuple(map(_disruption_view, episode.disruptions)),
            checks=episode.checks,
            changes=tuple(map(_change_view, episode.changes)),
            foreign=tuple(map(_change_view, episode.foreign)),
            steps=tuple(_step_view(step, run_dir) for step in steps),
            trace=f"../../{trace}" if (run_dir / trace).is_file() else None,
        )


def _disruption_view(record: DisruptionRecord) -> DisruptionView:
    return DisruptionView(
        kind=KIND_NAMES[record.kind],
        shown_step=record.shown_step,
        ended_step=record.ended_step,
        ending=record.ending,
        requests=record.requests,
    )


def _episode_facts(episode: EpisodeRecord) -> Facts:
    ended = f"limit of {episode.limit}" if episode.limit else "the agent stopped"
    if any(record.ending == "accepted" for record in episode.disruptions):
        ended = "an accepted offer, which left the site"
    return (
        ("Kind", episode.kind),
        ("Type", episode.type),
        ("Difficulty", episode.difficulty),
        ("Steps", f"{episode.steps} of {episode.budget}"),
        ("Ended by", "an error" if episode.outcome == "error" else ended),
        *((("Disruptions", episode.disruption_mode),) if episode.disruption_mode else ()),
        ("Seconds", f"{episode.timing.seconds:.1f}"),
        ("Tokens", f"{episode.input_tokens + episode.output_tokens:,}"),
        ("Cost", f"${episode.cost_usd:.4f}"),
        ("Last page", unquote(episode.final_url) or "none"),
    )


def _picture_view(picture: PictureRecord, run_dir: Path) -> PictureView:
    kept = picture.copy_path is not None and (run_dir / picture.copy_path).is_file()
    return PictureView(picture.path, f"../../{picture.copy_path}" if kept else None)


def _step_view(step: StepRecord, run_dir: Path) -> StepView:
    kept = step.screenshot is not None and (run_dir / step.screenshot).is_file()
    return StepView(
        number=step.step,
        url=unquote(step.url),
        status=step.status,
        disruption=KIND_NAMES[step.disruption] if step.disruption else None,
        screenshot=f"../../{step.screenshot}" if kept else None,
        observation=step.observation,
        reply=step.reply,
        error=step.error,
        timing=f"agent {step.timing.agent_seconds:.2f} s, browser {step.timing.browser_seconds:.2f} s",
    )


def _change_view(change: ChangeRecord) -> ChangeView:
    row = change.to_change()
    image = row.after or row.before or {}
    name, value = next(iter(image.items()), ("row", ""))
    return ChangeView(
        table=row.table,
        kind=row.kind,
        key=f"{name} {_text(value)}",
        cells=tuple(
            CellView(column, _cell(row.before, column), _cell(row.after, column)) for column in row.columns
        ),
    )


def _cell(image: Mapping[str, Value] | None, column: str) -> str:
    return _text(image[column]) if image is not None and column in image else ""


def _text(value: Value) -> str:
    return "NULL" if value is None else str(value)

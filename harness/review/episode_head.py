"""The head of an episode's page, which needs no script: what was asked, how it ended, and why."""

from dataclasses import dataclass
from urllib.parse import unquote

from harness.interruptions import KIND_NAMES
from harness.records import OUTCOME_LETTERS, EpisodeRecord, PictureRecord, Run, StepRecord
from harness.review.episode_commands import animation_command, replay_command, rerun_command, trace_command
from harness.review.index_rows import reason_of
from sites.kit.localization import get_language

Facts = tuple[tuple[str, str], ...]
OUTCOMES = {
    "solved": "solved",
    "unsolved": "not solved",
    "limit": "a limit was reached",
    "error": "no verdict: the episode broke off",
}


@dataclass(frozen=True, slots=True)
class PictureView:
    """One picture that went with the intent."""

    path: str
    """Where it stands in the repository."""
    copy: str | None
    """Path in the run's folder; None where the copy is gone."""


@dataclass(frozen=True, slots=True)
class HeadView:
    """The head of a page."""

    name: str
    outcome: str
    letter: str
    outcome_text: str
    reason: str
    """Why it was not solved; "" where it was."""
    intent: str
    intent_lang: str
    """For ``lang``; ``intent_dir`` for ``dir``."""
    intent_dir: str
    english: str
    """The intent in English, where it is in another language; "" where there is none."""
    answer: str | None
    answer_lang: str
    pictures: tuple[PictureView, ...]
    error: str | None
    facts: Facts
    rerun: str
    replay: str
    animation: str
    trace: str | None


def head_view(run: Run, episode: EpisodeRecord, steps: tuple[StepRecord, ...]) -> HeadView:
    """The head of the page of an episode."""
    asked = get_language(str(run.manifest.settings.get("intent_lang") or episode.lang))
    return HeadView(
        name=episode.episode_id,
        outcome=episode.outcome,
        letter=OUTCOME_LETTERS[episode.outcome],
        outcome_text=OUTCOMES[episode.outcome],
        reason=reason_of(episode, steps),
        intent=episode.intent,
        intent_lang=asked.html_lang,
        intent_dir=asked.direction,
        english="" if episode.intent_en == episode.intent else episode.intent_en,
        answer=episode.answer,
        answer_lang=get_language(episode.lang).html_lang,
        pictures=tuple(_picture(picture, run) for picture in episode.pictures),
        error=episode.error,
        facts=_facts(run, episode),
        rerun=rerun_command(run.manifest, episode),
        replay=replay_command(run, episode),
        animation=animation_command(run, episode),
        trace=trace_command(run, episode),
    )


def _picture(picture: PictureRecord, run: Run) -> PictureView:
    kept = picture.copy_path is not None and (run.run_dir / picture.copy_path).is_file()
    return PictureView(picture.path, picture.copy_path if kept else None)


def _facts(run: Run, episode: EpisodeRecord) -> Facts:
    told = (
        ("Agent", run.manifest.model),
        ("Task", f"{episode.kind}, {episode.type}, {episode.difficulty}"),
        ("Language", get_language(episode.lang).name),
        ("Steps", f"{episode.steps} of {episode.budget}, reference {episode.reference_steps}"),
        ("Ended by", _ending(episode)),
        ("Time", f"{episode.timing.seconds:.1f} s"),
        ("Tokens", f"{episode.input_tokens + episode.output_tokens:,}"),
        ("Cost", f"${episode.cost_usd:.4f}"),
        ("Last page", unquote(episode.final_url) or "none"),
        ("Disruptions", _disruptions(episode)),
        ("A person stepped in", f"at {episode.interventions} steps" if episode.interventions else ""),
        ("Attempt", str(episode.attempt) if episode.attempt > 1 else ""),
        ("Confidence", "" if episode.confidence is None else f"{episode.confidence} of 100"),
    )
    empty = {"Tokens": "0", "Cost": "$0.0000"}
    return tuple((name, text) for name, text in told if text and empty.get(name) != text)


def _ending(episode: EpisodeRecord) -> str:
    if episode.outcome == "error":
        return f"an error of the {episode.error_source or 'run'}"
    if any(record.ending == "accepted" for record in episode.disruptions):
        return "an accepted offer, which left the site"
    if episode.limit == "person":
        return "a person"
    return f"limit of {episode.limit}" if episode.limit else "the agent stopped"


def _disruptions(episode: EpisodeRecord) -> str:
    if episode.disruption_mode is None:
        return ""
    told = (
        f"{KIND_NAMES[one.kind]} at step {one.shown_step} {_what_became(one.ending)}"
        for one in episode.disruptions
    )
    return f"{episode.disruption_mode}: {', '.join(told) or 'none came up'}"


def _what_became(ending: str) -> str:
    return ending if ending in ("dismissed", "accepted") else "not dismissed"

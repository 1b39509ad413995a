"""What a run tells at its beginning and at its end: figures, what is missing, the command that goes on."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.browsers.traces import TRACES_FOLDER, show_command
from harness.metrics import tally
from harness.records import Run, read_run
from harness.records.recorder import TRACEBACKS_FOLDER
from harness.reporting.disruptions import interruption_rates, render_rates
from harness.reporting.summary import summary_lines
from harness.review import write_review
from harness.runs.dispatch import Ended, Lost, Stopped
from harness.runs.request import RunRequest
from harness.runs.start import BegunRun
from harness.wording import counted, in_one_line

RUN_DIR = "--run-dir"
RESUME = "--resume"
NAMES_SHOWN = 20
"""Missing episodes that are named."""


def opening_lines(request: RunRequest, run: BegunRun | None) -> Iterator[str]:
    """What the beginning of a run tells.

    Args:
        request: the run.
        run: the same, where it was begun and is not only listed.
    """
    places = f"{', '.join(request.sites)} ({', '.join(request.langs)})"
    yield f"{request.model} in {request.browser.engine} at {places}"
    yield f"record: {request.run_dir}"
    if run is not None and request.resume:
        yield f"resumed: {run.kept} of {counted(len(run.manifest.episodes), 'episode')} kept"


def event_line(event: Ended | Lost | Stopped) -> str | None:
    """What is told while a run goes on; None of an episode that ended without an error."""
    if isinstance(event, Ended):
        return f"{event.name} ERROR {in_one_line(event.error)}" if event.error else None
    if isinstance(event, Lost):
        return f"{event.name} is not on record: {in_one_line(event.reason)}"
    return f"no more episodes are begun: {event.reason}"


def closing_lines(request: RunRequest, command: Sequence[str]) -> Iterator[str]:
    """What the end of a run tells.

    Args:
        request: the run.
        command: as it was typed, program and arguments.
    """
    run = read_run(request.run_dir)
    yield from summary_lines(run)
    yield ""
    if rates := interruption_rates([run]):
        yield render_rates(rates)
        yield (
            "what they cost: run the same without --disruptions, then lowagent report THAT_RUN"
            f" {request.run_dir}"
        )
        yield ""
    if run.missing:
        yield f"without an episode on record: {_listed(run.missing)}"
    if is_under(run, request.fail_under):
        yield f"success rate {_percent(tally(run.episodes).rate)} is under {_percent(request.fail_under)}"
    yield f"record: {request.run_dir}"
    yield _review_line(request.run_dir)
    if traces := sorted((request.run_dir / TRACES_FOLDER).glob("*.zip")):
        yield f"look at the traces ({len(traces)}), one by one: {show_command(traces[0])}"
    if tracebacks := sorted((request.run_dir / TRACEBACKS_FOLDER).glob("*.txt")):
        yield f"where the agent's own program failed ({len(tracebacks)}): {tracebacks[0]}"
    if is_unfinished(run):
        yield f"go on with it: {resume_command(command, request.run_dir)}"


def _review_line(run_dir: Path) -> str:
    """Where the pages are, or why they are not: what was run stands on record either way."""
    try:
        return f"look at the episodes: {write_review(run_dir)}"
    except OSError as error:
        return f"the pages could not be written ({error}): make room, then lowagent review {run_dir}"


def is_unfinished(run: Run) -> bool:
    """Whether ``--resume`` would run something: what is missing, or what ended in error."""
    return bool(run.missing) or any(one.outcome == "error" for one in run.episodes)


def is_under(run: Run, limit: float | None) -> bool:
    """Whether the success rate is lower than was asked for; so it is where nothing counts."""
    if limit is None:
        return False
    rate = tally(run.episodes).rate
    return rate is None or rate < limit


def resume_command(command: Sequence[str], run_dir: Path) -> str:
    """The command that goes on with a run, to be typed in the same folder.

    Args:
        command: the one that began it, program and arguments.
        run_dir: folder of the run.
    """
    kept: list[str] = []
    given = None
    words = iter(command)
    for word in words:
        name, equals, value = word.partition("=")
        if name == RUN_DIR:
            given = value if equals else next(words, None)
        elif word != RESUME:
            kept.append(word)
    # In one word: pytest takes a folder that stands by itself for one that it may be about.
    return shlex.join([*kept, f"{RUN_DIR}={given or run_dir}", RESUME])


def _listed(names: Sequence[str]) -> str:
    more = len(names) - NAMES_SHOWN
    return ", ".join(names[:NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _percent(rate: float | None) -> str:
    return "of nothing" if rate is None else f"{rate:.1%}"

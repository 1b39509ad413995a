"""``lowagent run``: a run without pytest, in processes of this machine or on a Ray cluster."""

import shutil
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

from harness.control_characters import with_seen_controls
from harness.debugging.request import HUMAN, require_one_process
from harness.errors import ConfigError, LoWAgentError
from harness.records import read_run
from harness.runs.cluster import ClusterCrew, require_ray
from harness.runs.dispatch import Crew, Ended, run_all
from harness.runs.estimate import estimate_lines
from harness.runs.limits import LimitWatch
from harness.runs.live import LiveLine
from harness.runs.processes import ProcessCrew
from harness.runs.progress import progress_of
from harness.runs.request import RunRequest, read_request
from harness.runs.start import BegunRun, begin_run, model_server
from harness.runs.telling import closing_lines, event_line, is_under, is_unfinished, opening_lines

EXIT_FAILED = 1
EXIT_MISUSED = 2
EXIT_INTERRUPTED = 130
"""As shells say it of what Ctrl-C has ended."""

Say = Callable[[str], None]


def run_agents(given: Mapping[str, Any]) -> int:
    """Run, and tell how it went.

    Args:
        given: name of each option (`harness.cli.run_options`) -> its value, None where it was not said.

    Returns:
        The exit code: 0 the run is complete; 1 there were errors, episodes are missing, or the rate is too
        low; 2 an option was wrong; 130 it was interrupted.
    """
    started = time.time()
    try:
        if not given["model"]:
            raise ConfigError("no agent: add --model, for example --model reference")
        request = read_request(given, without=(HUMAN,))
        _require_nobody(request, given["processes"])
        if given["dry_run"]:
            _print(*estimate_lines(request, given["processes"] or 1))
            return 0
        if given["ray"]:
            require_ray(request)
        run = begin_run(request)
    except LoWAgentError as error:
        print(f"lowagent: {with_seen_controls(str(error))}", file=sys.stderr)
        return EXIT_MISUSED
    _print(*opening_lines(request, run))
    try:
        with model_server(run) as reached:
            _run_episodes(replace(run, request=reached), given, started)
    except KeyboardInterrupt:
        _print("", "interrupted: episodes under way are not on record")
        return _close(request, EXIT_INTERRUPTED)
    except LoWAgentError as error:
        print(f"lowagent: {with_seen_controls(str(error))}", file=sys.stderr)
        return _close(request, EXIT_FAILED)
    return _close(request, 0)


def _require_nobody(request: RunRequest, processes: int | None) -> None:
    """Refuse what a person does: episodes are run by processes that have no terminal."""
    if request.model == HUMAN:
        raise ConfigError(
            f"--model {HUMAN} asks a person at the terminal: type pytest in place of lowagent run"
        )
    crowd = processes if processes != 1 else None
    require_one_process(request.model, request.stepping, headed=request.browser.headed, processes=crowd)


def _run_episodes(run: BegunRun, given: Mapping[str, Any], started: float) -> None:
    request = run.request
    line = LiveLine(sys.stdout, progress := progress_of(run), shutil.get_terminal_size().columns)
    limits = LimitWatch(request.run_limits, request.run_dir, started=started)
    with closing(_crew(run, given["ray"])) as crew:
        line.show()
        for event in run_all(run, crew, min(given["processes"] or crew.fitting, crew.most), limits):
            if isinstance(event, Ended):
                progress.add(event.end)
            told = event_line(event)
            line.show() if told is None else line.say(told)
        line.hide()


def _crew(run: BegunRun, ray: str | None) -> Crew:
    return ProcessCrew(run) if ray is None else ClusterCrew(run, ray)


def _close(request: RunRequest, code: int) -> int:
    """Tell the figures; returns the exit code."""
    run = read_run(request.run_dir)
    _print("", *closing_lines(request, sys.argv))
    if code == 0 and (is_unfinished(run) or is_under(run, request.fail_under)):
        return EXIT_FAILED
    return code


def _print(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)

"""Commands of the pages, to be copied: run an episode again, replay it, animate it, compare two runs."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.agents.settings import CAPTIONER, AgentSettings
from harness.browsers.traces import show_command, trace_path
from harness.models import read_settings
from harness.models.options import OMIT, OPTIONS
from harness.records import EpisodeRecord, Manifest, Run, Setting
from harness.records.addressing import episode_address
from sites.kit.errors import LoWAgentError

PRICES = "price_"
"""Prices come from the table of prices, and decide no result."""


def rerun_command(manifest: Manifest, episode: EpisodeRecord) -> str:
    """The command that runs a task again as it was run: same agent, same settings, same seeds."""
    words = ["pytest", "--lang", episode.lang, "--task", episode.task_id, "--model", manifest.model]
    for flag, value in (*_run_options(manifest, episode), *_agent_options(manifest)):
        words += [flag] if value is True else [flag, str(value)]
    return shlex.join(words)


def replay_command(run: Run, episode: EpisodeRecord) -> str:
    """The command that replays the recorded actions on a fresh site; ``--until K`` may be added."""
    return shlex.join(["pytest", f"--replay={_address(run, episode)}"])


def animation_command(run: Run, episode: EpisodeRecord) -> str:
    """The command that draws an episode as one moving picture."""
    return shlex.join(["lowagent", "review", "--gif", _address(run, episode)])


def trace_command(run: Run, episode: EpisodeRecord) -> str | None:
    """The command that opens the Playwright trace of an episode; None where none was kept."""
    kept = trace_path(run.run_dir, episode.episode_id).is_file()
    return show_command(trace_path(_shown(run.run_dir), episode.episode_id)) if kept else None


def against_command(run_dir: Path, against: Path) -> str:
    """The command that writes the pages of a run with a comparison."""
    return shlex.join(["lowagent", "review", str(_shown(run_dir)), "--against", str(_shown(against))])


def _address(run: Run, episode: EpisodeRecord) -> str:
    return episode_address(_shown(run.run_dir), episode.episode_id)


def _shown(run_dir: Path) -> Path:
    """The folder of a run as it is typed where the pages were written, or in the folder that it lies in.

    Pages are sent to others, whom the paths of this machine tell nothing.
    """
    here, folder = Path.cwd(), run_dir.absolute()
    return folder.relative_to(here) if folder.is_relative_to(here) else Path(folder.name)


def _run_options(manifest: Manifest, episode: EpisodeRecord) -> Iterator[tuple[str, object]]:
    settings = manifest.settings
    if manifest.engine != "chromium":
        yield "--engine", manifest.engine
    elif settings.get("screenshots") is False:
        yield "--screenshot", "off"
    if manifest.taskset_seed:
        yield "--taskset-seed", manifest.taskset_seed
    if manifest.seed:
        yield "--seed", manifest.seed
    if episode.repeat > 1:
        yield "--repeats", episode.repeat
    for name in ("disruptions", "intent_lang", "final_answer", "max_seconds", "max_tokens"):
        if settings.get(name) not in (None, False):
            yield _flag(name), settings[name]


def _agent_options(manifest: Manifest) -> Iterator[tuple[str, object]]:
    agent, usual = manifest.agent, AgentSettings()
    if not agent:
        return
    for name, flag in (("observe", "obs"), ("history",) * 2, ("prompt_lang",) * 2):
        if agent.get(name) not in (None, getattr(usual, name)):
            yield _flag(flag), agent[name]
    for name in ("context_tokens", "ask_confidence"):
        if agent.get(name) not in (None, False):
            yield _flag(name), agent[name]
    if agent.get(CAPTIONER) is not None:
        yield "--model-option", f"{CAPTIONER}={agent[CAPTIONER]}"
    for name, value in _model_options(manifest).items():
        yield "--model-option", f"{name}={OMIT if value is None else value}"


def _model_options(manifest: Manifest) -> Mapping[str, Setting]:
    """Settings of the model that are not what its name alone gives."""
    try:
        usual = read_settings(manifest.model).recorded()
    except LoWAgentError:  # a preset of another version: its settings are then all said
        usual = {}
    return {
        name: value
        for name, value in manifest.model_settings.items()
        if name in OPTIONS and not name.startswith(PRICES) and usual.get(name) != value
    }


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")

"""The beginning of a run, or of its next part: what is run, by what, and what is on record already.

One process begins a run: it writes the manifest, or with ``--resume`` compares it with what is asked for now,
starts the model's server if there is to be one, and plans the episodes. The others join it.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from harness.agents.settings import AgentSettings
from harness.browsers.launch import display_advice
from harness.doctor import check_chromium
from harness.errors import ConfigError, RecordError
from harness.models import MAY_CHANGE, needs_server, require_model, start_server
from harness.pictures import require_site_pictures
from harness.prompting import require_captions
from harness.records import Manifest, RunRecorder, Setting, make_manifest, read_episodes, read_manifest
from harness.runs.facts import BROWSER, Facts, differences, hashes_now
from harness.runs.plan import PlannedEpisode, chosen_tasks, plan_episodes
from harness.runs.request import RunRequest
from harness.wording import setting_text
from tasks import TaskInstance

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
NAMES_SHOWN = 3
"""Instances that a refusal names."""


@dataclass(frozen=True, slots=True)
class BegunRun:
    """A run that is under way."""

    request: RunRequest
    """With the address of the model's server, where one was started."""
    manifest: Manifest
    planned: tuple[PlannedEpisode, ...]
    """What is to be run now, in order."""

    @property
    def kept(self) -> int:
        """Episodes that were finished before."""
        return len(self.manifest.episodes) - len(self.planned)


def begin_run(request: RunRequest) -> BegunRun:
    """Write the manifest of a run, or go on with the one in its folder.

    Raises:
        ConfigError: the run needs a Chromium, a display, a key or a package, and there is none.
        TaskError: the run has visual tasks, and the pictures that sites show have not been made.
        RecordError: the folder holds a run and is not to be resumed, or the other way round; the run can't be
            gone on with; or nothing can be written there.
    """
    tasks = chosen_tasks(request)
    require_site_pictures(tasks)
    if request.model_settings is not None:
        require_model(request.model_settings)
    if request.agent.observe == "caption":
        require_captions()
    if request.resume:
        manifest = read_manifest(request.run_dir)
        _refuse_other(manifest, manifest_of(request, tasks), request)
        recorded = read_episodes(request.run_dir)
        with _refused_folder(request.run_dir):
            RunRecorder(request.run_dir).require_writable()
    else:
        manifest, recorded = manifest_of(request, tasks), ()
        with _refused_folder(request.run_dir):
            RunRecorder(request.run_dir).write_manifest(manifest)
    return BegunRun(request, manifest, tuple(plan_episodes(tasks, request.repeats, recorded)))


@contextmanager
def _refused_folder(run_dir: Path) -> Iterator[None]:
    """What the system says of a folder becomes an error that names it."""
    try:
        yield
    except OSError as error:
        raise RecordError(
            f"{run_dir}: expected a folder that can be written to, got: {error.strerror or error}"
            f" ({error.filename}); choose another --run-dir"
        ) from error


@contextmanager
def model_server(run: BegunRun) -> Iterator[RunRequest]:
    """The request of a run with the server of its model, which ends with the context if it had to be started.

    Raises:
        ConfigError: what serves the model is not installed.
        ModelError: the server can't be started.
    """
    settings = run.request.model_settings
    if settings is None or not needs_server(settings) or not run.planned:
        yield run.request
        return
    server = start_server(settings)
    try:
        yield run.request.with_server(server.url)
    finally:
        server.close()


def manifest_of(request: RunRequest, tasks: Sequence[TaskInstance]) -> Manifest:
    """The manifest of a run that begins now.

    Raises:
        ConfigError: the run needs a Chromium, or a display, and there is none.
    """
    versions = {BROWSER: chromium_version(request)} if request.browser.engine == "chromium" else {}
    setting = request.disruption_setting
    settings: dict[str, Setting] = {
        "screenshots": request.browser.takes_screenshots,
        "disruptions": request.disruptions,
        "disruption_seed": setting.seed if setting else None,
        "subset": request.subset,
        "repeats": request.repeats,
        "intent_lang": request.intent_lang,
        "final_answer": request.final_answer,
        "max_seconds": request.episode_limits.seconds,
        "max_tokens": request.episode_limits.tokens,
    }
    model = request.model_settings
    return make_manifest(
        model=request.model,
        engine=request.browser.engine,
        seed=request.seed,
        taskset_seed=request.taskset_seed,
        instances=tasks,
        settings=settings,
        agent=recorded_agent(request.agent) if model else {},
        model_settings=model.recorded() if model else {},
        versions=versions,
        hashes=hashes_now(list(dict.fromkeys(task.site for task in tasks)), prompt=request.prompt),
    )


def recorded_agent(settings: AgentSettings) -> dict[str, Setting]:
    """The settings of an agent for the manifest; its model's options stand with the model's settings."""
    own = [field.name for field in fields(settings) if field.name != "model_options"]
    return {**{name: getattr(settings, name) for name in own}, "captioner": settings.captioner}


def _refuse_other(begun: Manifest, now: Manifest, request: RunRequest) -> None:
    """Refuse to go on with a run where anything that decides results is not as it was."""
    changes = [*_changed_settings(begun, now), *differences(Facts.of(begun), Facts.of(now))]
    if changes:
        listed = "".join(f"\n  {change}" for change in changes)
        raise RecordError(
            f"{request.run_dir} can't be resumed, because what decides results has changed:{listed}\n"
            "ask for the same again, or begin another run in another --run-dir"
        )


def _changed_settings(begun: Manifest, now: Manifest) -> Iterator[str]:
    for name in ("model", "engine", "seed", "taskset_seed", "taskset_version"):
        yield from _changed(name, getattr(begun, name), getattr(now, name))
    if begun.instances != now.instances:
        yield from _changed("tasks", _counted(begun, now), _counted(now, begun))
    else:
        yield from _changed("hash of the tasks", begun.task_digest, now.task_digest)
    for part in ("settings", "agent", "model_settings"):
        old, new = getattr(begun, part), getattr(now, part)
        for name in sorted((old.keys() | new.keys()) - MAY_CHANGE):
            yield from _changed(f"{part.removesuffix('_settings')} {name}", old.get(name), new.get(name))


def _changed(name: str, old: Setting, new: Setting) -> Iterator[str]:
    if old != new:
        yield f"{name}: {setting_text(old)} before, {setting_text(new)} now"


def _counted(one: Manifest, other: Manifest) -> str:
    """How many instances one has, and some that the other lacks."""
    surplus = [name for name in one.instances if name not in other.instances]
    shown = ", ".join(surplus[:NAMES_SHOWN]) + (", …" if len(surplus) > NAMES_SHOWN else "")
    return f"{len(one.instances)}{f' (with {shown})' if surplus else ''}"


def chromium_version(request: RunRequest) -> str:
    """The build that a run would start.

    Raises:
        ConfigError: there is none, or no display for its window.
    """
    finding = check_chromium()
    if not finding.ok:
        raise ConfigError(f"Chromium: {finding.found}; run `lowagent doctor --fix`, or use --engine http")
    if request.browser.headed and sys.platform == "linux" and not any(map(os.environ.get, DISPLAYS)):
        raise ConfigError(display_advice("neither DISPLAY nor WAYLAND_DISPLAY is set"))
    return finding.found.split()[0]

"""Workers as actors of a Ray cluster. What they record comes back to the driver, which alone writes it.

So the machines of a cluster need no folder in common, and an episode can't be written twice: an actor that
died has written nothing, whatever it had done. Each machine needs this package in the same version; an actor
compares its facts (`harness.runs.facts`) with those of the run before its first episode.
"""

import shutil
import tempfile
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from harness.errors import ConfigError
from harness.models import needs_server
from harness.records import EpisodeRecord, Manifest, RunRecorder, StepRecord
from harness.records.reader import EPISODES_FILE, STEPS_FILE
from harness.runs.dispatch import Died, Ended, Lost, Refused, Report, report_of
from harness.runs.plan import PlannedEpisode
from harness.runs.request import RunRequest
from harness.runs.start import BegunRun
from harness.runs.worker import Worker

GRACE_S = 15.0
"""That idle actors have to end browser and sites."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """What an actor sends of an episode."""

    report: Ended | Lost | Refused
    files: tuple[tuple[str, bytes], ...] = ()
    """Path in the run's folder -> content, of all that was recorded but the two lists of lines."""
    steps: bytes = b""
    """Lines of `StepRecord`."""
    episode: bytes = b""
    """The line of `EpisodeRecord`; empty where the episode is not on record."""


class EpisodeActor:
    """What runs in an actor: a worker that records into a folder of its own, and sends what is there."""

    def __init__(self, request: RunRequest, manifest: Manifest) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="lowagent-actor-"))
        self._worker = Worker(replace(request, run_dir=self._folder), manifest)

    def run(self, planned: PlannedEpisode) -> Parcel:
        """Run an episode; returns all that it left."""
        report = report_of(self._worker, planned)
        parcel = _packed(self._folder, report)
        shutil.rmtree(self._folder)
        self._folder.mkdir()
        return parcel

    def close(self) -> None:
        """End browser, sites and models."""
        self._worker.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class ClusterCrew:
    """A crew (`harness.runs.dispatch.Crew`) of actors."""

    def __init__(self, run: BegunRun, address: str) -> None:
        """Join a cluster, or start one of this machine.

        Args:
            run: the run.
            address: ``HOST:PORT`` or ``ray://HOST:PORT``, ``auto`` for the cluster of this machine, ``local``
                for one that is started.

        Raises:
            ConfigError: no cluster is there; else as for `require_ray`.
        """
        require_ray(run.request)
        self._ray = ray = import_module("ray")  # an extra, and seconds
        self._run = run
        self._recorder = RunRecorder(run.request.run_dir)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", namespace="lowagent")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise ConfigError(f"--ray {address}: no cluster can be reached there ({error})") from error
        self._actors: dict[int, Any] = {}
        self._running: dict[Any, tuple[int, PlannedEpisode]] = {}
        self._started = 0

    @property
    def fitting(self) -> int:
        """As many workers as the cluster has processors."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    @property
    def most(self) -> int:
        """The same: an actor without a processor of its own would wait for ever."""
        return self.fitting

    def start(self) -> int:
        """Start an actor, where the cluster has a processor free; returns its number."""
        model = self._run.request.model_settings
        is_local = model is not None and model.provider == "hf"
        gpus = 1 if is_local and self._ray.cluster_resources().get("GPU") else 0
        actor = self._ray.remote(EpisodeActor).options(num_cpus=1, num_gpus=gpus, max_restarts=0)
        self._actors[self._started] = actor.remote(self._run.request, self._run.manifest)
        self._started += 1
        return self._started - 1

    def assign(self, worker: int, planned: PlannedEpisode) -> None:
        """Have an idle actor run an episode."""
        self._running[self._actors[worker].run.remote(planned)] = worker, planned

    def wait(self) -> tuple[int, Report]:
        """The next report, and the worker that it is of; its episode is on record then."""
        ready, _ = self._ray.wait(list(self._running), num_returns=1)
        worker, planned = self._running.pop(ready[0])
        try:
            parcel: Parcel = self._ray.get(ready[0])
        except self._ray.exceptions.RayActorError as error:
            self._ray.kill(self._actors.pop(worker))  # it may only be out of reach
            return worker, Died(str(error).strip().splitlines()[0])
        except self._ray.exceptions.RayError as error:
            return worker, Lost(planned.name, f"{type(error).__name__}: {error}")
        unpack(parcel, self._recorder)
        return worker, parcel.report

    def close(self) -> None:
        """End all actors and leave the cluster. Safe to call twice."""
        if not self._ray.is_initialized():
            return
        at_work = {worker for worker, _ in self._running.values()}
        idle = [actor for worker, actor in self._actors.items() if worker not in at_work]
        if idle:
            ends = [actor.close.remote() for actor in idle]
            self._ray.wait(ends, num_returns=len(ends), timeout=GRACE_S)
        for actor in self._actors.values():
            self._ray.kill(actor)
        self._ray.shutdown()


def unpack(parcel: Parcel, recorder: RunRecorder) -> None:
    """Write what an actor has recorded into the record of the run."""
    for path, content in parcel.files:
        file = recorder.run_dir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    if parcel.episode:
        steps = [StepRecord.model_validate_json(line) for line in parcel.steps.splitlines()]
        recorder.write_episode(EpisodeRecord.model_validate_json(parcel.episode), steps)


def _packed(folder: Path, report: Ended | Lost | Refused) -> Parcel:
    """All that an episode has left in a folder."""
    lists = {name: folder / name for name in (STEPS_FILE, EPISODES_FILE)}
    files = tuple(
        (file.relative_to(folder).as_posix(), file.read_bytes())
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file not in lists.values()
    )
    steps, episode = (path.read_bytes() if path.is_file() else b"" for path in lists.values())
    return Parcel(report, files, steps, episode)


def require_ray(request: RunRequest) -> None:
    """Refuse a run that a cluster can't do.

    Raises:
        ConfigError: Ray is not installed, or the model would be served on this machine alone.
    """
    if find_spec("ray") is None:
        raise ConfigError("--ray needs Ray, which is not installed here: pip install 'lowagent[ray]'")
    if request.model_settings is not None and needs_server(request.model_settings):
        raise ConfigError(
            f"--ray: the machines of a cluster can't reach a server that is started here for {request.model}:"
            f" start one yourself, and give its address: {request.model}@http://HOST:PORT"
        )

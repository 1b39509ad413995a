"""The manifest of a run: which tasks, which settings, which code."""

import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from harness.records.models import Manifest, ManifestTiming
from tasks import TaskInstance, taskset_hash, taskset_version

DISTRIBUTIONS = ("lowagent", "playwright", "httpx", "selectolax", "flask", "babel", "opencv-python-headless")
GIT_TIMEOUT_S = 10


def make_manifest(
    *,
    model: str,
    engine: str,
    seed: int,
    taskset_seed: int = 0,
    instances: Sequence[TaskInstance],
    settings: Mapping[str, str | int | float | bool | None] | None = None,
    versions: Mapping[str, str] | None = None,
) -> Manifest:
    """The manifest of a run that begins now.

    Args:
        model: specification of the agent.
        engine: ``chromium`` or ``http``.
        seed: seed of agents that draw.
        taskset_seed: what drew the values in the tasks.
        instances: every instance that is to be run, in order.
        settings: other settings that decide results.
        versions: versions that only the caller knows, such as Chromium's.
    """
    return Manifest(
        model=model,
        engine=engine,
        sites=tuple(dict.fromkeys(instance.site for instance in instances)),
        langs=tuple(dict.fromkeys(instance.lang for instance in instances)),
        seed=seed,
        taskset_seed=taskset_seed,
        taskset_version=taskset_version(),
        instances=tuple(instance.instance_id for instance in instances),
        task_digest=taskset_hash(instances),
        versions={**_installed_versions(), **(versions or {})},
        git_commit=git_commit(Path(__file__).parent),
        settings=dict(settings or {}),
        timing=ManifestTiming(started_at=datetime.now(UTC).isoformat(timespec="seconds")),
    )


@cache
def git_commit(folder: Path) -> str | None:
    """Commit of the repository around a folder, ``-dirty`` where files differ; None where there is none."""
    commit = _git(folder, "rev-parse", "HEAD")
    if commit is None:
        return None
    return f"{commit}-dirty" if _git(folder, "status", "--porcelain", "--untracked-files=no") else commit


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            timeout=GIT_TIMEOUT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _installed_versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in DISTRIBUTIONS:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions

"""The manifest of a run: which tasks, which settings, which code."""

import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from harness.records.models import Manifest, ManifestTiming, Setting
from tasks import TaskInstance, taskset_hash, taskset_version

DISTRIBUTION = "lowagent"
TOOLS_EXTRA = "dev"
"""The extra of this distribution whose packages decide no result."""
PACKAGES_ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("harness", "sites", "som", "disruptions", "tasks", "images")
GIT_TIMEOUT_S = 10


def make_manifest(
    *,
    model: str,
    engine: str,
    seed: int,
    taskset_seed: int = 0,
    instances: Sequence[TaskInstance],
    settings: Mapping[str, Setting] | None = None,
    agent: Mapping[str, Setting] | None = None,
    model_settings: Mapping[str, Setting] | None = None,
    versions: Mapping[str, str] | None = None,
    hashes: Mapping[str, str] | None = None,
) -> Manifest:
    """The manifest of a run that begins now.

    Args:
        model: specification of the agent.
        engine: ``chromium`` or ``http``.
        seed: seed of agents that draw.
        taskset_seed: what drew the values in the tasks.
        instances: every instance that is to be run, in order.
        settings: other settings that decide results.
        agent: settings of an agent with a model behind it.
        model_settings: settings of that model.
        versions: versions that only the caller knows, such as Chromium's.
        hashes: what -> SHA-256 of its files.
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
        versions={**installed_versions(), **(versions or {})},
        git_commit=git_commit(),
        hashes=dict(hashes or {}),
        settings=dict(settings or {}),
        agent=dict(agent or {}),
        model_settings=dict(model_settings or {}),
        timing=ManifestTiming(started_at=datetime.now(UTC).isoformat(timespec="seconds")),
    )


def git_commit(root: Path = PACKAGES_ROOT) -> str | None:
    """Commit of a repository, ``-dirty`` where files of its packages differ; None for any other folder.

    A changed document or test makes no other program, so it does not count.
    """
    found = (_git(root, "rev-parse", "--show-toplevel", "HEAD") or "").splitlines()
    if len(found) != 2 or Path(found[0]).resolve() != root.resolve():
        return None
    packages = (package for package in PACKAGES if (root / package).is_dir())
    return f"{found[1]}-dirty" if _git(root, "status", "--porcelain", "--", *packages) else found[1]


def installed_versions() -> dict[str, str]:
    """Package -> version, by name: Python, this distribution, and all that it needs and is installed."""
    found = {one.metadata["Name"]: one.version for one in _needed()}
    return {
        "python": platform.python_version(),
        **dict(sorted(found.items(), key=lambda pair: pair[0].lower())),
    }


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


def _needed() -> Iterator[Distribution]:
    """This distribution and what it needs, directly or not; its extras too, but for the tools."""
    waiting, seen = [DISTRIBUTION], {DISTRIBUTION}
    while waiting:
        try:
            one = distribution(waiting.pop())
        except PackageNotFoundError:
            continue
        yield one
        names = set(_requirements(one)) - seen
        seen |= names
        waiting += names


def _requirements(one: Distribution) -> Iterator[str]:
    """Names of what a distribution needs on this machine."""
    is_own = one.metadata["Name"] == DISTRIBUTION
    extras = [extra for extra in one.metadata.get_all("Provides-Extra") or () if extra != TOOLS_EXTRA]
    for text in one.requires or ():
        needed = Requirement(text)
        if needed.marker is None or any(
            needed.marker.evaluate({"extra": extra}) for extra in ("", *(extras if is_own else ()))
        ):
            yield canonicalize_name(needed.name)

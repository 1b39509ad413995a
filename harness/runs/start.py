"""The beginning of a run: the record that says what is run."""

import os
import sys

from harness.doctor import check_chromium
from harness.errors import ConfigError
from harness.pictures import require_site_pictures
from harness.records import RunRecorder, make_manifest
from harness.runs.request import RunRequest
from tasks import TaskInstance

DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY"}


def start_record(request: RunRequest, tasks: list[TaskInstance]) -> None:
    """Write the manifest of a run.

    Raises:
        ConfigError: the run needs a Chromium, or a display, and there is none.
        TaskError: the run has visual tasks, and the pictures that sites show have not been made.
        RecordError: the folder holds a run already.
    """
    require_site_pictures(tasks)
    versions = {"chromium": _chromium_version(request)} if request.engine == "chromium" else {}
    manifest = make_manifest(
        model=request.model,
        engine=request.engine,
        seed=request.seed,
        taskset_seed=request.taskset_seed,
        instances=tasks,
        settings={"screenshots": request.takes_screenshots, "disruptions": request.disruptions},
        versions=versions,
    )
    RunRecorder(request.run_dir).write_manifest(manifest)


def _chromium_version(request: RunRequest) -> str:
    finding = check_chromium()
    if not finding.ok:
        raise ConfigError(f"Chromium: {finding.found}; run `lowagent doctor --fix`, or use --engine http")
    if request.headed and sys.platform == "linux" and not DISPLAYS & os.environ.keys():
        raise ConfigError(
            "--headed needs a display, and DISPLAY is not set: leave it out, or try xvfb-run pytest …"
        )
    return finding.found.split()[0]

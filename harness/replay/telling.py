"""What replays tell: what came again, what did not, and what has changed since the record."""

import shlex
from collections.abc import Iterator

from harness.records import git_commit, installed_versions
from harness.replay.comparison import Difference
from harness.replay.request import ReplayRequest
from harness.replay.worker import Replay
from harness.runs.facts import Facts, differences, hashes_now
from harness.wording import counted


def replay_lines(replay: Replay, then: str | None) -> Iterator[str]:
    """What has come again, and what who went on has made of it."""
    recorded = replay.recorded
    came = counted(replay.compared, "step")
    if replay.difference is None:
        whole = " and the verdict" if replay.has_verdict else ""
        yield f"{recorded.address}: {came}{whole} came again"
    else:
        yield f"{recorded.address}: DIFFERS, {came} came again before"
    if replay.result is None or replay.difference is not None:
        return
    for step in replay.later:
        error = f"  ({step.error})" if step.error else ""
        yield f"  step {step.step}, {then}: {step.action or step.reply}{error}"
    if replay.result.evaluation is not None:
        yield f"  {then} went on for {counted(len(replay.later), 'step')}: {replay.result.outcome}"
        for check in replay.result.evaluation.checks:
            if not check.passed:
                yield f"    {check.name}: expected {check.expected}, got {check.got}"


def difference_lines(replay: Replay, difference: Difference) -> Iterator[str]:
    """The difference, and the command that leads to the page before it."""
    recorded = replay.recorded
    yield f"{recorded.address}: {difference.text()}"
    if replay.compared and recorded.manifest.engine == "chromium":
        command = ["pytest", "--headed", f"--replay={recorded.address}", f"--until={replay.compared}"]
        yield f"look at the page before it: {shlex.join([*command, '--then=pause'])}"


def changed_facts(request: ReplayRequest) -> Iterator[str]:
    """What decides results and has changed since the runs were recorded."""
    manifests = {one.run_dir: one.manifest for one in request.episodes}
    commit, versions = git_commit(), installed_versions()
    for run_dir, manifest in manifests.items():
        now = Facts(commit, versions, hashes_now(manifest.sites, prompt=manifest.hashes.get("prompt")))
        changes = differences(Facts.of(manifest), now)
        if changes:
            yield f"changed since {run_dir} was recorded:"
            yield from (f"  {change}" for change in changes)

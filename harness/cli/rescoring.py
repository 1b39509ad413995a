"""``lowagent rescore``: the verdicts of a run, found out again."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from harness.rescoring import Rescoring, rescore
from harness.wording import counted, in_one_line


def rescore_run(run_dir: Path, say: Callable[[str], None], *, as_json: bool = False) -> bool:
    """Score a run again, and tell what differs from its record.

    Args:
        run_dir: folder of the run.
        say: prints a line.
        as_json: one JSON object in place of lines.

    Returns:
        Whether nothing differs.

    Raises:
        RecordError: the folder holds no readable run, or this code has not the tasks that were run.
    """
    found = rescore(run_dir)
    if as_json:
        say(json.dumps({**asdict(found), "run_dir": str(found.run_dir)}, indent=2, ensure_ascii=False))
    else:
        _tell(found, say)
    return not found.differences


def _tell(found: Rescoring, say: Callable[[str], None]) -> None:
    for one in found.differences:
        recorded, rescored = in_one_line(one.recorded), in_one_line(one.rescored)
        say(f"{one.episode_id}: {one.field}: recorded {recorded}, rescored {rescored}")
    unscored = f"; {found.unscored} without a verdict (errors)" if found.unscored else ""
    verdict = "all as recorded" if not found.differences else counted(len(found.differences), "difference")
    say(f"episodes rescored: {found.rescored}, {verdict}{unscored}; record: {found.run_dir}")

"""Runs on disk that never took place, for tests of what is made from a run's folder."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from harness.records import EpisodeRecord, RunRecorder, StepRecord
from tests.episode_records import make_run


def write_run(
    folder: Path,
    episodes: Sequence[EpisodeRecord],
    steps: Mapping[str, Sequence[StepRecord]] | None = None,
    **changes: Any,
) -> Path:
    """Write a run; returns its folder.

    Args:
        folder: of the run.
        episodes: in the order in which they ended.
        steps: name of an episode -> its steps.
        changes: replace fields of the manifest.
    """
    recorder = RunRecorder(folder)
    recorder.write_manifest(make_run(*episodes, **changes).manifest)
    for episode in episodes:
        recorder.write_episode(episode, (steps or {}).get(episode.episode_id, ()))
    return folder


def save_picture(folder: Path, path: str, size: tuple[int, int] = (400, 300), colour: str = "teal") -> str:
    """Keep a picture of one colour in a run's folder; returns its path there."""
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "WEBP")
    target.write_bytes(data.getvalue())
    return path

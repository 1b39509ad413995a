"""Run records: what a run leaves on disk, and the only thing that reports, review pages and rescoring read.

A run's folder holds ``manifest.json``, ``episodes.jsonl`` (a line an episode), ``steps.jsonl`` (a line a
step), ``screenshots/<instance>/<step>.png``, and in ``pictures/`` copies of those that went with sentences.
Workers append whole lines under a lock, so a killed run keeps every finished episode. Two runs of the same
thing differ only in the objects called ``timing``.
"""

from harness.records.models import (
    ChangeRecord,
    CheckRecord,
    DisruptionEnding,
    DisruptionRecord,
    EpisodeRecord,
    EpisodeTiming,
    Manifest,
    ManifestTiming,
    Outcome,
    PictureRecord,
    StepRecord,
    StepTiming,
)
from harness.records.reader import Run, read_run
from harness.records.recorder import RunRecorder
from harness.records.versions import make_manifest

__all__ = [
    "ChangeRecord",
    "CheckRecord",
    "DisruptionEnding",
    "DisruptionRecord",
    "EpisodeRecord",
    "EpisodeTiming",
    "Manifest",
    "ManifestTiming",
    "Outcome",
    "PictureRecord",
    "Run",
    "RunRecorder",
    "StepRecord",
    "StepTiming",
    "make_manifest",
    "read_run",
]

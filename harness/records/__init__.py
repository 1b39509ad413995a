"""Run records: what a run leaves on disk, and the only thing that reports, review pages and rescoring read.

A run's folder holds ``manifest.json``, ``episodes.jsonl`` (a line an episode), ``steps.jsonl`` (a line a
step), ``screenshots/<episode>/<step>.webp``, in ``pictures/`` copies of those that went with sentences, in
``sent/`` the images that models were sent, and ``tracebacks/<episode>.txt`` where an agent's program failed.
Workers append whole lines under a lock, so a killed run keeps every finished episode. Two runs of the same
thing differ only in the objects called ``timing``.
"""

from harness.records.calls import (
    CallRecord,
    CallStatus,
    CallTiming,
    CutRecord,
    PromptMessage,
    PromptPart,
    PromptRecord,
)
from harness.records.models import (
    FORMAT_VERSION,
    HIDDEN_PATH,
    OUTCOME_LETTERS,
    ChangeRecord,
    CheckRecord,
    DisruptionEnding,
    DisruptionRecord,
    EpisodeRecord,
    EpisodeTiming,
    ErrorSource,
    Intervention,
    Manifest,
    ManifestTiming,
    MarkRecord,
    Outcome,
    PictureRecord,
    RectPx,
    Setting,
    StepRecord,
    StepTiming,
    episode_name,
)
from harness.records.reader import Run, latest_attempts, read_episodes, read_manifest, read_run
from harness.records.recorder import RunRecorder
from harness.records.versions import git_commit, installed_versions, make_manifest

__all__ = [
    "FORMAT_VERSION",
    "HIDDEN_PATH",
    "OUTCOME_LETTERS",
    "CallRecord",
    "CallStatus",
    "CallTiming",
    "ChangeRecord",
    "CheckRecord",
    "CutRecord",
    "DisruptionEnding",
    "DisruptionRecord",
    "EpisodeRecord",
    "EpisodeTiming",
    "ErrorSource",
    "Intervention",
    "Manifest",
    "ManifestTiming",
    "MarkRecord",
    "Outcome",
    "PictureRecord",
    "PromptMessage",
    "PromptPart",
    "PromptRecord",
    "RectPx",
    "Run",
    "RunRecorder",
    "Setting",
    "StepRecord",
    "StepTiming",
    "episode_name",
    "git_commit",
    "installed_versions",
    "latest_attempts",
    "make_manifest",
    "read_episodes",
    "read_manifest",
    "read_run",
]

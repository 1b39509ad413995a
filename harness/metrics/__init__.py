"""Figures of runs, computed from their records alone; docs/metrics.md defines each of them in words."""

from harness.metrics.breakdowns import Breakdown, breakdowns
from harness.metrics.calibration import Calibration, calibration
from harness.metrics.conduct import Conduct, conduct
from harness.metrics.counts import RunCounts, Usage, run_counts, usage
from harness.metrics.failures import FAILURE_KINDS, FailureKind, first_failure
from harness.metrics.paired import PairedDifference, instance_of, paired_difference, task_of
from harness.metrics.rates import ALL, Share, Tally, by_language, counts, in_groups, tally, wilson_interval
from harness.metrics.repeats import PassRate, pass_rates
from harness.metrics.run_metrics import RunMetrics, run_metrics, to_plain
from harness.metrics.verdicts import is_completed, is_constrained_success, is_preserved, stopped_by_itself

__all__ = [
    "ALL",
    "FAILURE_KINDS",
    "Breakdown",
    "Calibration",
    "Conduct",
    "FailureKind",
    "PairedDifference",
    "PassRate",
    "RunCounts",
    "RunMetrics",
    "Share",
    "Tally",
    "Usage",
    "breakdowns",
    "by_language",
    "calibration",
    "conduct",
    "counts",
    "first_failure",
    "in_groups",
    "instance_of",
    "is_completed",
    "is_constrained_success",
    "is_preserved",
    "paired_difference",
    "pass_rates",
    "run_counts",
    "run_metrics",
    "stopped_by_itself",
    "tally",
    "task_of",
    "to_plain",
    "usage",
    "wilson_interval",
]

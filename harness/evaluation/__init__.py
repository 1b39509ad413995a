"""Evaluation: the checks of a task on the answer, the changed rows and the final page of an episode."""

from harness.evaluation.evaluator import evaluate
from harness.evaluation.results import CheckKind, CheckResult, Evaluation, EvaluationError

__all__ = ["CheckKind", "CheckResult", "Evaluation", "EvaluationError", "evaluate"]

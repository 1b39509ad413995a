"""The lint of tasks: every task in every language is run, and must keep what a good task promises.

A rule is a small function that yields what it saw amiss. Some look at a task alone (`text_rules`, for what
goes with pictures `visual_rules`), some at what running it showed (`run_rules`), some compare a task in two
languages (`language_rules`).
"""

from harness.lint.linter import RULES, LintReport, lint
from harness.lint.problems import Problem

__all__ = ["RULES", "LintReport", "Problem", "lint"]

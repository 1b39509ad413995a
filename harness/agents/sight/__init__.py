"""Seeing without a model: which picture shows the thing of another picture."""

from harness.agents.sight.matching import Sight, describe, scores

__all__ = ["Sight", "describe", "scores"]

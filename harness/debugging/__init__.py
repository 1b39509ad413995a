"""Looking into an episode while it runs: a person at the controls, stepping, the overlay of the headed browser."""

from harness.debugging.protocol import Decision, Intervention, Moment, Watcher, as_replied, decide

__all__ = ["Decision", "Intervention", "Moment", "Watcher", "as_replied", "decide"]

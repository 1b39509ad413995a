"""Looking into an episode as it runs: stepping, a person at the controls, the overlay of a headed browser."""

from harness.debugging.protocol import Decision, Moment, Watcher, as_replied, decide

__all__ = ["Decision", "Moment", "Watcher", "as_replied", "decide"]

"""Looking into an episode as it runs: stepping, a person at the controls, the overlay of a headed browser."""

from harness.debugging.protocol import Decision, Intervention, Moment, Watcher, as_replied, decide

__all__ = ["Decision", "Intervention", "Moment", "Watcher", "as_replied", "decide"]

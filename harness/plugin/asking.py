"""A person who is asked during a run may leave: the end of their input ends the run, as Ctrl-C does.

The episode under way is not recorded, for nobody has finished it; ``--resume`` runs it again, and goes on.
"""

from dataclasses import dataclass

from harness.debugging.console import Console, NobodyThereError

HOW_TO_LEAVE = "Ctrl-D or Ctrl-C ends the run here; --resume goes on with it, from the beginning of this task"
ENDED = "the input has ended: Ctrl-D ends the run, and where there is no terminal nobody can be asked"


@dataclass(slots=True)
class RunConsole:
    """A `harness.debugging.Console` whose end is the run's."""

    console: Console
    _has_told: bool = False

    def tell(self, text: str) -> None:
        """Show text."""
        self.console.tell(text)

    def ask(self, question: str) -> str:
        """What is typed; the first question of a run is told how to leave.

        Raises:
            KeyboardInterrupt: the input has ended.
        """
        if not self._has_told:
            self.console.tell(HOW_TO_LEAVE)
            self._has_told = True
        try:
            return self.console.ask(question)
        except NobodyThereError:
            raise KeyboardInterrupt(ENDED) from None

"""A person at the keyboard, on paper: what they type, and what they are told."""

from harness.debugging.console import NobodyThereError


class PaperConsole:
    """Answers from a list; an input that has ended once the list is over."""

    def __init__(self, *typed: str) -> None:
        self.typed: list[str] = list(typed)
        self.told: list[str] = []
        self.asked: list[str] = []

    def tell(self, text: str) -> None:
        self.told.append(text)

    def ask(self, question: str) -> str:
        self.asked.append(question)
        if not self.typed:
            raise NobodyThereError("the input has ended")
        return self.typed.pop(0)

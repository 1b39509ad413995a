"""The two messages that a model is sent for each reply: the instructions, and what it is to decide upon.

The second one holds, in this order: the task and ``Step N of BUDGET``; the pictures that go with the task;
the last steps; the page with the error of the last action; its screenshot where one is shown; one line that
asks for the reply. Nothing is kept from message to message, so each of them stands on its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from harness.agents.protocol import Assignment, SentPrompt
from harness.agents.settings import AgentSettings, ObservationMode
from harness.errors import ConfigError
from harness.models import ImagePart, Message, Part, TextPart
from harness.observation import Observation
from harness.prompting.budget import cut_to_fit
from harness.prompting.captions import Captioner
from harness.prompting.captures import SCREENSHOT_MODES, chosen_mode, require_images
from harness.prompting.history import PastStep, describe_step
from harness.prompting.instructions import Need, closing, prompt_language, system_prompt
from harness.prompting.page import Piece, page_pieces

TEMPLATE_TOKENS = 96
"""Set aside for what a chat template puts around the two messages. Gemma's are marks alone; Llama 3 adds a
sentence with dates, GPT-OSS a message of its own about dates, reasoning and channels."""
NOT_SHOWN = "nothing to be seen"


@dataclass(frozen=True, slots=True)
class Reader:
    """The model as the writer of its prompts knows it."""

    count: Callable[[str], int]
    """Tokens of a text."""
    image_tokens: int = 0
    """That one image takes of the budget."""
    max_images: int | None = None
    """Images that one prompt may hold; None is no limit."""
    captioner: Captioner | None = None
    """What tells of pictures in ``caption``."""


class PromptWriter:
    """Writes the prompts of one episode."""

    def __init__(self, assignment: Assignment, settings: AgentSettings, reader: Reader) -> None:
        """Put the instructions together.

        Raises:
            ConfigError: the model takes fewer images than every prompt has, or captions have no captioner.
        """
        pictures = assignment.reference_images
        self._assignment = assignment
        self._settings = settings
        self._reader = reader
        self.mode: ObservationMode = chosen_mode(settings.observe, "visual" if pictures else "text")
        self._lang = prompt_language(settings.prompt_lang, assignment.lang)
        need = Need(self.mode, settings.history, bool(pictures), settings.ask_confidence)
        self._system = system_prompt(need, assignment.account, self._lang)
        self._system_tokens = reader.count(self._system)
        require_images(self.mode, "visual" if pictures else "text", reader.max_images, len(pictures))
        if self.mode == "caption" and reader.captioner is None:
            raise ConfigError("--obs caption needs a captioner: give one to harness.prompting.Reader")

    def write(self, seen: Observation, past: Sequence[PastStep], budget: int) -> SentPrompt:
        """The prompt of the next reply.

        Args:
            seen: the page, with the captures of the mode.
            past: all earlier steps, oldest first.
            budget: tokens that it may take, images included.

        Raises:
            AgentError: what may not be left out is longer than the budget.
            ConfigError: the observation lacks what the mode shows.
        """
        opening = self._opening(len(past) + 1)
        shots = self._screenshots(seen)
        steps, page = self._steps(past), self._page(seen)

        def parts(kept: Sequence[str], text: str) -> list[Part]:
            return [*opening, *self._situation(kept, text), *shots, self._closing]

        cut = cut_to_fit(steps, page, budget, lambda *kept: self._size(parts(*kept)), self._reader.count)
        chosen = parts(cut.steps, cut.page)
        messages = (Message("system", (TextPart(self._system),)), Message("user", tuple(_merged(chosen))))
        return SentPrompt(messages, self._size(chosen) - self._image_tokens(chosen), cut.record)

    def needed_tokens(self, prompt: SentPrompt) -> int:
        """What a prompt takes of the budget, images included."""
        return prompt.tokens + self._image_tokens(prompt.messages[-1].parts)

    @property
    def _closing(self) -> TextPart:
        return TextPart(f"\n{closing(self.mode, self._lang)}")

    def _opening(self, number: int) -> list[Part]:
        assignment = self._assignment
        parts: list[Part] = [
            TextPart(f"TASK: {assignment.intent}\nStep {number} of {assignment.budget}\n"),
        ]
        for index, picture in enumerate(assignment.reference_images, 1):
            heading = f"\nREFERENCE PICTURE {index}:"
            if self.mode == "caption":
                parts.append(TextPart(f"{heading} {self._describe(picture)}\n"))
            else:
                parts += [TextPart(f"{heading}\n"), ImagePart(picture, f"reference {index}")]
        return parts

    def _steps(self, past: Sequence[PastStep]) -> list[str]:
        """The last steps; what was wrong with the very last one stands above the page."""
        shown = past[max(0, len(past) - self._settings.history) :]
        return [
            describe_step(step if step is not past[-1] else replace(step, error=None))
            for step in shown
            if self.mode != "none"
        ]

    def _page(self, seen: Observation) -> tuple[Piece, ...]:
        if self.mode == "none":
            return ()
        captions = None if self.mode != "caption" else lambda picture: self._describe(picture.data)
        return page_pieces(seen, self.mode, captions)

    def _situation(self, steps: Sequence[str], page: str) -> Iterator[Part]:
        if steps:
            yield TextPart("\nEARLIER STEPS:\n" + "".join(steps))
        if page:
            yield TextPart(f"\nCURRENT PAGE:\n{page}")

    def _screenshots(self, seen: Observation) -> list[Part]:
        """The screenshot; of a page longer than one picture its pieces, as many as the model takes."""
        if self.mode not in SCREENSHOT_MODES or seen.screenshot is None:
            return []
        pieces = seen.screenshot.tiles or (seen.screenshot.png,)
        limit = self._reader.max_images
        room = len(pieces) if limit is None else limit - len(self._assignment.reference_images)
        parts: list[Part] = []
        for number, piece in enumerate(pieces[:room], 1):
            place = "" if len(pieces) == 1 else f" {number} of {len(pieces)}"
            parts += [TextPart(f"\nSCREENSHOT{place}:\n"), ImagePart(piece, f"screenshot{place}")]
        return parts

    def _describe(self, data: bytes) -> str:
        captioner = self._reader.captioner
        return captioner.describe(data) if captioner is not None and data else NOT_SHOWN

    def _size(self, parts: Iterable[Part]) -> int:
        """Tokens of both messages, what is set aside for images included."""
        parts = tuple(parts)
        texts = "".join(part.text for part in parts if isinstance(part, TextPart))
        return self._system_tokens + self._reader.count(texts) + TEMPLATE_TOKENS + self._image_tokens(parts)

    def _image_tokens(self, parts: Iterable[Part]) -> int:
        return self._reader.image_tokens * sum(isinstance(part, ImagePart) for part in parts)


def _merged(parts: Iterable[Part]) -> Iterator[Part]:
    """Neighbouring texts as one."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, TextPart):
            texts.append(part.text)
            continue
        if texts:
            yield TextPart("".join(texts))
            texts.clear()
        yield part
    if texts:
        yield TextPart("".join(texts))

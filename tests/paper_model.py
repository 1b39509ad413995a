"""A language model on paper: it answers what it was given to answer, and remembers what it was sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO

from PIL import Image

from harness.agents.llm import LlmAgent
from harness.agents.protocol import Assignment
from harness.agents.settings import AgentSettings
from harness.models import Completion, ContextOverflowError, ImagePart, Message, TextPart
from harness.prompting import Captioner, Reader
from harness.records import CallRecord, CallTiming
from sites.kit.site import Account

BUDGET_TOKENS = 100_000
IMAGE_TOKENS = 1_000
ACCOUNT = Account("nadia", "mini2026")


@dataclass
class PaperModel:
    """Answers one reply after the other; a token is four characters, begun ones count."""

    replies: list[str | Exception]
    sent: list[Sequence[Message]] = field(default_factory=list)
    context_tokens: int | None = None
    """Of texts; a longer prompt overflows."""

    def complete(self, messages: Sequence[Message]) -> Completion:
        self.sent.append(messages)
        if self.context_tokens is not None and self.count_tokens(text_of(messages)) > self.context_tokens:
            raise ContextOverflowError("too long", [call("context_overflow", input_tokens=7)])
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return Completion(reply, (call("ok", input_tokens=10, output_tokens=2),), tuple(messages))

    def count_tokens(self, text: str) -> int:
        return -(-len(text) // 4)

    def close(self) -> None:
        self.replies.clear()


class FirstPixel:
    """A captioner that tells the colour of a picture's first pixel."""

    def describe(self, image: bytes) -> str:
        with Image.open(BytesIO(image)) as opened:
            return "a {:02x}{:02x}{:02x} thing".format(*opened.convert("RGB").getpixel((0, 0)))  # type: ignore[misc]


def call(status: str, *, input_tokens: int = 0, output_tokens: int = 0) -> CallRecord:
    """A call that took a second."""
    return CallRecord(
        status=status,  # type: ignore[arg-type]
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        timing=CallTiming(seconds=1.0),
    )


def picture(color: str = "red", size: tuple[int, int] = (4, 4)) -> bytes:
    """A PNG of one colour."""
    out = BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return out.getvalue()


def assignment(**changes: object) -> Assignment:
    """A text task in Urdu; the arguments replace its fields."""
    fields: dict[str, object] = {
        "task_id": "ministore-001",
        "site": "ministore",
        "lang": "ur",
        "intent": "کل کتنا ہے؟",
        "account": ACCOUNT,
        "budget": 30,
    }
    return Assignment(**(fields | changes))  # type: ignore[arg-type]


def agent(
    model: PaperModel,
    told: Assignment | None = None,
    *,
    budget: int = BUDGET_TOKENS,
    captioner: Captioner | None = None,
    **settings: object,
) -> LlmAgent:
    """An agent of the model; the keywords are its settings."""
    reader = Reader(model.count_tokens, IMAGE_TOKENS, captioner=captioner)
    chosen = AgentSettings(**settings)  # type: ignore[arg-type]
    return LlmAgent(told or assignment(), model, chosen, reader, budget)


def text_of(messages: Sequence[Message]) -> str:
    """All texts of a conversation."""
    return "".join(part.text for message in messages for part in message.parts if isinstance(part, TextPart))


def images_of(messages: Sequence[Message]) -> list[str]:
    """What its images show, in order."""
    return [part.what for message in messages for part in message.parts if isinstance(part, ImagePart)]

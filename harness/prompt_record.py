"""The record of a prompt: its texts, and copies of its images."""

from io import BytesIO

from PIL import Image

from harness.agents.protocol import SentPrompt
from harness.models import ImagePart, Part
from harness.records import PromptMessage, PromptPart, PromptRecord, RunRecorder


def prompt_record(prompt: SentPrompt, recorder: RunRecorder | None) -> PromptRecord:
    """What a step's record keeps of a prompt.

    Args:
        prompt: the prompt as it was sent.
        recorder: keeps its images, once each; None keeps none.
    """
    return PromptRecord(
        messages=tuple(
            PromptMessage(role=message.role, parts=tuple(_part(part, recorder) for part in message.parts))
            for message in prompt.messages
        ),
        tokens=prompt.tokens,
        cut=prompt.cut,
    )


def _part(part: Part, recorder: RunRecorder | None) -> PromptPart:
    if not isinstance(part, ImagePart):
        return PromptPart(text=part.text)
    kept = recorder.save_sent_image(part.data, _suffix(part.data)) if recorder else None
    return PromptPart(image=kept, what=part.what)


def _suffix(data: bytes) -> str:
    with Image.open(BytesIO(data)) as image:
        return f".{(image.format or 'png').lower()}"

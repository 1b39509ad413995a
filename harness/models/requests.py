"""The body of a request for a chat completion."""

import json
from base64 import b64encode
from collections.abc import Sequence

from harness.models.chat import ImagePart, Message, Part
from harness.models.settings import ModelSettings

Json = dict[str, object]


def request_body(messages: Sequence[Message], settings: ModelSettings) -> Json:
    """The fields of a request in OpenAI's protocol.

    Args:
        messages: with images in ``settings.image_format``, already scaled.
        settings: whatever in them is None is left out.
    """
    fields: Json = {
        "model": settings.name,
        "messages": [_message(message, settings) for message in messages],
        settings.output_limit_field: settings.max_output_tokens,
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "seed": settings.seed,
        "reasoning_effort": settings.reasoning_effort,
    }
    extra: Json = json.loads(settings.extra) if settings.extra else {}
    return {name: value for name, value in fields.items() if value is not None} | _merged(
        _thinking(settings), extra
    )


def _message(message: Message, settings: ModelSettings) -> Json:
    # One text alone goes as plain text: some servers' templates know nothing else.
    if len(message.parts) == 1 and not isinstance(message.parts[0], ImagePart):
        return {"role": message.role, "content": message.parts[0].text}
    return {"role": message.role, "content": [_part(part, settings) for part in message.parts]}


def _part(part: Part, settings: ModelSettings) -> Json:
    if not isinstance(part, ImagePart):
        return {"type": "text", "text": part.text}
    data = b64encode(part.data).decode("ascii")
    image: Json = {"url": f"data:image/{settings.image_format};base64,{data}"}
    if settings.image_detail is not None:
        image["detail"] = settings.image_detail
    return {"type": "image_url", "image_url": image}


def _thinking(settings: ModelSettings) -> Json:
    """Gemini's own fields, which its endpoint in OpenAI's protocol takes under ``extra_body``."""
    if settings.thinking_budget is None:
        return {}
    config: Json = {"thinking_budget": settings.thinking_budget}
    return {"extra_body": {"google": {"thinking_config": config}}}


def _merged(one: Json, two: Json) -> Json:
    """Both, with what ``two`` has of the same name laid into what ``one`` has."""
    both = dict(one)
    for name, value in two.items():
        before = both.get(name)
        is_nested = isinstance(before, dict) and isinstance(value, dict)
        both[name] = _merged(before, value) if is_nested else value  # type: ignore[arg-type]
    return both

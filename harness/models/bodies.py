"""The bodies of servers as JSON, whatever they hold."""

import json

from harness.control_characters import without_surrogates


def read_json(body: str) -> object:
    """A body as JSON; lone surrogates, which an escape of JSON may leave, are replaced in all its texts.

    Raises:
        ValueError: it is no JSON, or its parts are nested deeper than Python reads.
    """
    try:
        found = json.loads(body)
        if "\\ud" in body or "\\uD" in body:
            found = json.loads(without_surrogates(json.dumps(found, ensure_ascii=False)))
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return found

"""Form data in the encoding of browsers (WHATWG ``application/x-www-form-urlencoded``).

``httpx`` and ``urllib`` leave ``~`` alone and escape ``*``; browsers do the reverse, and send CRLF for
every line break. Source: https://url.spec.whatwg.org/#concept-urlencoded-serializer and
https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set.
"""

import re
from collections.abc import Iterable
from urllib.parse import quote_plus

FORM_CONTENT_TYPE = "application/x-www-form-urlencoded"

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


def encode_form(entries: Iterable[tuple[str, str]]) -> str:
    """The entries as one ASCII string, in their order."""
    return "&".join(f"{_encode(name)}={_encode(value)}" for name, value in entries)


def _encode(text: str) -> str:
    with_crlf = _LINE_BREAK.sub("\r\n", text)
    return quote_plus(with_crlf, safe="*", errors="replace").replace("~", "%7E")

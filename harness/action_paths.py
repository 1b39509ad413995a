r"""The path of a `goto` action: what may be asked for at all, before a browser judges the host.

Browsers read more as another host than one thinks: `//host`, `/\host`, a tab between slashes, a user name
before `@`. All of these are refused here.
"""

import re
from urllib.parse import urlsplit

from harness.errors import ActionError
from harness.reply_lines import fold_width

_WRAPPING = {'"': '"', "'": "'", "`": "`", "<": ">", "[": "]", "(": ")", "“": "”"}
_NOTE = re.compile(r"(?P<path>\S+)\s+\([^()]*\)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_OWN_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
_EXPECTED = "goto takes a path of this site, such as `goto /cart`"


def parse_path(text: str) -> str:
    """The path (with its query), or the full address of a `*.localhost` host.

    Raises:
        ActionError: another host or scheme, spaces in the path, or signs that browsers read as another host.
    """
    path = _unwrap(text.strip())
    note = _NOTE.fullmatch(path)
    path = note["path"] if note else path
    path = _unwrap(path.rstrip(".,;!।۔። "))
    if path.startswith("／"):
        path = fold_width(path)
    path = _encode_spaces(path)
    if "\\" in path or any(ord(char) < 0x20 or ord(char) == 0x7F for char in path):
        raise ActionError(f"{_EXPECTED}; backslashes and control characters are not allowed, got {text!r}")
    return _complete(path)


def _unwrap(text: str) -> str:
    if len(text) > 1 and _WRAPPING.get(text[0]) == text[-1]:
        return text[1:-1].strip()
    return text


def _encode_spaces(path: str) -> str:
    before, mark, query = path.partition("?")
    if not before or re.search(r"\s", before):
        raise ActionError(f"{_EXPECTED}, without spaces; got {path!r}")
    return before + mark + re.sub(r"\s", "%20", query)


def _complete(path: str) -> str:
    if path.startswith("//"):
        raise ActionError(f"{_EXPECTED}; {path!r} is an address of another host")
    if path.startswith("/"):
        return path
    first = re.split(r"[/?#]", path, maxsplit=1)[0]
    if re.fullmatch(r"[a-z0-9.-]+\.localhost(?::\d+)?", first, re.IGNORECASE):
        return _check_address(f"http://{path}")
    if _SCHEME.match(path):
        return _check_address(path)
    if "." in first or not first:
        raise ActionError(f"{_EXPECTED}; got {path!r}, which doesn't start with `/`")
    return f"/{path}"


def _check_address(address: str) -> str:
    try:
        parts = urlsplit(address)
        host, has_user = parts.hostname or "", parts.username is not None
    except ValueError as error:
        raise ActionError(f"{_EXPECTED}; {address!r} is no address: {error}") from error
    if parts.scheme not in ("http", "https") or has_user:
        raise ActionError(f"{_EXPECTED}; addresses like {address!r} can't be opened")
    if host.endswith(".localhost"):
        return address
    if host in _OWN_HOSTS:
        return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    raise ActionError(f"{_EXPECTED}; {host!r} is another host and can't be opened")

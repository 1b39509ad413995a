"""Addresses as browsers write them (WHATWG URL), so that both engines show the same one.

``urllib`` and ``httpx`` follow another standard: they keep backslashes, escape other characters and drop an
empty query. Checked against Chromium in ``tests/e2e/test_browsers_addresses.py``.
Source: https://url.spec.whatwg.org/, sections 1.3 and 4.4, for http and https.
"""

import re
from typing import NamedTuple
from urllib.parse import quote

DEFAULT_PORTS = {"http": ":80", "https": ":443"}

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*(?=:)")
_C0_OR_SPACE = "".join(map(chr, range(0x21)))
_DROPPED = re.compile(r"[\t\n\r]")
_PATH_SAFE = "!$%&'()*+,-./:;=@[\\]_~"  # the standard leaves | alone, Chromium escapes it
_QUERY_SAFE = "!$%&()*+,-./:;=?@[\\]^_`{|}~"
_FRAGMENT_SAFE = "!#$%&'()*+,-./:;=?@[\\]^_{|}~"
_SINGLE_DOTS = frozenset({".", "%2e"})
_DOUBLE_DOTS = frozenset({"..", ".%2e", "%2e.", "%2e%2e"})


class Address(NamedTuple):
    """An http or https address, taken apart."""

    scheme: str
    authority: str
    """Lower case, without the scheme's default port."""
    path: str
    query: str | None
    """None without ``?``; "" for a bare ``?``."""
    fragment: str | None

    def __str__(self) -> str:
        query = "" if self.query is None else f"?{self.query}"
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        return f"{self.scheme}://{self.authority}{self.path}{query}{fragment}"


def resolve(reference: str, base: str) -> str:
    """The absolute address of a reference on a page.

    Args:
        reference: what stands in ``href``, ``action`` or ``Location``.
        base: absolute http address of the page.

    Returns:
        The address; a reference of another scheme (``mailto:``, ``javascript:``) as it stands.
    """
    text = _DROPPED.sub("", reference.strip(_C0_OR_SPACE))
    scheme = _SCHEME.match(text)
    if scheme is not None and scheme[0].lower() not in DEFAULT_PORTS:
        return text
    return str(_resolve_special(text, scheme[0] if scheme else "", take_apart(base) if not scheme else None))


def take_apart(url: str) -> Address:
    """The parts of an absolute http or https address.

    Raises:
        ValueError: the scheme is another one.
    """
    scheme = _SCHEME.match(url)
    if scheme is None or scheme[0].lower() not in DEFAULT_PORTS:
        raise ValueError(f"expected an absolute http address, got {url!r}")
    return _resolve_special(url, scheme[0], None)


def page_address(url: str) -> str:
    """The address of a page without its fragment."""
    return url.partition("#")[0]


def site_path(url: str, page: str) -> str:
    """Path and query of an address on the same host as ``page``; any other address as it stands."""
    try:
        address, here = take_apart(url), take_apart(page)
    except ValueError:
        return url
    if address[:2] != here[:2]:
        return url
    return address.path if address.query is None else f"{address.path}?{address.query}"


def _resolve_special(text: str, scheme: str, base: Address | None) -> Address:
    head, _, fragment_text = text.partition("#")
    fragment = quote(fragment_text, safe=_FRAGMENT_SAFE, errors="replace") if "#" in text else None
    head, mark, query_text = head.partition("?")
    query = quote(query_text, safe=_QUERY_SAFE, errors="replace") if mark else None
    head = head.removeprefix(f"{scheme}:").replace("\\", "/") if scheme else head.replace("\\", "/")
    if base is None or head.startswith("//"):
        authority, slash, path = head.lstrip("/").partition("/")
        of_scheme = scheme.lower() or (base.scheme if base else "http")
        return Address(of_scheme, _authority(authority, of_scheme), _clean(slash + path), query, fragment)
    if not head:
        kept = query if mark else base.query
        return base._replace(query=kept, fragment=fragment)
    folder = "" if head.startswith("/") else base.path.rpartition("/")[0] + "/"
    return base._replace(path=_clean(folder + head), query=query, fragment=fragment)


def _authority(text: str, scheme: str) -> str:
    return text.lower().removesuffix(DEFAULT_PORTS[scheme])


def _clean(path: str) -> str:
    """Escape what must be escaped, and resolve the dot segments."""
    segments: list[str] = []
    parts = quote(path, safe=_PATH_SAFE, errors="replace").split("/")[1:]
    for position, part in enumerate(parts):
        is_last = position == len(parts) - 1
        if part.lower() in _DOUBLE_DOTS:
            segments[-1:] = []
            segments += [""] if is_last else []
        elif part.lower() in _SINGLE_DOTS:
            segments += [""] if is_last else []
        else:
            segments.append(part)
    return "/" + "/".join(segments)

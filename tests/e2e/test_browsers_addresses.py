"""Our addresses are Chromium's addresses, and our form data is Chromium's."""

import pytest
from playwright.sync_api import Browser

from harness.addresses import resolve
from harness.form_encoding import encode_form

pytestmark = pytest.mark.browser

BASE = "http://tiny.ur.localhost/shop/list?page=2"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
REFERENCES = [
    *(f"/p{letter}q" for letter in ASCII if letter not in "\\?#/"),
    *(f"/p?a={letter}b" for letter in ASCII if letter != "#"),
    *(f"/p#a{letter}b" for letter in ASCII),
    "/ক/মগ?q=মগ#মগ",
    "/%E0%A6%95%zz%",
    "",
    "?",
    "#",
    "x",
    "./x",
    "../x",
    "../../..",
    "/a/b/..",
    "/a/b/.",
    "/a/%2E%2e/b/%2e",
    "/a//b",
    "//h.localhost/x",
    "///h.localhost/x",
    "\\\\h.localhost\\x",
    "/\\h.localhost",
    "/a\\b",
    "http:/\\h.localhost:80/",
    "HTTP://A.localhost:80?x",
    "https://a.localhost:443",
    " \t/x\n/y ",
    "mailto:x",
]


def test_addresses_resolve_as_in_chromium(chromium: Browser):
    page = chromium.new_page()
    theirs = page.evaluate("([refs, base]) => refs.map(r => new URL(r, base).href)", [REFERENCES, BASE])
    page.close()
    ours = [resolve(reference, BASE) for reference in REFERENCES]
    assert dict(zip(REFERENCES, ours, strict=True)) == dict(zip(REFERENCES, theirs, strict=True))


def test_form_data_is_encoded_as_in_chromium(chromium: Browser):
    entries = [(ASCII, ASCII), ("মগ", "দাম ৳১২০"), ("lines", "a\nb\r\nc\rd"), ("emoji", "🛒"), ("empty", "")]
    page = chromium.new_page()
    theirs = page.evaluate(
        """entries => new URLSearchParams(entries.map(([name, value]) =>
             [name, value.replace(/\\r\\n|\\r|\\n/g, '\\r\\n')])).toString()""",
        [list(entry) for entry in entries],
    )
    page.close()
    assert encode_form(entries) == theirs

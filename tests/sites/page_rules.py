"""What holds for every page of every site: markup, digits, filled texts."""

import re

from selectolax.lexbor import LexborHTMLParser

from sites.kit.localization import get_language
from tests.sites.visitor import Page

MOST_FRAME_LINKS = 12
_WITHOUT_LABEL = "input:not([type=hidden]), select, textarea"
_FORBIDDEN = "a a, table form, form table, script, [hidden], [style], [loading]"
_UNFILLED = re.compile(r"%\(\w+\)|\{\w+\}|\bNone\b|&lt;bdi|Undefined")
_CODES = 'bdi[dir="ltr"], title, svg, style'


def check_markup(page: Page, lang: str) -> None:
    """One heading, labelled fields, one button a form, nothing hidden, the date of today in the header."""
    tree, language = page.tree, get_language(lang)
    assert len(tree.css("h1")) == 1, page.path
    root = page.one("html").attributes
    assert (root["lang"], root["dir"]) == (language.html_lang, language.direction)
    assert not tree.css(_FORBIDDEN), page.path
    assert not _unlabelled(tree), page.path
    assert all({"src", "width", "height", "alt"} == node.attributes.keys() for node in tree.css("img"))
    assert all(len(form.css("button[type=submit]")) == 1 for form in tree.css("form")), page.path
    ids = [node.attributes["id"] for node in tree.css("[id]")]
    assert len(ids) == len(set(ids)), page.path
    assert len(tree.css("header a, footer a")) <= MOST_FRAME_LINKS
    assert '<bdi dir="ltr">2026-03-16</bdi>' in (page.one("header").html or "")


def check_digits(page: Page, *codes: str) -> None:
    """No ASCII digit but in ids, dates and phone numbers; ``codes``: selectors of what else is a code."""
    tree = page.tree
    for node in tree.css(", ".join((_CODES, *codes))):
        node.decompose()
    assert tree.body is not None
    text = tree.body.text(separator=" ")
    assert not re.search(r"[0-9]", text), (page.path, text)


def check_filled(page: Page) -> None:
    """No placeholder, no None and no escaped markup is left in a page."""
    found = _UNFILLED.search(page.html)
    assert not found, (page.path, found)


def _unlabelled(tree: LexborHTMLParser) -> list[str]:
    labelled = {node.attributes.get("for") for node in tree.css("label")}
    return [
        node.attributes["name"] or ""
        for node in tree.css(_WITHOUT_LABEL)
        if node.attributes.get("id") not in labelled and "aria-label" not in node.attributes
    ]

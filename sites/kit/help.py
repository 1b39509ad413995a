"""Help pages: a site's rules in words from its content files, with the figures that the rules really use.

A content file has a section ``help``: topic -> ``title`` and ``text``, a mapping of paragraphs. Paragraphs
hold no digits: a ``{slot}`` stands for each figure, and `figures` makes the slots from what the rules compute
with.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from sites.kit.context import current_language
from sites.kit.errors import ContentError
from sites.kit.isolation import isolated
from sites.kit.localization import format_clock, format_money, format_number, format_percent, load_content

Slots = Mapping[str, Markup]


@dataclass(frozen=True, slots=True)
class HelpText:
    """The text of one help page in the interface's language, its slots filled."""

    title: str
    paragraphs: tuple[Markup, ...]


def help_text(folder: Path, topic: str, slots: Slots) -> HelpText:
    """The text of a topic from the content file of the interface's language in a folder.

    Raises:
        ContentError: the file has no such topic, or it is not made as it should be.
        KeyError: a paragraph names a slot that is not given.
    """
    title, paragraphs = _read_topic(folder, current_language().code, topic)
    return HelpText(title, tuple(Markup(escape(text)).format(**slots) for text in paragraphs))


def figures(
    *,
    amounts_c: Mapping[str, int] | None = None,
    numbers: Mapping[str, int] | None = None,
    percentages: Mapping[str, int] | None = None,
    times: Mapping[str, str] | None = None,
) -> dict[str, Markup]:
    """Slots for figures as the interface writes them.

    Args:
        amounts_c: canonical US cents.
        numbers: whole numbers.
        percentages: in percent, 15 for 15 %.
        times: times of day, ``HH:MM``.
    """
    lang = current_language().code
    slots = {name: isolated(format_money(cents, lang)) for name, cents in (amounts_c or {}).items()}
    slots |= {name: Markup(escape(format_number(value, lang))) for name, value in (numbers or {}).items()}
    slots |= {name: isolated(format_percent(value, lang)) for name, value in (percentages or {}).items()}
    return slots | {name: isolated(format_clock(value, lang)) for name, value in (times or {}).items()}


@cache
def _read_topic(folder: Path, lang: str, topic: str) -> tuple[str, tuple[str, ...]]:
    pages = load_content(folder, lang).get("help")
    page = pages.get(topic) if isinstance(pages, Mapping) else None
    if not isinstance(page, Mapping) or not isinstance(page.get("text"), Mapping) or "title" not in page:
        raise ContentError(f"{folder / lang}.yaml: help.{topic} needs a title and a text of paragraphs")
    text = page["text"]
    paragraphs = text.values() if isinstance(text, Mapping) else ()
    return str(page["title"]), tuple(str(paragraph) for paragraph in paragraphs)

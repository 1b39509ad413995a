"""The pages of the interruptions as HTML, in the look of the site that they stand before.

They link the site's own style sheets, whatever those are, and take fonts and colours from them. What shows
behind a notice is a drawing of a page without any text, so that nothing of the site can be read past it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from disruptions.state import Leave, Show
from disruptions.wording import APP_NAMES, Wordings, choose, load_wordings
from sites.kit.localization import Language, get_language

_TEMPLATES = Environment(
    loader=PackageLoader("disruptions"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, slots=True)
class Look:
    """What the pages take from the site."""

    site_name: str
    """As its visitors know it."""
    style_sheets: tuple[str, ...] = ()
    """Addresses, in order."""


class InterruptionPages:
    """Renders the pages of one language."""

    def __init__(self, lang: str) -> None:
        """Load the wordings.

        Raises:
            UnknownNameError: no such language.
            ContentError: its wordings are missing.
        """
        self._language: Language = get_language(lang)
        self._wordings: Wordings = load_wordings(lang)

    def interruption(self, show: Show, seed: int, look: Look) -> str:
        """The page of a cookie notice or an advertisement."""
        return self._render(f"{show.kind}.html", show.number, seed, look, show=show)

    def departure(self, leave: Leave, seed: int, look: Look) -> str:
        """The page that an accepted offer leads to: the store page of the app."""
        return self._render("departure.html", leave.number, seed, look)

    def _render(self, template: str, number: int, seed: int, look: Look, **more: object) -> str:
        choice = choose(self._wordings, seed, number)
        names = {"site": look.site_name, "app": APP_NAMES[choice.app]}
        isolated = {key: Markup('<bdi dir="ltr">{}</bdi>').format(name) for key, name in names.items()}
        return _TEMPLATES.get_template(template).render(
            language=self._language,
            look=look,
            wordings=self._wordings,
            choice=choice,
            names=names,
            fill=lambda text: escape(text).format(**isolated),
            fill_plain=lambda text: text.format(**names),
            **more,
        )


def read_style_sheets(html: str) -> tuple[str, ...]:
    """Addresses of the style sheets that a page links, in order."""
    reader = _StyleSheetReader()
    reader.feed(html)
    return tuple(reader.found)


class _StyleSheetReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "link" and attributes.get("rel") == "stylesheet" and attributes.get("href"):
            self.found.append(attributes["href"] or "")

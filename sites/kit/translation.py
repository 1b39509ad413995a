"""Interface text: gettext catalogues in the translators' own format, compiled in memory.

The kit and each site keep ``translations/<lang>/LC_MESSAGES/messages.po``; English is in the source
itself. There is nothing to compile and nothing to forget: the application reads the PO files when it is
made, and refuses to start without them.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import Translations
from flask import Flask
from flask_babel import Babel, Domain
from flask_babel.speaklater import LazyString

from sites.kit.errors import ContentError

SOURCE_LANGUAGE = "en"
"""The language of the texts in the source; it needs no catalogue."""

Text = str | LazyString
"""A text of the interface: plain, or looked up in the language of the request when it is shown."""

KIT_FOLDER = Path(__file__).parent


def catalogue_path(folder: Path, lang: str) -> Path:
    """Where a package keeps its interface text of a language."""
    return folder / "translations" / lang / "LC_MESSAGES" / "messages.po"


def load_translations(folders: tuple[Path, ...], lang: str) -> Translations:
    """The merged catalogues of the folders; where two translate one text, the later folder wins.

    Raises:
        ContentError: a catalogue is missing or malformed.
    """
    merged = Translations()
    if lang == SOURCE_LANGUAGE:
        return merged
    for folder in folders:
        catalogue = _read_catalogue(catalogue_path(folder, lang), lang)
        merged.merge(catalogue)
        merged.plural = catalogue.plural
    return merged


class LoadedBabel(Babel):
    """Flask-Babel with the catalogue of the one language that its application speaks."""

    def __init__(self, app: Flask, *, locale: str, translations: Translations) -> None:
        self._domain = LoadedDomain(translations)
        super().__init__(app, default_locale=locale)

    @property
    def domain_instance(self) -> Domain:
        """Where Flask-Babel looks texts up."""
        return self._domain


class LoadedDomain(Domain):
    """A domain that has its catalogue already."""

    def __init__(self, translations: Translations) -> None:
        super().__init__()
        self._translations = translations

    def get_translations(self) -> Translations:
        """The catalogue, whatever the request."""
        return self._translations


def _read_catalogue(path: Path, lang: str) -> Translations:
    if not path.is_file():
        raise ContentError(f"no interface text in {lang!r}: write {path}")
    compiled = BytesIO()
    try:
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=None, abort_invalid=True))
    except (PoFileError, ValueError) as error:
        raise ContentError(f"{path}: {error}") from error
    compiled.seek(0)
    return Translations(compiled)

"""Keeps the gettext catalogues complete: what the source says, and what a language lacks of it.

    python -m sites.kit.catalogues update sites/ministore ur   # adds new texts, untranslated
    python -m sites.kit.catalogues check sites/ministore ur    # lists what is missing or wrong

A text that the kit translates needs no second translation in a site. A comment ``Translators: …`` in front
of a text goes along.
"""

import re
import sys
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from sites.kit.clock import SITE_NOW
from sites.kit.localization import get_language
from sites.kit.translation import KIT_FOLDER, SOURCE_LANGUAGE, catalogue_path

_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
_OPTIONS = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
_KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "lazy_gettext": None,
    "lazy_ngettext": (1, 2),
    "lazy_pgettext": ((1, "c"), 2),
}
_COMMENT_TAGS = ("Translators:",)
"""A comment in front of a text that begins so goes into the catalogues."""
_PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")
_USAGE = "usage: python -m sites.kit.catalogues (update|check) FOLDER LANG"


def extract(folder: Path) -> Catalog:
    """Every text that the Python files and templates of a package hand to gettext."""
    found = Catalog()
    extracted = extract_from_dir(
        folder, _METHODS, _OPTIONS, keywords=_KEYWORDS, comment_tags=_COMMENT_TAGS, strip_comment_tags=True
    )
    for name, line, text, comments, context in extracted:
        found.add(text, None, [(name, line)], auto_comments=comments, context=context)
    return found


def problems(folder: Path, lang: str) -> list[str]:
    """What the interface text of a package lacks in a language, a line each; empty when it is complete."""
    if lang == SOURCE_LANGUAGE:
        return []
    own = _read(folder, lang)
    kit = own if folder == KIT_FOLDER else _read(KIT_FOLDER, lang)
    return [
        f"{folder.name} in {lang}: {_named(wanted)}: {complaint}"
        for wanted in extract(folder)
        if wanted.id
        for complaint in _complaints(wanted, _find(own, wanted) or _find(kit, wanted))
    ]


def update(folder: Path, lang: str) -> Path:
    """Add new texts to a catalogue and drop those that the source no longer has; translations stay.

    Raises:
        UnknownNameError: no such language.
    """
    path = catalogue_path(folder, lang)
    catalogue = _read(folder, lang)
    kit = {_identity(message) for message in _read(KIT_FOLDER, lang)} if folder != KIT_FOLDER else set()
    wanted = Catalog()
    for message in extract(folder):
        if message.id and _identity(message) not in kit:
            wanted.add(
                message.id,
                locations=message.locations,
                auto_comments=message.auto_comments,
                context=message.context,
            )
    catalogue.update(wanted, no_fuzzy_matching=True)
    _write_header(catalogue)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, ignore_obsolete=True, sort_output=True)
    return path


def _write_header(catalogue: Catalog) -> None:
    """Say what the file is, without dates that differ each time it is written."""
    catalogue.header_comment = "# Interface text. Kept complete by: python -m sites.kit.catalogues"
    catalogue.project, catalogue.version = "LoWAgent", "1"
    catalogue.msgid_bugs_address = "none"
    catalogue.last_translator = catalogue.language_team = "LoWAgent"
    catalogue.creation_date = catalogue.revision_date = SITE_NOW.replace(tzinfo=UTC)


def main(arguments: list[str]) -> int:
    """The command line; returns the exit status."""
    match arguments:
        case ["update", folder, lang]:
            print(update(Path(folder).resolve(), lang))
            return 0
        case ["check", folder, lang]:
            found = problems(Path(folder).resolve(), lang)
            print("\n".join(found) or "complete")
            return 1 if found else 0
    print(_USAGE, file=sys.stderr)
    return 2


def _read(folder: Path, lang: str) -> Catalog:
    locale = get_language(lang).locale
    path = catalogue_path(folder, lang)
    if not path.is_file():
        return Catalog(locale=locale, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def _find(catalogue: Catalog, wanted: Message) -> Message | None:
    return catalogue.get(wanted.id, wanted.context)


def _complaints(wanted: Message, found: Message | None) -> Iterator[str]:
    if found is None:
        yield "missing"
        return
    if found.fuzzy:
        yield "fuzzy"
    texts = found.string if isinstance(found.string, tuple | list) else (found.string,)
    if not all(texts):
        yield "not translated"
        return
    allowed = _placeholders(wanted.id)
    for text in texts:
        if not _placeholders(text) <= allowed:
            yield f"placeholders {_placeholders(text)} instead of {allowed}"
    if not any(_placeholders(text) >= allowed for text in texts):
        yield f"no form has all the placeholders {allowed}"


def _placeholders(text: object) -> set[str]:
    parts = text if isinstance(text, tuple | list) else (text,)
    return {name for part in parts for name in _PLACEHOLDER.findall(str(part))}


def _identity(message: Message) -> tuple[object, object]:
    return message.id, message.context


def _named(message: Message) -> str:
    return repr(message.id[0] if isinstance(message.id, tuple | list) else message.id)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

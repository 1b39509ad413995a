"""Catalogues are read from PO, merged, and missed loudly."""

from pathlib import Path

import pytest

from sites.kit.errors import ContentError
from sites.kit.translation import catalogue_path, load_translations

HEADER = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

"""


def write(folder: Path, body: str, lang: str = "hi") -> Path:
    path = catalogue_path(folder, lang)
    path.parent.mkdir(parents=True)
    path.write_text(HEADER + body, encoding="utf-8")
    return folder


def test_the_later_folder_wins_and_plurals_count(tmp_path: Path) -> None:
    kit = write(tmp_path / "kit", 'msgid "a"\nmsgstr "किट"\n\nmsgid "b"\nmsgstr "ब"\n')
    site = write(
        tmp_path / "site",
        'msgid "a"\nmsgstr "साइट"\n\nmsgid "n"\nmsgid_plural "ns"\nmsgstr[0] "एक"\nmsgstr[1] "कई"\n',
    )
    found = load_translations((kit, site), "hi")
    assert [found.ugettext("a"), found.ugettext("b"), found.ugettext("c")] == ["साइट", "ब", "c"]
    assert [found.ungettext("n", "ns", count) for count in (0, 1, 2)] == ["एक", "एक", "कई"]


def test_fuzzy_entries_are_not_shown(tmp_path: Path) -> None:
    folder = write(tmp_path / "kit", '#, fuzzy\nmsgid "a"\nmsgstr "शायद"\n')
    assert load_translations((folder,), "hi").ugettext("a") == "a"


def test_english_needs_no_catalogue(tmp_path: Path) -> None:
    assert load_translations((tmp_path,), "en").ugettext("a") == "a"


def test_a_missing_or_broken_catalogue_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"messages\.po"):
        load_translations((tmp_path,), "hi")
    folder = write(tmp_path / "kit", 'msgid "a"\nmeaning "b"\n')
    with pytest.raises(ContentError, match=r"messages\.po"):
        load_translations((folder,), "hi")

"""The web fonts draw every character that a site shows, so that pixels don't depend on the machine."""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from sites.kit.catalogues import extract
from sites.kit.database import build_database
from sites.kit.localization import LANGUAGES
from sites.kit.site import Site
from sites.kit.translation import KIT_FOLDER, catalogue_path
from sites.registry import SITE_NAMES, get_site

FONTS = KIT_FOLDER / "static" / "fonts"
FACES = {
    "en": ["noto-sans-latin"],
    "bn": ["noto-sans-latin", "noto-sans-bengali-bengali"],
    "hi": ["noto-sans-latin", "noto-sans-devanagari-devanagari"],
    "ur": ["noto-sans-latin", "noto-nastaliq-urdu-arabic"],
    "am": ["noto-sans-latin", "noto-sans-ethiopic-ethiopic"],
}


@cache
def letters_of(lang: str, weight: int) -> frozenset[str]:
    """The characters that the faces of a language can draw."""
    drawn: set[str] = set()
    for face in FACES[lang]:
        with TTFont(FONTS / f"{face}-{weight}-normal.woff2") as font:
            drawn |= set(map(chr, font.getBestCmap() or {}))
    return frozenset(drawn)


def letters_of_database(site: Site, lang: str) -> set[str]:
    used: set[str] = set()
    with closing(sqlite3.connect(f"file:{build_database(site, lang)}?mode=ro", uri=True)) as db:
        for table, columns in site.localized.items():
            shown = [name for name in columns if not name.endswith("_key")]
            for row in db.execute(f"SELECT {', '.join(shown)} FROM {table}"):
                used.update(*row)
    return used


def letters_of_interface(site: Site, lang: str) -> set[str]:
    folders = (KIT_FOLDER, site.folder)
    if lang == "en":
        return {char for folder in folders for message in extract(folder) for char in str(message.id)}
    return set("".join(catalogue_path(folder, lang).read_text(encoding="utf-8") for folder in folders))


@pytest.mark.parametrize("weight", [400, 700])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SITE_NAMES)
def test_our_fonts_draw_every_character(name: str, lang: str, weight: int) -> None:
    site = get_site(name)
    used = letters_of_database(site, lang) | letters_of_interface(site, lang)
    missing = used - letters_of(lang, weight) - {"\n", "\u200c", "\u200d"}
    assert {f"U+{ord(char):04X} {char}" for char in missing} == set()


def test_every_font_has_its_licence() -> None:
    for face in Path(FONTS).glob("*.woff2"):
        assert any(face.name.startswith(text.stem.removeprefix("OFL-")) for text in FONTS.glob("OFL-*.txt"))

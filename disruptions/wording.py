"""The texts of the interruptions: which wordings there are, and which one an episode's seed chooses.

Every wording stands in every language in the same place, so that one seed shows the same notice in all five.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import cast

from sites.kit.localization import Content, load_content

CONTENT_FOLDER = Path(__file__).parent / "content"

APP_NAMES: Mapping[str, str] = MappingProxyType(
    {"parcels": "Pakkolo", "lists": "Talikado", "weather": "Nimbaro", "reading": "Readulo"}
)
"""The partner's apps, all fictional: key of ``apps`` in the content -> name, which no language translates."""

_Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CookieNotice:
    """One wording of the cookie notice, with slots."""

    heading: str
    text: str
    close: str


@dataclass(frozen=True, slots=True)
class Advertisement:
    """One wording of the advertisement, with slots."""

    heading: str
    text: str
    install: str
    decline: str


@dataclass(frozen=True, slots=True)
class Wordings:
    """Everything that the interruptions can say in one language."""

    cookie_notices: tuple[CookieNotice, ...]
    advertisements: tuple[Advertisement, ...]
    advertisement_label: str
    apps: Mapping[str, str]
    """Key of an app -> what it is for."""
    departure: _Texts
    """``heading`` and ``text`` of the page that an accepted offer leads to."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What one interruption says."""

    notice: CookieNotice
    advertisement: Advertisement
    app: str
    """Key of the advertised app."""


@cache
def load_wordings(lang: str) -> Wordings:
    """The wordings of a language.

    Raises:
        UnknownNameError: no such language.
        ContentError: the language file is missing or malformed.
    """
    content = load_content(CONTENT_FOLDER, lang)
    return Wordings(
        tuple(CookieNotice(**entry) for entry in _entries(content["cookie_notices"])),
        tuple(Advertisement(**entry) for entry in _entries(content["advertisements"])),
        cast("str", content["advertisement_label"]),
        cast("_Texts", content["apps"]),
        cast("_Texts", content["departure"]),
    )


def choose(wordings: Wordings, seed: int, number: int) -> Choice:
    """The wording of an interruption, equal for equal seeds in every language.

    Args:
        wordings: those of the language.
        seed: seed of the episode.
        number: which interruption of the episode, from 0.
    """
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return Choice(
        wordings.cookie_notices[digest[0] % len(wordings.cookie_notices)],
        wordings.advertisements[digest[1] % len(wordings.advertisements)],
        list(APP_NAMES)[digest[2] % len(APP_NAMES)],
    )


def _entries(content: Content) -> tuple[_Texts, ...]:
    return cast("tuple[_Texts, ...]", content)

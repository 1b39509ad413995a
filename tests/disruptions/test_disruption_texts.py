"""The language files of the interruptions: complete, in their own script, and unmistakable."""

import re
import string
import unicodedata
from collections.abc import Iterator, Mapping

import pytest

from disruptions import load_wordings
from disruptions.wording import APP_NAMES, CONTENT_FOLDER, choose
from sites.kit.localization import LANGUAGES, Content, check_same_keys, load_content, normalize

SCRIPTS = {"en": "LATIN", "bn": "BENGALI", "hi": "DEVANAGARI", "ur": "ARABIC", "am": "ETHIOPIC"}


def leaves(content: Content) -> Iterator[str]:
    if isinstance(content, str):
        yield content
        return
    for value in content.values() if isinstance(content, Mapping) else content:
        yield from leaves(value)


def texts(lang: str) -> list[str]:
    return list(leaves(load_content(CONTENT_FOLDER, lang)))


def test_languages_have_the_same_keys_and_slots():
    check_same_keys({lang: load_content(CONTENT_FOLDER, lang) for lang in LANGUAGES})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_are_of_the_languages_script(lang):
    foreign = [
        text
        for text in texts(lang)
        for letter in re.sub(r"\{\w+\}", "", text)
        if letter.isalpha() and not unicodedata.name(letter).startswith(SCRIPTS[lang])
    ]
    assert not foreign


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_stored_composed_and_hold_no_digits(lang):
    for text in texts(lang):
        assert text == unicodedata.normalize("NFC", text)
        assert not re.search(r"\d", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_slots_are_names(lang):
    slots = {name for text in texts(lang) for _, name, *_ in string.Formatter().parse(text) if name}
    assert slots <= {"site", "app"}
    wordings = load_wordings(lang)
    links = [notice.close for notice in wordings.cookie_notices]
    links += [link for offer in wordings.advertisements for link in (offer.install, offer.decline)]
    assert not [link for link in links if "{" in link], "a reader finds a link by its whole text"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_several_wordings_and_all_differ(lang):
    wordings = load_wordings(lang)
    assert len(wordings.cookie_notices) >= 3
    assert len(wordings.advertisements) >= 3
    groups = [
        [notice.heading for notice in wordings.cookie_notices],
        [notice.close for notice in wordings.cookie_notices],
        [offer.heading for offer in wordings.advertisements],
        [offer.install for offer in wordings.advertisements],
        [offer.decline for offer in wordings.advertisements],
    ]
    for group in groups:
        assert len(set(map(normalize, group))) == len(group)
    installs, declines = (set(map(normalize, group)) for group in groups[-2:])
    assert not installs & declines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_app_has_a_name_and_a_purpose(lang):
    assert list(load_wordings(lang).apps) == list(APP_NAMES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_seed_chooses_the_same_wording_in_every_language(lang):
    for seed in range(20):
        for number in range(3):
            here, english = (choose(load_wordings(code), seed, number) for code in (lang, "en"))
            for choice, code in ((here, lang), (english, "en")):
                assert choice == choose(load_wordings(code), seed, number)
            assert here.app == english.app
            assert _places(here, lang) == _places(english, "en")


def _places(choice, lang: str) -> tuple[int, int]:
    wordings = load_wordings(lang)
    return wordings.cookie_notices.index(choice.notice), wordings.advertisements.index(choice.advertisement)

"""The language files of Ministore: complete, in their own script, silent about what only pictures show."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations

import pytest

from sites.kit.localization import LANGUAGES, Content, check_same_keys, load_content, normalize
from sites.ministore.catalogue import CONTENT, load_catalogue

WRITTEN = [lang for lang in LANGUAGES if (CONTENT / f"{lang}.yaml").exists()]
TRANSLATED = [lang for lang in WRITTEN if lang != "en"]
SCRIPTS = {"en": "LATIN", "bn": "BENGALI", "hi": "DEVANAGARI", "ur": "ARABIC", "am": "ETHIOPIC"}
CELSIUS = "°C"
ABOUT_LOOKS = re.compile(
    r"\b(round|square|oval|rectang\w*|circ\w+|triang\w*|stripe\w*|dots?|dotted|chequered|floral|flower\w*|zigzag"
    r"|wave|waves|wavy|plain|pattern\w*|shape\w*|curved|taper\w*|chevron|slats?|diamonds?)\b",
    re.IGNORECASE,
)
SECTIONS_WITH_COLOURS = ("colors", "materials")


def leaves(content: Content, prefix: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(content, str):
        yield prefix, content
        return
    assert isinstance(content, Mapping), f"{prefix} is a list"
    for name, value in content.items():
        yield from leaves(value, f"{prefix}.{name}" if prefix else name)


def texts(lang: str) -> dict[str, str]:
    return dict(leaves(load_content(CONTENT, lang)))


def under(all_texts: Mapping[str, str], pattern: str) -> list[str]:
    return [text for key, text in all_texts.items() if re.fullmatch(pattern, key)]


def without_slots(text: str) -> str:
    return re.sub(r"\{\w+\}", "", text).replace(CELSIUS, "")


def test_each_language_has_its_file():
    assert list(LANGUAGES) == WRITTEN


def test_languages_have_the_same_keys_and_slots():
    check_same_keys({lang: load_content(CONTENT, lang) for lang in WRITTEN})


@pytest.mark.parametrize("lang", WRITTEN)
def test_letters_are_of_the_languages_script(lang):
    foreign = {
        key: text
        for key, text in texts(lang).items()
        for letter in without_slots(text)
        if letter.isalpha() and not unicodedata.name(letter).startswith(SCRIPTS[lang])
    }
    assert not foreign


@pytest.mark.parametrize("lang", WRITTEN)
def test_numbers_come_from_slots_only(lang):
    assert not {key: text for key, text in texts(lang).items() if re.search(r"\d", text)}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_each_text_has_letters_of_its_own(lang):
    english = texts("en")
    empty = {
        key: text
        for key, text in texts(lang).items()
        if any(map(str.isalpha, without_slots(english[key])))
        and not any(map(str.isalpha, without_slots(text)))
    }
    assert not empty


@pytest.mark.parametrize("lang", WRITTEN)
@pytest.mark.parametrize(
    "names",
    [
        r"categories\..*",
        r"colors\..*",
        r"materials\.\w+\.name",
        r"lines\..*",
        r"kinds\.\w+\.name",
        r"sizes\..*",
        r"countries\..*",
        r"places\.cities\.\w+\.name",
        r"places\.pickup_points\.\w+\.name",
        r"topics\.\w+\.ask\d",
        *(
            rf"people\.{culture}\.{part}\..*"
            for culture in ("bengali", "hindi", "urdu", "ethiopian", "western")
            for part in ("first", "last")
        ),
    ],
)
def test_names_of_a_group_differ_for_a_reader(lang, names):
    found = Counter(normalize(text) for text in under(texts(lang), names))
    assert found
    assert not {name: count for name, count in found.items() if count > 1}


@pytest.mark.parametrize("lang", WRITTEN)
@pytest.mark.parametrize("names", [r"colors\..*", r"materials\.\w+\.name"])
def test_no_answer_is_a_part_of_another(lang, names):
    """Or a checker that finds one in an answer would find the other too."""
    found = [f" {normalize(text)} " for text in under(texts(lang), names)]
    assert not [(one, other) for one, other in permutations(found, 2) if one in other]


def test_english_says_nothing_about_shape_or_pattern():
    assert not {key: text for key, text in texts("en").items() if ABOUT_LOOKS.search(text)}


def test_english_names_colours_only_where_they_are_data():
    colours = re.compile(rf"\b({'|'.join(load_catalogue().colors)})\b", re.IGNORECASE)
    found = {
        key: text
        for key, text in texts("en").items()
        if key.split(".")[0] not in SECTIONS_WITH_COLOURS and colours.search(text)
    }
    assert not found


def test_there_is_enough_to_say():
    english = texts("en")
    sentences = under(english, r"reviews\..*") + under(english, r"review_aspects\..*")
    assert len(set(sentences)) >= 400
    assert len(under(english, r"kinds\.\w+\.name")) >= 64
    assert len(under(english, r"lines\..*")) >= 64
    assert len(under(english, r"topics\.\w+\.seller")) >= 24


@pytest.mark.parametrize("kind", load_catalogue().kinds)
def test_a_kind_names_only_texts_that_exist(kind):
    record, english = load_catalogue().kinds[kind], texts("en")
    for avoided in record.avoid:
        assert any(key == avoided or key.startswith(f"{avoided}.") for key in english), avoided
    for feature in record.features:
        assert f"features.{record.feature_section}.{feature}" in english
    for topic, limits in record.topics.items():
        assert bool(limits) == ("{n}" in english[f"topics.{topic}.seller"])
    for size in record.sizes:
        key, value = size.split(" ")
        assert (f"sizes.{value}" if key == "size" else f"sizes.{key}") in english
        assert key == "size" or int(value) > 1


def test_each_number_in_a_review_has_limits():
    english = texts("en")
    with_number = {
        key
        for key, text in english.items()
        if key.startswith("reviews.") and re.search(r"\{(months|days)\}", text)
    }
    assert with_number == set(load_catalogue().review_numbers)
    for pair in load_catalogue().clashes:
        assert set(pair) <= set(english)

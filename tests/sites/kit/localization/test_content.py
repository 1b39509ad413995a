"""Content files: read-only trees of texts, and errors that name file and key."""

from collections.abc import Mapping

import pytest

from sites.kit.errors import ContentError, UnknownNameError
from sites.kit.localization import check_same_keys, load_content


def write(folder, text, lang="en"):
    (folder / f"{lang}.yaml").write_text(text, encoding="utf-8")
    return load_content(folder, lang)


def test_tree_is_read_only(tmp_path):
    content = write(tmp_path, 'colors:\n  red: "Red"\nlines: ["River", "Monsoon"]\n')
    colors = content["colors"]
    assert isinstance(colors, Mapping)
    assert colors["red"] == "Red"
    assert content["lines"] == ("River", "Monsoon")
    with pytest.raises(TypeError):
        colors["red"] = "Blue"  # pyright: ignore[reportIndexIssue] - read-only is what is tested


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a:\n  b: no\n", r"en\.yaml: a\.b: expected a text, found False"),
        ("a:\n  - 12:30\n", r"a\.0: expected a text, found 750"),
        ("a:\n  b:\n", r"a\.b: expected a text, found None"),
        ('a:\n  b: " "\n', r"a\.b: the text is empty"),
        ('a:\n  no: "x"\n', "the key False is no text"),
        ('a: "x"\na: "y"\n', "'a' stands twice"),
        ('- "x"\n', "expected a mapping of sections, found list"),
        ('a: "x\n', "not readable as YAML"),
    ],
)
def test_mistake_names_file_and_key(tmp_path, text, message):
    with pytest.raises(ContentError, match=message):
        write(tmp_path, text)


def test_missing_file_and_language(tmp_path):
    with pytest.raises(ContentError, match=r"bn\.yaml: missing"):
        load_content(tmp_path, "bn")
    with pytest.raises(UnknownNameError, match="en, bn, hi, ur, am"):
        load_content(tmp_path, "fr")


def test_same_keys_and_placeholders(tmp_path):
    english = write(tmp_path, 'a: "{n} days"\nb: ["x", "y"]\n')
    good = write(tmp_path, 'a: "{n} দিন"\nb: ["ক", "খ"]\n', "bn")
    check_same_keys({"en": english, "bn": good})
    bad = write(tmp_path, 'a: "{m} दिन"\nb: ["क"]\nc: "ग"\n', "hi")
    with pytest.raises(ContentError) as caught:
        check_same_keys({"en": english, "hi": bad})
    text = str(caught.value)
    assert "hi: b.1 is missing" in text
    assert "hi: c is not in en" in text
    assert "hi: a has the placeholders ['m'], en has ['n']" in text

import re

import pytest

from harness.actions import parse
from harness.agents.settings import OBSERVATION_MODES, ObservationMode
from harness.errors import ConfigError
from harness.prompting.instructions import (
    SECTIONS,
    Need,
    closing,
    prompt_language,
    read_sections,
    system_prompt,
)
from sites.kit.localization import LANGUAGES
from tests.paper_model import ACCOUNT

CODE = re.compile(r"`([^`]*)`|(mark=\"\w+\")|(\{\w+\})|(TASK|ERROR|EARLIER STEPS|FIELDS|Step 4 of 30)")
SIGNS_OF_LANGUAGES = {"bn": "।", "hi": "।", "ur": "۔", "am": "።"}


def code_of(text: str) -> set[str]:
    return {next(filter(None, found)) for found in CODE.findall(text)}


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("lang", SIGNS_OF_LANGUAGES)
def test_every_language_says_what_english_says(lang: str, section: str):
    said, english = read_sections(lang)[section], read_sections("en")[section]
    headings = {"TASK", "EARLIER STEPS"}  # English need not explain them
    assert code_of(said) - headings == code_of(english) - headings
    assert said.count("\n\n") == english.count("\n\n")
    assert said.count("\n- ") == english.count("\n- ")
    assert SIGNS_OF_LANGUAGES[lang] in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_examples_are_actions(lang: str):
    told = read_sections(lang)
    examples = [code for code in code_of(told["actions"] + told["none"]) if "<" not in code]
    actions = [
        parse(example)
        for example in examples
        if example.partition(" ")[0] in ("goto", "click", "fill", "stop")
    ]
    assert {action.kind for action in actions} == {"goto", "click", "fill", "stop"}
    assert {"name": "Sara", "qty": "3"} in [action.fields for action in actions]
    assert {"", "3,450", "N/A"} <= {action.answer for action in actions if action.kind == "stop"}


@pytest.mark.parametrize("mode", OBSERVATION_MODES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_left_to_fill_in_and_the_account_is_told_where_there_is_a_site(
    lang: str, mode: ObservationMode
):
    told = system_prompt(Need(mode, 3, has_pictures=True, ask_confidence=True), ACCOUNT, lang)
    assert not re.search(r"\{\w+\}", told)
    assert (ACCOUNT.username in told and ACCOUNT.password in told) == (mode != "none")
    assert "`confidence: N`" in told


def test_only_what_is_needed_is_told():
    plain = system_prompt(Need("text", 0, has_pictures=False), ACCOUNT, "en")
    for section in ("memory", "som", "pictures", "confidence", "none"):
        assert read_sections("en")[section].partition("{")[0] not in plain
    assert "no browser" in system_prompt(Need("none", 3, has_pictures=False), ACCOUNT, "en")


def test_pictures_in_words_are_told_as_such():
    told = system_prompt(Need("caption", 3, has_pictures=True), ACCOUNT, "en")
    assert "You can't see them" in told


def test_the_language_is_english_unless_that_of_the_task_is_asked_for():
    assert prompt_language("en", "ur") == "en"
    assert prompt_language("native", "ur") == "ur"
    assert closing("none", "ur") != closing("text", "ur") != closing("text", "en")


def test_a_language_without_instructions_is_told():
    with pytest.raises(ConfigError, match=r"system\.fr\.md"):
        read_sections("fr")

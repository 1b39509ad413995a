"""The published tasks of Ministore, checked without running them (tests/e2e runs them)."""

import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from sites import get_site
from sites.kit.database import build_database
from sites.kit.localization import LANGUAGES, normalize
from tasks import StopStep, load_instances
from tasks.templates import intent_of, read_intents, read_templates

LANGS = tuple(LANGUAGES)


@pytest.fixture(scope="module")
def by_lang():
    return {lang: load_instances(["ministore"], [lang]) for lang in LANGS}


def test_the_types_are_as_planned():
    templates = [template for template in read_templates("ministore") if template.twin_of is None]
    assert Counter(template.type for template in templates) == {"info": 31, "state": 36, "unachievable": 8}
    assert {template.difficulty for template in templates} == {"easy", "medium", "hard"}
    assert Counter(template.split for template in templates) == {"train": 15, "test": 60}


@pytest.mark.parametrize("lang", LANGS)
def test_intents_name_the_same_slots_in_every_language(lang):
    english, intents = read_intents("ministore", "en"), read_intents("ministore", lang)
    assert intents.keys() == english.keys()
    for task_id, intent in intents.items():
        names = [set(_slots(text)) for text in (intent.intent, english[task_id].intent)]
        assert names[0] == names[1], task_id
        assert intent.texts.keys() == english[task_id].texts.keys(), task_id


def test_the_target_is_the_same_record_in_every_language(by_lang):
    local = _local_names()
    neutral = {
        lang: {task.id: {n: v for n, v in task.slots.items() if n not in local[task.id]} for task in tasks}
        for lang, tasks in by_lang.items()
    }
    assert all(slots == neutral["en"] for slots in neutral.values())


@pytest.mark.parametrize("lang", LANGS)
def test_the_answer_does_not_stand_in_the_intent(by_lang, lang):
    for task in by_lang[lang]:
        if task.type == "info":
            intent = normalize(task.intent)
            for answer in task.checks.answers:
                assert not any(f" {normalize(text)} " in f" {intent} " for text in answer.expected), task.id


@pytest.mark.parametrize("lang", LANGS)
def test_references_use_at_most_60_percent_of_the_budget(by_lang, lang):
    for task in by_lang[lang]:
        assert isinstance(task.reference[-1], StopStep)
        assert len(task.reference) <= 0.6 * task.budget, task.id


@pytest.mark.parametrize("lang", LANGS)
def test_product_names_in_intents_belong_to_one_product(lang):
    database = build_database(get_site("ministore"), lang)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        names = [normalize(name) for (name,) in connection.execute("SELECT name FROM products")]
    assert len(set(names)) == len(names) == 2565


@pytest.mark.parametrize("seed", [1, 7])
def test_another_seed_draws_other_records(by_lang, seed):
    drawn = {task.id: task.slots for task in load_instances(["ministore"], ["en"], seed=seed)}
    published = {task.id: task.slots for task in by_lang["en"]}
    assert drawn.keys() == published.keys()
    assert sum(drawn[task_id] != published[task_id] for task_id in drawn) >= 10


def _slots(pattern):
    from string import Formatter

    return [name for _, name, _, _ in Formatter().parse(pattern) if name]


def _local_names():
    intents = read_intents("ministore", "en")
    templates = {template.id: template for template in read_templates("ministore")}
    return {
        id_: {*template.names, *intent_of(template, intents).texts} for id_, template in templates.items()
    }

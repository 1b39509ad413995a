"""The published tasks of RailSetu as a set (`tests/e2e/test_published_tasks.py` lints each)."""

from collections import Counter

import pytest

from tasks import load_instances
from tasks.templates import read_templates

SITE = "railsetu"


@pytest.fixture(scope="module")
def published():
    return load_instances([SITE], ["en"], twins=True)


def test_the_types_of_tasks_are_as_planned():
    templates = [template for template in read_templates(SITE) if template.twin_of is None]
    assert [template.id for template in templates] == [f"{SITE}-{number:03}" for number in range(1, 76)]
    assert Counter(template.type for template in templates) == {"info": 33, "state": 34, "unachievable": 8}
    assert {template.difficulty for template in templates} == {"easy", "medium", "hard"}
    assert Counter(template.split for template in templates) == {"train": 15, "test": 60}


def test_twins_are_as_hard_as_their_tasks_and_in_the_same_split():
    by_id = {template.id: template for template in read_templates(SITE)}
    pairs = [(twin, by_id[twin.twin_of]) for twin in by_id.values() if twin.twin_of]
    assert len(pairs) == 8
    for twin, task in pairs:
        assert (twin.split, twin.difficulty, twin.category) == (task.split, task.difficulty, task.category)


def test_another_seed_draws_other_records(published):
    slots = {task.id: task.slots for task in published}
    drawn = {task.id: task.slots for task in load_instances([SITE], ["en"], seed=7, twins=True)}
    assert drawn.keys() == slots.keys()
    assert sum(drawn[task_id] != slots[task_id] for task_id in drawn) >= 60


def test_bookings_name_every_passenger_once(published):
    for task in published:
        typed = {name: task.slots[name] for name in ("p1", "p2") if name in task.slots}
        for name, person in typed.items():
            assert task.intent.count(str(person)) == 1, f"{task.id}: {name}"

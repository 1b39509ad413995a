"""The published tasks of Ministore as a set (`tests/e2e/test_published_tasks.py` lints each)."""

from collections import Counter

import pytest

from tasks import load_instances
from tasks.templates import read_templates


def test_the_types_of_text_tasks_are_as_planned():
    templates = [
        template for template in read_templates("ministore", kind="text") if template.twin_of is None
    ]
    assert Counter(template.type for template in templates) == {"info": 31, "state": 36, "unachievable": 8}
    assert {template.difficulty for template in templates} == {"easy", "medium", "hard"}
    assert Counter(template.split for template in templates) == {"train": 15, "test": 60}


def test_the_types_of_visual_tasks_are_as_planned():
    templates = [template for template in read_templates("ministore", kind="visual") if not template.twin_of]
    assert [template.id for template in templates] == [f"ministore-v{number:02}" for number in range(1, 51)]
    assert Counter(template.type for template in templates) == {"info": 28, "state": 16, "unachievable": 6}
    assert {template.difficulty for template in templates} == {"easy", "medium", "hard"}
    assert Counter(template.split for template in templates) == {"train": 10, "test": 40}


@pytest.mark.parametrize(("kind", "seed"), [("text", 1), ("text", 7), ("visual", 7)])
def test_another_seed_draws_other_records(kind, seed):
    published, drawn = (
        {task.id: task.slots for task in load_instances(["ministore"], ["en"], kind, number)}
        for number in (0, seed)
    )
    assert drawn.keys() == published.keys()
    assert sum(drawn[task_id] != published[task_id] for task_id in drawn) >= 10

"""The English sentence beside a task of any language."""

import pytest

from tasks import english_intent, load_instances

SEED = 7


@pytest.mark.parametrize("lang", ["en", "ur", "am"])
def test_it_is_what_the_english_task_asks(lang):
    english = {
        task.id: task.intent for task in load_instances(["ministore"], ["en"], "text", SEED, twins=True)
    }
    asked = load_instances(["ministore"], [lang], "text", SEED, twins=True)[::9]
    assert {task.id: english_intent(task, SEED) for task in asked} == {
        task.id: english[task.id] for task in asked
    }


def test_a_task_of_no_template_has_none(make_task):
    assert english_intent(make_task(id="ministore-999", site="ministore")) == ""

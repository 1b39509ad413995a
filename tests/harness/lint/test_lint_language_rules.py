"""Languages are compared by what must be the same."""

from dataclasses import replace

import pytest

from harness.lint.language_rules import Facts, same_change, same_sentence, same_target
from harness.lint.linter import compare
from sites.kit.changes import RowChange
from tests.harness.lint.conftest import ORDER

FACTS = Facts(frozenset({"P", "n"}), frozenset({"note"}), {"pid": "P1", "n": 2}, (ORDER,))


def told(rule, **changes):
    return " | ".join(rule(FACTS, replace(FACTS, **changes)))


def test_equal_facts_are_no_problem():
    assert not list(compare("ministore-001", {"en": FACTS, "ur": FACTS, "am": FACTS}))


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        ({"said": frozenset({"P"})}, "the intent names P, not P, n"),
        ({"texts": frozenset()}, "the texts are none, not note"),
    ],
)
def test_sentences_say_the_same(changes, seen):
    assert told(same_sentence, **changes) == seen


def test_the_target_is_one_record():
    assert told(same_target, slots={"pid": "P2", "n": 2}) == "pid is 'P2', not 'P1'"
    assert told(same_target, slots={"pid": "P1"}) == "n is None, not 2"


def test_the_change_is_one_change():
    other = RowChange("orders", "added", None, {"id": "MS-1", "pid": "P2"})
    assert told(same_change, changes=(other,)) == (
        "not changed so in the first language: added in orders: id='MS-1', pid='P2' | "
        "changed only in the first language: added in orders: id='MS-1', pid='P1'"
    )


def test_a_reference_that_failed_is_no_second_problem():
    assert not told(same_change, changes=None)


def test_without_a_run_sentences_and_targets_are_compared(make_subject):
    facts = Facts.of(make_subject(), None)
    assert facts == Facts(frozenset({"P"}), frozenset(), {"pid": "P1", "stock": 12}, None)


def test_text_that_users_type_is_left_aside(make_subject, make_trial):
    subject = make_subject()
    notes = [RowChange("orders", "added", None, {"id": "MS-1", "note": note}) for note in ("quick", "جلدی")]
    facts = [Facts.of(subject, make_trial(subject, "12", changes=((note,),))) for note in notes]
    assert facts[0].changes == facts[1].changes != ()


def test_each_language_is_compared_with_the_first():
    other = replace(FACTS, slots={"pid": "P2", "n": 2})
    (problem,) = compare("ministore-001", {"en": FACTS, "ur": other})
    assert (problem.task, problem.lang, problem.rule) == ("ministore-001", "ur", "same-target")
    assert problem.seen == "pid is 'P2', not 'P1' (compared with en)"

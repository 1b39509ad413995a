"""Each rule on a task alone sees its own made-up fault, and nothing in a sound task."""

from dataclasses import replace

import pytest

from harness.lint.text_rules import TEXT_RULES, answer_in_intent, budget, own_answer, twin, unique_name


def told(rule, subject):
    return " | ".join(rule(subject))


def test_a_sound_task_breaks_no_rule(make_subject):
    assert [told(rule, make_subject()) for rule in TEXT_RULES.values()] == [""] * len(TEXT_RULES)


@pytest.mark.parametrize(
    ("answers", "seen"),
    [
        ([{"type": "number", "expected": ["12"], "excluded": ["12.0"]}], "'12' is expected, and its own"),
        ([{"type": "yesno", "expected": ["no"], "excluded": ["not"]}], "'not' is excluded, and passes"),
        ([{"type": "yesno", "expected": ["no"], "excluded": ["blue"]}], "'blue' is excluded, and passes b"),
        ([{"type": "yesno", "expected": ["N/A"]}], "'N/A' is no answer, and passes"),
        ([{"type": "text", "expected": ["Ali, Bo, Cy, Di, Ed, Flo, Gus"]}], ""),
        ([{"type": "set", "expected": ["P1", "P2"], "excluded": ["P3"]}], ""),
    ],
)  # fmt: skip
def test_accepted_answers_pass_and_excluded_ones_do_not(make_subject, answers, seen):
    found = told(own_answer, make_subject(answers=answers))
    assert found.startswith(seen) if seen else not found


@pytest.mark.parametrize(
    ("sentence", "given"),
    [
        ("Are 12 of “{P}” left, or how many?", True),
        ("How many are left, 12?", True),
        ("How many of the 112 “{P}” are left, or 1.2?", False),
    ],
)
def test_the_answer_does_not_stand_in_the_intent(make_subject, sentence, given):
    assert bool(told(answer_in_intent, make_subject(sentence))) == given
    assert not told(answer_in_intent, make_subject(sentence, offers_choice=True))


def test_an_answer_in_quotes_is_found(make_subject):
    answers = [{"type": "text", "expected": ["{P}"]}]
    found = told(answer_in_intent, make_subject("Which is cheaper, “{P}” or “Red mug”?", answers=answers))
    assert found.startswith("'Blue mug' stands in the intent: Which is cheaper")


def test_questions_for_yes_or_no_hold_no_answer(make_subject):
    subject = make_subject("Is there no “{P}” left?", answers=[{"type": "yesno", "expected": ["no"]}])
    assert not told(answer_in_intent, subject)


@pytest.mark.parametrize(("pid", "count"), [("P1", 1), ("P2", 2)])
def test_a_name_belongs_to_one_record(make_subject, pid, count):
    subject = make_subject(slots_query=f"SELECT id AS pid, stock FROM products WHERE id = '{pid}'")
    found = told(unique_name, subject)
    assert found == ("" if count == 1 else "{P} is 'Red mug': 2 rows of products are called so")


def test_a_name_that_the_sentence_does_not_say_may_be_shared(make_subject):
    assert not told(
        unique_name, make_subject("How many?", slots_query="SELECT 'P2' AS pid, 40 AS stock, 'P2' AS id")
    )


@pytest.mark.parametrize(
    ("qid", "sentence", "seen"),
    [
        (1, "What about “{question}” on “{P}”?", ""),
        (1, "What about “{question}”?", "2 rows of questions"),
        (3, "What about “{question}” on {pid}?", "2 rows of questions"),
    ],
)
def test_a_name_may_be_told_by_what_else_the_sentence_says(make_subject, qid, sentence, seen):
    names = {
        "P": "SELECT name FROM products WHERE id = :pid",
        "question": "SELECT body FROM questions WHERE id = :qid",
    }
    query = f"SELECT id AS qid, pid, 12 AS stock FROM questions WHERE id = {qid}"
    found = told(unique_name, make_subject(sentence, names=names, slots_query=query))
    assert seen in found if seen else not found


@pytest.mark.parametrize(("steps", "seen"), [(18, ""), (19, "19 steps of 30: at most 60% are allowed")])
def test_a_reference_leaves_room_for_detours(make_subject, steps, seen):
    assert told(budget, make_subject(reference=[{"goto": "/"}] * (steps - 1) + [{"stop": "12"}])) == seen


def test_what_cannot_be_done_has_a_twin_that_can(make_subject, impossible):
    other = make_subject(slots_query="SELECT 'P2' AS pid, 40 AS stock").task
    assert told(twin, impossible) == "no achievable twin: there is no task ministore-001t"
    assert told(twin, replace(impossible, twin=impossible.task)) == "ministore-001 has the same slots"
    assert not told(twin, replace(impossible, twin=other))
    assert not told(twin, make_subject())

"""Which episodes are run, in which order, and which of them again."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.runs.plan import chosen_tasks, plan_episodes
from harness.runs.subsets import shares
from tests.episode_records import make_record


def ids(tasks):
    return [task.id.removeprefix("ministore-") for task in tasks]


def test_tasks_are_loaded_as_asked_for(request_of, task_set):
    request = request_of(taskset_seed=7, intent_lang="en", kind="text")
    assert ids(chosen_tasks(request)) == ["001", "002", "003", "004", "005"]
    assert task_set == {"kind": "text", "seed": 7, "twins": False, "intent_lang": "en"}


def test_a_subset_may_be_cut_further(request_of):
    request = request_of(subset="lite", lang=["ur", "am"], limit=2)
    assert ids(chosen_tasks(request)) == ["001", "003", "001", "003"]


def test_all_tasks_come_once_before_any_comes_again(make_task):
    tasks = [make_task(), make_task(lang="am")]
    names = [one.name for one in plan_episodes(tasks, 2)]
    assert names == ["ministore-001-ur", "ministore-001-am", "ministore-001-ur~2", "ministore-001-am~2"]


@pytest.mark.parametrize("outcome", ["solved", "unsolved", "limit"])
def test_what_has_ended_is_not_run_again(make_task, outcome):
    assert plan_episodes([make_task()], 1, [make_record(1, outcome)]) == []


def test_errors_are_run_again_as_the_next_attempt(make_task):
    records = [make_record(1, "error", attempt=2), make_record(1, "error", attempt=1)]
    (planned,) = plan_episodes([make_task()], 1, records)
    assert planned.attempt == 3
    assert planned.is_of(make_record(1, "solved", attempt=3))
    assert not planned.is_of(records[0])


def test_an_error_that_was_made_good_is_not_run_again(make_task):
    records = [make_record(1, "error"), make_record(1, "unsolved", attempt=2)]
    assert plan_episodes([make_task()], 1, records) == []


def test_repeats_are_looked_up_by_themselves(make_task):
    planned = plan_episodes([make_task()], 3, [make_record(1, "solved", repeat=2)])
    assert [one.repeat for one in planned] == [1, 3]


@given(
    counts=st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 40)),
    seats=st.integers(0, 60),
    least=st.integers(0, 1),
)
def test_seats_are_shared_out_whole_and_in_proportion(counts, seats, least):
    total = sum(counts.values())
    floors = sum(min(least, count) for count in counts.values())
    given_seats = shares(counts, seats, least)
    assert given_seats.keys() == counts.keys()
    assert sum(given_seats.values()) == max(floors, min(seats, total))
    for group, count in counts.items():
        assert min(least, count) <= given_seats[group] <= count
        if least == 0 and seats <= total and total:
            assert abs(given_seats[group] - seats * count / total) < 1


def test_a_small_group_gets_its_seat_from_the_largest():
    assert shares(Counter(info=50, state=49, rare=1), 10) == {"info": 5, "state": 5, "rare": 0}
    assert shares(Counter(info=50, state=49, rare=1), 10, 1) == {"info": 5, "state": 4, "rare": 1}

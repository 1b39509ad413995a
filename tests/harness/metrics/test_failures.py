"""First failures: each kind on the record of an episode that the evaluator judged."""

import pytest

from harness.errors import RecordError
from harness.evaluation import evaluate
from harness.metrics import first_failure
from harness.records import ChangeRecord, CheckRecord, DisruptionRecord, EpisodeRecord
from sites.kit.changes import RowChange
from tasks import AnswerCheck, Checks, RowAllowance, RowCheck
from tests.episode_records import make_record, make_step

NUMBER = Checks(answers=(AnswerCheck("number", ("12",), ("15",)),))
CART = Checks(
    rows=(RowCheck("cart_items", "added", {"pid": "P0001", "qty": 2}),),
    allowed=(RowAllowance("stock", "changed", {}),),
)
NOT_POSSIBLE = Checks(answers=(AnswerCheck("na", ("N/A",)),))


def added(pid: str = "P0001", qty: int = 2, table: str = "cart_items") -> RowChange:
    return RowChange(table, "added", None, {"pid": pid, "qty": qty})


@pytest.fixture
def judged(make_task):
    """The record of an episode with these checks, that was judged unsolved."""

    def judge(
        checks: Checks,
        *changes: RowChange,
        answer: str | None = None,
        limit: str | None = None,
        disruptions: tuple[DisruptionRecord, ...] = (),
    ) -> EpisodeRecord:
        found = evaluate(make_task(checks=checks), answer=answer, changes=changes, final_url="")
        assert disruptions or not found.solved
        return make_record(
            1,
            "limit" if limit else "unsolved",
            answer=answer,
            limit=limit,
            checks=tuple(map(CheckRecord.of, found.checks)),
            changes=tuple(map(ChangeRecord.of, changes)),
            foreign=tuple(map(ChangeRecord.of, found.foreign)),
            disruptions=disruptions,
        )

    return judge


def disruption(ending: str) -> DisruptionRecord:
    return DisruptionRecord(kind="advertisement", shown_step=1, ended_step=None, ending=ending, requests=1)  # type: ignore[arg-type]


def steps(*actions: str | None) -> list:
    return [make_step(number, action) for number, action in enumerate(actions, 1)]


@pytest.mark.parametrize(
    ("checks", "answer", "failure"),
    [
        (NUMBER, "13", "wrong_value"),
        (NUMBER, "15", "wrong_item"),
        (NUMBER, "12 اور 15", "wrong_item"),
        (NUMBER, "বারো", "wrong_form"),
        (NUMBER, "", "gave_up"),
        (NUMBER, "N/A", "gave_up"),
        (NUMBER, "معلوم نہیں", "gave_up"),
        (NOT_POSSIBLE, "12", "not_refused"),
        (NOT_POSSIBLE, "", "not_refused"),
    ],
)
def test_answers(judged, checks, answer, failure):
    assert first_failure(judged(checks, answer=answer), []) == failure


@pytest.mark.parametrize(
    ("changes", "failure"),
    [
        ((added(pid="P0002"),), "wrong_item"),
        ((added(qty=3),), "wrong_value"),
        ((added(pid="P0002", qty=3), added(qty=3)), "wrong_value"),
        ((), "gave_up"),
        ((added(table="wishlist"),), "gave_up"),
        ((added(), added(table="wishlist")), "foreign_change"),
        ((added(), added(pid="P0002")), "foreign_change"),
        ((added(), added()), "foreign_change"),
    ],
)
def test_rows(judged, changes, failure):
    assert first_failure(judged(CART, *changes, answer=""), []) == failure


def test_a_row_that_another_check_asks_for_is_no_attempt_at_the_missing_one(judged):
    both = Checks(rows=tuple(RowCheck("cart_items", "added", {"pid": pid}) for pid in ("P0001", "P0002")))
    assert first_failure(judged(both, added(), answer=""), []) == "gave_up"


def test_another_last_page_is_another_item(judged):
    assert first_failure(judged(Checks(final_path="/p/P0001"), answer=""), []) == "wrong_item"


@pytest.mark.parametrize(
    ("replies", "failure"),
    [
        (["goto /", None, None], "malformed"),
        (["goto /a", "goto /b", None], "limit"),
        (["goto /", "goto /a", "goto /", "goto /"], "loop"),
        (["goto /", "goto /a", "goto /"], "limit"),
        (["goto /", "goto /", "goto /", None, None, None], "malformed"),
    ],
)
def test_at_a_limit(judged, replies, failure):
    assert first_failure(judged(NUMBER, limit="steps"), steps(*replies)) == failure


def test_the_same_action_on_another_page_is_no_loop(judged):
    walk = [make_step(number, "click 3", page=f"page {number}") for number in range(1, 6)]
    assert first_failure(judged(NUMBER, limit="steps"), walk) == "limit"


def test_an_action_that_fails_again_and_again_is_a_loop_from_its_first_try(judged):
    walk = [
        make_step(1, "click 99"),
        *(make_step(n, "click 99", error="there is no link 99") for n in (2, 3)),
    ]
    assert first_failure(judged(NUMBER, limit="steps"), walk) == "loop"


def test_who_stops_is_neither_malformed_nor_looping(judged):
    replies = steps(None, None, None, "goto /", "goto /", "goto /", "stop 13")
    assert first_failure(judged(NUMBER, answer="13"), replies) == "wrong_value"


@pytest.mark.parametrize(
    ("ending", "failure"),
    [
        ("accepted", "disruption_accepted"),
        ("stopped", "disruption_not_dismissed"),
        ("limit", "disruption_not_dismissed"),
        ("dismissed", "wrong_item"),
    ],
)
def test_disruptions_come_first(judged, ending, failure):
    episode = judged(NUMBER, answer="15", disruptions=(disruption(ending),))
    assert first_failure(episode, []) == failure


def test_a_right_result_behind_a_disruption_failed_by_the_disruption(judged):
    episode = judged(NUMBER, answer="12", disruptions=(disruption("stopped"),))
    assert first_failure(episode, []) == "disruption_not_dismissed"


@pytest.mark.parametrize(
    ("answer", "changes", "failure"),
    [
        ("15", (added(qty=3),), "wrong_item"),
        ("বারো", (added(qty=3),), "wrong_value"),
        ("বারো", (), "wrong_form"),
        ("N/A", (added(), added(table="wishlist")), "gave_up"),
    ],
)
def test_of_several_failures_the_first_in_the_order_is_told(judged, answer, changes, failure):
    checks = Checks(answers=NUMBER.answers, rows=CART.rows)
    assert first_failure(judged(checks, *changes, answer=answer), []) == failure


def test_a_record_that_contradicts_itself_is_an_error():
    with pytest.raises(
        RecordError, match="ministore-001-ur is on record as unsolved, but none of its checks"
    ):
        first_failure(make_record(1, "unsolved"), [])


@pytest.mark.parametrize("outcome", ["solved", "error"])
def test_what_was_solved_or_broke_is_no_failure(outcome):
    assert first_failure(make_record(1, outcome), []) is None

"""Who may travel in which quota, and when."""

from datetime import date

import pytest

from sites.kit.fields import RuleError
from sites.railsetu.passengers import Passenger
from sites.railsetu.quotas import check_quota, check_tatkal_run, tatkal_run_date

TOMORROW = date(2026, 3, 17)


def party(*people: str) -> list[Passenger]:
    """``F34`` is a woman of 34."""
    return [Passenger(f"Name {text}", int(text[1:]), text[0]) for text in people]


def code_of(quota: str, people: list[Passenger], run_date: date = TOMORROW) -> str | None:
    try:
        check_quota(quota, people, run_date)
    except RuleError as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    ("people", "code"),
    [
        (["F34"], None),
        (["F34", "F6", "M11"], None),
        (["M11"], None),
        (["F34", "M12"], "E_LD"),
        (["M34"], "E_LD"),
        (["F34", "T30"], "E_LD"),
        (["T10"], "E_LD"),
    ],
)
def test_ladies(people: list[str], code: str | None) -> None:
    assert code_of("LD", party(*people)) == code


@pytest.mark.parametrize(
    ("people", "code"),
    [
        (["M60"], None),
        (["M59"], "E_SS"),
        (["F45"], None),
        (["F44"], "E_SS"),
        (["F58", "M60"], None),
        (["F57", "M60"], "E_SS"),
        (["F45", "F45"], "E_SS"),
        (["F58", "F58"], None),
        (["F60", "F61", "M70"], "E_SS"),
        (["T60"], None),
        (["T59"], "E_SS"),
    ],
)
def test_senior_citizens(people: list[str], code: str | None) -> None:
    assert code_of("SS", party(*people)) == code


@pytest.mark.parametrize(("count", "code"), [(1, None), (4, None), (5, "E_TQ_MAX"), (6, "E_TQ_MAX")])
def test_tatkal_takes_four(count: int, code: str | None) -> None:
    assert code_of("TQ", party(*(f"M{30 + n}" for n in range(count)))) == code


@pytest.mark.parametrize("run_date", [date(2026, 3, 15), date(2026, 3, 16), date(2026, 3, 18)])
def test_tatkal_is_open_for_tomorrow_alone(run_date: date) -> None:
    assert tatkal_run_date() == TOMORROW
    with pytest.raises(RuleError) as refused:
        check_tatkal_run(run_date)
    assert (refused.value.code, refused.value.parameters) == ("E_TQ_DATE", {"date": "2026-03-17"})


@pytest.mark.parametrize(
    "people", [["M5"], ["F120", "M30", "T25"], ["M30", "M31", "M32", "M33", "M34", "M35"]]
)
def test_the_general_quota_is_for_everybody(people: list[str]) -> None:
    assert code_of("GN", party(*people), date(2026, 5, 15)) is None


def test_a_quota_that_there_is_not_is_refused() -> None:
    assert code_of("XX", party("M30")) == "E_QUOTA"

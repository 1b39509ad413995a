"""Random walks through the site: whatever a traveller does, the books balance and a reset undoes it all."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.kit.localization import LANGUAGES
from sites.railsetu import SITE
from tests.sites.railsetu.traveller import RAVI, Traveller
from tests.sites.walks import WALKS, Step, changes_of_visit, check_walk, send

OpenRailway = Callable[[str], Traveller]

JOURNEYS = (
    {"train": "12951", "from": "MMCT", "to": "NDLS", "class": "2A", "boarding": "ST"},
    {"train": "12621", "from": "BPL", "to": "NDLS", "class": "SL", "boarding": "BPL"},
    {"train": "22435", "from": "BSB", "to": "CNB", "class": "CC", "boarding": "BSB"},
    {"train": "12301", "from": "HWH", "to": "NDLS", "class": "1A", "boarding": "PRYJ"},
)
LADY = {"p2_name": "Maya Das", "p2_age": "62", "p2_gender": "F", "p2_berth": "LB"}
CHILD = {"p3_name": "Tara Das", "p3_age": "7", "p3_gender": "F", "p3_child_no_berth": "1"}
SAVED = {"name": "Lata Rao", "gender": "F", "berth": "LB", "id_type": "none"}
DAYS = st.integers(17, 31).map("2026-03-{}".format)
PEOPLE = st.sampled_from(
    [RAVI, LADY, {**RAVI, **LADY}, {**LADY, **CHILD}, {"master_3": "1", "master_4": "1"}]
)


def book(journey: dict[str, str], day: str, quota: str, people: dict[str, str], pay: str) -> Step:
    def run(traveller: Traveller) -> None:
        traveller.choose(people, **{**journey, "date": day, "quota": quota})
        traveller.post("/book/pay", method=pay)

    return run


def send_to_ticket(place: int, page: str, **fields: str) -> Step:
    def run(traveller: Traveller) -> None:
        count = traveller.number("SELECT COUNT(*) FROM pnrs WHERE user_id = 1")
        query = "SELECT pnr FROM pnrs WHERE user_id = 1 ORDER BY booked_at, pnr LIMIT 1 OFFSET ?"
        traveller.post(f"/ticket/{traveller.row(query, place % count)['pnr']}/{page}", **fields)

    return run


BOOKINGS = st.builds(
    book,
    st.sampled_from(JOURNEYS),
    DAYS,
    st.sampled_from(["GN", "GN", "GN", "TQ", "LD", "SS"]),
    PEOPLE,
    st.sampled_from(["card", "upi"]),
)
TICKETS = st.integers(0, 30)
STEPS = st.one_of(
    BOOKINGS,
    BOOKINGS,
    st.builds(
        lambda place, n: send_to_ticket(place, "cancel", confirm="1", **{f"pax_{n}": "1"}),
        TICKETS,
        st.integers(1, 4),
    ),
    st.builds(
        lambda place, code: send_to_ticket(place, "boarding", station=code),
        TICKETS,
        st.sampled_from(["BRC", "KOTA", "AGC"]),
    ),
    st.builds(lambda age: send("/profile/passengers/new", age=str(age), **SAVED), st.integers(3, 90)),
    st.builds(lambda place: send(f"/profile/passengers/{place}/delete"), st.integers(1, 7)),
)


@WALKS
@given(walk=st.lists(STEPS, min_size=4, max_size=10))
def test_the_books_balance_and_a_reset_undoes_everything(open_railway: OpenRailway, walk: list[Step]) -> None:
    check_walk(open_railway("en"), walk, assert_books_balance)


def assert_books_balance(traveller: Traveller) -> None:
    parts = "base_c + resv_c + sf_c + cater_c + gst_c + tatkal_c"
    for wrong in (
        f"SELECT COUNT(*) FROM pnrs WHERE total_c <> {parts} + conv_fee_c",
        f"SELECT COUNT(*) FROM pnrs WHERE {parts} <> (SELECT SUM(fare_c) FROM pax WHERE pax.pnr = pnrs.pnr)",
        "SELECT COUNT(*) FROM pnrs WHERE refund_c <>"
        " (SELECT SUM(refund_c) FROM pax WHERE pax.pnr = pnrs.pnr)",
        "SELECT COUNT(*) FROM pax WHERE refund_c > fare_c OR (refund_c > 0 AND status <> 'CAN')",
        "SELECT COUNT(*) FROM pax WHERE fare_c % 25 <> 0 OR refund_c % 25 <> 0",
        "SELECT COUNT(*) FROM (SELECT 1 FROM pax JOIN pnrs USING (pnr) WHERE pax.status = 'CNF'"
        " GROUP BY train_no, run_date, coach, berth_no HAVING COUNT(*) > 1)",
    ):
        assert traveller.number(wrong) == 0, wrong


FULL_VISIT: tuple[Step, ...] = (
    book(JOURNEYS[0], "2026-03-27", "GN", {**RAVI, "master_2": "1"}, "card"),
    book(JOURNEYS[1], "2026-03-24", "LD", {**LADY, **CHILD}, "upi"),
    book(JOURNEYS[2], "2026-03-17", "TQ", RAVI, "netbanking"),
    send_to_ticket(0, "boarding", station="KOTA"),
    send_to_ticket(1, "cancel", pax_1="1", pax_3="1", confirm="1"),
    send_to_ticket(11, "cancel", pax_1="1", confirm="1"),
    send("/profile/passengers/new", age="58", **SAVED),
    send("/profile/passengers/2/edit", age="38", **SAVED),
    send("/profile/passengers/4/delete"),
)


def test_the_same_visit_changes_the_same_rows_in_every_language(open_railway: OpenRailway) -> None:
    changes = changes_of_visit(SITE, open_railway, LANGUAGES, FULL_VISIT)
    assert {change.table for change in changes} == {"pnrs", "pax", "refunds", "inventory", "master_pax"}
    assert sum(change.before is None for change in changes if change.table == "pnrs") == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_error_is_without_words(open_railway: OpenRailway, lang: str) -> None:
    """Each code that the rules can give has a text of the language with the code in brackets."""
    traveller = open_railway(lang)
    traveller.log_in()
    cases = (
        (RAVI, {"date": "2026-05-16"}, "E_ARP"),
        ({}, {}, "E_NO_PAX"),
        ({**RAVI, "p1_child_no_berth": "1"}, {}, "E_CHILD_AGE"),
        (RAVI, {"quota": "LD"}, "E_LD"),
        (RAVI, {"quota": "SS"}, "E_SS"),
        (RAVI, {"quota": "TQ"}, "E_TQ_DATE"),
    )
    for people, changed, code in cases:
        page = traveller.choose(people, **changed)
        assert page.errors == [code]
        assert f"({code})" in page.one("p.error").text()

"""The steps of a booking: who travels, everything once more, paying; and what is refused on the way."""

from fractions import Fraction

import pytest

from sites.kit.money import round_to_quantum
from tests.sites.railsetu.traveller import CHOICES, RAVI, TRIP, Traveller
from tests.sites.visitor import Page, only_row

MAYA = {"p2_name": "Maya Das", "p2_age": "31", "p2_gender": "F"}
PAX_FIELDS = ("name", "age", "gender", "berth", "child_no_berth")


@pytest.fixture
def member(traveller: Traveller) -> Traveller:
    traveller.log_in()
    return traveller


def start(member: Traveller, **changed: str) -> Page:
    query = "&".join(f"{name}={value}" for name, value in {**TRIP, **changed}.items())
    return member.get(f"/book?{query}")


def test_the_form_has_the_fields_of_the_specification(member: Traveller) -> None:
    names = {node.attributes["name"] for node in start(member).tree.css("main form [name]")}
    slots = {f"p{slot}_{field}" for slot in range(1, 7) for field in PAX_FIELDS}
    saved = {f"master_{place}" for place in range(1, 6)}
    options = {"mobile", "meal", "auto_upgrade", "only_confirm", "boarding"}
    assert names == slots | saved | options | set(TRIP)


def test_meals_are_asked_for_only_where_there_are_any(member: Traveller) -> None:
    page = start(member, **{"train": "12621", "from": "MAS", "class": "SL"})
    assert not page.tree.css("[name=meal]")
    assert start(member).tree.css("[name=meal][checked]")


def test_a_booking_from_the_search_to_the_ticket(member: Traveller) -> None:
    found = member.get("/trains?from=MMCT&to=NDLS&date=2026-03-27")
    link = found.one("a[href*='train=12951'][href*='class=2A']").attributes["href"]
    assert link is not None
    assert member.get(link).path == "/book"
    review = member.choose({**RAVI, **MAYA}, p1_berth="LB")
    assert review.path == "/book/review"
    promised = review.one(".sums tr:last-child td").text()
    pay = member.get("/book/pay")
    assert promised in pay.one("main form button").text()
    ticket = member.post("/book/pay", method="netbanking")
    assert "Your ticket is booked" in ticket.one("title").text()
    changes = member.changes()
    row = only_row(changes["pnrs"])
    assert ticket.path == f"/ticket/{row['pnr']}"
    assert f"${row['total_c'] / 100:.2f}" == promised
    assert (row["date"], row["class"], row["pay_method"], row["meal"]) == (
        "2026-03-27",
        "2A",
        "netbanking",
        1,
    )
    passengers = [change.after for change in changes["pax"] if change.after]
    assert [(each["name"], each["berth_pref"]) for each in passengers] == [
        ("Ravi Das", "LB"),
        ("Maya Das", "NONE"),
    ]
    for each in passengers:
        assert f"{each['coach']} · {each['berth_no']} ·" in review.text
        assert f"{each['coach']} · {each['berth_no']} ·" in ticket.text


def test_saved_passengers_take_the_empty_places(member: Traveller) -> None:
    second = {name.replace("p1", "p2"): value for name, value in RAVI.items()}
    pnr = member.book(second, master_1="1", master_3="1")
    names = member.row("SELECT group_concat(name, ', ') FROM pax WHERE pnr = ?", pnr)[0]
    saved = [
        member.row("SELECT name FROM master_pax WHERE user_id = 1 ORDER BY id LIMIT 1 OFFSET ?", place)[0]
        for place in (0, 2)
    ]
    assert names == f"{saved[0]}, Ravi Das, {saved[1]}"


def test_a_preference_that_the_class_does_not_have_is_dropped(member: Traveller) -> None:
    day = member.row(
        "SELECT run_date FROM inventory WHERE train_no = '22435' AND class = 'CC' AND quota = 'GN'"
        " AND wl_used + rac_used = 0 AND booked < total AND run_date > '2026-03-17'"
    )["run_date"]
    trip = {"train": "22435", "from": "BSB", "date": day, "class": "CC", "boarding": "BSB"}
    pnr = member.book({}, master_1="1", **trip)
    assert member.row("SELECT berth_pref FROM pax WHERE pnr = ?", pnr)[0] == "NONE"


def test_too_many_saved_passengers(member: Traveller) -> None:
    everybody = {f"master_{place}": "1" for place in range(1, 6)}
    assert member.choose({**RAVI, **MAYA}, **everybody).errors == ["E_MAX_PAX"]


def test_a_child_without_a_berth_pays_half_the_basic_fare(member: Traveller) -> None:
    child = {"p2_name": "Tara Das", "p2_age": "7", "p2_gender": "F", "p2_child_no_berth": "1"}
    pnr = member.book({**RAVI, **child}, meal="")
    base_c = member.number("SELECT base_c FROM fares WHERE train_no = '12951' AND class = '2A' AND km = 1384")
    row = member.row("SELECT * FROM pnrs WHERE pnr = ?", pnr)
    assert (row["base_c"] - base_c, row["cater_c"]) == (round_to_quantum(Fraction(base_c, 2)), 0)
    assert row["status"] == "CNF"
    assert "Child without a berth" in member.get(f"/ticket/{pnr}").text


@pytest.mark.parametrize(
    ("passengers", "field", "code"),
    [
        ({}, None, "E_NO_PAX"),
        ({"p3_name": "Ravi Das"}, "p3_age", "E_REQUIRED"),
        ({"p3_name": "Ravi Das", "p3_age": "33"}, "p3_gender", "E_REQUIRED"),
        ({"p3_child_no_berth": "1"}, "p3_name", "E_REQUIRED"),
        ({"p1_name": "R2 Das", "p1_age": "33", "p1_gender": "M"}, "p1_name", "E_FORMAT"),
        ({"p4_name": "R2 Das", "p4_age": "33", "p4_gender": "M"}, "p4_name", "E_FORMAT"),
        ({**RAVI, "p1_age": "4"}, "p1_age", "E_RANGE"),
        ({**RAVI, "p1_age": "x"}, "p1_age", "E_FORMAT"),
        ({**RAVI, "p1_berth": "MB"}, "p1_berth", "E_RANGE"),
        ({**RAVI, "p1_child_no_berth": "1"}, "p1_child_no_berth", "E_CHILD_AGE"),
        ({**RAVI, "p5_name": "ravi das", "p5_age": "33", "p5_gender": "M"}, "p5_name", "E_DUP_PAX"),
        ({**RAVI, "p1_age": "8", "p1_child_no_berth": "1"}, None, "E_CHILD_ALONE"),
        ({**RAVI, "mobile": "12345"}, "mobile", "E_FORMAT"),
    ],
)
def test_passengers_that_are_refused(
    member: Traveller, passengers: dict[str, str], field: str | None, code: str
) -> None:
    page = member.choose(passengers)
    assert (page.path, page.status, page.errors) == ("/book/passengers", 200, [code])
    if field:
        assert page.tree.css(f".field:has([name={field}]) p.error")
    for name, typed in passengers.items():
        if name.endswith("_name"):
            assert page.value(name) == typed
    assert member.get("/book/review").path == "/"


def test_a_saved_passenger_who_is_typed_too(member: Traveller) -> None:
    saved = member.row("SELECT * FROM master_pax WHERE user_id = 1 ORDER BY id")
    same = {"p2_name": saved["name"], "p2_age": str(saved["age"]), "p2_gender": saved["gender"]}
    page = member.choose(same, master_1="1")
    assert page.errors == ["E_DUP_PAX"]
    assert page.tree.css(".field:has([name=p2_name]) p.error")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"date": "2026-05-16"}, "E_ARP"),
        ({"train": "22435", "from": "BSB", "date": "2026-03-19", "class": "CC"}, "E_NO_RUN"),
        ({"from": "NDLS", "to": "MMCT"}, "E_ROUTE"),
        ({"class": "SL"}, "E_CLASS"),
        ({"class": "1A", "quota": "TQ", "date": "2026-03-17"}, "E_TQ_CLASS"),
        ({"class": "1A", "quota": "LD"}, "E_QUOTA"),
        ({"date": "yesterday"}, "E_FORMAT"),
    ],
)
def test_journeys_that_can_not_be_booked(member: Traveller, changed: dict[str, str], code: str) -> None:
    for page in (start(member, **changed), member.choose(RAVI, **changed)):
        assert (page.status, page.errors) == (200, [code])
        assert not page.tree.css("main form")
    assert member.changes() == {}


@pytest.mark.parametrize(
    ("quota", "passengers", "code"),
    [
        ("LD", RAVI, "E_LD"),
        ("SS", {"p1_name": "Uma Das", "p1_age": "44", "p1_gender": "F"}, "E_SS"),
        ("TQ", RAVI, "E_TQ_DATE"),
    ],
)
def test_quotas_refuse(member: Traveller, quota: str, passengers: dict[str, str], code: str) -> None:
    page = member.choose(passengers, quota=quota)
    assert page.errors == [code]
    assert f"({code})" in page.one("p.error").text()


def test_a_booking_only_if_confirmed(member: Traveller) -> None:
    member.write("UPDATE inventory SET booked = total WHERE train_no = '12951' AND run_date = '2026-03-27'")
    assert member.choose(only_confirm="1").errors == ["E_NOT_CONFIRMABLE"]
    review = member.choose()
    assert review.path == "/book/review"
    assert "RAC 1" in review.text


def test_a_draft_can_be_changed(member: Traveller) -> None:
    member.choose({**RAVI, **MAYA}, only_confirm="1", meal="")
    page = member.get("/book/passengers")
    assert page.path == "/book"
    shown = {f"p1_{name}": page.value(f"p1_{name}") for name in ("name", "age")}
    assert shown == {"p1_name": "Ravi Das", "p1_age": "33"}
    assert page.value("mobile") == CHOICES["mobile"]
    ticked = {node.attributes["name"] for node in page.tree.css("input[checked]")}
    assert ticked == {"only_confirm"}
    assert start(member, date="2026-03-28").value("p1_name") == ""


def test_what_is_taken_in_the_meantime_leads_back_to_the_passengers(member: Traveller) -> None:
    member.choose(only_confirm="1")
    member.write("UPDATE inventory SET booked = total WHERE train_no = '12951' AND run_date = '2026-03-27'")
    before = member.changes()
    for page in (member.get("/book/review"), member.get("/book/pay"), member.post("/book/pay", method="upi")):
        assert "E_NOT_CONFIRMABLE" in page.errors
        assert page.value("p1_name") == "Ravi Das"
    assert member.changes() == before


def test_paying_asks_how(member: Traveller) -> None:
    member.choose()
    assert member.post("/book/pay").errors == ["E_REQUIRED"]
    assert member.post("/book/pay", method="gold").errors == ["E_RANGE"]
    assert member.changes() == {}


def test_a_step_without_a_draft_leads_to_the_search(member: Traveller) -> None:
    for path in ("/book/review", "/book/pay", "/book/passengers"):
        assert member.get(path).path == "/"
    assert member.post("/book/pay", method="upi").path == "/"

"""The pages of tickets: status, list, cancelling, boarding, refunds; and the saved passengers."""

import pytest

from tests.sites.railsetu.traveller import Traveller
from tests.sites.visitor import only_row, squeeze

SAVED = {
    "name": "Lata Rao",
    "age": "58",
    "gender": "F",
    "berth": "LB",
    "id_type": "pan",
    "id_no": "abcpr1234f",
}
OPEN = "status = 'CNF' AND chart = 0 AND quota = 'GN' AND date > '2026-03-20'"


@pytest.fixture
def member(traveller: Traveller) -> Traveller:
    traveller.log_in()
    return traveller


def dollars(cents: int) -> str:
    return f"${cents / 100:.2f}"


def chosen(*numbers: int) -> dict[str, str]:
    return {**{f"pax_{n}": "1" for n in numbers}, "confirm": "1"}


def test_the_status_of_a_pnr_is_public_and_names_nobody(traveller: Traveller) -> None:
    pnr = traveller.own_pnr("status = 'PARTIAL'")
    page = traveller.get(f"/pnr?pnr={pnr}")
    people = page.table("table.people")
    assert [row[2] for row in people][-1].startswith("RAC")
    names = traveller.row("SELECT group_concat(name, ';') FROM pax WHERE pnr = ?", pnr)[0].split(";")
    assert len(people) == len(names)
    assert not any(name in page.text for name in names)
    assert "The chart is not prepared yet." in page.text


def test_the_chart_goes_by_the_first_station(traveller: Traveller) -> None:
    """12841 left Howrah the day before; who boards at Vijayawada today finds the chart prepared."""
    page = traveller.get(f"/pnr?pnr={traveller.own_pnr('chart = 1 AND status = ' + repr('CNF'))}")
    assert "The chart is prepared." in page.text
    assert "2026-03-15 Sunday 11:20" in page.text


@pytest.mark.parametrize(("typed", "code"), [("1234567890", "E_NOT_FOUND"), ("12", "E_FORMAT"), ("", None)])
def test_a_pnr_that_is_none(traveller: Traveller, typed: str, code: str | None) -> None:
    page = traveller.get(f"/pnr?pnr={typed}")
    assert (page.status, page.errors) == (200, [code or "E_REQUIRED"])


def test_a_pnr_in_any_digits_and_grouped(traveller: Traveller) -> None:
    pnr = traveller.own_pnr("1")
    typed = "".join(chr(ord(digit) - ord("0") + ord("۰")) for digit in pnr)
    page = traveller.get(f"/pnr?pnr={typed[:3]}-{typed[3:]}")
    assert page.value("pnr") == pnr
    assert f"PNR {pnr}" in page.text


@pytest.mark.parametrize(
    ("kind", "condition"),
    [
        ("all", "1"),
        ("cancelled", "status = 'CANCELLED'"),
        ("past", "status = 'FLOWN'"),
        ("upcoming", "status NOT IN ('CANCELLED', 'FLOWN')"),
    ],
)
def test_tickets_are_listed_by_kind(member: Traveller, kind: str, condition: str) -> None:
    listed = {row[0] for row in member.get(f"/bookings?status={kind}").table()}
    count = member.number(f"SELECT COUNT(*) FROM pnrs WHERE user_id = 1 AND {condition}")
    assert len(listed) == count > 0
    for pnr in listed:
        member.row(f"SELECT 1 FROM pnrs WHERE pnr = ? AND {condition}", pnr)


def test_what_the_cancel_page_promises_is_paid(member: Traveller) -> None:
    pnr = member.own_pnr(f"{OPEN} AND (SELECT COUNT(*) FROM pax p WHERE p.pnr = pnrs.pnr) = 4")
    page = member.get(f"/ticket/{pnr}/cancel")
    promised = [squeeze(node.text()) for node in page.tree.css(".refund p.strong")]
    assert "Refund if all of them are cancelled" in page.text
    answer = member.post(f"/ticket/{pnr}/cancel", **chosen(2, 3))
    assert answer.path == f"/ticket/{pnr}"
    assert "The chosen passengers are cancelled" in answer.text
    refunds = [change.after for change in member.changes()["refunds"] if change.after]
    assert [each["pax_n"] for each in refunds] == [2, 3]
    assert [f"Refund: {dollars(int(each['refund_c'] or 0))}" for each in refunds] == promised[1:3]
    total_c = sum(int(each["refund_c"] or 0) for each in refunds)
    assert f"Refunded: {dollars(total_c)}" in answer.text
    listed = member.get("/refunds").table()
    assert [row[-1] for row in listed if row[0] == pnr] == [promised[2][8:], promised[1][8:]]
    left = member.get(f"/ticket/{pnr}/cancel").tree.css("[name^=pax_]")
    assert [node.attributes["name"] for node in left] == ["pax_1", "pax_4"]


def test_a_whole_ticket_is_cancelled(member: Traveller) -> None:
    pnr = member.own_pnr(f"{OPEN} AND train_no = '12951'")
    paid_c = member.number("SELECT total_c - conv_fee_c FROM pnrs WHERE pnr = ?", pnr)
    flat_c = member.number("SELECT flat_c FROM cancel_flat WHERE class = '2A'")
    member.post(f"/ticket/{pnr}/cancel", **chosen(1))
    row = only_row(member.changes()["pnrs"])
    assert (row["status"], row["refund_c"]) == ("CANCELLED", paid_c - flat_c)
    page = member.get(f"/ticket/{pnr}")
    assert not page.tree.css(f"a[href^='/ticket/{pnr}/']")
    assert member.get(f"/ticket/{pnr}/cancel").errors == ["E_STATE"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"pax_1": "1"}, "E_REQUIRED"),
        ({"confirm": "1"}, "E_NO_PAX"),
        ({"pax_6": "1", "confirm": "1"}, "E_NO_PAX"),
    ],
)
def test_cancelling_must_be_meant(member: Traveller, fields: dict[str, str], code: str) -> None:
    pnr = member.own_pnr(OPEN)
    page = member.post(f"/ticket/{pnr}/cancel", **fields)
    assert (page.path, page.errors) == (f"/ticket/{pnr}/cancel", [code])
    assert member.changes() == {}


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("chart = 1 AND status = 'CNF'", "E_CHARTED"),
        ("status = 'FLOWN'", "E_STATE"),
        ("status = 'CANCELLED'", "E_STATE"),
    ],
)
def test_what_can_not_be_cancelled_any_more(member: Traveller, condition: str, code: str) -> None:
    pnr = member.own_pnr(condition)
    assert not member.get(f"/ticket/{pnr}").tree.css("a[href$='/cancel']")
    for page in (member.get(f"/ticket/{pnr}/cancel"), member.post(f"/ticket/{pnr}/cancel", **chosen(1))):
        assert (page.status, page.errors) == (200, [code])
        assert pnr in page.one("h1").text()
    assert member.changes() == {}


def test_nothing_is_refunded_for_tatkal(member: Traveller) -> None:
    pnr = member.own_pnr("quota = 'TQ'")
    assert "Refund: $0.00" in member.get(f"/ticket/{pnr}/cancel").text
    member.post(f"/ticket/{pnr}/cancel", **chosen(1))
    assert only_row(member.changes()["refunds"])["refund_c"] == 0


def test_the_boarding_station_changes_once(member: Traveller) -> None:
    pnr = member.own_pnr(f"{OPEN} AND train_no = '12951'")
    form = member.get(f"/ticket/{pnr}/boarding")
    options = [node.attributes["value"] for node in form.tree.css("select[name=station] option")]
    assert options == ["", "ST", "BRC", "KOTA"]
    assert member.post(f"/ticket/{pnr}/boarding", station="MMCT").errors == ["E_RANGE"]
    page = member.post(f"/ticket/{pnr}/boarding", station="BRC")
    assert "The boarding station is changed" in page.text
    assert "Vadodara Junction BRC · 2026-03-25 Wednesday 21:16" in page.text
    assert set(member.changes()) == {"pnrs"}
    assert only_row(member.changes()["pnrs"])["board_at"] == "BRC"
    listed = {row[0]: row[4] for row in member.get("/bookings").table()}
    assert listed[pnr] == "2026-03-25 17:00"
    assert member.get(f"/ticket/{pnr}/boarding").errors == ["E_BOARDING"]
    assert member.post(f"/ticket/{pnr}/boarding", station="KOTA").errors == ["E_BOARDING"]


def test_a_passenger_is_saved_changed_and_deleted(member: Traveller) -> None:
    page = member.post("/profile/passengers/new", **SAVED)
    assert page.path == "/profile/passengers"
    assert "The passenger is saved" in page.text
    row = only_row(member.changes()["master_pax"])
    assert {name: row[name] for name in SAVED} == {**SAVED, "age": 58, "id_no": "ABCPR1234F"}
    path = f"/profile/passengers/{row['id']}"
    form = member.get(f"{path}/edit")
    assert (form.value("name"), form.value("age"), form.value("id_no")) == ("Lata Rao", "58", "ABCPR1234F")
    member.post(f"{path}/edit", **{**SAVED, "berth": "SL"})
    assert only_row(member.changes()["master_pax"])["berth"] == "SL"
    assert "The passenger is deleted" in member.post(f"{path}/delete").text
    assert member.changes() == {}


@pytest.mark.parametrize(
    ("changed", "field", "code"),
    [
        ({"name": "Lu"}, "name", "E_LENGTH"),
        ({"name": "Lata 2"}, "name", "E_FORMAT"),
        ({"age": "4"}, "age", "E_RANGE"),
        ({"gender": ""}, "gender", "E_REQUIRED"),
        ({"id_no": ""}, "id_no", "E_REQUIRED"),
        ({"id_type": "none"}, "id_type", "E_REQUIRED"),
    ],
)
@pytest.mark.parametrize("page", ["new", "1/edit"])
def test_passengers_that_can_not_be_saved(
    member: Traveller, page: str, changed: dict[str, str], field: str, code: str
) -> None:
    answer = member.post(f"/profile/passengers/{page}", **{**SAVED, **changed})
    assert answer.errors == [code]
    assert answer.tree.css(f".field:has([name={field}]) p.error")
    assert member.changes() == {}


def test_the_list_of_saved_passengers_is_full_at_twelve(member: Traveller) -> None:
    for letter in "ABCDEFG":
        assert member.post("/profile/passengers/new", **{**SAVED, "name": f"Lata {letter}"}).errors == []
    assert len(member.get("/profile/passengers").tree.css(".columns > section")) == 12
    page = member.post("/profile/passengers/new", **SAVED)
    assert page.errors == ["E_MASTER_FULL"]
    assert "At most 12 passengers" in page.text


def test_the_account_leads_to_everything(member: Traveller) -> None:
    page = member.get("/account")
    shown = {row[0]: int(row[1]) for row in page.table(".columns section:nth-child(2) table")}
    assert shown == {
        "Upcoming journeys": member.number(
            "SELECT COUNT(*) FROM pnrs WHERE user_id = 1 AND status NOT IN ('CANCELLED', 'FLOWN')"
        ),
        "All tickets": 12,
        "Saved passengers": 5,
        "My refunds": member.number("SELECT COUNT(*) FROM refunds JOIN pnrs USING (pnr) WHERE user_id = 1"),
    }

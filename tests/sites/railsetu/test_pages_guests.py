"""Guests and strangers: forms lead guests to the login; what belongs to somebody else is not found."""

from collections.abc import Callable

import pytest

from sites.kit.application import SiteApp
from tests.sites.railsetu.test_pages_all import TRIP_QUERY
from tests.sites.railsetu.traveller import CHOICES, RAVI, TRIP, Traveller

OPEN_TO_GUESTS = ("/login", "/logout", "/_harness/")


def form_paths(app: SiteApp, pnr: str) -> list[str]:
    """An address for every route that takes a form, but for logging in and out."""
    known = {"pnr": pnr, "passenger_id": 1}
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    urls = app.url_map.bind("localhost")
    return [
        urls.build(rule.endpoint, {name: known[name] for name in rule.arguments}, method="POST")
        for rule in rules
        if not rule.rule.startswith(OPEN_TO_GUESTS)
    ]


def test_every_form_of_a_guest_leads_to_the_login(
    traveller: Traveller, railway_apps: Callable[[str], SiteApp]
) -> None:
    paths = form_paths(railway_apps("en"), traveller.own_pnr("status = 'CNF'"))
    assert len(paths) == 7
    for path in paths:
        status, target = traveller.post_only(path, **TRIP, **RAVI, **CHOICES, pax_1="1", confirm="1")
        assert status == 303, path
        assert (target or "").startswith("/login"), path
    assert traveller.changes() == {}


@pytest.mark.parametrize(
    "path",
    [
        "/account",
        "/bookings",
        "/refunds",
        "/profile/passengers",
        "/profile/passengers/new",
        "/profile/passengers/1/edit",
        f"/book?{TRIP_QUERY}",
        "/book/review",
        "/book/pay",
    ],
)
def test_pages_of_a_member_ask_a_guest_to_log_in(traveller: Traveller, path: str) -> None:
    page = traveller.get(path)
    assert page.path == "/login"
    assert page.value("next") == path


@pytest.mark.parametrize("page", ["", "/cancel", "/boarding"])
def test_pages_of_a_ticket_ask_a_guest_to_log_in(traveller: Traveller, page: str) -> None:
    path = f"/ticket/{traveller.own_pnr('1')}{page}"
    assert traveller.get(path).value("next") == path


def test_somebody_elses_ticket_is_not_found_but_its_status_is(traveller: Traveller) -> None:
    traveller.log_in()
    foreign = traveller.row("SELECT pnr FROM pnrs WHERE user_id <> 1 AND status = 'CNF' ORDER BY pnr")["pnr"]
    for pnr in (foreign, "9999999999"):
        for page in ("", "/cancel", "/boarding"):
            assert traveller.get(f"/ticket/{pnr}{page}").status == 404
    for page in ("cancel", "boarding"):
        assert traveller.post(f"/ticket/{foreign}/{page}", pax_1="1", confirm="1").status == 404
    assert foreign in traveller.get(f"/pnr?pnr={foreign}").text
    assert traveller.changes() == {}


def test_somebody_elses_saved_passenger_is_not_found(traveller: Traveller) -> None:
    traveller.log_in()
    traveller.write("INSERT INTO master_pax VALUES (900, 2, 'Uma Nair', 30, 'F', 'NONE', 'none', '')")
    before = traveller.changes()
    assert traveller.get("/profile/passengers/900/edit").status == 404
    fields = {"name": "Uma Rao", "age": "31", "gender": "F", "berth": "NONE", "id_type": "none"}
    for action in ("edit", "delete"):
        assert traveller.post(f"/profile/passengers/900/{action}", **fields).status == 404
    assert traveller.changes() == before


def test_a_draft_belongs_to_its_user(traveller: Traveller) -> None:
    traveller.log_in()
    traveller.choose()
    traveller.write("UPDATE booking_draft SET user_id = 2")
    assert traveller.get("/book/review").path == "/"
    assert traveller.post("/book/pay", method="upi").path == "/"
    assert traveller.changes() == {}

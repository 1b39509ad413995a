"""Each kind of page once, in every language: markup, digits, texts, links; and looking changes nothing."""

import re
from collections.abc import Callable, Iterator

import pytest

from sites.kit.localization import LANGUAGES, format_clock, get_language
from tests.sites.page_rules import check_digits, check_filled, check_markup
from tests.sites.railsetu.traveller import TRIP, Traveller
from tests.sites.visitor import Page

OpenRailway = Callable[[str], Traveller]

TRIP_QUERY = "&".join(f"{name}={value}" for name, value in TRIP.items())
GUEST_PAGES = (
    "/",
    "/login",
    "/trains",
    "/trains?from=AGC&to=NDLS&date=2026-03-20",
    "/trains?from=AGC&to=NDLS&date=2026-03-17&quota=TQ&sort=fare",
    "/trains?from=NDLS&to=BPL&date=2026-03-20&class=EC&quota=LD",
    "/trains?from=BSB&to=NDLS&date=2026-03-19",
    "/trains?from=HWH&to=NDLS&date=2027-01-01",
    "/trains?from=NDLS&to=NDLS&date=x",
    "/connections",
    "/connections?from=HWH&to=LKO&date=2026-03-20",
    "/connections?from=MMCT&to=AGC&date=2026-03-20",
    "/train/12621",
    "/train/12951/fares",
    "/train/12002/fares?from=AGC&to=BPL",
    "/train/12621/fares?from=NGP&to=BZA",
    "/train/12301/availability?date=2026-03-21",
    "/train/12301/availability?date=2026-05-14",
    "/stations",
    "/station/BPL",
    "/station/SBC",
    "/pnr",
    "/pnr?pnr=1234567890",
    *(f"/help/{topic}" for topic in ("cancellation", "tatkal", "rac-wl", "child", "fares", "quota")),
    "/nothing-here",
)
MEMBER_PAGES = (
    "/account",
    "/bookings",
    "/bookings?status=cancelled",
    "/refunds",
    "/profile/passengers",
    "/profile/passengers/new",
    "/profile/passengers/1/edit",
    f"/book?{TRIP_QUERY}",
    "/book?train=12621&from=MAS&to=NDLS&date=2026-03-20&class=SL&quota=GN",
)
NOT_FOUND = ("/nothing-here",)


def all_pages(traveller: Traveller) -> Iterator[Page]:
    """Each kind of page, with its errors, and a booking from its first page to the ticket."""
    for path in GUEST_PAGES:
        yield traveller.get(path)
    yield traveller.log_in()
    for path in MEMBER_PAGES:
        yield traveller.get(path)
    statuses = ("CNF", "RAC", "WL", "PARTIAL", "CANCELLED", "FLOWN")
    for pnr in [traveller.own_pnr(f"status = '{status}'") for status in statuses]:
        for path in (f"/pnr?pnr={pnr}", f"/ticket/{pnr}", f"/ticket/{pnr}/cancel", f"/ticket/{pnr}/boarding"):
            yield traveller.get(path)
    yield traveller.choose({"p1_name": "A1", "p2_age": "200"}, mobile="12")
    yield traveller.choose({}, master_1="1", master_4="1")
    yield traveller.get("/book/pay")
    yield traveller.post("/book/pay")
    yield traveller.post("/book/pay", method="card")
    yield traveller.post("/profile/passengers/new", name="X", age="0")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_keeps_the_rules_of_markup(open_railway: OpenRailway, lang: str) -> None:
    for page in all_pages(open_railway(lang)):
        assert page.status == (404 if page.path in NOT_FOUND else 200), page.path
        check_markup(page, lang)
        check_filled(page)


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if get_language(lang).digits[0] != "0"])
def test_every_number_is_in_the_digits_of_the_language(open_railway: OpenRailway, lang: str) -> None:
    """Codes of classes are codes in the options of forms too."""
    for page in all_pages(open_railway(lang)):
        check_digits(page, "select[name=class]")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_times_follow_the_interface_and_dates_and_codes_do_not(open_railway: OpenRailway, lang: str) -> None:
    page = open_railway(lang).get("/trains?from=AGC&to=NDLS&date=2026-03-20")
    isolated = {node.text() for node in page.tree.css("main bdi")}
    ltr = {node.text() for node in page.tree.css('main bdi[dir="ltr"]')}
    assert {format_clock("03:40", lang), format_clock("06:35", lang)} <= isolated - ltr
    assert {"12621", "NDLS", "AGC", "2026-03-20", "1A", "SL"} <= ltr
    assert any(re.fullmatch(r"(AVAILABLE-\d{4}|(RAC|WL) \d+)", text) for text in ltr)


def test_every_link_leads_somewhere_and_every_form_has_a_route(traveller: Traveller) -> None:
    links: dict[str, str] = {}
    for page in all_pages(traveller):
        links |= {node.attributes["href"] or "": page.path for node in page.tree.css("a")}
        for form in page.tree.css("form[method=post]"):
            action = form.attributes["action"] or ""
            assert traveller.post_only(action)[0] in (200, 303, 404), action
        if page.path != "/login":
            traveller.log_in()
    assert len(links) > 100
    traveller.copy.reset()
    traveller.log_in()
    for link, source in links.items():
        assert traveller.get(link).status == 200, (link, source)


def test_looking_changes_nothing(traveller: Traveller) -> None:
    traveller.log_in()
    for path in (*GUEST_PAGES, *MEMBER_PAGES):
        traveller.get(path)
    for page in (traveller.choose(), traveller.get("/book/pay")):
        assert page.path.startswith("/book/")
    assert traveller.changes() == {}

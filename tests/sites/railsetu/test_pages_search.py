"""The pages of trains: search, connections, timetable, fares, availability, boards, help."""

from collections.abc import Callable

import pytest

from tests.sites.railsetu.traveller import Traveller
from tests.sites.visitor import Page, cells, squeeze


def found(page: Page) -> list[str]:
    """The numbers of the trains that a search found, in order."""
    return [squeeze(node.text()) for node in page.tree.css(".offer h3 .train-no")]


def test_the_search_shows_times_days_fares_and_availability(traveller: Traveller) -> None:
    page = traveller.get("/trains?from=BSB&to=NDLS&date=2026-03-20")
    assert found(page) == ["22435"]
    assert all(text in page.text for text in ("15:00", "23:00", "8 h", "Friday", "2 stops on the way"))
    assert "Monday, Tuesday, Wednesday, Friday, Saturday, Sunday" in page.text
    fares = dict(traveller_fares(traveller, "22435", "BSB", "NDLS"))
    assert {row[0][:2]: row[1] for row in page.table()} == {
        code: f"${total_c / 100:.2f}" for code, total_c in fares.items()
    }


def traveller_fares(traveller: Traveller, *section: str) -> list[tuple[str, int]]:
    text = traveller.row(
        "SELECT group_concat(class || ':' || total_c) FROM fares"
        " WHERE train_no = ? AND from_code = ? AND to_code = ?",
        *section,
    )[0]
    return [(code, int(cents)) for code, _, cents in (part.partition(":") for part in text.split(","))]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("dep", ["12621", "12723", "12627"]),
        ("arr", ["12621", "12723", "12627"]),
        ("duration", ["12627", "12621", "12723"]),
    ],
)
def test_the_search_is_sorted(traveller: Traveller, sort: str, order: list[str]) -> None:
    assert found(traveller.get(f"/trains?from=AGC&to=NDLS&date=2026-03-20&sort={sort}")) == order


def test_the_cheapest_train_of_a_class_comes_first(traveller: Traveller) -> None:
    page = traveller.get("/trains?from=CNB&to=NDLS&date=2026-03-20&class=3A&sort=fare")
    fares = [float(row[1].removeprefix("$")) for offer in page.tree.css(".offer") for row in cells(offer)]
    assert fares == sorted(fares)
    assert len(fares) == len(found(page)) > 1


def test_a_class_leaves_out_the_trains_that_do_not_have_it(traveller: Traveller) -> None:
    page = traveller.get("/trains?from=AGC&to=NDLS&date=2026-03-20&class=EC")
    assert found(page) == []
    assert "There is no direct train with this class on this day." in page.text


@pytest.mark.parametrize(("origin", "target"), [("HWH", "LKO"), ("SBC", "MAS"), ("NDLS", "HWH")])
def test_no_direct_train(traveller: Traveller, origin: str, target: str) -> None:
    page = traveller.get(f"/trains?from={origin}&to={target}&date=2026-03-20")
    assert "There is no direct train on this day." in page.text
    assert not page.tree.css("table, .offer")
    assert page.tree.css(f"main a[href^='/connections?from={origin}&to={target}']")


def test_a_train_of_other_days_is_named(traveller: Traveller) -> None:
    page = traveller.get("/trains?from=BSB&to=NDLS&date=2026-03-19")
    assert found(page) == []
    assert "22435" in page.table()[0][0]


def test_a_train_that_passes_midnight_runs_a_day_later_down_the_line(traveller: Traveller) -> None:
    """12301 leaves Howrah on all days but Sundays, and Prayagraj on all days but Mondays."""
    sunday, monday = "2026-03-22", "2026-03-23"
    assert found(traveller.get(f"/trains?from=HWH&to=NDLS&date={sunday}")) == []
    assert "12301" in found(traveller.get(f"/trains?from=PRYJ&to=NDLS&date={sunday}"))
    assert found(traveller.get(f"/trains?from=HWH&to=NDLS&date={monday}")) == ["12301"]
    assert "12301" not in found(traveller.get(f"/trains?from=PRYJ&to=NDLS&date={monday}"))


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("from=NDLS&to=BPL&date=2026-05-16", "E_ARP"),
        ("from=NDLS&to=BPL&date=2026-03-15", "E_ARP"),
        ("from=NDLS&to=NDLS&date=2026-03-20", "E_SAME_STATION"),
        ("from=NDLS&to=BPL&date=20 March", "E_FORMAT"),
        ("from=NDLS&to=XYZ&date=2026-03-20", "E_RANGE"),
        ("from=NDLS&date=2026-03-20", "E_REQUIRED"),
    ],
)
@pytest.mark.parametrize("page", ["/trains", "/connections"])
def test_a_search_that_makes_no_sense(traveller: Traveller, page: str, query: str, code: str) -> None:
    answer = traveller.get(f"{page}?{query}")
    assert (answer.status, answer.errors) == (200, [code])
    assert not answer.tree.css(".offer, .found")


def test_a_date_can_be_typed_in_any_digits(traveller: Traveller) -> None:
    page = traveller.get("/trains?from=NDLS&to=BPL&date=२०२६-०३-२०")
    assert found(page) == ["12002"]
    assert page.value("date") == "2026-03-20"


def test_connections_wait_at_least_an_hour(traveller: Traveller) -> None:
    page = traveller.get("/connections?from=HWH&to=JP&date=2026-03-20")
    assert "There is no journey with one change" in page.text
    page = traveller.get("/connections?from=LKO&to=BPL&date=2026-03-20")
    (offer,) = page.tree.css(".offer")
    numbers = [squeeze(node.text()) for node in offer.css(".train-no")]
    assert numbers == ["12229", "12002"]
    assert "Time to change: 23 h 5 min" in page.text


def test_one_hour_is_singular_where_a_language_has_it(open_railway: Callable[[str], Traveller]) -> None:
    page = open_railway("ur").get("/connections?from=MMCT&to=AGC&date=2026-03-20")
    assert all(text in page.text for text in ("۱ گھنٹہ،", "۲۴ گھنٹے۔"))


def test_a_timetable_passes_midnight(traveller: Traveller) -> None:
    page = traveller.get("/train/12621")
    table = page.table("table.timetable")
    assert [row[1].rpartition(" ")[2] for row in table] == ["MAS", "BZA", "NGP", "BPL", "AGC", "NDLS"]
    assert [row[5] for row in table] == ["1", "2", "2", "2", "3", "3"]
    assert table[0][2:4] == ["First stop", "22:00"]
    assert table[4][2:5] == ["03:35", "03:40", "5 min"]
    assert table[5][2:4] == ["06:35", "Last stop"]
    assert [row[6] for row in table] == ["0 km", "431 km", "1,091 km", "1,480 km", "1,987 km", "2,182 km"]


def test_a_train_that_nobody_knows(traveller: Traveller) -> None:
    for page in ("", "/fares", "/availability"):
        assert traveller.get(f"/train/99999{page}").status == 404
    assert traveller.get("/station/XYZ").status == 404


def test_the_parts_of_a_fare_add_up(traveller: Traveller) -> None:
    page = traveller.get("/train/12951/fares?from=ST&to=KOTA")
    table = {row[0]: row[1:] for row in page.table()}
    listed = traveller.row(
        "SELECT * FROM fares WHERE train_no = '12951' AND from_code = 'ST' AND to_code = 'KOTA'"
        " AND class = '2A'"
    )
    shown = {name: cells[1] for name, cells in table.items()}
    assert {name: shown[name] for name in ("Basic fare", "Meals", "Full fare")} == {
        "Basic fare": f"${listed['base_c'] / 100:.2f}",
        "Meals": f"${listed['cater_c'] / 100:.2f}",
        "Full fare": f"${listed['total_c'] / 100:.2f}",
    }
    cents = [round(float(shown[name][1:]) * 100) for name in list(table)[:5]]
    assert sum(cents[:4]) == cents[4]
    assert table["Tatkal charge, added to the full fare"][0] == "Not offered"
    assert traveller.get("/train/12951/fares?from=KOTA&to=ST").errors == ["E_ROUTE"]


def test_availability_of_six_days(traveller: Traveller) -> None:
    page = traveller.get("/train/12301/availability?from=HWH&to=NDLS&class=2A&quota=GN&date=2026-03-18")
    table = page.table()
    assert [row[0] for row in table] == [f"2026-03-{day}" for day in range(18, 24)]
    assert [row[1] for row in table if row[2] == "Does not run"] == ["Sunday"]
    for day, _, offered, _ in table:
        if offered.startswith("AVAILABLE"):
            free = traveller.number(
                "SELECT total - booked FROM inventory"
                " WHERE train_no = '12301' AND run_date = ? AND class = '2A' AND quota = 'GN'",
                day,
            )
            assert offered == f"AVAILABLE-{free:04}"
    last = traveller.get("/train/12301/availability?date=2026-05-14")
    assert [row[0] for row in last.table()] == ["2026-05-14", "2026-05-15"]


def test_availability_in_other_quotas(traveller: Traveller) -> None:
    start = "/train/12621/availability?from=MAS&to=NDLS&date=2026-03-17"
    tatkal = traveller.get(f"{start}&class=SL&quota=TQ").table()
    assert [row[2] for row in tatkal[1:]] == ["Not open for booking"] * 5
    assert {row[2] for row in traveller.get(f"{start}&class=1A&quota=LD").table()} == {"Not offered"}


def test_the_board_of_a_station(traveller: Traveller) -> None:
    page = traveller.get("/station/BPL")
    leaving, arriving = page.tree.css("section.board")
    assert [row[0] for row in cells(leaving)] == ["01:45", "20:25", "21:50"]
    assert [row[0] for row in cells(arriving)] == ["01:40", "14:07", "20:15", "21:45"]
    board = traveller.get("/station/PRYJ")
    days = {row[1][:5]: row[3] for row in cells(board.tree.css("section.board")[0])}
    assert days["12301"] == "Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"
    assert days["12393"] == "daily"


def test_the_lists_are_whole(traveller: Traveller) -> None:
    assert len(traveller.get("/stations").tree.css(".station-list a")) == 22
    assert len(traveller.get("/").table()) == 13


@pytest.mark.parametrize(
    ("topic", "figures"),
    [
        ("cancellation", ("72 hours", "25%", "50%", "$0.75", "$2.75", "$1.25", "30 minutes")),
        ("tatkal", ("2026-03-17", "4 passengers", "30%", "08:00")),
        ("rac-wl", ("4 hours",)),
        ("child", ("aged 5 to 11", "50%")),
        ("fares", ("500 kilometres", "85%", "70%", "5%", "$0.25", "$0.50")),
        ("quota", ("60 days", "6 passengers", "younger than 12", "age of 60", "from 58", "from 45")),
    ],
)
def test_help_pages_hold_the_figures_of_the_rules(
    traveller: Traveller, topic: str, figures: tuple[str, ...]
) -> None:
    text = traveller.get(f"/help/{topic}").text
    assert [figure for figure in figures if figure not in text] == []


def test_there_is_no_other_help(traveller: Traveller) -> None:
    assert traveller.get("/help/nothing").status == 404

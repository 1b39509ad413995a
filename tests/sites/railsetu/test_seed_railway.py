"""The filled database: counts, the test account's twelve tickets, and books that add up."""

import re
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from sites.kit.clock import SITE_NOW
from sites.kit.errors import ContentError
from sites.kit.localization import LANGUAGES
from sites.railsetu import SITE
from sites.railsetu.passengers import check_name
from sites.railsetu.seed.network import PATH, load_network

COUNTS = {"stations": 22, "trains": 13, "stops": 55, "users": 61, "master_pax": 5, "sessions": 0}
PARTS = "base_c + resv_c + sf_c + cater_c + gst_c + tatkal_c"
OWN = "user_id = 1"
ISO_TIME = re.compile(r"2026-\d\d-\d\dT\d\d:\d\d:\d\d")


def fill(lang: str) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    connection.executescript((SITE.folder / "schema.sql").read_text(encoding="utf-8"))
    SITE.fill(connection, lang)
    return connection


def one(db: sqlite3.Connection, query: str) -> int:
    return db.execute(query).fetchone()[0]


@pytest.mark.parametrize(("table", "count"), COUNTS.items())
def test_counts(railway: sqlite3.Connection, table: str, count: int) -> None:
    assert one(railway, f"SELECT COUNT(*) FROM {table}") == count


@pytest.mark.parametrize("lang", LANGUAGES)
def test_facts_are_equal_in_all_languages(railway: sqlite3.Connection, lang: str) -> None:
    with closing(fill(lang)) as filled:
        assert filled.execute("PRAGMA foreign_key_check").fetchall() == []
        for table in [
            row[0] for row in filled.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]:
            columns = [row[1] for row in filled.execute(f"PRAGMA table_info({table})")]
            localized = SITE.localized.get(table, ())
            kept = ", ".join(column for column in columns if column not in localized)
            query = f"SELECT {kept} FROM {table} ORDER BY rowid"
            assert [tuple(row) for row in filled.execute(query)] == [
                tuple(row) for row in railway.execute(query)
            ], table
            for column in localized:
                assert one(filled, f"SELECT COUNT(*) FROM {table} WHERE {column} = ''") == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_can_be_told_apart_and_written_into_forms(lang: str) -> None:
    with closing(fill(lang)) as filled:
        for query, count in (
            ("SELECT COUNT(DISTINCT name) FROM stations", 22),
            ("SELECT COUNT(DISTINCT name) FROM trains", 12),
            ("SELECT COUNT(DISTINCT display_name) FROM users", 61),
            ("SELECT COUNT(DISTINCT name) FROM master_pax", 5),
        ):
            assert one(filled, query) == count
        for (name,) in filled.execute("SELECT name FROM pax UNION SELECT name FROM master_pax"):
            check_name(name)
        twice = "SELECT COUNT(*) FROM (SELECT 1 FROM pax GROUP BY pnr, name HAVING COUNT(*) > 1)"
        assert one(filled, twice) == 0


def test_the_account_has_one_ticket_for_each_case(railway: sqlite3.Connection) -> None:
    rows = railway.execute(
        f"SELECT train_no, date, quota, status, chart FROM pnrs WHERE {OWN} ORDER BY date, train_no"
    )
    assert [tuple(row) for row in rows] == [
        ("12002", "2026-03-10", "GN", "FLOWN", 1),
        ("12841", "2026-03-16", "GN", "CNF", 1),
        ("12901", "2026-03-16", "GN", "CNF", 0),
        ("12229", "2026-03-17", "GN", "CNF", 0),
        ("22435", "2026-03-17", "TQ", "CNF", 0),
        ("12621", "2026-03-20", "GN", "RAC", 0),
        ("12723", "2026-03-21", "GN", "WL", 0),
        ("12951", "2026-03-25", "GN", "CNF", 0),
        ("12393", "2026-03-28", "GN", "CNF", 0),
        ("12952", "2026-03-30", "GN", "CANCELLED", 0),
        ("12627", "2026-04-03", "GN", "PARTIAL", 0),
        ("12901", "2026-04-05", "LD", "CNF", 0),
    ]


def test_the_accounts_passengers_have_the_statuses_of_their_tickets(railway: sqlite3.Connection) -> None:
    query = (
        "SELECT pnrs.status, group_concat(pax.status, ' ') FROM pax JOIN pnrs USING (pnr)"
        f" WHERE {OWN} AND pnrs.status NOT IN ('CNF', 'FLOWN') GROUP BY pnr ORDER BY 1"
    )
    assert [tuple(row) for row in railway.execute(query)] == [
        ("CANCELLED", "CAN"),
        ("PARTIAL", "CNF CNF RAC"),
        ("RAC", "RAC RAC"),
        ("WL", "WL"),
    ]


def test_the_waiting_ticket_has_a_train_with_room_beside_it(railway: sqlite3.Connection) -> None:
    row = railway.execute(
        "SELECT * FROM inventory WHERE train_no = '12621' AND run_date = '2026-03-20' AND class = '3A'"
        " AND quota = 'GN'"
    ).fetchone()
    assert row["total"] - row["booked"] > 6
    assert (row["rac_used"], row["wl_used"]) == (0, 0)


def test_totals_are_the_sums_of_their_parts(railway: sqlite3.Connection) -> None:
    assert one(railway, f"SELECT COUNT(*) FROM pnrs WHERE total_c <> {PARTS} + conv_fee_c") == 0
    query = (
        f"SELECT COUNT(*) FROM pnrs WHERE {PARTS} <> (SELECT SUM(fare_c) FROM pax WHERE pax.pnr = pnrs.pnr)"
    )
    assert one(railway, query) == 0
    query = (
        "SELECT COUNT(*) FROM pnrs WHERE refund_c <> (SELECT SUM(refund_c) FROM pax WHERE pax.pnr = pnrs.pnr)"
    )
    assert one(railway, query) == 0
    query = "SELECT COUNT(*) FROM refunds JOIN pax ON pax.pnr = refunds.pnr AND n = pax_n"
    assert one(railway, query) == one(railway, f"{query} WHERE deduct_c + refunds.refund_c = fare_c") > 1


def test_tickets_are_booked_before_the_clock_and_within_sixty_days(railway: sqlite3.Connection) -> None:
    for booked_at, date in railway.execute("SELECT booked_at, date FROM pnrs"):
        assert ISO_TIME.fullmatch(booked_at)
        assert booked_at < SITE_NOW.isoformat()
        assert booked_at[:10] <= date
        assert one(railway, f"SELECT julianday('{date}') - julianday('{booked_at[:10]}')") <= 60


def test_tickets_of_others_are_of_every_kind(railway: sqlite3.Connection) -> None:
    statuses = Counter(row[0] for row in railway.execute(f"SELECT status FROM pnrs WHERE NOT {OWN}"))
    quotas = Counter(row[0] for row in railway.execute(f"SELECT quota FROM pnrs WHERE NOT {OWN}"))
    assert statuses.total() == 241
    assert statuses >= Counter({"CNF": 100, "FLOWN": 20, "WL": 3, "RAC": 1, "CANCELLED": 1})
    assert set(quotas) == {"GN", "TQ", "LD", "SS"}


def test_who_still_waits_when_the_chart_is_made_is_cancelled_by_it(railway: sqlite3.Connection) -> None:
    row = railway.execute(
        "SELECT pax.booked_status, pax.status, refunds.at, deduct_c FROM pax JOIN pnrs USING (pnr)"
        " JOIN refunds USING (pnr) WHERE chart = 1 AND pnrs.status = 'CANCELLED'"
    ).fetchone()
    assert tuple(row) == ("WL", "CAN", "2026-03-15T18:00:00", 75)
    waiting = "pax JOIN pnrs USING (pnr) WHERE chart = 1 AND pax.status IN ('RAC', 'WL')"
    assert one(railway, f"SELECT COUNT(*) FROM {waiting}") == 0


@pytest.mark.parametrize(
    ("line", "wrong", "problem"),
    [
        ('"BRC   21:06 21:16  1   392   2"', '"BRC   19:40 21:16  1   392   2"', "times and kilometres"),
        ('"BRC   21:06 21:16  1   392   2"', '"BRC   21:06 21:16  1   200   2"', "times and kilometres"),
        ('"BRC   21:06 21:16  1   392   2"', '"BRC   21:60 21:16  1   392   2"', "expected HH:MM"),
        ('"BRC   21:06 21:16  1   392   2"', '"XYZ   21:06 21:16  1   392   2"', "XYZ"),
        ('"type": "rajdhani"', '"type": "tram"', "type and classes"),
        ('"demand": "104"', '"demand": "high"', "demand"),
    ],
)
def test_a_wrong_network_is_refused_with_a_reason(tmp_path, line: str, wrong: str, problem: str) -> None:
    text = PATH.read_text(encoding="utf-8")
    assert line in text
    file = tmp_path / "network.yaml"
    file.write_text(text.replace(line, wrong, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=problem):
        load_network(file)

import sqlite3

import pytest

from tasks.errors import TaskError
from tasks.slots import choose_row, fill_path, fill_text, fill_value, missing_slots, open_for_queries

SLOTS = {"P": "Kestrel Monsoon Mug", "n": 12345, "price_c": 1275, "pid": "P0001", "q": "a b/c", "none": None}


@pytest.mark.parametrize(
    ("lang", "expected"),
    [("en", "$12.75"), ("bn", "৳১,৫৩০"), ("hi", "₹१,१२२"), ("ur", "۳٬۵۷۰ روپے"), ("am", "1,938 ብር")],
)
def test_amounts_are_written_as_the_site_writes_them(lang, expected):
    assert fill_text("{price_c}", SLOTS, lang).replace("\u00a0", " ") == expected


@pytest.mark.parametrize(
    ("lang", "expected"), [("en", "12.75"), ("bn", "১৫৩০"), ("hi", "११२२"), ("ur", "۳۵۷۰"), ("am", "1938")]
)
def test_typed_amounts_have_no_sign_and_no_grouping(lang, expected):
    assert fill_text("{price_c:amount}", SLOTS, lang) == expected


def test_numbers_take_the_digits_of_the_language_in_text_but_not_in_paths():
    assert fill_text("{n} {P}", SLOTS, "bn") == "১২,৩৪৫ Kestrel Monsoon Mug"
    assert fill_path("/p/{pid}?q={q}&n={n}", SLOTS, "bn") == "/p/P0001?q=a%20b%2Fc&n=12345"


def test_a_value_that_is_one_slot_keeps_its_type():
    assert fill_value("{n}", SLOTS, "ur") == 12345
    assert fill_value("{none}", SLOTS, "ur") is None
    assert fill_value("no {n}", SLOTS, "ur") == "no ۱۲٬۳۴۵"
    assert fill_value(7, SLOTS, "ur") == 7


def test_an_unknown_slot_is_named_with_the_known_ones():
    with pytest.raises(TaskError, match=r"unknown slot \{x\}.*price_c"):
        fill_text("{x}", SLOTS, "en")
    assert missing_slots(["{x} {n}", "{y}"], SLOTS) == {"x", "y"}


@pytest.fixture
def numbers():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (a INTEGER)")
    connection.executemany("INSERT INTO t VALUES (?)", [(value,) for value in range(50)])
    return connection


def test_the_choice_depends_on_seed_and_task_but_not_on_row_order(numbers):
    up = choose_row(numbers, "SELECT a FROM t ORDER BY a", 0, "ministore-001")
    down = choose_row(numbers, "SELECT a FROM t ORDER BY a DESC", 0, "ministore-001")
    others = {choose_row(numbers, "SELECT a FROM t", seed, "ministore-001")["a"] for seed in range(20)}
    assert up == down
    assert len(others) > 5


def test_a_query_that_finds_nothing_or_fails_is_an_error(numbers):
    with pytest.raises(TaskError, match=r"ministore-001.*no row"):
        choose_row(numbers, "SELECT a FROM t WHERE a > 99", 0, "ministore-001")
    with pytest.raises(TaskError, match=r"no such column: b"):
        choose_row(numbers, "SELECT b FROM t", 0, "ministore-001")


def test_figure_is_the_one_number_of_a_text(tmp_path):
    path = tmp_path / "texts.sqlite"
    sqlite3.connect(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (a)")
    reader = open_for_queries(path)
    texts = ["ہاں، ۱۲ کلوگرام تک", "১৮ মাস", "12 ወይም 13", "none", None]
    figures = [reader.execute("SELECT figure(?)", (text,)).fetchone()[0] for text in texts]
    reader.close()
    assert figures == [12, 18, None, None, None]

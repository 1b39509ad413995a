"""The tables that only queries of visual tasks see, and the lists they are made from."""

import hashlib
import json
import sqlite3
from contextlib import closing

import pytest

from sites import get_site
from sites.kit.database import build_database
from tasks.errors import TaskError
from tasks.pictures import add_picture_tables
from tasks.slots import open_for_queries
from tests.stand_in_pictures import write_stand_ins

SITE = get_site("ministore")


@pytest.fixture(scope="module")
def database():
    return build_database(SITE, "ur")


@pytest.fixture
def lines(tmp_path):
    return write_stand_ins(tmp_path, tmp_path, SITE)


@pytest.fixture
def connection(database, lines, tmp_path):
    with closing(open_for_queries(database)) as opened:
        add_picture_tables(opened, SITE, tmp_path)
        yield opened


def test_a_picture_is_found_with_the_thing_that_it_shows(connection, lines):
    shown = next(line for line in lines if line["product"])
    query = (
        "SELECT r.product_id, r.like_product_id, p.kind = r.kind, c.color FROM reference_pictures r"
        " JOIN products p ON p.id = r.product_id JOIN catalogue c ON c.product_id = p.id WHERE r.picture = ?"
    )
    row = connection.execute(query, (shown["picture"],)).fetchone()
    assert row == (shown["product"], None, 1, shown["color"])


def test_a_thing_that_the_shop_does_not_have_has_no_id(connection, lines):
    query = (
        "SELECT picture, like_product_id FROM reference_pictures WHERE product_id IS NULL ORDER BY picture"
    )
    missing = sorted((line["picture"], line["like"]) for line in lines if line["product"] is None)
    assert missing
    assert connection.execute(query).fetchall() == missing


def test_every_product_is_in_the_catalogue_with_its_shape(connection):
    query = "SELECT COUNT(*), COUNT(p.id), COUNT(c.product_id) FROM products p LEFT JOIN catalogue c"
    assert connection.execute(f"{query} ON c.product_id = p.id").fetchone() == (2565, 2565, 2565)
    (shape,) = connection.execute("SELECT shape FROM catalogue WHERE product_id = 'P0001'").fetchone()
    assert json.loads(shape)["body"] == "pebble"
    assert list(json.loads(shape)) == sorted(json.loads(shape))


def test_a_design_is_one_thing_in_other_colours(connection):
    query = (
        "SELECT COUNT(DISTINCT kind || material || pattern || shape), COUNT(DISTINCT color) = COUNT(*)"
        " FROM catalogue GROUP BY design"
    )
    assert set(connection.execute(query).fetchall()) == {(1, 1)}


def test_the_database_of_the_agent_knows_nothing_of_them(database, lines, tmp_path):
    before = hashlib.sha256(database.read_bytes()).digest()
    with closing(open_for_queries(database)) as opened:
        add_picture_tables(opened, SITE, tmp_path)
    assert hashlib.sha256(database.read_bytes()).digest() == before
    with closing(open_for_queries(database)) as other:
        for table in ("catalogue", "reference_pictures"):
            with pytest.raises(sqlite3.OperationalError, match="no such table"):
                other.execute(f"SELECT * FROM {table}")


def test_a_missing_list_is_told_with_the_command_that_makes_it(database, tmp_path):
    with closing(open_for_queries(database)) as opened, pytest.raises(TaskError) as caught:
        add_picture_tables(opened, SITE, tmp_path)
    assert f"{tmp_path}/ministore/pictures.jsonl: no such file" in str(caught.value)
    assert "run `lowagent images build`" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"product": "P9999"}, "line 2: the catalogue has no P9999"),
        ({"like": "P9999"}, "line 2: the catalogue has no P9999"),
        ({"views": 2}, "line 2: views: Extra inputs"),
        ({"kind": None}, "line 2: kind: Input should be a valid string"),
        ({"picture": "first"}, "line 2: first stands twice"),
    ],
)
def test_a_line_that_is_wrong_is_named(database, lines, tmp_path, change, complaint):
    first, second, *_ = lines
    wrong = [first | {"picture": "first"}, second | change]
    (tmp_path / "ministore" / "pictures.jsonl").write_text("\n".join(map(json.dumps, wrong)), "utf-8")
    with closing(open_for_queries(database)) as opened, pytest.raises(TaskError, match=complaint):
        add_picture_tables(opened, SITE, tmp_path)

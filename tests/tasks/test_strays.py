import sqlite3

import pytest

from tasks import FillStep, GotoStep
from tasks.errors import TaskError
from tasks.strays import read_strays, steps_of

STRAYS = """
- name: "cart"
  slots_query: "SELECT id AS pid FROM products"
  steps: [{goto: "/p/{pid}"}, {fill: "/cart/add"}]
"""


@pytest.fixture
def stray(tmp_path):
    return read_strays("shop", _write(tmp_path, STRAYS))[0]


@pytest.fixture
def shop():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE products (id TEXT)")
    connection.executemany("INSERT INTO products VALUES (?)", [("P1",), ("P2",)])
    return connection


def _write(tmp_path, text):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "strays.yaml").write_text(text, "utf-8")
    return tmp_path


def test_a_stray_keeps_off_what_the_task_names(stray, shop, make_task):
    for pid, other in (("P1", "P2"), ("P2", "P1")):
        steps = steps_of(stray, make_task(slots={"pid": pid}), shop)
        assert steps == (GotoStep(f"/p/{other}"), FillStep("/cart/add", {}))


def test_a_stray_that_has_nothing_to_keep_off_to_is_an_error(stray, shop, make_task):
    with pytest.raises(TaskError, match=r"shop-001.*'cart' finds no record"):
        steps_of(stray, make_task(slots={"one": "P1", "two": "P2"}), shop)


@pytest.mark.parametrize("text", ["[]", "{}", '- {name: "cart"}'])
def test_a_site_must_have_strays(tmp_path, text):
    with pytest.raises(TaskError, match=r"strays\.yaml"):
        read_strays("shop", _write(tmp_path, text))

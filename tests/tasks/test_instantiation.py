import sqlite3

import pytest

from tasks.errors import TaskError
from tasks.instantiation import instantiate
from tasks.loading import interleave
from tasks.models import ClickStep, FillStep, RowAllowance, RowCheck, StopStep
from tasks.templates import Intent, Template

BASE = {"split": "test", "difficulty": "easy", "category": "shopping", "budget": 30}


@pytest.fixture
def shop():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE products (id TEXT, name TEXT, price_c INTEGER, stock INTEGER)")
    rows = [("P1", "চায়ের কাপ", 500, 3), ("P2", "থালা", 750, 0), ("P3", "বাটি", 1000, 9)]
    connection.executemany("INSERT INTO products VALUES (?, ?, ?, ?)", rows)
    return connection


def _info(**changes):
    fields = {
        "id": "shop-001",
        "type": "info",
        "slots_query": "SELECT id AS pid, price_c FROM products WHERE id = 'P1'",
        "names": {"P": "SELECT name FROM products WHERE id = :pid"},
        "answers": [
            {
                "type": "number",
                "expected": ["{price_c}"],
                "excluded_query": "SELECT price_c FROM products",
            }
        ],
        "reference": [{"click": "/p/{pid}"}, {"stop": "{price_c}"}],
    }
    return Template.model_validate(BASE | fields | changes)


def _run(template, shop, intent="{P} কত?", lang="bn", **texts):
    return instantiate(template, Intent(intent=intent, texts=texts), site="shop", lang=lang, connection=shop)


def test_the_sentence_and_the_answer_are_of_the_language(shop):
    task = _run(_info(), shop)
    (answer,) = task.checks.answers
    assert task.intent == "চায়ের কাপ কত?"
    assert answer.expected == ("৳৬০০",)
    assert answer.excluded == ("৳৯০০", "৳১,২০০")
    assert task.reference == (ClickStep("/p/P1"), StopStep("৳৬০০"))
    assert not task.checks.exclusive


def test_the_drawn_record_is_the_same_in_every_language(shop):
    everything = _info(slots_query="SELECT id AS pid, price_c FROM products")
    drawn = {lang: _run(everything, shop, lang=lang).slots["pid"] for lang in ("en", "bn", "hi", "ur", "am")}
    assert len(set(drawn.values())) == 1


def test_a_state_task_is_exclusive_and_types_its_texts(shop):
    template = Template.model_validate(
        BASE
        | {
            "id": "shop-002",
            "type": "state",
            "slots_query": "SELECT id AS pid, 2 AS n FROM products WHERE stock > 5",
            "rows": [
                {
                    "table": "orders",
                    "kind": "added",
                    "where": {"pid": "{pid}", "qty": "{n}", "note": "{note}"},
                }
            ],
            "allowed": [
                {"table": "products", "kind": "changed", "where": {"id": "{pid}"}, "columns": ["stock"]}
            ],
            "reference": [
                {"fill": "/p/{pid}/order", "fields": {"qty": "{n}", "note": "{note}"}},
                {"stop": ""},
            ],
        }
    )
    task = _run(template, shop, "{n} বাটি", note="শুভেচ্ছা\n")
    assert task.checks.exclusive
    assert task.checks.rows == (RowCheck("orders", "added", {"pid": "P3", "qty": 2, "note": "শুভেচ্ছা"}),)
    assert task.checks.allowed == (RowAllowance("products", "changed", {"id": "P3"}, ("stock",)),)
    assert task.reference[0] == FillStep("/p/P3/order", {"qty": "২", "note": "শুভেচ্ছা"})


def test_an_unachievable_task_expects_not_available_and_no_change(shop):
    template = _info(type="unachievable", proof="E_OUT_OF_STOCK", answers=[], reference=[{"stop": "N/A"}])
    checks = _run(template, shop).checks
    assert (checks.answers[0].type, checks.answers[0].expected) == ("na", ("N/A",))
    assert checks.exclusive


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"names": {"P": "SELECT name FROM products"}}, "gives 3 rows, not 1"),
        ({"names": {"P": "SELECT name FROM product"}}, "no such table"),
        ({"reference": [{"stop": "{price}"}]}, r"shop-001 in bn: unknown slot \{price\}"),
        ({"answers": [{"type": "number"}]}, "nothing that it expects"),
    ],
)
def test_what_cannot_be_filled_is_an_error_with_the_task(shop, changes, complaint):
    with pytest.raises(TaskError, match=complaint) as caught:
        _run(_info(**changes), shop)
    assert "shop-001" in str(caught.value)


def test_a_limit_takes_the_types_in_turn(shop):
    state = {
        "type": "state",
        "rows": [{"table": "t", "kind": "added", "where": {}}],
        "answers": [],
    }
    never = {"type": "unachievable", "proof": "E_X", "answers": []}
    kinds = [{}, {}, {}, state, state, never]
    tasks = [_run(_info(**change, id=f"shop-{i:03d}"), shop) for i, change in enumerate(kinds)]
    assert [task.id for task in interleave(tasks, 4)] == ["shop-000", "shop-003", "shop-005", "shop-001"]
    assert sorted(task.id for task in interleave(tasks)) == [task.id for task in tasks]


def test_a_limit_takes_the_kinds_in_turn(shop):
    seen = {"kind": "visual", "pictures": ["{pid}.webp"]}
    tasks = [_run(_info(id=f"shop-00{i}"), shop) for i in range(3)]
    tasks += [_run(_info(id=f"shop-v0{i}", **seen), shop) for i in range(2)]
    names = [task.id.removeprefix("shop-") for task in interleave(tasks, 4)]
    assert names == ["000", "v00", "001", "v01"]


def test_pictures_are_named_by_slots(shop):
    shop.execute("CREATE TEMP TABLE reference_pictures (product_id TEXT, picture TEXT)")
    rows = [("P1", "images/references/shop/3fa9.webp"), ("P2", "images/references/shop/07b1.webp")]
    shop.executemany("INSERT INTO reference_pictures VALUES (?, ?)", rows)
    query = (
        "SELECT a.product_id AS pid, a.picture, b.picture AS other, 1 AS price_c"
        " FROM reference_pictures a, reference_pictures b WHERE a.product_id = 'P1' AND b.product_id = 'P2'"
    )
    pictures = ["{picture}", "{other}"]
    task = _run(_info(id="shop-v01", kind="visual", slots_query=query, pictures=pictures), shop)
    assert (task.kind, task.reference_images) == ("visual", (rows[0][1], rows[1][1]))

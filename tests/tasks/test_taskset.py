import hashlib
import json

from tasks import export_lines, taskset_hash


def test_a_line_holds_all_that_a_task_says(make_task):
    (line,) = export_lines([make_task()], seed=7)
    record = json.loads(line)
    assert "১টি কাপ" in line
    assert record["instance_id"] == "shop-001-bn"
    assert record["reference"] == [
        {"goto": "/p/P1"}, {"fill": "/order", "fields": {"qty": "১"}}, {"click": "/orders"}, {"stop": "১"},
    ]  # fmt: skip
    assert record["checks"]["rows"] == [{"table": "orders", "kind": "added", "where": {"qty": 1}, "count": 1}]
    assert record["slots"] == {"pid": "P1", "n": 1}
    assert record["taskset"]["seed"] == 7


def test_a_line_names_the_pictures(make_task):
    paths = ("images/references/shop/3fa9.webp", "images/references/shop/07b1.webp")
    (line,) = export_lines([make_task(id="shop-v01", kind="visual", reference_images=paths)], seed=0)
    assert json.loads(line)["kind"] == "visual"
    assert json.loads(line)["reference_images"] == list(paths)


def test_the_hash_can_be_made_again_from_the_file(make_task):
    lines = list(export_lines([make_task(), make_task(id="shop-002")], seed=0))
    records = [json.loads(line) for line in lines]
    stamps = [record.pop("taskset") for record in records]
    text = "\n".join(
        json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for record in records
    )
    assert [stamp["sha256"] for stamp in stamps] == [hashlib.sha256(text.encode()).hexdigest()] * 2


def test_the_hash_tells_sets_apart(make_task):
    one, other = make_task(), make_task(intent="২টি কাপ")
    sets = [[one], [other], [one, other], [other, one], [make_task(budget=40)], []]
    assert len({taskset_hash(tasks) for tasks in sets}) == len(sets)
    assert taskset_hash([one]) == taskset_hash([make_task()])

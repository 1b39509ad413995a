import sqlite3
from types import SimpleNamespace

import pytest

import tasks.loading
from tasks.errors import TaskError
from tasks.loading import load_instances

TEMPLATES = """
- id: "shop-001"
  type: "unachievable"
  proof: "E_STATE"
  slots_query: "SELECT 1 AS n"
  reference: [{stop: "N/A"}]
  split: "test"
  difficulty: "easy"
  category: "shopping"
  budget: 30
- id: "shop-001t"
  twin_of: "shop-001"
  type: "info"
  slots_query: "SELECT 2 AS n"
  answers: [{type: "number", expected: ["{n}"]}]
  reference: [{stop: "{n}"}]
  split: "test"
  difficulty: "easy"
  category: "shopping"
  budget: 30
"""
INTENTS = '"shop-001": {intent: "Give {n}."}'


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Loads the shop of `TEMPLATES` over an empty database."""
    database = tmp_path / "shop.sqlite3"
    sqlite3.connect(database).close()
    monkeypatch.setattr(tasks.loading, "get_site", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr(tasks.loading, "build_database", lambda site, lang, cache_dir=None: database)
    (tmp_path / "shop").mkdir()

    def call(intents=INTENTS, **options):
        (tmp_path / "shop" / "templates.yaml").write_text(TEMPLATES, "utf-8")
        (tmp_path / "shop" / "intents.en.yaml").write_text(intents, "utf-8")
        return load_instances(["shop"], ["en"], folder=tmp_path, **options)

    return call


def test_twins_come_only_when_asked_for(load):
    assert [task.id for task in load()] == ["shop-001"]
    task, twin = load(twins=True)
    assert (task.twin_of, twin.twin_of) == (None, "shop-001")
    assert (task.intent, twin.intent) == ("Give 1.", "Give 2.")


@pytest.mark.parametrize(
    ("intents", "complaint"),
    [
        ("{}", "no intent for shop-001, shop-001t"),
        (INTENTS + '\n"shop-002": {intent: "?"}', "intents without a template: shop-002"),
    ],
)
def test_intents_and_templates_must_match(load, intents, complaint):
    with pytest.raises(TaskError, match=complaint):
        load(intents)

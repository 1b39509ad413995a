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
URDU = '"shop-001": {intent: "{n} دیں: {word}۔", texts: {word: "شکریہ"}}'


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Loads the shop of `TEMPLATES` over an empty database."""
    database = tmp_path / "shop.sqlite3"
    sqlite3.connect(database).close()
    monkeypatch.setattr(tasks.loading, "get_site", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr(tasks.loading, "build_database", lambda site, lang, cache_dir=None: database)
    (tmp_path / "shop").mkdir()

    def call(intents=INTENTS, lang="en", **options):
        (tmp_path / "shop" / "templates.yaml").write_text(TEMPLATES, "utf-8")
        (tmp_path / "shop" / "intents.en.yaml").write_text(intents, "utf-8")
        (tmp_path / "shop" / "intents.ur.yaml").write_text(URDU, "utf-8")
        return load_instances(["shop"], [lang], folder=tmp_path, **options)

    return call


def test_twins_come_only_when_asked_for(load):
    assert [task.id for task in load()] == ["shop-001"]
    task, twin = load(twins=True)
    assert (task.twin_of, twin.twin_of) == (None, "shop-001")
    assert (task.intent, twin.intent) == ("Give 1.", "Give 2.")


def test_a_sentence_in_another_language_keeps_the_values_of_the_site(load):
    intents = '"shop-001": {intent: "Give {n}: {word}.", texts: {word: "thanks"}}'
    own, foreign = (load(intents, "ur", intent_lang=lang)[0] for lang in (None, "en"))
    assert own.intent == "۱ دیں: شکریہ۔"
    assert foreign.intent == "Give ۱: شکریہ."
    assert (foreign.lang, foreign.checks, foreign.reference) == ("ur", own.checks, own.reference)


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


VISUAL = """
- id: "shop-v01"
  kind: "visual"
  type: "info"
  slots_query: "SELECT product_id AS pid, picture FROM reference_pictures WHERE product_id IS NOT NULL"
  pictures: ["{picture}"]
  answers: [{type: "id", expected: ["{pid}"]}]
  reference: [{stop: "{pid}"}]
  split: "test"
  difficulty: "easy"
  category: "shopping"
  budget: 30
"""
THING = (
    '{"id": "P0001", "kind": "cup", "color": "red", "material": null, "design": "cup-1", "pattern": null,'
    ' "accent": null, "shape": {"handle": "none"}, "size_mm": [1, 2, 3]}'
)
PICTURE = (
    '{"product": "P0001", "picture": "images/references/shop/3fa9.webp", "kind": "cup", "color": "red",'
    ' "material": null, "design": "cup-1", "like": null}'
)


@pytest.fixture
def visual(tmp_path, monkeypatch, load):
    """The shop has a visual task too, but no pictures yet."""
    site = SimpleNamespace(name="shop", folder=tmp_path / "site")
    monkeypatch.setattr(tasks.loading, "get_site", lambda name: site)
    for path, text in (
        ("shop/visual.yaml", VISUAL),
        ("shop/visual_intents.en.yaml", '"shop-v01": {intent: "Which is it?"}'),
        ("site/catalogue.jsonl", THING),
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path / "shop" / "pictures.jsonl"


def test_without_pictures_text_tasks_work_and_visual_ones_are_an_error(load, visual):
    assert [task.id for task in load(kind="text")] == ["shop-001"]
    for kind in ("visual", None):
        with pytest.raises(TaskError, match=r"pictures\.jsonl: no such file.*lowagent images build"):
            load(kind=kind)


def test_kinds_come_one_after_the_other(load, visual):
    visual.write_text(PICTURE, "utf-8")
    assert [task.id for task in load()] == ["shop-001", "shop-v01"]
    (task,) = load(kind="visual")
    assert task.slots == {"pid": "P0001", "picture": "images/references/shop/3fa9.webp"}
    assert task.reference_images == ("images/references/shop/3fa9.webp",)

"""Each rule on a visual task alone sees its own made-up fault, and nothing in a sound task."""

from dataclasses import replace

import pytest

from harness.lint.places import judge
from harness.lint.visual_rules import VISUAL_RULES, giveaways, look_alikes, pictured, pictures
from sites.kit.errors import LoWAgentError
from tasks.giveaways import read_giveaways
from tests.stand_in_pictures import stand_in

SHOWN, MISSING, OTHER = (f"images/references/ministore/{name}.webp" for name in ("3fa9", "07b1", "c44d"))
CATALOGUE = "images/catalogue/ministore"
MUGS = [(f"P{number}", "mug", "blue" if number < 4 else "red", "clay") for number in range(1, 7)]
LAMP = ("P7", "lamp", "blue", "tin")
ROWS = [
    ("P1", SHOWN, "mug", "blue", "clay", "mug-1", None),
    (None, MISSING, "mug", "blue", "clay", "mug-9", "P1"),
    ("P7", OTHER, "lamp", "blue", "tin", "lamp-1", None),
]
VISUAL = {"id": "ministore-v01", "kind": "visual", "pictures": [SHOWN]}


@pytest.fixture
def looks(shop, tmp_path, monkeypatch):
    """Six mugs and one lamp, three pictures; the picture files lie under the folder that is given back."""
    shop.execute("CREATE TABLE brands (id INTEGER, name TEXT)")
    shop.execute("CREATE TABLE colors (code TEXT, name TEXT)")
    shop.execute("ALTER TABLE products ADD COLUMN brand_id INTEGER DEFAULT 1")
    shop.execute("CREATE TABLE catalogue (product_id TEXT, kind TEXT, color TEXT, material TEXT)")
    shop.execute(
        "CREATE TABLE reference_pictures (product_id TEXT, picture TEXT, kind TEXT, color TEXT,"
        " material TEXT, design TEXT, like_product_id TEXT)"
    )
    shop.execute("INSERT INTO brands VALUES (1, 'Ferrano')")
    shop.executemany("INSERT INTO colors VALUES (?, ?)", [("blue", "Sky blue"), ("red", "Red")])
    shop.executemany("INSERT INTO catalogue VALUES (?, ?, ?, ?)", [*MUGS, LAMP])
    shop.executemany("INSERT INTO reference_pictures VALUES (?, ?, ?, ?, ?, ?, ?)", ROWS)
    monkeypatch.setattr("harness.pictures.PICTURES_ROOT", tmp_path)
    for path in (SHOWN, MISSING, OTHER, *(f"{CATALOGUE}/P{number}.webp" for number in range(1, 8))):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(stand_in(path))
    return tmp_path


@pytest.fixture
def make_visual(make_subject, looks):
    """A task that shows P1; the arguments replace parts of its template."""

    def make(sentence="How many of what is pictured are left?", **changes):
        return make_subject(sentence, **(VISUAL | changes))

    return make


def told(rule, subject):
    return " | ".join(rule(subject))


def test_a_sound_task_breaks_no_rule(make_visual):
    assert [told(rule, make_visual()) for rule in VISUAL_RULES.values()] == [""] * len(VISUAL_RULES)
    assert not list(judge(make_visual(), None))


def test_text_tasks_are_not_asked(make_subject):
    subject = make_subject(
        type="unachievable", proof="SELECT 1 WHERE 0", answers=[], reference=[{"stop": "N/A"}]
    )
    assert "pictured" not in {problem.rule for problem in judge(subject, None)}


@pytest.mark.parametrize(
    ("sentence", "seen"),
    [
        ("How many of this Blue mug are left?", "the name 'Blue mug' stands in the intent: How many"),
        ("How many are left of P1?", "the number 'P1' stands in the intent"),
        ("How many are left of this Ferrano?", "the brand 'Ferrano' stands in the intent"),
        ("How many are left of the SKY  blue one?", "the colour 'Sky blue' stands in the intent"),
        ("How many are left of the sky-blue one?", ""),
        ("How many are left of this skyblue one, or of “{P}”?", "{P} in the intent is the name of what is"),
        ("How many are left of {pid}?", "{pid} in the intent is the number of what is pictured, 'P1'"),
        ("Sky {stock} blue?", ""),
    ],
)
def test_the_sentence_does_not_name_what_is_pictured(make_visual, sentence, seen):
    found = told(giveaways, make_visual(sentence))
    assert found.startswith(seen) if seen else not found


def test_a_slot_may_name_another_thing(make_visual):
    query = "SELECT 'P1' AS pid, 12 AS stock, 'P2' AS other"
    names = {"P": "SELECT 'Ferrano mug, sky blue' AS name"}
    assert not told(giveaways, make_visual("Is it cheaper than “{P}”?", slots_query=query, names=names))


def test_what_the_user_dictates_is_part_of_the_sentence(make_visual):
    query = "SELECT 'P1' AS pid, 12 AS stock, 'typed' AS note"
    subject = make_visual("Write “{note}” about it.", slots_query=query)
    intent = subject.intent.model_copy(update={"texts": {"note": "Fine Ferrano mug"}})
    assert "the brand 'Ferrano' stands in" in told(giveaways, replace(subject, intent=intent))


def test_a_missing_thing_has_no_name_but_a_colour(make_visual):
    subject = make_visual("How many of this sky blue Ferrano?", pictures=[MISSING])
    assert told(giveaways, subject).startswith("the colour 'Sky blue'")
    assert "brand" not in told(giveaways, subject)


def test_many_things_look_alike(make_visual, shop):
    assert told(look_alikes, make_visual(pictures=[OTHER])) == (
        "P7 is the only one of the kind lamp: its kind alone finds it"
    )
    shop.execute("DELETE FROM catalogue WHERE product_id = 'P6'")
    assert told(look_alikes, make_visual()) == (
        "5 things are of the kind mug, not 6, and few_look_alikes says no reason"
    )
    assert not told(look_alikes, make_visual(few_look_alikes="the shop has five mugs"))


def test_look_alikes_share_colour_or_material(make_visual, shop):
    shop.execute("UPDATE catalogue SET color = 'red', material = 'tin' WHERE product_id NOT IN ('P1', 'P2')")
    assert told(look_alikes, make_visual()) == (
        "1 others of the kind mug share colour or material, not 2, and few_look_alikes says no reason"
    )
    assert not told(look_alikes, make_visual(pictures=[MISSING]))


def test_a_picture_is_there_and_whole(make_visual, looks):
    (looks / SHOWN).write_bytes(b"RIFF")
    with pytest.raises(LoWAgentError, match="no whole picture"):
        told(pictures, make_visual())
    (problem,) = judge(make_visual(), None)
    assert (problem.rule, "lowagent images build" in problem.seen) == ("pictures", True)


def test_a_picture_is_listed(make_visual, shop):
    shop.execute("DELETE FROM reference_pictures WHERE picture = ?", (SHOWN,))
    assert told(pictures, make_visual()) == f"{SHOWN} is not in the list of pictures"


@pytest.mark.parametrize("picture", [SHOWN, MISSING])
def test_a_picture_is_not_the_one_that_the_site_shows(make_visual, looks, picture):
    (looks / CATALOGUE / "P1.webp").write_bytes((looks / picture).read_bytes())
    assert told(pictures, make_visual(pictures=[picture])) == (
        f"{picture} is the picture that the site itself shows"
    )


def test_the_site_shows_what_is_pictured(make_visual, looks):
    (looks / CATALOGUE / "P1.webp").unlink()
    assert told(pictures, make_visual()).startswith("the site shows no picture of P1")
    assert not told(pictures, make_visual(pictures=[OTHER]))


def test_two_pictures_are_two(make_visual, looks):
    assert not told(pictures, make_visual(pictures=[SHOWN, OTHER]))
    (looks / OTHER).write_bytes((looks / SHOWN).read_bytes())
    assert told(pictures, make_visual(pictures=[SHOWN, OTHER])) == "both pictures are the same"


def test_what_can_be_done_shows_what_the_site_has(make_visual):
    assert told(pictured, make_visual(pictures=[SHOWN, MISSING])) == (
        f"{MISSING} shows a thing that the site does not have"
    )


@pytest.mark.parametrize(
    ("picture", "proof", "seen"),
    [
        (MISSING, "SELECT 1 WHERE 0", ""),
        (SHOWN, "SELECT 1 WHERE 0", "the site has what the pictures show"),
        (SHOWN, "E_OUT_OF_STOCK", ""),
    ],
)
def test_what_can_not_be_done_lacks_its_thing_or_has_a_code(make_visual, picture, proof, seen):
    subject = make_visual(
        type="unachievable", proof=proof, answers=[], reference=[{"stop": "N/A"}], pictures=[picture]
    )
    found = told(pictured, subject)
    assert found.startswith(seen) if seen else not found


def test_an_empty_list_of_giveaways_is_refused(tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "giveaways.yaml").write_text("[]", "utf-8")
    with pytest.raises(LoWAgentError, match="names a pictured thing"):
        read_giveaways("shop", tmp_path)

"""What seeds share: texts by key, and chance that depends on its labels alone."""

import pytest

from sites.kit.errors import ContentError
from sites.kit.seeding import Money, Text, Writer, keys_under, seeded_random, weighted


def test_a_missing_language_names_the_file(tmp_path):
    with pytest.raises(ContentError, match=r"ur\.yaml"):
        Writer("ur", tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [(Text("greeting"), "greeting is missing"), (Text("offer"), r"offer has the slot \{price\}")],
)
def test_a_missing_text_or_slot_names_its_key(tmp_path, text, message):
    (tmp_path / "ur.yaml").write_text('"offer": "قیمت: {price}"\n', encoding="utf-8")
    with pytest.raises(ContentError, match=message):
        Writer("ur", tmp_path).write(text)


def test_slots_are_written_in_the_language(tmp_path):
    (tmp_path / "bn.yaml").write_text('"offer": "দাম {price}, {n}টি"\n', encoding="utf-8")
    assert Writer("bn", tmp_path).write(Text("offer", {"price": Money(1275), "n": 12})) == "দাম ৳১,৫৩০, ১২টি"


def test_keys_of_a_section_keep_the_order_of_the_file(tmp_path):
    (tmp_path / "en.yaml").write_text('"b":\n  "z": "1"\n  "a":\n    "q": "2"\n"bc":\n  "x": "3"\n')
    assert keys_under(tmp_path, "b") == ("b.z", "b.a.q")


def test_chance_depends_on_its_labels_alone():
    draws = [seeded_random("site-1", "user", 7).random() for _ in range(2)]
    assert draws[0] == draws[1]
    others = [seeded_random(*labels).random() for labels in (("site-2", "user", 7), ("site-1", "user", 8))]
    assert draws[0] not in others


def test_heavier_choices_come_more_often():
    rng = seeded_random("site-1", "weights")
    drawn = [weighted(rng, (("often", 9.0), ("seldom", 1.0), ("never", 0.0))) for _ in range(1000)]
    assert drawn.count("often") > 800 > drawn.count("seldom") > 50
    assert "never" not in drawn

"""Patterns are told apart, meet at the seam, and stand where they should."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from images import textures
from images.colors import PAINTS, paint
from images.spec import Picture, Product, Shot
from images.surfaces import main, material, patterned
from sites.ministore.catalogue import load_catalogue

CATALOGUE = load_catalogue()
PATTERNS = sorted({name for group in CATALOGUE.patterns.values() for name in group})
MUG = Product("mug", "blue", "porcelain", {"body": "tall", "handle": "c"}, "dots", "white", (80, 80, 95))


def test_every_pattern_colour_and_material_of_the_catalogue_can_be_painted() -> None:
    for name in PATTERNS:
        assert textures.coverage(name, 64, 128).shape == (64, 128)
    assert dict(PAINTS) == CATALOGUE.colors
    for name in CATALOGUE.materials:
        assert material(name, "#808080").roughness > 0


@pytest.mark.parametrize("group", sorted(CATALOGUE.patterns))
def test_patterns_of_a_group_are_told_apart(group: str) -> None:
    maps = {name: textures.coverage(name, 128, 256) for name in CATALOGUE.patterns[group]}
    for (one, first), (other, second) in itertools.combinations(maps.items(), 2):
        assert np.abs(first - second).mean() > 0.05, (one, other)


@pytest.mark.parametrize(
    "name", ["hstripes", "diag", "dots", "checks", "chevron", "flowers", "stars", "waves", "leaves"]
)
def test_patterns_meet_where_they_wrap_around(name: str) -> None:
    ornament = textures.coverage(name, 128, 256, repeats=8)
    across_seam = np.abs(ornament[:, 0] - ornament[:, -1]).mean()
    inside = np.abs(np.diff(ornament, axis=1)).mean(0).max()
    assert across_seam <= inside + 0.02


def test_a_plain_product_has_its_material_and_a_patterned_one_both_colours() -> None:
    plain = Product("mug", "blue", "porcelain", {}, "plain", "white", (80, 80, 95))
    assert patterned(plain) is main(plain)
    painted = patterned(MUG).color_map
    assert painted is not None
    seen = {tuple(color) for color in painted.reshape(-1, 3)}
    for color in (paint("blue"), paint("white")):
        assert tuple(int(color[i : i + 2], 16) for i in (1, 3, 5)) in seen


def test_an_accent_that_equals_the_colour_is_replaced() -> None:
    assert Product("mug", "red", "glass", {}, "dots", "red", (1, 1, 1)).accent_paint != paint("red")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: textures.coverage("tartan", 8, 8), "one of plain, band"),
        (lambda: material("wool-ish", "#000000"), "one of aluminium"),
        (lambda: paint("mauve"), "one of beige"),
    ],
)
def test_unknown_names_are_told_with_the_choices(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=message):
        call()


def test_a_specification_is_the_same_whatever_the_order_of_its_keys() -> None:
    turned = Product(
        "mug", "blue", "porcelain", {"handle": "c", "body": "tall"}, "dots", "white", (80, 80, 95)
    )
    shot = Shot(azimuth=-72.0000001, elevation=20)
    assert Picture(MUG, shot).digest == Picture(turned, Shot(azimuth=-72, elevation=20)).digest
    assert json.loads(Picture(MUG, shot).canonical())["thing"]["shape"] == {"body": "tall", "handle": "c"}
    assert Picture(MUG, shot).digest != Picture(MUG, Shot(azimuth=-72, elevation=20, light="right")).digest


def test_every_product_of_the_shop_has_a_specification() -> None:
    path = Path(str(load_catalogue.__module__).replace(".", "/")).parent / "catalogue.jsonl"
    digests = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        size = tuple(row["size_mm"])
        thing = Product(
            row["kind"], row["color"], row["material"], row["shape"], row["pattern"], row["accent"], size
        )
        digests.add(Picture(thing, Shot(azimuth=-60, elevation=15)).digest)
    assert len(digests) == 2565

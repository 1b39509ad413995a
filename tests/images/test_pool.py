"""Of the pool itself; that tasks find what they need in it is shown by the lint of tasks."""

from collections import Counter

import pytest

from images.catalogue import ROOT, Entry, read_catalogue
from images.pool import ABSENT, looks, read_wanted, references

WANTED = ROOT / "images/references/ministore.txt"


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return read_catalogue(ROOT / "sites/ministore/catalogue.jsonl")


@pytest.fixture(scope="module")
def pool(entries):
    return references(entries, read_wanted(WANTED))


def test_one_product_in_six_and_those_wanted_are_pictured(entries, pool):
    pictured = {reference.product for reference in pool if reference.product}
    assert pictured >= set(read_wanted(WANTED))
    assert len(entries) / 7 < len(pictured) < len(entries) / 5


def test_pictures_have_different_names(pool):
    assert len({reference.path("ministore") for reference in pool}) == len(pool)


def test_absent_things_are_each_of_another_kind(pool):
    kinds = Counter(reference.picture.thing.kind for reference in pool if reference.product is None)
    assert len(kinds) == ABSENT
    assert set(kinds.values()) == {1}


def test_absent_things_differ_from_all_products_and_resemble_one(entries, pool):
    products = {entry.id: entry.product for entry in entries}
    for reference in (reference for reference in pool if reference.product is None):
        thing = reference.picture.thing
        of_kind = [product for product in products.values() if product.kind == thing.kind]
        for product in of_kind:
            assert sum(a != b for a, b in zip(looks(thing), looks(product), strict=True)) >= 2
        for number, choice in enumerate(looks(thing)):
            assert choice in {looks(product)[number] for product in of_kind}
        like = products[reference.like]
        assert (like.kind, like.color, like.material) == (thing.kind, thing.color, thing.material)
        assert (reference.design, thing.size_mm) == (None, like.size_mm)


def test_an_unknown_wanted_product_is_named(entries):
    with pytest.raises(ValueError, match="P9999"):
        references(entries, ["P0001", "P9999"])


def test_too_few_kinds_are_an_error(entries):
    mugs = [entry for entry in entries if entry.product.kind == "mug"]
    with pytest.raises(ValueError, match="leave room for a thing that the catalogue lacks, 40 needed"):
        references(mugs, [])

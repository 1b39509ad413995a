"""The plan behind the databases: what visual tasks need of products, and reviews that fit their stars."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from itertools import combinations

from sites.ministore.catalogue import load_catalogue
from sites.ministore.seed.plan import plan_shop
from sites.ministore.seed.products import CATALOGUE_FILE, catalogue_lines, plan_products


def grouped(key):
    groups = defaultdict(list)
    for product in plan_products():
        groups[key(product)].append(product)
    return groups


def test_catalogue_file_is_what_the_plan_says():
    """Write it again with: python -m sites.ministore.seed."""
    assert CATALOGUE_FILE.read_text(encoding="utf-8").splitlines() == catalogue_lines()


def test_look_alikes_share_words_and_differ_in_two_visible_things():
    for products in grouped(lambda product: (product.kind_key, product.color, product.material)).values():
        assert len(products) >= 6
        for one, other in combinations(products, 2):
            looks = zip(
                (one.pattern, *dict(one.shape).values()),
                (other.pattern, *dict(other.shape).values()),
                strict=True,
            )
            assert sum(a != b for a, b in looks) >= 2


def test_most_products_have_a_sibling_in_another_colour():
    designs = grouped(lambda product: product.design)
    alone = [products for products in designs.values() if len(products) < 2]
    assert len(alone) < 0.1 * len(designs)
    for products in designs.values():
        assert len({product.color for product in products}) == len(products)
        assert len({(p.brand, p.material, p.shape, p.pattern, p.accent) for p in products}) == 1


def test_pictures_never_paint_a_pattern_in_its_own_colour():
    assert [product.id for product in plan_products() if product.accent == product.color] == []


def test_a_line_names_one_product_of_a_kind():
    assert all(
        len(products) == 1 for products in grouped(lambda product: (product.kind_key, product.line)).values()
    )


def test_every_brand_sells_something():
    assert len({product.brand for product in plan_products()}) == 99


def test_reviews_speak_as_their_stars_do():
    for review in plan_shop().reviews:
        for text in (review.title, *review.body):
            stars = re.search(r"stars_(\d)", text.key)
            assert stars is None or int(stars.group(1)) == review.rating
            if text.key.startswith("review_aspects"):
                mood = text.key.rsplit(".", 1)[1]
                assert review.rating not in (4, 5) or not mood.startswith("bad")
                assert review.rating not in (1, 2) or not mood.startswith("good")


def test_reviews_say_what_fits_and_nothing_twice():
    kinds = {product.id: product.kind for product in plan_products()}
    clashes = {frozenset(pair) for pair in load_catalogue().clashes}
    for review in plan_shop().reviews:
        keys = [text.key for text in (review.title, *review.body)]
        assert len(keys) == len(set(keys))
        assert not [key for key in keys if not kinds[review.pid].fits(key)]
        assert not clashes & {frozenset(pair) for pair in combinations(keys, 2)}


def test_only_the_seller_gives_the_number():
    products = {product.id: product for product in plan_products()}
    for question in plan_shop().questions:
        numbers = [answer.body.slots["n"] for answer in question.answers if answer.body.slots]
        assert numbers in ([], [products[question.pid].fact(question.topic)] if question.topic else [])


def test_the_plan_does_not_depend_on_the_hash_seed():
    script = """
import hashlib
from sites.ministore.seed.plan import plan_shop
plan = plan_shop()
print(hashlib.sha256(repr([plan.reviews[::50], plan.questions[::10], plan.orders]).encode()).hexdigest())
"""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1

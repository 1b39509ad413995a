"""The reviews: 12,279 of them, put together from sentences that fit the product and the number of stars.

A review is a title and a body. The body is one short exclamation, or an opening, some sentences about
different sides of the product (what it is made of, how it came, what it cost) and a closing. Sentences
praise or complain as the stars do, nothing is said twice in a review, pairs that contradict one another
never meet (`Catalogue.clashes`), and no two reviews of a product are equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from random import Random

from sites.kit.errors import ContentError
from sites.kit.seeding import SlotValue, Text, weighted
from sites.ministore.catalogue import load_catalogue
from sites.ministore.seed.people import CUSTOMERS, TEST_USER_ID
from sites.ministore.seed.products import Product, plan_products
from sites.ministore.seed.randomness import generator
from sites.ministore.seed.texts import keys_under

REVIEWS = 12_279
MOST_REVIEWS = 60
WITHOUT_REVIEWS = 0.06
ZIPF_EXPONENT = 0.8
LAST_MOMENT = datetime(2026, 3, 15, 21, 0)
_ATTEMPTS = 60

_QUALITIES: tuple[tuple[tuple[float, ...], float], ...] = (
    ((0.02, 0.03, 0.08, 0.27, 0.60), 0.34),
    ((0.04, 0.06, 0.13, 0.35, 0.42), 0.34),
    ((0.09, 0.12, 0.22, 0.32, 0.25), 0.20),
    ((0.24, 0.22, 0.24, 0.18, 0.12), 0.12),
)
"""Shares of one to five stars for a product of this quality, and how many products are like it."""

_SIDES: dict[int, tuple[tuple[str, ...], ...]] = {
    5: (("good",), ("good", "good"), ("good", "good", "good")),
    4: (("good", "mixed"), ("good", "good"), ("good", "good", "mixed")),
    3: (("mixed",), ("good", "bad"), ("mixed", "mixed"), ("good", "mixed", "bad")),
    2: (("bad",), ("mixed", "bad"), ("bad", "mixed"), ("bad", "bad")),
    1: (("bad",), ("bad", "bad"), ("bad", "bad", "bad")),
}
"""Stars -> moods of the sentences about the product."""

_EXTRAS: dict[int, tuple[str, ...]] = {
    5: ("good",),
    4: ("good", "good", "mixed"),
    3: ("mixed",),
    2: ("mixed", "bad"),
    1: ("bad",),
}
"""Stars -> moods of the sentences about delivery, packing and price."""


@dataclass(frozen=True, slots=True)
class Review:
    """One review, in no language."""

    pid: str
    user_id: int
    rating: int
    title: Text
    body: tuple[Text, ...]
    recommend: bool
    verified: bool
    created_at: datetime
    edited_at: datetime | None
    helpful: int

    def identity(self) -> tuple[object, ...]:
        """Equal for reviews that read the same."""
        return (self.title.identity(), *(text.identity() for text in self.body))


def plan_reviews(reserved: tuple[Review, ...] = (), reviewed: tuple[str, ...] = ()) -> tuple[Review, ...]:
    """All reviews by time.

    Args:
        reserved: reviews written elsewhere, which take a place of those of their products.
        reviewed: products that must have some.
    """
    own = {review.pid: review for review in reserved}
    counts = _spread({*own, *reviewed})
    reviews = [
        review
        for product in plan_products()
        for review in _with_a_favourite(_plan_product(product, counts[product.id], own.get(product.id)))
    ]
    return tuple(sorted(reviews, key=lambda review: (review.created_at, review.pid, review.user_id)))


def _spread(needed: set[str]) -> dict[str, int]:
    """How many reviews each product has: by Zipf's law, and none for a few."""
    ids = [product.id for product in plan_products()]
    generator("review counts").shuffle(ids)
    ids.sort(key=lambda pid: pid not in needed)
    reviewed = len(ids) - round(len(ids) * WITHOUT_REVIEWS)
    counts = _zipf(reviewed)
    return dict(zip(ids, _shuffled_head(counts) + [0] * (len(ids) - reviewed), strict=True))


def _zipf(ranks: int) -> list[int]:
    """Counts by rank, between 1 and `MOST_REVIEWS`, that sum to `REVIEWS`."""

    def at(scale: float) -> list[int]:
        return [min(MOST_REVIEWS, max(1, round(scale / rank**ZIPF_EXPONENT))) for rank in range(1, ranks + 1)]

    low, high = 1.0, 100_000.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) <= REVIEWS else (low, middle)
    counts = at(low)
    for rank in range(REVIEWS - sum(counts)):
        counts[ranks - 1 - rank] += 1
    return counts


def _shuffled_head(counts: list[int]) -> list[int]:
    shuffled = list(counts)
    generator("review ranks").shuffle(shuffled)
    return shuffled


@cache
def _clashes() -> Mapping[str, frozenset[str]]:
    """For a text, those that contradict it."""
    pairs = load_catalogue().clashes
    both_ways = [*pairs, *((other, one) for one, other in pairs)]
    return {key: frozenset(other for one, other in both_ways if one == key) for key, _ in both_ways}


class _Author:
    """Writes one review: draws sentences that fit the product and what has been said already."""

    def __init__(self, rng: Random, product: Product, age_days: int) -> None:
        self.rng = rng
        self.product = product
        self.age_days = age_days
        self.said: list[Text] = []

    def say(self, keys: Sequence[str]) -> None:
        """Add one of these sentences; none when none fits."""
        fitting = [key for key in keys if self._fits(key)]
        if fitting:
            key = self.rng.choice(fitting)
            self.said.append(Text(key, self._slots(key)))

    def say_one_of(self, section: str) -> None:
        """Add a sentence of a section."""
        self.say(keys_under(section))

    def _fits(self, key: str) -> bool:
        if not self.product.kind.fits(key):
            return False
        clashing = _clashes().get(key, ())
        return self._months_fit(key) and not any(text.key in clashing for text in self.said)

    def _months_fit(self, key: str) -> bool:
        """Nobody has used for months what is sold since weeks."""
        limits = load_catalogue().review_numbers.get(key)
        return limits is None or "openings" not in key or self.age_days > 31 * limits[0]

    def _slots(self, key: str) -> dict[str, SlotValue]:
        slots: dict[str, SlotValue] = {}
        if key in load_catalogue().review_numbers:
            low, high = load_catalogue().review_numbers[key]
            number = self.rng.randint(
                low, max(low, min(high, self.age_days // 31)) if "openings" in key else high
            )
            slots = {"months": number, "days": number}
        if key.startswith("reviews.statements.material"):
            slots["material"] = Text(f"materials.{self.product.material}.name")
        if key.startswith("reviews.statements.color"):
            slots["color"] = Text(f"colors.{self.product.color}")
        return slots


def _plan_product(product: Product, count: int, own: Review | None) -> list[Review]:
    """The reviews of one product, by different people."""
    rng = generator("reviews", product.id)
    shares = weighted(rng, _QUALITIES)
    users = rng.sample(range(TEST_USER_ID + 1, CUSTOMERS + TEST_USER_ID + 1), count)
    reviews: list[Review] = [] if own is None else [own]
    seen = {review.identity() for review in reviews}
    for user_id in users[: count - len(reviews)]:
        for _ in range(_ATTEMPTS):
            review = _write_review(rng, product, user_id, shares)
            if review.identity() not in seen:
                break
        else:
            raise ContentError(f"no new review can be written about {product.id} in {_ATTEMPTS} attempts")
        seen.add(review.identity())
        reviews.append(review)
    return reviews


def _write_review(rng: Random, product: Product, user_id: int, shares: tuple[float, ...]) -> Review:
    rating = weighted(rng, tuple(enumerate(shares, 1)))
    open_days = (LAST_MOMENT - product.created_at).days - 3
    age_days = rng.randrange(max(1, open_days))
    created_at = product.created_at + timedelta(days=3 + age_days, seconds=rng.randrange(36_000))
    title, body = _compose(rng, product, rating, age_days)
    helpful = int(rng.expovariate(1 / (0.6 + len(body) * 0.9)))
    return Review(
        pid=product.id,
        user_id=user_id,
        rating=rating,
        title=title,
        body=body,
        recommend=rating > 3 or (rating == 3 and rng.random() < 0.4),
        verified=rng.random() < 0.62,
        created_at=min(created_at, LAST_MOMENT),
        edited_at=created_at + timedelta(hours=5)
        if rng.random() < 0.03 and open_days > age_days + 1
        else None,
        helpful=helpful,
    )


def _compose(rng: Random, product: Product, rating: int, age_days: int) -> tuple[Text, tuple[Text, ...]]:
    stars = f"stars_{rating}"
    author = _Author(rng, product, age_days)
    author.say_one_of(f"reviews.titles.{stars}")
    if rng.random() < 0.14:
        author.say_one_of(f"reviews.short.{stars}")
    else:
        author.say_one_of(f"reviews.openings.{stars}")
        if rating > 2 and rng.random() < 0.25:
            author.say_one_of("reviews.settings")
        sides = _describe(author, rating)
        _add_extras(author, rating, sides)
        author.say_one_of(f"reviews.closings.{stars}")
    return author.said[0], tuple(author.said[1:])


def _describe(author: _Author, rating: int) -> list[str]:
    """Sentences about different sides of the product; the sides spoken of come back."""
    section = f"review_aspects.{author.product.kind.aspects}"
    aspects = sorted({key.split(".")[2] for key in keys_under(section)})
    author.rng.shuffle(aspects)
    spoken: list[str] = []
    for mood in author.rng.choice(_SIDES[rating]):
        before = len(author.said)
        while aspects and len(author.said) == before:
            aspect = aspects.pop()
            author.say([key for key in keys_under(f"{section}.{aspect}") if _mood(key) == mood])
            spoken += [aspect] * (len(author.said) > before)
    return spoken


def _add_extras(author: _Author, rating: int, sides: Sequence[str]) -> None:
    """Now and then sentences about the material, the page's promises, delivery, packing and price."""
    rng, product = author.rng, author.product
    mood = "bad" if rating < 3 else "good"
    group = "packaging" if product.kind.packaged else load_catalogue().materials[product.material]
    if rating != 3 and rng.random() < 0.3 and not (group == "packaging" and "pack" in sides):
        author.say([key for key in keys_under(f"reviews.materials.{group}") if _mood(key) == mood])
    if rating > 2 and not product.kind.packaged and rng.random() < 0.12:
        author.say_one_of(f"reviews.statements.{rng.choice(('material', 'color'))}")
    for subject, chance, told in (("delivery", 0.3, ""), ("packing", 0.2, "pack"), ("price", 0.28, "value")):
        if rng.random() < chance and told not in sides:
            author.say_one_of(f"reviews.{subject}.{rng.choice(_EXTRAS[rating])}")


def _mood(key: str) -> str:
    """good, mixed or bad, from the last part of a key such as ``good2``."""
    return key.rsplit(".", 1)[1].rstrip("0123456789")


def _with_a_favourite(reviews: list[Review]) -> list[Review]:
    """The same reviews, but never two that are both the most helpful one."""
    if len(reviews) < 2:
        return reviews
    first, second = sorted(reviews, key=lambda review: -review.helpful)[:2]
    if first.helpful > second.helpful:
        return reviews
    return [replace(review, helpful=review.helpful + 1) if review is first else review for review in reviews]

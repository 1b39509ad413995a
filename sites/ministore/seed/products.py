"""The products: 2,565 records that are the same in every language.

Products come in families. A kind (kettles) has a few families; a family has six to nine designs, each made
by one brand in two colours of one material. So every product has at least five look-alikes that share kind,
colour and material and differ from it in two things or more that only a picture shows, and one sibling: the
same design in another colour.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import product as combinations
from random import Random

from sites.kit.errors import ContentError
from sites.kit.money import QUANTUM_C
from sites.kit.seeding import Text, log_uniform
from sites.ministore.catalogue import CONTENT, Catalogue, Kind, load_catalogue
from sites.ministore.seed.randomness import generator
from sites.ministore.seed.texts import keys_under

CATALOGUE_FILE = CONTENT.parent / "catalogue.jsonl"
FAMILY = 12
"""Fewest products in a family: six designs in two colours."""
BULLETS_OF_FEATURES = 3
SHOE_SIZES = tuple(range(36, 47))
_FIRST_DAY = datetime(2023, 1, 9, 8, 0)
_DAYS = 1150
_ON_SALE = 0.35
_DESIGN_ATTEMPTS = 200

Design = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """One product, in no language."""

    id: str
    kind_key: str
    kind: Kind
    brand_id: int
    brand: str
    line: str
    size: str | None
    """An entry of `Kind.sizes`; None for what has no size in its name."""
    color: str
    material: str
    design: str
    """Equal for siblings: one design in several colours."""
    shape: tuple[tuple[str, str], ...]
    """Parameters of the picture."""
    pattern: str
    accent: str
    """Second colour of the pattern; pictures only."""
    price_c: int
    list_price_c: int
    stock: int
    options: tuple[tuple[str, int], ...]
    """Size -> stock, for shoes."""
    free_ship: bool
    weight_g: int
    dimensions_mm: tuple[int, int, int]
    warranty_m: int
    return_days: int
    features: tuple[str, ...]
    created_at: datetime

    @property
    def bulky(self) -> bool:
        """Whether it is delivered with the surcharge for bulky goods."""
        return self.kind.ship_class == "bulky"

    @property
    def size_text(self) -> Text | None:
        """The size as it stands at the end of the name."""
        if self.size is None:
            return None
        key, value = self.size.split(" ")
        return Text(f"sizes.{value}") if key == "size" else Text(f"sizes.{key}", {"n": int(value)})

    @property
    def name(self) -> Text:
        """Brand, line, kind and size."""
        slots = {
            "brand": self.brand,
            "line": Text(f"lines.{self.line}"),
            "kind": Text(f"kinds.{self.kind_key}.name"),
        }
        if self.size_text is None:
            return Text("formats.product_name", slots)
        return Text("formats.product_name_with_size", {**slots, "size": self.size_text})

    def fact(self, topic: str) -> int:
        """The number that the seller answers when asked about the topic; always the same for a product."""
        low, high, step = self.kind.topics[topic] or (0, 0, 1)
        return generator("fact", self.id, topic).randrange(low, high + 1, step)


@cache
def plan_products() -> tuple[Product, ...]:
    """All products in order of their ids."""
    catalogue = load_catalogue()
    lines = tuple(key.removeprefix("lines.") for key in keys_under("lines"))
    drafts = [draft for key in catalogue.kinds for draft in _plan_kind(catalogue, key, lines)]
    generator("product ids").shuffle(drafts)
    return tuple(_finish(f"P{number:04}", draft) for number, draft in enumerate(drafts, 1))


def catalogue_lines() -> list[str]:
    """One JSON object a product, with all that its picture depends on: the lines of `CATALOGUE_FILE`."""
    return [
        json.dumps(
            {
                "id": product.id,
                "kind": product.kind_key,
                "color": product.color,
                "material": product.material,
                "design": product.design,
                "shape": dict(product.shape),
                "pattern": product.pattern,
                "accent": product.accent,
                "size_mm": product.dimensions_mm,
            }
        )
        for product in plan_products()
    ]


@dataclass(frozen=True, slots=True)
class _Draft:
    kind_key: str
    kind: Kind
    brand_id: int
    brand: str
    line: str
    color: str
    material: str
    design_id: str
    design: Design
    accent: str


def _plan_kind(catalogue: Catalogue, key: str, lines: Sequence[str]) -> list[_Draft]:
    """The products of a kind: each family gets a material, two colours, and designs that differ well."""
    kind = catalogue.kinds[key]
    rng = generator("kind", key)
    brands = [
        (number, brand)
        for number, brand in enumerate(catalogue.brands, 1)
        if kind.category in brand.categories
    ]
    rng.shuffle(brands)
    free_lines = list(lines)
    rng.shuffle(free_lines)
    families = max(1, kind.products // FAMILY)
    finishes = _choose_finishes(rng, kind, families)
    drafts: list[_Draft] = []
    for family, (material, colors) in enumerate(finishes):
        count = kind.products // families + (family < kind.products % families)
        designs = _choose_designs(rng, kind, catalogue.patterns[kind.patterns], -(-count // 2))
        accents = [accent for accent in catalogue.accents if accent not in colors]
        styles = [rng.choice(accents) for _ in designs]
        for number in range(count):
            slot = number // 2
            brand_id, brand = brands[(family * len(designs) + slot) % len(brands)]
            drafts.append(
                _Draft(
                    kind_key=key,
                    kind=kind,
                    brand_id=brand_id,
                    brand=brand.name,
                    line=free_lines.pop(),
                    color=colors[number % 2],
                    material=material,
                    design_id=f"{key}-{family + 1}-{slot + 1}",
                    design=designs[slot],
                    accent=styles[slot],
                )
            )
    return drafts


def _choose_finishes(rng: Random, kind: Kind, families: int) -> list[tuple[str, tuple[str, str]]]:
    """For each family a material and two of its colours; no pair of material and colour twice."""
    free = {material: rng.sample(colors, len(colors)) for material, colors in kind.finishes.items()}
    order = [material for material in free if len(free[material]) > 1]
    rng.shuffle(order)
    chosen: list[tuple[str, tuple[str, str]]] = []
    while len(chosen) < families:
        material = next((name for name in order if len(free[name]) > 1), None)
        if material is None:
            raise ContentError(f"the finishes of {kind.category} goods don't suffice for {families} families")
        order.append(order.pop(order.index(material)))
        chosen.append((material, (free[material].pop(), free[material].pop())))
    return chosen


def _choose_designs(rng: Random, kind: Kind, patterns: Sequence[str], count: int) -> list[Design]:
    """Designs of which each two differ in at least two parameters (pattern counts as one)."""
    every = list(combinations(patterns, *kind.shapes.values()))
    for _ in range(_DESIGN_ATTEMPTS):
        rng.shuffle(every)
        chosen: list[Design] = []
        for design in every:
            if all(sum(a != b for a, b in zip(design, other, strict=True)) > 1 for other in chosen):
                chosen.append(design)
                if len(chosen) == count:
                    return chosen
    raise ContentError(
        f"shapes {tuple(kind.shapes)} don't give {count} designs that differ in two parameters"
    )


def _finish(product_id: str, draft: _Draft) -> Product:
    """Everything about a product that has nothing to do with its family."""
    rng = generator("product", product_id)
    kind = draft.kind
    rank = rng.randrange(len(kind.sizes)) if kind.sizes else 0
    scale = rank / max(1, len(kind.sizes) - 1) if kind.sizes else rng.random()
    price_c = _price(rng, kind, scale)
    options = _shoe_stock(rng) if kind.category == "shoes" else ()
    pattern, *values = draft.design
    return Product(
        id=product_id,
        kind_key=draft.kind_key,
        kind=kind,
        brand_id=draft.brand_id,
        brand=draft.brand,
        line=draft.line,
        size=kind.sizes[rank] if kind.sizes else None,
        color=draft.color,
        material=draft.material,
        design=draft.design_id,
        shape=tuple(zip(kind.shapes, values, strict=True)),
        pattern=pattern,
        accent=draft.accent,
        price_c=price_c,
        list_price_c=_list_price(rng, price_c),
        stock=sum(count for _, count in options) if options else _stock(rng),
        options=options,
        free_ship=rng.random() < 0.18,
        weight_g=_between(rng, kind.weight_g, scale),
        dimensions_mm=_dimensions(rng, kind, scale),
        warranty_m=rng.choice(kind.warranty_m),
        return_days=rng.choice(kind.return_days),
        features=tuple(rng.sample(kind.features, BULLETS_OF_FEATURES)),
        created_at=_FIRST_DAY + timedelta(days=rng.randrange(_DAYS), minutes=rng.randrange(600)),
    )


def _price(rng: Random, kind: Kind, scale: float) -> int:
    low, high = kind.price
    dollars = log_uniform(rng, low, high) * (0.85 + 0.3 * scale)
    return max(QUANTUM_C * round(dollars * 100 / QUANTUM_C), low * 100)


def _list_price(rng: Random, price_c: int) -> int:
    if rng.random() >= _ON_SALE:
        return price_c
    percent = rng.choice((5, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60))
    return max(QUANTUM_C * round(price_c / (1 - percent / 100) / QUANTUM_C), price_c + QUANTUM_C)


def _stock(rng: Random) -> int:
    chance = rng.random()
    if chance < 0.06:
        return 0
    return rng.randint(1, 9) if chance < 0.2 else rng.randint(10, 180)


def _shoe_stock(rng: Random) -> tuple[tuple[str, int], ...]:
    """Seven to ten neighbouring sizes; some are sold out."""
    count = rng.randint(7, 10)
    first = rng.randrange(len(SHOE_SIZES) - count + 1)
    sizes = SHOE_SIZES[first : first + count]
    return tuple((str(size), 0 if rng.random() < 0.2 else rng.randint(1, 14)) for size in sizes)


def _between(rng: Random, limits: tuple[int, int], scale: float) -> int:
    """A number in the range that grows with the size of the product."""
    low, high = limits
    at = 0.75 * scale + 0.25 * rng.random()
    return low + round((high - low) * at)


def _dimensions(rng: Random, kind: Kind, scale: float) -> tuple[int, int, int]:
    length, width, height = (_between(rng, limits, scale) for limits in kind.size_mm)
    return length, width, height

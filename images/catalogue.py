"""A site's catalogue: one JSON object a product, of which pictures take what can be seen."""

import json
from dataclasses import dataclass
from pathlib import Path

from images.spec import Product

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Entry:
    """A product and its id in the catalogue."""

    id: str
    design: str
    product: Product


def read_catalogue(path: Path) -> list[Entry]:
    """The products of a catalogue, in its order.

    Raises:
        OSError: there is no such file.
        ValueError: a line is no product; the message names file and line.
    """
    entries = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            product = Product(
                kind=row["kind"],
                color=row["color"],
                material=row["material"],
                shape=dict(row["shape"]),
                pattern=row["pattern"],
                accent=row["accent"],
                size_mm=(int(row["size_mm"][0]), int(row["size_mm"][1]), int(row["size_mm"][2])),
            )
            entries.append(Entry(row["id"], row["design"], product))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise ValueError(f"{path}, line {number}: not a product of a catalogue: {error!r}") from error
    return entries

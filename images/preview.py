"""``python -m images.preview KIND [N] OUT``: render some different products of a kind, and tile them.

For those who write kinds; it needs the extra ``render``. The products come from the catalogue of Ministore,
as different in shape as they are; ``--id P0036`` picks products instead of N of them, ``--azimuth`` and
``--elevation`` turn the camera, ``--reference`` takes the shots of pictures that tasks refer to.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from images.catalogue import ROOT, Entry, read_catalogue
from images.kinds import build
from images.rendering import MissingRendererError, render, require_renderer
from images.sheet import tile
from images.shots import catalogue_shot, reference_shot


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m images.preview", description=__doc__)
    parser.add_argument("kind")
    parser.add_argument("count", nargs="?", type=int, default=12)
    parser.add_argument("out", type=Path)
    parser.add_argument("--id", action="append", default=[])
    parser.add_argument("--azimuth", type=float)
    parser.add_argument("--elevation", type=float)
    parser.add_argument("--background")
    parser.add_argument("--reference", action="store_true")
    parser.add_argument("--width", type=int, default=320)
    parser.add_argument("--columns", type=int, default=4)
    asked = parser.parse_args()
    try:
        require_renderer()
    except MissingRendererError as error:
        sys.exit(str(error))
    entries = [
        e for e in read_catalogue(ROOT / "sites/ministore/catalogue.jsonl") if e.product.kind == asked.kind
    ]
    if not entries:
        sys.exit(f"no products of kind {asked.kind!r} in the catalogue")
    picked = [e for e in entries if e.id in asked.id] if asked.id else _different(entries, asked.count)
    turned = {name: getattr(asked, name) for name in ("azimuth", "elevation", "background")}
    given = {name: value for name, value in turned.items() if value is not None}
    pictures = []
    for entry in picked:
        started = time.process_time()
        meshes = build(entry.product)
        built = time.process_time()
        shot = (reference_shot if asked.reference else catalogue_shot)(entry.id, asked.kind)
        shot = replace(shot, width=asked.width, height=asked.width * 3 // 4, **given)
        pictures.append(render(meshes, shot))
        triangles = sum(len(mesh.faces) for mesh in meshes)
        print(
            f"{entry.id} {_label(entry)}: {triangles} triangles, "
            f"{built - started:.2f} s built, {time.process_time() - built:.2f} s rendered",
            flush=True,
        )
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    tile(pictures, asked.columns, labels=[f"{e.id} {_label(e)}"[: asked.width // 6] for e in picked]).save(
        asked.out
    )
    print(asked.out)


def _label(entry: Entry) -> str:
    p = entry.product
    return " ".join([p.color, p.material, *p.shape.values(), p.pattern, p.accent])


def _different(entries: Sequence[Entry], count: int) -> list[Entry]:
    """Entries of which each shows as much as possible that those before don't."""
    left, picked, seen = list(entries), [], set()
    while left and len(picked) < count:
        best = max(left, key=lambda e: len(_looks(e) - seen))
        seen |= _looks(best)
        picked.append(best)
        left.remove(best)
    return picked


def _looks(entry: Entry) -> set[tuple[str, str]]:
    p = entry.product
    looks = {**p.shape, "pattern": p.pattern, "material": p.material, "color": p.color}
    return set(looks.items())


if __name__ == "__main__":
    main()

"""What the tests of kinds share: products of the catalogue to build, and what holds for anything built.

A test that asks for ``product`` runs for a few products of each kind, which together have every choice
of shape, pattern and material that the catalogue has. One that asks for ``choices`` runs for each
parameter of each shape and for the pattern, with products alike but for that; one that asks for
``plain_product`` runs once a kind.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from images.catalogue import ROOT, read_catalogue
from images.geometry import Mesh
from images.spec import Product

SHOP = ROOT / "sites/ministore"
MAPS = 6
TRIANGLES = 60_000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    kinds = sorted(declared())
    if "product" in metafunc.fixturenames:
        picked = [product for kind in kinds for product in covering(of_kind(kind))]
        metafunc.parametrize("product", picked, ids=[f"{p.kind}-{n}" for n, p in enumerate(picked)])
    if "choices" in metafunc.fixturenames:
        sets = [(kind, parameter) for kind in kinds for parameter in [*shapes(kind), "pattern"]]
        made = [alike(kind, parameter) for kind, parameter in sets]
        metafunc.parametrize("choices", made, ids=["-".join(names) for names in sets])
    if "plain_product" in metafunc.fixturenames:
        metafunc.parametrize("plain_product", [unpatterned(kind) for kind in kinds], ids=kinds)


@cache
def catalogue(path: Path = SHOP / "catalogue.jsonl") -> list[Product]:
    return [entry.product for entry in read_catalogue(path)]


@cache
def of_kind(kind: str) -> list[Product]:
    return [product for product in catalogue() if product.kind == kind]


@cache
def shapes(kind: str) -> dict[str, list[str]]:
    """Parameters and their choices as the catalogue declares them, also those that no product has."""
    return declared()[kind]["shapes"]


@cache
def declared() -> dict[str, Any]:
    return yaml.safe_load((SHOP / "content/catalogue.yaml").read_text("utf-8"))["kinds"]


def unpatterned(kind: str) -> Product:
    return replace(of_kind(kind)[0], pattern="plain")


def alike(kind: str, parameter: str) -> list[Product]:
    """Products for each choice of a parameter, or for a few patterns, alike but for that."""
    first = unpatterned(kind)
    if parameter == "pattern":
        patterns = {p.pattern for p in of_kind(kind)} - {"plain"}
        return [first, *(replace(first, pattern=name) for name in sorted(patterns)[:2])]
    return [replace(first, shape={**first.shape, parameter: name}) for name in shapes(kind)[parameter]]


def covering(products: Iterable[Product]) -> list[Product]:
    """A few of the products that have every choice and pattern between them."""
    picked, seen = [], set()
    for product in products:
        looks = {*product.shape.items(), ("pattern", product.pattern), ("material", product.material)}
        if not looks <= seen:
            picked.append(product)
            seen |= looks
    return picked


@pytest.fixture
def declared_kinds() -> list[str]:
    return list(declared())


@pytest.fixture
def assert_sound() -> Callable[[Sequence[Mesh]], None]:
    """Whether meshes can be rendered: finite, with normals, over the ground, not too heavy, few maps."""

    def check(meshes: Sequence[Mesh]) -> None:
        for mesh in meshes:
            assert np.isfinite(mesh.vertices).all() and np.isfinite(mesh.uv).all()
            used = np.unique(mesh.faces)
            assert np.allclose(np.linalg.norm(mesh.normals[used], axis=1), 1, atol=1e-6)
        assert min(mesh.vertices[:, 2].min() for mesh in meshes) >= -1e-6
        assert sum(len(mesh.faces) for mesh in meshes) < TRIANGLES
        assert len({id(mesh.surface) for mesh in meshes if mesh.surface.mapped}) <= MAPS

    return check


@pytest.fixture
def look() -> Callable[[Sequence[Mesh]], str]:
    """A digest of all that can be seen of meshes: where they are and what is painted on them."""

    def digest(meshes: Sequence[Mesh]) -> str:
        seen = hashlib.sha256()
        for mesh in meshes:
            seen.update(np.round(mesh.vertices, 6).tobytes())
            s = mesh.surface
            seen.update(repr((s.color, s.roughness, s.metallic, s.transmission, s.uv_scale)).encode())
            for layer in (s.color_map, s.bump):
                seen.update(b"" if layer is None else layer.tobytes())
        return seen.hexdigest()

    return digest

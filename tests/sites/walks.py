"""Walks of a visitor over a site, random and fixed: books balance, a reset undoes, languages change alike."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hypothesis import HealthCheck, settings

from sites.kit.changes import RowChange
from sites.kit.database import canonical
from sites.kit.site import Site
from tests.sites.visitor import Visitor

Step = Callable[[Any], object]
"""What a visitor does, be it one link or one form."""

WALKS = settings(
    max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)
"""Few and long: each walk is many requests, and starts from a database that was put back."""


def send(path: str, **fields: str) -> Step:
    return lambda visitor: visitor.post(path, **fields)


def check_walk(visitor: Visitor, walk: Iterable[Step], check_books: Callable[[Any], None]) -> None:
    """After a walk the books balance, and a reset gives back the logical dump of before."""
    untouched = visitor.copy.dump()
    take(visitor, walk)
    check_books(visitor)
    visitor.copy.reset()
    assert visitor.copy.dump() == untouched


def changes_of_visit(
    site: Site, open_site: Callable[[str], Visitor], langs: Iterable[str], visit: Sequence[Step]
) -> tuple[RowChange, ...]:
    """The rows that a visit changes, which are the same in every language."""
    visits = []
    for lang in langs:
        visitor = open_site(lang)
        take(visitor, visit)
        visits.append(canonical(visitor.copy.changes(), site))
    assert all(changes == visits[0] for changes in visits)
    return visits[0]


def take(visitor: Visitor, steps: Iterable[Step]) -> None:
    """Log in and do one thing after the other."""
    visitor.log_in()
    for step in steps:
        step(visitor)

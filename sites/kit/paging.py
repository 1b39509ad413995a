"""The pages of a long list: 20 entries each. ``kit/parts.html`` has the pager that shows one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sites.kit.localization import parse_number

PAGE_SIZE = 20

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a list, numbered from 1."""

    number: int
    total: int
    """Entries of the whole list."""
    size: int = PAGE_SIZE

    @property
    def count(self) -> int:
        """How many pages there are, at least 1."""
        return max(1, -(-self.total // self.size))

    @property
    def first(self) -> int:
        """Place of the first entry shown, from 1."""
        return min(self.offset + 1, self.total)

    @property
    def last(self) -> int:
        """Place of the last entry shown."""
        return min(self.offset + self.size, self.total)

    @property
    def offset(self) -> int:
        """Entries before this page."""
        return (self.number - 1) * self.size

    def of(self, entries: Sequence[T]) -> Sequence[T]:
        """The entries of this page out of the whole list."""
        return entries[self.offset : self.offset + self.size]


def make_page(number: int, total: int) -> Page:
    """The page with this number, or the nearest that exists."""
    last = max(1, -(-total // PAGE_SIZE))
    return Page(min(max(number, 1), last), total)


def read_page_number(args: Mapping[str, str]) -> int:
    """The page that a query string asks for (``page``); 1 when it makes no sense."""
    number = parse_number(args.get("page", ""))
    return int(number) if number is not None and 1 <= number <= 10_000 else 1

"""The shop's texts by key."""

from sites.kit.seeding import keys_under as keys_in
from sites.ministore.catalogue import CONTENT


def keys_under(section: str) -> tuple[str, ...]:
    """The dotted keys of a section, in the order of the file; all languages have the same."""
    return keys_in(CONTENT, section)

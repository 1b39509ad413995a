"""The customers: the same persons in all five databases, from five naming traditions.

A person is a first and a last name of one tradition; each language file writes them in its script.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product as combinations
from random import Random

from sites.kit.seeding import Text
from sites.ministore.seed.randomness import generator
from sites.ministore.seed.texts import keys_under

TEST_USER_ID = 1
CUSTOMERS = 900
"""Customers besides the test account."""
CULTURES = ("bengali", "hindi", "urdu", "ethiopian", "western")
COUNTRY_CODES = {"bengali": "880", "hindi": "91", "urdu": "92", "ethiopian": "251", "western": "44"}
HOME_CITIES = {
    "bengali": ("dhaka", "chattogram", "sylhet", "kolkata"),
    "hindi": ("delhi", "lucknow"),
    "urdu": ("karachi", "lahore", "islamabad"),
    "ethiopian": ("addis_ababa", "hawassa"),
    "western": ("nairobi", "london"),
}


@dataclass(frozen=True, slots=True)
class User:
    """A customer, in no language."""

    id: int
    username: str
    culture: str
    name: Text
    phone: str
    joined: str
    """ISO date."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a customer lives or works."""

    id: int
    user_id: int
    label: str
    full_name: Text
    phone: str
    line1: Text
    area: Text
    city: Text
    postcode: str
    is_default: bool


@cache
def plan_users() -> tuple[User, ...]:
    """The test account, then the customers, all with different names."""
    everyone = [
        (culture, first.rsplit(".", 1)[1], last.rsplit(".", 1)[1])
        for culture in CULTURES
        for first, last in combinations(
            keys_under(f"people.{culture}.first"), keys_under(f"people.{culture}.last")
        )
    ]
    generator("users").shuffle(everyone)
    customers = (
        _customer(number, *names) for number, names in enumerate(everyone[:CUSTOMERS], TEST_USER_ID + 1)
    )
    return (_test_user(), *customers)


def make_address(user: User, number: int, label: str, city: str, rng: Random) -> Address:
    """An address of a user in a city; areas and streets are drawn."""
    streets = keys_under("places.streets")
    street = Text(rng.choice(streets))
    return Address(
        id=number,
        user_id=user.id,
        label=label,
        full_name=user.name,
        phone=user.phone,
        line1=Text("formats.address_line", {"n": rng.randint(3, 98), "street": street}),
        area=Text(f"places.cities.{city}.areas.a{rng.randint(1, 3)}"),
        city=Text(f"places.cities.{city}.name"),
        postcode=str(rng.randint(1000, 99999)),
        is_default=label == "home",
    )


def _test_user() -> User:
    name = Text(
        "formats.person_name", {"first": Text("people.nadia.first"), "last": Text("people.nadia.last")}
    )
    return User(TEST_USER_ID, "nadia", "bengali", name, "8801711430526", "2024-05-11")


def _customer(number: int, culture: str, first: str, last: str) -> User:
    rng = generator("user", number)
    prefix = f"people.{culture}"
    slots = {"first": Text(f"{prefix}.first.{first}"), "last": Text(f"{prefix}.last.{last}")}
    return User(
        id=number,
        username=f"{first}.{last}",
        culture=culture,
        name=Text("formats.person_name", slots),
        phone=COUNTRY_CODES[culture] + str(rng.randint(300_000_000, 999_999_999)),
        joined=f"{rng.randint(2019, 2022)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
    )

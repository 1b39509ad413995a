"""The test account's family, and the other travellers, the same persons in all five databases."""

from dataclasses import dataclass
from functools import cache
from itertools import product as combinations
from random import Random

from sites.kit.seeding import Text, keys_under
from sites.railsetu.seed.network import CONTENT
from sites.railsetu.seed.randomness import generator

TEST_USER_ID = 1
OTHER_USERS = 60

_LISTS = {"F": "people.women", "M": "people.men"}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who travels."""

    name: Text
    age: int
    gender: str


@dataclass(frozen=True, slots=True)
class User:
    """Somebody with an account."""

    id: int
    username: str
    person: Person
    last: str
    """Key of the last name; empty for the test account."""
    mobile: str
    joined: str
    """ISO date."""


KAVYA = Person(Text("family.kavya"), 34, "F")
ROHAN = Person(Text("family.rohan"), 37, "M")
SAVITRI = Person(Text("family.savitri"), 62, "F")
AARAV = Person(Text("family.aarav"), 8, "M")
DIYA = Person(Text("family.diya"), 6, "F")
MEERA = Person(Text("family.meera"), 29, "F")

TEST_USER = User(TEST_USER_ID, "kavya", KAVYA, "", "9810045217", "2023-08-19")


@cache
def plan_users() -> tuple[User, ...]:
    """The test account, then the others, all with different names."""
    everyone = [
        (gender, first, last)
        for gender, section in _LISTS.items()
        for first, last in combinations(keys_under(CONTENT, section), keys_under(CONTENT, "people.last"))
    ]
    generator("users").shuffle(everyone)
    others = (_user(number, *names) for number, names in enumerate(everyone[:OTHER_USERS], TEST_USER_ID + 1))
    return (TEST_USER, *others)


def relatives(user: User, count: int, rng: Random) -> tuple[Person, ...]:
    """People of a user's family, none of them with the user's first name."""
    own = user.person.name.slots["first"]
    firsts = [
        (gender, key)
        for gender, section in _LISTS.items()
        for key in keys_under(CONTENT, section)
        if Text(key) != own
    ]
    chosen = rng.sample(firsts, count)
    return tuple(
        Person(_full_name(key, user.last), rng.choice((7, 10, 16, 24, 33, 41, 52, 64, 71)), gender)
        for gender, key in chosen
    )


def _user(number: int, gender: str, first: str, last: str) -> User:
    rng = generator("user", number)
    username = f"{first.rsplit('.', 1)[1]}.{last.rsplit('.', 1)[1]}"
    person = Person(_full_name(first, last), rng.randint(21, 74), gender)
    mobile = f"9{rng.randint(100_000_000, 999_999_999)}"
    joined = f"{rng.randint(2019, 2025)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    return User(number, username, person, last, mobile, joined)


def _full_name(first: str, last: str) -> Text:
    return Text("formats.person_name", {"first": Text(first), "last": Text(last)})

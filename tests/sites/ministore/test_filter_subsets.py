"""Whatever is searched for, each further filter only takes products away."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from sqlite3 import Connection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sites.kit.application import SiteApp
from sites.ministore.search import SORTS, Filters, find

CHOICES = {
    "q": st.sampled_from(["lamp", "red", "steel", "o"]),
    "cat": st.sampled_from(["kitchen", "shoes", "furniture"]),
    "brand": st.integers(1, 99).map(str),
    "color": st.sampled_from(["black", "white", "red"]),
    "material": st.sampled_from(["wood", "steel", "cotton"]),
    "min_price": st.integers(1, 80).map(str),
    "max_price": st.integers(10, 300).map(str),
    "min_rating": st.sampled_from(["3", "4", "4.5"]),
    "in_stock": st.just(True),
    "on_sale": st.just(True),
    "free_ship": st.just(True),
}


@pytest.fixture(scope="module")
def english_rows(shop_apps) -> Iterator[Connection]:
    app: SiteApp = shop_apps("en")
    with closing(app.site_config.database.connect()) as db, app.app_context():
        yield db


@settings(max_examples=60)
@given(chosen=st.fixed_dictionaries({}, optional=CHOICES), sort=st.sampled_from(SORTS), more=st.data())
def test_each_added_filter_gives_a_subset(
    english_rows: Connection, chosen: dict[str, str | bool], sort: str, more: st.DataObject
) -> None:
    name = more.draw(st.sampled_from([name for name in CHOICES if name not in chosen] or ["q"]))
    wide = replace(Filters(sort=sort), **chosen)  # type: ignore[arg-type]
    narrow = replace(wide, **{name: more.draw(CHOICES[name])}) if name not in chosen else wide
    found = find(english_rows, narrow, "en")
    assert len(found) == len(set(found))
    assert set(found) <= set(find(english_rows, wide, "en"))

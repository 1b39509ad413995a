"""The shop at full size in any language, put back before and after each test."""

from collections.abc import Callable, Iterator

import pytest

from sites.kit.application import SiteApp
from sites.ministore import SITE
from tests.sites.ministore.customer import Shop
from tests.sites.visitor import fresh_apps, site_apps


@pytest.fixture(scope="session")
def shop_apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], SiteApp]]:
    with site_apps(SITE, tmp_path_factory.mktemp("ministore")) as app_in:
        yield app_in


@pytest.fixture
def open_shop(shop_apps: Callable[[str], SiteApp]) -> Iterator[Callable[[str], Shop]]:
    with fresh_apps(shop_apps) as fresh_in:
        yield lambda lang: Shop(fresh_in(lang))


@pytest.fixture
def shop(open_shop: Callable[[str], Shop]) -> Shop:
    """The English shop."""
    return open_shop("en")

"""The shop at full size in any language, put back before and after each test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sites.kit.application import SiteApp, SiteConfig
from sites.kit.database import WorkingCopy, build_database
from sites.ministore import SITE
from tests.sites.ministore.customer import Shop


@pytest.fixture(scope="session")
def shop_apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], SiteApp]]:
    made: dict[str, SiteApp] = {}
    folder: Path = tmp_path_factory.mktemp("ministore")

    def app_in(lang: str) -> SiteApp:
        if lang not in made:
            copy = WorkingCopy.create(build_database(SITE, lang), folder / lang, SITE)
            app = SITE.create_app(SiteConfig(lang, copy, "a token that no page knows"))
            assert isinstance(app, SiteApp)
            made[lang] = app
        return made[lang]

    yield app_in
    for app in made.values():
        app.site_config.database.close()


@pytest.fixture
def open_shop(shop_apps: Callable[[str], SiteApp]) -> Iterator[Callable[[str], Shop]]:
    opened: list[WorkingCopy] = []

    def shop_in(lang: str) -> Shop:
        app = shop_apps(lang)
        copy = app.site_config.database
        copy.reset()
        opened.append(copy)
        return Shop(lang, app.test_client(), copy)

    yield shop_in
    for copy in opened:
        copy.reset()


@pytest.fixture
def shop(open_shop: Callable[[str], Shop]) -> Shop:
    """The English shop."""
    return open_shop("en")

"""Every text of the interface is translated into every language: nothing missing, fuzzy or empty."""

import pytest

from sites.kit.catalogues import problems
from sites.kit.localization import LANGUAGES
from sites.kit.translation import KIT_FOLDER
from sites.registry import SITE_NAMES, get_site


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_kit_is_translated(lang: str) -> None:
    assert problems(KIT_FOLDER, lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SITE_NAMES)
def test_a_site_is_translated(name: str, lang: str) -> None:
    assert problems(get_site(name).folder, lang) == []

"""The languages in which the railway is written so far: with names, help and every text of its pages."""

from sites.kit.localization import LANGUAGES
from sites.kit.translation import catalogue_path
from sites.railsetu import SITE

WRITTEN = tuple(
    lang
    for lang in LANGUAGES
    if (SITE.folder / "content" / f"{lang}.yaml").is_file()
    and (lang == "en" or catalogue_path(SITE.folder, lang).is_file())
)
"""A site that is registered has all of them: tests/sites/test_site_fonts.py, test_interface_text.py."""

"""Labels hide no link on a page that has links in every surrounding, in five scripts."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from harness.marking import take_marked_screenshot
from sites.kit.localization import LANGUAGES, Language
from tests.marks_meter import score_marks

pytestmark = pytest.mark.browser

FONTS = Path(__file__).parents[2] / "sites" / "kit" / "static" / "fonts.css"
WORDS = {
    "en": "the market price of used cars in the city has changed this year because many people buy tickets",
    "bn": "শহরে পুরানো গাড়ির দাম এই বছর বদলে গেছে কারণ অনেক মানুষ এখন ট্রেনের টিকিট কেনেন",
    "hi": "पुरानी गाड़ियों की कीमत बदल गई है क्योंकि बहुत से लोग अब रेल से जाते हैं",
    "ur": "شہر میں پرانی گاڑیوں کی قیمت اس سال بدل گئی ہے کیونکہ بہت سے لوگ اب ریل کے ٹکٹ خریدتے ہیں",
    "am": "በከተማው የድሮ መኪናዎች ዋጋ ተቀይሯል ምክንያቱም ብዙ ሰዎች አሁን ትኬት ይገዛሉ",
}
STYLE = """
body{margin:0;font-size:16px;line-height:var(--leading)} nav{background:#174;padding:8px 16px}
nav a{color:#fff;margin-inline-end:14px}
main{display:grid;grid-template-columns:230px 1fr;gap:20px;padding:16px}
ul{list-style:none;margin:0;padding:0} td{border:1px solid #ccc;padding:4px 8px}
form{border:1px solid #bbb;padding:10px}
footer{background:#eee;columns:4;padding:14px} footer a{display:block}
"""


def page_of(language: Language) -> str:
    """A page of some 80 links in every surrounding: bar, list, running text, table, footer."""
    chance = random.Random(11)
    vocabulary = WORDS[language.code].split()

    def words(least: int, most: int) -> str:
        return " ".join(chance.choice(vocabulary) for _ in range(chance.randint(least, most)))

    def link(least: int = 1, most: int = 3) -> str:
        return f'<a href="/{chance.random()}">{words(least, most)}</a>'

    texts = "".join(
        f"<p>{words(8, 20)} {link()} {words(8, 20)} {link()} {words(2, 9)} {link(4, 12)} {words(3, 9)}</p>"
        f"<table><tr><td>{link(2, 4)}<td>{link(1, 1)} {link(1, 1)} {link(1, 1)}</table>"
        f'<form><label>{words(1, 2)} <input name="q"></label><button>{words(1, 1)}</button></form>'
        for _ in range(4)
    )
    return (
        f'<!doctype html><html lang="{language.html_lang}" dir="{language.direction}"><meta charset="utf-8">'
        f'<title>t</title><link rel="stylesheet" href="{FONTS.as_uri()}"><style>{STYLE}</style>'
        f"<nav>{' '.join(link() for _ in range(10))}</nav>"
        f"<main><ul>{''.join(f'<li>{link(2, 4)}' for _ in range(20))}</ul><div>{texts}</div></main>"
        f"<footer>{''.join(link() for _ in range(20))}</footer>"
    )


@pytest.fixture
def wide_page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("code", WORDS)
def test_labels_hide_no_link(wide_page: Page, tmp_path: Path, code: str) -> None:
    source = tmp_path / "page.html"
    source.write_text(page_of(LANGUAGES[code]), encoding="utf-8")
    wide_page.goto(source.as_uri())
    score_marks(wide_page, take_marked_screenshot(wide_page)).assert_good(code)

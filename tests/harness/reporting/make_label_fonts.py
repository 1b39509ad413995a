"""Make `label_fonts.css` again: the letters of the five languages' own names, cut out of the sites' fonts.

A drawing that stands by itself can load nothing, so it carries the few letters that it shows. Run it after
a language was added or a font replaced:

    PYTHONPATH=. .venv/bin/python tests/harness/reporting/make_label_fonts.py

It needs fontTools, which the extra ``dev`` brings.
"""

import base64
import re
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

import sites.kit
from harness.reporting.drawing import LABEL_FONTS
from sites.kit.localization import LANGUAGES, Language

STATIC = Path(sites.kit.__file__).parent / "static"

HEAD = "/* Letters of the languages' own names, cut out of the sites' fonts (SIL Open Font License). */\n"


def label_fonts() -> str:
    """The style sheet."""
    scripts = [language for language in LANGUAGES.values() if not language.native_name.isascii()]
    return HEAD + "".join(_face(language) for language in scripts)


def _face(language: Language) -> str:
    data = base64.b64encode(_subset(language)).decode("ascii")
    family = language.font.replace("LW", "LW Label")
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f"@font-face {{ font-family: '{family}'; src: {source}; }}\n"


def _subset(language: Language) -> bytes:
    font = TTFont(STATIC / _file(language), recalcTimestamp=False)
    options = Options(hinting=False, name_IDs=[0, 13, 14])
    chooser = Subsetter(options)
    chooser.populate(text=language.native_name)
    chooser.subset(font)
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made, reorderTables=False)
    return made.getvalue()


def _file(language: Language) -> str:
    css = (STATIC / "fonts.css").read_text(encoding="utf-8")
    found = re.search(rf"font-family: '{language.font}'; font-weight: 400;.*?url\((.*?)\)", css)
    if found is None:
        raise LookupError(f"no regular face of {language.font} in {STATIC / 'fonts.css'}")
    return found[1]


if __name__ == "__main__":
    LABEL_FONTS.write_text(label_fonts(), encoding="utf-8")
    print(LABEL_FONTS, LABEL_FONTS.stat().st_size)

"""The catalogue tool finds every text and every fault in its translation."""

from pathlib import Path

import pytest

from sites.kit import catalogues
from sites.kit.translation import catalogue_path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shop"
    (folder / "templates" / "cart").mkdir(parents=True)
    (folder / "views.py").write_text('x = lazy_gettext("Lazy")\ny = gettext("Hello %(name)s", name=1)\n')
    (folder / "templates" / "cart" / "a.html").write_text(
        "{{ _('Cart') }} {{ ngettext('%(count)s item', '%(count)s items', n, count=n) }} {{ plain }}"
    )
    monkeypatch.setattr(catalogues, "KIT_FOLDER", tmp_path / "kit")
    return folder


def translate(folder: Path, *replacements: tuple[str, str]) -> None:
    path = catalogue_path(folder, "hi")
    text = path.read_text(encoding="utf-8")
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def complete(folder: Path) -> None:
    catalogues.update(folder, "hi")
    translate(
        folder,
        ('msgid "Lazy"\nmsgstr ""', 'msgid "Lazy"\nmsgstr "आलसी"'),
        ('msgid "Hello %(name)s"\nmsgstr ""', 'msgid "Hello %(name)s"\nmsgstr "नमस्ते %(name)s"'),
        ('msgid "Cart"\nmsgstr ""', 'msgid "Cart"\nmsgstr "टोकरी"'),
        ('msgstr[0] ""', 'msgstr[0] "%(count)s चीज़"'),
        ('msgstr[1] ""', 'msgstr[1] "%(count)s चीज़ें"'),
    )


def test_every_text_is_wanted(package: Path) -> None:
    found = catalogues.problems(package, "hi")
    assert [line.partition("hi: ")[2] for line in found] == [
        "'Lazy': missing",
        "'Hello %(name)s': missing",
        "'Cart': missing",
        "'%(count)s item': missing",
    ]
    assert catalogues.problems(package, "en") == []


def test_an_updated_catalogue_waits_for_its_translations(package: Path) -> None:
    catalogues.update(package, "hi")
    assert {line.rpartition(": ")[2] for line in catalogues.problems(package, "hi")} == {"not translated"}
    complete(package)
    assert catalogues.problems(package, "hi") == []


def test_translations_outlive_an_update_and_old_texts_go(package: Path) -> None:
    complete(package)
    (package / "views.py").write_text('x = gettext("Lazy")\ny = gettext("New")\n')
    catalogues.update(package, "hi")
    assert [line.partition("hi: ")[2] for line in catalogues.problems(package, "hi")] == [
        "'New': not translated"
    ]
    text = catalogue_path(package, "hi").read_text(encoding="utf-8")
    assert "आलसी" in text
    assert "Hello" not in text


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('msgid "Cart"', '#, fuzzy\nmsgid "Cart"', "fuzzy"),
        ("नमस्ते %(name)s", "नमस्ते", "no form has"),
        ("नमस्ते %(name)s", "नमस्ते %(name)s %(nom)s", "placeholders"),
        ('msgstr[1] "%(count)s चीज़ें"', 'msgstr[1] ""', "not translated"),
    ],
)
def test_faults_are_found(package: Path, old: str, new: str, complaint: str) -> None:
    complete(package)
    translate(package, (old, new))
    (found,) = catalogues.problems(package, "hi")
    assert complaint in found


def test_a_site_need_not_translate_what_the_kit_does(package: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    (kit / "views.py").write_text('x = gettext("Cart")\n')
    catalogues.update(kit, "hi")
    translate(kit, ('msgid "Cart"\nmsgstr ""', 'msgid "Cart"\nmsgstr "टोकरी"'))
    assert not any("'Cart'" in line for line in catalogues.problems(package, "hi"))
    catalogues.update(package, "hi")
    assert "Cart" not in catalogue_path(package, "hi").read_text(encoding="utf-8").replace(
        "templates/cart", ""
    )


def test_the_command_line(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert catalogues.main(["update", str(package), "hi"]) == 0
    assert catalogues.main(["check", str(package), "hi"]) == 1
    assert "not translated" in capsys.readouterr().out
    assert catalogues.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_comment_for_translators_goes_along(package: Path) -> None:
    (package / "labels.py").write_text('# Translators: of a seat\nz = lazy_gettext("Window")\n')
    written = catalogues.update(package, "hi").read_text(encoding="utf-8")
    assert '#. of a seat\n#: labels.py:2\nmsgid "Window"' in written

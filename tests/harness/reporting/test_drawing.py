"""Drawings: well-formed, in their place, and readable without the fonts of the machine."""

import base64
import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

from harness.reporting.drawing import LABEL_FONTS, LETTER_PX, PANEL_PX, Axis, Mark, Panel, Plot, PlotRow, draw
from harness.reporting.plots import disruption_plot, english_plot, failures_plot, kind_plot, success_plot
from harness.reporting.series import in_series
from sites.kit.localization import LANGUAGES
from tests.harness.reporting.report_runs import episodes, run_of

SVG = "{http://www.w3.org/2000/svg}"
AXIS = Axis(0, 100, (0, 50, 100), " %", "solved")


def plot(*marks: Mark, label: str = "m", panels: int = 1, joins: bool = False) -> Plot:
    keys = [Panel(str(number), f"panel {number}") for number in range(panels)]
    rows = (PlotRow(label, {"0": marks}),)
    return Plot("p", "A <title> & more", tuple(keys), rows, AXIS, (("measured", "measured"),), joins)


def elements(drawing: str, tag: str, name: str) -> list[ElementTree.Element]:
    found = ElementTree.fromstring(drawing).iter(f"{SVG}{tag}")
    return [element for element in found if element.get("class") == name]


def test_names_are_escaped_and_long_ones_cut():
    drawing = draw(plot(label="<b>" + "m" * 100), by_itself=False)
    root = ElementTree.fromstring(drawing)
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert any(text.startswith("<b>mm") and text.endswith("…") for text in texts)
    assert root.get("aria-label") == "A <title> & more"


@pytest.mark.parametrize(("value", "share"), [(0, 0), (50, 0.5), (100, 1), (120, 1), (-5, 0)])
def test_marks_stand_where_the_axis_says(value, share):
    drawing = draw(plot(Mark("measured", value, "told")), by_itself=False)
    (ground,) = elements(drawing, "rect", "ground")
    *_, disc = elements(drawing, "circle", "measured")
    assert float(disc.get("cx", "")) - float(ground.get("x", "")) == pytest.approx(share * PANEL_PX, abs=0.1)


@pytest.mark.parametrize("label", ["dump", "m" * 100])
def test_a_mark_at_the_low_end_keeps_clear_of_the_label(label):
    drawing = draw(plot(Mark("measured", 0, "told"), label=label), by_itself=False)
    (shown,) = [one for one in elements(drawing, "text", "row") if one.get("x") == "0"]
    *_, disc = elements(drawing, "circle", "measured")
    edge = float(disc.get("cx", "")) - float(disc.get("r", ""))
    assert edge - len(shown.text or "") * LETTER_PX >= 10


def test_intervals_joins_and_bars_are_drawn():
    measured = Mark("measured", 50, "one", 25, 75)
    others = (Mark("other", 100, "two"), Mark("published", 10, "three"))
    drawing = draw(plot(measured, *others, joins=True), by_itself=False)
    assert len(elements(drawing, "path", "interval measured")) == 1
    assert len(elements(drawing, "path", "join")) == 1
    assert len(elements(drawing, "path", "published")) == 1
    (bar,) = elements(draw(plot(Mark("bar", 25, "four")), by_itself=False), "rect", "bar")
    assert float(bar.get("width", "")) == PANEL_PX / 4


def test_panels_go_on_in_another_line():
    heights = [
        float(ElementTree.fromstring(draw(plot(panels=number), by_itself=False)).get("height", ""))
        for number in (5, 6)
    ]
    assert heights[1] > heights[0]


def test_a_drawing_by_itself_brings_the_letters_of_the_languages_names():
    assert "@font-face" in draw(plot(), by_itself=True)
    assert "@font-face" not in draw(plot(), by_itself=False)
    css = LABEL_FONTS.read_text(encoding="utf-8")
    faces = dict(re.findall(r"font-family: '(.*?)'; src: url\(data:font/woff2;base64,(.*?)\)", css))
    for language in LANGUAGES.values():
        if not language.native_name.isascii():
            font = TTFont(BytesIO(base64.b64decode(faces[language.font.replace("LW", "LW Label")])))
            assert {ord(char) for char in language.native_name} <= (font.getBestCmap() or {}).keys()


def marks_of(found: Plot | None) -> dict[str, dict[str, list[tuple[str, float]]]]:
    """Row -> panel -> (style, value)."""
    assert found is not None

    def told(marks: tuple[Mark, ...]) -> list[tuple[str, float]]:
        return [(mark.style, round(mark.value, 1)) for mark in marks]

    return {row.label: {key: told(marks) for key, marks in row.marks.items()} for row in found.rows}


def test_success_is_drawn_with_the_published_rate():
    series = in_series(
        [run_of({"en": "SSSu", "ur": "Suuu"}, model="gpt-6-luna"), run_of({"en": "u"}, name="b")]
    )
    assert marks_of(success_plot(series, None, "text")) == {
        "GPT-6 Luna": {
            "en": [("measured", 75), ("published", 90.7)],
            "ur": [("measured", 25), ("published", 44)],
        },
        "m": {"en": [("measured", 0)]},
    }


def test_differences_are_drawn_around_zero():
    found = english_plot(in_series([run_of({"en": "SSSS", "ur": "Suuu"}, model="gpt-6-luna")]), "text")
    assert marks_of(found) == {"GPT-6 Luna": {"ur": [("measured", -75), ("published", -46.7)]}}
    assert found is not None
    assert found.axis.low == -found.axis.high


def test_disruptions_are_drawn_as_pairs():
    runs = [
        run_of({"en": "SS"}, model="gpt-6-luna"),
        run_of({"en": "Su"}, name="b", model="gpt-6-luna", mode="once"),
    ]
    assert marks_of(disruption_plot(in_series(runs), "text")) == {
        "GPT-6 Luna": {"en": [("measured", 100), ("other", 50), ("published", 90.7), ("published", 56)]}
    }


def test_text_and_visual_tasks_are_drawn_together():
    run = run_of({"en": "SS"})
    both = (*run.episodes, *episodes({"en": "..Su"}, kind="visual"))
    series = in_series([type(run)(run.run_dir, run.manifest, both, ())])
    assert marks_of(kind_plot(series)) == {"m": {"en": [("measured", 100), ("other", 50)]}}
    assert kind_plot(in_series([run])) is None


def test_nothing_failed_needs_no_drawing():
    assert failures_plot([]) is None

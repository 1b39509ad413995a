"""Differences to English and to no disruptions: paired, with interval and test."""

import pytest

from harness.reporting.difference_grids import disruption_grid, english_grid, p_text, points
from harness.reporting.series import in_series
from tests.harness.reporting.report_runs import run_of


def test_the_difference_is_over_the_tasks_that_both_languages_have():
    series = in_series([run_of({"en": "SSSSSSSS.", "ur": "uuuuuuSES"})])
    grid = english_grid(series, "text")
    assert grid is not None
    assert grid.headers == ("model", "setting", "EN", "ΔUR")
    _, row = grid.rows
    english, urdu = row.cells[2:]
    assert (english.text, english.note) == ("100.0%", "7/7")
    assert urdu.text == "−85.7"
    assert urdu.note.endswith("p 0.031, n 7")
    assert urdu.values is not None
    assert (urdu.values["lost"], urdu.values["won"], urdu.values["p"]) == (6, 0, 2 / 64)


def test_without_english_there_is_nothing_to_compare():
    assert english_grid(in_series([run_of({"ur": "Su", "am": "Su"})]), "text") is None


def test_published_differences_of_one_site_come_from_its_table():
    grid = english_grid(in_series([run_of({"en": "SS", "ur": "Su"}, model="gpt-6-luna")]), "text")
    assert grid is not None
    published = grid.rows[2]
    assert published.kind == "published"
    assert [cell.text for cell in published.cells] == [
        "GPT-6 Luna, published (Table 5)",
        "no disruptions",
        "90.7%",
        "−46.7",
    ]


def test_disruptions_are_compared_in_pairs_of_runs():
    runs = [
        run_of({"en": "SSSu", "ur": "SSuu"}, name="a", model="gpt-6-luna"),
        run_of({"en": "uuSu", "ur": "Suuu"}, name="b", model="gpt-6-luna", mode="once"),
        run_of({"en": "SSSS"}, name="c", model="gpt-6-luna", mode="once", seed=3),
    ]
    grid = disruption_grid(in_series(runs), "text")
    assert grid is not None
    rows = [[cell.text for cell in row.cells] for row in grid.rows]
    assert [row[:6] for row in rows] == [
        ["GPT-6 Luna / GPT-6 Luna (b), disruptions once"],
        ["EN", "4", "75.0%", "25.0%", "−50.0", "0.500"],
        ["UR", "4", "50.0%", "25.0%", "−25.0", "1.000"],
        ["all", "8", "62.5%", "25.0%", "−37.5", "0.250"],
    ]
    assert rows[1][6:] == ["90.7%", "56.0%", "−34.7"]
    assert rows[3][6:] == ["-", "-", "-"]


@pytest.mark.parametrize(
    ("difference", "text"), [(0.105, "+10.5"), (-0.0004, "0.0"), (0, "0.0"), (-1, "−100.0"), (None, "-")]
)
def test_points_have_a_sign(difference, text):
    assert points(difference) == text


def test_small_p_values_are_not_zero():
    assert p_text(0.0009) == "< 0.001"
    assert p_text(0.0129) == "0.013"

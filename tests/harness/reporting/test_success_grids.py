"""Success by language and site: measured and published rows, in the order of the paper."""

from harness.reporting.grid import Grid
from harness.reporting.series import in_series
from harness.reporting.success_grids import site_grid, success_grid
from tests.harness.reporting.report_runs import episodes, run_of


def told(grid: Grid | None) -> list[list[str]]:
    assert grid is not None
    return [[cell.text for cell in row.cells] for row in grid.rows]


def test_published_figures_stand_below_the_measured_ones_of_their_model():
    runs = [
        run_of({"en": "SSSu", "ur": "SuuE"}, model="gpt-6-luna"),
        run_of({"en": "uS"}, model="na", name="b"),
    ]
    rows = told(success_grid(in_series(runs), None, "text"))
    assert rows[:3] == [
        ["Closed models"],
        ["GPT-6 Luna", "75.0%", "33.3%", "57.1%", "4"],
        ["GPT-6 Luna, published (Table 5)", "90.7%", "44.0%", "-", "75"],
    ]
    assert [row[0] for row in rows[3:6]] == [
        "Gemini 3.1 Flash-Lite, published (Table 3)",
        "GPT-5.6 Luna, published (Table 4)",
        "Open models",
    ]
    assert rows[-2:] == [["Baselines without a model"], ["na", "50.0%", "-", "50.0%", "2"]]


def test_disruptions_are_compared_with_the_tables_of_disruptions():
    series = in_series([run_of({"en": "Su"}, model="gpt-6-luna", mode="once")])
    assert success_grid(series, None, "text") is None
    rows = told(success_grid(series, "once", "text"))
    assert rows[2] == ["GPT-6 Luna, published (Table 15)", "56.0%", "-", "75"]


def test_every_language_brings_the_published_overall():
    series = in_series([run_of(dict.fromkeys(("en", "bn", "hi", "ur", "am"), "Su"), model="gpt-6-luna")])
    rows = told(success_grid(series, None, "text"))
    assert rows[2][1:] == ["90.7%", "64.0%", "61.3%", "44.0%", "48.0%", "61.6%", "75"]


def test_visual_tasks_have_no_published_rows():
    run = run_of({"en": "Su"}, model="gpt-6-luna")
    visual = episodes({"en": "SS"}, kind="visual")
    series = in_series([type(run)(run.run_dir, run.manifest, tuple(visual), ())])
    assert success_grid(series, None, "text") is None
    grid = success_grid(series, None, "visual")
    assert told(grid) == [["Closed models"], ["GPT-6 Luna", "100.0%", "100.0%", "2"]]
    assert grid is not None
    assert "Figure 3" in grid.note


def test_sites_have_rows_and_a_total():
    run = run_of({"en": "Su", "ur": "SS"}, model="gpt-6-luna")
    moved = episodes({"en": "uu"}, site="redora")
    both = type(run)(run.run_dir, run.manifest, (*run.episodes, *moved), ())
    rows = told(site_grid(in_series([both])[0], "text"))
    assert rows == [
        ["ministore", "50.0%", "100.0%", "75.0%", "2"],
        ["published (Table 5)", "90.7%", "44.0%", "-", "75"],
        ["redora", "0.0%", "-", "0.0%", "2"],
        ["published (Table 5)", "86.7%", "86.7%", "-", "75"],
        ["all sites", "25.0%", "100.0%", "50.0%", "2"],
    ]


def test_a_series_on_fewer_sites_is_compared_with_those_alone():
    first = run_of({"en": "Su"}, model="gpt-6-luna")
    other = run_of({"en": "Su"}, model="gemma3-4b", name="b")
    moved = episodes({"en": "uu"}, site="redora")
    both = type(other)(other.run_dir, other.manifest, (*other.episodes, *moved), ())
    rows = {row[0]: row[1:] for row in told(success_grid(in_series([first, both]), None, "text"))}
    assert rows["GPT-6 Luna, published (Table 5)"] == ["90.7%", "-", "75"]
    assert rows["Gemma3-4B, published (Table 8, mean of 2 rows)"] == ["8.7%", "-", "150"]
    assert rows["GPT-5.6 Luna, published (Table 4, mean of 2 rows)"] == ["86.7%", "-", "150"]

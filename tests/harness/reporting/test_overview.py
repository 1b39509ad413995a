"""What is said before figures are compared."""

import pytest

from harness.reporting.overview import notices, runs_grid, settings_grid
from harness.reporting.series import in_series
from tests.episode_records import make_record
from tests.harness.reporting.report_runs import run_of


def said(*runs) -> list[str]:
    *own, published = notices(in_series(runs))
    assert "published" in published
    assert "arXiv:2610.27205" in published
    return own


def test_whole_runs_over_the_same_tasks_need_no_warning():
    assert said(run_of({"en": "Su", "ur": "uS"})) == []


@pytest.mark.parametrize(
    ("outcomes", "changes", "notice"),
    [
        (
            {"ur": "S"},
            {"instances": ("ministore-001-ur", "ministore-002-ur", "ministore-003-ur")},
            "run is not finished: 2 of 3 episodes missing (ministore-002-ur, ministore-003-ur).",
        ),
        (
            {"ur": "SE"},
            {},
            "run: 1 episode ended in an error, left out of every rate (by source: machine 1).",
        ),
        ({"ur": "S"}, {"taskset_seed": 7}, "run has other values in its tasks than the published set"),
        ({"ur": "S"}, {"git_commit": "abc-dirty"}, "run was run by code that differs from its commit."),
        (
            {"en": "SS", "ur": "S"},
            {},
            "m (no disruptions) did not do the same tasks in all languages: EN 2, UR 1.",
        ),
    ],
)
def test_what_weakens_a_run_is_said(outcomes, changes, notice):
    (only,) = said(run_of(outcomes, **changes))
    assert only.startswith(notice)


def test_people_who_stepped_in_are_named():
    run = run_of({"ur": "S"})
    helped = type(run)(run.run_dir, run.manifest, (make_record(1, "solved", interventions=2),), ())
    assert said(helped) == ["run: a person stepped in in 1 episode (ministore-001-ur)."]


def test_half_written_lines_are_told():
    run = run_of({"ur": "S"})
    torn = type(run)(run.run_dir, run.manifest, run.episodes, (), torn_lines=2)
    assert said(torn) == ["run: 2 half-written lines left out of its record."]


def test_runs_over_other_tasks_are_not_compared_in_silence():
    usual = [run_of({"ur": "SSu"}, name=name, model=name) for name in ("a", "b")]
    (notice,) = said(*usual, run_of({"ur": "SSE"}, name="c", model="c", settings={"disruptions": None}))[1:]
    assert "usual number is 3; c (no disruptions) has 2. All have 2 of them in common." in notice


def test_runs_of_another_setting_are_not_compared_in_silence():
    first = run_of({"ur": "S"}, versions={"python": "3.11"}, git_commit="a" * 40)
    second = run_of(
        {"ur": "S"}, name="b", model="n", engine="chromium", versions={"python": "3.13"}, git_commit="b" * 40
    )
    (notice,) = said(first, second)
    assert "It differs in: engine, git commit, version of python (table" in notice
    grid = settings_grid(in_series([first, second]))
    assert grid is not None
    assert [[cell.text for cell in row.cells] for row in grid.rows] == [
        ["engine", "http", "chromium"],
        ["git commit", "a" * 12, "b" * 12],
        ["version of python", "3.11", "3.13"],
    ]


def test_values_are_in_a_readers_words():
    first = run_of({"ur": "S"}, agent={"ask_confidence": True, "context_tokens": None}, git_commit=None)
    second = run_of(
        {"ur": "S"}, name="b", agent={"ask_confidence": False, "context_tokens": 900}, git_commit="b" * 40
    )
    grid = settings_grid(in_series([first, second]))
    assert grid is not None
    assert [[cell.text for cell in row.cells] for row in grid.rows] == [
        ["ask_confidence", "yes", "no"],
        ["context_tokens", "not set", "900"],
        ["git commit", "unknown", "b" * 12],
    ]


def test_equal_settings_have_no_table():
    assert settings_grid(in_series([run_of({"ur": "S"}), run_of({"ur": "S"}, name="b", model="n")])) is None


def test_runs_with_the_same_episodes_are_told():
    (notice,) = said(run_of({"ur": "SS"}), run_of({"ur": "uu"}, name="b"))
    assert notice.startswith("m (run) and m (b) hold the same episodes in the same setting (in both: 2)")


def test_joined_runs_are_told():
    (notice,) = said(run_of({"ur": "SS"}), run_of({"en": "uu"}, name="b"))
    assert notice == "m is several runs of one setting, counted as one: run, b."


def test_every_run_has_a_row_and_no_path():
    grid = runs_grid(in_series([run_of({"en": "SE", "ur": "u"}, mode="once")]))
    ((*names, recorded, scored, errors),) = [[cell.text for cell in row.cells] for row in grid.rows]
    assert names == [
        "run",
        "m",
        "Baselines without a model",
        "http",
        "disruptions once",
        "ministore",
        "EN UR",
    ]
    assert (recorded, scored, errors) == ("3/3", "2", "1")

"""The table that ends a run, and the lines below it."""

from pathlib import Path

from harness.metrics import FAILURE_KINDS, tally
from harness.reporting.summary import FAILURE_NAMES, render_table, summary_lines
from tests.episode_records import make_record as episode
from tests.episode_records import make_run

METRICS = Path(__file__).parents[3] / "docs/metrics.md"


def test_rate_of_errors_alone_is_unknown():
    assert tally([episode(1, "error")]).rate is None
    (row,) = [line for line in render_table([episode(1, "error")]).splitlines() if "ministore" in line]
    assert row.split() == ["ministore", "ur", "0/0", "-", "-", "1", "-", "-", "-", "$0.00"]


def test_where_no_episode_has_ended_no_table_stands():
    lines = list(summary_lines(make_run(instances=("ministore-001-ur",))))
    assert len(lines) == 1
    assert "attempted 0" in lines[0]


def test_table_has_a_row_a_language_and_a_total():
    lines = render_table(
        [episode(1, "solved"), episode(2, "unsolved"), episode(1, "solved", lang="am")]
    ).splitlines()
    rows = [line.split() for line in lines if "/" in line]
    assert [row[:3] for row in rows] == [
        ["ministore", "ur", "1/2"],
        ["ministore", "am", "1/1"],
        ["all", "2/3", "66.7%"],
    ]


def test_kinds_have_rows_of_their_own_where_there_are_two():
    episodes = [episode(1, "solved"), episode(2, "unsolved"), episode(3, "solved", kind="visual")]
    lines = render_table(episodes).splitlines()
    assert lines[0].split()[:3] == ["site", "lang", "kind"]
    rows = [line.split() for line in lines if "/" in line]
    assert [row[:4] for row in rows] == [
        ["ministore", "ur", "text", "1/2"],
        ["ministore", "ur", "visual", "1/1"],
        ["all", "2/3", "66.7%", rows[2][3]],
    ]
    assert "kind" not in render_table(episodes[:2])


def test_pairs_have_a_column_where_twins_were_run():
    twins = [episode(1, "solved"), episode(1, "solved", twin=True)]
    lines = render_table([*twins, episode(1, "solved", lang="am")]).splitlines()
    assert lines[0].split()[-1] == "pairs"
    rows = [line.split() for line in lines if "/" in line]
    assert [row[-2:] for row in rows] == [["1/1", "100%"], ["$0.00", "-"], ["1/1", "100%"]]
    assert "pairs" not in render_table([episode(1, "solved")])


def test_table_of_one_language_needs_no_total_and_fits_a_terminal():
    lines = render_table([episode(1, "solved")]).splitlines()
    assert not any(line.split()[0] == "all" for line in lines)
    assert max(map(len, lines)) <= 80


def test_the_documents_define_every_failure_in_the_order_in_which_they_are_looked_for():
    rows = [
        line.split(" | ")[:2] for line in METRICS.read_text("utf-8").splitlines() if line.startswith("| `")
    ]
    assert rows == [[f"| `{kind}`", FAILURE_NAMES[kind]] for kind in FAILURE_KINDS]

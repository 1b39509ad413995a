"""Tables as LaTeX, CSV and Markdown: nothing in a name becomes a command."""

import csv
from io import StringIO

import pytest

from harness.reporting.flat_files import escape_markdown, to_csv, to_markdown
from harness.reporting.grid import Cell, Grid, Row, group_row
from harness.reporting.latex import escape_latex, to_latex

NASTY = "a_b & 50% $x^2$ #1 {c} ~ \\d <e> [f] |g|"
GRID = Grid(
    "some-table",
    "A table of 100 %",
    ("model",),
    ("rate\nin all", "tasks"),
    (
        group_row("Open models"),
        Row.of(NASTY, Cell("33.3%", "1/3", {"rate": 1 / 3, "of": 3}), Cell("3", values={"": 3})),
        Row.of("paper", Cell("40.0%", values={"rate": 0.4}), "-", kind="published"),
        Row.of("both", Cell("-"), Cell("3", values={"": 3}), kind="total", opens_part=True),
    ),
    "A note_.",
)


def test_latex_is_a_booktabs_table():
    assert to_latex(GRID).splitlines()[1:] == [
        r"\begin{table}",
        r"\centering",
        r"\caption{A table of 100 \%. A note\_.}",
        r"\label{tab:some-table}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"model & rate in all & tasks \\",
        r"\midrule",
        r"\multicolumn{3}{l}{\textit{Open models}} \\",
        rf"{escape_latex(NASTY)} & 33.3\% {{\scriptsize 1/3}} & 3 \\",
        r"\textit{paper} & \textit{40.0\%} & \textit{-} \\",
        r"\midrule",
        r"\textbf{both} & \textbf{-} & \textbf{3} \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_latex_is_escaped():
    assert escape_latex(NASTY) == (
        r"a\_b \& 50\% \$x\textasciicircum{}2\$ \#1 \{c\} \textasciitilde{} \textbackslash{}d"
        r" \textless{}e\textgreater{} {[}f{]} \textbar{}g\textbar{}"
    )
    assert escape_latex("\u22123.7 \u0394UR") == r"$-$3.7 $\Delta$UR"
    assert escape_latex("বাংলা") == "বাংলা"


def test_csv_holds_figures_that_are_not_rounded():
    head, *rows = csv.reader(StringIO(to_csv(GRID)))
    assert head == ["part", "source", "model", "rate in all rate", "rate in all of", "tasks"]
    assert rows == [
        ["Open models", "measured", NASTY, str(1 / 3), "3", "3"],
        ["Open models", "published", "paper", "0.4", "", ""],
        ["Open models", "measured", "both", "", "", "3"],
    ]


def test_markdown_has_as_many_cells_a_row_whatever_a_name_holds():
    head, rule, group, nasty, paper, both = to_markdown(GRID).splitlines()
    assert head == "| model | rate in all | tasks |"
    assert rule == "| --- | ---: | ---: |"
    assert group == "| **Open models** |  |  |"
    assert nasty.replace("\\|", "").count("|") == 4
    assert "<e>" not in nasty
    assert nasty.endswith("| 33.3% <small>1/3</small> | 3 |")
    assert paper == "| *paper* | *40.0%* | *-* |"
    assert both == "| **both** | **-** | **3** |"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("a*b_c", r"a\*b\_c"), ("<b>&", "&lt;b&gt;&amp;"), ("a\nb", "a b"), ("`x`", r"\`x\`")],
)
def test_markdown_is_escaped(text, escaped):
    assert escape_markdown(text) == escaped

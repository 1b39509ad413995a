r"""Tables as LaTeX, for ``\input`` into a paper that loads booktabs."""

from harness.reporting.grid import Cell, Grid, Row

# Brackets in braces: one after the end of a line would be read as its argument.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
    '"': r"\textquotedbl{}",
    "\u2212": "$-$",
    "\u0394": r"$\Delta$",
    "\u2026": r"\ldots{}",
    "\u201c": "``",
    "\u201d": "''",
}


def to_latex(grid: Grid) -> str:
    """A table environment with its caption, label and rules."""
    columns = "l" * len(grid.names) + "r" * len(grid.figures)
    lines = [
        "% Needs \\usepackage{booktabs}; \\usepackage[T1]{fontenc} where pdflatex is used.",
        r"\begin{table}",
        r"\centering",
        f"\\caption{{{escape_latex(grid.title)}.{_note(grid.note)}}}",
        f"\\label{{tab:{grid.name}}}",
        f"\\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        f"{' & '.join(map(escape_latex, grid.headers))} \\\\",
        r"\midrule",
        *(_row(row, len(columns), is_first=number == 0) for number, row in enumerate(grid.rows)),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def escape_latex(text: str) -> str:
    """A text in which nothing is a command."""
    return "".join(_SPECIAL.get(char, char) for char in text)


def _row(row: Row, columns: int, *, is_first: bool) -> str:
    rule = "\\midrule\n" if row.opens_part and not is_first else ""
    if row.kind == "group":
        return f"{rule}\\multicolumn{{{columns}}}{{l}}{{\\textit{{{escape_latex(row.cells[0].text)}}}}} \\\\"
    return f"{rule}{' & '.join(_cell(cell, row) for cell in row.cells)} \\\\"


def _cell(cell: Cell, row: Row) -> str:
    text = escape_latex(cell.text)
    if row.kind == "published" and text:
        text = f"\\textit{{{text}}}"
    if row.kind == "total" and text:
        text = f"\\textbf{{{text}}}"
    return f"{text} {{\\scriptsize {escape_latex(cell.note)}}}" if cell.note else text


def _note(note: str) -> str:
    return f" {escape_latex(note)}" if note else ""

"""Writing a report into a folder: one page that needs nothing beside it, and files for papers and tables.

The page holds its style, letters and drawings; what lies beside it is only linked. Nothing that is written
depends on the clock or on where the runs lie, so the same runs give the same bytes.
"""

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from harness.errors import RecordError
from harness.reporting.document import Chapter, Report
from harness.reporting.drawing import STATIC, Plot, draw, drawing_style
from harness.reporting.flat_files import escape_markdown, to_csv, to_markdown
from harness.reporting.latex import to_latex

PAGE = "report.html"
MARKDOWN = "report.md"
TABLES_FOLDER = "tables"
PLOTS_FOLDER = "plots"
OLD_FILES = (f"{TABLES_FOLDER}/*.csv", f"{TABLES_FOLDER}/*.tex", f"{PLOTS_FOLDER}/*.svg")
"""What goes before a report is written again: tables that it no longer has."""


def write_report(report: Report, folder: Path) -> Path:
    """Write a report; files of an earlier one in the same folder are replaced.

    Returns:
        The path of the page, to be opened in any browser.

    Raises:
        RecordError: the folder holds files, and none of them is an earlier report.
    """
    _prepare(folder)
    for grid in report.grids:
        _write(folder / TABLES_FOLDER / f"{grid.name}.csv", to_csv(grid))
        _write(folder / TABLES_FOLDER / f"{grid.name}.tex", to_latex(grid))
    for plot in report.plots:
        _write(folder / PLOTS_FOLDER / f"{plot.name}.svg", draw(plot, by_itself=True))
    _write(folder / MARKDOWN, markdown_page(report))
    _write(folder / PAGE, html_page(report))
    return folder / PAGE


def html_page(report: Report) -> str:
    """The report as one page of HTML."""
    pages = Environment(
        loader=PackageLoader("harness.reporting"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = (STATIC / "report.css").read_text(encoding="utf-8") + drawing_style()
    drawings = {plot.name: Markup(draw(plot, by_itself=False)) for plot in report.plots}
    return pages.get_template(PAGE).render(report=report, style=Markup(style), drawings=drawings)


def markdown_page(report: Report) -> str:
    """The report as Markdown, with its drawings beside it."""
    notices = "".join(f"- {escape_markdown(notice)}\n" for notice in report.notices)
    chapters = "\n".join(_chapter(chapter) for chapter in report.chapters)
    return f"# {escape_markdown(report.title)}\n\n## Before you compare\n\n{notices}\n{chapters}"


def _prepare(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()) and not (folder / PAGE).exists():
        raise RecordError(
            f"{folder} holds files, and no {PAGE} among them: choose an empty or a new folder for the report"
            " (--out FOLDER)"
        )
    for pattern in OLD_FILES:
        for old in folder.glob(pattern):
            old.unlink()
    for name in (TABLES_FOLDER, PLOTS_FOLDER):
        (folder / name).mkdir(parents=True, exist_ok=True)


def _chapter(chapter: Chapter) -> str:
    return f"## {escape_markdown(chapter.title)}\n\n{''.join(_parts(chapter))}"


def _parts(chapter: Chapter) -> Iterator[str]:
    for part in chapter.parts:
        title = escape_markdown(part.title)
        if isinstance(part, Plot):
            yield f"![{title}]({PLOTS_FOLDER}/{part.name}.svg)\n\n"
        else:
            note = f"\n{escape_markdown(part.note)}\n" if part.note else ""
            yield f"**{title}**\n\n{to_markdown(part)}{note}\n"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")

"""The index of a run and the page of two episodes side by side, with the data that their scripts read.

What needs no script is written into the page: what was run, its figures, what is missing. The rows of the
episodes are data (``run.js``), because filters and sorting need them as such, and because the pages of
episodes read from it what comes before and after them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from harness.metrics import ALL
from harness.records import Run
from harness.reporting.difference_grids import difference_cell
from harness.reporting.grid import Cell
from harness.reporting.summary import NONE
from harness.review.compare import RELATIONS, Comparison, Relation
from harness.review.index_rows import IndexRow, index_rows
from harness.review.index_view import RunView, run_view
from harness.review.pages import write_data, write_page
from sites.kit.localization import LANGUAGES, get_language

INDEX_PAGE = "index.html"
PAIR_PAGE = "pair.html"
RUN_DATA = "run.js"
RUN_TARGET = "window.LW_RUN"

RELATION_NAMES: Mapping[Relation, str] = {
    "both": "both solved",
    "this": "only this run",
    "other": "only the other",
    "neither": "neither",
    "unpaired": "not in both",
}


@dataclass(frozen=True, slots=True)
class RelationCounts:
    """A row of the comparison: a language, or all of them."""

    lang: str
    """Code, or `ALL`."""
    language: str
    counts: tuple[tuple[Relation, int], ...]
    """Relation -> episodes, in the order of `RELATIONS`."""
    difference: str
    """Success of this run less that of the other on the tasks that both scored, in points."""
    detail: str
    """Its 95 % interval, p of McNemar's test, and the number of tasks."""


def write_index(
    run: Run, folder: Path, comparison: Comparison | None = None, compare_again: str | None = None
) -> Path:
    """Write the index, the page of two episodes, and their data.

    Args:
        run: the run.
        folder: its folder of review pages.
        comparison: a second run, where there is one to compare with.
        compare_again: the command that writes the last comparison again, where there was one.

    Returns:
        The path of the index.
    """
    view, rows = run_view(run), index_rows(run)
    write_data(folder / RUN_DATA, RUN_TARGET, _data(view, rows, comparison, compare_again))
    write_page(PAIR_PAGE, folder / PAIR_PAGE, root="", run=view)
    index = folder / INDEX_PAGE
    write_page(
        INDEX_PAGE,
        index,
        root="",
        run=view,
        against=comparison,
        compare_again=compare_again,
        relation_names=tuple(RELATION_NAMES[one] for one in RELATIONS),
        relation_counts=tuple(relation_counts(comparison, rows)) if comparison else (),
    )
    return index


def relation_counts(comparison: Comparison, rows: Iterable[IndexRow]) -> Iterator[RelationCounts]:
    """How many episodes each run solved alone, both or neither: all of them, then by language."""
    found: dict[str, Counter[str]] = {ALL: Counter()}
    langs = {row.id: row.lang for row in (*rows, *comparison.rows)}
    for name, relation in comparison.relations.items():
        found[ALL][relation] += 1
        found.setdefault(langs[name], Counter())[relation] += 1
    if len(found) == 2:
        del found[ALL]
    for lang in (ALL, *LANGUAGES):
        if lang in found:
            language = "All" if lang == ALL else get_language(lang).name
            cell = difference_cell(comparison.pairs[lang]) if lang in comparison.pairs else Cell(NONE)
            relations: tuple[tuple[Relation, int], ...] = tuple((one, found[lang][one]) for one in RELATIONS)
            yield RelationCounts(lang, language, relations, cell.text, cell.note)


def _data(
    view: RunView, rows: Iterable[IndexRow], comparison: Comparison | None, compare_again: str | None
) -> dict[str, object]:
    return {
        "name": view.name,
        "model": view.model,
        "languages": {
            code: {
                "name": one.name,
                "native": one.native_name,
                "html_lang": one.html_lang,
                "dir": one.direction,
            }
            for code, one in LANGUAGES.items()
        },
        "rows": [asdict(row) for row in rows],
        "compare_again": compare_again,
        "against": None
        if comparison is None
        else {
            "name": comparison.name,
            "model": comparison.model,
            "folder": comparison.folder,
            "run_folder": comparison.run_folder,
            "relations": dict(comparison.relations),
            "rows": [asdict(row) for row in comparison.rows],
        },
    }

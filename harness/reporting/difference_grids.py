"""Differences over the same tasks: other languages to English (table 2), disruptions to none (Figure 4)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from harness.metrics import ALL, PairedDifference, by_language, paired_difference, task_of
from harness.reporting.disruptions import Drop, drops_of
from harness.reporting.grid import NONE, Cell, Grid, Row, group_row
from harness.reporting.published import PublishedRates, english_differences, published_sites, total_rates
from harness.reporting.series import GROUP_NAMES, GROUPS, Series, disrupted_pairs, published_title
from harness.reporting.success_grids import PUBLISHED, mode_name, published_cell, sites_of
from sites.kit.localization import LANGUAGES
from tasks.models import TaskKind

ENGLISH = "en"
MINUS = "\u2212"
TEST_NOTE = (
    "In brackets the 95 % interval (Newcombe, method 10); p is of McNemar's exact test, two-sided, and not"
    " corrected for the number of comparisons."
)


def english_comparison(
    series: Iterable[Series], kind: TaskKind
) -> list[tuple[Series, dict[str, PairedDifference]]]:
    """Language -> the difference to English over the tasks that are in both, English first.

    Series with nothing to compare are left out.
    """
    found = ((one, _english_pairs(one, kind)) for one in series)
    return [(one, by_lang) for one, by_lang in found if by_lang]


def english_grid(series: Sequence[Series], kind: TaskKind) -> Grid | None:
    """The difference of each language to English: table 2, paired by task.

    Returns:
        None where no series has a task in English and in another language.
    """
    found = english_comparison(series, kind)
    if not found:
        return None
    others = tuple(lang for lang in LANGUAGES if any(lang in by_lang for _, by_lang in found))
    rows: list[Row] = []
    for group in GROUPS:
        members = [(one, by_lang) for one, by_lang in found if one.group == group]
        if members:
            rows.append(group_row(GROUP_NAMES[group]))
        for one, by_lang in members:
            rows.append(_english_row(one, by_lang, others))
            rows += _published_row(one, others, kind)
    note = (
        "Points by which a language is better or worse than English, over the tasks that both have."
        f" {TEST_NOTE} English: over all its tasks that are in a pair."
    )
    figures = ("EN", *(f"\u0394{lang.upper()}" for lang in others))
    title = f"Difference to English, {kind} tasks"
    return Grid(f"english-{kind}", title, ("model", "setting"), figures, tuple(rows), note)


def disruption_drops(series: Sequence[Series], kind: TaskKind) -> list[tuple[Series, Series, list[Drop]]]:
    """(without, with, drops by language) of each pair of series that can be compared."""
    pairs = (
        (plain, disrupted, drops_of(plain, disrupted, kind)) for plain, disrupted in disrupted_pairs(series)
    )
    return [one for one in pairs if one[2]]


def disruption_grid(series: Sequence[Series], kind: TaskKind) -> Grid | None:
    """Success without and with disruptions by language: Figure 4 in numbers.

    Returns:
        None where no series was run both ways.
    """
    found = disruption_drops(series, kind)
    if not found:
        return None
    rows: list[Row] = []
    for plain, disrupted, drops in found:
        name = plain.label if plain.label == disrupted.label else f"{plain.label} / {disrupted.label}"
        rows.append(group_row(f"{name}, {mode_name(disrupted.mode)}"))
        rows += [_drop_row(one, *published_drop(plain, one, kind)) for one in drops]
    headers = ("tasks", "without", "with", "change", "p")
    published_headers = tuple(f"{PUBLISHED}\n{name}" for name in headers[1:4])
    note = (
        f"Change: points by which the rate with disruptions is higher, over the same tasks. {TEST_NOTE}"
        " The row all takes the languages of a task for different tasks."
        f" Columns called {PUBLISHED} are the paper's (tables 3 to 20): of the same sites, of its own tasks."
    )
    title = f"The same {kind} tasks without and with disruptions"
    return Grid(
        f"disruptions-{kind}", title, ("language",), (*headers, *published_headers), tuple(rows), note
    )


def published_english(one: Series, kind: TaskKind) -> PublishedRates | None:
    """Published success in English and the differences to it.

    Returns:
        Table 2 where all its sites were run, else the same from the tables by site; None where the paper has
        no figures of this model, setting or sites.
    """
    if one.published is None or kind != "text":
        return None
    sites = sites_of([one], kind)
    if one.mode is None and set(sites) == set(published_sites()):
        return english_differences(one.published)
    found = total_rates(one.published, sites, disruptions=one.mode is not None)
    if found is None:
        return None
    english = found.by_lang[ENGLISH]
    rates = {lang: rate if lang == ENGLISH else rate - english for lang, rate in found.by_lang.items()}
    return PublishedRates(found.where, rates)


def published_drop(plain: Series, one: Drop, kind: TaskKind) -> tuple[float | None, float | None]:
    """Published rates of the same sites without and with disruptions."""
    if plain.published is None or kind != "text" or one.lang == ALL:
        return None, None
    sites = sites_of([plain], kind)
    without, disrupted = (
        total_rates(plain.published, sites, disruptions=disruptions) for disruptions in (False, True)
    )
    if without is None or disrupted is None:
        return None, None
    return without.by_lang.get(one.lang), disrupted.by_lang.get(one.lang)


def points(difference: float | None, *, signed: bool = True) -> str:
    """A difference of -1 to 1 in percentage points, with a real minus."""
    if difference is None:
        return NONE
    text = f"{100 * difference:+.1f}" if signed else f"{100 * difference:.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", MINUS)


def difference_cell(pairs: PairedDifference, *, with_test: bool = True) -> Cell:
    """A paired difference, with its interval and on request its test and the number of tasks beside it."""
    low, high = pairs.interval
    interval = f"[{points(low)}, {points(high)}]"
    values = {
        "difference": pairs.difference,
        "low": low,
        "high": high,
        "p": pairs.p_value,
        "tasks": pairs.tasks,
        "lost": pairs.first_only,
        "won": pairs.second_only,
    }
    note = f"{interval} p {p_text(pairs.p_value)}, n {pairs.tasks}" if with_test else interval
    return Cell(points(pairs.difference), note, values)


def p_text(p_value: float) -> str:
    """A p value with three decimals."""
    return "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"


def _english_pairs(one: Series, kind: TaskKind) -> dict[str, PairedDifference]:
    groups = by_language(one.counted(kind))
    english = groups.get(ENGLISH, ())
    found = {
        lang: paired_difference(english, group, task_of)
        for lang, group in groups.items()
        if lang not in (ENGLISH, ALL)
    }
    return {lang: pairs for lang, pairs in found.items() if pairs.tasks}


def _english_row(one: Series, by_lang: Mapping[str, PairedDifference], others: Sequence[str]) -> Row:
    widest = max(by_lang.values(), key=lambda pairs: pairs.tasks)
    english = Cell(
        f"{widest.first.rate or 0:.1%}",
        f"{widest.first.count}/{widest.first.of}",
        {"rate": widest.first.rate, "solved": widest.first.count, "of": widest.first.of},
    )
    cells = (difference_cell(by_lang[lang]) if lang in by_lang else Cell(NONE) for lang in others)
    return Row.of(one.label, mode_name(one.mode), english, *cells)


def _published_row(one: Series, others: Sequence[str], kind: TaskKind) -> Iterator[Row]:
    found = published_english(one, kind)
    if found is None or one.published is None:
        return
    cells = (
        Cell(points(found.by_lang[lang]), values={"difference": round(found.by_lang[lang], 6)})
        if lang in found.by_lang
        else Cell(NONE)
        for lang in others
    )
    name = f"{published_title(one.published)}, {PUBLISHED} ({found.where})"
    yield Row.of(name, mode_name(one.mode), published_cell(found.by_lang[ENGLISH]), *cells, kind="published")


def _drop_row(one: Drop, without: float | None, disrupted: float | None) -> Row:
    pairs = one.pairs
    change = None if without is None or disrupted is None else disrupted - without
    return Row.of(
        one.lang if one.lang == ALL else one.lang.upper(),
        Cell(str(pairs.tasks), values={"": pairs.tasks}),
        *(
            Cell(f"{share.rate or 0:.1%}", f"{share.count}/{share.of}", {"rate": share.rate})
            for share in (pairs.first, pairs.second)
        ),
        difference_cell(pairs, with_test=False),
        Cell(p_text(pairs.p_value), values={"": pairs.p_value}),
        published_cell(without),
        published_cell(disrupted),
        Cell(points(change), values={"difference": change}),
    )

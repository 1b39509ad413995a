"""Success by language and by site, as in the paper's tables 3 to 20; its own figures in rows of their own."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from disruptions import Mode
from harness.metrics import ALL, Tally, by_language, tally
from harness.records import EpisodeRecord
from harness.reporting.grid import NONE, Cell, Grid, Row, group_row
from harness.reporting.published import (
    PublishedRates,
    published,
    published_models,
    published_sites,
    site_rates,
    total_rates,
)
from harness.reporting.series import GROUP_NAMES, GROUPS, Group, Series, published_title
from sites.kit.localization import LANGUAGES
from tasks.models import TaskKind

OVERALL = "all"
PUBLISHED = "published"
"""Begins the label of every row of published figures."""


def success_grid(series: Sequence[Series], mode: Mode | None, kind: TaskKind) -> Grid | None:
    """Success by language, a row a series: table 12, and Figures 3 and 4 in numbers.

    Models that only the paper ran have rows too, where it ran them in this setting.

    Args:
        series: all series of the report.
        mode: how those of this table were disrupted.
        kind: which tasks.

    Returns:
        None where no series has an episode of this sort.
    """
    chosen = [one for one in series if one.mode == mode and one.counted(kind)]
    if not chosen:
        return None
    langs = languages_of(episode for one in chosen for episode in one.counted(kind))
    sites = sites_of(chosen, kind)
    rows: list[Row] = []
    for group in GROUPS:
        members = [one for one in chosen if one.group == group]
        found = [row for one in members for row in _series_rows(one, langs, kind)]
        if kind == "text":
            found += _other_models({one.published for one in members}, group, langs, sites, mode)
        if found:
            rows += [group_row(GROUP_NAMES[group]), *found]
    title = f"Success by language, {kind} tasks, {mode_name(mode)}"
    figures = (*(lang.upper() for lang in langs), OVERALL, "tasks")
    note = f"Measured over {', '.join(sites)}. {_published_note(mode, kind, sites)}"
    name = f"success-{kind}{f'-{mode}' if mode else ''}"
    return Grid(name, title, ("model",), figures, tuple(rows), note)


def site_grid(one: Series, kind: TaskKind) -> Grid | None:
    """Success of a series by site and language: tables 3 to 11, with disruptions 13 to 20.

    Returns:
        None where it has no episode of these tasks that counts.
    """
    episodes = one.counted(kind)
    if not episodes:
        return None
    langs = languages_of(episodes)
    sites = sites_of([one], kind)
    rows: list[Row] = []
    for site in sites:
        rows.append(_measured_row(site, [episode for episode in episodes if episode.site == site], langs))
        found = _published_site(one, site, kind)
        if found is not None:
            rows.append(published_row("", found, langs, 1))
    if len(sites) > 1:
        total = _measured_row("all sites", episodes, langs)
        rows.append(Row(total.cells, "total", opens_part=True))
    title = f"{one.label}, {kind} tasks, {mode_name(one.mode)}"
    figures = (*(lang.upper() for lang in langs), OVERALL, "tasks")
    return Grid(f"sites-{kind}", title, ("site",), figures, tuple(rows))


def languages_of(episodes: Iterable[EpisodeRecord]) -> tuple[str, ...]:
    """Their languages, in the order of the language table."""
    found = {episode.lang for episode in episodes}
    return tuple(lang for lang in LANGUAGES if lang in found)


def sites_of(series: Iterable[Series], kind: TaskKind) -> tuple[str, ...]:
    """Sites on which they have episodes that count: in the paper's order, others after them by name."""
    found = {episode.site for one in series for episode in one.counted(kind)}
    known = tuple(site for site in published_sites() if site in found)
    return (*known, *sorted(found.difference(known)))


def mode_name(mode: Mode | None) -> str:
    """``disruptions once``, or that there are none."""
    return "no disruptions" if mode is None else f"disruptions {mode}"


def tally_cell(figures: Tally | None) -> Cell:
    """A success rate with its counts; its interval in CSV."""
    if figures is None or figures.rate is None:
        return Cell(NONE)
    low, high = figures.interval
    values = {
        "rate": figures.rate,
        "solved": figures.solved,
        "of": figures.counted,
        "low": low,
        "high": high,
    }
    return Cell(f"{figures.rate:.1%}", f"{figures.solved}/{figures.counted}", values)


def published_row(label: str, found: PublishedRates, langs: Collection[str], sites: int) -> Row:
    """A row of published figures: label, languages, overall where the paper tells it for these languages.

    Args:
        label: what comes before the number of the table.
        found: the figures.
        langs: languages of the table.
        sites: over how many sites they are.
    """
    name = f"{label}, {PUBLISHED} ({found.where})" if label else f"{PUBLISHED} ({found.where})"
    cells = [published_cell(found.by_lang.get(lang)) for lang in langs]
    overall = found.by_lang.get(ALL) if set(langs) == found.by_lang.keys() - {ALL} else None
    tasks = sites * published().source.tasks_per_site
    number = Cell(str(tasks), values={"": tasks})
    return Row.of(name, *cells, published_cell(overall), number, kind="published")


def published_cell(rate: float | None) -> Cell:
    """A published rate."""
    return Cell(NONE) if rate is None else Cell(f"{rate:.1%}", values={"rate": round(rate, 6)})


def published_total(one: Series, kind: TaskKind) -> PublishedRates | None:
    """Published success of a series' model over the sites that it was run on, in its setting."""
    if one.published is None or kind != "text":
        return None
    return total_rates(one.published, sites_of([one], kind), disruptions=one.mode is not None)


def by_lang_tally(episodes: Iterable[EpisodeRecord]) -> Mapping[str, Tally]:
    """Language -> figures, with ``all`` even where there is one language only."""
    everything = tuple(episodes)
    groups = {lang: tally(group) for lang, group in by_language(everything).items() if lang != ALL}
    return {**groups, ALL: tally(everything)}


def _series_rows(one: Series, langs: Sequence[str], kind: TaskKind) -> Iterator[Row]:
    yield _measured_row(one.label, one.counted(kind), langs)
    found = published_total(one, kind)
    if found is not None and one.published is not None:
        title = published_title(one.published)
        yield published_row(title, found, langs, len(sites_of([one], kind)))


def _other_models(
    ran: Collection[str | None],
    group: Group,
    langs: Sequence[str],
    sites: Sequence[str],
    mode: Mode | None,
) -> Iterator[Row]:
    """Rows of the models that only the paper ran."""
    for model, access in published_models():
        found = total_rates(model, sites, disruptions=mode is not None)
        if access == group and model not in ran and found is not None:
            yield published_row(published_title(model), found, langs, len(sites))


def _published_site(one: Series, site: str, kind: TaskKind) -> PublishedRates | None:
    if one.published is None or kind != "text":
        return None
    return site_rates(one.published, site, disruptions=one.mode is not None)


def _measured_row(label: str, episodes: Sequence[EpisodeRecord], langs: Sequence[str]) -> Row:
    found = by_lang_tally(episodes)
    tasks = len({episode.task_id for episode in episodes})
    cells = (tally_cell(found.get(lang)) for lang in (*langs, ALL))
    return Row.of(label, *cells, Cell(str(tasks), values={"": tasks}))


def _published_note(mode: Mode | None, kind: TaskKind, sites: Sequence[str]) -> str:
    if kind != "text":
        return "The paper draws its results on visual tasks (Figure 3) and prints no figures of them."
    tables = "tables 13 to 20" if mode else "tables 3 to 12"
    which = "the same sites" if len(sites) > 1 else sites[0]
    return (
        f"Rows called {PUBLISHED} are the paper's, of {which}, from {tables}: of its own tasks, not of these."
    )

"""What the drawings of a report show: the same figures as its tables, with their intervals."""

from collections.abc import Iterable, Mapping, Sequence

from disruptions import Mode
from harness.metrics import ALL, FAILURE_KINDS, FailureKind, PairedDifference, Share, Tally
from harness.reporting.conduct_grids import Measured
from harness.reporting.difference_grids import (
    disruption_drops,
    english_comparison,
    points,
    published_drop,
    published_english,
)
from harness.reporting.drawing import STYLES, Axis, Mark, Panel, Plot, PlotRow, Style
from harness.reporting.series import Series
from harness.reporting.success_grids import PUBLISHED, by_lang_tally, languages_of, mode_name, published_total
from harness.reporting.summary import FAILURE_NAMES
from harness.wording import counted
from sites.kit.localization import LANGUAGES, get_language
from tasks.models import TaskKind

INTERVAL = "measured, 95 % interval"
RATES = Axis(0, 100, (0, 50, 100), " %", "solved")
STEP_POINTS = 20
"""Axes of differences end at a multiple of it."""


def success_plot(series: Sequence[Series], mode: Mode | None, kind: TaskKind) -> Plot | None:
    """Success by language with Wilson intervals, the published rates of the same sites beside it.

    Returns:
        None where no series has an episode of this sort.
    """
    chosen = [one for one in series if one.mode == mode and one.counted(kind)]
    if not chosen:
        return None
    langs = languages_of(episode for one in chosen for episode in one.counted(kind))
    rows = [_success_row(one, langs, kind) for one in chosen]
    legend = _legend(rows, measured=INTERVAL, published="published, same sites, other tasks")
    title = f"Success by language, {kind} tasks, {mode_name(mode)}"
    name = f"success-{kind}{f'-{mode}' if mode else ''}"
    return Plot(name, title, language_panels(langs), tuple(rows), RATES, legend)


def english_plot(series: Sequence[Series], kind: TaskKind) -> Plot | None:
    """Differences to English with Newcombe intervals.

    Returns:
        None where there is none.
    """
    found = english_comparison(series, kind)
    if not found:
        return None
    langs = tuple(lang for lang in LANGUAGES if any(lang in by_lang for _, by_lang in found))
    rows = [_english_row(one, by_lang, kind) for one, by_lang in found]
    legend = _legend(rows, measured=INTERVAL, published="published, other tasks")
    title = f"Points better or worse than in English, {kind} tasks"
    axis = _points_axis(rows)
    return Plot(f"english-{kind}", title, language_panels(langs), tuple(rows), axis, legend)


def disruption_plot(series: Sequence[Series], kind: TaskKind) -> Plot | None:
    """The same tasks without and with disruptions, by language.

    Returns:
        None where no series was run both ways.
    """
    found = disruption_drops(series, kind)
    if not found:
        return None
    langs = languages_of(episode for plain, _, _ in found for episode in plain.counted(kind))
    rows: list[PlotRow] = []
    for plain, disrupted, drops in found:
        marks: dict[str, tuple[Mark, ...]] = {}
        for drop in drops:
            if drop.lang == ALL:
                continue
            without, with_them = published_drop(plain, drop, kind)
            told = f"{plain.label}, {_name(drop.lang)}"
            marks[drop.lang] = (
                _share_mark("measured", drop.pairs.first, f"{told}, no disruptions"),
                _share_mark("other", drop.pairs.second, f"{told}, {mode_name(disrupted.mode)}"),
                *(
                    _published_mark(rate, where, drop.lang)
                    for rate, where in ((without, "without"), (with_them, "with disruptions"))
                    if rate is not None
                ),
            )
        label = plain.label if disrupted.mode == "once" else f"{plain.label}, {disrupted.mode}"
        rows.append(PlotRow(label, marks))
    legend = _legend(
        rows, measured="without", other="with disruptions", published="published, without and with"
    )
    title = f"The same {kind} tasks without and with disruptions"
    return Plot(f"disruptions-{kind}", title, language_panels(langs), tuple(rows), RATES, legend, joins=True)


def kind_plot(series: Sequence[Series]) -> Plot | None:
    """Text and visual tasks of the series that have both.

    Returns:
        None where there is none.
    """
    chosen = [one for one in series if one.counted("text") and one.counted("visual")]
    if not chosen:
        return None
    langs = languages_of(episode for one in chosen for episode in one.counted())
    kinds: tuple[tuple[TaskKind, Style], ...] = (("text", "measured"), ("visual", "other"))
    rows: list[PlotRow] = []
    for one in chosen:
        label = one.label if one.mode is None else f"{one.label}, {mode_name(one.mode)}"
        found: list[tuple[TaskKind, Style, Mapping[str, Tally]]] = [
            (kind, style, by_lang_tally(one.counted(kind))) for kind, style in kinds
        ]
        marks = {
            lang: tuple(
                rate_mark(style, by_lang[lang], f"{label}, {kind}", lang)
                for kind, style, by_lang in found
                if lang in by_lang
            )
            for lang in langs
        }
        rows.append(PlotRow(label, marks))
    legend = _legend(rows, measured="text", other="visual")
    title = "Success on text and visual tasks"
    return Plot("kinds", title, language_panels(langs), tuple(rows), RATES, legend)


def failures_plot(measured: Sequence[Measured]) -> Plot | None:
    """First failures as shares of the episodes that count, a panel a series.

    Returns:
        None where everything was solved.
    """
    chosen = [(one, figures) for one, figures in measured if figures.all_failures]
    kinds: list[FailureKind] = [
        kind for kind in FAILURE_KINDS if any(kind in figures.all_failures for _, figures in chosen)
    ]
    if not kinds:
        return None
    rows: list[PlotRow] = []
    for kind in kinds:
        marks: dict[str, tuple[Mark, ...]] = {}
        for number, (one, figures) in enumerate(chosen):
            count, of = figures.all_failures.get(kind, 0), figures.total.counted
            if count:
                share = f"{count} of {counted(of, 'episode')}"
                told = f"{one.label}, {mode_name(one.mode)}: {FAILURE_NAMES[kind]} {share}"
                marks[str(number)] = (Mark("bar", 100 * count / of, told),)
        rows.append(PlotRow(FAILURE_NAMES[kind], marks))
    panels = tuple(
        Panel(str(number), one.label if one.mode is None else f"{one.label}, {one.mode}")
        for number, (one, _) in enumerate(chosen)
    )
    legend = _legend(rows, bar="share of the episodes that count")
    return Plot("failures", "Why episodes were not solved", panels, tuple(rows), RATES, legend)


def language_panels(langs: Iterable[str]) -> tuple[Panel, ...]:
    """A panel a language: its code, and its name in itself."""
    return tuple(Panel(lang, lang.upper(), get_language(lang).native_name) for lang in langs)


def rate_mark(style: Style, figures: Tally, label: str, lang: str) -> Mark:
    """A success rate with its interval."""
    low, high = figures.interval
    rate = figures.rate or 0.0
    counts = f"{figures.solved} of {figures.counted}"
    told = f"{label}, {_name(lang)}: {rate:.1%} ({counts}), 95 % {low:.1%} to {high:.1%}"
    return Mark(style, 100 * rate, told, 100 * low, 100 * high)


def _success_row(one: Series, langs: Sequence[str], kind: TaskKind) -> PlotRow:
    measured = by_lang_tally(one.counted(kind))
    rates = published_total(one, kind)
    marks: dict[str, tuple[Mark, ...]] = {}
    for lang in langs:
        if lang in measured:
            marks[lang] = (rate_mark("measured", measured[lang], one.label, lang),)
        if rates is not None and lang in rates.by_lang:
            marks[lang] = (*marks.get(lang, ()), _published_mark(rates.by_lang[lang], rates.where, lang))
    return PlotRow(one.label, marks)


def _english_row(one: Series, by_lang: Mapping[str, PairedDifference], kind: TaskKind) -> PlotRow:
    label = one.label if one.mode is None else f"{one.label}, {mode_name(one.mode)}"
    rates = published_english(one, kind)
    marks: dict[str, tuple[Mark, ...]] = {}
    for lang, pairs in by_lang.items():
        marks[lang] = (_difference_mark(pairs, label, lang),)
        if rates is not None and lang in rates.by_lang:
            value = rates.by_lang[lang]
            told = f"{PUBLISHED} ({rates.where}), {_name(lang)}: {points(value)} points"
            marks[lang] += (Mark("published", 100 * value, told),)
    return PlotRow(label, marks)


def _legend(rows: Sequence[PlotRow], **texts: str) -> tuple[tuple[Style, str], ...]:
    """Style -> what it means, of the styles that are there."""
    used = {mark.style for row in rows for marks in row.marks.values() for mark in marks}
    return tuple((style, texts[style]) for style in STYLES if style in used)


def _share_mark(style: Style, share: Share, told: str) -> Mark:
    rate = share.rate or 0.0
    return Mark(style, 100 * rate, f"{told}: {rate:.1%} ({share.count} of {share.of})")


def _published_mark(rate: float, where: str, lang: str) -> Mark:
    return Mark("published", 100 * rate, f"{PUBLISHED} ({where}), {_name(lang)}: {rate:.1%}")


def _difference_mark(pairs: PairedDifference, label: str, lang: str) -> Mark:
    low, high = pairs.interval
    told = (
        f"{label}, {_name(lang)}: {points(pairs.difference)} points, 95 % {points(low)} to {points(high)},"
        f" {counted(pairs.tasks, 'task')}"
    )
    return Mark("measured", 100 * (pairs.difference or 0.0), told, 100 * low, 100 * high)


def _points_axis(rows: Sequence[PlotRow]) -> Axis:
    """The same on both sides of zero, wide enough for every interval."""
    marks = [mark for row in rows for found in row.marks.values() for mark in found]
    ends = [abs(end) for mark in marks for end in (mark.value, mark.low, mark.high) if end is not None]
    most = min(100.0, -(-max(ends, default=1) // STEP_POINTS) * STEP_POINTS)
    return Axis(-most, most, (-most, 0, most), "", "points")


def _name(lang: str) -> str:
    return get_language(lang).name

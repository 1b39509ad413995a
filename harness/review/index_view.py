"""The head of the index: what was run, how far it is, and the figures of its groups, as plain texts."""

from dataclasses import dataclass

from harness.interruptions import KIND_NAMES
from harness.metrics import ALL, Tally, in_groups, tally
from harness.records import Manifest, Run
from harness.reporting.disruptions import ENDINGS, InterruptionRates, interruption_rates
from harness.reporting.summary import pairs_text
from sites.kit.localization import get_language

Facts = tuple[tuple[str, str], ...]
COMMIT_LETTERS = 12


@dataclass(frozen=True, slots=True)
class GroupView:
    """A row of the table of figures: a site in a language, and a kind of tasks."""

    site: str
    lang: str
    """Code of the language."""
    language: str
    kind: str
    solved: int
    counted: int
    errors: int
    rate: str
    interval: str
    low: float
    """Per cent, as are ``span`` and ``point``: the drawing of the interval."""
    span: float
    point: float | None
    steps: str
    seconds: str
    tokens: str
    cost: str
    pairs: str


@dataclass(frozen=True, slots=True)
class RatesView:
    """What became of one kind of interruption in a language."""

    language: str
    kind: str
    shown: int
    shares: tuple[str, ...]
    """In the order of `ENDINGS`."""
    requests: str


@dataclass(frozen=True, slots=True)
class RunView:
    """The head of the index."""

    name: str
    model: str
    engine: str
    facts: Facts
    notices: tuple[str, ...]
    """What is not as it should be: sentences, empty for a finished run."""
    groups: tuple[GroupView, ...]
    has_kinds: bool
    """Whether text and visual tasks were run, so that rows tell which they are of."""
    has_twins: bool
    """Whether twins were run, so that pair accuracy is shown."""
    endings: tuple[str, ...]
    """Headers of ``disruptions``."""
    disruptions: tuple[RatesView, ...]


def run_view(run: Run) -> RunView:
    """The view of a run's manifest and figures."""
    groups = in_groups(run.episodes)
    return RunView(
        name=run.run_dir.resolve().name,
        model=run.manifest.model,
        engine=run.manifest.engine,
        facts=(*_counts(run), *_settings(run.manifest)),
        notices=notices(run),
        groups=tuple(
            _group_view(site, lang, kind, tally(group)) for (site, lang, kind), group in groups.items()
        ),
        has_kinds=len({kind for _, _, kind in groups}) > 1,
        has_twins=any(episode.twin_of for episode in run.episodes),
        endings=ENDINGS,
        disruptions=tuple(map(_rates_view, interruption_rates([run]))),
    )


def notices(run: Run) -> tuple[str, ...]:
    """What a reader has to know of a run that is under way, or that was cut off; a sentence each."""
    planned, missing = len(run.manifest.episodes), len(run.missing)
    found: list[str] = []
    if missing:
        found.append(
            f"Unfinished: {planned - missing} of {planned} episodes are on record. The run is still going, or"
            " it was cut off: then go on with it by the same command with --resume."
        )
    if run.torn_lines:
        found.append(
            f"{_number(run.torn_lines, 'half-written line')} left out of the record: something that wrote it"
            " was killed in between."
        )
    if loose := len(run.unfinished):
        found.append(f"{_number(loose, 'step')} on record belong to episodes whose end is not.")
    if errors := sum(episode.outcome == "error" for episode in run.episodes):
        found.append(
            f"{_number(errors, 'episode')} broke off by an error and {'has' if errors == 1 else 'have'} no"
            " verdict: --resume runs them again."
        )
    return tuple(found)


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _counts(run: Run) -> Facts:
    episodes, planned = len(run.episodes), len(run.manifest.episodes)
    solved = sum(episode.outcome == "solved" for episode in run.episodes)
    cost = sum(episode.cost_usd for episode in (*run.episodes, *run.earlier))
    return (
        ("Episodes", str(episodes) if episodes == planned else f"{episodes} of {planned}"),
        ("Solved", str(solved)),
        ("Cost", f"${cost:,.2f}"),
    )


def _settings(manifest: Manifest) -> Facts:
    return (
        ("Engine", manifest.engine),
        ("Disruptions", str(manifest.settings.get("disruptions") or "none")),
        ("Seed", str(manifest.seed)),
        ("Seed of the tasks", str(manifest.taskset_seed)),
        ("Started", manifest.timing.started_at.replace("T", " ").replace("+00:00", " UTC")),
        ("Commit", (manifest.git_commit or "none")[:COMMIT_LETTERS]),
        *(
            (name.capitalize(), manifest.versions[name])
            for name in ("lowagent", "chromium")
            if name in manifest.versions
        ),
        *((name, str(value)) for name, value in manifest.agent.items() if value is not None),
    )


def _group_view(site: str, lang: str, kind: str, figures: Tally) -> GroupView:
    low, high = figures.interval
    return GroupView(
        site=site,
        lang=lang,
        language=get_language(lang).name,
        kind=kind,
        solved=figures.solved,
        counted=figures.counted,
        errors=figures.errors,
        rate="-" if figures.rate is None else f"{figures.rate:.1%}",
        interval=f"{low:.1%} - {high:.1%}",
        low=round(low * 100, 2),
        span=round((high - low) * 100, 2),
        point=None if figures.rate is None else round(figures.rate * 100, 2),
        steps=f"{figures.steps:.1f}",
        seconds=f"{figures.seconds:.1f}",
        tokens=f"{figures.tokens:,.0f}",
        cost=f"${figures.cost_usd:.2f}",
        pairs=pairs_text(figures),
    )


def _rates_view(rates: InterruptionRates) -> RatesView:
    return RatesView(
        language="all" if rates.lang == ALL else get_language(rates.lang).name,
        kind=KIND_NAMES[rates.kind],
        shown=rates.shown,
        shares=tuple(f"{rates.share(ending):.1%}" for ending in ENDINGS),
        requests=f"{rates.requests:.1f}",
    )

"""What a run may cost, told before it is begun (``--dry-run``): episodes, steps, tokens, money, time.

Two columns bound it: agents that take as many steps as the references do, and agents that use up every
budget. Tokens of prompts are those of the pages that Ministore's references read, by the upper estimate of
`harness.models.tokens`; a model counts fewer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.table import Table

from harness.models import ModelSettings
from harness.prompting import chosen_mode
from harness.prompting.captures import SCREENSHOT_MODES
from harness.records import read_episodes, read_manifest
from harness.reporting.summary import as_text
from harness.runs.plan import PlannedEpisode, chosen_tasks, plan_episodes
from harness.runs.progress import duration
from harness.runs.request import RunRequest
from harness.runs.room import prompt_limit, room_lines
from harness.wording import counted
from tasks import TaskInstance

PROMPT_TOKENS: Mapping[str, int] = {"en": 2_800, "bn": 4_300, "hi": 3_700, "ur": 3_700, "am": 4_600}
"""Of a step shown as text with three earlier steps, by language: means over 25 tasks of mixed types."""
OTHER_PROMPT_TOKENS = 4_600
"""In a language that was not measured."""
REPLY_TOKENS = 60
"""Of one action with a few words around it."""
SCREENSHOTS = 2
"""Images that show one page, where it is shown as a picture."""
MODEL_SECONDS = 2.0
"""That a model takes for a reply."""
BROWSER_SECONDS: Mapping[str, float] = {"http": 0.05, "chromium": 0.6}
"""That a step takes besides, marked screenshots included (docs/performance.md)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What episodes take together."""

    steps: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    seconds: float
    """With as many workers as were asked for."""


def estimate_lines(request: RunRequest, workers: int) -> Iterator[str]:
    """What ``--dry-run`` tells; nothing is started, contacted or written.

    Args:
        request: the run.
        workers: how many run episodes at once.

    Raises:
        LoWAgentError: a task is malformed, or there is no run to resume.
    """
    tasks = chosen_tasks(request)
    planned = _planned(request, tasks)
    places = f"{', '.join(request.sites)} ({', '.join(request.langs)})"
    total = len(tasks) * request.repeats
    numbers = f"{counted(len(tasks), 'task')}, {counted(total, 'episode')}"
    yield f"{request.model} in {request.browser.engine} at {places}: {numbers}"
    if request.resume:
        yield f"kept from {request.run_dir}: {counted(total - len(planned), 'episode')}"
    least = estimate(request, planned, [len(one.task.reference) for one in planned], workers)
    most = estimate(request, planned, [_budget(request, one.task) for one in planned], workers)
    yield ""
    yield _table(request.model_settings, least, most)
    yield ""
    if (model := request.model_settings) is not None and planned:
        chosen = {one.task.instance_id: one.task for one in planned}
        usual = [page_tokens(request, model, task) for task in chosen.values()]
        yield from room_lines(request, model, tuple(chosen.values()), usual)
    yield from _assumptions(request, workers)
    yield "nothing was started or written"


def estimate(
    request: RunRequest, planned: Sequence[PlannedEpisode], steps: Iterable[int], workers: int
) -> Estimate:
    """What episodes take together.

    Args:
        request: the run.
        planned: its episodes.
        steps: how many steps each takes.
        workers: how many run episodes at once.
    """
    model = request.model_settings
    counts = [1 if request.agent.observe == "none" else count for count in steps]
    total = sum(counts)
    seconds = total * (BROWSER_SECONDS[request.browser.engine] + (MODEL_SECONDS if model else 0))
    tokens_in = tokens_out = 0
    if model is not None:
        pairs = zip(planned, counts, strict=True)
        tokens_in = sum(count * prompt_tokens(request, model, one.task) for one, count in pairs)
        tokens_out = total * REPLY_TOKENS
    cost = model.price.cost_usd(input_tokens=tokens_in, output_tokens=tokens_out) if model else 0.0
    return Estimate(total, tokens_in, tokens_out, cost, seconds / max(1, min(workers, len(planned))))


def prompt_tokens(request: RunRequest, model: ModelSettings, task: TaskInstance) -> int:
    """Tokens of one prompt of a task as it is sent: of one that is too long, what it may take."""
    return min(prompt_limit(request, model), page_tokens(request, model, task))


def page_tokens(request: RunRequest, model: ModelSettings, task: TaskInstance) -> int:
    """Tokens of one prompt of a task with a whole page of average length, images included."""
    mode = chosen_mode(request.agent.observe, task.kind)
    images = len(task.reference_images) if mode != "caption" else 0
    if mode in SCREENSHOT_MODES:
        images += SCREENSHOTS
    return PROMPT_TOKENS.get(task.lang, OTHER_PROMPT_TOKENS) + images * model.image_tokens


def _planned(request: RunRequest, tasks: Sequence[TaskInstance]) -> list[PlannedEpisode]:
    """What would be run."""
    if request.resume:
        read_manifest(request.run_dir)
        return plan_episodes(tasks, request.repeats, read_episodes(request.run_dir))
    return plan_episodes(tasks, request.repeats)


def _budget(request: RunRequest, task: TaskInstance) -> int:
    setting = request.disruption_setting
    return setting.stated_budget(task) if setting else task.budget


def _table(model: ModelSettings | None, least: Estimate, most: Estimate) -> str:
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
    for name in ("", "as the references", "every budget used up"):
        table.add_column(name, justify="right" if name else "left")
    table.add_row("steps", *(f"{one.steps:,}" for one in (least, most)))
    if model is not None:
        table.add_row("tokens of prompts", *(f"{one.input_tokens:,}" for one in (least, most)))
        table.add_row("tokens of replies", *(f"{one.output_tokens:,}" for one in (least, most)))
        table.add_row("cost", *(_money(model, one.cost_usd) for one in (least, most)))
    table.add_row("time", *(duration(one.seconds) for one in (least, most)))
    return as_text(table)


def _money(model: ModelSettings, cost_usd: float) -> str:
    return "unknown" if model.price.source == "unknown" else f"${cost_usd:,.2f}"


def _assumptions(request: RunRequest, workers: int) -> Iterator[str]:
    engine = request.browser.engine
    parts = [f"{BROWSER_SECONDS[engine]:g} s a step in {engine}"]
    if (model := request.model_settings) is not None:
        langs = ", ".join(
            f"{lang} {PROMPT_TOKENS.get(lang, OTHER_PROMPT_TOKENS):,}" for lang in request.langs
        )
        parts += [
            f"{MODEL_SECONDS:g} s a reply",
            f"{REPLY_TOKENS} tokens a reply",
            f"tokens of a prompt: {langs}",
        ]
        parts += [
            f"{model.image_tokens:,} an image",
            f"price: {model.price.source}",
            "no retries, no cached tokens",
        ]
    yield f"assumed: {workers} at once, {', '.join(parts)}"

"""``lowagent tasks draft``: what an episode has done, as the steps of a reference that task files hold."""

import json
from collections.abc import Iterator, Mapping
from typing import TypeVar

from harness.actions import Action
from harness.addresses import site_path
from harness.agents.protocol import Reply
from harness.errors import RecordError
from harness.records import StepRecord, read_run
from harness.records.addressing import find_episode, read_episode_address
from harness.replay.rendered import RenderedForm, read_forms, read_links
from harness.replies import parse_reply

INDENT = "    "

_Element = TypeVar("_Element")


def draft_lines(address: str) -> Iterator[str]:
    """The steps of an episode as YAML, values as they were: slots have to be put in their place.

    What failed and what dismissed interruptions is left out.

    Args:
        address: ``RUN_DIR#EPISODE``.

    Raises:
        LoWAgentError: there is no such episode.
    """
    folder, name = read_episode_address(address)
    run = read_run(folder)
    episode = find_episode(run, name)
    yield f"# {name} by {run.manifest.model}: {episode.outcome}. {episode.intent}"
    yield "  reference:"
    for step in run.steps_by_episode().get(name, ()):
        if step.action is not None and step.error is None and step.disruption is None:
            yield from _step_lines(step, parse_reply(Reply(step.action))[0])
    if episode.answer is None:
        yield f'{INDENT}- stop: ""'


def _step_lines(step: StepRecord, action: Action | None) -> Iterator[str]:
    if action is None:
        raise RecordError(f"step {step.step} of {step.episode_id}: {step.action!r} is no action")
    if action.kind == "stop":
        yield f"{INDENT}- stop: {_quoted(action.answer)}"
    elif action.kind == "goto":
        yield f"{INDENT}- goto: {_quoted(site_path(action.path, step.url))}"
    elif action.kind == "click":
        yield f"{INDENT}- click: {_quoted(_there(read_links(step.observation), action.index, step))}"
    else:
        yield from _fill_lines(step, action)


def _fill_lines(step: StepRecord, action: Action) -> Iterator[str]:
    forms = read_forms(step.observation)
    form = _there(forms, action.index, step)
    fields = {name: form.fields.get(name, {}).get(value, value) for name, value in action.fields.items()}
    path = form.action.partition("?")[0]
    named = path if _first(forms, path, fields) == action.index else form.action
    yield f"{INDENT}- fill: {_quoted(named)}"
    if fields:
        pairs = ", ".join(f"{name}: {_quoted(value)}" for name, value in fields.items())
        yield f"{INDENT}  fields: {{{pairs}}}"
    if _first(forms, named, fields) != action.index:
        yield f"{INDENT}  # another form of this path with these fields comes first on the page"


def _first(forms: Mapping[int, RenderedForm], named: str, fields: Mapping[str, str]) -> int | None:
    """The form that a step of a reference means (`harness.agents.reference`)."""
    there = [index for index, form in forms.items() if named in (form.action, form.action.partition("?")[0])]
    fitting = (index for index in there if fields.keys() <= forms[index].fields.keys())
    return next(fitting, there[0] if there else None)


def _there(numbered: Mapping[int, _Element], index: int, step: StepRecord) -> _Element:
    if index in numbered:
        return numbered[index]
    raise RecordError(f"step {step.step} of {step.episode_id}: its page on record has no number {index}")


def _quoted(text: str) -> str:
    """As task files write it; braces that are no slots stand twice."""
    return json.dumps(text.replace("{", "{{").replace("}", "}}"), ensure_ascii=False)

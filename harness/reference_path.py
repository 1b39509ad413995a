"""Following an episode beside its reference: whether each action is the one that the reference does next.

Links are told by where they lead and forms by the path that they submit to, as `harness.agents.reference`
finds them, so a ``goto`` to the address of the reference's link counts as well as the click. An action that
is off the path may still be right: a reference is one way of several.
"""

from dataclasses import dataclass

from harness.actions import Action
from harness.addresses import page_address, resolve, site_path
from harness.agents.reference import ReferencePathError, resolve_step
from harness.errors import ActionFailed
from harness.form_filling import field_value
from harness.observation import Form, Observation
from sites.kit.localization import normalize
from tasks import FillStep, ReferenceStep, StopStep


@dataclass(slots=True)
class ReferencePath:
    """How far the actions of an episode have followed a reference."""

    steps: tuple[ReferenceStep, ...]
    done: int = 0
    """Steps of the reference that were taken, in order."""

    def follow(self, action: Action, seen: Observation, *, failed: bool) -> bool:
        """Whether an action is the reference's next one, which is then behind.

        Args:
            action: what is done on the page.
            seen: the page; no interruption.
            failed: whether the page could not carry it out, so that the step is still to be taken.
        """
        step = self.steps[self.done] if self.done < len(self.steps) else StopStep()
        is_next = _is_same(action, step, seen)
        self.done += is_next and not failed
        return is_next


def _is_same(action: Action, step: ReferenceStep, seen: Observation) -> bool:
    """An answer is judged by checks alone: any stop is the reference's stop."""
    if action.kind == "stop" or isinstance(step, StopStep):
        return action.kind == "stop" and isinstance(step, StopStep)
    if isinstance(step, FillStep):
        return action.kind == "fill" and _is_same_filling(action, step, seen)
    try:
        wanted = resolve_step(step, seen)
    except ReferencePathError:
        return False
    return action.kind != "fill" and _target(action, seen) == _target(wanted, seen)


def _target(action: Action, seen: Observation) -> str | None:
    """Path and query that a goto or click leads to; None for a link that is not there."""
    if action.kind == "goto":
        return site_path(page_address(resolve(action.path, seen.url)), seen.url)
    href = next((link.href for link in seen.links if link.index == action.index), None)
    return None if href is None else page_address(href)


def _is_same_filling(action: Action, step: FillStep, seen: Observation) -> bool:
    """Whether both submit the same values to the same path."""
    try:
        wanted = resolve_step(step, seen)
    except ReferencePathError:
        return False
    forms = {form.index: form for form in seen.forms}
    form = forms.get(action.index)
    if form is None or form.action != forms[wanted.index].action:
        return False
    given, meant = dict(action.fields), dict(step.fields)
    if given.keys() - {field.name for field in form.fields}:
        return False
    return all(_value(form, given, name) == _value(form, meant, name) for name in given | meant)


def _value(form: Form, given: dict[str, str], name: str) -> str | None:
    """What a field of the form will hold; None for one that is not there or can't hold it."""
    field = next((one for one in form.fields if one.name == name), None)
    if field is None:
        return None
    try:
        return normalize(field_value(field, given[name]) if name in given else field.value)
    except ActionFailed:
        return None

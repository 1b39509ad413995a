"""What ``fill 2 size=M; qty=3`` means for a form: which values its fields take, and what is submitted.

Both browsers resolve a filling here, so that both accept the same values and refuse the same ones in the
same words.
"""

from collections.abc import Iterator, Mapping, Sequence

from harness.errors import ActionFailed
from harness.extraction import Control, FormControls
from harness.observation import Field, Form, Option
from sites.kit.localization import normalize

MAX_TYPED_CHARACTERS = 5_000
"""Of all values of one ``fill`` together: far more than a person types, and short enough for an address."""


def resolve_values(form: Form, controls: FormControls, given: Mapping[str, str]) -> dict[str, str]:
    """The submitted values of the named fields.

    Args:
        form: the form as the agent sees it.
        controls: its controls.
        given: field name -> what the agent wrote: text, the value or visible text of an option, 1 or 0.

    Returns:
        Field name -> text, option value, or "1"/"0" for a checkbox.

    Raises:
        ActionFailed: an unknown field or option, a text longer than the field takes, or too much text in all.
    """
    typed = sum(map(len, given.values()))
    if typed > MAX_TYPED_CHARACTERS:
        raise ActionFailed(
            f"{typed:,} characters are too many: type at most {MAX_TYPED_CHARACTERS:,} at once"
        )
    fields = {field.name: field for field in form.fields}
    limits = {control.name: control.max_length for control in controls.controls}
    values: dict[str, str] = {}
    for name, text in given.items():
        if name not in fields:
            raise ActionFailed(_unknown_field(form, name))
        values[name] = _within(limits[name], fields[name], field_value(fields[name], text))
    return values


def field_value(field: Field, text: str) -> str:
    """What a field holds once an agent has written ``text`` for it.

    Raises:
        ActionFailed: the field has no such option.
    """
    if field.kind in ("select", "radio"):
        return _option(field, text).value
    if field.kind == "checkbox":
        return _checkbox(field, text)
    return text


def submission(controls: FormControls, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The entries that a browser submits, in document order, after ``values`` were set."""
    return tuple(_entries(controls.controls, controls.submitter, values))


def _entries(
    controls: Sequence[Control], submitter: Control | None, values: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for control in controls:
        new = values.get(control.name)
        if control.kind == "button":
            takes_part, value = control is submitter and control.name != "", control.value
        elif control.kind == "radio":
            takes_part, value = control.checked if new is None else new == control.value, control.value
        elif control.kind == "checkbox":
            takes_part, value = control.checked if new is None else new == "1", control.value
        elif control.kind == "hidden":
            takes_part, value = True, control.value
        else:
            takes_part, value = True, control.value if new is None else new
        if takes_part:
            yield control.name, value


def _within(max_length: int | None, field: Field, text: str) -> str:
    length = len(text.encode("utf-16-le")) // 2
    if max_length is not None and length > max_length:
        raise ActionFailed(f"{field.name} takes at most {max_length} characters, got {length}")
    return text


def _option(field: Field, text: str) -> Option:
    wanted = normalize(text)
    tests = (
        lambda option: option.value == text,
        lambda option: option.text == text,
        lambda option: wanted in (normalize(option.value), normalize(option.text)),
    )
    for test in tests:
        found = next(filter(test, field.options), None)
        if found is not None:
            return found
    choices = ", ".join(f"{option.value} ({option.text})" for option in field.options)
    raise ActionFailed(f"{field.name} has no option {text!r}: choose one of {choices}")


def _checkbox(field: Field, text: str) -> str:
    wanted = normalize(text)
    if wanted in ("0", "1"):
        return wanted
    if wanted and wanted == normalize(field.label):
        return "1"
    raise ActionFailed(f"{field.name} is a checkbox: give 1 to tick it or 0 to clear it, not {text!r}")


def _unknown_field(form: Form, name: str) -> str:
    if not form.fields:
        return f"form {form.index} has no field {name!r}: it has none, `fill {form.index}` presses its button"
    choices = ", ".join(field.name for field in form.fields)
    return f"form {form.index} has no field {name!r}: its fields are {choices}"

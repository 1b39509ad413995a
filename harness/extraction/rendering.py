"""An observation as the text that a model reads.

Headings are English in every language, like the actions; everything else is what the page shows. In the
page's text ``[3]`` stands before link 3 and ``[F2]`` where form 2 begins.
"""

from harness.observation import Field, Form, Link, Observation


def render(observation: Observation) -> str:
    """The observation as text: error, URL, title, text, links, forms."""
    parts = [*head_lines(observation), "", "TEXT:", observation.marked_text or observation.text]
    parts += ["", "LINKS:", *map(link_line, observation.links)]
    parts += ["", "FORMS:"]
    for form in observation.forms:
        parts += form_lines(form)
    return "\n".join(parts) + "\n"


def head_lines(observation: Observation) -> list[str]:
    """What stands above every view of a page: error, URL, title, and the status where it is not 200."""
    lines = [] if observation.error is None else [f"ERROR: {observation.error}"]
    lines += [f"URL: {observation.url}", f"TITLE: {observation.title}"]
    if observation.status != 200:
        lines.append(f"STATUS: {observation.status}")
    return lines


def link_line(link: Link) -> str:
    """A link as it stands in the list of links."""
    return f"[{link.index}] {link.text} -> {link.href}"


def form_lines(form: Form) -> list[str]:
    """A form as it stands in the list of forms: where it leads, then a line a field."""
    heading = f"[F{form.index}] {form.method.upper()} {form.action}, button: {form.button}"
    return [heading, *map(_field_line, form.fields)]


def options_text(field: Field) -> str:
    """The choices of a field: value and text, or the text alone where there is no other value."""
    return ", ".join(
        option.text if option.value in ("", option.text) else f"{option.value}: {option.text}"
        for option in field.options
    )


def _field_line(field: Field) -> str:
    what = f"{field.kind}, {field.label}" if field.label else field.kind
    line = f"  {field.name} ({what}) = {_chosen(field)}"
    return f"{line}; options: {options_text(field)}" if field.options else line


def _chosen(field: Field) -> str:
    """The current value as the list of options writes it: its text where the chosen value is empty."""
    empty = (option.text for option in field.options if not option.value)
    return field.value if field.value or field.kind == "radio" else next(empty, "")

"""An observation as the text that a model reads.

Headings are English in every language, like the actions; everything else is what the page shows. In the
page's text ``[3]`` stands before link 3 and ``[F2]`` where form 2 begins.
"""

from harness.observation import Field, Form, Link, Observation


def render(observation: Observation) -> str:
    """The observation as text: error, URL, title, text, links, forms."""
    parts = [] if observation.error is None else [f"ERROR: {observation.error}"]
    parts += [f"URL: {observation.url}", f"TITLE: {observation.title}"]
    if observation.status != 200:
        parts.append(f"STATUS: {observation.status}")
    parts += ["", "TEXT:", observation.marked_text or observation.text]
    parts += ["", "LINKS:", *map(_link_line, observation.links)]
    parts += ["", "FORMS:"]
    for form in observation.forms:
        parts += _form_lines(form)
    return "\n".join(parts) + "\n"


def _link_line(link: Link) -> str:
    return f"[{link.index}] {link.text} -> {link.href}"


def _form_lines(form: Form) -> list[str]:
    heading = f"[F{form.index}] {form.method.upper()} {form.action}, button: {form.button}"
    return [heading, *map(_field_line, form.fields)]


def _field_line(field: Field) -> str:
    what = f"{field.kind}, {field.label}" if field.label else field.kind
    line = f"  {field.name} ({what}) = {field.value}"
    if field.options:
        line += "; options: " + ", ".join(
            option.value if option.value == option.text else f"{option.value}: {option.text}"
            for option in field.options
        )
    return line

"""Forms: declared once, read from a request, shown again with what was typed and what was wrong.

A view reads the form, runs the site's rules in `FormState.attempt`, and redirects when all went well:

    form = ADDRESS.read(request.form)
    if form.ok:
        with form.attempt() as db:
            add_address(db, form.text("full_name"), …)
            return redirect(url_for(…), 303)
    return render_template("address.html", form=form)

A `RuleError` raised in the block undoes what it wrote and becomes the form's error. Codes are stable and
printed in brackets after the message; the messages are the application's (``app.error_messages``).

Source: the sites' common rules, section 4.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from flask_babel import lazy_gettext
from markupsafe import Markup, escape

from sites.kit.context import current_language, site_app, transaction
from sites.kit.errors import LoWAgentError
from sites.kit.fields import (
    CheckField,
    Choice,
    ChoiceField,
    DateField,
    DigitsField,
    Field,
    FieldValue,
    IntField,
    MoneyField,
    Parameter,
    PasswordField,
    RuleError,
    TextField,
)
from sites.kit.isolation import isolated, isolated_id
from sites.kit.localization import format_number
from sites.kit.translation import Text

__all__ = [
    "KIT_ERROR_MESSAGES",
    "CheckField",
    "Choice",
    "ChoiceField",
    "DateField",
    "DigitsField",
    "Field",
    "FieldValue",
    "FormError",
    "FormSpec",
    "FormState",
    "IntField",
    "MoneyField",
    "PasswordField",
    "RuleError",
    "TextField",
    "error_text",
]

KIT_ERROR_MESSAGES: Mapping[str, Text] = {
    "E_REQUIRED": lazy_gettext("This field is required."),
    "E_RANGE": lazy_gettext("This value is not among those allowed."),
    "E_FORMAT": lazy_gettext("This value can't be read. Check how it is written."),
    "E_LENGTH": lazy_gettext("Write %(minimum)s to %(maximum)s characters."),
    "E_CONFLICT": lazy_gettext("This conflicts with something that is already there."),
    "E_FORBIDDEN": lazy_gettext("You are not allowed to do this."),
    "E_NOT_FOUND": lazy_gettext("There is no such thing here."),
    "E_STATE": lazy_gettext("This can't be done any more in the present state."),
    "E_LOGIN": lazy_gettext("The username or the password is wrong."),
}
"""Messages of the codes that every site shares; a site adds its own with ``app.error_messages.update``."""


@dataclass(frozen=True, slots=True)
class FormError:
    """One error for the page: ``<p class="error" data-code="{{ code }}">{{ text }}</p>``."""

    code: str
    """Stable, ASCII."""
    text: Markup
    """Message in the interface's language, with the code in brackets."""
    field: str | None = None
    """The field to blame; None for the form as a whole."""

    @classmethod
    def of(cls, error: RuleError) -> "FormError":
        """What a page says of a rule that said no."""
        return cls(error.code, error_text(error), error.field)


@dataclass(slots=True)
class FormState:
    """A form with values: what was typed or is preset, what it means, and what is wrong with it."""

    spec: "FormSpec"
    values: dict[str, FieldValue] = field(default_factory=dict)
    """Field -> cleaned value; of a form that was read, only fields without an error."""
    shown: dict[str, str] = field(default_factory=dict)
    """Field -> text to show in it."""
    errors: list[FormError] = field(default_factory=list)
    """What is wrong, in the order of the fields."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong (so far)."""
        return not self.errors

    @property
    def general_errors(self) -> list[FormError]:
        """Errors that no field of this form can show."""
        return [error for error in self.errors if error.field not in self.spec.names]

    def error_for(self, name: str) -> FormError | None:
        """The first error of a field, if it has one."""
        return next((error for error in self.errors if error.field == name), None)

    def text(self, name: str) -> str:
        """The value of a text, choice, digits or date field; "" when it was left empty."""
        return str(self.values[name] or "")

    def integer(self, name: str) -> int:
        """The value of a required number.

        Raises:
            LoWAgentError: the field has no number; check `ok` first, or use `optional_integer`.
        """
        number = self.optional_integer(name)
        if number is None:
            raise LoWAgentError(
                f"form field {name!r} has no number: mark it required, or read optional_integer"
            )
        return number

    def optional_integer(self, name: str) -> int | None:
        """The value of a number that may be left empty."""
        value = self.values[name]
        return int(value) if isinstance(value, int) else None

    def cents(self, name: str) -> Fraction | None:
        """The exact cents of a money field, None when it was left empty."""
        value = self.values[name]
        return value if isinstance(value, Fraction) else None

    def flag(self, name: str) -> bool:
        """Whether a check box is ticked."""
        return bool(self.values[name])

    def reject(self, error: RuleError) -> None:
        """Note that a rule said no."""
        self.errors.append(FormError.of(error))

    @contextmanager
    def attempt(self) -> Iterator[sqlite3.Connection]:
        """Run rules and writes in a transaction; a `RuleError` undoes them and becomes an error here.

        Raises:
            LoWAgentError: the form has errors already; ask `ok` before.
        """
        if not self.ok:
            codes = ", ".join(error.code for error in self.errors)
            raise LoWAgentError(f"form with errors ({codes}) put to use: write `if form.ok:` before")
        try:
            with transaction() as connection:
                yield connection
        except RuleError as error:
            self.reject(error)


class FormSpec:
    """The declaration of a form: its fields in order."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self.names = frozenset(entry.name for entry in fields)

    def blank(self, **presets: FieldValue) -> FormState:
        """The form before anybody sent it, with the given values, or the fields' initial ones, filled in."""
        values = {entry.name: presets.get(entry.name, entry.initial) for entry in self.fields}
        shown = {entry.name: entry.show(values[entry.name]) for entry in self.fields}
        return FormState(self, values, shown)

    def read(self, data: Mapping[str, str]) -> FormState:
        """The form as it was sent: a field that is missing is empty, what nobody declared is ignored."""
        state = FormState(self)
        for entry in self.fields:
            raw = data.get(entry.name, "")
            try:
                value = entry.clean(raw)
            except RuleError as error:
                state.shown[entry.name] = entry.show(raw)
                state.reject(error)
            else:
                state.values[entry.name] = value
                state.shown[entry.name] = entry.show(value)
        return state

    def fill(self, data: Mapping[str, str], **presets: FieldValue) -> FormState:
        """The form of an address: as `read`, but what is missing or empty stays as it is in `blank`."""
        given = {name: text for name, text in data.items() if text.strip()}
        return self.read({**self.blank(**presets).shown, **given})


def error_text(error: RuleError) -> Markup:
    """The message of an error, with the code in brackets: ``… (E_RANGE)``.

    Integers among its parameters are written in the interface's digits, texts are isolated.

    Raises:
        LoWAgentError: the application has no message for the code.
    """
    messages = site_app().error_messages
    if error.code not in messages:
        raise LoWAgentError(f"error code {error.code} has no text: add it with app.error_messages.update(…)")
    parameters = {name: _shown(value) for name, value in error.parameters.items()}
    text = Markup(escape(str(messages[error.code])))
    return Markup("{} ({})").format(text % parameters if parameters else text, error.code)


def _shown(parameter: Parameter) -> Markup:
    if isinstance(parameter, int):
        return Markup(escape(format_number(parameter, current_language().code)))
    return isolated_id(parameter) if parameter.isascii() else isolated(parameter)

"""The fields of a form: each reads a typed text in any digits, and shows a value in the interface's digits.

`clean` gives the value or raises `RuleError` with a stable code; `show` is its reverse for a form that is
filled in before the user sees it. Error messages belong to the application (`sites.kit.forms.error_text`).
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from sites.kit.context import current_language
from sites.kit.errors import LoWAgentError
from sites.kit.localization import (
    format_number,
    localize_digits,
    parse_cents,
    parse_number,
    store,
    to_ascii_digits,
)
from sites.kit.translation import Text

E_REQUIRED = "E_REQUIRED"
E_RANGE = "E_RANGE"
E_FORMAT = "E_FORMAT"
E_CONFLICT = "E_CONFLICT"
E_FORBIDDEN = "E_FORBIDDEN"
E_NOT_FOUND = "E_NOT_FOUND"
E_STATE = "E_STATE"

FieldValue = str | int | Fraction | bool | None
Parameter = str | int
FieldKind = Literal["text", "textarea", "password", "select", "checkbox"]

_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SEPARATORS_IN_NUMBERS = re.compile(r"[\s\-()+.]")


class RuleError(LoWAgentError):
    """A rule of the site says no. Views turn it into the error paragraph of the page.

    ``code`` is stable and the same in every language; ``parameters`` fill the message of the code,
    integers in the interface's digits; ``field`` is the form field to blame, if one is.
    """

    def __init__(self, code: str, *, field: str | None = None, **parameters: Parameter) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.parameters = parameters


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a select or radio group."""

    value: str
    """ASCII code that is submitted and stored."""
    text: Text
    """What is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(ABC):
    """A field of a form. An empty optional field has the value None ("" for text, False for a check box)."""

    name: str
    """The ``name`` attribute: short ASCII, the same in every language."""
    label: Text
    required: bool = True
    initial: FieldValue = None
    """Value of a form that nobody filled in yet."""

    @property
    def kind(self) -> FieldKind:
        """The control that the page draws for it."""
        return "text"

    @abstractmethod
    def clean(self, raw: str) -> FieldValue:
        """The value of what was typed.

        Raises:
            RuleError: E_REQUIRED, E_FORMAT or E_RANGE.
        """

    def show(self, value: FieldValue) -> str:
        """The text of a value in the form, in the interface's digits where the field is numeric."""
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(Field):
    """Free text: NFC, trimmed, without control characters; a line unless ``multiline``."""

    min_length: int = 0
    """In characters."""
    max_length: int = 200
    multiline: bool = False

    @property
    def kind(self) -> FieldKind:
        """The control that the page draws for it."""
        return "textarea" if self.multiline else "text"

    def clean(self, raw: str) -> str:
        """The text as it is stored."""
        text = _clean_text(raw, self.multiline)
        if not text:
            _require(self)
        elif not self.min_length <= len(text) <= self.max_length:
            raise RuleError("E_LENGTH", field=self.name, minimum=self.min_length, maximum=self.max_length)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordField(Field):
    """A password: taken as it was typed, never shown again."""

    @property
    def kind(self) -> FieldKind:
        """The control that the page draws for it."""
        return "password"

    def clean(self, raw: str) -> str:
        """The password."""
        if not raw:
            _require(self)
        return raw

    def show(self, value: FieldValue) -> str:  # noqa: ARG002 - whatever it is, it stays hidden
        """Nothing."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntField(Field):
    """A whole number, typed in any digits."""

    minimum: int | None = None
    maximum: int | None = None

    def clean(self, raw: str) -> int | None:
        """The number."""
        if not raw.strip():
            return _require(self)
        number = parse_number(raw)
        if number is None or number != int(number):
            raise RuleError(E_FORMAT, field=self.name)
        if not _within(self.minimum, int(number), self.maximum):
            raise RuleError(E_RANGE, field=self.name)
        return int(number)

    def show(self, value: FieldValue) -> str:
        """The number in the interface's digits, not grouped."""
        return "" if value is None else localize_digits(str(value), current_language().code)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyField(Field):
    """An amount of the local currency, kept as exact cents (a fraction: compare before rounding)."""

    minimum_cents: int | None = 0
    maximum_cents: int | None = None

    def clean(self, raw: str) -> Fraction | None:
        """The amount in canonical cents."""
        if not raw.strip():
            return _require(self)
        cents = parse_cents(raw, current_language().code)
        if cents is None:
            raise RuleError(E_FORMAT, field=self.name)
        if not _within(self.minimum_cents, cents, self.maximum_cents):
            raise RuleError(E_RANGE, field=self.name)
        return cents

    def show(self, value: FieldValue) -> str:
        """The local amount in the interface's digits; a text is what was typed, and stays."""
        if isinstance(value, int | Fraction):
            language = current_language()
            return format_number(Fraction(value) * language.rate / 100, language.code)
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceField(Field):
    """One of a set of codes; ``choices`` may depend on the request."""

    choices: tuple[Choice, ...] | Callable[[], tuple[Choice, ...]]

    @property
    def kind(self) -> FieldKind:
        """The control that the page draws for it."""
        return "select"

    def options(self) -> tuple[Choice, ...]:
        """The choices now."""
        return self.choices() if callable(self.choices) else self.choices

    def clean(self, raw: str) -> str | None:
        """The code of the choice."""
        code = to_ascii_digits(raw.strip())
        if not code:
            return _require(self)
        if code not in {choice.value for choice in self.options()}:
            raise RuleError(E_RANGE, field=self.name)
        return code


@dataclass(frozen=True, slots=True, kw_only=True)
class DigitsField(Field):
    """A phone number, postcode or card number: ASCII digits once cleaned, whatever was typed around them."""

    min_length: int
    max_length: int

    def clean(self, raw: str) -> str | None:
        """The digits."""
        digits = _SEPARATORS_IN_NUMBERS.sub("", to_ascii_digits(raw.strip()))
        if not digits:
            return _require(self)
        if not (digits.isascii() and digits.isdigit()):
            raise RuleError(E_FORMAT, field=self.name)
        if not self.min_length <= len(digits) <= self.max_length:
            raise RuleError(E_FORMAT, field=self.name)
        return digits


@dataclass(frozen=True, slots=True, kw_only=True)
class DateField(Field):
    """An ISO date, typed in any digits."""

    minimum: str | None = None
    """First ISO date allowed."""
    maximum: str | None = None

    def clean(self, raw: str) -> str | None:
        """The date as ISO text."""
        text = to_ascii_digits(raw.strip())
        if not text:
            return _require(self)
        if not _is_iso_date(text):
            raise RuleError(E_FORMAT, field=self.name)
        if not (self.minimum or text) <= text <= (self.maximum or text):
            raise RuleError(E_RANGE, field=self.name)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckField(Field):
    """A check box: ``1`` when ticked. A required one must be ticked."""

    @property
    def kind(self) -> FieldKind:
        """The control that the page draws for it."""
        return "checkbox"

    def clean(self, raw: str) -> bool:
        """Whether it is ticked."""
        ticked = to_ascii_digits(raw.strip()) not in ("", "0")
        if not ticked:
            _require(self)
        return ticked

    def show(self, value: FieldValue) -> str:
        """``1`` when ticked, else nothing."""
        return "1" if value else ""


def _require(field: Field) -> None:
    if field.required:
        raise RuleError(E_REQUIRED, field=field.name)


def _within(minimum: int | None, value: int | Fraction, maximum: int | None) -> bool:
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


def _is_iso_date(text: str) -> bool:
    if not _ISO_DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _clean_text(raw: str, multiline: bool) -> str:
    lines = raw.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = ["".join(char for char in line if unicodedata.category(char) != "Cc") for line in lines]
    return store(("\n" if multiline else " ").join(kept)).strip()

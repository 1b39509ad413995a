"""Fields read every language's digits, name what is wrong by stable codes, and keep what was typed."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from flask.testing import FlaskClient

from sites.kit.context import SiteApp
from sites.kit.errors import LoWAgentError
from sites.kit.fields import FieldValue
from sites.kit.forms import FormSpec, FormState, IntField, RuleError, TextField, error_text

Maker = Callable[[str], FlaskClient]
GOOD = {"title": "Rain", "copies": "2", "room": "a", "agree": "1"}


def read(client: FlaskClient, spec: FormSpec, **data: str) -> FormState:
    with client.application.test_request_context():
        return spec.read(GOOD | data)


def codes(form: FormState) -> dict[str | None, str]:
    return {error.field: error.code for error in form.errors}


def test_good_values_are_cleaned(client: FlaskClient, shelf_form: FormSpec) -> None:
    form = read(
        client,
        shelf_form,
        title="  Ra\tin ",
        remark=" a\r\nb\x00 ",
        price="12.5",
        phone="+88 (01) 23-45",
        due="2026-04-01",
    )
    assert form.ok
    assert form.values == {
        "title": "Rain",
        "remark": "a\nb",
        "copies": 2,
        "price": Fraction(1250),
        "room": "a",
        "phone": "88012345",
        "due": "2026-04-01",
        "agree": True,
    }


@pytest.mark.parametrize(
    ("name", "typed", "code"),
    [
        ("title", "", "E_REQUIRED"),
        ("title", " \t ", "E_REQUIRED"),
        ("title", "ab", "E_LENGTH"),
        ("title", "a" * 11, "E_LENGTH"),
        ("copies", "", "E_REQUIRED"),
        ("copies", "two", "E_FORMAT"),
        ("copies", "1.5", "E_FORMAT"),
        ("copies", "0", "E_RANGE"),
        ("copies", "১১", "E_RANGE"),
        ("price", "-1", "E_RANGE"),
        ("price", "dear", "E_FORMAT"),
        ("room", "", "E_REQUIRED"),
        ("room", "First", "E_RANGE"),
        ("phone", "12345", "E_FORMAT"),
        ("phone", "1234567x", "E_FORMAT"),
        ("due", "16/03/2026", "E_FORMAT"),
        ("due", "2026-02-30", "E_FORMAT"),
        ("due", "2026-03-15", "E_RANGE"),
        ("agree", "", "E_REQUIRED"),
        ("agree", "0", "E_REQUIRED"),
    ],
)
def test_bad_values_have_codes(
    client: FlaskClient, shelf_form: FormSpec, name: str, typed: str, code: str
) -> None:
    form = read(client, shelf_form, **{name: typed})
    assert codes(form) == {name: code}
    assert form.shown[name] == typed or name in ("copies", "agree")
    assert name not in form.values


@pytest.mark.parametrize(
    ("lang", "typed", "value"),
    [
        ("en", {"copies": "٣", "due": "२०२६-०४-०१"}, {"copies": 3, "due": "2026-04-01"}),
        (
            "ur",
            {"copies": "۳", "price": "۳٬۵۷۰ روپے", "phone": "۰۳۰۰۱۲۳۴"},
            {"copies": 3, "price": Fraction(1275), "phone": "03001234"},
        ),
        ("ur", {"copies": "3", "price": "3570"}, {"copies": 3, "price": Fraction(1275)}),
        ("ur", {"price": "1"}, {"price": Fraction(100, 280)}),
    ],
)
def test_any_digits_are_read(
    make_client: Maker, shelf_form: FormSpec, lang: str, typed: dict[str, str], value: dict[str, FieldValue]
) -> None:
    form = read(make_client(lang), shelf_form, **typed)
    assert form.ok
    assert {name: form.values[name] for name in value} == value


def test_values_are_shown_in_the_interfaces_digits(make_client: Maker, shelf_form: FormSpec) -> None:
    client = make_client("ur")
    form = read(client, shelf_form, copies="4", price="3570")
    assert form.shown["copies"] == "۴"
    assert form.shown["price"] == "۳٬۵۷۰"
    with client.application.test_request_context():
        blank = shelf_form.blank(copies=12, price=1275)
        assert (blank.shown["copies"], blank.shown["price"]) == ("۱۲", "۳٬۵۷۰")
        assert shelf_form.read(blank.shown | {"title": "Rain", "room": "a", "agree": "1", "copies": "10"}).ok
    assert 'value="۱۲"' in client.get("/desk").text


def test_typed_accessors(client: FlaskClient) -> None:
    spec = FormSpec(
        TextField(name="a", label="A", required=False), IntField(name="n", label="N", required=False)
    )
    with client.application.test_request_context():
        form = spec.read({"extra": "ignored"})
    assert (form.text("a"), form.optional_integer("n"), form.cents("n"), form.flag("n")) == (
        "",
        None,
        None,
        False,
    )
    with pytest.raises(LoWAgentError, match="'n'"):
        form.integer("n")


def test_a_rule_undoes_what_was_written_and_is_shown(client: FlaskClient) -> None:
    answer = client.post("/desk", data=GOOD | {"room": "b"})
    assert answer.status_code == 200
    assert (
        '<p class="error" data-code="E_NO_COPY">room: Only 0 left of <bdi>دریا</bdi>. (E_NO_COPY)</p>'
        in answer.text
    )
    assert 'value="Rain"' in answer.text
    assert isinstance(client.application, SiteApp)
    assert client.application.site_config.database.changes() == ()


def test_a_form_with_errors_is_not_put_to_use(client: FlaskClient, shelf_form: FormSpec) -> None:
    with client.application.test_request_context(method="POST"):
        form = shelf_form.read({})
        with pytest.raises(LoWAgentError, match=r"form\.ok"), form.attempt():
            pytest.fail("the block ran")


def test_errors_of_other_fields_are_general(client: FlaskClient, shelf_form: FormSpec) -> None:
    with client.application.test_request_context():
        form = shelf_form.read(GOOD)
        form.reject(RuleError("E_STATE"))
        form.reject(RuleError("E_RANGE", field="elsewhere"))
        form.reject(RuleError("E_RANGE", field="room"))
    assert [error.code for error in form.general_errors] == ["E_STATE", "E_RANGE"]
    room = form.error_for("room")
    assert room is not None
    assert room.text.endswith(" (E_RANGE)")


def test_an_address_leaves_open_what_the_form_presets(make_client: Maker, shelf_form: FormSpec) -> None:
    with make_client("ur").application.test_request_context():
        form = shelf_form.fill({"title": "Rain", "copies": " ", "room": "b"}, agree=True, due="2026-04-01")
        assert form.ok
        chosen = [form.values[name] for name in ("title", "copies", "room", "due", "agree")]
        assert chosen == ["Rain", 1, "b", "2026-04-01", True]
        assert form.shown["copies"] == "۱"


def test_messages_write_numbers_in_the_interfaces_digits_and_isolate_texts(make_client: Maker) -> None:
    error = RuleError("E_NO_COPY", left=12, title="2026-03-17")
    with make_client("ur").application.test_request_context():
        assert error_text(error) == 'Only ۱۲ left of <bdi dir="ltr">2026-03-17</bdi>. (E_NO_COPY)'


def test_a_code_without_a_text_is_a_fault_of_the_site(client: FlaskClient) -> None:
    with client.application.test_request_context(), pytest.raises(LoWAgentError, match="E_NEW"):
        error_text(RuleError("E_NEW"))

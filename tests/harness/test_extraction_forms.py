"""Forms: what an agent may set, and what a browser sends."""

import pytest

from harness.errors import ActionFailed
from harness.extraction import ParsedPage, parse_page
from harness.form_encoding import encode_form
from harness.form_filling import resolve_values, submission
from harness.observation import Field, Form, Option

URL = "http://tiny.ur.localhost/p/1?x=1"


def parse(body: str) -> ParsedPage:
    return parse_page(f"<!doctype html><title>t</title><body>{body}", URL)


def form(body: str) -> Form:
    (only,) = parse(f"<form>{body}</form>").observation.forms
    return only


def sent(body: str, **values: str) -> list[tuple[str, str]]:
    page = parse(f"<form>{body}</form>")
    chosen = resolve_values(page.observation.forms[0], page.controls[0], values)
    return list(submission(page.controls[0], chosen))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ("<label for=a>Name</label><input id=a name=n value=v>", Field("n", "Name", "text", "v")),
        ("<label>Name <input name=n></label>", Field("n", "Name", "text", "")),
        ("<input name=n aria-label=Word placeholder=no>", Field("n", "Word", "text", "")),
        ("<input name=n placeholder=Word>", Field("n", "Word", "text", "")),
        ("<input name=n type=tel value=۱۲>", Field("n", "", "text", "۱۲")),
        ("<input name=n type=PASSWORD>", Field("n", "", "password", "")),
        ("<textarea name=n>\na\n b</textarea>", Field("n", "", "textarea", "a\n b")),
        ("<input type=checkbox name=n value=yes checked>", Field("n", "", "checkbox", "1")),
        ("<label><input type=checkbox name=n> Gift</label>", Field("n", "Gift", "checkbox", "0")),
        (
            "<label>Sort<select name=n><option value=a>A<option selected>B</select></label>",
            Field("n", "Sort", "select", "B", (Option("a", "A"), Option("B", "B"))),
        ),
        (
            "<select name=n><option value=a>A<option value=b>B</select>",
            Field("n", "", "select", "a", (Option("a", "A"), Option("b", "B"))),
        ),
        (
            "<fieldset><legend>Way</legend><label><input type=radio name=n value=a>A</label>"
            "<label><input type=radio name=n value=b checked>B</label></fieldset>",
            Field("n", "Way", "radio", "b", (Option("a", "A"), Option("b", "B"))),
        ),
        (
            "<input type=radio name=n value=a id=x><label for=x>A</label>",
            Field("n", "n", "radio", "", (Option("a", "A"),)),
        ),
    ],
)
def test_fields(body: str, field: Field):
    assert form(body).fields == (field,)


@pytest.mark.parametrize(
    "body",
    [
        "<input value=v>",
        "<input name=n disabled>",
        "<fieldset disabled><input name=n></fieldset>",
        "<input type=file name=n>",
        "<input type=reset name=n>",
        "<button name=n type=button>b</button>",
        "<input type=hidden name=n value=v>",
        "<p hidden><input name=n value=v></p>",
        "<input name=n readonly value=v>",
    ],
)
def test_what_is_no_field(body: str):
    assert form(body).fields == ()


def test_hidden_fields_keep_their_order():
    hidden = form("<input type=hidden name=a value=1><input name=q><input type=hidden name=b value=2>").hidden
    assert hidden == (("a", "1"), ("b", "2"))


def test_the_first_button_is_the_one_pressed():
    one = form(
        "<button type=button>no</button><button name=go value=1>Yes</button><button name=x>No</button>"
    )
    assert (one.button, one.button_field) == ("Yes", ("go", "1"))
    assert form("<input type=submit value=Send>").button == "Send"
    assert form("<button><img alt=Search></button>").button == "Search"
    assert form("<input name=q>").button == ""


@pytest.mark.parametrize(
    ("attributes", "method", "action"),
    [
        ("", "get", "/p/1?x=1"),
        ("action=/search", "get", "/search"),
        ("method=POST action=add", "post", "/p/add"),
        ("method=dialog action='?y=2'", "get", "/p/1?y=2"),
    ],
)
def test_where_it_submits_to(attributes: str, method: str, action: str):
    (one,) = parse(f"<form {attributes}></form>").observation.forms
    assert (one.method, one.action) == (method, action)


def test_controls_outside_belong_to_the_form_they_name():
    page = parse("<form id=f action=/a></form><form action=/b><input name=x form=f><input name=y></form>")
    assert [[field.name for field in one.fields] for one in page.observation.forms] == [["x"], ["y"]]


def test_a_submission_is_in_document_order():
    body = (
        "<input type=hidden name=id value=7><input name=q value=a><input type=radio name=r value=1>"
        "<input type=radio name=r value=2 checked><input type=checkbox name=c value=yes>"
        "<select name=s><option value=x>X<option value=y>Y</select><button name=go value=1>Go</button>"
        "<button name=other value=2>Other</button>"
    )
    assert sent(body) == [("id", "7"), ("q", "a"), ("r", "2"), ("s", "x"), ("go", "1")]
    assert sent(body, c="1", r="1", q="", s="Y") == [
        ("id", "7"),
        ("q", ""),
        ("r", "1"),
        ("c", "yes"),
        ("s", "y"),
        ("go", "1"),
    ]


@pytest.mark.parametrize("text", ["20", "२०", "۲۰", "৳ ২০", "20-29", " Twenty "])
def test_options_by_value_and_by_visible_text(text: str):
    options = (("t", "Twenty"), ("20", "n"), ("x", "৳ ২০"), ("y", "20-29"))
    body = "".join(f"<option value={value}>{shown}" for value, shown in options)
    expected = {"৳ ২০": "x", "20-29": "y", " Twenty ": "t"}.get(text, "20")
    assert sent(f"<select name=s>{body}</select>", s=text) == [("s", expected)]


@pytest.mark.parametrize(
    ("text", "takes_part"), [("1", True), ("১", True), ("Gift", True), ("0", False), ("۰", False)]
)
def test_checkboxes(text: str, takes_part: bool):
    body = "<label><input type=checkbox name=c value=yes checked> Gift</label>"
    assert sent(body, c=text) == ([("c", "yes")] if takes_part else [])


@pytest.mark.parametrize("text", ["2", "", "yes please"])
def test_a_checkbox_refuses_other_words(text: str):
    with pytest.raises(ActionFailed, match="give 1 to tick it or 0 to clear it"):
        sent("<input type=checkbox name=c>", c=text)


def test_max_length_counts_as_browsers_do():
    assert sent("<input name=q maxlength=2>", q="𝒳") == [("q", "𝒳")]
    with pytest.raises(ActionFailed, match="at most 2 characters, got 3"):
        sent("<input name=q maxlength=2>", q="𝒳a")


def test_encoding():
    assert encode_form([]) == ""
    assert encode_form([("q", "a b*~-._")]) == "q=a+b*%7E-._"
    assert (
        encode_form([("q", "দাম"), ("n", "a\nb\r\nc\rd")])
        == "q=%E0%A6%A6%E0%A6%BE%E0%A6%AE&n=a%0D%0Ab%0D%0Ac%0D%0Ad"
    )

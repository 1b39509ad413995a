"""A reply is one action, or an error that tells the agent what was expected."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.actions import Action, format_action, parse
from harness.errors import ActionError

CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("actions.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_shared_cases(case):
    if case["error"]:
        with pytest.raises(ActionError):
            parse(case["reply"])
        return
    action, wanted = parse(case["reply"]), case["parsed"]
    assert action.kind == wanted["action"]
    assert action.index == wanted.get("n", 0)
    assert action.path == wanted.get("path", "")
    assert action.fields == wanted.get("fields", {})
    assert action.answer == wanted.get("answer", "")
    assert action.raw == case["reply"]


@pytest.mark.parametrize(
    "reply",
    [
        "CLICK #3",
        "click: 3",
        "click [3]",
        "click <3>",
        "click L3",
        "click link 3",
        "click 3.",
        "click ٣",
        "click ፫",
        "\u200fclick ۳\u200f",
        "cl\u200bick 3",
        "click(3)",
        "```text\nclick 3\n```",
        "**Action:** `click 3`",
        "> click 3",
        "- click 3",
        "১. click ৩",
        "कार्रवाई: click ३",
        "Thought: the cart is link 3.\nAction: click 3",
        "click 3\nThis opens the cart.",
        "<think>click 9, or\nclick 8?</think>\nclick 3",
        "click 9 might do\n</think>click 3",
        "click 3 - Add to cart",
        'click 3 "Add to cart"',
    ],
)
def test_ways_to_write_click_3(reply):
    assert parse(reply) == Action("click", index=3)


@pytest.mark.parametrize(
    ("reply", "index", "fields"),
    [
        ("fill F3 a=b", 3, {"a": "b"}),
        ("fill form 3 a=b", 3, {"a": "b"}),
        ("fill 3: a=b", 3, {"a": "b"}),
        ("fill 3, a=b", 3, {"a": "b"}),
        ("fill(3, a=b)", 3, {"a": "b"}),
        ("fill 3 (press the button)", 3, {}),
        ("fill 3.", 3, {}),
        ("fill 3 a = b ; c = d", 3, {"a": "b", "c": "d"}),
        ("fill 3 a=", 3, {"a": ""}),
        ("fill 3 a=;b=1", 3, {"a": "", "b": "1"}),
        ("fill 3 a=b=c", 3, {"a": "b=c"}),
        ('fill 3 a="x; y=1"; b=2', 3, {"a": "x; y=1", "b": "2"}),
        ("fill 3 a='x; y'; b=2", 3, {"a": "x; y", "b": "2"}),
        ('fill 3 a="say \\"hi\\""', 3, {"a": 'say "hi"'}),
        ('fill 3 a="C:\\new"', 3, {"a": "C:\\new"}),
        ('fill 3 a=He said "hi"', 3, {"a": 'He said "hi"'}),
        ('fill 3 a="Rahim', 3, {"a": '"Rahim'}),
        ("fill 3 a=ٹھیک ہے؛ شکریہ", 3, {"a": "ٹھیک ہے؛ شکریہ"}),
        ("fill 3 a=x；y", 3, {"a": "x；y"}),
        ("ｆｉｌｌ　３　ａ＝ｘ", 3, {"a": "ｘ"}),
        ('fill 3 "a"="x"', 3, {"a": "x"}),
        ("`fill 3 a=x`", 3, {"a": "x"}),
        ('fill 3 a="one\nclick 4"\nThanks.', 3, {"a": "one\nclick 4"}),
        ("fill 3 body=Nice; will buy again; rating=5", 3, {"body": "Nice; will buy again", "rating": "5"}),
    ],
)
def test_fill(reply, index, fields):
    assert parse(reply) == Action("fill", index=index, fields=fields)


@pytest.mark.parametrize(
    ("reply", "path"),
    [
        ("GOTO /cart", "/cart"),
        ("goto: /cart", "/cart"),
        ("goto /cart.", "/cart"),
        ("goto `/cart`", "/cart"),
        ('goto("/cart")', "/cart"),
        ("goto /cart (my cart)", "/cart"),
        ("goto /search?q=লাল&page=2", "/search?q=লাল&page=2"),
        ("goto /search?q=red shoes", "/search?q=red%20shoes"),
        ("goto http://ministore.ur.localhost/cart?a=1", "http://ministore.ur.localhost/cart?a=1"),
        ("goto ministore.ur.localhost/cart", "http://ministore.ur.localhost/cart"),
        ("goto http://localhost:8000/cart", "/cart"),
        ("Go to the cart now.\ngoto /cart", "/cart"),
    ],
)
def test_goto(reply, path):
    assert parse(reply) == Action("goto", path=path)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("stop -12", "-12"),
        ("stop:12", "12"),
        ("stop(12)", "12"),
        ("**stop 12**", "12"),
        ("stop **12**", "**12**"),
        ("stop “12”", "12"),
        ('stop "12", "15"', '"12", "15"'),
        ("stop 12 stop 15", "12 stop 15"),
        ("stop 12\nbecause of 15", "12\nbecause of 15"),
        ("```\nstop 12\n```", "12"),
        ("Stop.", ""),
        ("stop।", ""),
        ("ｓｔｏｐ　１２", "１２"),
        ("उत्तर: stop १२", "१२"),
        ("Final answer: stop 12", "12"),
    ],
)
def test_stop(reply, answer):
    assert parse(reply) == Action("stop", answer=answer)


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ("click F3", "use `fill 3`"),
        ("fill L3", "use `click 3`"),
        ("click -1", "needs a number"),
        ("click ³", "needs a number"),
        ("click <n>", "needs a number"),
        ("click 12345678901", "that long"),
        ("click 3rd", "one link number"),
        ("click 3-5", "one link number"),
        ("click 3, 4", "one link number"),
        ("click 3 Add to cart", "one link number"),
        ("click 3\nor click 4", "exactly one action, got 2"),
        ('fill 3 a="x"\nclick 4', "exactly one action, got 2"),
        ("stop 12\nclick 3", "exactly one action, got 2"),
        ("fill a=b", "needs a number"),
        ("fill 3 a", "name=value"),
        ("fill 3 =b", "name=value"),
        ("fill 3 a: b", "name=value"),
        ('fill 3 {"a": "b"}', "JSON"),
        ("fill 3 a=1; a=2", "given twice"),
        ("fill 3\na=1\nb=2", "on the line of `fill`"),
        ("goto //example.com/", "another host"),
        ("goto HTTPS://EXAMPLE.COM", "another host"),
        ("goto http://ministore.ur.localhost@example.com/", "can't be opened"),
        ("goto javascript:alert(1)", "can't be opened"),
        ("goto file:///etc/passwd", "can't be opened"),
        ("goto about:blank", "can't be opened"),
        ("goto http://[::1", "no address"),
        ("goto ../cart", "doesn't start with"),
        ("goto /\t/example.com", "without spaces"),
        ("goto /cart /orders", "without spaces"),
        ("goto /cart and then click 3", "one action on the line"),
        ("goto the cart", "one path"),
        ("stop <answer>", "placeholder"),
        ("click3", "expected one action on a line of its own"),
        ("I will click 3", "expected one action on a line of its own"),
        ("<think>click 3", "expected one action"),
        (" \u200b\n", "expected one action"),
        ("", "reply is empty"),
    ],
)
def test_error_tells_what_was_expected(reply, message):
    with pytest.raises(ActionError, match=message):
        parse(reply)


names = st.from_regex(r"[a-z][a-z0-9_]{0,10}", fullmatch=True)
values = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(";=\"'\\\n"), max_size=30)


@given(index=st.integers(0, 999_999_999), fields=st.dictionaries(names, values, max_size=3))
def test_fill_is_read_back(index, fields):
    action = Action("fill", index=index, fields=fields)
    try:
        text = format_action(action)
    except ActionError:
        assert any("`" in value or "~" in value or "<" in value for value in fields.values())
        return
    assert parse(text) == action


@given(answer=st.text(st.characters(categories=["L", "M", "N", "P"]) | st.just(" "), max_size=40))
def test_stop_is_read_back(answer):
    action = Action("stop", answer=" ".join(answer.split()))
    try:
        text = format_action(action)
    except ActionError:
        assert set(answer) & set(".।۔።\"'`[]“”‘’()*_:>")
        return
    assert parse(text) == action


@given(reply=st.text(max_size=200))
def test_any_reply_is_an_action_or_an_error(reply):
    try:
        action = parse(reply)
    except ActionError as error:
        assert str(error)
    else:
        assert action.raw == reply


def test_action_that_no_reply_means_is_refused():
    with pytest.raises(ActionError, match="can't be written"):
        format_action(Action("fill", index=1, fields={"a=b": "c"}))

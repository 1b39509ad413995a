"""Whatever the page, the steps and the budget: a prompt fits, and what must not be cut is there."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.agents.protocol import SentPrompt
from harness.agents.settings import AgentSettings, ObservationMode
from harness.errors import AgentError
from harness.extraction import extract, form_lines, link_line, prune
from harness.models import ImagePart
from harness.observation import Observation, Screenshot
from harness.prompting import PastStep, PromptWriter, Reader
from harness.prompting.page import page_pieces
from tests.paper_model import IMAGE_TOKENS, PaperModel, assignment, picture, text_of

URL = "http://ministore.ur.localhost/search?q=1"
GAP = re.compile(r"\[…(?: (?P<tokens>[\d,]+) tokens of the page left out …)?\]\n")
WORDS = st.text("abcdeاردوፊደል", min_size=1, max_size=9)
TEXTS = st.lists(WORDS, min_size=1, max_size=60).map(" ".join)
BLOCKS = st.one_of(
    TEXTS.map(lambda text: f"<p>{text}</p>"),
    TEXTS.map(lambda text: f'<a href="/{len(text)}">{text}</a>'),
    TEXTS.map(
        lambda text: f'<form action="/f"><label>{text}<input name="q"></label><button>ok</button></form>'
    ),
)
MODES = st.sampled_from(["text", "som", "screenshot", "axtree", "html"])


def count(text: str) -> int:
    return PaperModel([]).count_tokens(text)


@st.composite
def pages(draw: st.DrawFn) -> Observation:
    html = "".join(draw(st.lists(BLOCKS, max_size=25)))
    seen = extract(html, URL)
    tree = ["main", *(f'  [{link.index}] link "{link.text}"' for link in seen.links)]
    tree += [line for form in seen.forms for line in (f"  [F{form.index}] form", '    textbox "q" field=q')]
    return replace(
        seen,
        error=draw(st.none() | TEXTS),
        html=prune(html),
        axtree="\n".join(tree),
        screenshot=Screenshot(picture(), 4, 4, ()),
    )


STEPS = st.lists(
    st.builds(PastStep, st.integers(1, 9), st.just(URL), TEXTS, TEXTS, st.none() | TEXTS), max_size=5
)


def written(
    seen: Observation, past: list[PastStep], mode: ObservationMode, budget: int
) -> tuple[PromptWriter, SentPrompt]:
    writer = PromptWriter(assignment(), AgentSettings(observe=mode, history=4), Reader(count, IMAGE_TOKENS))
    return writer, writer.write(seen, past, budget)


@settings(max_examples=150)
@given(pages(), STEPS, MODES, st.integers(0, 6_000))
def test_a_prompt_keeps_to_its_budget_and_to_what_must_be_told(
    seen: Observation, past: list[PastStep], mode: ObservationMode, budget: int
):
    try:
        writer, prompt = written(seen, past, mode, budget)
    except AgentError:
        assert budget < count(text_of(written(seen, [], mode, 10**9)[1].messages)) + 2 * IMAGE_TOKENS
        return
    images = sum(isinstance(part, ImagePart) for part in prompt.messages[1].parts)
    told = text_of(prompt.messages)
    assert count(told) + images * IMAGE_TOKENS <= writer.needed_tokens(prompt) <= budget
    assert "TASK: کل کتنا ہے؟\n" in told
    assert f"Step {len(past) + 1} of 30\n" in told
    assert prompt.messages[0] == written(seen, past, mode, 10**9)[1].messages[0]
    assert f"URL: {URL}\n" in told
    assert seen.error is None or f"ERROR: {seen.error}\n" in told


@settings(max_examples=150)
@given(pages(), STEPS, MODES, st.integers(800, 3_000))
def test_what_is_left_is_what_was_there_with_its_numbers(
    seen: Observation, past: list[PastStep], mode: ObservationMode, budget: int
):
    whole = "".join(piece.text for piece in page_pieces(seen, mode))
    try:
        _, prompt = written(seen, past, mode, budget)
    except AgentError:
        return
    told = text_of(prompt.messages)
    page = told.partition("CURRENT PAGE:\n")[2].partition("\nSCREENSHOT")[0].partition("\nNow write")[0]
    tokens = [int(gap["tokens"].replace(",", "")) for gap in GAP.finditer(page) if gap["tokens"]]
    assert tokens == ([prompt.cut.text_tokens] if prompt.cut.text_tokens else [])
    rest = whole
    for kept in GAP.split(page)[::2]:
        for line in filter(None, kept.split("\n")):
            _, found, rest = rest.partition(line)
            assert found, line
    if prompt.cut.text_tokens == 0:
        assert page == whole


@settings(max_examples=150)
@given(pages(), STEPS, st.integers(800, 3_000))
def test_links_and_forms_are_cut_last_and_steps_first(seen: Observation, past: list[PastStep], budget: int):
    try:
        _, prompt = written(seen, past, "text", budget)
    except AgentError:
        return
    told = text_of(prompt.messages)
    shown = min(len(past), 4)
    kept = re.findall(r"^Step \d+ at ", told, re.MULTILINE)
    assert len(kept) == shown - prompt.cut.steps
    if prompt.cut.text_tokens:
        assert kept == []
    text = told.partition("TEXT:\n")[2].partition("\nLINKS:\n")[0]
    links = told.partition("\nLINKS:\n")[2].partition("\nFORMS:\n")[0]
    forms = told.partition("\nFORMS:\n")[2]
    if any(link_line(link) not in links for link in seen.links):
        assert GAP.sub("", text).strip() == ""
    if any(line not in forms for form in seen.forms for line in form_lines(form)):
        assert GAP.sub("", links).strip() == ""


def test_the_middle_of_the_text_goes_first_and_a_line_tells_how_much():
    lines = "".join(f"<p>line {number} of the page</p>" for number in range(400))
    seen = extract(f'{lines}<a href="/cart">cart</a>', URL)
    _, prompt = written(seen, [], "text", 1_500)
    told = text_of(prompt.messages)
    assert "line 0 of the page" in told
    assert "line 399 of the page" in told
    assert "line 200 of the page" not in told
    assert "[1] cart -> /cart" in told
    assert f"\n[… {prompt.cut.text_tokens:,} tokens of the page left out …]\n" in told
    assert told.count("left out …]\n") == 1


def test_the_oldest_step_goes_before_anything_of_the_page():
    past = [PastStep(number, URL, "list", f"note {number} {'x' * 900}\nclick 1") for number in (1, 2, 3)]
    seen = extract("<p>all of it</p>", URL)
    _, whole = written(seen, past, "text", 10**6)
    _, prompt = written(seen, past, "text", whole.tokens - 1)
    told = text_of(prompt.messages)
    assert (prompt.cut.steps, prompt.cut.text_tokens) == (1, 0)
    assert "note 1 " not in told
    assert "note 2 " in told
    assert "all of it" in told


def test_a_budget_without_room_tells_what_it_would_take():
    with pytest.raises(AgentError, match=r"they take [\d,]+ tokens; raise --context-tokens"):
        written(extract("<p>x</p>", URL), [], "text", 50)

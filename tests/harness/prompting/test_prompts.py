"""The two messages as they are sent, in every way of showing a page."""

from dataclasses import replace

import pytest

from harness.agents.settings import OBSERVATION_MODES, AgentSettings, ObservationMode
from harness.errors import ConfigError
from harness.extraction import extract, prune, read_pictures
from harness.models import Message
from harness.observation import Observation, PagePicture, Screenshot
from harness.prompting import PromptWriter, Reader, prompt_hash
from tests.paper_model import FirstPixel, PaperModel, assignment, images_of, picture, text_of

URL = "http://ministore.ur.localhost/c/lamps"
HTML = """<title>لیمپ</title><ul><li><a href="/p/P1"><img src="/pictures/P1" alt="لیمپ">چراغ</a> ۱۲ روپے</ul>
<form action="/search"><label for="q">تلاش</label><input id="q" name="q" value="x"><select name="sort">
<option value="">کوئی بھی<option value="new">نئے</select><button>ڈھونڈیں</button></form>"""
TREE = '[1] link "لیمپ چراغ"\n[F1] form\n  textbox "تلاش" field=q value="x"'


def page(**changes: object) -> Observation:
    pictured = read_pictures(HTML, URL)
    seen = replace(
        extract(HTML, URL),
        axtree=TREE,
        html=prune(HTML),
        pictures=tuple(PagePicture(source.index, source.alt, picture("red")) for source in pictured.sources),
        pictured_text=pictured.text,
        screenshot=Screenshot(picture("blue"), 4, 4, ()),
    )
    return replace(seen, **changes)


def sent(
    mode: ObservationMode | None, seen: Observation | None = None, **told: object
) -> tuple[Message, ...]:
    reader = Reader(PaperModel([]).count_tokens, captioner=FirstPixel())
    writer = PromptWriter(assignment(**told), AgentSettings(observe=mode), reader)
    return writer.write(seen or page(), [], 10**6).messages


def user_text(messages: tuple[Message, ...]) -> str:
    return text_of(messages[1:])


@pytest.mark.parametrize("mode", OBSERVATION_MODES)
def test_every_way_tells_task_step_and_one_thing_to_do(mode: ObservationMode):
    system, user = sent(mode)
    assert (system.role, user.role) == ("system", "user")
    told = text_of((user,))
    assert told.startswith("TASK: کل کتنا ہے؟\nStep 1 of 30\n")
    assert told.count("Step 1 of 30") == 1
    assert told.endswith(("exactly one action.", "`stop <answer>`."))


def test_text_is_the_page_as_records_keep_it():
    told = user_text(sent("text"))
    assert "TEXT:\n[1] چراغ ۱۲ روپے\n" in told
    assert "LINKS:\n[1] چراغ -> /p/P1\n" in told
    assert "  sort (select) = کوئی بھی; options: کوئی بھی, new: نئے\n" in told
    assert images_of(sent("text")) == []


def test_som_adds_the_screenshot_after_the_page():
    messages = sent("som")
    assert images_of(messages) == ["screenshot"]
    assert "LINKS:\n[1] چراغ -> /p/P1\n" in user_text(messages)
    assert user_text(messages).index("FORMS:") < user_text(messages).index("SCREENSHOT:")


def test_screenshot_tells_only_what_no_picture_shows():
    messages = sent("screenshot")
    told = user_text(messages)
    assert images_of(messages) == ["screenshot"]
    assert "FIELDS:\n[F1]\n  q\n  sort; options: کوئی بھی, new: نئے\n" in told
    assert "چراغ" not in told


def test_a_long_screenshot_is_sent_in_pieces_as_many_as_the_model_takes():
    tiles = tuple(picture(color) for color in ("red", "green", "blue"))
    seen = page(screenshot=Screenshot(picture(), 4, 4, (), tiles))
    assert images_of(sent("som", seen)) == ["screenshot 1 of 3", "screenshot 2 of 3", "screenshot 3 of 3"]
    reader = Reader(len, max_images=2)
    writer = PromptWriter(assignment(), AgentSettings(observe="som"), reader)
    assert images_of(writer.write(seen, [], 10**6).messages) == ["screenshot 1 of 3", "screenshot 2 of 3"]


def test_axtree_and_html_show_the_page_once():
    assert f"ACCESSIBILITY TREE:\n{TREE}\n" in user_text(sent("axtree"))
    told = user_text(sent("html"))
    assert '<a mark="1" href="/p/P1"><img alt="لیمپ">چراغ</a>' in told
    assert "LINKS:" not in told


def test_caption_tells_of_pictures_where_they_stand():
    messages = sent("caption", reference_images=(picture("blue"),))
    assert "[1] [picture 1: a ff0000 thing] چراغ ۱۲ روپے\n" in user_text(messages)
    assert "REFERENCE PICTURE 1: a 0000ff thing\n" in user_text(messages)
    assert images_of(messages) == []


def test_a_picture_that_the_site_has_not_got_is_told():
    seen = page(pictures=(PagePicture(1, "", b""),))
    assert "[picture 1: nothing to be seen] چراغ" in user_text(sent("caption", seen))


def test_visual_tasks_show_their_pictures_and_the_screenshot_unless_told_otherwise():
    assert images_of(sent(None, reference_images=(picture(),))) == ["reference 1", "screenshot"]
    assert images_of(sent("none", reference_images=(picture(),))) == ["reference 1"]
    assert images_of(sent(None)) == []


@pytest.mark.parametrize("mode", ["som", "screenshot", "axtree", "html", "caption"])
def test_a_capture_that_is_missing_is_told(mode: ObservationMode):
    bare = extract(HTML, URL)
    with pytest.raises(ConfigError, match=f"--obs {mode}"):
        sent(mode, bare)


def test_captions_need_a_captioner():
    with pytest.raises(ConfigError, match="captioner"):
        PromptWriter(assignment(), AgentSettings(observe="caption"), Reader(len))


def test_the_hash_is_of_what_is_told():
    text = prompt_hash(AgentSettings())
    assert text == prompt_hash(AgentSettings(model_options={"seed": "1"}, context_tokens=10))
    others = [
        AgentSettings(observe="html"),
        AgentSettings(prompt_lang="native"),
        AgentSettings(history=1),
        AgentSettings(ask_confidence=True),
    ]
    assert len({text, *map(prompt_hash, others)}) == 5


def test_room_for_the_marks_of_a_chat_template_is_kept_off_the_budget():
    writer = PromptWriter(assignment(), AgentSettings(observe="text"), Reader(len))
    prompt = writer.write(page(), [], 10**6)
    assert writer.needed_tokens(prompt) - len(text_of(prompt.messages)) >= 80

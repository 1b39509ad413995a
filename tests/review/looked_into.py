"""A run to look into: an episode with everything in Urdu and Amharic, one in error, one without pictures."""

from pathlib import Path
from typing import Any

from harness.records import (
    CallRecord,
    CallTiming,
    ChangeRecord,
    CheckRecord,
    DisruptionRecord,
    EpisodeRecord,
    MarkRecord,
    PromptMessage,
    PromptPart,
    PromptRecord,
    StepRecord,
)
from tasks.models import AnswerCheck, RowCheck
from tests.episode_records import make_record, make_step
from tests.recorded_runs import save_picture, write_run

TEXTS = {
    "ur": {
        "intent": "کڑاہی کی قیمت کیا ہے؟ <b>",
        "link": "کڑاہی MS-10023",
        "button": "تلاش کریں",
        "answer": "۱۲۰ روپے",
    },
    "am": {"intent": "የድስቱ ዋጋ ስንት ነው? <b>", "link": "ድስት MS-10023", "button": "ይፈልጉ", "answer": "120 ብር"},
}
ENGLISH = "What does the pan cost?"
PAGE_PX = (800, 1200)
MARKS = (
    MarkRecord(index=1, kind="link", boxes=((600, 20, 700, 50),), label=(702, 20, 720, 34)),
    MarkRecord(
        index=2, kind="link", boxes=((500, 900, 700, 930), (650, 935, 700, 960)), label=(702, 900, 720, 914)
    ),
    MarkRecord(index=1, kind="form", boxes=((100, 20, 400, 60),), label=(402, 20, 430, 34)),
)
ADDED = ChangeRecord(table="cart", kind="added", before=None, after={"id": 4, "pid": "P0007", "note": None})
CHANGED = ChangeRecord(
    table="users", kind="changed", before={"id": 1, "name": "نادیہ"}, after={"id": 1, "name": "نادیہ ۲"}
)
SCRIPT = "let me see <script>alert(1)</script>"
SYSTEM = "You are on a shop.\nAnswer with one action."


def observation(lang: str, page: str, error: str | None = None) -> str:
    text = TEXTS[lang]
    head = f"ERROR: {error}\n" if error else ""
    return (
        f"{head}URL: http://ministore.{lang}.localhost{page}\nTITLE: {text['link']}\n\n"
        f"TEXT:\n[F1] {text['button']}\n[1] {text['link']} | [2] {text['answer']}\n\n"
        f"LINKS:\n[1] {text['link']} -> /p/P0007\n[2] {text['answer']} -> /cart?x=%DA%A9\n\n"
        f"FORMS:\n[F1] GET /search, button: {text['button']}\n"
        f"  q (text, {text['link']}) = {text['answer']}\n"
        f"  sort (select, {text['button']}) = 1; options: 1: {text['link']}, 2: {text['button']}\n"
    )


def prompt(lang: str, number: int, image: str | None) -> PromptRecord:
    parts = [PromptPart(text=f"Step {number} of 30\nCURRENT PAGE:\n{TEXTS[lang]['link']}\nthe rest")]
    if image:
        parts.append(PromptPart(image=image, what="screenshot"))
    messages = (
        PromptMessage(role="system", parts=(PromptPart(text=SYSTEM),)),
        PromptMessage(role="user", parts=tuple(parts)),
    )
    return PromptRecord(messages=messages, tokens=1200)


def call(status: str, message: str | None = None) -> CallRecord:
    timing = CallTiming(seconds=1.5, waited_seconds=0.5)
    fields = {"status": status, "message": message, "input_tokens": 900, "output_tokens": 7, "timing": timing}
    return CallRecord.model_validate(fields)


def steps(folder: Path, lang: str) -> tuple[StepRecord, ...]:
    """Notice; fill; a reply without action; a click off the path, which changes rows; the same page; stop."""
    name, host = f"ministore-001-{lang}", f"http://ministore.{lang}.localhost"
    shot = {
        number: save_picture(folder, f"screenshots/{name}/{number:03d}.webp", PAGE_PX, colour)
        for number, colour in ((1, "grey"), (2, "white"), (4, "beige"), (6, "white"))
    }
    sent = save_picture(folder, "sent/0123456789abcdef.png", PAGE_PX, "ivory")

    def step(number: int, action: str | None, page: str, **changes: Any) -> StepRecord:
        given = {
            "instance_id": name,
            "url": host + page,
            "title": TEXTS[lang]["link"],
            "observation": observation(lang, page),
            "marks": MARKS,
            "prompt": prompt(lang, number, sent if number == 4 else None),
            "calls": (call("ok"),),
            **changes,
        }
        return make_step(number, action, **given)

    return (
        step(1, "click 1", "/", screenshot=shot[1], disruption="cookie_notice", marks=MARKS[:1]),
        step(2, f"fill 1 q={TEXTS[lang]['link']}", "/", screenshot=shot[2], on_path=True),
        step(
            3,
            None,
            "/search?q=x",
            screenshot=shot[2],
            reply=f"{SCRIPT} {TEXTS[lang]['link']}",
            error="expected goto, click, fill or stop",
        ),
        step(
            4,
            "click 2",
            "/search?q=x",
            screenshot=shot[4],
            on_path=False,
            rows=(ADDED,),
            calls=(call("timeout", "no answer in 300 s"), call("ok")),
        ),
        step(
            5,
            "click 1",
            "/p/P0007",
            screenshot=f"screenshots/{name}/005.webp",
            on_path=False,
            rows=(ADDED, CHANGED),
            prompt=None,
        ),
        step(
            6,
            f"stop {TEXTS[lang]['answer']}",
            "/p/P0007",
            screenshot=shot[6],
            on_path=True,
            rows=(ADDED,),
            confidence=70,
        ),
    )


def episode(lang: str, **changes: Any) -> EpisodeRecord:
    text = TEXTS[lang]
    given: dict[str, Any] = {
        "intent": text["intent"],
        "intent_en": ENGLISH,
        "steps": 6,
        "answer": text["answer"],
        "final_url": f"http://ministore.{lang}.localhost/p/P0007",
        "disruption_mode": "once",
        "disruptions": (
            DisruptionRecord(
                kind="cookie_notice", shown_step=1, ended_step=1, ending="dismissed", requests=2
            ),
        ),
        "checks": (
            CheckRecord(
                kind="answer",
                name="answer",
                passed=False,
                expected="number: 130",
                got=text["answer"],
                task_check=AnswerCheck("number", ("۱۳۰",), ("90",)),
            ),
            CheckRecord(
                kind="rows",
                name="rows",
                passed=True,
                expected="1 added in cart",
                got="1 of 1 added in cart",
                task_check=RowCheck("cart", "added", {"pid": "P0007"}),
            ),
        ),
        "changes": (ADDED,),
        "foreign": (ADDED,),
        **changes,
    }
    return make_record(1, "unsolved", lang=lang, **given)


def write_looked_into(folder: Path) -> Path:
    """Write the run; returns its folder. Of the English episode nothing is on record."""
    failed = make_record(
        2,
        "error",
        lang="ur",
        steps=0,
        error="BrowserError: /boom answered HTTP 500",
        error_source="machine",
        intent=TEXTS["ur"]["intent"],
        intent_en=ENGLISH,
    )
    return write_run(
        folder,
        (episode("ur"), episode("am"), failed),
        {f"ministore-001-{lang}": steps(folder, lang) for lang in TEXTS},
        engine="chromium",
        model="openai/x@http://127.0.0.1:1/v1",
        model_settings={"name": "x", "temperature": None},
        agent={"observe": "som", "history": 2},
        instances=("ministore-001-en", "ministore-001-ur", "ministore-001-am", "ministore-002-ur"),
    )


def write_blind(folder: Path) -> Path:
    """Write a run over http, whose agent has no model; returns its folder."""
    plain = tuple(
        make_step(number, action, instance_id="ministore-001-am", observation=observation("am", "/"))
        for number, action in ((1, "click 1"), (2, "stop"))
    )
    return write_run(folder, (episode("am", steps=2),), {"ministore-001-am": plain}, model="dump")

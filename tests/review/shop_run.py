"""A small run with every outcome in three languages, for tests of the index and of two episodes at once."""

from pathlib import Path
from typing import Any

from harness.records import (
    CheckRecord,
    DisruptionRecord,
    EpisodeRecord,
    Outcome,
    StepRecord,
    StepTiming,
)
from tests.episode_records import make_record, make_step
from tests.recorded_runs import write_run

ENGLISH = {1: "Buy the lamp", 2: "How heavy is the pan?", 3: "Find this chair"}
INTENTS = {
    **{(number, "en"): text for number, text in ENGLISH.items()},
    (1, "ur"): "چراغ خریدیں <b>",
    (1, "am"): "መብራቱን ግዛ",
    (2, "ur"): "کڑاہی کتنی بھاری ہے؟",
    (2, "am"): "ድስቱ ምን ያህል ይከብዳል?",
    (3, "ur"): "یہ کرسی ڈھونڈیں",
    (3, "am"): "ይህን ወንበር ፈልግ",
}
DISMISSED = DisruptionRecord(kind="cookie_notice", shown_step=1, ended_step=1, ending="dismissed", requests=2)
MISSING = "ministore-003-ur"


def failing(kind: str) -> tuple[CheckRecord, ...]:
    return (
        CheckRecord.model_validate(
            {"kind": kind, "name": kind, "passed": False, "expected": "a", "got": "b"}
        ),
    )


def record(number: int, lang: str, outcome: Outcome, **changes: Any) -> EpisodeRecord:
    given = {"intent": INTENTS[number, lang], "intent_en": ENGLISH[number], **changes}
    return make_record(number, outcome, lang=lang, **given)


EPISODES = (
    record(1, "en", "solved", steps=3, cost_usd=0.03, answer="done"),
    record(
        1,
        "ur",
        "unsolved",
        steps=9,
        cost_usd=0.01,
        checks=failing("page"),
        disruption_mode="once",
        disruptions=(DISMISSED,),
    ),
    record(1, "am", "limit", steps=30, cost_usd=0.02, limit="steps", checks=failing("other_changes")),
    record(2, "en", "solved", steps=4, cost_usd=0.0, type="info", answer="2 kg"),
    record(2, "ur", "solved", steps=5, cost_usd=0.0, type="info", answer="۲ کلوگرام"),
    record(2, "am", "solved", steps=6, cost_usd=0.0, type="info", answer="2 ኪሎ"),
    record(3, "en", "error", kind="visual", steps=0, error="HTTP 503 after 5 tries", error_source="model"),
    record(
        3,
        "am",
        "unsolved",
        kind="visual",
        steps=2,
        checks=failing("page"),
        answer="<script>alert(1)</script>",
    ),
)
INSTANCES = tuple(f"ministore-00{number}-{lang}" for number in ENGLISH for lang in ("en", "ur", "am"))


def step(name: str, number: int, action: str | None, path: str, **changes: Any) -> StepRecord:
    lang = name.rpartition("-")[2]
    address = f"http://ministore.{lang}.localhost{path}"
    values = {
        "instance_id": name,
        "url": address,
        "observation": f"URL: {address}\nTEXT:\n[1] {INTENTS[1, lang]}",
        "timing": StepTiming(agent_seconds=0.5, browser_seconds=0.25),
        **changes,
    }
    return make_step(number, action, **values)


STEPS = {
    "ministore-001-en": (
        step("ministore-001-en", 1, "fill 1 q=lamp", "/"),
        step("ministore-001-en", 2, "click 4", "/search?q=lamp"),
        step("ministore-001-en", 3, "stop done", "/p/P0001"),
    ),
    "ministore-001-ur": (
        step("ministore-001-ur", 1, "click 2", "/", disruption="cookie_notice"),
        step("ministore-001-ur", 2, "fill 1 q=چراغ", "/"),
        step("ministore-001-ur", 3, "click 7", "/search?q=%DA%86%D8%B1%D8%A7%D8%BA"),
        step("ministore-001-ur", 4, None, "/p/P0007", reply="let me see", error="expected an action"),
        step("ministore-001-ur", 5, "stop", "/p/P0007"),
    ),
}  # fmt: skip


def write_shop_run(folder: Path, **changes: Any) -> Path:
    """Write the run; one episode of its manifest is missing. `changes` replace fields of the manifest."""
    return write_run(
        folder, EPISODES, STEPS, **{"instances": INSTANCES, "langs": ("en", "ur", "am"), **changes}
    )

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from harness.errors import RecordError
from harness.records import (
    ChangeRecord,
    CheckRecord,
    DisruptionRecord,
    EpisodeRecord,
    EpisodeTiming,
    Manifest,
    ManifestTiming,
    PictureRecord,
    RunRecorder,
    StepRecord,
    StepTiming,
)
from harness.review import write_review

INTENTS = {"ur": "کتاب خریدیں <b>", "en": "Buy a book", "am": "መጽሐፍ ግዛ"}


def manifest(instances):
    return Manifest(
        model="random",
        engine="chromium",
        sites=("ministore",),
        langs=tuple(INTENTS),
        seed=7,
        instances=instances,
        task_digest="0",
        versions={"lowagent": "0.1.0"},
        git_commit=None,
        settings={},
        timing=ManifestTiming(started_at="2026-03-16T09:00:00+00:00"),
    )


def episode(lang, outcome, kind="text", **given):
    values = {
        "answer": "قیمت ۵ <i>",
        "error": None,
        "limit": None,
        "checks": (
            CheckRecord(kind="answer", name="answer", passed=outcome == "solved", expected="5", got="۵"),
        ),
        "changes": (
            ChangeRecord(table="cart", kind="changed", before={"id": 4, "qty": 1}, after={"id": 4, "qty": 2}),
            ChangeRecord(table="votes", kind="removed", before={"id": 9, "note": None}, after=None),
        ),
        "foreign": (),
        **given,
    }
    return EpisodeRecord(
        instance_id=f"ministore-001-{lang}",
        task_id="ministore-001",
        site="ministore",
        lang=lang,
        kind=kind,
        type="state",
        split="test",
        difficulty="easy",
        category="shopping",
        reference_steps=2,
        intent=INTENTS[lang],
        attempt=1,
        outcome=outcome,
        steps=2,
        budget=30,
        final_url="http://ministore.ur.localhost/cart",
        input_tokens=0,
        output_tokens=0,
        cost_usd=0,
        timing=EpisodeTiming(started_at="2026-03-16T09:00:00+00:00", seconds=3.21),
        **values,
    )


def step(lang, number, **given):
    values = {"reply": f"click {number}", "error": None, "screenshot": None, "status": 200, **given}
    return StepRecord(
        instance_id=f"ministore-001-{lang}",
        attempt=1,
        step=number,
        url="http://ministore.ur.localhost/",
        title="",
        observation="صفحہ <script>alert(1)</script>",
        action=None,
        input_tokens=0,
        output_tokens=0,
        cost_usd=0,
        timing=StepTiming(agent_seconds=0.5, browser_seconds=0.25),
        **values,
    )


@pytest.fixture
def run_dir(tmp_path):
    recorder = RunRecorder(tmp_path / "run")
    recorder.write_manifest(manifest(tuple(f"ministore-001-{lang}" for lang in INTENTS)))
    shot = recorder.save_screenshot("ministore-001-ur", 1, b"\x89PNG")
    steps = [
        step("ur", 1, screenshot=shot),
        step("ur", 2, reply="klick 9", error="expected goto, click", status=404),
    ]
    recorder.write_episode(episode("ur", "solved"), steps)
    failed = episode("en", "error", error="Chromium crashed", checks=(), answer=None)
    recorder.write_episode(failed, [step("en", 1, screenshot="screenshots/ministore-001-en/001.png")])
    return recorder.run_dir


def page(path):
    return LexborHTMLParser(Path(path).read_text("utf-8"))


def texts(tree, selector):
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def test_index_lists_episodes_and_what_is_missing(run_dir):
    tree = page(write_review(run_dir))
    assert texts(tree, ".episodes .outcome") == ["error", "solved"]
    assert texts(tree, "p.error") == ["Without an episode on record: ministore-001-am"]
    assert "2 of 3" in texts(tree, ".facts dd")


def test_repeats_have_pages_of_their_own(run_dir):
    recorder = RunRecorder(run_dir)
    recorder.write_episode(episode("ur", "unsolved", repeat=2), [step("ur", 1, repeat=2, reply="stop 7")])
    index = write_review(run_dir)
    assert "ministore-001-ur~2 unsolved" in texts(page(index.with_name("ministore-001-ur~2.html")), "h1")
    assert "stop 7" in index.with_name("ministore-001-ur~2.html").read_text("utf-8")
    assert "stop 7" not in index.with_name("ministore-001-ur.html").read_text("utf-8")


def test_every_address_of_every_page_leads_to_a_file_beside_it(run_dir):
    index = write_review(run_dir)
    pages = sorted(index.parent.glob("*.html"))
    assert [path.name for path in pages] == ["index.html", "ministore-001-en.html", "ministore-001-ur.html"]
    for path in pages:
        for node in page(path).css("[href], [src]"):
            address = node.attributes.get("href") or node.attributes["src"]
            assert ":" not in address
            target, _, anchor = address.partition("#")
            assert (path.parent / target).is_file() if target else page(path).css(f"#{anchor}")


def test_fonts_of_the_sites_lie_beside_the_pages(run_dir):
    static = write_review(run_dir).parent / "static"
    css = (static / "fonts.css").read_text("utf-8")
    named = {part.partition(")")[0] for part in css.split("url(")[1:]}
    assert named
    assert all((static / name).is_file() for name in named)


def test_texts_of_the_run_are_shown_and_never_run(run_dir):
    index = write_review(run_dir)
    for path in index.parent.glob("*.html"):
        tree = page(path)
        assert not tree.css("script, b:not(.interval b), i:not(.interval i)")
    assert texts(page(index.parent / "ministore-001-ur.html"), "p.intent") == ["کتاب خریدیں <b>"]


def test_texts_carry_language_and_direction(run_dir):
    tree = page(write_review(run_dir).parent / "ministore-001-ur.html")
    (intent,) = tree.css("p.intent")
    assert (intent.attributes["lang"], intent.attributes["dir"]) == ("ur-PK", "rtl")


def test_episode_shows_checks_changes_and_steps(run_dir):
    tree = page(write_review(run_dir).parent / "ministore-001-ur.html")
    assert texts(tree, ".checks .passed td") == ["passed", "answer", "5", "۵"]
    assert texts(tree, ".changes tr.changed td") == ["cart", "changed id 4", "qty", "1", "2"]
    assert texts(tree, ".changes tr.removed td") == [
        "votes",
        "removed id 9",
        "id",
        "9",
        "",
        "note",
        "NULL",
        "",
    ]
    assert texts(tree, ".reply code") == ["click 1", "klick 9"]
    assert texts(tree, ".step p.error") == ["The agent was told: expected goto, click"]
    assert texts(tree, "h3 em") == ["HTTP 404"]
    assert [node.attributes["src"] for node in tree.css(".shot img")] == [
        "../screenshots/ministore-001-ur/001.png"
    ]


def test_dropped_screenshot_is_not_linked_and_an_error_is_told(run_dir):
    tree = page(write_review(run_dir).parent / "ministore-001-en.html")
    assert not tree.css(".shot")
    assert texts(tree, "pre.error") == ["Chromium crashed"]
    assert texts(tree, "p.quiet")[0] == "Nothing was checked."


def test_trace_is_linked_where_one_was_kept(run_dir):
    (run_dir / "traces").mkdir()
    (run_dir / "traces" / "ministore-001-ur.zip").touch()
    folder = write_review(run_dir).parent
    assert page(folder / "ministore-001-ur.html").css('a[href="../traces/ministore-001-ur.zip"]')
    assert not page(folder / "ministore-001-en.html").css('a[href$=".zip"]')


def test_pages_can_be_written_again(run_dir):
    first = write_review(run_dir).read_text("utf-8")
    assert write_review(run_dir).read_text("utf-8") == first


def test_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"manifest\.json"):
        write_review(tmp_path)


def test_disruptions_are_shown_where_they_were(run_dir, tmp_path):
    disruptions = (
        DisruptionRecord(kind="cookie_notice", shown_step=1, ended_step=1, ending="dismissed", requests=2),
        DisruptionRecord(kind="advertisement", shown_step=2, ended_step=2, ending="accepted", requests=3),
    )
    recorder = RunRecorder(tmp_path / "disrupted")
    recorder.write_manifest(manifest(("ministore-001-ur",)))
    record = episode("ur", "unsolved", disruptions=disruptions, disruption_mode="once", disruption_seed=5)
    recorder.write_episode(record, [step("ur", 1, disruption="cookie_notice"), step("ur", 2)])
    index = write_review(recorder.run_dir)
    assert texts(page(index), ".disruptions td") == [
        *("Urdu", "cookie notice", "1", "100.0%", "0.0%", "0.0%", "0.0%", "2.0"),
        *("Urdu", "advertisement", "1", "0.0%", "100.0%", "0.0%", "0.0%", "3.0"),
    ]
    tree = page(index.with_name("ministore-001-ur.html"))
    assert texts(tree, ".disruptions td") == [
        *("cookie notice", "1", "dismissed", "1", "2"),
        *("advertisement", "2", "accepted", "2", "3"),
    ]
    assert texts(tree, ".step .disruption") == ["cookie notice"]
    assert "an accepted offer, which left the site" in texts(tree, ".facts dd")
    assert not page(write_review(run_dir)).css(".disruptions")


def test_pictures_stand_beside_the_intent(tmp_path):
    recorder = RunRecorder(tmp_path / "visual")
    recorder.write_manifest(manifest(("ministore-001-ur",)))
    kept = PictureRecord(
        path="images/references/ministore/3fa9.webp",
        sha256="3fa9",
        copy_path=recorder.save_picture("images/references/ministore/3fa9.webp", b"RIFF"),
    )
    gone = PictureRecord(path="images/references/ministore/07b1.webp", sha256="07b1", copy_path="gone.webp")
    recorder.write_episode(episode("ur", "solved", kind="visual", pictures=(kept, gone)), [])
    index = write_review(recorder.run_dir)
    tree = page(index.with_name("ministore-001-ur.html"))
    (picture,) = tree.css(".task img")
    assert (index.parent / picture.attributes["src"]).read_bytes() == b"RIFF"
    assert (index.parent / picture.attributes["src"]).resolve().is_relative_to(recorder.run_dir)
    assert texts(tree, ".task .quiet") == ["images/references/ministore/07b1.webp is not kept."]
    assert "visual" in texts(tree, ".facts dd")
    assert [one.attributes["src"] for one in page(index).css(".thumbs img")] == [picture.attributes["src"]]

"""Drafts of references: what a recorded episode has done, as task files write it."""

import yaml
from typer.testing import CliRunner

from harness.cli.main import app
from harness.extraction import extract, render
from harness.records import RunRecorder
from harness.replay.rendered import read_forms, read_links
from tests.episode_records import make_record, make_run, make_step

HOME = extract(
    """<title>گھر</title><p>LINKS:</p><a href="/p/P0001">چائے -> کپ</a> <a href="/cart?x=1">ٹوکری</a>
    <form action="/ask"><input name="q"><button>پوچھیں</button></form>
    <form action="/find?in=all"><input name="q"><label>رنگ <select name="color"><option value="">کوئی</option>
    <option value="red">سرخ</option></select></label><textarea name="note">ایک\n\nFORMS:\n</textarea>
    <button>تلاش</button></form>""",
    "http://ministore.ur.localhost/",
)


def test_links_and_forms_are_read_back():
    text = render(HOME)
    assert list(read_links(text).values()) == [link.href for link in HOME.links]
    forms = read_forms(text)
    assert [form.action for form in forms.values()] == ["/ask", "/find?in=all"]
    assert list(forms[2].fields) == ["q", "color", "note"]
    assert forms[2].fields["color"]["سرخ"] == "red"


def written(tmp_path, *steps, **changes):
    """What is printed of an episode of these steps."""
    recorder = RunRecorder(tmp_path)
    episode = make_record(1, "solved", steps=len(steps), intent="کتنے کا ہے؟", **changes)
    recorder.write_manifest(make_run(episode).manifest)
    recorder.write_episode(episode, steps)
    result = CliRunner().invoke(app, ["tasks", "draft", f"{tmp_path}#ministore-001-ur"])
    assert result.exit_code == 0, result.output
    return result.output


def test_steps_stand_as_in_task_files(tmp_path):
    page = {"observation": render(HOME)}
    drafted = written(
        tmp_path,
        make_step(1, "click 1", **page),
        make_step(2, "click 9", error="there is no link 9", **page),
        make_step(3, "click 1", disruption="cookie_notice", **page),
        make_step(4, None, error="expected one action", **page),
        make_step(5, "fill 2 q=دو; color=سرخ", **page),
        make_step(6, "goto /cart", **page),
        make_step(7, "stop {12}", **page),
        answer="{12}",
    )
    assert yaml.safe_load(drafted) == {
        "reference": [
            {"click": "/p/P0001"},
            {"fill": "/find", "fields": {"q": "دو", "color": "red"}},
            {"goto": "/cart"},
            {"stop": "{{12}}"},
        ]
    }
    assert drafted.startswith("# ministore-001-ur by m: solved. کتنے کا ہے؟\n")


def test_a_form_that_is_not_the_first_of_its_path_is_told(tmp_path):
    twice = HOME.forms[0]
    page = extract(f"<form action='{twice.action}'><input name='q'><button>a</button></form>" * 2, HOME.url)
    drafted = written(tmp_path, make_step(1, "fill 2 q=x", observation=render(page)))
    assert "comes first on the page" in drafted
    assert yaml.safe_load(drafted)["reference"][-1] == {"stop": ""}

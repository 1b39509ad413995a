"""What is written for an episode: commands that can be typed, data that stands once, nothing that runs."""

import json
import shlex

import pytest

from harness.records import Manifest, StepRecord, read_run
from harness.review import write_review
from harness.review.episode_commands import replay_command, rerun_command, trace_command
from harness.review.episode_data import episode_data
from tests.episode_records import make_record, make_run, make_step
from tests.recorded_runs import write_run
from tests.review.looked_into import SCRIPT, SYSTEM, TEXTS, write_looked_into

MODEL = "openai/x@http://127.0.0.1:1/v1"


def manifest(**changes) -> Manifest:
    return make_run(make_record(1, "solved"), **{"engine": "chromium", **changes}).manifest


def said(manifest: Manifest, **episode) -> list[str]:
    """What the command says besides language, task and model."""
    words = shlex.split(rerun_command(manifest, make_record(1, "solved", **episode)))
    assert words[:7] == ["pytest", "--lang", "ur", "--task", "ministore-001", "--model", manifest.model]
    return words[7:]


def test_a_run_with_usual_settings_needs_no_more_than_its_task():
    assert said(manifest()) == []


def test_every_setting_that_decides_results_is_said():
    settings = {
        **{"screenshots": False, "disruptions": "every-click", "intent_lang": "en", "final_answer": True},
        **{"max_seconds": 60.0, "max_tokens": None, "repeats": 3},
    }
    asked = said(manifest(settings=settings, seed=5, taskset_seed=7), repeat=2)
    assert asked == shlex.split(
        "--screenshot off --taskset-seed 7 --seed 5 --repeats 2 --disruptions every-click --intent-lang en"
        " --final-answer --max-seconds 60.0"
    )
    assert said(manifest(engine="http")) == ["--engine", "http"]


def test_settings_of_an_agent_and_of_its_model_are_said_where_they_are_not_the_usual_ones():
    agent = {
        "observe": "som",
        "history": 3,
        "prompt_lang": "native",
        "ask_confidence": True,
        "captioner": "c d",
    }
    usual = {"max_output_tokens": 4096, "max_retries": 6, "price_in": 0.5}
    model = {**usual, "temperature": None, "top_p": 0.5}
    assert said(manifest(model=MODEL, agent=agent, model_settings=model)) == [
        *("--obs", "som", "--prompt-lang", "native", "--ask-confidence"),
        *("--model-option", "captioner=c d", "--model-option", "temperature=omit"),
        *("--model-option", "top_p=0.5"),
    ]


def test_the_replay_names_the_run_as_it_would_be_typed(tmp_path, monkeypatch):
    folder = write_looked_into(tmp_path / "runs" / "a b")
    monkeypatch.chdir(tmp_path)
    run = read_run(folder)
    (episode, *_) = run.episodes
    assert shlex.split(replay_command(run, episode)) == ["pytest", f"--replay=runs/a b#{episode.episode_id}"]
    assert trace_command(run, episode) is None
    (folder / "traces").mkdir()
    (folder / "traces" / f"{episode.episode_id}.zip").touch()
    command = trace_command(run, episode)
    assert command is not None
    assert shlex.split(command)[2] == f"runs/a b/traces/{episode.episode_id}.zip"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert shlex.split(replay_command(run, episode)) == ["pytest", f"--replay=a b#{episode.episode_id}"]


def test_a_text_that_comes_again_is_kept_once(tmp_path):
    run = read_run(write_looked_into(tmp_path / "run"))
    episode = next(one for one in run.episodes if one.lang == "ur")
    data = episode_data(run, episode, run.steps_of(episode))
    assert json.dumps(data).count(json.dumps(SYSTEM)) == 1


def test_texts_of_a_run_are_data_and_never_markup(tmp_path):
    pages = write_review(write_looked_into(tmp_path / "run")).parent / "episodes"
    page = (pages / "ministore-001-ur.html").read_text("utf-8")
    assert "<b>" not in page.partition('class="intent"')[2].partition("</p>")[0]
    data = (pages / "ministore-001-ur.js").read_text("utf-8")
    assert SCRIPT in data
    assert TEXTS["ur"]["link"] in data


@pytest.mark.parametrize("action", ["fill 2 q=a; b=c", "click 7", "stop 12", "goto /x", None, "kick 3"])
def test_the_target_of_an_action_is_told_by_number_and_kind(action):
    target = {"fill": (2, "form"), "click": (7, "link")}.get((action or "").partition(" ")[0])
    step: StepRecord = make_step(1, action)
    run = make_run(make_record(1, "solved"), steps=(step,))
    data = episode_data(run, run.episodes[0], [step])
    (made,) = data["steps"]  # type: ignore[misc]
    assert made["target"] == target


def test_an_override_in_an_answer_turns_no_letters_round_unseen(tmp_path):
    episode = make_record(1, "unsolved", answer="\u202e21\u202c Rs")
    written = write_review(
        write_run(tmp_path / "run", [episode], {episode.episode_id: [make_step(1, "stop \u202e21")]})
    )
    page = written.parent / "episodes" / "ministore-001-ur.html"
    assert "⟨U+202E⟩21⟨U+202C⟩ Rs" in page.read_text("utf-8")
    assert "stop ⟨U+202E⟩21" in page.with_suffix(".js").read_text("utf-8")

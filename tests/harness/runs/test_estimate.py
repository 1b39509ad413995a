"""What --dry-run tells: counted, priced, and without touching anything."""

import pytest

from harness.records import RunRecorder, make_manifest
from harness.runs.estimate import PROMPT_TOKENS, REPLY_TOKENS, SCREENSHOTS, estimate, estimate_lines
from harness.runs.plan import chosen_tasks, plan_episodes
from tests.episode_records import make_record

MODEL = "openai/small@http://127.0.0.1:9/v1"
PRICED = [("price_in", "1"), ("price_out", "10")]


@pytest.fixture
def figures(request_of):
    def count(steps=4, workers=1, **said):
        request = request_of(MODEL, model_option=PRICED, **said)
        planned = plan_episodes(chosen_tasks(request), request.repeats)
        return estimate(request, planned, [steps] * len(planned), workers)

    return count


def test_tokens_and_their_price_follow_the_steps(figures):
    found = figures(steps=4)
    assert found.steps == 20
    assert found.input_tokens == 20 * PROMPT_TOKENS["ur"]
    assert found.output_tokens == 20 * REPLY_TOKENS
    assert found.cost_usd == pytest.approx((found.input_tokens + 10 * found.output_tokens) / 1e6)


def test_repeats_and_languages_are_counted(figures):
    assert figures(repeats=3).steps == 3 * figures().steps
    assert figures(lang=["ur", "am"]).steps == 2 * figures().steps


def test_without_pages_there_is_one_step(figures):
    assert figures(obs="none").steps == 5


def test_the_context_bounds_a_prompt(figures):
    assert figures(context_tokens=1000).input_tokens == 20 * 1000


def test_screenshots_are_tokens(figures, request_of):
    settings = request_of(MODEL, model_option=PRICED).model_settings
    text, som = figures(kind="text", engine="chromium"), figures(kind="text", engine="chromium", obs="som")
    assert som.input_tokens - text.input_tokens == 20 * SCREENSHOTS * settings.image_tokens


def test_workers_share_the_time_and_no_more_than_there_are_episodes(figures):
    alone = figures().seconds
    assert figures(workers=5).seconds == pytest.approx(alone / 5)
    assert figures(workers=50).seconds == pytest.approx(alone / 5)


def test_lines_tell_both_bounds_and_what_was_assumed(request_of):
    request = request_of("openai/no-such-model", repeats=2)
    text = "\n".join(estimate_lines(request, 4))
    assert "5 tasks, 10 episodes" in text
    assert "as the references" in text
    assert "50" in text  # ten episodes of a budget of five steps each
    assert "unknown" in text
    assert "assumed: 4 at once" in text
    assert not request.run_dir.exists()


def test_one_of_each_is_told_as_one(request_of):
    first, *_ = estimate_lines(request_of(task=["ministore-001"]), 1)
    assert first.endswith(": 1 task, 1 episode")


def test_a_baseline_costs_only_time(request_of):
    text = "\n".join(estimate_lines(request_of(), 1))
    assert "time" in text
    assert "tokens" not in text


@pytest.mark.parametrize(
    ("said", "warning"),
    [
        (
            {"context_tokens": 1},
            "every episode will end in an error at the first step: a prompt may take 1 token,",
        ),
        (
            {"context_tokens": 3_000},
            "pages will be cut: a prompt may take 3,000 tokens, and with a page it takes up to 3,700",
        ),
        (
            {"model_option": [("context_tokens", "5000"), ("max_output_tokens", "4999")]},
            "raise --model-option context_tokens=N",
        ),
        ({"context_tokens": 3_000, "obs": "none"}, None),
        ({}, None),
    ],
)
def test_prompts_without_room_for_a_page_are_told(request_of, said, warning):
    lines = list(estimate_lines(request_of(MODEL, **said), 1))
    found = [line for line in lines if "a prompt may take" in line]
    assert [warning in line for line in found] == ([True] if warning else [])


def test_what_some_tasks_can_not_hold_is_told_of_them(request_of, make_task, monkeypatch):
    tasks = [make_task(), make_task(id="ministore-002", intent="what " * 2_000)]
    monkeypatch.setattr("harness.runs.estimate.chosen_tasks", lambda request: tasks)
    lines = list(estimate_lines(request_of(MODEL, context_tokens=3_000), 1))
    first, second, *_ = [line for line in lines if "a prompt may take" in line]
    assert first.startswith("1 of 2 tasks will end in an error at the first step")
    assert second.startswith("pages will be cut")


@pytest.mark.parametrize("obs", ["som", "screenshot", "axtree", "html", "caption", "none"])
def test_what_every_prompt_holds_is_known_however_pages_are_shown(request_of, obs):
    request = request_of(MODEL, obs=obs, engine="chromium", context_tokens=1)
    assert any(line.startswith("every episode will end in an error") for line in estimate_lines(request, 1))


def test_what_is_kept_is_not_counted_again(request_of, make_task):
    request = request_of(resume=True)
    recorder = RunRecorder(request.run_dir)
    recorder.write_manifest(make_manifest(model="reference", engine="http", seed=0, instances=[make_task()]))
    recorder.write_episode(make_record(1, "solved"), [])
    lines = list(estimate_lines(request, 1))
    assert lines[1] == f"kept from {request.run_dir}: 1 episode"

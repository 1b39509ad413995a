"""Which runs count as one, what they are called, and which are compared."""

from pathlib import Path

import pytest

from harness.records import Run
from harness.reporting.series import disrupted_pairs, in_series, published_name
from tests.episode_records import make_record, make_run


def run(name: str, *episodes, **changes) -> Run:
    made = make_run(*episodes, **changes)
    return Run(Path("runs") / name, made.manifest, made.episodes, made.steps)


def labels(*runs: Run) -> list[str]:
    return [one.label for one in in_series(runs)]


def test_runs_of_one_setting_in_two_languages_are_one_series():
    (one,) = in_series([run("a", make_record(1, "solved")), run("b", make_record(1, "unsolved", lang="am"))])
    assert one.label == "m"
    assert [part.run_dir.name for part in one.parts] == ["a", "b"]
    assert [(episode.lang, episode.outcome) for episode in one.run.episodes] == [
        ("am", "unsolved"),
        ("ur", "solved"),
    ]
    assert set(one.run.manifest.langs) == {"ur", "am"}
    assert one.run.missing == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"engine": "chromium"},
        {"seed": 7},
        {"taskset_seed": 7},
        {"taskset_version": "2"},
        {"git_commit": "other"},
        {"agent": {"observe": "som"}},
        {"model_settings": {"temperature": 1}},
        {"hashes": {"code": "other"}},
        {"settings": {"repeats": 1, "intent_lang": "en"}},
    ],
)
def test_whatever_decides_results_keeps_runs_apart(changes):
    known = {
        "taskset_version": "1",
        "git_commit": "one",
        "agent": {"observe": "text"},
        "model_settings": {"temperature": 0},
        "hashes": {"code": "one"},
        "settings": {"repeats": 1, "intent_lang": None},
    }
    first = run("a", make_record(1, "solved"), **known)
    second = run("b", make_record(1, "solved", lang="am"), **{**known, **changes})
    assert len(in_series([first, second])) == 2


def test_runs_that_share_an_episode_are_never_added_up():
    first, second = run("a", make_record(1, "solved")), run("b", make_record(1, "unsolved"))
    assert labels(first, second) == ["m (a)", "m (b)"]


def test_unfinished_runs_that_plan_the_same_episodes_stay_apart():
    names = ("ministore-001-ur", "ministore-002-ur")
    first = run("a", make_record(1, "solved"), instances=names)
    second = run("b", make_record(2, "solved"), instances=names)
    assert labels(first, second) == ["m (a)", "m (b)"]


def test_folders_of_the_same_name_are_numbered():
    assert labels(run("a", make_record(1, "solved")), run("a", make_record(1, "solved"))) == [
        "m (a)",
        "m (a) 2",
    ]


def test_disruptions_are_a_series_of_their_own_with_the_same_label():
    plain = run("a", make_record(1, "solved"), settings={"disruptions": None})
    disrupted = run("b", make_record(1, "solved", disruption_mode="once"), settings={"disruptions": "once"})
    series = in_series([plain, disrupted])
    assert [(one.label, one.mode) for one in series] == [("m", None), ("m", "once")]
    assert list(disrupted_pairs(series)) == [(series[0], series[1])]


def test_groups_come_in_the_order_of_the_paper():
    models = ["reference", "my_agents:make", "human", "openai/some@http://127.0.0.1:8000/v1", "vllm/a/b"]
    models += ["gemma3-4b", "openai/new-one", "gpt-6-luna"]
    runs = [run(str(at), make_record(1, "solved"), model=model) for at, model in enumerate(models)]
    assert [(one.group, one.label) for one in in_series(runs)] == [
        ("closed", "new-one"),
        ("closed", "GPT-6 Luna"),
        ("open", "a/b"),
        ("open", "Gemma3-4B"),
        ("address", "some"),
        ("own", "my_agents:make"),
        ("person", "human"),
        ("baseline", "reference"),
    ]


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("gemma3-12b", "gemma3-12b"),
        ("vllm/google/gemma-3-12b-it", "gemma3-12b"),
        ("openai/gpt-oss-20b@http://127.0.0.1:8000/v1", "gpt-oss-20b"),
        ("hf/meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("vllm/google/gemma-3-12b-it-tuned", None),
        ("openai/gpt-6", None),
        ("reference", None),
    ],
)
def test_published_models_are_known_by_preset_and_by_name(model, name):
    assert published_name(model) == name

"""How a run begins, goes on, and gets the server of its model."""

from dataclasses import replace

import pytest

from harness.errors import ConfigError, RecordError
from harness.models import MAY_CHANGE
from harness.records import RunRecorder, read_manifest
from harness.runs import start
from harness.runs.start import begin_run, model_server
from tests.episode_records import make_record

LOCAL = "openai/small@http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """A machine whose facts stand still; nothing is asked for, started or hashed."""
    monkeypatch.setattr("harness.records.versions.git_commit", lambda: "commit")
    monkeypatch.setattr(
        start,
        "hashes_now",
        lambda sites, prompt: (
            {"code": "1", "prompt": prompt or "none"} | {f"site {one}": "1" for one in sites}
        ),
    )
    monkeypatch.setattr(start, "require_site_pictures", lambda tasks: None)


def test_the_manifest_holds_what_decides_results(request_of, monkeypatch):
    monkeypatch.setenv("MY_KEY_VARIABLE", "my key")
    request = request_of(
        LOCAL,
        history=1,
        model_option=[("temperature", "0.5"), ("api_key_env", "MY_KEY_VARIABLE")],
        disruptions="once",
        seed=3,
        repeats=2,
        final_answer=True,
        max_tokens=500,
        intent_lang="en",
    )
    begin_run(request)
    manifest = read_manifest(request.run_dir)
    assert manifest.settings == {
        "screenshots": False,
        "disruptions": "once",
        "disruption_seed": 3,
        "subset": None,
        "repeats": 2,
        "intent_lang": "en",
        "final_answer": True,
        "max_seconds": None,
        "max_tokens": 500,
    }
    assert (manifest.agent["history"], manifest.agent["prompt_lang"], manifest.agent["observe"]) == (
        1,
        "en",
        None,
    )
    assert manifest.model_settings["temperature"] == 0.5
    assert manifest.hashes == {"code": "1", "prompt": request.prompt, "site ministore": "1"}
    assert {"lowagent", "python", "openai", "playwright"} <= manifest.versions.keys()
    assert len(manifest.episodes) == 2 * len(manifest.instances)
    assert "my key" not in manifest.model_dump_json()


def test_a_run_of_a_baseline_has_no_settings_of_a_model(request_of):
    manifest = begin_run(request_of()).manifest
    assert (manifest.agent, manifest.model_settings) == ({}, {})


def test_going_on_plans_what_is_missing_and_what_failed(request_of):
    request = request_of()
    begun = begin_run(request)
    assert (len(begun.planned), begun.kept) == (5, 0)
    recorder = RunRecorder(request.run_dir)
    recorder.write_episode(make_record(1, "unsolved"), [])
    recorder.write_episode(make_record(2, "error"), [])
    again = begin_run(replace(request, resume=True))
    attempts = {one.task.id[-3:]: one.attempt for one in again.planned}
    assert attempts == {"002": 2, "003": 1, "004": 1, "005": 1}
    assert (again.kept, again.manifest) == (1, begun.manifest)


@pytest.mark.parametrize(
    ("option", "told"),
    [
        (("temperature", "0.7"), "model temperature: 0.0 before, 0.7 now"),
        (("max_output_tokens", "50"), "model max_output_tokens: 4096 before, 50 now"),
    ],
)
def test_a_changed_setting_of_the_model_is_refused(request_of, option, told):
    options = [("temperature", "0.0")]
    begin_run(request_of(LOCAL, model_option=options))
    changed = [option] if option[0] == "temperature" else [*options, option]
    with pytest.raises(RecordError) as refusal:
        begin_run(request_of(LOCAL, model_option=changed, resume=True))
    assert f"\n  {told}\n" in str(refusal.value)


def test_a_changed_setting_of_the_agent_is_refused(request_of):
    begin_run(request_of(LOCAL))
    with pytest.raises(RecordError, match="agent history: 3 before, 0 now"):
        begin_run(request_of(LOCAL, history=0, resume=True))


def test_what_decides_no_result_may_change(request_of):
    begin_run(request_of(LOCAL))
    assert {"timeout_s", "max_retries"} <= MAY_CHANGE
    changed = [("timeout_s", "5"), ("max_retries", "9")]
    assert begin_run(
        request_of(LOCAL, model_option=changed, budget_usd=1.0, fail_under=0.5, resume=True)
    ).planned


def test_captions_without_their_packages_are_told_before_anything_is_written(request_of, monkeypatch):
    monkeypatch.setattr("harness.prompting.captions.find_spec", lambda name: None)
    request = request_of(LOCAL, obs="caption", kind="text")
    with pytest.raises(ConfigError, match="pip install 'lowagent"):
        begin_run(request)
    assert not request.run_dir.exists()


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("name", ["file", "file/below", "a" * 300])
def test_a_folder_that_cannot_be_is_named(request_of, tmp_path, name, resume):
    (tmp_path / "file").write_text("no folder")
    request = request_of(run_dir=str(tmp_path / name), resume=resume)
    with pytest.raises(RecordError) as refused:
        begin_run(request)
    assert str(request.run_dir) in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "manifest.json",
            "",
            "expected the manifest of a run as this version of lowagent writes it, got: Invalid",
        ),
        ("manifest.json", '{"format": 2}', "got: model: Field required (and "),
        ("episodes.jsonl", '{"steps": 1}\n', ", line 1: expected an episode as this version"),
        ("episodes.jsonl", None, "can't be read: Is a directory"),
    ],
)
def test_a_damaged_record_is_named_with_the_first_fault(request_of, name, text, told):
    request = request_of()
    begin_run(request)
    (request.run_dir / name).unlink(missing_ok=True)
    if text is None:
        (request.run_dir / name).mkdir()
    else:
        (request.run_dir / name).write_text(text)
    with pytest.raises(RecordError) as refused:
        begin_run(replace(request, resume=True))
    assert str(refused.value).startswith(str(request.run_dir / name))
    assert told in str(refused.value)


def test_a_full_disk_leaves_no_half_manifest(request_of, monkeypatch):
    def full(descriptor, data):
        raise OSError(28, "No space left on device")

    request = request_of()
    with monkeypatch.context() as patched:
        patched.setattr("harness.records.recorder._write_all", full)
        with pytest.raises(RecordError, match="No space left on device"):
            begin_run(request)
    assert begin_run(request).planned


def test_a_key_that_is_missing_is_told_before_anything_is_written(request_of, monkeypatch):
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    request = request_of("gpt-5.6-luna", model_option=[("api_key_env", "NO_SUCH_KEY")])
    with pytest.raises(ConfigError, match="NO_SUCH_KEY"):
        begin_run(request)
    assert not request.run_dir.exists()


class Server:
    """A model server that was started."""

    url = "http://127.0.0.1:4321/v1"
    closed = False

    def close(self):
        self.closed = True


@pytest.fixture
def server(monkeypatch):
    started = []
    monkeypatch.setattr(start, "start_server", lambda settings: started.append(Server()) or started[-1])
    monkeypatch.setattr(start, "require_model", lambda settings: None)
    return started


def test_the_server_of_a_model_is_started_once_and_ends_with_the_run(request_of, server):
    run = begin_run(request_of("vllm/some-model"))
    with model_server(run) as request:
        assert request.agent.model_options["server_url"] == Server.url
        assert not server[0].closed
    assert [one.closed for one in server] == [True]
    assert Server.url not in (run.request.run_dir / "manifest.json").read_text()


def test_no_server_is_started_that_nobody_needs(request_of, server):
    request = request_of("vllm/some-model")
    begin_run(request)
    recorder = RunRecorder(request.run_dir)
    for number in range(1, 6):
        recorder.write_episode(make_record(number, "solved"), [])
    complete = begin_run(replace(request, resume=True))
    for run in (complete, begin_run(request_of(LOCAL, run_dir=str(request.run_dir / "other")))):
        with model_server(run) as reached:
            assert reached is run.request
    assert server == []


def test_a_run_that_can_not_begin_leaves_no_folder(request_of, monkeypatch):
    def missing(request):
        raise ConfigError("no Chromium found")

    monkeypatch.setattr(start, "chromium_version", missing)
    request = request_of(engine="chromium")
    with pytest.raises(ConfigError, match="no Chromium found"):
        begin_run(request)
    assert not request.run_dir.exists()

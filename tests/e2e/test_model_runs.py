"""Whole runs of a language model, as a person starts them: a service over real HTTP, failures, real kills.

The service (`tests.model_server`) knows the reference by heart, so a run that loses nothing solves all.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from harness.interruptions import DisruptionSetting
from harness.records import read_episodes, read_run
from tasks import interleave, load_instances
from tasks.models import TaskKind
from tests.model_answers import describe_picture
from tests.model_failures import FAILURES, FailurePlan
from tests.model_server import MODEL, ModelServer
from tests.scripted_replies import write_scripts

ROOT = Path(__file__).resolve().parents[2]
PYTEST = Path(sys.executable).with_name("pytest")
KEY_VARIABLE, KEY = "KEY_OF_TESTS", "sk-a-key-that-must-not-be-seen-anywhere"
SITE = "ministore"
FEW, HALF, SOME, ALL = 2, 6, 12, 75
PRICES = {"price_in": 3.0, "price_cached": 1.0, "price_out": 7.0}
"""Dollars a million tokens."""
WAIT_S = 120.0
TIMEOUT_S, PATIENCE_S = 3, 30
"""How long a call may take, and what a busy machine may add; a service that stalls does so for longer."""
RESUMES = 12
"""More than it takes until no way of failing has left anything to run again."""


def scripts_of(count, kind: TaskKind = "text", disruptions=None, intent_lang=None):
    """What the service must know for ``--limit COUNT`` in Urdu."""
    tasks = load_instances([SITE], ["ur"], kind, intent_lang=intent_lang)
    return write_scripts(interleave(tasks, count), disruptions)


@pytest.fixture(scope="module")
def some_scripts():
    """Text tasks of all types."""
    return scripts_of(SOME)


@pytest.fixture
def serve():
    """Starts services; they end with the test."""
    servers = []

    def start(scripts, **options):
        servers.append(ModelServer(scripts, api_key=KEY, **options).__enter__())
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def start_run(server, folder, *arguments, count=SOME, engine="http", model=MODEL):
    """A run of the first tasks, as the leader of a process group."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    prices = [f"--model-option={name}={value}" for name, value in PRICES.items()]
    return subprocess.Popen(
        [
            PYTEST,
            "-p",
            "no:cacheprovider",
            f"--model=openai/{model}@{server.url}",
            "--lang=ur",
            f"--site={SITE}",
            f"--limit={count}",
            f"--engine={engine}",
            f"--run-dir={folder}",
            *prices,
            f"--model-option=api_key_env={KEY_VARIABLE}",
            f"--model-option=timeout_s={TIMEOUT_S}",
            "--model-option=backoff_s=0.01",
            *arguments,
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**environment, KEY_VARIABLE: KEY, "PYTHONUNBUFFERED": "1"},
    )


def run(server, folder, *arguments, **options):
    """Exit code and output of a run that has ended."""
    with start_run(server, folder, *arguments, **options) as process:
        output, _ = process.communicate()
    return process.returncode, output


def resume_until_whole(server, folder, *arguments, **options):
    """Run what is left, as often as it takes; returns the last output."""
    output = ""
    for _ in range(RESUMES):
        code, output = run(server, folder, "--resume", *arguments, **options)
        record = read_run(folder)
        if not record.missing and all(one.outcome != "error" for one in record.episodes):
            assert code == 0, output
            return output
    raise AssertionError(f"not whole after {RESUMES} resumes: {output}")


def outcomes(folder):
    return Counter(one.outcome for one in read_run(folder).episodes)


def scored_once(folder):
    """Whether no episode has a score twice."""
    scored = Counter((one.instance_id, one.repeat) for one in read_episodes(folder) if one.outcome != "error")
    return set(scored.values()) == {1}


@pytest.fixture(scope="module")
def whole_run(some_scripts, tmp_path_factory):
    """Folder, output and service of a run in which nothing fails."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    with ModelServer(some_scripts, api_key=KEY) as server:
        code, output = run(server, folder)
    assert code == 0, output
    return folder, output, server


def test_model_that_knows_all_solves_all(whole_run):
    folder, output, server = whole_run
    assert outcomes(folder) == {"solved": SOME}
    assert not server.stats.failed
    assert server.stats.passed == sum(one.steps for one in read_run(folder).episodes)
    assert f"{SOME}/{SOME}" in output


def test_calls_tokens_and_cost_add_up(whole_run):
    folder, _, server = whole_run
    record, stats = read_run(folder), server.stats
    calls = [call for step in record.steps for call in step.calls]
    for kept in (record.episodes, calls):
        assert sum(one.input_tokens for one in kept) == stats.input_tokens
        assert sum(one.cached_tokens for one in kept) == stats.cached_tokens
        assert sum(one.output_tokens for one in kept) == stats.output_tokens
        assert sum(one.reasoning_tokens for one in kept) == stats.reasoning_tokens
        dollars = (
            (stats.input_tokens - stats.cached_tokens) * PRICES["price_in"]
            + stats.cached_tokens * PRICES["price_cached"]
            + stats.output_tokens * PRICES["price_out"]
        ) / 1e6
        assert sum(one.cost_usd for one in kept) == pytest.approx(dollars)
    assert len(calls) == sum(one.calls for one in record.episodes) == stats.calls
    assert {call.status for call in calls} == {"ok"}


def test_key_is_in_no_file_and_in_no_output(whole_run):
    folder, output, _ = whole_run
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > SOME
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in output


def test_wrong_key_ends_in_errors_that_say_so_without_the_key(serve, tmp_path):
    server = ModelServer(scripts_of(FEW), api_key="another")
    with server:
        code, output = run(server, tmp_path / "run", count=FEW)
    assert code == 1
    assert outcomes(tmp_path / "run") == {"error": FEW}
    assert KEY_VARIABLE in output
    assert KEY not in output
    assert not [path for path in (tmp_path / "run").rglob("*.json*") if KEY.encode() in path.read_bytes()]
    assert server.stats.failed == {"wrong_key": FEW}


@pytest.mark.parametrize(
    ("options", "episodes", "told"),
    [
        (
            ("--disruptions=once", "--intent-lang=en", "--prompt-lang=native"),
            FEW,
            {"disruptions": DisruptionSetting("once"), "intent_lang": "en"},
        ),
        (("--obs=html", "--history=0", "--ask-confidence", "--repeats=2"), 2 * FEW, {}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_model_solves_the_same_with(options, episodes, told, serve, tmp_path):
    server = serve(scripts_of(FEW, **told))
    code, output = run(server, tmp_path / "run", *options, count=FEW)
    assert code == 0, output
    assert outcomes(tmp_path / "run") == {"solved": episodes}
    assert not server.stats.failed


@pytest.mark.browser
def test_pictures_arrive_as_the_record_shows_them(serve, tmp_path):
    server = serve(scripts_of(FEW, "visual"))
    code, output = run(server, tmp_path / "run", "--kind=visual", count=FEW, engine="chromium")
    assert code == 0, output
    record = read_run(tmp_path / "run")
    assert outcomes(tmp_path / "run") == {"solved": FEW}
    sent = Counter()
    for step in record.steps:
        messages = step.prompt.messages if step.prompt else ()
        images = [part.image for message in messages for part in message.parts if part.image]
        assert len(images) >= 2, "a reference picture and the screenshot"
        sent.update(describe_picture((tmp_path / "run" / image).read_bytes()) for image in images)
    assert sent == server.stats.pictures


def fails_and_resumes(server, folder, solved_by_all, *arguments, count=SOME):
    """A run of which 30 % of the calls fail is in the end as good as one without failures."""
    run(server, folder, *arguments, count=count)
    first = read_run(folder)
    assert {one.outcome for one in first.episodes} <= {"solved", "error"}
    assert {one.error_source for one in first.episodes if one.outcome == "error"} <= {"model"}
    resume_until_whole(server, folder, *arguments, count=count)
    record = read_run(folder)
    assert {one.instance_id for one in record.episodes if one.outcome == "solved"} == solved_by_all
    assert set(server.stats.failed) == set(FAILURES)
    assert scored_once(folder)
    assert max(call.timing.seconds for step in record.steps for call in step.calls) < TIMEOUT_S + PATIENCE_S
    return record


def test_failing_service_changes_nothing_in_the_end(serve, some_scripts, tmp_path):
    server = serve(some_scripts, failures=FailurePlan(0.3, seed=1))
    record = fails_and_resumes(server, tmp_path / "run", {one.instance_id for one in some_scripts})
    statuses = Counter(call.status for step in record.steps for call in step.calls)
    assert statuses["ok"] == sum(one.steps for one in record.episodes)
    assert sum(one.retries for one in record.episodes) == statuses.total() - statuses["ok"] > 0


def test_episode_whose_model_is_gone_is_an_error_and_runs_again(serve, tmp_path):
    scripts = scripts_of(3)
    gone, *others = [one.instance_id for one in scripts]
    server = serve(scripts, failures=FailurePlan(broken=(gone,)))
    code, output = run(server, tmp_path / "run", count=3)
    assert code == 1
    assert "--resume" in output
    assert outcomes(tmp_path / "run") == {"solved": 2, "error": 1}
    (error,) = [one for one in read_run(tmp_path / "run").episodes if one.outcome == "error"]
    assert (error.instance_id, error.error_source) == (gone, "model")
    assert error.calls == error.retries == server.stats.calls_of[gone]
    before = {name: server.stats.calls_of[name] for name in others}
    server.failures = FailurePlan()
    resume_until_whole(server, tmp_path / "run", count=3)
    assert outcomes(tmp_path / "run") == {"solved": 3}
    assert {name: server.stats.calls_of[name] for name in others} == before
    (mended,) = [one for one in read_run(tmp_path / "run").episodes if one.instance_id == gone]
    assert mended.attempt == 2


def xdist_workers(pid):
    """Process ids of the workers of a run."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in children if b"exec(eval(" in Path(f"/proc/{one}/cmdline").read_bytes()]


@pytest.mark.parametrize("whose", ["worker", "run"])
def test_kill_loses_nothing(whose, serve, some_scripts, tmp_path):
    folder, scripts = tmp_path / "run", some_scripts[:HALF]
    server = serve(scripts)
    server.hold(after=sum(len(one.replies) for one in scripts) // 2)
    with start_run(server, folder, "-n2", count=HALF) as process:
        assert server.holding.wait(WAIT_S)
        finished = {one.instance_id for one in read_run(folder).episodes}
        calls = {name: server.stats.calls_of[name] for name in finished}
        if whose == "worker":
            first, _ = xdist_workers(process.pid)
            os.kill(first, signal.SIGKILL)
        else:
            os.killpg(process.pid, signal.SIGKILL)
        server.release()
        output, _ = process.communicate()
    assert finished, "the service was held before any episode had ended"
    kept = {one.instance_id: one.outcome for one in read_run(folder).episodes}
    assert kept.items() >= dict.fromkeys(finished, "solved").items(), output
    resume_until_whole(server, folder, count=HALF)
    assert outcomes(folder) == {"solved": HALF}
    assert scored_once(folder)
    assert {name: server.stats.calls_of[name] for name in finished} == calls
    assert not server.stats.failed


@pytest.mark.slow
def test_all_tasks_are_solved_whatever_fails(serve, tmp_path):
    scripts = scripts_of(ALL)
    server = serve(scripts)
    code, output = run(server, tmp_path / "good", count=ALL)
    assert code == 0, output
    assert outcomes(tmp_path / "good") == {"solved": ALL}
    failing = serve(scripts, failures=FailurePlan(0.3, seed=2))
    everything = {one.instance_id for one in scripts}
    fails_and_resumes(failing, tmp_path / "failing", everything, "-n2", count=ALL)

"""A run scored again from its record: equal to the first time, and what was tampered with is found."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from disruptions import Mode
from harness.agents import make_agent_factory
from harness.agents.protocol import Reply
from harness.browsers.http import HttpBrowser
from harness.cli.main import app
from harness.environment import Environment
from harness.episode import Limits, run_episode
from harness.errors import RecordError
from harness.interruptions import DisruptionSetting
from harness.observation import Observation
from harness.records import RunRecorder, make_manifest, read_run
from harness.records.reader import EPISODES_FILE, MANIFEST_FILE, STEPS_FILE, read_episodes
from harness.rescoring import rescore
from tasks import TaskInstance, interleave, load_instances

LANG = "ur"
AGENTS = ("reference", "na", "random")


class DeadAgent:
    """Fails at its first step."""

    def __init__(self, task: object, assignment: object) -> None:
        """Ignores both."""

    def act(self, observation: object) -> Reply:
        raise RuntimeError("no memory left")


class LateAgent:
    """Stays where it is, and answers when it is asked for an answer."""

    def __init__(self, task: TaskInstance, assignment: object) -> None:
        self.task = task

    def act(self, observation: Observation) -> Reply:
        is_asked = observation.error is not None and "stop <answer>" in observation.error
        return Reply(f"stop {self.task.checks.answers[0].expected[0]}" if is_asked else "goto /")


OWN_AGENTS = {"dead": DeadAgent, "late": LateAgent}
TAMPERED = (
    ({"outcome": "solved"}, "outcome"),
    ({"answer": "12"}, "answer"),
    ({"limit": "steps"}, "limit"),
    ({"limit": "tokens"}, "limit"),
    ({"steps": 2}, "steps"),
    ({"budget": 99}, "budget"),
    ({"checks": []}, "checks"),
    ({"difficulty": "none"}, "difficulty"),
    ({"reference_steps": 99}, "reference_steps"),
    ({"final_url": "http://ministore.ur.localhost/orders"}, "final_url"),
    ({"outcome": "error"}, "error"),
    ({"repeat": 9}, "episode_id"),
    ({"disruptions": []}, "disruptions"),
)
"""(fields of an episode's record that are changed, the field that tells)"""


@pytest.fixture(scope="module")
def tasks() -> list[TaskInstance]:
    return load_instances(["ministore"], [LANG], "text")


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """Runs tasks over HTTP, each agent as a repeat; returns the folder of the record."""
    with Environment(["ministore"], [LANG]) as environment, closing(HttpBrowser(environment)) as browser:

        def run(
            tasks: list[TaskInstance],
            *agents: str,
            mode: Mode | None = None,
            limits: Limits | None = None,
            **settings: str | bool,
        ) -> Path:
            folder = tmp_path_factory.mktemp("rescoring")
            RunRecorder(folder / "run").write_manifest(
                make_manifest(
                    model="m",
                    engine="http",
                    seed=0,
                    instances=tasks,
                    settings={**settings, "repeats": len(agents)},
                )
            )
            for repeat, agent in enumerate(agents, 1):
                recorder = RunRecorder(folder / agent)
                factory = OWN_AGENTS.get(agent) or make_agent_factory(agent)
                interrupted = DisruptionSetting(mode) if mode else None
                for task in tasks:
                    run_episode(
                        task,
                        factory,
                        browser,
                        environment,
                        recorder=recorder,
                        disruptions=interrupted,
                        limits=limits,
                        final_answer="final_answer" in settings,
                    )
                _take_over(recorder.run_dir, folder / "run", repeat)
            return folder / "run"

        yield run


def _take_over(source: Path, target: Path, repeat: int) -> None:
    """Append the episodes of one agent as a repeat of the run."""
    for name in (EPISODES_FILE, STEPS_FILE):
        with (target / name).open("a", encoding="utf-8") as file:
            for line in (source / name).read_text("utf-8").splitlines():
                file.write(json.dumps({**json.loads(line), "repeat": repeat}) + "\n")


def _tamper(run_dir: Path, name: str, place: int = -1, **changes: object) -> None:
    """Change fields of a line of a file of the record."""
    lines = (run_dir / name).read_text("utf-8").splitlines()
    lines[place] = json.dumps({**json.loads(lines[place]), **changes})
    (run_dir / name).write_text("\n".join(lines) + "\n", "utf-8")


def _fields(run_dir: Path) -> set[str]:
    return {one.field for one in rescore(run_dir).differences}


@pytest.fixture(scope="module")
def found(record, tasks) -> list[set[str]]:
    """What rescoring finds in an episode of each way of tampering."""
    run_dir = record(tasks[: len(TAMPERED)], "noop", mode="once")
    names = [episode.episode_id for episode in read_episodes(run_dir)]
    for place, (changes, _) in enumerate(TAMPERED):
        given = {"difficulty": _other_difficulty(tasks[place])} if "difficulty" in changes else changes
        _tamper(run_dir, EPISODES_FILE, place, **given)
    differences = rescore(run_dir).differences
    return [{one.field for one in differences if one.episode_id.partition("~")[0] == name} for name in names]


def _other_difficulty(task: TaskInstance) -> str:
    return "hard" if task.difficulty == "easy" else "easy"


@pytest.mark.parametrize("place", range(len(TAMPERED)))
def test_a_tampered_episode_is_found(found, place):
    assert TAMPERED[place][1] in found[place]


@pytest.mark.parametrize("mode", [None, "once", "every-click"])
def test_some_tasks_rescore_as_they_were_scored(record, tasks, mode: Mode | None):
    run_dir = record(interleave(tasks, 3), *AGENTS, "careless", mode=mode)
    found = rescore(run_dir)
    assert found.differences == ()
    assert (found.rescored, found.unscored) == (12, 0)
    assert {"solved", "unsolved"} <= {episode.outcome for episode in read_run(run_dir).episodes}


@pytest.mark.slow
@pytest.mark.parametrize("mode", [None, "once"])
def test_every_text_task_rescores_as_it_was_scored(record, tasks, mode: Mode | None):
    run_dir = record(tasks, *AGENTS, mode=mode)
    found = rescore(run_dir)
    assert found.differences == ()
    assert (found.rescored, found.unscored) == (3 * len(tasks), 0)
    assert {episode.outcome for episode in read_run(run_dir).episodes} == {"solved", "unsolved", "limit"}


def test_other_limits_are_believed_and_errors_have_no_verdict(record, tasks):
    run_dir = record(tasks[:1], "random", "dead", limits=Limits(seconds=0.0))
    assert [episode.limit for episode in read_run(run_dir).episodes] == ["seconds", None]
    found = rescore(run_dir)
    assert (found.rescored, found.unscored, found.differences) == (1, 1, ())


def test_an_answer_that_was_asked_for_at_the_end_counts_though_the_steps_were_spent(record, tasks):
    run_dir = record(tasks[:1], "late", final_answer=True)
    (episode,) = read_run(run_dir).episodes
    assert (episode.outcome, episode.limit, episode.steps) == ("solved", "steps", episode.budget + 1)
    assert rescore(run_dir).differences == ()
    _tamper(run_dir, EPISODES_FILE, limit=None)
    assert _fields(run_dir) == {"limit"}


def test_a_dropped_change_and_an_invented_one_are_found(record, tasks):
    run_dir = record([task for task in tasks if task.type == "state"][:1], "reference")
    (episode,) = read_run(run_dir).episodes
    assert episode.outcome == "solved"
    _tamper(run_dir, EPISODES_FILE, changes=[])
    assert _fields(run_dir) == {"checks", "outcome"}
    stock = {"table": "products", "kind": "changed", "before": {"id": "P0001", "stock": -5}}
    invented = {**stock, "after": {"id": "P0001", "stock": 3}}
    _tamper(run_dir, EPISODES_FILE, changes=[*(one.model_dump() for one in episode.changes), invented])
    differences = {one.field: one.rescored for one in rescore(run_dir).differences}
    assert differences["changes"] == "no such row in the base database"
    assert "foreign" in differences


def test_a_tampered_step_is_found(record, tasks):
    run_dir = record(tasks[:1], "reference")
    _tamper(run_dir, STEPS_FILE, reply="stop N/A")
    assert _fields(run_dir) == {"answer", "checks", "outcome"}


def test_a_disruption_that_is_told_as_dismissed_is_found_by_the_steps(record, tasks):
    run_dir = record(tasks[:1], "noop", mode="once")
    (episode,) = read_run(run_dir).episodes
    (notice,) = (one.model_dump() for one in episode.disruptions)
    dismissed = {**notice, "ending": "dismissed", "ended_step": 0}
    checks = [
        {**check.model_dump(), **({"passed": True, "got": "dismissed"} if check.kind == "disruption" else {})}
        for check in episode.checks
    ]
    _tamper(run_dir, EPISODES_FILE, disruptions=[dismissed], checks=checks)
    assert _fields(run_dir) == {"disruptions"}


def test_intents_in_another_language_are_found_again(record):
    tasks = load_instances(["ministore"], [LANG], "text", intent_lang="en")[:1]
    run_dir = record(tasks, "reference", intent_lang="en")
    assert read_run(run_dir).episodes[0].intent.startswith("What is ")
    assert rescore(run_dir).differences == ()


def test_other_tasks_are_refused(record, tasks):
    run_dir = record(tasks[:1], "noop")
    manifest = json.loads((run_dir / MANIFEST_FILE).read_text("utf-8"))
    digest = manifest["task_digest"]
    (run_dir / MANIFEST_FILE).write_text(json.dumps({**manifest, "taskset_seed": 7}), "utf-8")
    with pytest.raises(RecordError, match=f"have the digest {digest}, those of this code"):
        rescore(run_dir)
    gone = {"instances": [*manifest["instances"], "ministore-999-ur"], "task_digest": "0"}
    (run_dir / MANIFEST_FILE).write_text(json.dumps({**manifest, **gone}), "utf-8")
    with pytest.raises(RecordError, match="there is no ministore-999-ur any more"):
        rescore(run_dir)


def test_the_command_tells_what_differs_and_exits_with_one(record, tasks):
    run_dir = record(tasks[:1], "noop")
    runner = CliRunner()
    good = runner.invoke(app, ["rescore", str(run_dir)])
    assert good.exit_code == 0
    assert good.stdout.startswith("episodes rescored: 1, all as recorded; record: ")
    _tamper(run_dir, EPISODES_FILE, answer="12")
    bad = runner.invoke(app, ["rescore", str(run_dir)])
    assert bad.exit_code == 1
    assert f"{tasks[0].instance_id}: answer: recorded 12, rescored " in bad.stdout
    plain = runner.invoke(app, ["rescore", str(run_dir), "--json"])
    assert plain.exit_code == 1
    found = json.loads(plain.stdout)
    assert (found["rescored"], found["differences"][0]["field"]) == (1, "answer")


def test_a_record_whose_steps_are_gone_is_refused(record, tasks):
    run_dir = record(tasks[:1], "reference")
    (run_dir / STEPS_FILE).write_bytes(b"")
    with pytest.raises(RecordError, match=r"steps\.jsonl holds no steps, "):
        rescore(run_dir)
    (run_dir / STEPS_FILE).unlink()
    with pytest.raises(RecordError, match=r"steps\.jsonl is missing, .* put the file back from a copy"):
        rescore(run_dir)


def test_a_record_of_episodes_without_a_step_needs_none(record, tasks):
    run_dir = record(tasks[:1], "dead")
    (run_dir / STEPS_FILE).unlink(missing_ok=True)
    assert rescore(run_dir).unscored == 1

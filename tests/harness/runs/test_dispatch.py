"""Episodes are handed out, and run to their end once, whatever dies."""

from collections import deque

import pytest

from harness.records import make_manifest
from harness.runs.dispatch import CrewError, Died, Ended, Lost, Refused, Stopped, run_all
from harness.runs.facts import RunChangedError
from harness.runs.limits import LimitWatch
from harness.runs.plan import PlannedEpisode
from harness.runs.progress import EpisodeEnd
from harness.runs.start import BegunRun

SOLVED = EpisodeEnd("solved", 0.5, False)


class PaperCrew:
    """Workers that report at once, in the order of their orders; what becomes of an episode is given.

    Args:
        fates: name of an episode -> what its workers report, one after the other; then it is solved.
    """

    fitting = most = 9

    def __init__(self, **fates):
        self.fates = {name.replace("_", "-"): deque(reports) for name, reports in fates.items()}
        self.started = 0
        self.alive = set()
        self.at_work = deque()
        self.assigned = []
        self.most_at_once = 0

    def start(self):
        self.started += 1
        self.alive.add(self.started)
        return self.started

    def assign(self, worker, planned):
        assert worker in self.alive
        self.assigned.append(planned.name)
        self.at_work.append((worker, planned))
        self.most_at_once = max(self.most_at_once, len(self.at_work))

    def wait(self):
        worker, planned = self.at_work.popleft()
        fate = self.fates.get(planned.name)
        report = fate.popleft() if fate else Ended(planned.name, SOLVED, None)
        if isinstance(report, Died):
            self.alive.remove(worker)
        return worker, report


class Limits(LimitWatch):
    """Reached after so many questions."""

    def __init__(self, episodes=10**6):
        self.left = episodes

    def reached(self):
        self.left -= 1
        return None if self.left >= 0 else "the money is spent"


@pytest.fixture
def run(request_of, make_task):
    def dispatch(crew, count=4, workers=2, limits=None):
        tasks = [make_task(id=f"t-{number}") for number in range(count)]
        planned = tuple(map(PlannedEpisode, tasks))
        manifest = make_manifest(model="noop", engine="http", seed=0, instances=tasks)
        return list(run_all(BegunRun(request_of(), manifest, planned), crew, workers, limits or Limits()))

    return dispatch


def names(events):
    return [event.name for event in events]


def test_each_episode_is_run_once(run):
    crew = PaperCrew()
    assert names(run(crew)) == crew.assigned == [f"t-{number}-ur" for number in range(4)]
    assert (crew.started, crew.most_at_once) == (2, 2)


def test_no_more_workers_than_episodes(run):
    crew = PaperCrew()
    run(crew, count=2, workers=8)
    assert crew.started == 2


def test_nothing_to_do_starts_nobody(run):
    crew = PaperCrew()
    assert run(crew, count=0) == []
    assert crew.started == 0


def test_the_episode_of_a_dead_worker_is_run_again_by_another(run):
    crew = PaperCrew(t_1_ur=[Died("exit code -9")])
    events = run(crew)
    assert sorted(names(events)) == [f"t-{number}-ur" for number in range(4)]
    assert all(isinstance(event, Ended) for event in events)
    assert (crew.assigned.count("t-1-ur"), crew.started) == (2, 3)


def test_the_last_episode_too(run):
    crew = PaperCrew(t_0_ur=[Died("exit code -9")])
    assert names(run(crew, count=1)) == ["t-0-ur"]


def test_what_kills_two_workers_is_given_up_and_named(run):
    crew = PaperCrew(t_1_ur=[Died("exit code -9"), Died("exit code -11")])
    events = run(crew)
    assert [event for event in events if isinstance(event, Lost)] == [
        Lost("t-1-ur", "two workers died while they ran it: exit code -11")
    ]
    assert sorted(names(events)) == [f"t-{number}-ur" for number in range(4)]
    assert crew.assigned.count("t-1-ur") == 2


def test_an_episode_that_was_recorded_before_its_worker_died_is_not_run_again(run):
    crew = PaperCrew(t_1_ur=[Died("exit code -9", Ended("t-1-ur", SOLVED, None))])
    assert sorted(names(run(crew))) == [f"t-{number}-ur" for number in range(4)]
    assert crew.assigned.count("t-1-ur") == 1


def test_workers_that_only_die_end_the_run(run):
    deaths = {f"t_{number}_ur": [Died("exit code 1")] * 9 for number in range(9)}
    crew = PaperCrew(**deaths)
    with pytest.raises(CrewError, match="4 workers died one after the other: exit code 1"):
        run(crew, count=9)
    assert crew.started <= 6


def test_what_fails_in_a_worker_is_lost_and_the_worker_goes_on(run):
    crew = PaperCrew(t_0_ur=[Lost("t-0-ur", "ServerError: no port")])
    assert names(run(crew, workers=1)) == [f"t-{number}-ur" for number in range(4)]
    assert crew.started == 1


def test_a_limit_begins_no_more_and_lets_the_others_end(run):
    crew = PaperCrew()
    events = run(crew, limits=Limits(episodes=3))
    assert Stopped("the money is spent") in events
    assert names(event for event in events if isinstance(event, Ended)) == ["t-0-ur", "t-1-ur", "t-2-ur"]
    assert len(events) == 4


def test_after_a_limit_the_episode_of_a_dead_worker_is_not_begun_again(run):
    crew = PaperCrew(t_1_ur=[Died("exit code -9")])
    events = run(crew, limits=Limits(episodes=2))
    assert names(event for event in events if isinstance(event, Ended)) == ["t-0-ur"]
    assert sum(isinstance(event, Stopped) for event in events) == 1


def test_a_run_that_has_changed_ends(run):
    with pytest.raises(RunChangedError, match="hash of code"):
        run(PaperCrew(t_1_ur=[Refused("hash of code: 1 before, 2 now")]))

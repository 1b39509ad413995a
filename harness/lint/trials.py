"""Running a task as the rules need it: the reference under watch, strays after it, baselines, disruptions."""

from collections.abc import Iterable, Iterator

from harness.agents import make_agent_factory
from harness.agents.protocol import Agent, Assignment, Reply
from harness.agents.reference import ReferenceAgent, resolve_step
from harness.browsers.protocol import Browser
from harness.environment import Environment
from harness.episode import perform, run_episode
from harness.interruptions import DisruptionSetting
from harness.lint.problems import StrayTrial, Subject, Trial
from harness.observation import Observation
from sites.kit.changes import RowChange
from sites.kit.errors import LoWAgentError
from tasks import TaskInstance
from tasks.strays import StrayTemplate, steps_of

BASELINES = ("noop", "na", "dump", "random")
DISRUPTED = ("reference", "careless")
"""Agents that are also run behind disruptions."""


def try_out(
    subject: Subject, strays: Iterable[StrayTemplate], browser: Browser, environment: Environment
) -> Trial:
    """Run a task. What fails stands in the trial.

    Args:
        subject: the task.
        strays: changes that the task does not ask for, made one on top of the other.
        browser: an open browser.
        environment: the sites.

    Raises:
        ServerError: the site does not answer after a stray change.
    """
    task = subject.task
    watch = _Watch(environment)
    reference = run_episode(task, watch.make_agent, browser, environment)
    made: tuple[StrayTrial, ...] = ()
    if task.checks.exclusive and reference.error is None:
        made = tuple(_go_astray(subject, reference.changes, strays, browser, environment))
    return Trial(
        reference=reference,
        pages=tuple(watch.pages),
        changes=tuple(watch.changes),
        strays=made,
        baselines=tuple(
            (name, run_episode(task, make_agent_factory(name), browser, environment)) for name in BASELINES
        ),
        disrupted=tuple(
            (
                name,
                run_episode(
                    task,
                    make_agent_factory(name),
                    browser,
                    environment,
                    disruptions=DisruptionSetting("once"),
                ),
            )
            for name in DISRUPTED
        ),
    )


class _Watch:
    """Notes what the reference sees, and which rows have changed by then."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.pages: list[Observation] = []
        self.changes: list[tuple[RowChange, ...]] = []

    def make_agent(self, task: TaskInstance, assignment: Assignment) -> Agent:
        """The reference agent, watched."""
        return _WatchedReference(self, task, assignment)


class _WatchedReference(ReferenceAgent):
    def __init__(self, watch: _Watch, task: TaskInstance, assignment: Assignment) -> None:
        super().__init__(task, assignment)
        self._watch = watch
        self._place = (task.site, task.lang)

    def act(self, observation: Observation) -> Reply:
        """Note the page, then reply as the reference does."""
        self._watch.pages.append(observation)
        self._watch.changes.append(self._watch.environment.changes(*self._place))
        return super().act(observation)


def _go_astray(
    subject: Subject,
    changes: tuple[RowChange, ...],
    strays: Iterable[StrayTemplate],
    browser: Browser,
    environment: Environment,
) -> Iterator[StrayTrial]:
    for stray in strays:
        before, error = changes, None
        try:
            page = browser.observe()
            for step in steps_of(stray, subject.task, subject.connection):
                page = perform(browser, resolve_step(step, page))
        except LoWAgentError as failure:
            error = str(failure)
        changes = environment.changes(subject.task.site, subject.task.lang)
        yield StrayTrial(stray.name, before, changes, error)

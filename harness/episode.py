"""One episode: an agent, a task and a browser, from the reset of the site to the verdict.

The loop is the paper's: look, one action, look again, until the agent stops or its budget is used. What the
agent does wrong is an error message in its next observation and costs a step. What the machine does wrong
ends the episode in ``error``, which is recorded and never counted. Source: LoWAgent paper, sections 3.1,
3.3 and 3.7.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from disruptions import Kind
from harness.actions import Action
from harness.agents.protocol import Agent, AgentFactory, Assignment, Reply
from harness.browsers.protocol import Browser
from harness.debugging.protocol import PERSON, Decision, Moment, Watcher, decide
from harness.environment import Environment
from harness.episode_result import EpisodeResult, episode_record, outcome_of
from harness.errors import ActionFailed, AgentError, told
from harness.evaluation import Evaluation, evaluate
from harness.interruptions import DisruptionSetting, InterruptionWatch
from harness.models import ModelError
from harness.observation import Observation
from harness.pictures import ReferencePicture, read_reference_pictures
from harness.records import (
    CallRecord,
    EpisodeTiming,
    ErrorSource,
    Outcome,
    PictureRecord,
    RunRecorder,
    StepTiming,
)
from harness.replies import checked_reply, parse_reply
from harness.step_notes import StepNotes, TakenStep
from harness.tracebacks import place_of, whole_traceback
from sites.kit.changes import RowChange
from sites.registry import get_site
from tasks import TaskInstance

FINAL_QUESTION = "no steps are left: no page can be opened any more. Reply with: stop <answer>"
"""What an agent is told where it is asked for a final answer."""
NOT_CARRIED_OUT = "no steps were left, so this was not carried out: only stop was asked for"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of an episode besides its budget of steps; None is no limit."""

    seconds: float | None = None
    tokens: int | None = None
    """Of prompts and replies together."""
    cost_usd: float | None = None


@dataclass(slots=True)
class _Progress:
    """What has happened so far."""

    observation: Observation | None = None
    answer: str | None = None
    limit: str | None = None
    replies: list[Reply] = field(default_factory=list)
    failed_calls: tuple[CallRecord, ...] = ()
    """Of the model that could not be had, which ended the episode."""
    acting: ErrorSource = "machine"
    """Whose turn it is: what fails now is its fault."""
    pictures: tuple[PictureRecord, ...] = ()

    @property
    def paid(self) -> tuple[Reply, ...]:
        """The replies, and the one that never came if one was waited for: its calls were paid for too."""
        lost = (Reply.of_calls("", self.failed_calls),) if self.failed_calls else ()
        return (*self.replies, *lost)


def run_episode(
    task: TaskInstance,
    agent_factory: AgentFactory,
    browser: Browser,
    environment: Environment,
    *,
    recorder: RunRecorder | None = None,
    repeat: int = 1,
    attempt: int | None = None,
    limits: Limits | None = None,
    disruptions: DisruptionSetting | None = None,
    final_answer: bool = False,
    intent_en: str = "",
    watcher: Watcher | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> EpisodeResult:
    """Run one episode and record it.

    Args:
        task: the task.
        agent_factory: makes the agent.
        browser: an open browser; it gets a fresh context.
        environment: the sites; the task's is reset first.
        recorder: where the record goes, if anywhere.
        repeat: which run of the task it is.
        attempt: which attempt at that; None for the next by the record.
        limits: limits besides the budget.
        disruptions: how the episode is interrupted, if it is.
        final_answer: whether an answer is asked for once where the steps are spent.
        intent_en: the task's sentence in English, for the record alone.
        watcher: who looks on, and may step in.
        clock: seconds that only grow.

    Returns:
        The result. Whatever fails, the agent included, ends in the outcome ``error``; nothing is raised but
        what ends the process.
    """
    if attempt is None:
        attempt = recorder.next_attempt(task.instance_id, repeat) if recorder else 1
    rules = _Rules(limits or Limits(), InterruptionWatch(task, environment, disruptions), final_answer)
    rows = partial(environment.changes, task.site, task.lang)
    notes = StepNotes(task, recorder, rows, repeat, attempt)
    episode = _Episode(task, browser, environment, notes, rules, watcher, clock)
    started_at, started = datetime.now(UTC).isoformat(timespec="seconds"), clock()
    with notes:
        result = episode.run(agent_factory, started)
    if recorder is not None:
        timing = EpisodeTiming(started_at=started_at, seconds=round(result.seconds, 3))
        record = episode_record(
            task, attempt, result, timing, disruptions, repeat=repeat, intent_en=intent_en
        )
        if result.traceback is not None:
            recorder.save_traceback(record.episode_id, result.traceback)
        recorder.write_episode(record, notes.steps)
    return result


def perform(browser: Browser, action: Action) -> Observation:
    """Carry out an action that is no stop; returns the page that it leads to.

    Raises:
        ActionFailed: the page can't carry it out.
        BrowserError: the page can't be had.
    """
    if action.kind == "goto":
        return browser.goto(action.path)
    if action.kind == "click":
        return browser.click(action.index)
    return browser.fill(action.index, action.fields)


def assignment_of(
    task: TaskInstance, pictures: Sequence[ReferencePicture], budget: int | None = None
) -> Assignment:
    """What the agent is told of a task: never its checks.

    Args:
        task: the task.
        pictures: those that go with its sentence.
        budget: replies it is told it has; None for the task's own budget.
    """
    return Assignment(
        task_id=task.id,
        site=task.site,
        lang=task.lang,
        intent=task.intent,
        account=get_site(task.site).account,
        budget=task.budget if budget is None else budget,
        reference_images=tuple(picture.data for picture in pictures),
    )


@dataclass(frozen=True, slots=True)
class _Rules:
    limits: Limits
    interruptions: InterruptionWatch
    final_answer: bool


@dataclass(slots=True)
class _Episode:
    task: TaskInstance
    browser: Browser
    environment: Environment
    notes: StepNotes
    rules: _Rules
    watcher: Watcher | None
    clock: Callable[[], float]
    progress: _Progress = field(default_factory=_Progress)

    @property
    def interruptions(self) -> InterruptionWatch:
        return self.rules.interruptions

    def run(self, agent_factory: AgentFactory, started: float) -> EpisodeResult:
        """The whole episode; what fails becomes its outcome."""
        try:
            pictures = read_reference_pictures(self.task)
            assignment = assignment_of(self.task, pictures, self.interruptions.stated_budget)
            self.progress.pictures = tuple(map(self._keep_picture, pictures))
            self._loop(self._make_agent(agent_factory, assignment), started)
            changes = self.environment.changes(self.task.site, self.task.lang)
            evaluation = self._evaluate(changes)
            self.notes.finish()
        except Exception as error:
            return self._failed(error, started)
        outcome = outcome_of(evaluation, self.progress.limit)
        return self._result(outcome, started, evaluation=evaluation, changes=changes)

    def _failed(self, error: Exception, started: float) -> EpisodeResult:
        """What an exception makes of the episode; one of the agent's own says where it came from."""
        text, is_agents = told(error), self.progress.acting == "agent"
        place = place_of(error) if is_agents else None
        result = self._result("error", started, error=f"{text} ({place})" if place else text)
        return replace(result, traceback=whole_traceback(error)) if is_agents else result

    def _make_agent(self, agent_factory: AgentFactory, assignment: Assignment) -> Agent:
        with self._turn("agent"):
            return agent_factory(self.task, assignment)

    @contextmanager
    def _turn(self, whose: ErrorSource) -> Iterator[None]:
        """What fails inside is the fault of ``whose``, unless it is a model's service."""
        try:
            yield
        except ModelError as error:
            self.progress.acting = "model"
            self.progress.failed_calls = error.calls
            raise
        except SystemExit as error:
            self.progress.acting = whose
            raise AgentError(f"the {whose}'s program ended itself: sys.exit({error.code!r})") from error
        except Exception:
            self.progress.acting = whose
            raise

    def _loop(self, agent: Agent, started: float) -> None:
        task, progress = self.task, self.progress
        self.environment.reset(task.site, task.lang)
        self.interruptions.arm()
        progress.observation = self.browser.start(self.environment.url(task.site, task.lang, task.start))
        self.interruptions.look(0)
        while progress.answer is None and progress.limit is None and not self.interruptions.is_away:
            self._step(agent, progress.observation)
            if progress.answer is None and progress.limit is None and not self.interruptions.is_away:
                progress.limit = self._reached_limit(self.clock() - started)
        if progress.limit == "steps" and self.rules.final_answer:
            self._ask_for_answer(agent, progress.observation)

    def _ask_for_answer(self, agent: Agent, seen: Observation) -> None:
        """One more look without a step to take: only an answer counts."""
        before, disruption = self.clock(), self.interruptions.on_page
        seen = replace(seen, error="\n".join(filter(None, (seen.error, FINAL_QUESTION))))
        reply = self._reply(agent, seen)
        timing = self._timing(before)
        decision = self._decide(seen, reply, disruption)
        error = decision.error or (NOT_CARRIED_OUT if self.progress.answer is None else None)
        self._note(TakenStep(seen, disruption, reply, decision.action, error, timing, decision.intervention))

    def _step(self, agent: Agent, seen: Observation) -> None:
        before, disruption = self.clock(), self.interruptions.on_page
        reply = self._reply(agent, seen)
        replied = self.clock()
        decision = self._decide(seen, reply, disruption)
        action, error, failure = decision.action, decision.error, None
        if action is not None and action.kind != "stop":
            try:
                error = self._perform(action)
            except Exception as raised:
                failure, error = raised, told(raised)
        if error is not None:
            self.progress.observation = replace(self.progress.observation or seen, error=error)
        timing = self._timing(before, replied)
        self._note(TakenStep(seen, disruption, reply, action, error, timing, decision.intervention))
        if failure is not None:
            raise failure

    def _decide(self, seen: Observation, reply: Reply, disruption: Kind | None) -> Decision:
        """What is done about a reply: what it says, unless somebody steps in."""
        self.progress.replies.append(reply)
        action, error = parse_reply(reply)
        moment = Moment(len(self.progress.replies), seen, reply, action, error, disruption)
        decision = decide(self.watcher, moment)
        if decision.action is not None and decision.action.kind == "stop":
            self.progress.answer = decision.action.answer
        if decision.intervention == "ended":
            self.progress.limit = PERSON
        return decision

    def _note(self, taken: TakenStep) -> None:
        step = self.notes.note(taken)
        if self.watcher is not None:
            self.watcher.after_step(step)

    def _reply(self, agent: Agent, seen: Observation) -> Reply:
        """The agent's reply; where its model can't be had, a step that tells of the calls is recorded."""
        before, disruption = self.clock(), self.interruptions.on_page
        try:
            with self._turn("agent"):
                return checked_reply(agent.act(seen))
        except ModelError as error:
            lost = Reply.of_calls("", error.calls)
            self._note(TakenStep(seen, disruption, lost, None, str(error), self._timing(before)))
            raise

    def _timing(self, before: float, replied: float | None = None) -> StepTiming:
        """How long the agent took, and the browser after it if it had anything to do."""
        now = self.clock()
        if replied is None:
            return StepTiming(agent_seconds=round(now - before, 3), browser_seconds=0.0)
        return StepTiming(agent_seconds=round(replied - before, 3), browser_seconds=round(now - replied, 3))

    def _perform(self, action: Action) -> str | None:
        """Do it; returns what went wrong by the agent's own fault."""
        number = len(self.progress.replies)
        try:
            self.progress.observation = perform(self.browser, action)
        except ActionFailed as failure:
            self._look_again(number)
            return str(failure)
        self.interruptions.look(number)
        return None

    def _look_again(self, step: int) -> None:
        """A browser may have loaded its page again to undo what failed, and that load may be interrupted."""
        self.interruptions.look(step, has_moved=False)
        if self.interruptions.setting is not None:
            self.progress.observation = self.browser.observe()

    def _reached_limit(self, seconds: float) -> str | None:
        progress, limits = self.progress, self.rules.limits
        tokens = sum(reply.input_tokens + reply.output_tokens for reply in progress.replies)
        cost = sum(reply.cost_usd for reply in progress.replies)
        reached = (
            ("steps", len(progress.replies), self.interruptions.budget),
            ("seconds", seconds, limits.seconds),
            ("tokens", tokens, limits.tokens),
            ("cost", cost, limits.cost_usd),
        )
        return next((name for name, value, limit in reached if limit is not None and value >= limit), None)

    def _evaluate(self, changes: Sequence[RowChange]) -> Evaluation:
        found = evaluate(self.task, answer=self.progress.answer, changes=changes, final_url=self._final_url())
        return replace(found, checks=(*found.checks, *self.interruptions.checks()))

    def _final_url(self) -> str:
        return self.progress.observation.url if self.progress.observation else ""

    def _result(
        self,
        outcome: Outcome,
        started: float,
        *,
        evaluation: Evaluation | None = None,
        changes: tuple[RowChange, ...] = (),
        error: str | None = None,
    ) -> EpisodeResult:
        progress = self.progress
        return EpisodeResult(
            instance_id=self.task.instance_id,
            outcome=outcome,
            steps=len(progress.replies),
            answer=progress.answer,
            evaluation=evaluation,
            changes=changes,
            seconds=self.clock() - started,
            input_tokens=sum(reply.input_tokens for reply in progress.paid),
            output_tokens=sum(reply.output_tokens for reply in progress.paid),
            cost_usd=sum(reply.cost_usd for reply in progress.paid),
            calls=tuple(call for reply in progress.paid for call in reply.calls),
            confidence=progress.replies[-1].confidence if progress.replies else None,
            final_url=self._final_url(),
            limit=progress.limit,
            error=error,
            error_source=progress.acting if error is not None else None,
            budget=self.interruptions.budget,
            disruptions=self.interruptions.records(outcome, progress.limit),
            pictures=progress.pictures,
            interventions=sum(step.intervention is not None for step in self.notes.steps),
        )

    def _keep_picture(self, picture: ReferencePicture) -> PictureRecord:
        recorder = self.notes.recorder
        copy = recorder.save_picture(picture.path, picture.data) if recorder else None
        return PictureRecord(path=picture.path, sha256=picture.sha256, copy_path=copy)

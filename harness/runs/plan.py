"""The episodes of a run, in order, and which of them are still to be run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness.records import EpisodeRecord, episode_name, latest_attempts
from harness.runs.request import RunRequest
from harness.runs.subsets import subset_ids
from tasks import TaskInstance, interleave, load_instances


@dataclass(frozen=True, slots=True)
class PlannedEpisode:
    """One episode that is to be run."""

    task: TaskInstance
    repeat: int = 1
    attempt: int = 1
    """1, or more where it is run again."""

    @property
    def name(self) -> str:
        """``ministore-017-ur``, or ``ministore-017-ur~2`` where it is a repeat."""
        return episode_name(self.task.instance_id, self.repeat)

    def is_of(self, episode: EpisodeRecord) -> bool:
        """Whether a record is that of this episode and attempt."""
        return (episode.episode_id, episode.attempt) == (self.name, self.attempt)


def chosen_tasks(request: RunRequest) -> list[TaskInstance]:
    """The tasks of a run by site, language and template; with a limit, types and kinds alternate.

    Twins come where they were asked for, each with its task; they count for no limit.
    """
    return [
        task
        for site in request.sites
        for lang in request.langs
        for task in _limited(
            request,
            load_instances(
                [site],
                [lang],
                request.kind,
                request.taskset_seed,
                twins=request.twins,
                intent_lang=request.intent_lang,
            ),
        )
    ]


def plan_episodes(
    tasks: Sequence[TaskInstance], repeats: int, recorded: Iterable[EpisodeRecord] = ()
) -> list[PlannedEpisode]:
    """What is to be run: all tasks once, then all of them again for each repeat.

    Args:
        tasks: the tasks of the run, in order.
        repeats: how often each is run.
        recorded: episodes on record. Those that ended in ``error`` are run again as the next attempt; what
            else has ended is left out.
    """
    attempts = {one.episode_id: one for one in latest_attempts(recorded)}
    planned: list[PlannedEpisode] = []
    for repeat in range(1, repeats + 1):
        for task in tasks:
            last = attempts.get(episode_name(task.instance_id, repeat))
            if last is None:
                planned.append(PlannedEpisode(task, repeat))
            elif last.outcome == "error":
                planned.append(PlannedEpisode(task, repeat, last.attempt + 1))
    return planned


def _limited(request: RunRequest, instances: list[TaskInstance]) -> list[TaskInstance]:
    wanted = [task for task in instances if _is_wanted(task, request.tasks)]
    if request.subset is not None:
        ids = subset_ids(request.subset, request.sites)
        wanted = [task for task in wanted if ids & {task.id, task.twin_of}]
    if request.limit is None:
        return wanted
    tasks = [task for task in wanted if task.twin_of is None]
    kept = interleave(tasks, request.limit)
    cut = {task.id for task in tasks} - {task.id for task in kept}
    return kept + [task for task in wanted if task.twin_of is not None and task.twin_of not in cut]


def _is_wanted(task: TaskInstance, names: Sequence[str]) -> bool:
    return not names or any(_is_named(name, task.lang, names) for name in (task.id, task.twin_of))


def _is_named(task_id: str | None, lang: str, names: Sequence[str]) -> bool:
    return task_id in names or f"{task_id}-{lang}" in names

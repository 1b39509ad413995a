"""The tasks of a run, in order."""

from collections.abc import Sequence

from harness.runs.request import RunRequest
from tasks import TaskInstance, interleave, load_instances


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
            load_instances([site], [lang], request.kind, request.taskset_seed, twins=request.twins),
        )
    ]


def _limited(request: RunRequest, instances: list[TaskInstance]) -> list[TaskInstance]:
    wanted = [task for task in instances if _is_wanted(task, request.tasks)]
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

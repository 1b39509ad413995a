"""Whether prompts have room for a page, found out without one: what ``--dry-run`` warns of.

What is in every prompt (instructions, task, pictures) is written for each task beside an empty page. A prompt
that is too long even so is an error at the first step; one that an average page makes too long is cut
(`harness.prompting.budget`). Tokens are counted by the upper estimate of `harness.models.tokens`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from sys import maxsize

from harness.episode import assignment_of
from harness.models import ModelSettings
from harness.models.tokens import estimated_tokens
from harness.observation import Observation
from harness.prompting import PromptWriter, Reader
from harness.prompting.captures import SCREENSHOT_MODES
from harness.runs.request import RunRequest
from harness.wording import counted
from tasks import TaskInstance

NO_PICTURE = b""


class _Wordless:
    """A captioner that looks at nothing."""

    def describe(self, image: bytes) -> str:  # noqa: ARG002 - a Captioner
        """No words."""
        return ""


def prompt_limit(request: RunRequest, model: ModelSettings) -> int:
    """Tokens that a prompt may take."""
    return request.agent.context_tokens or model.context_tokens - model.max_output_tokens


def least_tokens(request: RunRequest, model: ModelSettings, task: TaskInstance) -> int:
    """Tokens of what no prompt of a task can leave out, one picture of the page included where one is shown.

    Args:
        request: the run.
        model: who reads the prompt.
        task: its task; no picture of it is read.
    """
    pictures = (NO_PICTURE,) * len(task.reference_images)
    assignment = replace(assignment_of(task, ()), reference_images=pictures)
    reader = Reader(estimated_tokens, model.image_tokens, captioner=_Wordless())
    writer = PromptWriter(assignment, request.agent, reader)
    prompt = writer.write(Observation(task.start, "", "", (), ()), (), maxsize)
    shown = model.image_tokens if writer.mode in SCREENSHOT_MODES else 0
    return writer.needed_tokens(prompt) + shown


def room_lines(
    request: RunRequest, model: ModelSettings, tasks: Sequence[TaskInstance], usual_tokens: Sequence[int]
) -> Iterator[str]:
    """What to know of prompts that are too long; nothing where there are none.

    Args:
        request: the run.
        model: who reads the prompts.
        tasks: what it runs.
        usual_tokens: of a prompt of each task with an average page.
    """
    limit = prompt_limit(request, model)
    needed = [least_tokens(request, model, task) for task in tasks]
    lost = [least for least in needed if least > limit]
    if lost:
        yield (
            f"{_share(len(lost), len(tasks))} in an error at the first step: a prompt may take"
            f" {counted(limit, 'token')}, and without any page it takes up to {max(lost):,} by the estimate:"
            f" {_remedy(request)}"
        )
    cut = [
        usual for least, usual in zip(needed, usual_tokens, strict=True) if least <= limit and usual > limit
    ]
    if cut and request.agent.observe != "none":
        yield (
            f"pages will be cut: a prompt may take {counted(limit, 'token')}, and with a page it takes up to"
            f" {max(cut):,} on average: {_remedy(request)}"
        )


def _share(lost: int, tasks: int) -> str:
    return "every episode will end" if lost == tasks else f"{lost} of {counted(tasks, 'task')} will end"


def _remedy(request: RunRequest) -> str:
    if request.agent.context_tokens is not None:
        return "raise --context-tokens"
    return "raise --model-option context_tokens=N, or lower max_output_tokens=N"

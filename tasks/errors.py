"""What can be wrong with a task, said with its id and file."""

from sites.kit.errors import LoWAgentError


class TaskError(LoWAgentError):
    """A template, intent or slot that can't become a task."""

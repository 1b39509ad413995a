"""Set-of-Marks: boxes and a screenshot in, a marked screenshot out. Knows only pixels and numbers."""

from som.geometry import Box, Element, Mark, MarkKind

__all__ = ["Box", "Element", "Mark", "MarkKind"]

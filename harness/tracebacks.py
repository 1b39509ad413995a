"""Where in an agent's own program an exception came from: the line to look at, and the whole way to it.

Values of variables are left out of both, because keys may be among them.
"""

import sysconfig
import traceback
from collections.abc import Iterator
from pathlib import Path

from harness.control_characters import with_seen_controls
from harness.records.versions import PACKAGES, PACKAGES_ROOT

MOST_KEPT = 200_000
"""Characters of a traceback that are kept: of a longer one its end."""
_LIBRARY = Path(sysconfig.get_path("stdlib")).resolve()
_INSTALLED = frozenset({"site-packages", "dist-packages"})


def place_of(error: BaseException) -> str | None:
    """``my_agents.py:12, in act``: the innermost line of an agent's own program.

    Lines of this project are never named, and those of libraries only where there are no others. The path is
    relative to the folder that the command runs in, or bare where the file lies elsewhere.

    Args:
        error: what was raised; where it has no such line, what caused it is looked at.
    """
    frames = [frame for frame in _frames(error) if not _is_in_project(frame)]
    own = [frame for frame in frames if not _is_in_library(frame)]
    chosen = own[-1] if own else next(iter(frames), None)
    if chosen is None:
        return None
    return f"{shown_path(chosen.filename)}:{chosen.lineno}, in {chosen.name}"


def whole_traceback(error: BaseException) -> str:
    """What Python prints of an exception, with its causes; control characters are seen."""
    text = with_seen_controls("".join(traceback.format_exception(error)))
    return text if len(text) <= MOST_KEPT else f"…{text[-MOST_KEPT:]}"


def shown_path(path: str) -> str:
    """A file as messages name it: from the folder that the command runs in, or bare."""
    file, here = Path(path).resolve(), Path.cwd()
    return str(file.relative_to(here)) if file.is_relative_to(here) else file.name


def _frames(error: BaseException) -> Iterator[traceback.FrameSummary]:
    """The frames of what caused it, then its own, each outermost first."""
    for one in (error.__cause__, error):
        if one is not None:
            yield from traceback.extract_tb(one.__traceback__)


def _is_in_project(frame: traceback.FrameSummary) -> bool:
    path = Path(frame.filename).resolve()
    return any(path.is_relative_to(PACKAGES_ROOT / package) for package in PACKAGES)


def _is_in_library(frame: traceback.FrameSummary) -> bool:
    path = Path(frame.filename).resolve()
    in_library = path.is_relative_to(_LIBRARY) or bool(_INSTALLED & set(path.parts))
    return in_library or frame.filename.startswith("<")

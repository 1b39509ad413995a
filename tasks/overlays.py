"""Other pictures than the project's own: the overlay that ``LOWAGENT_PICTURES`` names.

`lowagent images import` writes overlays (`images.overlay`). Where the variable is set, sites show its
pictures, tasks draw from what it says of them, and the version of the task set bears its hash: what runs
with it score can't be taken for what runs with the project's pictures score.
"""

import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from images.manifest import MANIFEST, read_manifest, sha256_of
from images.overlay import REPORT, catalogue_file, overlay_hash, pictures_file
from sites import SITE_NAMES
from tasks.errors import TaskError

PICTURES_VARIABLE = "LOWAGENT_PICTURES"
HASH_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Overlay:
    """A finished overlay, all of whose files are as they were written."""

    folder: Path
    source: str
    site: str
    sha256: str

    @property
    def tag(self) -> str:
        """What the version of a task set bears: ``+abo.<start of the hash>``."""
        return f"+{self.source}.{self.sha256[:HASH_DIGITS]}"

    @property
    def catalogue(self) -> Path:
        """What each thing of the site looks like."""
        return self.folder / catalogue_file(self.site)

    @property
    def pictures(self) -> Path:
        """What each reference picture shows."""
        return self.folder / pictures_file(self.site)


def current_overlay() -> Overlay | None:
    """The overlay that ``LOWAGENT_PICTURES`` names; None where it is not set.

    Raises:
        TaskError: the folder is no finished overlay, was changed since, or is of a site that there isn't.
    """
    folder = os.environ.get(PICTURES_VARIABLE)
    return read_overlay(Path(folder).resolve()) if folder else None


def overlay_of(site: str) -> Overlay | None:
    """The overlay of this site; errors as of `current_overlay`."""
    overlay = current_overlay()
    return overlay if overlay is not None and overlay.site == site else None


@cache
def read_overlay(folder: Path) -> Overlay:
    """Read an overlay and check each of its files; once a process, as the files are many.

    Raises:
        TaskError: as for `current_overlay`.
    """
    again = f"import it again (`lowagent images import`), or unset {PICTURES_VARIABLE}"
    try:
        report = json.loads((folder / REPORT).read_text("utf-8"))
        if report["finished"] is not True:
            raise TaskError(f"{folder}: the import was not finished: {again}")
        overlay = Overlay(folder, str(report["source"]), str(report["site"]), str(report["sha256"]))
        if overlay.site not in SITE_NAMES:
            raise TaskError(
                f"{folder}: pictures of {overlay.site}, and the sites there are: {', '.join(SITE_NAMES)}: "
                f"unset {PICTURES_VARIABLE}"
            )
        if overlay_hash(folder, overlay.site) != overlay.sha256:
            raise TaskError(f"{folder}: manifest or lists were changed since the import: {again}")
        changed = [
            path
            for path, record in read_manifest(folder / MANIFEST).items()
            if sha256_of((folder / path).read_bytes()) != record.sha256
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TaskError(f"{folder}: expected an overlay of pictures: {error!r}: {again}") from error
    if changed:
        raise TaskError(f"{folder}: {len(changed)} pictures were changed, the first is {changed[0]}: {again}")
    return overlay

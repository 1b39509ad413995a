"""What ``lowagent images import`` does: overlays of pictures are written from data sets that users hold."""

from collections.abc import Callable
from pathlib import Path

from images.catalogue import ROOT
from images.importers import import_abo as import_from_abo
from images.importers import import_cars as import_from_cars
from images.importers.abo import Project
from sites import get_site
from sites.kit.errors import LoWAgentError
from tasks.overlays import PICTURES_VARIABLE
from tasks.pictures import CATALOGUE_FILE, PICTURES_FILE
from tasks.templates import TASKS_FOLDER

Say = Callable[[str], None]


def import_products(folder: Path, out: Path, site: str, *, say: Say) -> None:
    """Write an overlay of a shop with photographs of Amazon Berkeley Objects.

    Raises:
        LoWAgentError: there is no such site, the data set is incomplete, or ``out`` holds something else.
    """
    catalogue = get_site(site).folder / CATALOGUE_FILE
    project = Project(site, ROOT, catalogue, TASKS_FOLDER / site / PICTURES_FILE)
    try:
        digest = import_from_abo(folder, out, project, say)
    except (OSError, ValueError) as error:
        raise LoWAgentError(str(error)) from error
    say(f"{out}: sha256 {digest}\nUse it with {PICTURES_VARIABLE}={out}")


def import_cars(folder: Path, out: Path, *, say: Say) -> None:
    """Write an overlay of the site of cars with photographs of 3DRealCar.

    Raises:
        LoWAgentError: the data set is incomplete, or ``out`` holds something else.
    """
    try:
        digest = import_from_cars(folder, out, say)
    except (OSError, ValueError) as error:
        raise LoWAgentError(str(error)) from error
    say(f"{out}: sha256 {digest}")

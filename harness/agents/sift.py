"""A seeing baseline without a model: language is solved for it, the eyes are its own.

It knows of a visual task what the reference knows, but for one thing: which product the picture shows. That
it finds out as a person would who has the word for the thing and nothing else: it searches for the kind,
walks the pages of results, cuts the products' pictures out of the marked screenshots, and takes the product
whose picture fits best (`harness.agents.sight`). If it is the right one, it goes on as the reference does;
if not, it stops. So its success rate is the share of visual tasks whose pictures classical matching tells
apart; it never says that a thing is not there, and so solves no unachievable task.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np

from harness.actions import Action, format_action
from harness.agents.dismissal import dismissing_link
from harness.agents.protocol import Assignment, Reply
from harness.agents.reference import ReferenceAgent, ReferencePathError
from harness.agents.sight import Sight, describe, scores
from harness.observation import Observation
from sites import get_site
from sites.kit.database import build_database
from tasks import TaskInstance
from tasks.pictures import PictureLine, read_pictures

SEARCH_PATH = "/search"
PRODUCT_PATH = "/p/"
MOST_PAGES = 5
"""Pages of results that are looked at for one picture."""
PICTURE_SHAPE = 3 / 4
"""Height over width of a product's picture; in a list it stands on top of its link."""


class SiftAgent:
    """Finds the pictured products by looking at lists; acts as the reference if they are the right ones."""

    def __init__(self, task: TaskInstance, assignment: Assignment) -> None:
        self._task = task
        self._reference = ReferenceAgent(task, assignment)
        self._steps = self._look(assignment)
        self._observation: Observation | None = None

    def act(self, observation: Observation) -> Reply:
        """The next step of the walk, or of the reference.

        Raises:
            ReferencePathError: the page can't be walked, or there is no screenshot to look at.
        """
        dismissal = dismissing_link(observation, self._task.lang)
        if dismissal is not None:
            return Reply(format_action(Action("click", index=dismissal)))
        self._observation = observation
        step = next(self._steps, None)
        return self._reference.act(observation) if step is None else Reply(format_action(step))

    def _look(self, assignment: Assignment) -> Iterator[Action]:
        """The walk: ends when the pictured products are found, else stops for good."""
        lines = {line.picture: line for line in read_pictures(get_site(self._task.site))}
        for path, image in zip(self._task.reference_images, assignment.reference_images, strict=True):
            line = lines[path]
            seen: dict[str, Sight] = {}
            yield self._search(line)
            for number in range(2, MOST_PAGES + 2):
                seen |= product_pictures(self._page())
                following = self._next_page(number)
                if following is None or number > MOST_PAGES:
                    break
                yield following
            if best_match(describe(image), seen) != line.product:
                yield Action("stop")
        yield Action("goto", path=self._task.start)

    def _search(self, line: PictureLine) -> Action:
        """A search for the word that the site has for the kind."""
        form = next((one for one in self._page().forms if one.action.partition("?")[0] == SEARCH_PATH), None)
        if form is None:
            raise ReferencePathError(f"{self._page().url} has no form for {SEARCH_PATH}")
        return Action(
            "fill", index=form.index, fields={"q": kind_name(self._task.site, self._task.lang, line.kind)}
        )

    def _next_page(self, number: int) -> Action | None:
        """The click that leads from a list to its page of this number; None on the last one."""
        for link in self._page().links:
            address = urlsplit(link.href)
            if address.path == SEARCH_PATH and parse_qs(address.query).get("page") == [str(number)]:
                return Action("click", index=link.index)
        return None

    def _page(self) -> Observation:
        if self._observation is None:
            raise ReferencePathError("looked before anything was seen")
        return self._observation


def best_match(reference: Sight, seen: Mapping[str, Sight]) -> str | None:
    """The product whose picture fits best; None where none was seen."""
    if not seen:
        return None
    return list(seen)[int(np.argmax(scores(reference, list(seen.values()))))]


def product_pictures(observation: Observation) -> dict[str, Sight]:
    """Product -> its picture in a list, cut out of the screenshot.

    Raises:
        ReferencePathError: the observation has no screenshot.
    """
    screenshot = observation.screenshot
    if screenshot is None:
        raise ReferencePathError("the sift baseline looks at screenshots: run it with --engine chromium")
    pixels = np.asarray(cv2.imdecode(np.frombuffer(screenshot.png, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    boxes = {mark.id: mark.bbox for mark in screenshot.marks}
    found: dict[str, Sight] = {}
    for link in observation.links:
        box = boxes.get(str(link.index))
        if box is None or not link.href.startswith(PRODUCT_PATH) or box.height < box.width * PICTURE_SHAPE:
            continue
        left, top, right = round(box.x0), round(box.y0), round(box.x1)
        cut = pixels[top : top + round(box.width * PICTURE_SHAPE), left:right]
        found.setdefault(link.href.removeprefix(PRODUCT_PATH), describe(np.ascontiguousarray(cut)))
    return found


def kind_name(site: str, lang: str, kind: str) -> str:
    """The site's word for a kind of things."""
    path = build_database(get_site(site), lang)
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        (name,) = connection.execute("SELECT name FROM kinds WHERE code = ?", (kind,)).fetchone()
    return str(name)

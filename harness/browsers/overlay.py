"""The overlay of a headed browser: what a person sees over the page, and what they do with their own hands.

It lives in an isolated world, in a closed shadow root, between two looks only: it is put up once a page has
been read, and taken down before the page is read again. Neither observation nor screenshot can hold it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import CDPSession, Error, Page, Route

from harness.errors import BrowserError
from som import Mark, Placement
from som.drawing import OUTLINE
from som.labels import PAPER

WORLD = "lowagent"
PARTS = ("overlay.js", "overlay_hand.js")
ABORTED = "aborted"
ALL_REQUESTS = "**/*"

Mode = Literal["off", "hold", "hand"]
"""Whether what a person does on the page goes through, is stopped, or is stopped and told."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The words of the overlay; empty ones are not shown."""

    head: str
    """The episode, and how many steps have been taken."""
    intent: str
    """The sentence of the task."""
    lang: str
    """``lang`` of what the site and the agent say."""
    dir: Literal["ltr", "rtl"]
    """Direction of the site's language."""
    font: str
    """Family of its web font."""
    reply: str = ""
    action: str = ""
    target_text: str = ""
    """What the link or the button of the action says."""
    error: str = ""
    note: str = ""
    pictures: tuple[str, ...] = ()
    """Those that go with the sentence, as ``data:`` addresses."""


@dataclass(frozen=True, slots=True)
class View:
    """What is shown over a page."""

    panel: Panel
    marks: tuple[Mark, ...] = ()
    """In CSS px from the top left of the page."""
    target: str | None = None
    """Mark of what the action acts on."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a person did on the page."""

    kind: Literal["click", "fill", "goto", "stop", "back", "none"]
    """``back``: they give the controls back. ``none``: it corresponds to no action."""
    index: int = 0
    """Number of the link or form."""
    values: tuple[tuple[str, str], ...] = ()
    """fill: every visible field of the form -> its value as the form holds it now."""
    is_first_button: bool = True
    """fill: whether it was the button that ``fill`` presses."""
    text: str = ""
    """stop: the answer; goto: the address; none: what was done."""


class Stage:
    """The page of a headed browser as a person sees it. Works in a headless one too, where nobody looks."""

    def __init__(self, page: Callable[[], Page]) -> None:
        """Prepare; nothing is drawn.

        Args:
            page: the open page; raises BrowserError where none is.
        """
        self._page = page
        self._session: CDPSession | None = None
        self._of: Page | None = None

    def show(self, view: View, *, hold: bool = False) -> None:
        """Put the overlay up, in place of the one that stands there.

        Args:
            view: what is shown.
            hold: whether links and forms do nothing meanwhile, so that the page stays as it was seen.
        """
        self._call(f"lowagent.setMode({_js('hold' if hold else 'off')}); lowagent.show({_described(view)})")

    def release(self) -> None:
        """Let links and forms work again; what is shown stays."""
        self._call("lowagent.setMode('off')")

    def hide(self) -> None:
        """Take the overlay down, where one stands; the page is as it was before.

        Raises:
            playwright.sync_api.Error: the page is gone.
            BrowserError: none is open.
        """
        if self._session is not None and self._of is self._page():
            self._evaluate("lowagent.hide(); lowagent.setMode('off')")

    @property
    def is_shown(self) -> bool:
        """Whether the overlay stands: not any more where the page has been left since."""
        return bool(self._call("lowagent.isShown()"))

    def next_act(self, view: View, *, can_hand_back: bool = False) -> Act:
        """Wait until a person does something; nothing of it has reached the site yet.

        Args:
            view: what is shown meanwhile.
            can_hand_back: whether there is an agent that goes on.

        Raises:
            BrowserError: the window was closed.
        """
        page = self._page()
        controls = f"lowagent.controls({_js({'can_hand_back': can_hand_back})})"
        with _window():
            # No finally: what fails here ends the page's episode, so nothing has to be put back, and an error
            # of doing so would stand in the place of Ctrl-C, after which the run would go on.
            page.route(ALL_REQUESTS, self._stop_navigation)
            self._evaluate(f"lowagent.setMode('hand'); lowagent.show({_described(view)}, {controls})")
            act = _act(self._evaluate("lowagent.nextAct()"))
            page.unroute(ALL_REQUESTS, self._stop_navigation)
            self.hide()
            return act

    def marks(self) -> tuple[Mark, ...]:
        """The marks of the page, measured: for who was shown none. Labels may cover what is written."""
        from harness.marking import read_geometry  # noqa: PLC0415 - drawing needs OpenCV

        geometry = read_geometry(self._page())
        return Placement(geometry.elements, width=geometry.width, height=geometry.height).marks()

    def inspect(self) -> None:
        """Open Playwright's Inspector, and wait until it lets the page go on."""
        self.hide()
        self._page().pause()

    def wait(self, milliseconds: float) -> None:
        """Leave the overlay up for a while."""
        self._page().wait_for_timeout(milliseconds)

    def _stop_navigation(self, route: Route) -> None:
        """An address that was typed, a page gone back to: told as an action, before anything is asked for."""
        request = route.request
        page = self._page()
        if not request.is_navigation_request() or request.frame is not page.main_frame:
            route.fallback()
            return
        route.abort(ABORTED)
        if request.method != "GET":
            act: dict[str, str] = {"kind": "none", "text": f"{request.method} {request.url}"}
        else:
            act = {"kind": "goto", "text": request.url}
        self._call(f"lowagent.told({_js(act)})")

    def _call(self, expression: str) -> Any:
        with _window():
            return self._evaluate(expression)

    def _evaluate(self, expression: str) -> Any:
        """Evaluate in the isolated world of the document that is open now."""
        page = self._page()
        if self._session is None or self._of is not page:
            self._session, self._of = page.context.new_cdp_session(page), page
        frame = self._session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self._session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD})
        answer = self._session.send(
            "Runtime.evaluate",
            {
                "expression": f"{_script()}\n{expression}",
                "contextId": world["executionContextId"],
                "awaitPromise": True,
                "returnByValue": True,
            },
        )
        if "exceptionDetails" in answer:
            raise BrowserError(f"the overlay failed at {page.url}: {_reason(answer['exceptionDetails'])}")
        return answer["result"].get("value")


@contextmanager
def _window() -> Iterator[None]:
    """What fails inside fails because the window is gone."""
    try:
        yield
    except Error as error:
        raise BrowserError(f"the browser's window is gone: {error.message.splitlines()[0]}") from error


def _described(view: View) -> str:
    marks = [{"id": one.id, "kind": one.kind, "boxes": one.boxes, "label": one.label} for one in view.marks]
    return _js({"panel": asdict(view.panel), "marks": marks, "target": view.target, "css": _style()})


def _act(told: Mapping[str, Any]) -> Act:
    values = tuple((name, value) for name, value in told.get("values", ()))
    return Act(**{**told, "values": values})


def _reason(details: Mapping[str, Any]) -> str:
    return details.get("exception", {}).get("description", details.get("text", "")).splitlines()[0]


def _js(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


@cache
def _script() -> str:
    folder = files("harness") / "browsers"
    return "".join((folder / name).read_text(encoding="utf-8") for name in PARTS)


@cache
def _style() -> str:
    """The style sheet, with the colours of the marks that models see."""
    colours = {
        "link": OUTLINE["link"],
        "form": OUTLINE["form"],
        "link-label": PAPER["link"],
        "form-label": PAPER["form"],
    }
    rules = "".join(f"--{name}: rgb{colour}; " for name, colour in colours.items())
    sheet = (files("harness") / "browsers" / "overlay.css").read_text(encoding="utf-8")
    return f":host {{ {rules}}}\n{sheet}"

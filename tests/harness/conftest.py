"""Tasks made by hand, and a browser and an environment that exist on paper only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import pytest

from harness.errors import ActionFailed, BrowserError
from harness.extraction import extract
from harness.observation import Observation
from sites.kit.changes import RowChange
from tasks import AnswerCheck, Checks, RowCheck, StopStep, TaskInstance

HOST = "http://ministore.ur.localhost"
PLACED = RowChange("orders", "added", None, {"id": "MS-1", "status": "placed", "note": "جلدی"})

PAGES = {
    "/": '<title>home</title><a href="/cart">cart</a><a href="/gone">gone</a><a href="/boom">boom</a>'
    '<form action="/search"><input name="q"><button>go</button></form>',
    "/cart": "<title>cart</title><p>total 12</p>"
    '<form method="post" action="/place"><button>ok</button></form>',
    "/search": "<title>search</title><p>found P0001</p>",
    "/placed": "<title>placed</title>",
}
"""Path -> markup; the path of a form that was posted is ``/placed``."""


@dataclass
class PaperBrowser:
    """Walks `PAGES`."""

    name: str = "paper"
    url: str = ""
    world: "PaperEnvironment | None" = None

    def start(self, url: str) -> Observation:
        return self._open(url.removeprefix(HOST))

    def goto(self, path: str) -> Observation:
        return self._open(path)

    def click(self, index: int) -> Observation:
        links = self.observe().links
        if not 1 <= index <= len(links):
            raise ActionFailed(f"there is no link {index}")
        return self._open(links[index - 1].href)

    def fill(self, index: int, fields: Mapping[str, str]) -> Observation:
        forms = self.observe().forms
        if not 1 <= index <= len(forms):
            raise ActionFailed(f"there is no form {index}")
        if forms[index - 1].method == "get":
            return self._open(forms[index - 1].action)
        if self.world is not None:
            self.world.changed = (PLACED,)
        return self._open("/placed")

    def observe(self) -> Observation:
        return extract(PAGES[self.url], HOST + self.url)

    def close(self) -> None:
        self.url = ""

    def _open(self, path: str) -> Observation:
        if path == "/boom":
            raise BrowserError(f"{HOST}/boom answered HTTP 500")
        if path not in PAGES:
            raise ActionFailed(f"{path} can't be opened")
        self.url = path
        return self.observe()


@dataclass
class PaperEnvironment:
    """Remembers what was reset, and tells the changes it was given."""

    changed: tuple[RowChange, ...] = ()
    resets: list[tuple[str, str]] = field(default_factory=list)

    def url(self, site: str, lang: str, path: str = "/") -> str:
        return f"http://{site}.{lang}.localhost{path}"

    def reset(self, site: str, lang: str) -> None:
        self.changed = ()
        self.resets.append((site, lang))

    def changes(self, site: str, lang: str) -> tuple[RowChange, ...]:
        return self.changed


TASK = TaskInstance(
    id="ministore-001",
    site="ministore",
    lang="ur",
    kind="text",
    type="info",
    split="train",
    difficulty="easy",
    category="shopping",
    intent="کل کتنا ہے؟",
    start="/",
    budget=5,
    slots={},
    checks=Checks(answers=(AnswerCheck("number", ("12",)),)),
    reference=(StopStep("12"),),
)
ORDER_CHECKS = Checks(rows=(RowCheck("orders", "added", {"status": "placed"}),))


@pytest.fixture
def make_task() -> Callable[..., TaskInstance]:
    """A task in Urdu whose answer is 12; the arguments replace its fields."""

    def make(**changes: object) -> TaskInstance:
        return replace(TASK, **changes)  # type: ignore[arg-type]

    return make


@pytest.fixture
def order_checks() -> Checks:
    """One order must be placed, and nothing else."""
    return ORDER_CHECKS


@pytest.fixture
def world() -> PaperEnvironment:
    """The environment on paper."""
    return PaperEnvironment()


@pytest.fixture
def paper_browser(world: PaperEnvironment) -> PaperBrowser:
    """The browser on paper."""
    return PaperBrowser(world=world)

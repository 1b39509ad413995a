"""The rendering browser: a real Chromium in which links are clicked and fields are filled.

The process is kept from episode to episode; each episode has a context of its own. A crash, or a listener on
another port, costs the episode at hand and nothing more: the next one gets a new process.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import (
    Browser as PlaywrightBrowser,
)
from playwright.sync_api import (
    BrowserContext,
    Error,
    Page,
    Playwright,
    Response,
    sync_playwright,
)

from harness.browsers.accessibility import read_axtree
from harness.browsers.chromium_actions import WaitUntil, fill_form, follow_link
from harness.browsers.gateway import Gateway, failure_message
from harness.browsers.launch import host_rules_for, launch_chromium
from harness.browsers.navigation import Territory, form_at, link_at
from harness.browsers.overlay import Stage
from harness.browsers.pictures import PictureReader
from harness.browsers.timeouts import limit_ms
from harness.browsers.traces import drop_stacks
from harness.errors import ActionFailed, BrowserError
from harness.extraction import ParsedPage, describe_other_content, parse_page, prune
from harness.form_filling import resolve_values
from harness.observation import FieldKind, Observation

VIEWPORT_WIDTH = 1280
VIEWPORT_HEIGHT = 720
NAVIGATION_TIMEOUT_MS = 30_000
ERROR_PAGE_TIMEOUT_MS = 5_000
OUTSIDE_ERRORS = (
    "ERR_NAME_NOT_RESOLVED",
    "ERR_SSL_PROTOCOL_ERROR",
    "ERR_UNKNOWN_URL_SCHEME",
    "ERR_UNSAFE_REDIRECT",
)
"""How Chromium ends a load that a redirect has led out of our hosts."""


@dataclass(frozen=True, slots=True)
class ChromiumOptions:
    """How Chromium is run."""

    screenshots: bool = False
    """Whether each observation carries a marked full-page screenshot."""
    axtree: bool = False
    """Whether it carries the accessibility tree."""
    html: bool = False
    """Whether it carries the pruned markup."""
    pictures: bool = False
    """Whether it carries the files of the page's pictures."""
    headed: bool = False
    """Show a window."""
    slow_mo_ms: float = 0
    """Pause after each operation."""
    tracing: bool = False
    """Record a Playwright trace of each episode, for `ChromiumBrowser.save_trace`."""


class ChromiumBrowser:
    """A real browser. Playwright's own objects stay inside."""

    name = "chromium"

    def __init__(
        self,
        gateway: Gateway,
        options: ChromiumOptions | None = None,
        *,
        playwright: Playwright | None = None,
    ) -> None:
        """Prepare; Chromium starts with the first episode.

        Args:
            gateway: how the sites are reached.
            options: how Chromium is run.
            playwright: a running Playwright, of which a thread can have only one; None starts one of its own.
        """
        self._gateway = gateway
        self._options = options or ChromiumOptions()
        self._lent_playwright = playwright
        self._own_playwright: Playwright | None = None
        self._browser: PlaywrightBrowser | None = None
        self._browser_port = 0
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._parsed: ParsedPage | None = None
        self._pictures = PictureReader(gateway) if self._options.pictures else None
        self._territory = Territory("")
        self._status = 200
        self._content_type = "text/html"
        self.stage = Stage(lambda: self._open_page)
        """The page as a person sees it, with what is drawn over it between two looks."""

    @property
    def version(self) -> str:
        """The build that runs, such as ``156.0.7204.23``; it is started where it does not yet run.

        Raises:
            BrowserError: it does not start.
        """
        return self._running_browser().version

    def start(self, url: str) -> Observation:
        """Open ``url`` in a new context; its host is the territory of the episode."""
        self._end_context()
        self._territory = Territory.of(url)
        target = self._territory.target(url, url)
        try:
            self._page = self._new_page()
        except Error:  # the process died since the last episode
            self._end_process()
            self._page = self._new_page()
        return self._load(lambda page: page.goto(target, wait_until=self._until), target)

    def goto(self, path: str) -> Observation:
        """Open a path of the host, or a full address on it."""
        target = self._territory.target(path, self._current.observation.url)
        return self._load(lambda page: page.goto(target, wait_until=self._until), target)

    def click(self, index: int) -> Observation:
        """Click link ``index``."""
        seen = self._current.observation
        target = self._territory.target(link_at(seen, index).href, seen.url)
        return self._load(lambda page: follow_link(page, index, target, self._until), target)

    def fill(self, index: int, fields: Mapping[str, str]) -> Observation:
        """Fill fields of form ``index`` and press its button."""
        seen = self._current.observation
        form = form_at(seen, index)
        values = resolve_values(form, self._current.controls[index - 1], fields)
        target = self._territory.target(form.action, seen.url)
        kinds: Mapping[str, FieldKind] = {field.name: field.kind for field in form.fields}
        return self._load(lambda page: fill_form(page, index, values, kinds, self._until), target)

    def observe(self) -> Observation:
        """Read the page, and whatever else was asked for."""
        page = self._open_page
        try:
            self.stage.hide()
            self._parsed = self._read(page)
            return self._parsed.observation
        except Error as error:
            raise self._broken(page.url, error) from error

    def save_trace(self, path: Path) -> None:
        """Write the trace of the episode at hand (a .zip for `playwright show-trace`)."""
        if self._context is not None and self._options.tracing:
            with suppress(Error):
                self._context.tracing.stop(path=path)
                drop_stacks(path)

    def close(self) -> None:
        """End Chromium, and Playwright where it was started here."""
        self._end_process()
        if self._pictures is not None:
            self._pictures.close()
        if self._own_playwright is not None:
            self._own_playwright.stop()
            self._own_playwright = None

    @property
    def _until(self) -> WaitUntil:
        """The text is there before styles and pictures are; only what is rendered has to wait for them."""
        return "load" if self._options.screenshots or self._options.axtree else "domcontentloaded"

    @property
    def _current(self) -> ParsedPage:
        if self._parsed is None:
            raise BrowserError("no page is open: call start() first")
        return self._parsed

    @property
    def _open_page(self) -> Page:
        if self._page is None:
            raise BrowserError("no page is open: call start() first")
        return self._page

    def _new_page(self) -> Page:
        self._context = self._running_browser().new_context(
            viewport={"width": VIEWPORT_WIDTH, "height": VIEWPORT_HEIGHT}, device_scale_factor=1
        )
        self._context.set_default_timeout(limit_ms(NAVIGATION_TIMEOUT_MS))
        if self._options.tracing:
            self._context.tracing.start(screenshots=True, snapshots=True)
        return self._context.new_page()

    def _running_browser(self) -> PlaywrightBrowser:
        port = self._gateway.port
        if self._browser is not None and (not self._browser.is_connected() or port != self._browser_port):
            self._end_process()
        if self._browser is None:
            self._browser = launch_chromium(
                self._playwright(),
                headed=self._options.headed,
                host_rules=host_rules_for(port),
                slow_mo_ms=self._options.slow_mo_ms,
            )
            self._browser_port = port
        return self._browser

    def _playwright(self) -> Playwright:
        if self._lent_playwright is not None:
            return self._lent_playwright
        if self._own_playwright is None:
            self._own_playwright = sync_playwright().start()
        return self._own_playwright

    def _load(self, action: Callable[[Page], Response | None], target: str) -> Observation:
        """Do what leads to another page, and read it; come back where it leads outside."""
        page = self._open_page
        before = page.url
        try:
            response = action(page)
        except ActionFailed:
            self._return_to(page, before)  # what was typed before the failure is forgotten
            raise
        except Error as error:
            raise self._failed_load(page, before, target, error) from error
        if not self._territory.holds(page.url):
            outside = page.url
            self._return_to(page, before)
            raise ActionFailed(self._territory.refusal(outside))
        if response is not None:
            self._status = response.status
            self._content_type = response.headers.get("content-type", "")
        if self._status >= 500:
            raise BrowserError(failure_message(self._gateway, page.url, self._status))
        return self.observe()

    def _failed_load(self, page: Page, before: str, target: str, error: Error) -> ActionFailed | BrowserError:
        if not any(name in error.message for name in OUTSIDE_ERRORS):
            return self._broken(target, error)
        with suppress(Error):
            page.wait_for_url("chrome-error://**", timeout=ERROR_PAGE_TIMEOUT_MS)
        self._return_to(page, before)
        return ActionFailed(f"{target} leads to a page outside http://{self._territory.host}/")

    def _return_to(self, page: Page, url: str) -> None:
        try:
            page.goto(url, wait_until=self._until)
        except Error as error:
            raise self._broken(url, error) from error

    def _broken(self, url: str, error: Error) -> BrowserError:
        """The error of a page that can't be had any more; the next episode gets a new process."""
        self._end_process()
        return BrowserError(f"{url} can't be loaded: {error.message.splitlines()[0]}")

    def _read(self, page: Page) -> ParsedPage:
        if not self._content_type.startswith("text/html"):
            return describe_other_content(page.url, self._status, self._content_type)
        html, options = page.content(), self._options
        parsed = parse_page(html, page.url, self._status)
        seen = parsed.observation
        if options.html:
            seen = replace(seen, html=prune(html))
        if self._pictures is not None:
            seen = self._pictures.add(seen, html, self._territory)
        if options.axtree:
            seen = replace(seen, axtree=read_axtree(page, seen))
        if options.screenshots:
            from harness.marking import take_marked_screenshot  # noqa: PLC0415 - drawing needs OpenCV

            seen = replace(seen, screenshot=take_marked_screenshot(page))
        return replace(parsed, observation=seen)

    def _end_context(self) -> None:
        if self._context is not None:
            with suppress(Error):
                self._context.close()
        self._context = self._page = self._parsed = None

    def _end_process(self) -> None:
        self._end_context()
        if self._browser is not None:
            with suppress(Error):
                self._browser.close()
        self._browser = None

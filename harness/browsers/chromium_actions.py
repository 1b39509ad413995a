"""Clicks, typing and choices in a real page: one function an action, each ends with the next page loaded."""

from collections.abc import Mapping
from typing import Literal

from playwright.sync_api import ElementHandle, Error, JSHandle, Page, Response
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from harness.browsers.timeouts import limit_ms
from harness.errors import ActionFailed, BrowserError
from harness.observation import FieldKind

INTERACTION_TIMEOUT_MS = 5_000
NAVIGATION_TIMEOUT_MS = 30_000

_PREPARE_LINK = """
a => {
  for (let box = a.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
  a.removeAttribute('target');
  return a.href;
}
"""
_FIND_CONTROL = """
(form, [name, choice]) => [...form.elements].find(
  e => e.name === name && e.type !== 'hidden' && (choice === null || e.value === choice))
"""
_FIND_BUTTON = """
form => {
  form.noValidate = true;
  const buttons = 'button:not([type=button]):not([type=reset]), input[type=submit]';
  return [...form.elements].find(e => e.matches(buttons) && !e.matches(':disabled'));
}
"""


WaitUntil = Literal["domcontentloaded", "load"]


def follow_link(page: Page, index: int, expected: str, until: WaitUntil) -> Response | None:
    """Click link ``index`` (from 1, in document order).

    Args:
        page: the page as it was observed.
        index: number of the link.
        expected: the absolute address that was observed for it.
        until: what of the next page is waited for.

    Raises:
        ActionFailed: something covers the link, or it has no box.
        BrowserError: the page's own link leads elsewhere than the observed one.
    """
    link = page.query_selector_all("a[href]")[index - 1]
    found = link.evaluate(_PREPARE_LINK)
    if found.partition("#")[0] != expected.partition("#")[0]:
        raise BrowserError(f"link {index} of {page.url} leads to {found}, but was observed as {expected}")
    return _press(page, link, f"link {index}", until)


def fill_form(
    page: Page, index: int, values: Mapping[str, str], kinds: Mapping[str, FieldKind], until: WaitUntil
) -> Response | None:
    """Set fields of form ``index`` (from 1, in document order) and press its button.

    Args:
        page: the page as it was observed.
        index: number of the form.
        values: field name -> resolved value (`harness.form_filling.resolve_values`).
        kinds: field name -> kind.
        until: what of the next page is waited for.

    Raises:
        ActionFailed: a field or the button can't be reached, or a field does not take the value.
    """
    form = page.query_selector_all("form")[index - 1]
    for name, value in values.items():
        control = form.evaluate_handle(_FIND_CONTROL, [name, value if kinds[name] == "radio" else None])
        try:
            _set(_element(control, f"field {name} of form {index}"), kinds[name], value)
        except PlaywrightTimeoutError as error:
            raise ActionFailed(f"field {name} of form {index} can't be set to {value!r}") from error
    button = form.evaluate_handle(_FIND_BUTTON).as_element()
    if button is not None:
        return _press(page, button, f"the button of form {index}", until)
    with page.expect_navigation(wait_until=until, timeout=limit_ms(NAVIGATION_TIMEOUT_MS)) as navigation:
        form.evaluate("form => form.requestSubmit()")
    return navigation.value


def _set(control: ElementHandle, kind: FieldKind, value: str) -> None:
    if kind == "select":
        control.select_option(value=value, timeout=limit_ms(INTERACTION_TIMEOUT_MS))
    elif kind == "radio":
        control.check(timeout=limit_ms(INTERACTION_TIMEOUT_MS))
    elif kind == "checkbox":
        control.set_checked(value == "1", timeout=limit_ms(INTERACTION_TIMEOUT_MS))
    else:
        control.fill(value, timeout=limit_ms(INTERACTION_TIMEOUT_MS))


def _press(page: Page, element: ElementHandle, what: str, until: WaitUntil) -> Response | None:
    with page.expect_navigation(wait_until=until, timeout=limit_ms(NAVIGATION_TIMEOUT_MS)) as navigation:
        try:
            element.click(timeout=limit_ms(INTERACTION_TIMEOUT_MS), no_wait_after=True)
        except PlaywrightTimeoutError as error:
            raise ActionFailed(f"{what} can't be clicked: {_reason(error)}") from error
    return navigation.value


def _element(handle: JSHandle, what: str) -> ElementHandle:
    element = handle.as_element()
    if element is None:
        raise BrowserError(f"{what} is not in the page any more")
    return element


def _reason(error: Error) -> str:
    covered = [line.strip(" -") for line in error.message.splitlines() if "intercepts pointer events" in line]
    return covered[-1] if covered else "it is not visible"

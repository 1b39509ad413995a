"""Asking Chromium for its accessibility tree, through the protocol alone: nothing in the page can notice."""

from playwright.sync_api import Page

from harness.extraction import print_tree
from harness.observation import Observation


def read_axtree(page: Page, seen: Observation) -> str:
    """The accessibility tree of a page as text, with the numbers of its observation.

    Args:
        page: the page, loaded.
        seen: the same page as the extractor read it.

    Raises:
        BrowserError: page and observation do not match.
        playwright.sync_api.Error: the page is gone.
    """
    session = page.context.new_cdp_session(page)
    try:
        session.send("DOM.enable", {"includeWhitespace": "all"})
        document = session.send("DOM.getDocument", {"depth": -1})
        tree = session.send("Accessibility.getFullAXTree")
    finally:
        session.detach()
    return print_tree(tree["nodes"], document["root"], seen)

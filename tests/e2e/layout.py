"""What Chromium tells about the look of a page: whether it fits, and whose fonts draw it."""

from playwright.sync_api import CDPSession, Page

SIZES = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


def check_fits(page: Page, widths: tuple[int, ...]) -> None:
    """The page is never wider than the window."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        scroll_width, client_width = page.evaluate(SIZES)
        assert scroll_width == client_width, (page.url, width)


def foreign_fonts(session: CDPSession) -> set[str]:
    """Families of the machine that drew any glyph of the page."""
    send = session.send
    send("DOM.enable")
    send("CSS.enable")
    root = send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    nodes = send("DOM.querySelectorAll", {"nodeId": root, "selector": "body, body *"})["nodeIds"]
    fonts = [
        font for node in nodes for font in send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    ]
    assert fonts
    return {font["familyName"] for font in fonts if not font["isCustomFont"]}

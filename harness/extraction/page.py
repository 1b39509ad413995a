"""One page of HTML as an observation, together with what a browser needs to act on it."""

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from harness.addresses import page_address, resolve, site_path
from harness.extraction.forms import FormControls, read_controls
from harness.extraction.markup import attribute, collapse, parse_markup
from harness.extraction.text import image_alternative, inline_text, page_text
from harness.observation import Form, Link, Observation

LINKS = "a[href]"
FORMS = "form"
"""Selectors of what is numbered, in document order."""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """An observation, and the controls of its forms in the same order."""

    observation: Observation
    controls: tuple[FormControls, ...]


def extract(html: str, url: str, status: int = 200) -> Observation:
    """What an agent sees of a page, without a screenshot.

    Args:
        html: the page's markup.
        url: its address; relative links are resolved against it.
        status: its HTTP status.
    """
    return parse_page(html, url, status).observation


def parse_page(html: str, url: str, status: int = 200) -> ParsedPage:
    """As `extract`, with the controls of each form."""
    tree = parse_markup(html)
    link_nodes, form_nodes = tree.css(LINKS), tree.css(FORMS)
    controls = read_controls(tree, form_nodes)
    text = page_text(body_of(tree), element_markers(tree))
    title = tree.css_first("head > title")
    observation = Observation(
        url=page_address(url),
        title=collapse(title.text()) if title is not None else "",
        text=text.pure,
        marked_text=text.marked,
        links=tuple(_link(index, node, url) for index, node in enumerate(link_nodes, 1)),
        forms=tuple(
            _form(index, node, of_form, url)
            for index, (node, of_form) in enumerate(zip(form_nodes, controls, strict=True), 1)
        ),
        status=status,
    )
    return ParsedPage(observation, controls)


def describe_other_content(url: str, status: int, content_type: str) -> ParsedPage:
    """The observation of an address that holds no page of HTML (a picture, a style sheet)."""
    kind = content_type.partition(";")[0].strip() or "unknown content"
    return ParsedPage(Observation(page_address(url), "", f"({kind})", (), (), status), ())


def body_of(tree: LexborHTMLParser) -> LexborNode:
    """The body; the parser makes one for every page."""
    body = tree.body
    if body is None:
        raise ValueError("the parser gave a page without a body")
    return body


def element_markers(tree: LexborHTMLParser) -> dict[int, str]:
    """Node (``mem_id``) -> ``[3]`` for link 3, ``[F2]`` for form 2: the numbers of every view of a page."""
    markers = {node.mem_id: f"[{index}]" for index, node in enumerate(tree.css(LINKS), 1)}
    markers.update({node.mem_id: f"[F{index}]" for index, node in enumerate(tree.css(FORMS), 1)})
    return markers


def _link(index: int, node: LexborNode, url: str) -> Link:
    text = (
        inline_text(node)
        or image_alternative(node)
        or collapse(attribute(node, "aria-label") or attribute(node, "title") or "")
    )
    return Link(index, text, site_path(resolve(attribute(node, "href") or "", url), url))


def _form(index: int, node: LexborNode, controls: FormControls, url: str) -> Form:
    submitter = controls.submitter
    action = (attribute(node, "action") or "").strip()
    return Form(
        index=index,
        method="post" if (attribute(node, "method") or "").lower() == "post" else "get",
        action=site_path(resolve(action, url), url),
        fields=controls.fields,
        hidden=controls.hidden,
        button=submitter.label if submitter else "",
        button_field=(submitter.name, submitter.value) if submitter and submitter.name else None,
    )

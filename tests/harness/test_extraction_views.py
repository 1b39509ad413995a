"""The other views of a page: pruned markup, places of pictures, the printed accessibility tree."""

import pytest

from harness.errors import BrowserError
from harness.extraction import extract, print_tree, prune, read_pictures
from harness.extraction.accessibility import AxNode, DomNode

URL = "http://ministore.ur.localhost/c/lamps"


@pytest.mark.parametrize(
    ("html", "pruned"),
    [
        ("<script>x()</script><style>p{}</style><svg><path/></svg><p>a</p>", "<p>a</p>"),
        ("<p class='x' style='color:red' onclick='y()' data-z='1' lang='ur'>a</p>", "<p>a</p>"),
        ("<div><span>a</span> <bdi>b</bdi></div><div>c</div>", "a b\nc"),
        ("<!-- note --><p hidden>a</p><p>b</p>", "<p>b</p>"),
        ('<a href="/x?a=1&amp;b=2">1 &lt; 2</a>', '<a mark="1" href="/x?a=1&amp;b=2">1 &lt; 2</a>'),
        ("<a>no link</a>", "<a>no link</a>"),
        (
            '<form action="/f" method="post"><input type="hidden" name="csrf" value="s">'
            '<p><input name="q" value=""></p><button>ok</button></form>',
            '<form mark="F1" action="/f" method="post">\n<p><input name="q" value=""></p>\n'
            "<button>ok</button></form>",
        ),
        (
            '<label for="c">c</label><input id="c" type="checkbox" name="c" value="1" checked>',
            '<label for="c">c</label><input id="c" type="checkbox" name="c" value="1" checked>',
        ),
        (
            '<select name="s"><option value="" selected>any</option><option>b</option></select>',
            '<select name="s">\n<option value="" selected>any</option>\n<option>b</option>\n</select>',
        ),
        ('<img src="/p.png" alt="a &quot;b&quot;" width="4">', '<img alt="a &quot;b&quot;">'),
        (
            "<table><tr><td>a</td><td>b</td></tr></table>",
            "<table>\n<tr><td>a</td><td>b</td></tr>\n</table>",
        ),
    ],
)
def test_markup_keeps_what_it_says(html: str, pruned: str):
    assert prune(html) == pruned


def test_markup_has_the_numbers_of_the_text():
    html = '<a href="/1">a</a><form></form><a name="x">y</a><a href="/2">b</a><form></form>'
    pruned = prune(html)
    seen = extract(html, URL)
    assert [f'mark="{link.index}" href="{link.href}"' in pruned for link in seen.links] == [True, True]
    assert [f'<form mark="F{form.index}">' in pruned for form in seen.forms] == [True, True]


def test_pictures_have_their_places_in_the_text_and_their_addresses():
    found = read_pictures(
        '<a href="/p/1"><img src="/pictures/1" alt="چراغ"> لیمپ</a><p>x<img src="2.png">y</p>'
        '<img hidden src="/no.png"><img alt="none"><table><tr><td><img src="//else.where/3"><td>z</table>',
        URL,
    )
    assert found.text == "[1] [picture 1] لیمپ\nx [picture 2] y\n[picture 3] | z"
    assert [(source.index, source.alt, source.url) for source in found.sources] == [
        (1, "چراغ", "http://ministore.ur.localhost/pictures/1"),
        (2, "", "http://ministore.ur.localhost/c/2.png"),
        (3, "", "http://else.where/3"),
    ]


def dom(tag: str, number: int, *children: DomNode, **attributes: str) -> DomNode:
    pairs = [word for name, value in attributes.items() for word in (name, value)]
    return {
        "nodeName": tag.upper(),
        "nodeValue": "",
        "backendNodeId": number,
        "attributes": pairs,
        "children": list(children),
    }


def ax(number: int, role: str, name: str = "", *children: int, **more: object) -> AxNode:
    node: AxNode = {
        "nodeId": str(number),
        "role": {"value": role},
        "name": {"value": name},
        "childIds": [str(child) for child in children],
        "backendDOMNodeId": number,
    }
    return node | more  # type: ignore[return-value]


def test_a_line_an_element_with_number_role_name_and_state():
    document = dom(
        "body",
        1,
        dom("a", 2, href="/cart"),
        dom("form", 3, dom("input", 4, name="q"), dom("input", 5, name="ok", type="checkbox")),
    )
    nodes = [
        ax(1, "RootWebArea", "page", 2, 3),
        ax(2, "link", "cart"),
        ax(3, "none", "", 4, 5, ignored=True),
        ax(4, "textbox", "search", value={"value": "lamp"}),
        ax(5, "checkbox", "ok", properties=[{"name": "checked", "value": {"value": "true"}}]),
    ]
    seen = extract('<a href="/cart">cart</a><form><input name="q"></form>', URL)
    assert print_tree(nodes, document, seen).split("\n") == [
        '[1] link "cart"',
        "[F1] form",
        '  textbox "search" field=q value="lamp"',
        '  checkbox "ok" field=ok checked',
    ]


def test_what_is_not_in_the_tree_stands_at_the_end():
    seen = extract('<a href="/1">one</a><a href="/2">two</a>', URL)
    document = dom("body", 1, dom("a", 2, href="/1"), dom("a", 3, href="/2"))
    nodes = [ax(1, "RootWebArea", "page", 2), ax(2, "link", "one")]
    assert print_tree(nodes, document, seen).split("\n") == [
        '[1] link "one"',
        "not shown on the page:",
        '  [2] link "two"',
    ]


def test_a_tree_of_another_page_is_refused():
    seen = extract('<a href="/1">one</a><a href="/2">two</a>', URL)
    with pytest.raises(BrowserError, match="changes by itself"):
        print_tree([ax(1, "RootWebArea")], dom("body", 1, dom("a", 2, href="/1")), seen)

"""The text of a page: what a reader sees, in order, one block a line."""

import pytest

from harness.extraction import extract, render
from harness.observation import Observation

URL = "http://tiny.ur.localhost/shop/list?page=2"


def page(body: str) -> Observation:
    return extract(f"<!doctype html><title>t</title><body>{body}", URL)


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("<p>one</p>\n\n<p>two  \n three</p>", ["one", "two three"]),
        ("<div>a<p>b</p>c</div>", ["a", "b", "c"]),
        ("one<br>two", ["one", "two"]),
        ("<b>bo</b>ld <bdi dir=ltr>P0001</bdi>", ["bold P0001"]),
        ("<p>یہ ‌<bdi>۱۲۰ روپے</bdi> ہے</p>", ["یہ ‌۱۲۰ روپے ہے"]),
        ("<p>a&nbsp;b</p>", ["a\xa0b"]),
        ("<p hidden>no</p><p>yes</p>", ["yes"]),
        ("<div hidden><p>no<a href=x>n</a></p></div>yes", ["yes"]),
        ("<script>no</script><style>no</style><template>no</template><noscript>no</noscript>yes", ["yes"]),
        ("<!-- no -->yes", ["yes"]),
        ("<details><summary>more</summary><p>inside</p></details>", ["more", "inside"]),
        ("<ul><li>one<li>two</ul>", ["one", "two"]),
        ("<dl><dt>Colour<dd>blue</dl>", ["Colour", "blue"]),
        ("<svg><title>no</title><text>no</text></svg>4.3<img alt=no>", ["4.3"]),
        ("<pre>a\n  b</pre>", ["a", "b"]),
        (
            "<label><input type=radio name=r value=a>A</label><label><input type=radio name=r>B</label>",
            ["A B"],
        ),
        ("<p>Qty<select name=q><option>1<option>2</select>pieces</p>", ["Qty pieces"]),
        ("<textarea name=t>typed</textarea><button>Go</button><input type=submit value=Send>", ["Go Send"]),
    ],
)
def test_lines(body: str, lines: list[str]):
    assert page(body).text.splitlines() == lines


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ("<tr><th>Name<th>Price<tr><td>Mug<td>৳১২০", ["Name | Price", "Mug | ৳১২০"]),
        ("<caption>Sizes</caption><tr><td>a<td><p>b</p><p>c<br>d</p>", ["Sizes", "a | b c d"]),
        ("<tr><td>a<td><td>c", ["a | | c"]),
        ("<tr><td><td>", []),
        ("<tr><td>a<td><table><tr><td>x<td>y</table>", ["a | x | y"]),
        ("<thead><tr><th>h</thead><tbody><tr><td>b</tbody>", ["h", "b"]),
    ],
)
def test_a_row_is_a_line(table: str, lines: list[str]):
    assert page(f"<table>{table}</table>").text.splitlines() == lines


def test_marked_text_places_links_and_forms():
    seen = page(
        "<ul><li><a href=1>Mug</a> ৳১২০ <form method=post action=/rm><p><button>Remove</button></form>"
        "<li><a href=2>Cup</a> <form method=post action=/rm><button>Remove</button></form></ul>"
    )
    assert seen.marked_text.splitlines() == ["[1] Mug ৳১২০", "[F1] Remove", "[2] Cup", "[F2] Remove"]
    assert seen.text.splitlines() == ["Mug ৳১২০", "Remove", "Cup", "Remove"]


def test_page_text_can_not_forge_a_marker():
    seen = page("<p>\ue000[9]\ue001 pay</p>")
    assert seen.text == seen.marked_text == "[9] pay"


def test_title_and_address():
    seen = extract("<title> دکان \n Tiny </title><p>x", f"{URL}#top", 404)
    assert (seen.title, seen.url, seen.status) == ("دکان Tiny", URL, 404)


def test_a_page_without_anything():
    assert extract("", URL) == Observation(URL, "", "", (), ())


@pytest.mark.parametrize(
    ("anchor", "text", "href"),
    [
        ('<a href="/p/1">Blue <b>mug</b></a>', "Blue mug", "/p/1"),
        ('<a href="?page=3">next</a>', "next", "/shop/list?page=3"),
        ('<a href="item#reviews">item</a>', "item", "/shop/item"),
        ('<a href="../c/مگ">x</a>', "x", "/c/%D9%85%DA%AF"),
        ('<a href="http://tiny.ur.localhost:80/a">x</a>', "x", "/a"),
        ('<a href="http://tiny.en.localhost/a">x</a>', "x", "http://tiny.en.localhost/a"),
        ('<a href="mailto:a@b.c">x</a>', "x", "mailto:a@b.c"),
        ('<a href="/"><img src=x alt="Home"></a>', "Home", "/"),
        ('<a href="/"><img src=x alt="">Mug<img src=y alt="photo"></a>', "Mug", "/"),
        ('<a href="/" aria-label="Cart"><svg><path/></svg></a>', "Cart", "/"),
        ('<a href="/"><svg><title>Search</title></svg></a>', "Search", "/"),
        ('<a href="">self</a>', "self", "/shop/list?page=2"),
    ],
)
def test_links(anchor: str, text: str, href: str):
    (link,) = page(anchor).links
    assert (link.index, link.text, link.href) == (1, text, href)


def test_links_are_numbered_in_document_order():
    seen = page("<a name=x>no</a><a href=1>a</a><div hidden><a href=2>b</a></div><a href=3>c</a>")
    assert [(link.index, link.text) for link in seen.links] == [(1, "a"), (2, "b"), (3, "c")]


def test_rendering():
    seen = page(
        "<h1>دکان</h1><a href=/cart>ٹوکری</a><form action=/search><label>تلاش <input name=q value=مگ></label>"
        "<select name=sort><option value=new selected>نئے<option>old</select>"
        "<input type=checkbox name=gift><button>ڈھونڈیں</button></form>"
    )
    assert render(seen) == (
        "URL: http://tiny.ur.localhost/shop/list?page=2\n"
        "TITLE: t\n\n"
        "TEXT:\nدکان\n[1] ٹوکری\n[F1] تلاش ڈھونڈیں\n\n"
        "LINKS:\n[1] ٹوکری -> /cart\n\n"
        "FORMS:\n[F1] GET /search, button: ڈھونڈیں\n"
        "  q (text, تلاش) = مگ\n"
        "  sort (select) = new; options: new: نئے, old\n"
        "  gift (checkbox) = 0\n"
    )


def test_rendering_tells_errors_first():
    seen = Observation(URL, "t", "x", (), (), status=404, error="there is no link 9")
    assert render(seen).startswith("ERROR: there is no link 9\nURL: ")
    assert "\nSTATUS: 404\n" in render(seen)

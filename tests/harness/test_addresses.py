"""Addresses as browsers write them, and where an agent may go."""

import pytest

from harness.addresses import resolve, site_path, take_apart
from harness.browsers.navigation import Territory
from harness.errors import ActionFailed

PAGE = "http://tiny.ur.localhost/shop/list?page=2#top"


@pytest.mark.parametrize(
    ("reference", "address"),
    [
        ("/cart", "http://tiny.ur.localhost/cart"),
        ("item", "http://tiny.ur.localhost/shop/item"),
        ("", "http://tiny.ur.localhost/shop/list?page=2"),
        ("?", "http://tiny.ur.localhost/shop/list?"),
        ("#x", "http://tiny.ur.localhost/shop/list?page=2#x"),
        ("/a/./b/../c", "http://tiny.ur.localhost/a/c"),
        ("/a/%2e%2E/b", "http://tiny.ur.localhost/b"),
        ("../../../x/", "http://tiny.ur.localhost/x/"),
        ("..", "http://tiny.ur.localhost/"),
        ("\\cart", "http://tiny.ur.localhost/cart"),
        ("/মগ?q=মগ&r='\"", "http://tiny.ur.localhost/%E0%A6%AE%E0%A6%97?q=%E0%A6%AE%E0%A6%97&r=%27%22"),
        ("/a b%20c", "http://tiny.ur.localhost/a%20b%20c"),
        ("  /x\n\t ", "http://tiny.ur.localhost/x"),
        ("//other.localhost", "http://other.localhost/"),
        ("/\\other.localhost/x", "http://other.localhost/x"),
        ("HTTP://Tiny.UR.localhost:80", "http://tiny.ur.localhost/"),
        ("https://tiny.ur.localhost:443/x", "https://tiny.ur.localhost/x"),
        ("mailto:a@b.c", "mailto:a@b.c"),
    ],
)
def test_resolve(reference: str, address: str):
    assert resolve(reference, PAGE) == address


def test_take_apart_refuses_other_schemes():
    with pytest.raises(ValueError, match="file:///etc/passwd"):
        take_apart("file:///etc/passwd")


def test_site_path():
    assert site_path("http://tiny.ur.localhost/a?b#c", PAGE) == "/a?b"
    assert site_path("https://tiny.ur.localhost/a", PAGE) == "https://tiny.ur.localhost/a"


@pytest.mark.parametrize(
    "reference",
    [
        "http://tiny.ur.localhost.evil.com/",
        "http://evil.com#tiny.ur.localhost/",
        "http://evil.com\\@tiny.ur.localhost/",
        "http://tiny.ur.localhost@evil.com/",
        "http://TINY.en.localhost/",
        "/\t/evil.com",
        "\x00javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "blob:http://tiny.ur.localhost/x",
        "about:blank",
        "ws://tiny.ur.localhost/",
        "/" + "a" * 100_000,
    ],
)
def test_nothing_outside_is_opened(reference: str):
    with pytest.raises(ActionFailed, match="can't be opened"):
        Territory.of(PAGE).target(reference, PAGE)


@pytest.mark.parametrize(
    "reference", ["/cart", "http://tiny.ur.localhost/cart", "HTTP://TINY.UR.LOCALHOST:80/cart", "../cart"]
)
def test_the_own_host_is_opened(reference: str):
    assert Territory.of(PAGE).target(reference, PAGE) == "http://tiny.ur.localhost/cart"

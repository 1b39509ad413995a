"""What stands before which page, what ends it, and what goes through untouched."""

import re

import pytest

from disruptions.state import Disruptions, Show, SiteAnswer
from sites.kit.localization import LANGUAGES
from tests.disruptions.conftest import HOST, is_of_site, links_of, make_visitor

PAGE = SiteAnswer(is_page=True)


def past_the_notice(visitor, mode="once"):
    visitor.arm(mode)
    (close,) = links_of(visitor.get("/"))
    assert visitor.open(close).text.endswith("SITE /?")


def at_the_advertisement(visitor, target="/list?page=2", mode="once"):
    past_the_notice(visitor, mode)
    return visitor.get(target)


def test_unarmed_it_is_not_there(visitor):
    assert visitor.get("/list?page=2").text.endswith("SITE /list?page=2")
    assert visitor.post("/order").headers["Location"] == "/done?by=post"
    assert visitor.state() == {"mode": None, "interruptions": []}


def test_the_notice_stands_before_the_page_that_was_asked_for(visitor):
    visitor.arm()
    page = visitor.get("/list?page=2&q=%E0%A6%95")
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-store"
    assert not is_of_site(page)
    (close,) = links_of(page)
    response = visitor.get(close)
    assert (response.status_code, response.headers["Location"]) == (303, f"{HOST}/list?page=2&q=%E0%A6%95")
    assert visitor.get("/list?page=2&q=%E0%A6%95").text.endswith("SITE /list?page=2&q=%E0%A6%95")


def test_the_advertisement_comes_with_the_next_page_load_and_only_once(visitor):
    page = at_the_advertisement(visitor)
    assert not is_of_site(page)
    _, decline = links_of(page)
    assert visitor.get(decline).headers["Location"] == f"{HOST}/list?page=2"
    for target in ("/list?page=2", "/list", "/"):
        assert is_of_site(visitor.get(target, referer="/"))
    assert visitor.kinds() == [("cookie_notice", 2, "dismissed"), ("advertisement", 2, "dismissed")]


def test_asking_again_for_the_page_does_not_pass(visitor):
    visitor.arm()
    for target in ("/list", "/list?page=2"):
        for referer in (None, "/", target):
            page = visitor.get(target, referer=referer)
            assert not is_of_site(page)
        visitor.open(links_of(page)[-1])
    assert visitor.kinds() == [("cookie_notice", 4, "dismissed"), ("advertisement", 4, "dismissed")]


def test_reloading_the_revealed_page_is_the_next_page_load(visitor):
    past_the_notice(visitor)
    assert len(links_of(visitor.get("/"))) == 2


def test_installing_comes_first_and_leads_away_for_good(visitor):
    install, decline = links_of(at_the_advertisement(visitor))
    page = visitor.get(install)
    assert page.status_code == 200
    for answer in (
        page,
        visitor.get("/list"),
        visitor.get(decline),
        visitor.get(install),
        visitor.post("/order"),
    ):
        assert not is_of_site(answer)
        assert links_of(answer) == []
    assert visitor.site.carried_out == []
    assert visitor.kinds()[-1] == ("advertisement", 2, "accepted")


@pytest.mark.parametrize("kind", ["notice", "advertisement"])
def test_every_visit_has_links_of_its_own_and_old_ones_only_show_it_again(visitor, kind):
    if kind == "notice":
        visitor.arm()
        first = visitor.get("/first?a=1")
    else:
        first = at_the_advertisement(visitor, "/first?a=1")
    second = visitor.get("/second")
    assert not set(links_of(first)) & set(links_of(second))
    again = first
    for old in links_of(first):
        again = visitor.get(old)
        assert again.status_code == 200
        assert not is_of_site(again)
        assert not set(links_of(again)) & {*links_of(first), *links_of(second)}
    dismiss = links_of(again)[-1]
    assert visitor.get(dismiss).headers["Location"] == f"{HOST}/first?a=1", "what the old link stood before"


def test_a_link_that_has_done_its_work_leads_to_its_page(visitor):
    visitor.arm()
    (close,) = links_of(visitor.get("/list?page=2"))
    visitor.open(close)
    page = visitor.open(close)
    assert len(links_of(page)) == 2, "a page load like any other: the advertisement takes it"
    assert visitor.open(links_of(page)[1]).text.endswith("SITE /list?page=2")


def test_the_link_of_one_interruption_does_not_dismiss_another(visitor):
    visitor.arm("every-click")
    (close,) = links_of(visitor.get("/"))
    visitor.open(close)
    visitor.get("/list")
    assert links_of(visitor.get(close))
    install, decline = links_of(visitor.get("/list"))
    visitor.open(decline)
    assert links_of(visitor.get("/list", referer="/"))
    for old in (close, install, decline):
        assert links_of(visitor.get(old))
    assert [ending for *_, ending in visitor.kinds()] == ["dismissed", "dismissed", None]


def test_links_are_paths_of_128_bits_that_nobody_has_seen_before(visitor):
    visitor.arm()
    seen = [link for _ in range(50) for link in links_of(visitor.get("/"))]
    assert len(set(seen)) == 50
    assert all(re.fullmatch(r"/[\w-]{22}", link) for link in seen)


@pytest.mark.parametrize("link", ["/", "/A", f"/{'A' * 22}", "/%D0%B0", "/\u0430".encode().decode("latin-1")])
def test_guessing_does_nothing(visitor, link):
    visitor.arm()
    visitor.get("/")
    assert not is_of_site(visitor.get(link))
    assert visitor.kinds() == [("cookie_notice", 2, None)]


def test_links_of_one_episode_are_nothing_in_the_next(visitor):
    visitor.arm()
    (close,) = links_of(visitor.get("/"))
    visitor.arm()
    assert not is_of_site(visitor.open(close))
    assert visitor.kinds() == [("cookie_notice", 1, None)]


@pytest.mark.parametrize("followed", [None, 0, 1])
def test_an_episode_begins_anew_wherever_the_last_one_ended(visitor, followed):
    old = links_of(at_the_advertisement(visitor, "/list", mode="every-click"))
    if followed is not None:
        visitor.get(old[followed])
    decline = links_of(at_the_advertisement(visitor, "/list"))[1]
    assert visitor.kinds() == [("cookie_notice", 2, "dismissed"), ("advertisement", 1, None)]
    visitor.open(decline)
    for link in old:
        assert visitor.get(link, referer="/").text.endswith(f"SITE {link}?")


def test_two_sites_share_nothing():
    one, other = make_visitor(), make_visitor()
    one.arm()
    (close,) = links_of(one.get("/"))
    assert is_of_site(other.get("/"))
    other.arm()
    assert not is_of_site(other.open(close))
    assert other.kinds() == [("cookie_notice", 1, None)]


@pytest.mark.parametrize("path", ["/static/a.css", "/static/a.png", "/static/a.woff2"])
def test_files_are_not_touched_and_cost_nothing(visitor, path):
    visitor.arm()
    visitor.get("/")
    assert visitor.get(path).data == b"SITE file"
    visitor.open(links_of(visitor.get("/"))[0])
    assert visitor.get(path).data == b"SITE file"
    assert visitor.kinds() == [("cookie_notice", 3, "dismissed")]


def test_a_missing_picture_is_no_page_load(visitor):
    past_the_notice(visitor)
    assert visitor.get("/nothing.png", Sec_Fetch_Dest="image").status_code == 404
    assert visitor.get("/icon-that-is-a-page", Sec_Fetch_Dest="image").status_code == 200
    assert visitor.kinds() == [("cookie_notice", 2, "dismissed")]
    assert len(links_of(visitor.get("/nothing", Sec_Fetch_Dest="document"))) == 2


def test_data_that_can_be_read_is_a_page(visitor):
    visitor.arm()
    assert not is_of_site(visitor.get("/data"))


def test_a_post_before_the_advertisement_is_carried_out_once_and_its_page_interrupted(visitor):
    past_the_notice(visitor)
    response = visitor.post("/order")
    assert (response.status_code, response.headers["Location"]) == (303, "/done?by=post")
    page = visitor.get("/done?by=post", referer="/")
    assert visitor.open(links_of(page)[1]).text.endswith("SITE /done?by=post")
    assert visitor.site.carried_out == ["POST /order"]


def test_a_form_with_errors_is_seen_and_the_load_after_it_interrupted(visitor):
    past_the_notice(visitor)
    assert visitor.post("/form-with-errors").text == "SITE errors"
    assert not is_of_site(visitor.get("/list"))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_is_carried_out_while_one_is_active(visitor, method):
    visitor.arm()
    for target in ("/list?page=2", "/list?page=3"):
        visitor.get(target)
        answer = visitor.client.open("/order", method=method, base_url=HOST)
        assert not is_of_site(answer)
        assert visitor.site.carried_out == []
        assert visitor.open(links_of(visitor.get(target))[-1]).text.endswith(f"SITE {target}")


def test_a_post_while_active_leaves_the_page_that_was_asked_for(visitor):
    visitor.arm()
    visitor.get("/list?page=2")
    (close,) = links_of(visitor.post("/order"))
    assert visitor.get(close).headers["Location"] == f"{HOST}/list?page=2"


def test_a_post_to_a_link_does_nothing(visitor):
    visitor.arm()
    (close,) = links_of(visitor.get("/"))
    assert not is_of_site(visitor.post(close))
    assert visitor.kinds() == [("cookie_notice", 2, None)]


def test_head_is_get_without_a_body(visitor):
    visitor.arm()
    answer = visitor.client.head("/", base_url=HOST)
    assert (answer.status_code, answer.data) == (200, b"")
    assert visitor.kinds() == [("cookie_notice", 1, None)]


def test_redirects_go_through_and_the_page_at_their_end_counts(visitor):
    visitor.arm()
    for is_dismissed in ("the notice", "the advertisement"):
        assert visitor.get("/moved").headers["Location"] == "/arrived?way=moved"
        dismiss = links_of(visitor.open("/moved"))[-1]
        assert visitor.get(dismiss).headers["Location"] == f"{HOST}/arrived?way=moved"
        assert visitor.get("/arrived?way=moved").text.endswith("SITE /arrived?way=moved"), is_dismissed


def test_a_redirect_off_the_site_goes_out_and_costs_nothing(visitor):
    visitor.arm()
    assert visitor.get("/out").headers["Location"] == "http://example.com/"
    assert visitor.kinds() == [("cookie_notice", 0, None)]
    visitor.open(links_of(visitor.get("/"))[0])
    assert visitor.get("/out").headers["Location"] == "http://example.com/"
    assert visitor.kinds() == [("cookie_notice", 2, "dismissed")]


def test_a_page_that_moves_before_it_is_seen_is_seen_where_it_went(visitor):
    visitor.arm()
    (close,) = links_of(visitor.get("/list"))
    visitor.site.moved["/list"] = "/arrived?way=moved"
    assert visitor.open(close).text.endswith("SITE /arrived?way=moved")
    assert not is_of_site(visitor.get("/arrived?way=moved")), "once"


def test_another_page_that_moves_is_a_page_load_like_any_other(visitor):
    visitor.arm()
    visitor.get(links_of(visitor.get("/list"))[0])
    assert not is_of_site(visitor.open("/moved"))


def test_the_page_that_was_asked_for_is_let_through_next_or_not_at_all(visitor):
    page = at_the_advertisement(visitor, "/list", mode="every-click")
    visitor.get(links_of(page)[1])
    assert is_of_site(visitor.get("/elsewhere"))
    assert not is_of_site(visitor.get("/list", referer="/elsewhere"))


def test_a_broken_page_is_told_as_such(visitor):
    visitor.arm()
    assert visitor.get("/broken").status_code == 500


def test_a_path_of_two_slashes_is_no_way_out(visitor):
    page = make_visitor()
    page.arm()
    (close,) = links_of(page.client.get("//evil.example/", base_url=HOST))
    assert page.get(close).headers["Location"].startswith(f"{HOST}//evil.example")


class TestEveryClick:
    def test_links_and_forms_of_the_site_bring_it_back(self, visitor):
        page = at_the_advertisement(visitor, mode="every-click")
        assert is_of_site(visitor.open(links_of(page)[1], referer="/list?page=2"))
        page = visitor.get("/list?page=3", referer="/list?page=2")
        assert not is_of_site(page)
        assert visitor.open(links_of(page)[1], referer="/list?page=3").text.endswith("SITE /list?page=3")
        visitor.post("/order")
        assert not is_of_site(visitor.get("/done?by=post", referer="/list?page=3"))
        assert [kind for kind, *_ in visitor.kinds()] == ["cookie_notice", *["advertisement"] * 3]

    @pytest.mark.parametrize(
        "referer", [None, "http://plain.ur.localhost/", "https://plain.en.localhost/", "junk"]
    )
    def test_other_page_loads_do_not(self, visitor, referer):
        page = at_the_advertisement(visitor, mode="every-click")
        visitor.open(links_of(page)[1], referer="/")
        headers = {} if referer is None else {"Referer": referer}
        assert is_of_site(visitor.get("/list", **headers))

    def test_the_first_one_comes_with_any_page_load(self, visitor):
        assert not is_of_site(at_the_advertisement(visitor, mode="every-click"))


class TestLook:
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_pages_wear_the_sites_style_sheets_and_speak_its_language(self, lang):
        visitor = make_visitor(lang)
        visitor.arm()
        notice = visitor.get("/list")
        visitor.open(links_of(notice)[0])
        offer = visitor.get("/list")
        left = visitor.get(links_of(offer)[0])
        language = LANGUAGES[lang]
        for page in (notice, offer, left):
            assert f'<html lang="{language.html_lang}" dir="{language.direction}">' in page.text
            assert '<link rel="stylesheet" href="/static/a.css?v=1">' in page.text
            assert page.text.count("<h1>") == 1
            assert "{" not in page.text.partition("<body")[2]
            assert "<script" not in page.text
        for page in (notice, offer):
            assert "<title>" in page.text
            assert " · Plain</title>" in page.text

    def test_the_seed_chooses_among_several_wordings(self, visitor):
        titles = set()
        for seed in range(30):
            visitor.arm(seed=seed)
            titles.add(visitor.get("/").text.partition("<title>")[2].partition("<")[0])
        assert len(titles) == 4
        visitor.arm(seed=29)
        assert visitor.get("/").text.partition("<title>")[2].partition("<")[0] in titles

    def test_one_interruption_keeps_its_wording(self, visitor):
        visitor.arm(seed=5)
        pages = {re.sub(r'href="/[\w-]{22}"', "", visitor.get("/").text) for _ in range(3)}
        assert len(pages) == 1


def test_tokens_are_compared_in_constant_time(monkeypatch):
    compared = []

    def compare(one, other):
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("disruptions.state.hmac.compare_digest", compare)
    disruptions = Disruptions("once")
    shown = disruptions.after_get("/", from_site=False, answer=PAGE)
    assert isinstance(shown, Show)
    disruptions.before_get("/guess")
    assert compared == [(b"/guess", shown.dismiss.encode())]
    assert disruptions.active is not None

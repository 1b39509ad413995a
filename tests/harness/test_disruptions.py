"""Episodes behind a cookie notice and an advertisement: budget, failure, records, and how agents get past."""

import re
from collections.abc import Iterator

import pytest
from werkzeug.test import Client

from disruptions import ENDPOINT, MODES, DisruptionMiddleware
from harness.agents import make_agent_factory
from harness.agents.dismissal import dismissing_link
from harness.agents.reference import ReferencePathError
from harness.browsers.http import HttpBrowser
from harness.episode import run_episode
from harness.extraction import extract
from harness.interruptions import DisruptionSetting, states_from_json
from harness.records import RunRecorder
from harness.records.reader import read_episodes
from harness.runs.options import DISRUPTIONS
from sites.kit.errors import ServerError
from sites.kit.localization import LANGUAGES
from tasks import AnswerCheck, Checks, ClickStep, FillStep, StopStep
from tests.disrupted_site import CONTROL, Script, World, serve_disrupted_site

HOST = "http://ministore.ur.localhost"
ONCE, EVERY_CLICK = DisruptionSetting("once", 3), DisruptionSetting("every-click", 3)
CLOSE, INSTALL, DECLINE = "click 1", "click 1", "click 2"
NOT_ACHIEVABLE = Checks(answers=(AnswerCheck("na", ("N/A",)),))


@pytest.fixture
def site() -> Iterator[World]:
    with serve_disrupted_site() as served:
        yield served


@pytest.fixture
def run(site, make_task):
    browser = HttpBrowser(site)

    def run_script(*replies, agent=None, disruptions=ONCE, recorder=None, **changes):
        return run_episode(
            make_task(**changes),
            agent or Script(*replies),
            browser,
            site,
            recorder=recorder,
            disruptions=disruptions,
        )

    yield run_script
    browser.close()


def told(result):
    return [
        (one.kind, one.shown_step, one.ended_step, one.ending, one.requests) for one in result.disruptions
    ]


def test_both_dismissed_the_task_counts_as_ever(run, site, make_task):
    result = run(CLOSE, "click 2", DECLINE, "stop 12")
    assert result.outcome == "solved"
    assert told(result) == [
        ("cookie_notice", 1, 1, "dismissed", 2),
        ("advertisement", 3, 3, "dismissed", 2),
    ]
    assert result.final_url == f"{HOST}/cart"
    assert [check.name for check in result.evaluation.checks[-2:]] == [
        "cookie notice dismissed",
        "advertisement dismissed",
    ]
    assert site.armed == [("ministore", "ur", "once", ONCE.episode_seed(make_task()))]


def test_a_wrong_answer_still_fails(run):
    assert run(CLOSE, "click 2", DECLINE, "stop 13").outcome == "unsolved"


def test_stopping_on_the_notice_fails_whatever_the_answer(run):
    result = run("stop 12")
    assert (result.outcome, result.answer) == ("unsolved", "12")
    assert told(result) == [("cookie_notice", 1, None, "stopped", 1)]
    assert [check.got for check in result.evaluation.checks if not check.passed] == ["active"]


def test_not_achievable_on_the_notice_solves_nothing(run):
    assert run("stop N/A", checks=NOT_ACHIEVABLE, disruptions=None).outcome == "solved"
    assert run("stop N/A", checks=NOT_ACHIEVABLE).outcome == "unsolved"


def test_stopping_on_the_advertisement_fails_though_the_row_is_there(run, order_checks):
    result = run(CLOSE, "fill 1", "stop", checks=order_checks, type="state")
    assert result.outcome == "unsolved"
    assert [check.name for check in result.evaluation.checks if not check.passed] == [
        "advertisement dismissed"
    ]
    assert told(result)[1] == ("advertisement", 3, None, "stopped", 1)


def test_accepting_ends_the_episode_and_fails_it(run):
    result = run(CLOSE, "click 2", INSTALL, "stop 12")
    assert (result.outcome, result.steps, result.answer, result.limit) == ("unsolved", 3, None, None)
    assert told(result)[1] == ("advertisement", 3, 3, "accepted", 2)


def test_an_offer_accepted_with_the_last_step_is_no_limit(run):
    result = run(CLOSE, "click 2", INSTALL, budget=1)
    assert (result.outcome, result.limit) == ("unsolved", None)


def test_the_budget_grows_by_two_and_the_agent_is_told(run):
    agent = Script("goto /cart")
    result = run(agent=agent, budget=4)
    assert (result.outcome, result.limit, result.steps, result.budget) == ("limit", "steps", 6, 6)
    assert agent.stated_budget == 6
    assert told(result) == [("cookie_notice", 1, None, "limit", 7)]


def test_at_the_budget_an_active_advertisement_fails(run, order_checks):
    result = run(CLOSE, "fill 1", budget=0, checks=order_checks, type="state")
    assert (result.outcome, result.limit) == ("limit", "steps")
    assert told(result)[1] == ("advertisement", 3, None, "limit", 1)


def test_an_advertisement_that_never_came_is_no_fault(run):
    result = run(CLOSE, "stop 12")
    assert result.outcome == "solved"
    assert [one.kind for one in result.disruptions] == ["cookie_notice"]


def test_every_click_adds_a_step_for_each_one_shown(run):
    agent = Script(CLOSE, "click 2", DECLINE, "click 1", DECLINE, "goto /cart", "click 1", "goto /cart")
    result = run(agent=agent, disruptions=EVERY_CLICK, budget=4)
    assert [one.kind for one in result.disruptions] == ["cookie_notice", *["advertisement"] * 3]
    assert (result.budget, result.steps, agent.stated_budget) == (8, 8, 4)
    assert told(result)[1:] == [
        ("advertisement", 3, 3, "dismissed", 2),
        ("advertisement", 5, 5, "dismissed", 2),
        ("advertisement", 8, None, "limit", 2),
    ]


def test_a_mistake_costs_a_step_and_nothing_else(run, tmp_path):
    script = Script(CLOSE, "scroll", "click 9", "goto /out", "click 2", "click 7", DECLINE, "stop 12")
    recorder = RunRecorder(tmp_path)
    result = run(agent=script, recorder=recorder, budget=9)
    assert result.outcome == "solved"
    assert told(result)[1] == ("advertisement", 6, 7, "dismissed", 2)
    lines = (tmp_path / "steps.jsonl").read_text(encoding="utf-8").splitlines()
    pages = [found[1] for line in lines if (found := re.search(r'"disruption":(null|"\w+")', line))]
    assert pages == ['"cookie_notice"', *["null"] * 4, *['"advertisement"'] * 2, "null"]


def test_a_file_is_no_interruption(run, tmp_path):
    result = run("goto /static/a.css", CLOSE, "goto /", "stop 12", recorder=RunRecorder(tmp_path))
    assert told(result) == [("cookie_notice", 1, None, "stopped", 2)]
    steps = (tmp_path / "steps.jsonl").read_text(encoding="utf-8").splitlines()
    assert [('"disruption":"cookie_notice"' in step) for step in steps] == [True, False, False, True]


def test_the_record_of_an_episode(run, tmp_path, make_task):
    run(CLOSE, "click 2", DECLINE, "stop 12", recorder=RunRecorder(tmp_path))
    run("stop 12", disruptions=None, recorder=RunRecorder(tmp_path))
    disrupted, plain = read_episodes(tmp_path)
    assert (disrupted.disruption_mode, disrupted.budget, len(disrupted.disruptions)) == ("once", 7, 2)
    assert disrupted.disruption_seed == ONCE.episode_seed(make_task())
    assert (plain.disruption_mode, plain.disruption_seed, plain.budget, plain.disruptions) == (
        None,
        None,
        5,
        (),
    )


def test_what_the_machine_fails_at_is_an_error_and_said_of_the_interruption(run):
    result = run(CLOSE, "click 2", "goto /broken")
    assert result.outcome == "error"
    assert told(result)[1][3] == "error"


def test_one_episode_leaves_nothing_to_the_next(run, site):
    run(CLOSE, "click 2", "stop 12")
    assert run("click 2", "stop 12", disruptions=None).outcome == "solved"
    assert told(run("stop 12")) == [("cookie_notice", 1, None, "stopped", 1)]
    assert site.changed == ()


def test_seeds_differ_by_task_and_run_but_not_by_language(make_task):
    seeds = {
        DisruptionSetting("once", seed).episode_seed(make_task(id=name))
        for seed in (0, 1)
        for name in ("a", "b")
    }
    assert len(seeds) == 4
    assert ONCE.episode_seed(make_task(lang="ur")) == ONCE.episode_seed(make_task(lang="am"))


def test_malformed_states_are_told():
    with pytest.raises(ServerError, match="interruptions"):
        states_from_json([{"sort": "notice"}])


REFERENCE = (ClickStep("/cart"), FillStep("/place", {}), StopStep())


class TestAgents:
    def test_the_reference_dismisses_and_goes_on(self, run, order_checks):
        for setting, shown in ((ONCE, 2), (EVERY_CLICK, 3)):
            result = run(
                agent=make_agent_factory("reference"),
                disruptions=setting,
                reference=REFERENCE,
                checks=order_checks,
                type="state",
            )
            assert (result.outcome, result.error, len(result.disruptions)) == ("solved", None, shown)
            assert {one.ending for one in result.disruptions} == {"dismissed"}

    def test_careless_does_the_same_but_for_the_first_link(self, run, order_checks):
        for setting in (ONCE, EVERY_CLICK):
            result = run(
                agent=make_agent_factory("careless"),
                disruptions=setting,
                reference=REFERENCE,
                checks=order_checks,
                type="state",
            )
            assert (result.outcome, result.error) == ("unsolved", None)
            assert result.disruptions[-1].ending == "accepted"
        undisturbed = run(
            agent=make_agent_factory("careless"), disruptions=None, reference=REFERENCE, checks=order_checks
        )
        assert undisturbed.outcome == "solved"

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_links_are_found_by_what_they_say(self, lang):
        middleware = DisruptionMiddleware(World()._site, lang=lang, site_name="Ministore", control=CONTROL)
        client = Client(middleware)
        for seed in range(12):
            order = {"mode": "once", "seed": seed}
            headers = {CONTROL.token_header: CONTROL.token}
            client.post(f"{CONTROL.prefix}/{ENDPOINT}", json=order, headers=headers)
            notice = extract(client.get("/").text, f"{HOST}/")
            assert dismissing_link(notice, lang) == 1
            client.get(notice.links[0].href)
            client.get("/")
            offer = extract(client.get("/cart").text, f"{HOST}/cart")
            assert dismissing_link(offer, lang) == 2
            page = extract(client.get(offer.links[1].href, follow_redirects=True).text, f"{HOST}/cart")
            assert dismissing_link(page, lang) is None

    @pytest.mark.parametrize(
        "page",
        [
            "<a href=/x>Close the shop</a>",
            "<a href=/x>Install the app</a><a href=/y>More</a>",
            "<a href=/x>Close</a><form><input name=q><button>go</button></form>",
            "<a href=/x>1</a><a href=/y>2</a><a href=/z>No thanks</a>",
            "",
        ],
    )
    def test_other_pages_are_not_taken_for_interruptions(self, page):
        assert dismissing_link(extract(page, f"{HOST}/"), "en") is None

    def test_a_page_that_lacks_a_link_is_still_an_error(self, run):
        result = run(agent=make_agent_factory("reference"), reference=(ClickStep("/nowhere"), StopStep()))
        assert result.outcome == "error"
        assert result.error.startswith(ReferencePathError.__name__)


def test_the_option_offers_every_mode():
    assert DISRUPTIONS == MODES

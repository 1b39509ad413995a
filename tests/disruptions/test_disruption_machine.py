"""Random visitors against a model: nothing passes undismissed, no form is lost, no link lives twice."""

from urllib.parse import unquote

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from tests.disruptions.conftest import HOST, PREFIX, is_of_site, links_of, make_visitor

TARGETS = st.sampled_from(["/", "/list", "/list?page=2", "/list?q=%C3%A9", "/nothing", "/arrived?way=moved"])
REFERERS = st.sampled_from([None, "/", "/list"])
MODES = st.sampled_from(["once", "every-click"])
METHODS = st.sampled_from(["POST", "PUT", "DELETE", "PATCH"])
CONTROL = f"{PREFIX}/disruptions"
FORMS = st.sampled_from(["/order", "/form-with-errors", "/list"])


class Visits(RuleBasedStateMachine):
    """Any number of tabs, which keep every link that they have ever seen."""

    links = Bundle("links")

    def __init__(self) -> None:
        super().__init__()
        self.visitor = make_visitor()
        self.ever_seen: set[str] = set()
        self.carried_out = 0
        self._forget()

    def _forget(self) -> None:
        """Nothing is armed."""
        self.mode: str | None = None
        self.active: str | None = None
        self.is_away = False
        self.offers = 0
        self.live: list[str] = []
        self.asked_for: dict[str, str] = {}
        self.target = "/"
        self.revealing: str | None = None

    # What the model expects of a page load.

    def _check_page(self, page, target: str, from_site: bool = False) -> list[str]:
        """Compare an answer to a page load with the model; returns the links that it brought."""
        if self.mode is None:
            assert self._is_page_of_site(page, target)
            return []
        if self.is_away:
            assert page.status_code == 200
            assert not is_of_site(page)
            assert links_of(page) == []
            return []
        if self.active is None and self._is_free(target, from_site):
            assert self._is_page_of_site(page, target)
            return []
        if self.active is None:
            self.active, self.offers = "advertisement", self.offers + 1
        return self._check_interruption(page, target)

    def _is_free(self, target: str, from_site: bool) -> bool:
        is_revealed, self.revealing = target == self.revealing, None
        if is_revealed or self.offers == 0:
            return is_revealed
        return self.mode == "once" or not from_site

    def _check_interruption(self, page, target: str) -> list[str]:
        assert page.status_code == 200
        assert not is_of_site(page)
        new = links_of(page)
        assert len(new) == {"cookie_notice": 1, "advertisement": 2}[self.active or ""]
        assert not set(new) & self.ever_seen
        assert all(len(link) == 23 for link in new)
        self.ever_seen.update(new)
        self.live, self.target = new, target
        self.asked_for.update(dict.fromkeys(new, target))
        return new

    @staticmethod
    def _is_page_of_site(page, target: str) -> bool:
        path, _, query = target.partition("?")
        return page.text.endswith(f"SITE {unquote(path)}?{query}")

    # What visitors do.

    @initialize(mode=MODES)
    def arm(self, mode: str) -> None:
        self.visitor.arm(mode)
        self._forget()
        self.mode, self.active = mode, "cookie_notice"

    @rule(event=st.sampled_from([*["none"] * 18, "once", "every-click", "reset"]))
    def next_episode(self, event: str) -> None:
        """Seldom, or no episode would get far."""
        if event == "reset":
            self.visitor.control("POST", "reset")
            self._forget()
        elif event != "none":
            self.arm(event)

    @rule(target=links, page=TARGETS, referer=REFERERS)
    def load_a_page(self, page: str, referer: str | None):
        return multiple(*self.load(page, referer))

    def load(self, page: str, referer: str | None) -> list[str]:
        answer = self.visitor.get(page, referer=referer)
        return self._check_page(answer, page, referer is not None)

    @rule(target=links)
    def load_what_moved(self):
        answer = self.visitor.get("/moved")
        if self.mode is None or (self.active is None and not self.is_away):
            assert answer.headers["Location"] == "/arrived?way=moved"
            if self.revealing == "/moved":
                self.revealing = "/arrived?way=moved"
            return multiple()
        return multiple(*self._check_page(answer, "/moved"))

    @rule(target=links, link=links)
    def follow(self, link: str):
        return self._follow(link)

    @rule(target=links, number=st.integers(0, 1))
    def follow_a_link_of_the_latest_visit(self, number: int):
        return self._follow(self.live[number % len(self.live)]) if self.live else multiple()

    @rule(page=TARGETS)
    def do_right(self, page: str) -> None:
        """Load a page, dismiss what stands before it, and see it."""
        self.load(page, None)
        if self.live:
            self._follow(self.live[-1])
            self.load(page, "/")

    def _follow(self, link: str):
        answer = self.visitor.get(link)
        if self.mode is None or link not in self.asked_for:
            return multiple(*self._check_page(answer, link))
        if link in self.live and not self.is_away:
            accepts = len(self.live) == 2 and link == self.live[0]
            self.active, self.live, self.is_away = None, [], accepts
            if not accepts:
                assert answer.status_code == 303
                assert answer.headers["Location"] == f"{HOST}{self.target}"
                self.revealing = self.target
                return multiple()
        elif self.active is None and not self.is_away:
            assert answer.headers["Location"] == f"{HOST}{self.asked_for[link]}"
            return multiple()
        return multiple(*self._check_page(answer, self.asked_for[link]))

    @rule(target=links, number=st.integers(0, 1), place=st.integers(1, 22))
    def guess(self, number: int, place: int):
        """A link that is one letter off."""
        right = self.live[number % len(self.live)] if self.live else f"/{'A' * 22}"
        letter = "B" if right[place] == "A" else "A"
        wrong = right[:place] + letter + right[place + 1 :]
        return multiple(*self._check_page(self.visitor.get(wrong), wrong))

    @rule(target=links, method=METHODS, form=FORMS)
    def send(self, method: str, form: str):
        return self._send(method, form)

    @rule(target=links, method=METHODS, link=links)
    def send_to_a_link(self, method: str, link: str):
        return self._send(method, link)

    def _send(self, method: str, path: str):
        answer = self.visitor.client.open(path, method=method, base_url=HOST)
        if self.mode is not None and self.is_away:
            assert not is_of_site(answer)
        elif self.active is not None:
            return multiple(*self._check_interruption(answer, self.target))
        else:
            self.carried_out += 1
            assert answer.text == "SITE errors" or answer.headers["Location"] == "/done?by=post"
        return multiple()

    @rule(name=st.sampled_from(["a.css", "a.png", "a.woff2"]))
    def fetch_a_file(self, name: str) -> None:
        assert self.visitor.get(f"/static/{name}", referer="/").data == b"SITE file"

    @rule(target=links, token=st.sampled_from(["", "open-sesam", "open-sesame!", "OPEN-SESAME"]))
    def knock_at_the_control(self, token: str):
        """With a wrong token it is an address like any other."""
        answer = self.visitor.control("GET", token=token)
        if self.mode is None or (self.active is None and not self.is_away and self._is_free(CONTROL, False)):
            assert (answer.status_code, answer.text) == (404, "no page")
            return multiple()
        if self.active is None and not self.is_away:
            self.active, self.offers = "advertisement", self.offers + 1
        return multiple(*self._check_page(answer, CONTROL))

    @invariant()
    def every_form_was_carried_out_exactly_once(self) -> None:
        assert len(self.visitor.site.carried_out) == self.carried_out

    @invariant()
    def the_state_that_is_told_is_the_models(self) -> None:
        told = self.visitor.state()
        assert told["mode"] == self.mode
        if self.mode is not None:
            endings = [one["ending"] for one in told["interruptions"]]
            assert endings.count(None) == (self.active is not None)
            assert len(endings) == 1 + self.offers
            assert (endings[-1] == "accepted") == self.is_away


TestVisits = Visits.TestCase
TestVisits.settings = settings(max_examples=80, stateful_step_count=30, deadline=None)

"""Random visitors against a model: nothing passes undismissed, no form is lost, no link lives twice."""

from urllib.parse import unquote

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from tests.disruptions.conftest import HOST, MOVED, PREFIX, is_of_site, links_of, make_visitor

ARRIVED = "/arrived?way=moved"
PAGES = st.sampled_from(["/", "/list", "/list?page=2", "/list?q=%C3%A9", "/nothing", ARRIVED, *MOVED])
REFERERS = st.sampled_from([None, "/", "/list"])
MODES = st.sampled_from(["once", "every-click"])
METHODS = st.sampled_from(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
CONTROL = f"{PREFIX}/disruptions"
FORMS = st.sampled_from(["/order", "/form-with-errors", "/list"])
LINKS = {"cookie_notice": 1, "advertisement": 2}
"""How many links each interruption has; the last one dismisses it."""


def _site_text(target: str) -> str:
    """How the site's own page ends."""
    if target == CONTROL:
        return "no page"
    path, _, query = target.partition("?")
    return f"SITE {unquote(path)}?{query}"


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
        self.seed: int | None = None
        self.interruptions: list[tuple[str, int, str | None]] = []
        self.live: list[str] = []
        self.used: list[str] = []
        self.asked_for: dict[str, str] = {}
        self.target = "/"
        self.revealing: str | None = None

    # What the model expects of a page load.

    @property
    def active(self) -> str | None:
        """What stands before every page."""
        kind, _, ending = self.interruptions[-1] if self.mode else ("", 0, "")
        return kind if ending is None else None

    @property
    def is_away(self) -> bool:
        return self.mode is not None and self.interruptions[-1][2] == "accepted"

    @property
    def is_free(self) -> bool:
        """Whether nothing stands before the site at the moment."""
        return self.active is None and not self.is_away

    def _check_page(self, page, target: str, from_site: bool = False) -> list[str]:
        """Compare an answer to a page load with the model; returns the links that it brought."""
        if self.is_away:
            assert page.status_code == 200
            assert not is_of_site(page)
            assert links_of(page) == []
            return []
        if self.is_free and not self._is_due(target, from_site):
            assert page.text.endswith(_site_text(target))
            return []
        return self._check_interruption(page, target)

    def _is_due(self, target: str, from_site: bool) -> bool:
        """Whether an advertisement takes a page load; it comes into being by that."""
        is_revealed, self.revealing = target == self.revealing, None
        was_offered = len(self.interruptions) > 1
        is_due = not is_revealed and (not was_offered or (self.mode == "every-click" and from_site))
        if self.mode is None or not is_due:
            return False
        self.interruptions.append(("advertisement", 0, None))
        return True

    def _check_interruption(self, page, target: str) -> list[str]:
        assert page.status_code == 200
        assert not is_of_site(page)
        new = links_of(page)
        assert len(new) == LINKS[self.active or ""]
        assert not set(new) & self.ever_seen
        assert all(len(link) == 23 for link in new)
        self.ever_seen.update(new)
        self.live, self.target = new, target
        self.asked_for.update(dict.fromkeys(new, target))
        self._count(None)
        return new

    def _count(self, ending: str | None) -> None:
        """One more page request for the latest interruption, which may have ended it."""
        kind, requests, _ = self.interruptions[-1]
        self.interruptions[-1] = (kind, requests + 1, ending)

    # What visitors do.

    @initialize(mode=MODES, seed=st.integers(0, 99))
    def arm(self, mode: str, seed: int) -> None:
        self.visitor.arm(mode, seed)
        self._forget()
        self.mode, self.seed, self.interruptions = mode, seed, [("cookie_notice", 0, None)]

    @rule(
        target=links,
        event=st.sampled_from([*["none"] * 18, "once", "every-click", "reset", "disarm"]),
        seed=st.integers(0, 99),
    )
    def next_episode(self, event: str, seed: int):
        """Seldom, or no episode would get far; the links of the last one are tried at once."""
        old = [] if event == "none" else self.live
        if event == "reset":
            self.visitor.control("POST", "reset")
            self._forget()
        elif event == "disarm":
            self.visitor.control("DELETE")
            self._forget()
        elif event != "none":
            self.arm(event, seed)
        return multiple(*(new for link in old for new in self._check_page(self.visitor.get(link), link)))

    @rule(target=links, page=PAGES, referer=REFERERS)
    def load_a_page(self, page: str, referer: str | None):
        return multiple(*self._load(page, referer))

    @rule(target=links, referer=REFERERS)
    def ask_again(self, referer: str | None):
        """For the page that was asked for last."""
        return multiple(*self._load(self.target, referer))

    def _load(self, page: str, referer: str | None) -> list[str]:
        """Load a page, and follow where the site redirects it."""
        answer = self.visitor.get(page, referer=referer)
        moved = self.visitor.site.moved.get(page.partition("?")[0])
        if moved is None or self.is_away:
            return self._check_page(answer, page, referer is not None)
        assert answer.headers["Location"] == moved
        if self.revealing == page:
            self.revealing = moved
        return self._load(moved, referer) if moved.startswith("/") else []

    @rule()
    def move_a_page(self) -> None:
        """Or back to where it was."""
        moved = self.visitor.site.moved
        if moved.pop("/list", None) is None:
            moved["/list"] = ARRIVED

    @rule(target=links, link=links)
    def follow(self, link: str):
        return self._follow(link)

    @rule(target=links, number=st.integers(0, 1))
    def follow_a_link_of_the_latest_visit(self, number: int):
        return self._follow(self.live[number % len(self.live)]) if self.live else multiple()

    @rule(target=links, number=st.integers(0, 3))
    def follow_a_link_that_has_done_its_work(self, number: int):
        return self._follow(self.used[number % len(self.used)]) if self.used else multiple()

    @rule(
        target=links,
        page=PAGES,
        referer=REFERERS,
        elsewhere=st.one_of(st.none(), PAGES),
        moves=st.booleans(),
    )
    def do_right(self, page: str, referer: str | None, elsewhere: str | None, moves: bool):
        """Load a page, dismiss what stands before it, see it; maybe after another one, or where it moved."""
        new = self._load(page, None)
        if not self.live:
            return multiple(*new)
        self._follow(self.live[-1])
        if moves:
            self.move_a_page()
        if elsewhere is not None:
            new += self._load(elsewhere, referer)
        return multiple(*new, *self._load(page, "/"))

    def _follow(self, link: str):
        answer = self.visitor.get(link)
        if link not in self.asked_for:
            return multiple(*self._check_page(answer, link))
        if link in self.live:
            is_accepted = link != self.live[-1]
            self._count("accepted" if is_accepted else "dismissed")
            self.used.append(link)
            self.live = []
            if not is_accepted:
                self.revealing = self.target
                return self._check_way(answer, self.target)
        if self.is_free:
            return self._check_way(answer, self.asked_for[link])
        return multiple(*self._check_page(answer, self.asked_for[link]))

    @staticmethod
    def _check_way(answer, target: str):
        assert answer.status_code == 303
        assert answer.headers["Location"] == f"{HOST}{target}"
        return multiple()

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
        if self.active is not None:
            return multiple(*self._check_interruption(answer, self.target))
        if self.is_away:
            assert not is_of_site(answer)
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
        return multiple(*self._check_page(self.visitor.control("GET", token=token), CONTROL))

    @invariant()
    def every_form_was_carried_out_exactly_once(self) -> None:
        assert len(self.visitor.site.carried_out) == self.carried_out

    @invariant()
    def the_state_that_is_told_is_the_models(self) -> None:
        told = self.visitor.state()
        assert (told["mode"], told.get("seed")) == (self.mode, self.seed)
        assert self.visitor.kinds() == self.interruptions


TestVisits = Visits.TestCase
TestVisits.settings = settings(TestVisits.settings, max_examples=80, stateful_step_count=30)

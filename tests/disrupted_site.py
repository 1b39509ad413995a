"""A site of two pages behind a cookie notice and an advertisement, with the environment around it."""

from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.test import Client
from werkzeug.wrappers import Request, Response

from disruptions import ENDPOINT, Control, DisruptionMiddleware
from harness.agents import Reply
from harness.interruptions import states_from_json
from sites.kit.changes import RowChange
from sites.kit.loopback import LoopbackServer

CONTROL = Control("/_harness", "X-Token", "secret")
MOVED = {"/detour": "/out", "/out": "http://example.com/"}
"""Address -> where the site redirects it."""
PLACED = RowChange("orders", "added", None, {"id": "MS-1", "status": "placed"})


class World:
    """A site of two pages behind the middleware, and the environment around it."""

    def __init__(self) -> None:
        self.changed: tuple[RowChange, ...] = ()
        self.armed: list[tuple[str, str, str, int]] = []
        self.middleware = DisruptionMiddleware(self._site, lang="ur", site_name="Ministore", control=CONTROL)
        self.port = 0

    def _site(self, environ, start_response):
        request = Request(environ)
        if request.path == "/broken":
            return Response("", 500)(environ, start_response)
        if request.path in MOVED:
            return Response(status=302, headers={"Location": MOVED[request.path]})(environ, start_response)
        if request.path.startswith("/static"):
            return Response("a{}", content_type="text/css")(environ, start_response)
        if request.method == "POST":
            self.changed = (PLACED,)
            return Response(status=303, headers={"Location": "/placed"})(environ, start_response)
        links = '<a href="/">home</a><a href="/cart">cart</a><a href="/broken">broken</a>'
        form = '<form method="post" action="/place"><button>ok</button></form>'
        page = f"<title>{request.path}</title>{links}{form}<p>total 12</p>"
        return Response(page, mimetype="text/html")(environ, start_response)

    def url(self, site: str, lang: str, path: str = "/") -> str:
        return f"http://{site}.{lang}.localhost{path}"

    def reset(self, site: str, lang: str) -> None:
        self.changed = ()
        self._control("DELETE")

    def changes(self, site: str, lang: str) -> tuple[RowChange, ...]:
        return self.changed

    def last_error(self, url: str) -> None:
        return None

    def arm(self, site, lang, mode, seed) -> None:
        self.armed.append((site, lang, mode, seed))
        self._control("POST", {"mode": mode, "seed": seed})

    def interruptions(self, site, lang):
        return states_from_json(self._control("GET")["interruptions"])

    def _control(self, method, order=None):
        path = f"{CONTROL.prefix}/{ENDPOINT}"
        headers = {CONTROL.token_header: CONTROL.token}
        answer = Client(self.middleware).open(path, method=method, json=order, headers=headers)
        assert answer.json is not None
        return answer.json


class Script:
    """Replies with given texts, then with the last one for ever."""

    def __init__(self, *replies: str) -> None:
        self.replies, self.seen, self.stated_budget = list(replies), [], 0

    def __call__(self, task, assignment):
        self.stated_budget = assignment.budget
        return self

    def act(self, observation):
        self.seen.append(observation)
        return Reply(self.replies.pop(0) if len(self.replies) > 1 else self.replies[0])


@contextmanager
def serve_disrupted_site() -> Iterator[World]:
    """Serve it on a free loopback port, whatever the host name."""
    world = World()
    with LoopbackServer(world.middleware) as server:
        world.port = server.port
        yield world

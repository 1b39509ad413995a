"""A site of a dozen pages, small enough to read, that shows both browsers everything they must get right."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask, Response, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from sites.kit.loopback import LoopbackServer

HOST = "tiny.ur.localhost"
START = f"http://{HOST}/"

HOME = Path(__file__).with_name("tiny_home.html").read_text(encoding="utf-8")


@dataclass
class TinySite:
    """What the pages were asked for, and where they are served."""

    port: int = 0
    home: str = HOME
    """The markup of ``/``; a test may replace it."""
    submissions: list[tuple[str, str, str]] = field(default_factory=list)
    """(method, path and query, body) of every submission, as they came."""
    referers: list[str | None] = field(default_factory=list)
    causes: dict[str, str] = field(default_factory=dict)
    pictures: list[str] = field(default_factory=list)
    """Paths of pictures that were asked for."""

    def last_error(self, url: str) -> str | None:
        return self.causes.get(url)


@contextmanager
def serve_tiny_site() -> Iterator[TinySite]:
    """Serve the pages on a free loopback port, whatever the host name."""
    site = TinySite()
    with LoopbackServer(_application(site)) as server:
        site.port = server.port
        yield site


def _application(site: TinySite) -> Flask:
    app = Flask("tiny")

    @app.get("/")
    def home() -> Response:
        response = make_response(site.home)
        response.set_cookie("tiny_session", request.cookies.get("tiny_session", "0"))
        return response

    @app.get("/visits")
    def visits() -> Response:
        count = int(request.cookies.get("visits", "0")) + 1
        response = make_response(f"<title>visits</title><p>{count}</p>")
        response.set_cookie("visits", str(count), httponly=True, samesite="Lax")
        return response

    @app.route("/search", methods=["GET", "POST"])
    @app.route("/order", methods=["GET", "POST"])
    @app.route("/remove", methods=["GET", "POST"])
    def submit() -> BaseResponse:
        target = request.environ["REQUEST_URI"]
        site.submissions.append((request.method, target, request.get_data(as_text=True)))
        site.referers.append(request.headers.get("Referer"))
        if request.method == "POST":
            return redirect("/done", 303)
        return make_response(f"<title>found</title><p>{request.args.get('q', '')}</p>")

    @app.get("/done")
    def done() -> str:
        return "<title>done</title><p class='ok'>ہو گیا</p><a href='/'>گھر</a>"

    @app.get("/out")
    def out() -> BaseResponse:
        return redirect("http://example.com/")

    @app.get("/english")
    def english() -> BaseResponse:
        return redirect("http://tiny.en.localhost/done")

    @app.get("/file")
    def file() -> BaseResponse:
        return redirect("file:///etc/passwd")

    @app.get("/loop")
    def loop() -> BaseResponse:
        return redirect("/loop")

    @app.get("/boom")
    def boom() -> Response:
        return make_response("broken", 500)

    @app.get("/dot.png")
    def dot() -> Response:
        site.pictures.append(request.path)
        return Response(b"\x89PNG\r\n", mimetype="image/png")

    @app.errorhandler(404)
    def missing(_error: Exception) -> tuple[str, int]:
        return "<title>404</title><h1>نہیں ملا</h1>", 404

    return app

"""Accounts: who is logged in, the login page, logging out, and the views that need a user.

The site keeps ``users(id INTEGER, username TEXT, pw TEXT, …)`` (`hash_password` makes ``pw``) and the
ephemeral ``sessions(token TEXT PRIMARY KEY, user_id INTEGER, created_at TEXT)``. A session's token is in
a cookie of the site's own name, so that two sites behind one address don't log each other out.

Passwords are hashed with a salt made from the username, so that all five databases hold the same hash,
and cheaply: they protect nobody, they are printed in every prompt.
"""

import hashlib
import hmac
import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec
from urllib.parse import urlsplit

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext
from werkzeug.security import check_password_hash
from werkzeug.wrappers import Response

from sites.kit.clock import SITE_NOW, next_id
from sites.kit.context import get_db, site_app, transaction
from sites.kit.forms import FormSpec, FormState, PasswordField, RuleError, TextField

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]

HASH_ITERATIONS = 1000
"""Half a millisecond; werkzeug's own default takes 60 ms of every episode."""

LOGIN_FORM = FormSpec(
    TextField(name="username", label=lazy_gettext("Username"), max_length=60),
    PasswordField(name="password", label=lazy_gettext("Password")),
)

_CONTROL_CHARACTERS = frozenset(map(chr, (*range(32), 127)))

accounts = Blueprint("accounts", __name__)


def hash_password(username: str, password: str) -> str:
    """The hash that a seed stores in ``users.pw``: the same in every database, in werkzeug's format."""
    salt = hashlib.sha256(username.encode()).hexdigest()[:16]
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), HASH_ITERATIONS)
    return f"pbkdf2:sha256:{HASH_ITERATIONS}${salt}${digest.hex()}"


def current_user() -> sqlite3.Row | None:
    """The row of ``users`` of who is logged in, None for a guest. Read once a request."""
    if "user" not in g:
        token = request.cookies.get(cookie_name())
        g.user = _user_of_session(token) if token else None
    return g.user


def require_user() -> sqlite3.Row:
    """The user in a view under `login_required`.

    Raises:
        RuleError: E_FORBIDDEN, nobody is logged in.
    """
    user = current_user()
    if user is None:
        raise RuleError("E_FORBIDDEN")
    return user


def login_required(view: View[P]) -> View[P]:
    """Send guests to the login page, and back to where they were once they have logged in.

    A POST is not sent again: its guest comes back to the page of the same address, if there is one, or
    else to the page that held the form.
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if current_user() is None:
            return redirect(url_for("accounts.login", next=_way_back()), 303)
        return view(*args, **kwargs)

    return guarded


def cookie_name() -> str:
    """The session cookie of this site."""
    return f"{site_app().site.name}_session"


def local_path(target: str | None) -> str | None:
    """The target if it is a path on this host, else None: nobody is sent elsewhere after logging in."""
    if not target or not target.startswith("/") or target.startswith("//") or "\\" in target:
        return None
    if _CONTROL_CHARACTERS.intersection(target) or urlsplit(target).netloc:
        return None
    return target


def came_from() -> str | None:
    """Path and query of the page that sent this request, if it is one of this site."""
    address = urlsplit(request.referrer or "")
    if address.netloc != request.host:
        return None
    return local_path(f"{address.path}?{address.query}" if address.query else address.path)


@accounts.get("/login")
def login() -> ResponseReturnValue:
    """The login page."""
    return _login_page(LOGIN_FORM.blank(), local_path(request.args.get("next")))


@accounts.post("/login")
def log_in() -> ResponseReturnValue:
    """Check the password, open a session, and go on to ``next`` or the account page."""
    form = LOGIN_FORM.read(request.form)
    target = local_path(request.form.get("next"))
    if form.ok:
        with form.attempt() as db:
            token = _open_session(db, form.text("username"), form.text("password"))
            response = redirect(target or "/account", 303)
            _set_cookie(response, token)
            return response
    return _login_page(form, target)


@accounts.post("/logout")
def log_out() -> ResponseReturnValue:
    """End the session and go home."""
    with transaction() as db:
        db.execute("DELETE FROM sessions WHERE token = ?", (request.cookies.get(cookie_name(), ""),))
    response = redirect("/", 303)
    response.delete_cookie(cookie_name())
    return response


def _login_page(form: FormState, target: str | None) -> str:
    return render_template("kit/login.html", form=form, next=target)


def _way_back() -> str | None:
    if request.method == "GET":
        return request.full_path if request.query_string else request.path
    pages = site_app().url_map.bind("localhost")
    return request.path if pages.test(request.path, method="GET") else came_from()


def _open_session(db: sqlite3.Connection, username: str, password: str) -> str:
    user = db.execute("SELECT id, pw FROM users WHERE username = ?", (username,)).fetchone()
    if user is None or not check_password_hash(user["pw"], password):
        raise RuleError("E_LOGIN")
    number = next_id(db, "sessions")
    token = hmac.new(site_app().site_config.token.encode(), str(number).encode(), "sha256").hexdigest()
    opened = (token, user["id"], SITE_NOW.isoformat())
    db.execute("INSERT INTO sessions (token, user_id, created_at) VALUES (?, ?, ?)", opened)
    return token


def _user_of_session(token: str) -> sqlite3.Row | None:
    query = "SELECT users.* FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.token = ?"
    return get_db().execute(query, (token,)).fetchone()


def _set_cookie(response: Response, token: str) -> None:
    response.set_cookie(cookie_name(), token, httponly=True, samesite="Lax")

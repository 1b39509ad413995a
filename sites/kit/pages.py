"""What every page shares: the filters and globals of the templates, the error pages, caching.

Templates get ``lang`` (the `Language`), ``today`` (ISO date), ``site`` (its name), ``current_user`` (row
or None), ``url_with(page=2)`` (this address with changed query values), ``done`` (see `done_at`), and the
filters

    number   1234 -> grouped, in the interface's digits        money    cents -> local amount, plain text
    digits   any text -> its digits in the interface's script  rating   4.5 -> one decimal
    percent  15 -> with the percent sign                       id       code, date, phone -> <bdi dir="ltr">
    local    amount or name -> <bdi>                           clock  14:05 -> <bdi>, local digits
    day      ISO date or time -> its day, as `id` does it

A site's templates come before the kit's. A site has a ``base.html``, which the kit's pages extend.
"""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Response, current_app, g, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed

from sites.kit.accounts import current_user
from sites.kit.clock import today
from sites.kit.context import SiteApp, current_language
from sites.kit.control import PREFIX
from sites.kit.fields import RuleError
from sites.kit.forms import error_text
from sites.kit.isolation import isolated, isolated_id
from sites.kit.localization import (
    format_clock,
    format_money,
    format_number,
    format_percent,
    format_rating,
    localize_digits,
)

STATIC_MAX_AGE_S = 365 * 24 * 3600

_STATUS_OF_CODE = {"E_NOT_FOUND": 404, "E_FORBIDDEN": 403}


def prepare_templates(app: SiteApp) -> None:
    """Give the templates of an application their filters and globals."""
    lang = app.site_config.lang
    app.jinja_env.filters.update(
        number=lambda value: format_number(value, lang),
        money=lambda cents: format_money(cents, lang),
        digits=lambda value: localize_digits(str(value), lang),
        rating=lambda value: format_rating(value, lang),
        percent=lambda value: format_percent(value, lang),
        clock=lambda value: isolated(format_clock(value, lang)),
        day=lambda moment: isolated_id(moment[:10]),
        id=isolated_id,
        local=isolated,
    )
    app.jinja_env.globals.update(today=today(), site=app.site.name, url_with=url_with)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.context_processor(_request_values)
    app.url_defaults(_add_version)


def _request_values() -> dict[str, object]:
    return {"lang": current_language(), "current_user": current_user(), "done": request.args.get("done")}


def prepare_responses(app: SiteApp) -> None:
    """Give an application its error pages and cache rules."""
    app.register_error_handler(HTTPException, http_error_page)
    app.register_error_handler(RuleError, rule_error_page)
    app.after_request(forbid_storing)


def url_with(**changed: str | int | None) -> str:
    """The address of this page with query values changed; None removes one. For pagers and sort links.

    What was ``done`` before (`done_at`) is not said again.
    """
    return _address(request.path, request.args.items(), {"done": None, **changed})


def done_at(target: str, what: str) -> str:
    """The path of a page of this site, told that something is done, for the redirect after a form.

    Templates find ``what`` in ``done`` and look up the sentence that says so.
    """
    address = urlsplit(target)
    return _address(address.path, parse_qsl(address.query), {"done": what})


def _address(path: str, query: Iterable[tuple[str, str]], changed: Mapping[str, str | int | None]) -> str:
    kept = {name: value for name, value in query if value and name not in changed}
    kept |= {name: str(value) for name, value in changed.items() if value is not None}
    return f"{path}?{urlencode(kept)}" if kept else path


def http_error_page(error: HTTPException) -> ResponseReturnValue:
    """The page of an HTTP error, in the site's language, with a way home and never a traceback."""
    if error.response is not None:
        return error.response
    status = error.code or 500
    if status == 405 and request.path.startswith(PREFIX):
        status = 404
    if isinstance(error, InternalServerError):
        g.user = None  # the database may be what failed
    return error_page(status, _message(status)), status, _headers(error, status)


def rule_error_page(error: RuleError) -> ResponseReturnValue:
    """The page of a rule that no view has caught."""
    status = _STATUS_OF_CODE.get(error.code, 200)
    return error_page(status, error_text(error), error.code), status


def error_page(status: int, message: str, code: str | None = None) -> str:
    """The kit's error page; ``code`` is that of a rule, whose message holds it already."""
    return render_template("kit/error.html", status=status, title=_title(status), message=message, code=code)


def forbid_storing(response: Response) -> Response:
    """Pages are fetched again each time, so that going back is a visit like any other."""
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _headers(error: HTTPException, status: int) -> list[tuple[str, str]]:
    if status == 405 and isinstance(error, MethodNotAllowed):
        return [("Allow", ", ".join(sorted(error.valid_methods or ())))]
    return []


def _title(status: int) -> str:
    if status == 404:
        return gettext("Page not found")
    if status >= 500:
        return gettext("Something went wrong")
    return gettext("This is not possible")


def _message(status: int) -> str:
    if status == 404:
        return gettext("There is no page at this address.")
    if status == 405:
        return gettext("This address can't be used in this way.")
    if status >= 500:
        return gettext("The page could not be made because of a fault on our side.")
    return gettext("The request could not be understood.")


def _add_version(endpoint: str, values: dict[str, object]) -> None:
    """Let the address of a static file change with its content, since it may be kept for a year."""
    if not endpoint.endswith("static") or "filename" not in values:
        return
    owner = current_app.blueprints.get(endpoint.rpartition(".")[0], current_app)
    if owner.static_folder is not None:
        values.setdefault("v", _version(Path(owner.static_folder) / str(values["filename"])))


def _version(file: Path) -> str | None:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8] if file.is_file() else None

"""The control endpoints: how the harness resets a site and reads what an episode changed.

They lie under ``/_harness`` and answer only to the token of the listener, sent as a header, which neither
a page nor an address can do. To everybody else they don't exist: the answer is the site's ordinary 404
page, whatever the method.

Source: the sites' common rules, section 5.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence

from flask import Blueprint, Response, abort, jsonify, request

from sites.kit.changes import RowChange, Value
from sites.kit.context import site_app
from sites.kit.database import canonical
from sites.kit.errors import ServerError

PREFIX = "/_harness"
TOKEN_HEADER = "X-LoWAgent-Token"

control = Blueprint("control", __name__, url_prefix=PREFIX)


def changes_to_json(changes: Iterable[RowChange]) -> list[dict[str, object]]:
    """The changes as plain data, in the same order."""
    return [
        {"table": change.table, "kind": change.kind, "before": change.before, "after": change.after}
        for change in changes
    ]


def changes_from_json(data: Sequence[Mapping[str, object]]) -> tuple[RowChange, ...]:
    """The reverse of `changes_to_json`.

    Raises:
        ServerError: the data is something else.
    """
    try:
        return tuple(RowChange(**entry) for entry in data)  # pyright: ignore[reportArgumentType]
    except TypeError as error:
        raise ServerError(f"the list of changes can't be read: {error}") from error


def hide_from_strangers() -> None:
    """Answer 404 to a request under `PREFIX` without the token; runs before routing speaks up."""
    inside = request.path == PREFIX or request.path.startswith(f"{PREFIX}/")
    if inside and not _has_token():
        abort(404)


@control.get("/health")
def health() -> Response:
    """That the site is up, and the traceback of the last page that failed with 500, if one did."""
    app = site_app()
    return jsonify(site=app.site.name, lang=app.site_config.lang, last_error=app.last_error)


@control.post("/reset")
def reset() -> Response:
    """Put the database back to how it was built, and forget the last error."""
    app = site_app()
    app.site_config.database.reset()
    app.last_error = None
    return jsonify(reset=True)


@control.get("/changes")
def changes() -> Response:
    """The net changes since the last reset; ``?canonical=1`` drops the columns that differ by language."""
    app = site_app()
    found = app.site_config.database.changes()
    if request.args.get("canonical") == "1":
        found = canonical(found, app.site)
    return jsonify(changes=changes_to_json(found))


@control.get("/rows/<table>")
def rows(table: str) -> Response:
    """All rows of an audited table, without the columns that differ by language unless ``?localized=1``."""
    app = site_app()
    try:
        found = app.site_config.database.rows(table)
    except KeyError:
        abort(404)
    hidden = () if request.args.get("localized") == "1" else app.site.localized.get(table, ())
    return jsonify(rows=[_without(row, hidden) for row in found])


def _has_token() -> bool:
    sent = request.headers.get(TOKEN_HEADER, "")
    return hmac.compare_digest(sent.encode(), site_app().site_config.token.encode())


def _without(row: Mapping[str, Value], columns: tuple[str, ...]) -> dict[str, Value]:
    return {name: value for name, value in row.items() if name not in columns}

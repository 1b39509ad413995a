"""The account page: who the user is, wallet, addresses, cards."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db

account = Blueprint("account", __name__)


@account.get("/account")
@login_required
def account_page() -> ResponseReturnValue:
    """What the shop knows of the user."""
    db, user = get_db(), require_user()
    values = (user["id"],)
    return render_template(
        "account/account.html",
        user=user,
        addresses=db.execute("SELECT * FROM addresses WHERE user_id = ? ORDER BY id", values).fetchall(),
        cards=db.execute("SELECT * FROM cards WHERE user_id = ? ORDER BY id", values).fetchall(),
        order_count=db.execute("SELECT COUNT(*) FROM orders WHERE user_id = ?", values).fetchone()[0],
    )

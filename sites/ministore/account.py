"""The account page: who the user is, wallet, addresses, cards, and the ways to everything else of theirs."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from sites.kit.accounts import login_required, require_user
from sites.kit.context import get_db
from sites.ministore.addresses import user_addresses

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
        addresses=user_addresses(db, user["id"]),
        cards=db.execute("SELECT * FROM cards WHERE user_id = ? ORDER BY id", values).fetchall(),
        counts={
            table: db.execute(f"SELECT COUNT(*) FROM {table} WHERE user_id = ?", values).fetchone()[0]
            for table in ("orders", "wishlist", "reviews", "questions")
        },
    )

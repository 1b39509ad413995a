"""A customer of the shop: a visitor who fills carts and goes through the checkout."""

from sites.kit.application import SiteApp
from tests.sites import visitor


class Page(visitor.Page):
    """A page of the shop."""

    @property
    def products(self) -> list[str]:
        """The ids of the products on its cards, in order."""
        return [(node.attributes["href"] or "")[3:] for node in self.tree.css(".card > a")]


class Shop(visitor.Visitor[Page]):
    """A customer of the shop in one language."""

    def __init__(self, app: SiteApp) -> None:
        super().__init__(app, Page)

    def fill_cart(self, *wanted: tuple[str, int]) -> None:
        """Log in and put units of products into the cart."""
        self.log_in()
        for pid, qty in wanted:
            assert self.post("/cart/add", pid=pid, qty=str(qty)).path == "/cart"

    def choose(self, *, label: str = "home", method: str = "standard", pay: str = "cod", **more: str) -> Page:
        """Go through the steps of the checkout to the last one."""
        address = self.number(
            "SELECT a.id FROM addresses a JOIN users u ON u.id = user_id"
            " WHERE username = 'nadia' AND label = ?",
            label,
        )
        self.post("/checkout/address", address_id=str(address))
        self.post("/checkout/shipping", method=method, **more)
        card = {"card_id": str(self.number("SELECT MIN(id) FROM cards"))} if pay == "card" else {}
        return self.post("/checkout/payment", method=pay, **card)

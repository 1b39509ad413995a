"""A traveller at the railway: a visitor who books tickets."""

from sites.kit.application import SiteApp
from tests.sites.visitor import Page, Visitor

TRIP = {"train": "12951", "from": "MMCT", "to": "NDLS", "date": "2026-03-27", "class": "2A", "quota": "GN"}
RAVI = {"p1_name": "Ravi Das", "p1_age": "33", "p1_gender": "M"}
CHOICES = {"mobile": "9876543210", "boarding": "MMCT", "meal": "1"}


class Traveller(Visitor[Page]):
    """A traveller in one language."""

    def __init__(self, app: SiteApp) -> None:
        super().__init__(app, Page)

    def choose(self, passengers: dict[str, str] = RAVI, **changed: str) -> Page:
        """Send the form of the passengers; to the page that checks everything if the rules allow it."""
        return self.post("/book/passengers", **{**TRIP, **CHOICES, **passengers, **changed})

    def book(self, passengers: dict[str, str] = RAVI, **changed: str) -> str:
        """Book a ticket and return its PNR."""
        assert self.choose(passengers, **changed).path == "/book/review"
        return self.post("/book/pay", method="upi").path.removeprefix("/ticket/")

    def own_pnr(self, condition: str) -> str:
        """The first ticket of the test account for which a condition on ``pnrs`` holds."""
        query = f"SELECT pnr FROM pnrs WHERE user_id = 1 AND {condition} ORDER BY pnr"
        return self.row(query)["pnr"]

"""Disruptions: WSGI middleware that puts a cookie notice and an advertisement before a site's pages."""

from disruptions.middleware import ENDPOINT, Control, DisruptionMiddleware
from disruptions.state import MODES, Ending, Kind, Mode
from disruptions.wording import load_wordings

__all__ = [
    "ENDPOINT",
    "MODES",
    "Control",
    "DisruptionMiddleware",
    "Ending",
    "Kind",
    "Mode",
    "load_wordings",
]

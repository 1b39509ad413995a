"""A plugin of pytest that writes down the secrets of a run: ``pytest -p tests.review.token_spy``."""

import os
import secrets
from pathlib import Path

TOKENS_VARIABLE = "TOKENS_FILE_OF_TESTS"
LEAST_BYTES = 32
"""Shorter tokens are links of interruptions, which pages show."""

_make_token = secrets.token_urlsafe


def token_urlsafe(nbytes: int | None = None) -> str:
    """A token of the real function."""
    token = _make_token(nbytes)
    if nbytes is None or nbytes >= LEAST_BYTES:
        with Path(os.environ[TOKENS_VARIABLE]).open("a", encoding="utf-8") as file:
            file.write(f"{token}\n")
    return token


def pytest_configure() -> None:
    """Before any site is made."""
    secrets.token_urlsafe = token_urlsafe

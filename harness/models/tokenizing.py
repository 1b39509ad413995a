"""Counts of tokens for models behind a server: vLLM is asked for its own, else they are estimated."""

from functools import lru_cache

import httpx

from harness.models.chat import ModelError
from harness.models.settings import ModelSettings, is_own_machine
from harness.models.tokens import estimated_tokens

_REMEMBERED_TEXTS = 2048
_TIMEOUT_S = 30.0
_NO_SUCH_PATH = (404, 405, 501)


class TokenCounter:
    """Counts tokens of texts. What a server says is remembered; what it can't say is estimated."""

    def __init__(self, settings: ModelSettings, key: str) -> None:
        """Prepare; nothing is contacted.

        Args:
            settings: of the model.
            key: for its server.
        """
        self._settings = settings
        self._key = key
        self._asks_server = settings.provider == "vllm" and settings.url is not None
        self._client: httpx.Client | None = None
        self._remembered = lru_cache(maxsize=_REMEMBERED_TEXTS)(self._ask)

    def count(self, text: str) -> int:
        """Tokens of a text, without those that begin and end a prompt.

        Raises:
            ModelError: the server has counts, but can't be asked.
        """
        if self._asks_server and text:
            return self._remembered(text)
        return estimated_tokens(text)

    def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _ask(self, text: str) -> int:
        """The server's count; for a server without ``/tokenize`` the estimate, from now on."""
        if not self._asks_server:
            return estimated_tokens(text)
        # Beside the protocol's own path, /v1, not under it.
        url = f"{(self._settings.url or '').removesuffix('/v1')}/tokenize"
        question = {"model": self._settings.name, "prompt": text, "add_special_tokens": False}
        try:
            response = self._open().post(url, json=question)
            if response.status_code in _NO_SUCH_PATH:
                self._asks_server = False
                return estimated_tokens(text)
            return int(response.raise_for_status().json()["count"])
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{self._settings.spec}: tokens can't be counted at {url}: {error}") from error

    def _open(self) -> httpx.Client:
        if self._client is None:
            self._client = httpx.Client(
                timeout=_TIMEOUT_S,
                headers={"Authorization": f"Bearer {self._key}"},
                trust_env=not is_own_machine(self._settings.url),
            )
        return self._client

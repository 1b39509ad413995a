"""How a model is named on the command line: ``openai/NAME``, ``vllm/NAME@URL``, or the name of a preset."""

import re
from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import urlsplit

from harness.errors import ConfigError
from harness.models.presets import PRESETS_FILE, presets
from sites.kit.errors import UnknownNameError

Provider = Literal["openai", "gemini", "vllm", "hf"]
"""``openai`` is any server that speaks OpenAI's protocol, ``hf`` is transformers in this process."""

PROVIDERS: tuple[Provider, ...] = get_args(Provider)
SPEC_FORMS = ("openai/NAME", "openai/NAME@URL", "gemini/NAME", "vllm/NAME", "vllm/NAME@URL", "hf/NAME_OR_DIR")
"""The forms of a specification, besides the names of presets."""
_WITH_URL = re.compile(r"(?P<model>.+?)@(?P<url>https?://.*)", re.DOTALL)
_BARE_HOST = re.compile(r".+@(?P<host>[\w.-]+:\d+(?:/.*)?)")
_DEFAULT_PATH = "/v1"


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A specification, taken apart."""

    provider: Provider
    name: str
    """As the server, or the hub, calls the model; for ``hf`` also a folder."""
    base_url: str | None = None
    """Of the server, without a slash at its end; None where none was given."""
    preset: str | None = None
    """The preset that brought the rest."""


def is_model_spec(spec: str) -> bool:
    """Whether a specification names a language model, well-formed or not."""
    return spec.partition("/")[0] in PROVIDERS or spec.partition("@")[0] in presets()


def model_choices() -> tuple[str, ...]:
    """Every form of a specification, for messages."""
    return (*SPEC_FORMS, *presets())


def read_spec(text: str) -> ModelSpec:
    """Take a specification apart.

    Raises:
        UnknownNameError: neither a preset nor one of the providers.
        ConfigError: no name, an address that can't be used, or an address for ``hf``.
    """
    model, url = _split(text)
    base_url = None if url is None else read_url(url, text)
    if model in presets():
        named = _named(presets()[model].spec, f"{PRESETS_FILE.name}, {model}")
        return ModelSpec(named.provider, named.name, base_url, model)
    named = _named(model, text)
    if named.provider == "hf" and base_url is not None:
        raise ConfigError(f"model {text!r}: hf/… runs in this process and takes no address; use openai/…@URL")
    return ModelSpec(named.provider, named.name, base_url)


def read_url(url: str, where: str) -> str:
    """The base URL of a server: a slash at its end goes, and an address without a path gets ``/v1``.

    Args:
        url: the address.
        where: where it was given, for messages.

    Raises:
        ConfigError: no http address, or one with a user, password, query or fragment, where keys may stand.
    """
    try:
        parts = urlsplit(url)
        port_reads = parts.port is None or parts.port > 0
    except ValueError:
        parts, port_reads = urlsplit(""), False
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_reads:
        raise ConfigError(f"{where!r}: {url!r} is no address: expected http://HOST:PORT or https://HOST/PATH")
    if parts.username is not None or parts.query or parts.fragment:
        raise ConfigError(
            f"{where!r}: the address must hold no user, password, query or fragment: put a key into a"
            " variable and name it with --model-option api_key_env=NAME"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/') or _DEFAULT_PATH}"


def _split(text: str) -> tuple[str, str | None]:
    found = _WITH_URL.fullmatch(text)
    if found is not None:
        return found["model"], found["url"]
    bare = _BARE_HOST.fullmatch(text)
    if bare is not None:
        raise ConfigError(f"model {text!r}: write the address as @http://{bare['host']}")
    if text.endswith("@"):
        raise ConfigError(f"model {text!r}: the address after @ is missing: expected @http://HOST:PORT")
    return text, None


def _named(model: str, where: str) -> ModelSpec:
    prefix, slash, name = model.partition("/")
    provider: Provider | None = next((known for known in PROVIDERS if known == prefix), None)
    if not slash or provider is None:
        raise UnknownNameError("model", model, model_choices())
    if not name.strip():
        raise ConfigError(f"model {where!r} has no name: expected {provider}/NAME")
    return ModelSpec(provider, name)

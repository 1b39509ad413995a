"""The settings of a model: its provider's defaults, its preset's, and what the command line overrides."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, fields
from ipaddress import ip_address
from urllib.parse import urlsplit

from harness.errors import ConfigError
from harness.models.images import ImageFormat, ImageLimit
from harness.models.options import OPTIONS, ModelKind, OptionValue, read_options
from harness.models.presets import defaults_of, presets
from harness.models.prices import Price, PriceOptions, price_of
from harness.models.spec import ModelSpec, Provider, read_spec, read_url

DEFAULT_URLS: Mapping[Provider, str] = {
    "openai": "https://api.openai.com/v1",
    "gemini": "https://generativelanguage.googleapis.com/v1beta/openai",
}
"""Where providers that have an address of their own are reached."""

MAY_CHANGE = frozenset({"timeout_s", "max_retries", "backoff_s", "start_timeout_s"})
"""Recorded settings that decide no result: a resumed run may change them."""

_UNRECORDED = frozenset({"kind", "api_key_env", "server_url", "price"})
_PRICE_OPTIONS = {"price_in": "input_usd", "price_cached": "cached_usd", "price_out": "output_usd"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Everything that can be chosen about a model. The key is not among it, only its variable's name."""

    spec: str
    """As given on the command line."""
    provider: Provider
    kind: ModelKind
    """What the options mean for it."""
    name: str
    """As its server, or the hub, calls it."""
    preset: str | None = None
    base_url: str | None = None
    """Of the server, without a slash at its end; None for ``hf`` and for a vLLM server started by the run."""
    server_url: str | None = None
    """Of the vLLM server that the run has started; it differs from run to run, and is not recorded."""
    max_output_tokens: int = 4096
    """Of one answer, reasoning included. Source: LoWAgent paper, appendix B."""
    context_tokens: int = 131_072
    """Of prompt and answer together. Source: LoWAgent paper, appendix B."""
    temperature: float | None = None
    """None, here and below: the field is left out of the request, and the server's default holds."""
    top_p: float | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    thinking_budget: int | None = None
    """Tokens that Gemini may think."""
    dtype: str | None = None
    """What the weights are computed in; None where that is the server's affair."""
    max_images: int = 16
    """That one prompt may hold; 0 for a model that can't see."""
    image_max_side: int = 2048
    image_max_pixels: int = 2_560_000
    image_format: ImageFormat = "png"
    image_tokens: int = 3300
    """Tokens of one image at most, by the provider's own rule."""
    image_detail: str | None = None
    output_limit_field: str = "max_tokens"
    """The request's field for ``max_output_tokens``."""
    extra: str | None = None
    """Other fields of the request: a JSON object."""
    api_key_env: str | None = None
    timeout_s: float = 300.0
    """For one call, from the request to the end of the answer; one silence may make it twice that."""
    max_retries: int = 6
    backoff_s: float = 1.0
    """Before the first retry."""
    vllm_args: tuple[str, ...] = ()
    start_timeout_s: float = 1800.0
    """Until a vLLM server must answer: it may have to fetch the model first."""
    price: Price

    @property
    def image_limit(self) -> ImageLimit:
        """The largest image that it is sent."""
        return ImageLimit(self.image_max_side, self.image_max_pixels)

    @property
    def url(self) -> str | None:
        """Where its server listens; None for ``hf``, and while no server was started."""
        return self.server_url or self.base_url

    def recorded(self) -> dict[str, str | int | float | bool | None]:
        """The settings for the manifest of a run: without keys, and without what differs from run to run."""
        found = {
            field.name: _scalar(getattr(self, field.name))
            for field in fields(self)
            if field.name not in _UNRECORDED and self._means_something(field.name)
        }
        return found | {
            "price": self.price.source,
            "price_in": self.price.input_usd,
            "price_cached": self.price.cached_usd,
            "price_out": self.price.output_usd,
        }

    def _means_something(self, name: str) -> bool:
        return name not in OPTIONS or self.kind in OPTIONS[name].kinds


def read_settings(spec: str, options: Mapping[str, str] | None = None) -> ModelSettings:
    """The settings that a specification and options give; nothing is contacted or started.

    Args:
        spec: ``openai/NAME``, ``openai/NAME@URL``, ``gemini/NAME``, ``vllm/NAME``, ``hf/NAME_OR_DIR`` or the
            name of a preset.
        options: name -> value, as text (`harness.models.options.OPTIONS`).

    Raises:
        UnknownNameError: no such provider, preset or option.
        ConfigError: a value that can't be used, or values that exclude each other.
    """
    given = dict(options or {})
    model = read_spec(spec)
    kind = _kind(model)
    values = read_options(kind, given, _preset_options(model, kind), spec)
    values = {"name": model.name, "preset": model.preset} | values
    prices = PriceOptions(**{field: values.pop(name, None) for name, field in _PRICE_OPTIONS.items()})  # type: ignore[arg-type]
    base_url = model.base_url or DEFAULT_URLS.get(model.provider)
    if values.get("server_url") is not None:
        values["server_url"] = read_url(str(values["server_url"]), "server_url")
    settings = ModelSettings(
        spec=spec,
        provider=model.provider,
        kind=kind,
        base_url=base_url,
        price=_price(model, base_url, str(values["name"]), prices),
        **values,  # type: ignore[arg-type]
    )
    _refuse_contradictions(settings)
    return settings


def is_own_machine(url: str | None) -> bool:
    """Whether an address is one of this machine; None, for no server at all, is."""
    if url is None:
        return True
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _kind(model: ModelSpec) -> ModelKind:
    if model.provider == "openai":
        return "openai" if _is_providers_own(model) else "endpoint"
    if model.provider == "vllm":
        return "vllm" if model.base_url is None else "served"
    return model.provider


def _is_providers_own(model: ModelSpec) -> bool:
    default = DEFAULT_URLS.get(model.provider)
    return model.base_url is None or urlsplit(model.base_url).hostname == urlsplit(default or "").hostname


def _preset_options(model: ModelSpec, kind: ModelKind) -> dict[str, str]:
    options = dict(defaults_of("vllm" if kind == "served" else kind))
    if model.preset is not None:
        options |= presets()[model.preset].options
    if not _is_providers_own(model):
        options.pop("api_key_env", None)  # a provider's key is never sent to anybody else
    return options


def _price(model: ModelSpec, base_url: str | None, name: str, options: PriceOptions) -> Price:
    # A provider's prices say nothing of somebody else's server, even for a model of the same name.
    listed = f"{model.provider}/{name}" if _is_providers_own(model) else f"{name} at {base_url}"
    is_local = model.provider == "vllm" or is_own_machine(base_url)
    return price_of(listed, is_local=is_local, options=options)


def _refuse_contradictions(settings: ModelSettings) -> None:
    if settings.max_output_tokens >= settings.context_tokens:
        raise ConfigError(
            f"max_output_tokens={settings.max_output_tokens} of {settings.spec} leaves no room for a prompt"
            f" in context_tokens={settings.context_tokens}: lower the one or raise the other"
        )
    if settings.thinking_budget is not None and settings.reasoning_effort is not None:
        raise ConfigError(
            f"thinking_budget and reasoning_effort of {settings.spec} exclude each other: set one to omit"
        )
    if settings.dtype == "mxfp4" and settings.provider == "hf":
        raise ConfigError(f"dtype=mxfp4 of {settings.spec} is served by vLLM only: use vllm/{settings.name}")


def _scalar(value: OptionValue) -> str | int | float | bool | None:
    return shlex.join(value) if isinstance(value, tuple) else value

"""Options of models: what can be set, how it is written, and for which models it means anything.

Every setting is written as text, in presets and on the command line alike (``--model-option NAME=VALUE``), so
there is one way to read it. ``omit`` leaves a field out of the request, so that the server's own default
holds.
"""

import json
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from harness.errors import ConfigError
from harness.models.images import IMAGE_FORMATS
from sites.kit.errors import UnknownNameError

ModelKind = Literal["openai", "endpoint", "gemini", "vllm", "served", "hf"]
"""``endpoint``: a compatible server of one's own. ``vllm`` is started by the run, ``served`` by somebody."""

OptionValue = str | int | float | tuple[str, ...] | None
OMIT = "omit"
_REMOTE: tuple[ModelKind, ...] = ("openai", "endpoint", "gemini", "vllm", "served")
_ALL: tuple[ModelKind, ...] = (*_REMOTE, "hf")
REASONING_EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
DTYPES = ("auto", "bfloat16", "float16", "float32", "mxfp4")
OUTPUT_LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")
IMAGE_DETAILS = ("auto", "low", "high", "original")
_OWN_FIELDS = frozenset(
    ("model", "messages", "stream", "n", "temperature", "top_p", "seed", "reasoning_effort")
) | set(OUTPUT_LIMIT_FIELDS)
"""Fields of a request that ``extra`` must not set: they have options of their own, or break the reply."""


@dataclass(frozen=True, slots=True)
class OptionRule:
    """How one option is read."""

    meaning: str
    """In words, for the documentation."""
    expected: str
    """What may be written, for messages."""
    read: Callable[[str], OptionValue]
    """Text -> value; raises ValueError where it is something else."""
    kinds: tuple[ModelKind, ...] = _ALL
    """The models for which it means anything."""


def read_options(
    kind: ModelKind, given: Mapping[str, str], presets: Mapping[str, str], spec: str
) -> dict[str, OptionValue]:
    """The values of the options of one model.

    Args:
        kind: what kind of model it is.
        given: options of the command line; each must mean something for this kind.
        presets: options of the preset and the provider; those that mean nothing for this kind are left out.
        spec: the model, for messages.

    Raises:
        UnknownNameError: no such option; the message lists those that this model has.
        ConfigError: a value of another form, or an option that means nothing for this model.
    """
    for name in given:
        _require_option(name, kind, spec)
    chosen = {name: text for name, text in presets.items() if kind in OPTIONS[name].kinds} | dict(given)
    return {name: _read(name, text, spec) for name, text in chosen.items()}


def options_for(kind: ModelKind) -> tuple[str, ...]:
    """The names of the options that a kind of model has."""
    return tuple(name for name, rule in OPTIONS.items() if kind in rule.kinds)


def _require_option(name: str, kind: ModelKind, spec: str) -> None:
    if name not in OPTIONS:
        raise UnknownNameError("model option", name, options_for(kind))
    if kind in OPTIONS[name].kinds:
        return
    if kind == "served":
        raise ConfigError(f"option {name} means nothing for {spec}: that server has its own; set it there")
    raise ConfigError(
        f"option {name} means nothing for {spec}, whose options are {_listed(options_for(kind))}"
    )


def _read(name: str, text: str, spec: str) -> OptionValue:
    try:
        return OPTIONS[name].read(text)
    except ValueError as error:
        raise ConfigError(f"option {name}={text!r} of {spec}: expected {OPTIONS[name].expected}") from error


def _whole(low: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]+", text) or int(text) < low:
            raise ValueError(text)
        return int(text)

    return read


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = float(text)
        if not low <= number <= high:  # not for NaN either
            raise ValueError(text)
        return number

    return read


def _one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(text)
        return text

    return read


def _or_omit(read: Callable[[str], OptionValue]) -> Callable[[str], OptionValue]:
    return lambda text: None if text == OMIT else read(text)


def _some_text(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text


def _variable_name(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text):
        raise ValueError(text)
    return text


def _json_object(text: str) -> str:
    """The object as canonical JSON; ValueError also for fields that have options of their own."""
    found = json.loads(text)
    if not isinstance(found, dict) or _OWN_FIELDS & found.keys():
        raise ValueError(text)
    return json.dumps(found, ensure_ascii=False, sort_keys=True)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


_TOKENS = "a whole number from 1 up"
_USD = "US dollars per million tokens, from 0 up"
_MANY = 1e9

OPTIONS: Mapping[str, OptionRule] = {
    "max_output_tokens": OptionRule(
        "tokens that one answer may have, reasoning included", _TOKENS, _whole(1)
    ),
    "context_tokens": OptionRule("tokens of prompt and answer together", _TOKENS, _whole(1)),
    "temperature": OptionRule("0 is greedy", "a number from 0 to 2, or omit", _or_omit(_number(0, 2))),
    "top_p": OptionRule("nucleus sampling", "a number from 0 to 1, or omit", _or_omit(_number(0, 1))),
    "seed": OptionRule("of the server's sampling", "a whole number from 0 up, or omit", _or_omit(_whole(0))),
    "reasoning_effort": OptionRule(
        "how much the model reasons first",
        f"one of {_listed(REASONING_EFFORTS)}, or omit",
        _or_omit(_one_of(REASONING_EFFORTS)),
    ),
    "thinking_budget": OptionRule(
        "tokens that Gemini may think; 0 is none, -1 lets it choose",
        "a whole number from -1 up, or omit",
        _or_omit(_whole(-1)),
        ("gemini",),
    ),
    "dtype": OptionRule(
        "numbers that the weights are computed in",
        f"one of {_listed(DTYPES)}",
        _one_of(DTYPES),
        ("vllm", "hf"),
    ),
    "max_images": OptionRule(
        "images that one prompt may hold; 0 for a model that can't see", "a whole number from 0 up", _whole(0)
    ),
    "image_max_side": OptionRule(
        "px of the longer side to which images are scaled down", "a whole number from 1 up", _whole(1)
    ),
    "image_max_pixels": OptionRule(
        "width times height to which images are scaled down", "a whole number from 1 up", _whole(1)
    ),
    "image_format": OptionRule(
        "what images are sent as", f"one of {_listed(IMAGE_FORMATS)}", _one_of(IMAGE_FORMATS)
    ),
    "image_tokens": OptionRule(
        "tokens of one image at most, for the budget of the prompt", "a whole number from 0 up", _whole(0)
    ),
    "image_detail": OptionRule(
        "OpenAI's word for how closely images are looked at",
        f"one of {_listed(IMAGE_DETAILS)}, or omit",
        _or_omit(_one_of(IMAGE_DETAILS)),
        ("openai", "endpoint"),
    ),
    "output_limit_field": OptionRule(
        "the field that bears max_output_tokens: older servers know only max_tokens",
        f"one of {_listed(OUTPUT_LIMIT_FIELDS)}",
        _one_of(OUTPUT_LIMIT_FIELDS),
        _REMOTE,
    ),
    "name": OptionRule("the model's name on its server, where it differs", "a name", _some_text, _REMOTE),
    "extra": OptionRule(
        "other fields of the request",
        'a JSON object, such as {"top_k": 1}, without fields that have options of their own',
        _json_object,
        _REMOTE,
    ),
    "api_key_env": OptionRule(
        "the environment variable that holds the key; the key itself is never recorded",
        "the name of a variable, or omit",
        _or_omit(_variable_name),
        _REMOTE,
    ),
    "timeout_s": OptionRule("seconds for one call", "seconds, more than 0", _number(0.001, _MANY), _REMOTE),
    "max_retries": OptionRule("calls after one that failed", "a whole number from 0 up", _whole(0), _REMOTE),
    "backoff_s": OptionRule(
        "seconds before the first retry; doubles with each", "seconds, from 0 up", _number(0, _MANY), _REMOTE
    ),
    "vllm_args": OptionRule(
        "further arguments of the vLLM server",
        "arguments as in a shell",
        lambda text: tuple(shlex.split(text)),
        ("vllm",),
    ),
    "start_timeout_s": OptionRule(
        "seconds until the vLLM server must answer", "seconds, more than 0", _number(0.001, _MANY), ("vllm",)
    ),
    "server_url": OptionRule(
        "address of the vLLM server that this run has started", "an address", _some_text, ("vllm",)
    ),
    "price_in": OptionRule("price of input", _USD, _number(0, _MANY)),
    "price_cached": OptionRule("price of cached input", _USD, _number(0, _MANY)),
    "price_out": OptionRule("price of output", _USD, _number(0, _MANY)),
}
"""Name -> how it is read."""

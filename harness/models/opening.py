"""From a specification to a model that answers. What is heavy is imported here, when it is needed."""

import os
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import Protocol

from harness.errors import ConfigError
from harness.models.chat import ChatModel
from harness.models.keys import read_key
from harness.models.settings import ModelSettings, read_settings
from harness.models.vllm_server import needs_server, require_vllm, start_server


class OpenModel(ChatModel, Protocol):
    """A model that was opened, with its settings."""

    settings: ModelSettings


def open_model(spec: str, options: Mapping[str, str] | None = None) -> OpenModel:
    """The model that a specification names, ready to be asked.

    A ``vllm/NAME`` without an address starts a server of its own, which ends with ``close``; where a run has
    one server for several workers, they get its address as the option ``server_url``.

    Args:
        spec: ``openai/NAME``, ``openai/NAME@URL``, ``gemini/NAME``, ``vllm/NAME``, ``hf/NAME_OR_DIR`` or the
            name of a preset.
        options: name -> value, as text (`harness.models.options.OPTIONS`).

    Raises:
        UnknownNameError: no such provider, preset or option; the message lists the choices.
        ConfigError: a value that can't be used, a key that is missing, or a package.
        ModelError: the model, or a server for it, can't be started.
    """
    settings = read_settings(spec, options)
    require_model(settings)
    if settings.provider == "hf":
        from harness.models.transformers_model import TransformersModel  # noqa: PLC0415 - many seconds

        return TransformersModel(settings)
    if needs_server(settings):
        return _open_with_server(settings)
    from harness.models.client import EndpointModel  # noqa: PLC0415 - a second, and baselines need none

    return EndpointModel(settings)


def require_model(settings: ModelSettings, environ: Mapping[str, str] | None = None) -> None:
    """Refuse a model that this machine can't open. Nothing is loaded or contacted: ask it before a run.

    Args:
        settings: of the model.
        environ: where its key is looked up; the process's environment if None.

    Raises:
        ConfigError: the variable of its key is not set, or a package is missing.
    """
    if settings.provider == "hf":
        _require_transformers(settings)
        return
    if needs_server(settings):
        require_vllm(settings)
    read_key(settings, os.environ if environ is None else environ)


def _open_with_server(settings: ModelSettings) -> OpenModel:
    from harness.models.client import EndpointModel  # noqa: PLC0415 - as above

    server = start_server(settings)
    return EndpointModel(replace(settings, server_url=server.url), on_close=server.close)


def _require_transformers(settings: ModelSettings) -> None:
    missing = [name for name in ("torch", "transformers") if find_spec(name) is None]
    if missing:
        raise ConfigError(
            f"{settings.spec} needs {' and '.join(missing)}, not installed here: pip install 'lowagent[hf]'"
        )

"""The defaults of each kind of provider, and the presets: settings of models that papers compare."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from harness.errors import ConfigError

PRESETS_FILE = Path(__file__).parent / "presets.yaml"


class Preset(BaseModel):
    """A model with its settings, under a short name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    spec: str
    """``vllm/google/gemma-3-4b-it``: provider and name."""
    title: str
    """As papers write it."""
    options: Mapping[str, str] = {}
    """What differs from the provider's defaults, as options are written on the command line."""


class PresetFile(BaseModel):
    """The file of presets."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    defaults: Mapping[str, Mapping[str, str]]
    """Kind of provider -> its options."""
    presets: Mapping[str, Preset]
    """Name -> preset."""


def presets() -> Mapping[str, Preset]:
    """Name -> preset."""
    return _read().presets


def defaults_of(kind: str) -> Mapping[str, str]:
    """The options that a kind of provider begins with.

    Args:
        kind: ``openai``, ``endpoint`` (a compatible server of one's own), ``gemini``, ``vllm`` or ``hf``.
    """
    return _read().defaults[kind]


@cache
def _read() -> PresetFile:
    try:
        return PresetFile.model_validate(yaml.safe_load(PRESETS_FILE.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"presets of models can't be read from {PRESETS_FILE}: {error}") from error

"""Keys of servers: in the environment, and nowhere else."""

from collections.abc import Mapping

from harness.errors import ConfigError
from harness.models.settings import ModelSettings

NO_KEY = "none"
"""Sent where no key is asked for: the client insists on one."""


def read_key(settings: ModelSettings, environ: Mapping[str, str]) -> str:
    """The key of a model's server; `NO_KEY` where none is asked for.

    Args:
        settings: with the name of its variable.
        environ: the variables.

    Raises:
        ConfigError: the variable is not set.
    """
    if settings.api_key_env is None:
        return NO_KEY
    key = environ.get(settings.api_key_env, "").strip()
    if not key:
        raise ConfigError(
            f"{settings.spec} needs a key, and the variable {settings.api_key_env} is not set:"
            f" export {settings.api_key_env}=…, or name another with --model-option api_key_env=NAME"
        )
    return key

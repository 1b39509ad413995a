"""What to do about a model that could not be had."""

from collections.abc import Callable
from difflib import get_close_matches

from harness.models.failures import Failure, is_redirect
from harness.models.retries import LONGEST_RETRY_AFTER_S
from harness.models.settings import ModelSettings

_SHOWN_MODELS = 10


def advice_of(
    failure: Failure, settings: ModelSettings, offered_models: Callable[[], tuple[str, ...]]
) -> str:
    """One or two sentences on what to do.

    Args:
        failure: the last one.
        settings: of the model.
        offered_models: asks the server which models it has; only called where that helps.
    """
    if is_redirect(failure.http_status):
        return f"Give the address that answers by itself, as {settings.provider}/{settings.name}@URL"
    if failure.status == "bad_request":
        return _of_refusal(failure, settings, offered_models)
    if failure.status == "context_overflow":
        return (
            f"The prompt is too long for it: lower --context-tokens, or give the server's own context with"
            f" --model-option context_tokens=N (now {settings.context_tokens})"
        )
    if failure.status == "rate_limit" and failure.is_final:
        return "The account has no credit or quota left: the provider's billing page tells; then --resume"
    if (failure.retry_after_s or 0.0) > LONGEST_RETRY_AFTER_S:
        return f"The server asks to wait {failure.retry_after_s:g} s: run with --resume after that"
    return _of_passing(failure, settings)


def _of_passing(failure: Failure, settings: ModelSettings) -> str:
    advice = {
        "timeout": f"Give it longer with --model-option timeout_s=N (now {settings.timeout_s:g}), or run"
        " fewer at a time (-n)",
        "connection": f"Is the server at {settings.url} up? Run with --resume when it is",
        "rate_limit": "Run fewer at a time (-n), or --resume later",
        "server_error": "The server has a fault: its log tells more; run with --resume when it is mended",
        "empty": "If the model has such answers by nature, --model-option max_output_tokens=N or"
        " reasoning_effort=… may help",
        "truncated": "The server's own limit of output or context may be lower than"
        f" max_output_tokens={settings.max_output_tokens} and context_tokens={settings.context_tokens}: give"
        " its figures with --model-option",
        "content_filter": "The provider filters this prompt or its answers: see its safety settings",
    }
    return advice[failure.status]


def _of_refusal(
    failure: Failure, settings: ModelSettings, offered_models: Callable[[], tuple[str, ...]]
) -> str:
    if failure.http_status == 401 or "api key" in failure.message.lower():
        if settings.api_key_env is None:
            return "The server wants a key: name its variable with --model-option api_key_env=NAME"
        return f"The key in {settings.api_key_env} is not accepted: check that variable"
    if failure.http_status == 403:
        return f"The key in {settings.api_key_env or 'no variable'} may not use {settings.name} here"
    if failure.http_status == 404 or "model" in (failure.code or ""):
        return _of_wrong_name(settings, offered_models())
    if failure.http_status == 413:
        return "The request is too large: lower image_max_side or max_images with --model-option"
    return "A field that it does not take can be left out with --model-option NAME=omit (docs/models.md)"


def _of_wrong_name(settings: ModelSettings, offered: tuple[str, ...]) -> str:
    if not offered:
        return f"Check the name {settings.name} and the address {settings.url}: it lists no models at /models"
    close = get_close_matches(settings.name, offered, n=_SHOWN_MODELS, cutoff=0.5)
    shown = close or list(offered[:_SHOWN_MODELS])
    more = f" and {len(offered) - len(shown)} more" if len(offered) > len(shown) else ""
    return f"{settings.url} offers {', '.join(shown)}{more}"

"""The options of ``lowagent run``, made from the one table that pytest's are made from too."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import typer

from harness.runs.options import BROWSER_OPTIONS, CREW_OPTIONS, OPTIONS, RunOption

COMMAND_OPTIONS = (*OPTIONS, *BROWSER_OPTIONS, *CREW_OPTIONS)

Command = Callable[..., None]


def with_run_options(command: Callable[[Mapping[str, Any]], None]) -> Command:
    """A command that takes every option of a run, and hands them on: name -> value, None where not said."""

    def call(**given: Any) -> None:
        command(given)

    parameters = [
        inspect.Parameter(
            option.name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=_default(option)
        )
        for option, annotation in _annotated()
    ]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {one.name: one.annotation for one in parameters}
    call.__name__, call.__doc__ = command.__name__, command.__doc__
    return call


def _annotated() -> Iterator[tuple[RunOption, Any]]:
    for option in COMMAND_OPTIONS:
        flags = (option.flag, option.short) if option.short else (option.flag,)
        text = option.command_help or option.help
        if option.is_flag:
            yield option, Annotated[bool, typer.Option(*flags, help=text)]
            continue
        metavar = option.metavar or "|".join(option.choices)
        info = typer.Option(*flags, metavar=metavar, help=text, parser=_parser(option), show_default=False)
        if option.is_repeatable:
            yield option, Annotated[list[str] | None, info]
        else:
            yield option, Annotated[str | None, info]


def _parser(option: RunOption) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        if not isinstance(text, str):
            return text  # a default of the table, which is read already
        if option.choices and text not in option.choices:
            raise typer.BadParameter(f"{text!r} is not one of {', '.join(option.choices)}")
        try:
            return option.read(text)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return parse


def _default(option: RunOption) -> Any:
    return False if option.is_flag else option.default

"""Processes that do the same to many items, and outlive neither their parent nor an accident of another.

A worker that dies takes only its item with it and is replaced. A parent that is killed closes the pipes, upon
which the workers end. (The pools of the standard library do neither.)
"""

import multiprocessing
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Outcome(Generic[_Item]):
    """What became of an item."""

    item: _Item
    result: Any = None
    """What the function returned; None if it failed."""
    error: str | None = None
    """The exception in one line, or how the worker ended."""
    trace: str = ""


def work(
    function: Callable[[Any], Any],
    items: Iterable[_Item],
    *,
    workers: int,
    prepare: Callable[[], None] | None = None,
) -> Iterator[Outcome[_Item]]:
    """Apply a function to items in processes of their own, and yield what became of each as it is done.

    Args:
        function: Importable; gets an item, returns something that can be pickled.
        items: To be worked on in this order.
        workers: How many processes.
        prepare: Called first in each process.
    """
    left = iter(items)
    busy: dict[Connection, tuple[Any, _Item]] = {}
    idle = [_start(function, prepare) for _ in range(workers)]
    try:
        while True:
            while idle:
                try:
                    item = next(left)
                except StopIteration:
                    break
                process, pipe = idle.pop()
                pipe.send(item)
                busy[pipe] = (process, item)
            if not busy:
                return
            ready = set(map(id, wait(list(busy))))
            for pipe in [pipe for pipe in busy if id(pipe) in ready]:
                process, item = busy.pop(pipe)
                outcome = _received(pipe, process, item)
                if process.is_alive():
                    idle.append((process, pipe))
                else:
                    idle.append(_start(function, prepare))
                yield outcome
    finally:
        for process, pipe in [*idle, *((process, pipe) for pipe, (process, _) in busy.items())]:
            pipe.close()
            process.join(5)
            if process.is_alive():
                process.terminate()


def _start(function: Callable[[Any], Any], prepare: Callable[[], None] | None) -> tuple[Any, Connection]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, function, prepare), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _received(pipe: Connection, process: Any, item: _Item) -> Outcome[_Item]:
    try:
        result, error, trace = pipe.recv()
    except EOFError:
        process.join()
        return Outcome(item, error=f"the worker ended with exit code {process.exitcode}")
    return Outcome(item, result, error, trace)


def _serve(pipe: Connection, function: Callable[[Any], Any], prepare: Callable[[], None] | None) -> None:
    try:
        if prepare is not None:
            prepare()
        while True:
            item = pipe.recv()
            try:
                answer = (function(item), None, "")
            except Exception as error:  # one bad item must not end the others
                answer = (None, f"{type(error).__name__}: {error}", traceback.format_exc())
            pipe.send(answer)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return  # the parent is gone, or is going

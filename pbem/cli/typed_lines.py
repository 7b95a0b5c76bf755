"""Lines from a keyboard with history and the Tab key, or from a file or pipe."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Protocol, cast

from pbem.bytes.errors import PbemError
from pbem.cli import output

Complete = Callable[[tuple[str, ...], str], tuple[str, ...]]
"""The words that may follow those typed and begin with a word that is begun."""

_MAX_LINE = 4_000


class _Readline(Protocol):
    """What is used of Python's readline; it is missing on some systems."""

    def set_completer(self, complete: Callable[[str, int], str | None], /) -> None: ...
    def set_completer_delims(self, letters: str, /) -> None: ...
    def parse_and_bind(self, line: str, /) -> None: ...
    def get_line_buffer(self) -> str: ...
    def get_begidx(self) -> int: ...


def typed_lines(label: Callable[[], str], complete: Complete) -> Iterator[str]:
    """Every line that is typed, up to the end of the input. Ctrl-C gives up the line, and no more."""
    asked = output.can_ask()
    if asked:
        _completed(complete)
    while True:
        try:
            line = input(label()) if asked else sys.stdin.readline()
        except EOFError:
            output.talk("")
            return
        except KeyboardInterrupt:
            output.talk("")
            output.talk("That line is forgotten. quit leaves.")
            continue
        if not line and not asked:
            return
        if len(line) > _MAX_LINE:
            output.talk(
                "A line has at most {max_line} characters; this one was not read.", max_line=_MAX_LINE
            )
            continue
        yield line.lstrip("\ufeff").strip()


def _completed(complete: Complete) -> None:
    try:
        line = cast("_Readline", import_module("readline"))
    except ImportError:
        return
    found: list[str] = []

    def next_one(begun: str, state: int) -> str | None:
        if state == 0:
            before = re.split(r";|\bthen\b", line.get_line_buffer()[: line.get_begidx()])[-1]
            words = [word for word in before.split() if word.lower() not in ("do", "pbem")]
            try:
                found[:] = complete(tuple(words), begun)
            except (PbemError, OSError):
                found.clear()
        return f"{found[state]} " if state < len(found) else None

    line.set_completer_delims(" \t,;")
    line.set_completer(next_one)
    line.parse_and_bind("tab: complete")

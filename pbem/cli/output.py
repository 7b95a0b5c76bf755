"""Printing: data on standard output, talk on standard error, colour only where a person looks and wants it."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TextIO

import click

from pbem.bytes.errors import IllegalOrder, NotYourTurn, PbemError, VerifyError, of_the_disk
from pbem.cli.language import say
from pbem.port.messages import Message, Series

if TYPE_CHECKING:  # who raises these errors has loaded them; who prints needs none of it
    from pbem.bytes.canon import Json
    from pbem.home.play.orders import RefusedOrdersError

TYPED: ContextVar[Callable[[str], str] | None] = ContextVar("typed", default=None)
MEANT: ContextVar[Callable[[str], str]] = ContextVar("meant", default=say)
"""How a text is said; where a home has several games, its commands name theirs (:mod:`pbem.cli.game_named`)."""
_TO_COPY = re.compile(r"\s*([^\s:]+: )?pbem ")
"""A line that is a command to be copied: it stays in one piece."""
ERROR, ILLEGAL, REFUSED = Message("Error"), Message("Illegal"), Message("Refused")
WARNING = Message("Warning")


def _colour() -> bool | None:
    return False if os.environ.get("NO_COLOR") else None


def can_ask() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty()


@contextmanager
def at_prompt(names: Iterable[str], said: Mapping[str, str]) -> Iterator[None]:
    """While this lasts, commands and orders are printed without their first words, as they are ``said`` at the prompt."""
    typed = re.compile(rf"\bpbem (?:do (?=[^\s\-)])|({'|'.join(map(re.escape, names))})\b)")
    token = TYPED.set(lambda text: typed.sub(lambda found: said.get(found[1], found[1] or ""), text))
    try:
        yield
    finally:
        TYPED.reset(token)


def _shown(text: str, stream: TextIO) -> str:
    """In the reader's language; lines that are wider than the terminal break between words."""
    said, typed = MEANT.get()(text), TYPED.get()
    if stream.isatty():
        from shutil import get_terminal_size  # noqa: PLC0415  # only a terminal has a width

        width = get_terminal_size().columns
        said = "\n".join(line if _TO_COPY.match(line) else wrapped(line, width) for line in said.split("\n"))
    return said if typed is None else typed(said)


def wrapped(line: str, width: int) -> str:
    """A line in lines of at most ``width`` letters, broken where blanks are, the later ones indented like the first."""
    if len(click.unstyle(line)) <= width:
        return line
    indent = " " * min(len(line) - len(line.lstrip(" ")), width // 2)
    found, room = "", width
    for blank, word in re.findall(r"( *)([^ ]+)", line):
        wide = len(blank) + len(click.unstyle(word))
        if found.strip() and wide > room:
            found += f"\n{indent}{word}"
            room = width - len(indent) - wide + len(blank)
        else:
            found += blank + word
            room -= wide
    return found


def data(text: str, /, **values: object) -> None:
    """A line of what was asked for: a text, or a template with its values."""
    click.echo(_shown(Message(text, **values) if values else text, sys.stdout), color=_colour())


def data_all(lines: Iterable[str]) -> None:
    """Several of them."""
    for line in lines:
        data(line)


def data_json(value: Json) -> None:
    """One line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, sort_keys=False))


def talk(text: str, /, **values: object) -> None:
    """A line about what was done: a text, or a template with its values."""
    click.echo(_shown(Message(text, **values) if values else text, sys.stderr), err=True, color=_colour())


def headed(head: str, *parts: str) -> str:
    """``Error: what is wrong``: a head, which may be coloured, and what comes behind it in the reader's language."""
    return ": ".join((head, *map(say, parts)))


def talk_all(lines: Iterable[str]) -> None:
    """Several of them."""
    for line in lines:
        talk(line)


def good(text: str) -> str:
    """Text in green."""
    return click.style(say(text), fg="green")


def bad(text: str) -> str:
    """Text in red."""
    return click.style(say(text), fg="red")


def figures(found: dict[str, Json], as_json: bool) -> None:
    """A table of two columns."""
    if as_json:
        data_json(found)
        return
    rows = [(say(name.replace("_", " ")), _figure(value)) for name, value in found.items()]
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        data(f"{name:<{wide}}  {text}")


def _figure(value: Json) -> str:
    """A value of such a table: a word is said, a table of its own goes on one line."""
    if value is None:
        return "-"
    if isinstance(value, dict):
        return ", ".join(f"{say(name)} {each}" for name, each in value.items())
    return say(value) if isinstance(value, str) else str(value)


NAMED = (
    *(Message("game"), Message("scenario"), Message("games"), Message("seeds"), Message("levels")),
    *(Message("won"), Message("score"), Message("turns"), Message("actions"), Message("seconds a game")),
    *(Message("lowest"), Message("median"), Message("highest"), Message("fewest"), Message("most")),
    *(Message("mails"), Message("mails with a decision"), Message("sittings")),
)
"""What figures are called."""


def failed(error: PbemError) -> None:
    """An error: what and where, every violation with its paragraph, and what to do next."""
    where = "" if error.entry is None else say(Message("entry {entry}: ", entry=error.entry))
    if isinstance(error, IllegalOrder):
        _illegal(error, where)
    elif isinstance(error, NotYourTurn):  # nothing is wrong: it is said as it is
        talk(_capital(error.message))
    elif isinstance(error, VerifyError) and _is_whole(error):
        talk(f"{bad(ERROR)}: {say(error.message)}")
    else:
        talk(f"{bad(ERROR)}: {where}{say(error.message) if where else _capital(error.message)}")
    if error.hint:
        talk(f"  {say(error.hint)}")


def _capital(text: str) -> str:
    """A sentence that also stands inside others begins small; a name with which it begins stays as it is spelled."""
    said, first = say(text), text
    while isinstance(first, Series) and first.items:
        first = first.items[0]
    named = getattr(first, "template", "{")[:1] == "{"
    return said if named else said[:1].upper() + said[1:]


def _is_whole(error: VerifyError) -> bool:
    """Whether the message is the whole verdict, which names the entry itself."""
    from pbem.home.verdict_sentence import RejectedError  # noqa: PLC0415  # as above

    return isinstance(error, RejectedError)


def _illegal(error: IllegalOrder, where: str) -> None:
    from pbem.home.play.orders import RefusedOrdersError  # noqa: PLC0415  # as above

    if isinstance(error, RefusedOrdersError):
        _orders(error)
        return
    for each in error.violations:
        talk(f"{bad(ILLEGAL)}: {where}[{each.paragraph}] {say(each.message)}")


def _orders(error: RefusedOrdersError) -> None:
    many = len(error.faults) > 1 or error.faults[0].line > 1
    for fault in error.faults:
        place = (Message("line {line}", line=fault.line),) if many else ()
        talk(headed(bad(REFUSED), *place, fault.text))
        for each in fault.violations:
            subject = f" ({each.subject})" if each.subject and each.subject not in each.message else ""
            talk(f"  [{each.paragraph}] {say(each.message)}{subject}")
        if fault.message:
            talk(f"  {say(fault.message)}")
    talk(
        Message("What waited is in your turn; nothing else was written.")
        if error.waited
        else Message("Nothing was written.")
    )


def crashed(error: Exception) -> None:
    """Something unexpected: one sentence."""
    if isinstance(error, OSError):
        refused = of_the_disk(error)
        talk(f"{bad(ERROR)}: {say(refused.message)}")
        if refused.hint:
            talk(f"  {say(refused.hint)}")
    else:
        happened = Message(
            "something unexpected happened: {kind}: {what}.", kind=type(error).__name__, what=error
        )
        talk(f"{bad(ERROR)}: {say(happened)}")
        from pbem.games import registry  # noqa: PLC0415  # as above

        game = registry.blamed(error)
        fault = (
            Message("This is a fault of pbem.")
            if game is None
            else Message(
                "This is a fault of the game {title} ({name}), not of pbem; its author finds more with: "
                "pbem game lint {name}.",
                title=game.title,
                name=game.name,
            )
        )
        more = Message("`pbem --debug ...` shows where; nothing half-done was stored.")
        talk(f"  {say(fault)} {say(more)}")

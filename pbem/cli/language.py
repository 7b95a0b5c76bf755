"""The reader's language: chosen when a command begins, asked at the moment somebody reads.

``--lang``, else ``PBEM_LANG``, else the system's locale. Messages stay English wherever they are kept, signed or written
as JSON; only what is printed is put into the language. Click says its own words through :mod:`gettext`, in the domain
that it looks in by itself: for as long as a command runs, that domain is the catalogue of this program.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path

import click

from pbem.port.messages import ENGLISH, LANGUAGES, Catalogue, Message, catalogue

_READER: ContextVar[Catalogue] = ContextVar("reader", default=ENGLISH)
_LOCALE = Path(__file__).resolve().parents[1] / "locale"
_DOMAIN, _ASKED = "messages", "LANGUAGE"
_APART = re.compile(r"(?<=\S) {2,}(?=\S)")
"""What stands between a command and what is said about it."""
_PLACEHOLDER = re.compile(r"[A-Z][A-Z -]*[A-Z]")
"""What stands for something to be typed: FILE, KEY-OR-NAME, INTEGER RANGE."""


def chosen(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of the reader: the code after ``--lang``, of ``PBEM_LANG``, or of the locale; else English."""
    return asked(words, environ) or ENGLISH.code


def asked(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """The same; "" where nothing names a language that pbem speaks."""
    named = [each.partition("=")[2] for each in words if each.startswith("--lang=")]
    named += [after for each, after in pairwise(words) if each == "--lang"]
    variables = ("PBEM_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    said = next(iter(named), "") or next((environ[each] for each in variables if environ.get(each)), "")
    code = re.split(r"[_.@-]", said.lower())[0]
    return code if code in LANGUAGES else ""


@contextmanager
def reading(code: str) -> Iterator[None]:
    """Say everything in a language while this lasts; click's own words too."""
    before, asked = gettext.bindtextdomain(_DOMAIN), os.environ.get(_ASKED)
    token = _READER.set(_catalogue(code))
    gettext.bindtextdomain(_DOMAIN, str(_LOCALE))
    os.environ[_ASKED] = code
    try:
        yield
    finally:
        _READER.reset(token)
        gettext.bindtextdomain(_DOMAIN, before)
        if asked is None:
            del os.environ[_ASKED]
        else:
            os.environ[_ASKED] = asked


def _catalogue(code: str) -> Catalogue:
    """What this program and every installed game say in a language."""
    if code == ENGLISH.code:
        return ENGLISH
    from pbem.games.registry import installed, packages  # noqa: PLC0415  # who reads English needs none of it

    return catalogue(code, "pbem", *packages(), *(each.package for each in installed()))


def say(text: str) -> str:
    """A text in the reader's language; what no catalogue has stays as it is."""
    return _READER.get().say(text)


def typed(word: str) -> str:
    """A word as it is typed: in the reader's language only where it is a message, such as a kind of order."""
    return say(word) if isinstance(word, Message) else word


def code() -> str:
    """The code of the reader's language."""
    return _READER.get().code


def pieces(text: str) -> Iterator[str]:
    """What of a help text is translated: whole paragraphs; of lists and examples what is said about each line."""
    for paragraph in cleandoc(text).split("\n\n"):
        if not paragraph.startswith("\b"):
            yield " ".join(paragraph.split())
            continue
        for line in paragraph.split("\n")[1:]:
            yield line.strip() if line.rstrip().endswith(":") else "".join(_APART.split(line)[1:])


def told(text: str) -> str:
    """A help text in the reader's language."""
    done = []
    for paragraph in cleandoc(text).split("\n\n"):
        if not paragraph.startswith("\b"):
            done.append(say(" ".join(paragraph.split())))
            continue
        lines = []
        for line in paragraph.split("\n")[1:]:
            at = _APART.search(line)
            left = len(line) - len(line.lstrip())
            lines.append(
                line[: at.end()] + say(line[at.end() :])
                if at and not line.rstrip().endswith(":")
                else line[:left] + say(line[left:])
            )
        done.append("\n".join(("\b", *lines)))
    return "\n\n".join(done)


def in_language(command: click.Command) -> click.Command:
    """A command whose help speaks the reader's language; the command itself where that is English."""
    if code() == ENGLISH.code:
        return command
    made = copy(command)
    made._help_option = None  # click keeps the one that it made first, in the language of that time
    for name in ("help", "epilog", "short_help"):
        if text := getattr(made, name):
            setattr(made, name, told(text))
    made.params = [_option(each, click.Context(command)) for each in command.params]
    made.options_metavar = _metavar(command.options_metavar or "") or None
    if isinstance(made, click.Group):
        made.subcommand_metavar = _metavar(made.subcommand_metavar)
        made.commands = {name: in_language(each) for name, each in made.commands.items()}
    return made


def _option(option: click.Parameter, context: click.Context) -> click.Parameter:
    made = copy(option)
    if isinstance(made, click.Option) and made.help:
        made.help = say(made.help)
    if placeholders(option, context):
        made.metavar = _metavar(option.make_metavar(context))
    return made


def placeholders(option: click.Parameter, context: click.Context) -> tuple[str, ...]:
    """What stands in the help of an option or argument for something to be typed; nothing for a switch."""
    if isinstance(option, click.Option) and (option.is_flag or option.count):
        return ()
    return tuple(_PLACEHOLDER.findall(option.make_metavar(context)))


def _metavar(text: str) -> str:
    return _PLACEHOLDER.sub(lambda found: say(found[0]), text)

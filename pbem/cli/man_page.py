"""The man page of pbem, from the help of its commands, in the reader's language (man(7), groff_man(7))."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pbem.cli import language, reference
from pbem.cli.language import say
from pbem.port.messages import Message

EXIT_CODES = Message(
    "0 fine, 1 our bug or the disk, 2 usage, 3 does not verify, 4 illegal order, 5 not your turn, 6 conflict or "
    "something missing (a turn, a signature, rules or a pack), 7 mail failed, 8 a game fails and nobody broke a rule."
)
_NAME, _SYNOPSIS, EVERYWHERE = Message("Name"), Message("Synopsis"), Message("Options of every command")
_COMMANDS, CODES, _MORE = Message("Commands"), Message("Exit codes"), Message("See also")
_MANUAL = Message("`pbem manual` lists the pages of the manual.")


def man_page(main: click.Group, version: str, code: str) -> str:
    """The page in a language, as source for man: UTF-8."""
    with language.reading(code):
        return "\n".join(_lines(language.in_language(main), version)) + "\n"


def _lines(main: click.Command, version: str) -> Iterator[str]:
    assert isinstance(main, click.Group)
    first, *_ = (main.help or "").split("\n\n")
    yield f'.TH PBEM 1 "" "pbem {version}" pbem'
    yield _section(_NAME)
    yield f"pbem \\- {_text(first.replace(chr(10), ' '))}"
    yield _section(_SYNOPSIS)
    yield ".B pbem"
    yield r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGS\fR]..."
    yield _section(EVERYWHERE)
    yield from _options(reference.common(main))
    yield _section(_COMMANDS)
    for each in reference.described(main):
        yield f'.SS "{_text(f"{each.name} {each.arguments}".strip())}"'
        for paragraph in each.paragraphs:
            yield from (".PP", _text(paragraph))
        for title, listed in each.listed:
            yield from (".PP", _text(title), ".PP", ".nf", ".RS")
            yield from map(_text, listed)
            yield from (".RE", ".fi")
        yield from _options(each.options)
    yield _section(CODES)
    yield _text(say(EXIT_CODES))
    yield _section(_MORE)
    yield _text(say(_MANUAL))


def _section(title: Message) -> str:
    return f'.SH "{_text(say(title).upper())}"'


def _options(options: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, text in options:
        yield from (".TP", f".B {_text(name)}", _text(text))


def _text(text: str) -> str:
    """Text that stays as it is: no request, no escape, no hyphen where a minus is typed."""
    plain = (
        text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace('"', "\\(dq")
        .replace("'", "\\(aq")
        .replace("`", "\\(ga")
    )
    return f"\\&{plain}" if plain.startswith(".") else plain

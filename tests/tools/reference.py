"""Every command with what its help says, in the reader's language: for the manual."""

from collections.abc import Iterator
from inspect import cleandoc

import click
from attrs import frozen

_EVERYWHERE = {"given_home_path", "given_wanted", "given_password_file", "lang"}
"""Options of (nearly) every command: they are described once."""


@frozen
class Described:
    """One command. ``paragraphs`` are prose; ``listed`` are lines to be kept as they stand, each list under its title."""

    name: str
    arguments: str
    paragraphs: tuple[str, ...]
    listed: tuple[tuple[str, tuple[str, ...]], ...]
    options: tuple[tuple[str, str], ...]
    below: tuple[str, ...]


def described(main: click.Group) -> Iterator[Described]:
    """Every command in the order in which somebody meets them, those below a group after it."""
    yield from _below(main, click.Context(main, info_name="pbem"))


def common(main: click.Group) -> tuple[tuple[str, str], ...]:
    """The options that every command takes, or that stand before it."""
    return _records(main, click.Context(main, info_name="pbem"), everywhere=True)


def _below(group: click.Group, context: click.Context) -> Iterator[Described]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        inner = click.Context(command, info_name=name, parent=context)
        yield _described(command, inner)
        if isinstance(command, click.Group):
            yield from _below(command, inner)


def _described(command: click.Command, context: click.Context) -> Described:
    prose, listed = [], []
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            title, *lines = paragraph.split("\n")[1:]
            listed.append((title.strip(), tuple(line.removeprefix("  ") for line in lines)))
        else:
            prose.append(" ".join(paragraph.split()))
    return Described(
        context.command_path,
        " ".join(each for each in command.collect_usage_pieces(context) if each != command.options_metavar),
        tuple(prose),
        tuple(listed),
        _records(command, context, everywhere=False),
        tuple(command.list_commands(context)) if isinstance(command, click.Group) else (),
    )


def _records(
    command: click.Command, context: click.Context, *, everywhere: bool
) -> tuple[tuple[str, str], ...]:
    found = []
    for each in command.params:
        is_common = each.name in _EVERYWHERE
        if (
            isinstance(each, click.Option)
            and is_common <= everywhere
            and (record := each.get_help_record(context))
        ):
            found.append((record[0], " ".join(record[1].split())))
    return tuple(found)

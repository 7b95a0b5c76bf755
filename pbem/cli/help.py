"""``pbem help``: the commands of a group, or the help of one command."""

from __future__ import annotations

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import main


@click.command(name="help")
@click.argument("words", nargs=-1, metavar="[GROUP]")
@click.pass_context
def help_(context: click.Context, words: tuple[str, ...]) -> None:
    """List the commands of GROUP; `pbem --help` lists the groups. Behind the name of a command, its help.

    \b
    Examples:
      pbem help trust
      pbem help end resign
    """
    root = context.find_root()
    wanted = " ".join(words).lower()
    for group in main.groups:
        if wanted in group.names:
            formatter = root.make_formatter()
            main.format_group(group, formatter)
            output.data(formatter.getvalue().rstrip("\n"))
            return
    here, command = root, root.command
    for word in words:
        below = command.get_command(here, word) if isinstance(command, click.Group) else None
        if below is None:
            raise UsageError.of(
                "no-such-command",
                "There is no group and no command {words}.",
                words=wanted,
                hint="Type: pbem --help",
            )
        here, command = click.Context(below, info_name=word, parent=here), below
    output.data(command.get_help(here))


COMMAND = help_

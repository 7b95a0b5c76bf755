"""``pbem accept``: an invitation, a challenge, or the answer to an invitation of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import options
from pbem.cli.app import home_options
from pbem.cli.delivery import delivery_options
from pbem.cli.first_mails import new_key_option
from pbem.home.viewing import logs as looking
from pbem.log import scan_log
from pbem.papers.kinds import is_challenge

_INVITED = frozenset({"late", "yes", "everything", "new_key"})


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--pack", type=click.Path(path_type=Path), metavar="PACK", help="The data pack both of you agreed on."
)
@click.option("--late", is_flag=True, help="Deal a challenge to an entry that comes after its last day.")
@click.option(
    "--yes",
    is_flag=True,
    help="Agree to the referee, and to the data pack that came with the invitation, without asking.",
)
@click.option("--all", "everything", is_flag=True, help="List every value, however many there are.")
@new_key_option
@delivery_options
@click.pass_context
@home_options
def accept(
    context: click.Context,
    /,
    file: Path,
    *,
    pack: Path | None,
    late: bool,
    yes: bool,
    everything: bool,
    new_key: bool,
    **delivery: object,
) -> None:
    """Accept the invitation in FILE: writes the acceptance to mail back. A referee whom it names, and a data pack that came
    with it, are shown before you agree.

    When FILE is the acceptance of your own invitation, the game begins. When it is a challenge, you enter it: scenario,
    side, options and dice come from it, and the invitation to mail is written.

    \b
    Examples:
      pbem accept invitation.pbem
      pbem accept acceptance.pbem
      pbem accept challenge-autumn.pbem
    """
    lines = looking.lines_of(file)
    log, _ = scan_log(lines)
    if looking.holds_turns(lines):
        raise UsageError.of(
            "a-turn",
            "{file} holds turns of a game that has begun: there is nothing to accept.",
            file=shown(file),
            typed=typed(file),
            hint="Take them in: pbem import {typed}",
        )
    if is_challenge(lines):
        from pbem.cli.enter import enter  # noqa: PLC0415  # few games begin with a challenge

        options.only(context, {each.name for each in context.command.params if each.name} - _INVITED)
        enter(lines, pack, delivery)
    elif log is not None and log.accept is not None:
        from pbem.cli.start import start  # noqa: PLC0415  # what an invitation needs is another's

        options.only(context, {"file", "new_key"})
        start(lines, new_key=new_key)
    else:
        from pbem.cli.join import join  # noqa: PLC0415  # as above

        join(file, lines, pack, yes=yes, everything=everything, late=late, new_key=new_key, delivery=delivery)


COMMAND = accept

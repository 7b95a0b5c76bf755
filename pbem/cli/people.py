"""``pbem identity people``: whom you have met, by their keys, and whose code you have compared by voice."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.clock import now
from pbem.crypto.keys import fingerprint
from pbem.home import people as acquaintances
from pbem.home.succession import friends


@click.group(name="people", invoke_without_command=True)
@json_option
@click.pass_context
@home_options
def people(context: click.Context, as_json: bool) -> None:
    """List the people you have met: their names, their codes, since when, and whether you compared the codes by voice.

    Somebody is known from the first game on. When their name comes under another key later, you are warned before anything
    is begun: it may be somebody else.

    \b
    Examples:
      pbem identity people
      pbem identity people confirm Ben
    """
    if context.invoked_subcommand is not None:
        return
    known = friends(setting().home)
    if as_json:
        output.data_json(
            [
                {
                    "names": list(each.names),
                    "code": fingerprint(each.key),
                    "public": each.key.hex(),
                    "before": [key.hex() for key in each.before],
                    "games": list(each.games),
                    "met": each.day,
                    "compared": each.compared,
                }
                for each in known
            ]
        )
        return
    output.data_all(each.sentence() for each in known)
    if not known:
        output.talk("You have met nobody yet. Next: pbem invite GAME, or pbem accept FILE")
    elif not all(each.compared for each in known):
        output.talk(
            "Next: let a code be read to you by voice; when it agrees: pbem identity people confirm NAME"
        )


@people.command()
@click.argument("name")
@home_options
def confirm(name: str) -> None:
    """Note that you have compared the code of NAME by voice, and that it agrees. NAME may be the code itself.

    \b
    Example:
      pbem identity people confirm Ben
    """
    found = acquaintances.confirm(setting().home, name, now().date().isoformat())
    output.talk(
        "Noted: the code of {named} is compared: {fingerprint}",
        named=acquaintances.named(found),
        fingerprint=fingerprint(found.key),
    )


COMMAND = people

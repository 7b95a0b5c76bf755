"""``pbem backup moved``: this copy of the home is the one to play from."""

from __future__ import annotations

import re

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.home import games
from pbem.home.beside import machines
from pbem.port.messages import Message
from pbem.store.home import Home

_LAST = re.compile(r"(?:(?P<game>[^=]+)=)?(?P<n>[0-9]{1,6})")


@click.command()
@click.option(
    "--last",
    multiple=True,
    metavar="[GAME=]N",
    help="The number of the last turn file that you signed, on whatever machine; once for each running game.",
)
@home_options
def moved(last: tuple[str, ...]) -> None:
    """Say that this folder, a copy of your home, is one that you play from on this machine.

    A copy comes of copying the folder by hand, of bringing it to a machine for the first time, or of putting a backup back.
    It may lack turns that you have signed since, so bring those in first. You are shown which turn file of yours is the last
    one here; in a script, name it. A folder that is kept the same on several machines needs this once on each.

    \b
    Examples:
      pbem backup moved
      pbem backup moved --last 11
    """
    home = setting().home
    known = machines.last_signed(home)
    if not home.is_copy() and not any(each.ahead for each in known):
        output.talk("{path} is where it always was: nothing is to be done.", path=home.path)
        return
    output.talk_all(each.line for each in known)
    if last or (known and not output.can_ask()):
        machines.settle(home, _said(home, last, known))
    elif known and not questions.agreed(Message("Is that all that you have signed?"), default=False):
        output.talk(
            "Nothing was changed. Next: pbem import PATH... (your sent mails too), then: pbem backup moved"
        )
        return
    else:
        machines.settle(home)
    output.talk(
        "From now on {path} is a home of this machine. On another one the same folder asks once, too.",
        path=home.path,
    )
    output.talk("Next: pbem status")


def _said(home: Home, words: tuple[str, ...], known: tuple[machines.Last, ...]) -> dict[str, int]:
    """The numbers by game. Raises UsageError ``last-turn`` for what is no number, and what finding a game raises."""
    said = {}
    for word in words:
        found = _LAST.fullmatch(word)
        if found is None or not (found["game"] or len(known) == 1):
            raise UsageError.of(
                "last-turn",
                "{word!r} does not say of which game it is the last turn file.",
                word=word[:64],
                hint="--last N, or --last GAME=N for each of several games",
            )
        game = games.choose(home, found["game"]).name if found["game"] else known[0].game
        said[game] = int(found["n"])
    return said


COMMAND = moved

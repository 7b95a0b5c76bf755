"""``pbem games``: the games of a home, and which of them is meant."""

from __future__ import annotations

import sys

import click

from pbem.bytes.errors import PbemError, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.games import registry
from pbem.home import games, lost_facts, names, sentences
from pbem.home.kept_papers import game_over
from pbem.port.messages import Message
from pbem.store.game import GameFolder
from pbem.store.home import Home


@click.command(name="games")
@click.argument("name", required=False)
@click.option("--as", "new_name", default="", metavar="NEW", help="Call the game so from here on.")
@json_option
@home_options
def games_(name: str | None, new_name: str, as_json: bool) -> None:
    """List your games with whose turn it is; with NAME, go on with that one: commands mean it until you use another.

    NAME is the game's name or the beginning of its id. A game is called after itself and your opponent until you call
    it something else.

    \b
    Examples:
      pbem games
      pbem games june6-ben
      pbem games june6-ben --as caen
    """
    known = setting()
    if name is not None or new_name:
        _check_meant(known.home, name or "")
        folder = games.choose(known.home, name or known.wanted)
        if new_name:
            names.give(games.begun(known.home), folder, new_name)
        known.home.use(folder.name)
        output.talk(
            "In use: {name_of} ({label}).", name_of=names.name_of(folder), label=games.label(folder.facts())
        )
        return
    chosen = _chosen()
    for folder in games.begun(known.home):
        mine, text = _turn(folder)
        if as_json:
            output.data_json(
                {
                    "name": names.name_of(folder),
                    "game": folder.name,
                    "in_use": folder.name == chosen,
                    "mine": mine,
                    "owed": text,
                }
            )
        else:
            mark = "*" if folder.name == chosen else " "
            output.data(
                "{mark} {name_of}  ({label}, {folder})",
                mark=mark,
                name_of=names.name_of(folder),
                label=games.label(folder.facts()),
                folder=folder.name[:8],
            )
            output.data("    {what}{text}", what=Message("Your turn. ") if mine else "", text=text)
    _tell_lost(known.home)
    if games.begun(known.home):
        return
    from pbem.cli.status import invitations  # noqa: PLC0415  # what waits where nothing has begun

    for line in (waiting := invitations(known.home)):
        output.talk(line)
    if not waiting:
        output.talk(
            "There is no game here yet. Next: pbem play pegasus (alone), pbem invite GAME, or pbem accept FILE"
        )


def _tell_lost(home: Home) -> None:
    """Name the games that cannot be read, and leave with their code where there are any."""
    lost = lost_facts.lost(home)
    for _, why in lost:
        output.failed(why)
    if lost:
        sys.exit(max(why.exit_code for _, why in lost))


def _check_meant(home: Home, name: str) -> None:
    """Raises UsageError ``no-game`` for the name of an installed game of which none is played here."""
    if names.called(games.begun(home), name) or name not in {info.name for info in registry.installed()}:
        return
    raise UsageError.of(
        "no-game",
        "You play no game of {name} here.",
        name=name,
        hint="What it offers: pbem rules list {name}. To begin one: pbem invite {name}",
    )


def _chosen() -> str:
    """The game that commands mean, or ""."""
    try:
        return setting().folder().name
    except PbemError:
        return ""


def _turn(folder: GameFolder) -> tuple[bool, str]:
    """Whether it is this player's turn, and what is owed, or how a paper ended it; one that cannot be read says why."""
    try:
        if over := game_over.said(folder):
            return False, over
        view = games.look(folder)
        if not {games.ASK, games.GIVEN}.isdisjoint(folder.facts()):
            from pbem.home.beside.seat import parked  # noqa: PLC0415  # few seats change hands

            if said := parked(folder, view):
                return False, said
    except PbemError as error:
        return False, error.message
    mine = view.is_my_turn
    return mine, sentences.not_yours(view).message if view.draft and not mine else sentences.next_debt(view)


COMMAND = games_

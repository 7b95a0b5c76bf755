"""``pbem games``: what is installed."""

from __future__ import annotations

import click

from pbem.bytes.canon import Json
from pbem.cli import output
from pbem.cli.app import json_option
from pbem.cli.language import say
from pbem.games import editions, registry
from pbem.port.messages import Message, Series, counted, spelled

_PROVENANCE = {
    "published": Message("published"),
    "quoted": Message("quoted"),
    "inferred": Message("inferred"),
    "history": Message("history"),
    "reconstructed": Message("reconstructed"),
}


@click.command(short_help="List the installed games.")
@json_option
def games(as_json: bool) -> None:
    """List the installed games, and how much of each is published, inferred or reconstructed.

    \b
    Example:
      pbem games
    """
    found: list[Json] = []
    for info in registry.installed():
        rules = registry.load(info.name).rules
        counts = rules.provenance()
        older = [each.version for each in editions.versions(info.name) if each != info]
        known: dict[str, Json] = {name: counts.get(name, 0) for name in _PROVENANCE}
        found.append(
            {
                "name": info.name,
                "title": info.title,
                "edition": info.edition,
                "version": info.version,
                "players": info.players,
                "scenarios": list(rules.scenarios),
                "provenance": known,
                "older": list(older),
            }
        )
        if not as_json:
            output.data(
                Message(
                    "{info}  {title}, {edition}, for {people}; rules {version}",
                    info=info.name,
                    title=info.title,
                    edition=info.edition,
                    people=_people(info.players),
                    version=info.version,
                )
            )
            output.data(
                Message(
                    "    scenarios: {scenarios}; sides: {sides}",
                    scenarios=", ".join(rules.scenarios),
                    sides=Series(map(_side, rules.sides)),
                )
            )
            output.data(
                Message(
                    "    where the data come from: {provenance}",
                    provenance=Series(
                        Message("{n} {label}", n=known[each], label=label)
                        for each, label in _PROVENANCE.items()
                    ),
                )
            )
            if older:
                output.data(
                    Message(
                        "    games begun under {older} go on under it, or over: pbem upgrade",
                        older=", ".join(older),
                    )
                )
    if as_json:
        output.data_json(found)


def _side(side: str) -> str:
    """A side in the reader's language, and as it is typed where that is another word."""
    return side if say(side) == side else Message("{said} ({typed})", said=spelled(side), typed=side)


_WITNESS = Message("a witness")
"""Who sits with a single player."""


def _people(players: str) -> str:
    """How many play: a number of players, or in the words of the game."""
    number, _, more = players.partition(" and ")
    if not number.isdecimal():
        return players
    people = counted(int(number), "{n} player", "{n} players")
    return Message("{people} and {more}", people=people, more=spelled(more)) if more else people


COMMAND = games

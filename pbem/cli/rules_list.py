"""``pbem rules list``: what is installed."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pbem.bytes.canon import Json
from pbem.cli import output
from pbem.cli.app import json_option
from pbem.cli.language import say
from pbem.games import editions, game_cards, registry
from pbem.games.between_equals import between_equals
from pbem.games.registry import GameInfo
from pbem.games.summary import Summary, summary
from pbem.port.agreed import Option
from pbem.port.messages import Message, Series, counted, spelled

_PROVENANCE = {
    "published": Message("published"),
    "quoted": Message("quoted"),
    "inferred": Message("inferred"),
    "history": Message("history"),
    "reconstructed": Message("reconstructed"),
}


@click.command(name="list")
@click.argument("game", required=False)
@json_option
def list_(game: str | None, as_json: bool) -> None:
    """List the installed games, and how much of each is published, inferred or reconstructed.

    With GAME, also what you may agree on before you begin it: its options, the usual value of each first.

    \b
    Examples:
      pbem rules list
      pbem rules list darkdecember
    """
    found: list[Json] = []
    for info in registry.installed() if game is None else (registry.info(game),):
        about = summary(info)
        older = tuple(each.version for each in editions.versions(info.name) if each != info)
        if as_json:
            found.append(_row(info, about, older))
            continue
        output.data_all(_lines(info, about, older))
        if game is not None:
            output.data_all(_offers(info.name, about))
        elif any(about.options.values()):
            output.data("    options: pbem rules list {game}", game=info.name)
    if as_json:
        output.data_json(found)


def _row(info: GameInfo, about: Summary, older: tuple[str, ...]) -> Json:
    known: dict[str, Json] = {name: about.provenance.get(name, 0) for name in _PROVENANCE}
    return {
        "name": info.name,
        "title": info.title,
        "edition": info.edition,
        "version": info.version,
        "players": info.players,
        "scenarios": list(about.options),
        "provenance": known,
        "options": {scenario: _options(each) for scenario, each in about.options.items()},
        "older": list(older),
    }


def _lines(info: GameInfo, about: Summary, older: tuple[str, ...]) -> Iterator[str]:
    yield Message(
        "{info}  {title}, {edition}, for {people}; rules {version}",
        info=info.name,
        title=info.title,
        edition=info.edition,
        people=_people(info.players),
        version=info.version,
    )
    yield Message(
        "    scenarios: {scenarios}; sides: {sides}",
        scenarios=", ".join(about.options),
        sides=Series(map(_side, about.sides)),
    )
    yield Message(
        "    where the data come from: {provenance}",
        provenance=Series(
            Message("{n} {label}", n=about.provenance.get(each, 0), label=label)
            for each, label in _PROVENANCE.items()
        ),
    )
    card = game_cards.cover(info)
    for scenario in info.scenarios:
        if balance := between_equals(card, scenario):
            yield Message(
                "    between equals, {title}. {balance}",
                title=Message(card.titles[scenario]),
                balance=balance,
            )
    if older:
        yield Message(
            "    games begun under {older} go on under it, or over: pbem offer upgrade",
            older=", ".join(older),
        )


def _options(options: tuple[Option, ...]) -> list[Json]:
    return [
        {"name": each.name, "values": list(each.words), "title": str(each.title), "paragraph": each.paragraph}
        for each in options
    ]


def _offers(game: str, about: Summary) -> Iterator[str]:
    """The options of a game as they are typed; scenarios that offer the same stand together."""
    from pbem.home.turns.agreed_options import shown  # noqa: PLC0415  # the list alone needs no home

    alike: dict[tuple[Option, ...], list[str]] = {}
    for scenario, offered in about.options.items():
        alike.setdefault(offered, []).append(scenario)
    for options, scenarios in alike.items():
        if not options:
            continue
        yield ""
        yield Message("Options of {scenarios}:", scenarios=", ".join(scenarios))
        for each in options:
            paragraph = f" [{each.paragraph}]" if each.paragraph else ""
            usual = Message("(usual: {word})", word=each.words[0])
            yield f"  --option {shown(each)}  {say(usual)}"
            yield f"      {say(each.title)}{paragraph}"
        yield ""
        first, scenario = options[0], scenarios[0]
        yield Message(
            "For example: pbem invite {game} --scenario {scenario} --option {name}={value}",
            game=game,
            scenario=scenario,
            name=first.name,
            value=first.words[-1],
        )


def _side(side: str) -> str:
    """A side in the reader's language, and as it is typed where that is another word."""
    return side if say(side) == side else Message("{said} ({typed})", said=spelled(side), typed=side)


def _people(players: str) -> str:
    """How many play: a number of players, or in the words of the game."""
    number, _, more = players.partition(" and ")
    if not number.isdecimal():
        return players
    people = counted(int(number), "{n} player", "{n} players")
    return Message("{people} and {more}", people=people, more=spelled(more)) if more else people


COMMAND = list_

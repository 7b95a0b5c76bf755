"""What ``pbem club table`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.club.folder import Pairing, Season, invitation
from pbem.club.pages import SYSTEMS, half
from pbem.club.standing import Rung, Table
from pbem.games.game_cards import title
from pbem.port.messages import Message


def table_lines(table: Table) -> list[str]:
    """The table of a season."""
    season = table.season
    game, system = title(season.game, season.scenario), SYSTEMS[season.system]
    found: list[str] = [Message("{title}: {game}, {system}", title=season.title, game=game, system=system)]
    if season.challenge:
        found += [f"{row.rank:3}  {row.name:24} {row.score:5}" for row in table.rows]
    else:
        found.append(f"{'':3}  {'':24} {'points':>6} {'won':>4} {'drawn':>5} {'lost':>4}")
        found += [
            f"{row.rank:3}  {row.name:24} {half(row.points):>6} {row.won:4} {row.drawn:5} {row.lost:4}"
            for row in table.rows
        ]
        waiting = [
            each for each in table.played if each.pairing.second and not each.result and not each.trouble
        ]
        found += [
            Message(
                "     waiting: {first} - {second} (round {round})",
                first=each.pairing.first,
                second=each.pairing.second,
                round=each.pairing.round,
            )
            + _typed(season, each.pairing)
            for each in waiting
        ]
    return [*found, *(f"     {line}" for line in table.trouble), ""]


def _typed(season: Season, pairing: Pairing) -> str:
    """Who types what to begin the game of a pairing; "" once there is a game, and where no number was drawn."""
    command = "" if pairing.game else invitation(season, pairing)
    if not command:
        return ""
    return "\n       " + Message("{first} types: {command}", first=pairing.first, command=command)


def ladder_lines(ladder: Iterable[Rung]) -> Iterator[str]:
    """The ladder over all seasons."""
    yield "Ladder"
    for n, each in enumerate(ladder, 1):
        yield Message(
            "{n:3}  {name:24} {rating:5} ± {spread:<4} {games:3} games",
            n=n,
            name=each.name,
            rating=each.rating,
            spread=each.spread,
            games=each.games,
        )

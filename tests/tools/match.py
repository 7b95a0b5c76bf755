"""Matches of a game's player against the one it was.

``python -m tests.tools.match june6 landings --against v1.0``: a tag or commit (``tests/tools/former.py``). Each seed is
played twice, with sides changed. What was played is kept in a file and not played again, so that a long match can be played
in pieces. Won and lost are counted for the player of today; the interval is that of Wilson for 95 in 100, a draw counted as
half.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from time import monotonic

import click
from attrs import AttrsInstance

from pbem.games import registry
from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal
from pbem.port.player import think
from tests.tools.former import Advise, commit_of, former

_Z = 1.96


def today(table: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
    """The player of the game as it is."""
    return think(table.rules, table.state, due.side, table.secrets(due.side), table.salt).order


def play(game: str, scenario: str, seed: int, players: Mapping[str, Advise]) -> tuple[str, int]:
    """One game to its end: who has won ("" for nobody), and the score."""
    rules = registry.load(game).rules
    table: Hotseat[object] = Hotseat.start(rules, scenario, {}, seed)
    while table.step(lambda now, due: players[due.side](now, due)):
        pass
    result = rules.result(table.state)
    assert result is not None, "a game that is over has a result"
    return result.winner or "", result.score


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share: its bounds."""
    if not games:
        return 0.0, 1.0
    share, square = points / games, _Z * _Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    wide = _Z * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return middle - wide, middle + wide


def told(found: Mapping[str, tuple[str, str, int]]) -> str:
    """Won, drawn and lost of all that was played, as (own side, winner, score) by seed and side, and by side."""
    lines = []
    for side in ("", *sorted({mine for mine, _, _ in found.values()})):
        games = [each for each in found.values() if not side or each[0] == side]
        won = sum(winner == mine for mine, winner, _ in games)
        drawn = sum(not winner for _, winner, _ in games)
        low, high = interval(won + drawn / 2, len(games))
        scores = sorted(score for _, _, score in games)
        lines.append(
            f"{side or 'all':8} games {len(games)}, won {won}, drawn {drawn}, lost {len(games) - won - drawn}, "
            f"share {(won + drawn / 2) / len(games):.2f} ({low:.2f} to {high:.2f}), median score {scores[len(scores) // 2]}"
        )
    return "\n".join(lines)


@click.command()
@click.argument("game")
@click.argument("scenario")
@click.option("--games", default=20, help="Half of them on each side.")
@click.option("--against", default="HEAD", help="Who it plays: a tag or commit.")
@click.option("--seconds", default=200, help="No game is begun after so many.")
@click.option("--kept", type=click.Path(path_type=Path), help="The file with what was played.")
def main(game: str, scenario: str, games: int, against: str, seconds: int, kept: Path | None) -> None:
    """Play GAMES games of SCENARIO, or as many as there is time for, and tell how they ended."""
    began = monotonic()
    other = commit_of(against)
    file = kept or Path(f"match-{game}-{scenario}-{other}.json")
    found: dict[str, tuple[str, str, int]] = (
        {key: tuple(value) for key, value in json.loads(file.read_text()).items()} if file.exists() else {}
    )
    sides = registry.load(game).rules.sides
    with former(game, other) as theirs:
        for n in range(games):
            seed, mine = 1 + n // 2, sides[n % 2]
            if f"{seed} {mine}" in found or monotonic() - began > seconds:
                continue
            players = {side: today if side == mine else theirs for side in sides}
            found[f"{seed} {mine}"] = (mine, *play(game, scenario, seed, players))
            file.write_text(json.dumps(found))
    click.echo(told(found) if found else "Nothing was played.")


if __name__ == "__main__":
    main()

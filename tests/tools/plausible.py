"""How much games of the player look like the campaign: ``python -m tests.tools.plausible GAME SCENARIO``.

Two equal players play; in every phase it is noted who stands in the places of ``plausible.toml``, and what each side has
lost, at the end who is far from the own formation. What was played is kept in a file and not played again.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from inspect import signature
from pathlib import Path
from time import monotonic

import click
from attrs import field, frozen
from cattrs import structure, unstructure

from pbem.games import registry
from pbem.games.self_play import Hotseat
from pbem_rules.shared.player.distances import away
from pbem_rules.shared.player.game import FAR, LINE, Field, Piece
from pbem_rules.shared.player.order_choice import Player
from tests.tools.match import interval, today

_HISTORY = Path(__file__).with_suffix(".toml")
_APART = 8
_MOST = 4000
"""So many actions in a turn are a game that does not end."""


def player_of(game: str, data: object) -> Player[object, object]:
    """The player of a game."""
    make = import_module(f"pbem_rules.{game}.player.advice").player
    return make(data, *(0,) * (len(signature(make).parameters) - 1))  # type: ignore[no-any-return]


def printed(rules: object, state: object) -> object:
    """What the scenario of a position is played with: June 6 has a map for each."""
    part = getattr(rules, "printed", None)
    return part(state) if part is not None else getattr(rules, "data")  # noqa: B009  # every game here has it


@frozen(kw_only=True)
class Seen:
    """What is noted of a game while it is played: who stood where first, steps lost by side, steps by unit."""

    taker: str
    wanted: Mapping[str, str]
    fell: dict[str, int] = field(factory=dict)
    lost: dict[str, int] = field(factory=dict)
    began: dict[str, int] = field(factory=dict)
    steps: dict[str, int] = field(factory=dict)

    def look(self, known: Field, turn: int) -> None:
        """Note a position."""
        for side, stacks in ((known.side, known.mine), (known.enemy, known.theirs)):
            there = {each.id: each.steps for stack in stacks.values() for each in stack}
            for unit, had in [(unit, had) for unit, had in self.steps.items() if unit.startswith(f"{side} ")]:
                now = there.get(unit.partition(" ")[2], 0)
                self.lost[side] = self.lost.get(side, 0) + max(0, had - now)
                self.steps[unit] = now
            for unit, now in there.items():
                if f"{side} {unit}" not in self.steps:
                    self.began[side] = self.began.get(side, 0) + now
                self.steps[f"{side} {unit}"] = now
            if side == self.taker:
                for place in stacks:
                    if place in self.wanted:
                        self.fell.setdefault(self.wanted[place], turn)


def strayed(known: Field) -> tuple[int, int]:
    """Own units of the line that stand further than eight places from every other of their formation, and all of them."""
    groups: dict[str, list[Piece]] = {}
    for stack in known.mine.values():
        for each in stack:
            if each.role == LINE and each.group:
                groups.setdefault(each.group, []).append(each)
    whole = [each for each in groups.values() if len(each) > 1]
    alone = 0
    for pieces in whole:
        for piece in pieces:
            others = {each.where for each in pieces if each.id != piece.id}
            alone += away(known.grid, frozenset(others)).get(piece.where, FAR) > _APART
    return alone, sum(map(len, whole))


@frozen(kw_only=True)
class Played:
    """What is kept of a game.

    By place the turn in which it fell; the places where the attacker stands at the end; by side the steps lost, those there
    were, and units far from their formation of all that have one.
    """

    winner: str
    score: int
    turns: int
    fell: dict[str, int]
    held: list[str]
    lost: dict[str, int]
    began: dict[str, int]
    strayed: dict[str, tuple[int, int]]


def played(game: str, scenario: str, seed: int) -> Played:
    """One game, and what was noted of it."""
    rules, history = registry.load(game).rules, happened(game, scenario)
    table: Hotseat[object] = Hotseat.start(rules, scenario, {}, seed)
    player = player_of(game, printed(rules, table.state))
    seen = Seen(taker=history.taker, wanted=hexes(player.field(table.state, history.taker), history.places))
    advise, phase, actions, turn = today, "", 0, 0
    while table.step(advise):
        now = rules.moment(table.state)
        actions, turn = (0 if now.turn != turn else actions + 1), now.turn
        assert actions < _MOST, f"seed {seed}: {now.phase} of {now.turn_name} does not end"
        if now.phase != phase:
            phase = now.phase
            seen.look(player.field(table.state, history.taker), now.turn)
    result = rules.result(table.state)
    assert result is not None, "a game that is over has a result"
    last = player.field(table.state, history.taker)
    return Played(
        winner=result.winner or "",
        score=result.score,
        turns=turn,
        fell=seen.fell,
        held=sorted({name for at, name in seen.wanted.items() if at in last.mine}),
        lost=seen.lost,
        began=seen.began,
        strayed={side: strayed(player.field(table.state, side)) for side in rules.sides},
    )


@frozen(kw_only=True)
class History:
    """What happened in the campaign: who attacked, and when each place fell."""

    taker: str
    places: dict[str, str]


def happened(game: str, scenario: str) -> History:
    """The part of ``plausible.toml``. Raises KeyError for a scenario that has none."""
    return structure(tomllib.loads(_HISTORY.read_text())[game][scenario], History)


def hexes(known: Field, places: Mapping[str, str]) -> Mapping[str, str]:
    """By hex the place that it belongs to. Raises AssertionError for a place that is not on the map."""
    goal = next(iter(known.aims))
    found = {at: known.name(at) for at in known.ways(goal) if known.name(at) in places}
    assert set(found.values()) == set(places), set(places) - set(found.values())
    return found


def told(found: Sequence[Played], history: History) -> str:
    """What was noted, beside what happened."""
    lines = [
        "| place | history | fell in | first turn | median | held at the end |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for name, then in history.places.items():
        turns = sorted(each.fell[name] for each in found if name in each.fell)
        dates = f"{turns[0]} | {turns[len(turns) // 2]}" if turns else "- | -"
        lines.append(
            f"| {name} | {then} | {len(turns)} of {len(found)} | {dates} | {sum(name in each.held for each in found)} |"
        )
    lines.append("")
    turns_played = sum(each.turns for each in found)
    for side in sorted(found[0].began):
        shares = [Fraction(each.lost.get(side, 0), each.began[side]) for each in found]
        apart, whole = (sum(each.strayed[side][n] for each in found) for n in (0, 1))
        lines.append(
            f"- {side}: {round(100 * sum(shares) / len(found))} in 100 of its steps lost, "
            f"{float(100 * sum(shares) / turns_played):.1f} a turn; "
            f"{100 * apart // max(1, whole)} in 100 units far from their formation"
        )
    for winner in sorted({each.winner for each in found}):
        share = sum(each.winner == winner for each in found)
        low, high = interval(share, len(found))
        lines.append(f"- {winner or 'nobody'}: won {share} of {len(found)} ({low:.2f} to {high:.2f})")
    scores = sorted(each.score for each in found)
    lines.append(
        f"- scores {scores[0]} to {scores[-1]}, quartiles {[scores[len(scores) * n // 4] for n in (1, 2, 3)]}"
    )
    return "\n".join(lines)


@click.command()
@click.argument("game")
@click.argument("scenario")
@click.option("--games", default=50)
@click.option("--seconds", default=200, help="No game is begun after so many.")
@click.option("--kept", type=click.Path(path_type=Path), help="The file with what was played.")
def main(game: str, scenario: str, games: int, seconds: int, kept: Path | None) -> None:
    """Play GAMES games of SCENARIO, or as many as there is time for, and tell how like the campaign they were."""
    began, file = monotonic(), kept or Path(f"plausible-{game}-{scenario}.json")
    found = structure(json.loads(file.read_text()), dict[str, Played]) if file.exists() else {}
    for seed in range(1, games + 1):
        if str(seed) not in found and monotonic() - began < seconds:
            found[str(seed)] = played(game, scenario, seed)
            file.write_text(json.dumps(unstructure(found)))
    click.echo(told([*found.values()], happened(game, scenario)) if found else "Nothing was played.")


if __name__ == "__main__":
    main()

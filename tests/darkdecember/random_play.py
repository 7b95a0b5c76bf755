"""Random legal play of Dark December through its game port, and the laws that hold in every position."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice

from attrs import AttrsInstance, define, field

from pbem.bytes.canon import Json, encode_value
from pbem.games.driver import Driven, Seeded
from pbem.port.game import Choice, Table
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.model import State

MOST = 300
"""So many legal orders are drawn from: a list of moves is longer, and its first part is as good as the rest."""


class BrokenLawError(AssertionError):
    """A law does not hold in a position."""


@define(kw_only=True)
class Game:
    """A game under way, and every action so far with its side."""

    rules: DarkDecember
    now: Driven[State]
    chance: Seeded
    log: list[tuple[str, AttrsInstance | Table]] = field(factory=list)

    @classmethod
    def start(
        cls, rules: DarkDecember, scenario: str, seed: str, options: Mapping[str, Json] | None = None
    ) -> Game:
        state = rules.setup(scenario, options or {})
        return cls(rules=rules, now=Driven(rules=rules, state=state), chance=Seeded(random.Random(seed)))

    @property
    def state(self) -> State:
        return self.now.state

    def step(self) -> bool:
        """Answer what is owed, at random, an end of the phase now and then; False when the game is over."""
        due = self.now.due
        if due is None:
            return False
        if not isinstance(due, Choice):
            following = self.now.followed(self.chance)
            if following is None:
                raise BrokenLawError(f"nobody can answer {due}")
            self.now = following
            return True
        draw = self.chance.source
        listed = list(islice(self.rules.options(self.state, due.side), MOST))
        if not listed:
            raise BrokenLawError(f"{due} is owed, and nothing is legal")
        if any(self.rules.actions.kind(each) not in due.kinds for each in listed):
            raise BrokenLawError(f"an order is listed that does not answer {due}")
        done = [each for each in listed if self.rules.actions.kind(each) == "done"]
        order = done[0] if done and draw.random() < 0.15 else draw.choice(listed)
        found = self.rules.check(self.state, due.side, order)
        if found:
            raise BrokenLawError(f"{order} is listed and refused: {found}")
        self.log.append((due.side, order))
        self.now = self.now.given(order, self.chance)
        return True


def laws(game: Game) -> None:
    """What holds in every position. Raises BrokenLawError."""
    _places(game)
    _everybody(game)
    state, data = game.state, game.rules.data
    if min(state.points) < 0 or state.allied_losses < 0:
        raise BrokenLawError(f"below nothing: {state.points}, {state.allied_losses}")
    if not 0 <= state.markers <= data.charts.numbers.bridge_markers:
        raise BrokenLawError(f"{state.markers} German bridge markers")
    sides = {f"{a}/{b}" for a, b in data.ground.rivers}
    if {*state.blown, *state.built} - sides:
        raise BrokenLawError("a bridge where there is no river")
    moving = state.phase in (
        "move",
        "reaction",
        "exploitation",
    )  # one may relieve another before the phase ends
    for where, side in () if moving else state.forts:
        if not any(_side(game, name) == side for name in state.board.at(where)):
            raise BrokenLawError(f"the fortification in {where} stands empty (5.3)")


def _side(game: Game, name: str) -> str:
    data = game.rules.data
    return data.units[name].side if name in data.units else data.leaders[name].side


def _places(game: Game) -> None:
    """Stacks (3.7): three units, one side, no US unit with a British or French one between moves and battles."""
    state, data = game.state, game.rules.data
    fighting = state.battle is not None and state.battle.stage != "ended"
    for where in state.board.places():
        names = [name for name in state.board.at(where) if name in data.units]
        if where not in data.ground.grid:
            if not where.startswith("entry:"):
                raise BrokenLawError(f"{names} stand in {where}, which is no place")
            continue
        if len(names) > data.charts.numbers.stack:
            raise BrokenLawError(f"{names} stand in {where} (3.7)")
        if len({_side(game, name) for name in state.board.at(where)}) > 1:
            raise BrokenLawError(f"both sides stand in {where}")
        nations = {data.units[name].nation for name in names}
        if "us" in nations and len(nations) > 1 and state.phase not in ("move", "reaction") and not fighting:
            raise BrokenLawError(f"{names} stand together in {where} (3.7)")


def _everybody(game: Game) -> None:
    """Nobody is in two places: on the board, still to come, lost, gone, or to be rebuilt."""
    state = game.state
    due = [each.unit for each in state.due]
    where = {"board": [*state.board.pieces], "due": due, "lost": [*state.lost], "gone": [*state.gone]}
    seen: dict[str, str] = {}
    for place, names in where.items():
        if len(names) != len(set(names)):
            raise BrokenLawError(f"a unit is twice among {place}: {sorted(names)}")
        for name in names:
            if name in seen:
                raise BrokenLawError(f"{name} is {seen[name]} and {place}")
            seen[name] = place


def known(game: Game) -> frozenset[str]:
    """Every unit and commander there is word of."""
    state = game.state
    return frozenset({*state.board.pieces, *state.lost, *state.gone, *(each.unit for each in state.due)})


def round_trip(game: Game) -> None:
    """The state is what its dump says, and is written the same both ways."""
    rules, state = game.rules, game.state
    if rules.load(rules.dump(state)) != state:
        raise BrokenLawError("the state is not what its dump says")
    if rules.write(state) != encode_value(rules.dump(state)):
        raise BrokenLawError("the quick way of writing a state gives other bytes than its dump")

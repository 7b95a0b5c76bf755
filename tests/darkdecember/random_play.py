"""What random play of Dark December draws from, and the laws that hold in every position of it."""

from itertools import islice

from attrs import AttrsInstance, define

from pbem.games.driver import kinds
from pbem.port.game import Choice, Conceal
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.rules.movement.move import MOVE as MOVING
from pbem_rules.darkdecember.rules.movement.move import Move, movers
from pbem_rules.darkdecember.rules.movement.ways import reach
from tests import random_play
from tests.random_play import BrokenLawError

MOST = (3, 30)
"""So many legal orders of one kind are drawn from, by turns: a list is long, and it takes its time."""


@define(kw_only=True)
class Game(random_play.Game[State]):
    """A game under way."""

    rules: DarkDecember

    def pick(self, due: Choice | Conceal) -> AttrsInstance:
        """An end of the phase now and then; else an order of any kind, and a move of any unit."""
        words, view = kinds(due), self.rules.view(self.state, due.side)
        if self.inspect and self.draw.random() < self.inspect:
            self.inspected(due.side)
        others = [word for word in words if word != "done"]
        self.draw.shuffle(others)
        for word in ("done", *others) if self.draw.random() < 0.15 else (*others, "done"):
            if word not in words:
                continue
            if word == MOVING.word and (able := tuple(movers(view))):
                unit = self.draw.choice(able).id
                if ways := tuple(reach(view, unit).values()):
                    return Move(unit=unit, path=self.draw.choice(ways))
            listed = tuple(islice(self.rules.parts.by_word[word].listed(view), self.draw.choice(MOST)))
            if listed:
                return self.draw.choice(listed)
        raise BrokenLawError(f"{due} is owed, and nothing is legal")

    def everybody(self) -> frozenset[str]:
        """Every unit and commander there is word of."""
        state = self.state
        return frozenset({*state.board.pieces, *state.lost, *state.gone, *(each.unit for each in state.due)})

    def laws(self) -> None:
        """Who stands where, no number below nothing, bridges over rivers, no empty fortification."""
        super().laws()
        _places(self)
        _nobody_twice(self)
        state, data = self.state, self.rules.data
        if min(state.points) < 0 or state.allied_losses < 0:
            raise BrokenLawError(f"below nothing: {state.points}, {state.allied_losses}")
        if not 0 <= state.markers <= data.charts.numbers.bridge_markers:
            raise BrokenLawError(f"{state.markers} German bridge markers")
        if {*state.blown, *state.built} - {f"{a}/{b}" for a, b in data.ground.rivers}:
            raise BrokenLawError("a bridge where there is no river")
        # One may relieve another before the phase ends.
        moving = state.phase in ("move", "reaction", "exploitation")
        for where, side in () if moving else state.forts:
            if not any(_side(self, name) == side for name in state.board.at(where)):
                raise BrokenLawError(f"the fortification in {where} stands empty (5.3)")


def _side(game: Game, name: str) -> str:
    data = game.rules.data
    return data.units[name].side if name in data.units else data.leaders[name].side


def _places(game: Game) -> None:
    """Stacks (3.7): three units, one side, nobody with a column, US units apart between moves and battles."""
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
        if len(names) > 1 and any(state.board[name].column for name in names):
            raise BrokenLawError(f"{names} share {where} with a unit in strategic movement (3.7b)")
        if len({_side(game, name) for name in state.board.at(where)}) > 1:
            raise BrokenLawError(f"both sides stand in {where}")
        nations = {data.units[name].nation for name in names}
        if "us" in nations and len(nations) > 1 and state.phase not in ("move", "reaction") and not fighting:
            raise BrokenLawError(f"{names} stand together in {where} (3.7)")


def _nobody_twice(game: Game) -> None:
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

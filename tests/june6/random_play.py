"""What random play of June 6 draws from, and the laws that hold in every position of it."""

from attrs import AttrsInstance, define

from pbem.port.game import Choice, Conceal
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import ALLIED, FULL, GERMAN, State, View
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import on_map
from pbem_rules.june6.rules.markers import cup
from pbem_rules.june6.rules.markers.activating import Fight
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.turns import Done
from pbem_rules.kernel.board import Board
from tests import random_play
from tests.random_play import BrokenLawError

ORDERS = June6.parts.actions


@define(kw_only=True)
class Game(random_play.Game[State]):
    """A game under way."""

    rules: June6
    variants = ({}, {"modes": "drawn"})

    def pick(self, due: Choice | Conceal) -> AttrsInstance:
        """Attacks and moves more often than the rest."""
        if self.draw.random() < self.inspect:
            self.inspected(due.side)
        kinds = due.kinds if isinstance(due, Choice) else (due.kind,)
        for order in (Fight(), Done()) if self.draw.random() < 0.3 else ():
            if ORDERS.kind(order) in kinds and not self.rules.check(self.state, due.side, order):
                return order
        fit = [each for each in self.rules.options(self.state, due.side) if ORDERS.kind(each) in kinds]
        if not fit:
            raise BrokenLawError(f"{due} is owed, and nothing is legal")
        moves = [each for each in fit if isinstance(each, Move | Strategic | Rally)]
        favoured = [each for each in fit if ORDERS.kind(each) == "attack"] or moves
        return self.draw.choice(favoured if favoured and self.draw.random() < 0.7 else fit)

    def everybody(self) -> frozenset[str]:
        """Every unit of the game on the board, lost, or to come; detachments go without a word (19.35)."""
        state, kinds = self.state, self.rules.data.units
        coming = (name for arrival in state.arrivals for name in arrival.units)
        every = {*state.board.pieces, *state.lost, *coming}
        return frozenset(name for name in every if kinds[name].type != "detachment")

    def laws(self) -> None:
        """Nobody is twice, markers are those that were sealed, no number is below nothing."""
        super().laws()
        _nobody_twice(self.state)
        _markers(self)
        _points(self.state)

    def dear_laws(self) -> None:
        """Who stands where, the board's index, lines of communication."""
        super().dear_laws()
        rules, state = self.rules, self.state
        stands(rules, state)
        fresh = Board.of(state.board)
        for where in state.board.places():
            if state.board.at(where) != fresh.at(where):
                raise BrokenLawError(f"the board's index is wrong at {where}")
        if sorted(fresh.places()) != sorted(state.board.places()):
            raise BrokenLawError("the board's index knows other places than its pieces stand in")
        again = rules.load(rules.dump(state))
        units = tuple(unit for unit in state.board if on_map(rules.data, unit))
        kept = line_of_communication.supplied(View(data=rules.data, state=state), units)
        for unit in units:
            if (
                line_of_communication.supplied(View(data=rules.data, state=again), (unit,))[unit.id]
                != kept[unit.id]
            ):
                raise BrokenLawError(f"{unit.id}: alone its line is another than traced with all others")


def stands(rules: June6, state: State) -> None:
    """Where units stand, in which shape. Raises BrokenLawError."""
    data = rules.data
    for where in state.board.places():
        names = state.board.at(where)
        if len({data.unit(name).side for name in names}) > 1:
            raise BrokenLawError(f"both sides stand in {where}: {names}")
        if ":" not in where and where not in data.ground.terrain:
            raise BrokenLawError(f"{names} stand in {where}, which is no land hex")
        if not state.frames and (broken := stacking_violations(View(data=data, state=state), where)):
            raise BrokenLawError(f"{broken}")
    for unit in state.board:
        if unit.reduced and data.unit(unit.id).reduced is None:
            raise BrokenLawError(f"{unit.id} is reduced and has no back")
        if unit.disorder not in (0, 1, 2):
            raise BrokenLawError(f"{unit.id} has Disorder {unit.disorder}")


def _nobody_twice(state: State) -> None:
    coming = [name for arrival in state.arrivals for name in arrival.units]
    for what, names in (("to come", coming), ("lost", list(state.lost))):
        if len(names) != len(set(names)):
            raise BrokenLawError(f"a unit is {what} twice: {sorted(names)}")
    if both := set(coming) & (set(state.board.pieces) | set(state.lost)):
        raise BrokenLawError(f"{sorted(both)} are still to come, and in play or lost")
    if both := set(state.board.pieces) & set(state.lost):
        raise BrokenLawError(f"{sorted(both)} are on the board and lost")


def _markers(game: Game) -> None:
    """Every marker of a cup is drawn once, and is the one that was sealed."""
    state = game.state
    for side in (ALLIED, GERMAN):
        found = cup.cup_of(state, side)
        slots = [*found.left, *(slot for slot, _ in found.shown), *((found.due,) if found.due else ())]
        sealed = game.now.sealed.get(side, {}).get(cup.label(state, side))
        if sealed is None or not found.sealed:
            continue  # nothing is hidden: the markers of an open cup lie in it and are known
        if len(slots) != len(set(slots)):
            raise BrokenLawError(f"{side}: a marker is in the cup and drawn, or drawn twice: {found}")
        kept = {1} if side == state.initiative and state.phase != FULL else set()  # beside the cup until 3.61
        if set(slots) | kept != set(range(1, len(sealed) + 1)):
            raise BrokenLawError(f"{side}: {len(sealed)} markers were sealed, the slots are {sorted(slots)}")
        for slot, marker in found.shown:
            if sealed[slot - 1] != marker:
                raise BrokenLawError(f"{side}: slot {slot} shows {marker}, sealed was {sealed[slot - 1]}")


def _points(state: State) -> None:
    low = {"air": state.air, "naval": state.naval, "kept": state.kept}
    low.update({f"{each.side} points": each.points for each in (state.allied_cup, state.german_cup)})
    if below := {name: value for name, value in low.items() if value < 0}:
        raise BrokenLawError(f"below nothing: {below}")

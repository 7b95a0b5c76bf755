"""What holds after every action of any game of June 6, and what is dearer to look at and holds all the same."""

from __future__ import annotations

from attrs import define, field

from pbem.bytes.canon import encode_value
from pbem_rules.june6.model import ALLIED, FULL, GERMAN, State
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.lookup import on_map
from pbem_rules.june6.rules.markers import cup
from pbem_rules.kernel.board import Board
from tests.june6.random_play import BrokenLawError, Game, laws


@define(kw_only=True)
class Watch:
    """Looks at a game after each action. ``every`` actions it looks at what is dear too: round trips and supply."""

    every: int = 25
    seen: int = 0
    known: frozenset[str] = field(factory=frozenset)

    def after(self, game: Game) -> None:
        """Raises BrokenLawError."""
        state = game.state
        known = units_of(state)
        kinds = game.rules.data.units
        if gone := {name for name in self.known - known if kinds[name].type != "detachment"}:  # 19.35
            raise BrokenLawError(f"{sorted(gone)} are nowhere: not on the board, not lost, not to come")
        self.known = known
        _nobody_twice(state)
        _markers(game)
        _points(state)
        self.seen += 1
        if self.seen % self.every == 0:
            dear(game)


def units_of(state: State) -> frozenset[str]:
    """Every unit of the game: on the board, lost, or to come."""
    coming = (name for arrival in state.arrivals for name in arrival.units)
    return frozenset(state.board.pieces) | frozenset(state.lost) | frozenset(coming)


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
        sealed = game.vault.get(cup.label(state, side))
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


def dear(game: Game) -> None:
    """The laws that take milliseconds: positions, round trips, the board's index, lines of communication."""
    laws(game)
    rules, state = game.rules, game.state
    if rules.write(state) != encode_value(rules.dump(state)):
        raise BrokenLawError("the quick way of writing a state gives other bytes than its dump")
    fresh = Board.of(state.board)
    for where in state.board.places():
        if state.board.at(where) != fresh.at(where):
            raise BrokenLawError(f"the board's index is wrong at {where}")
    if sorted(fresh.places()) != sorted(state.board.places()):
        raise BrokenLawError("the board's index knows other places than its pieces stand in")
    again = rules.load(rules.dump(state))
    units = tuple(unit for unit in state.board if on_map(rules.data, unit))
    kept = line_of_communication.supplied(rules.data, state, units)
    for unit in units:
        if line_of_communication.supplied(rules.data, again, (unit,))[unit.id] != kept[unit.id]:
            raise BrokenLawError(f"{unit.id}: alone its line is another than traced with all others")

"""What a unit changes by entering a hex: beaches, objectives, strongpoints and Cherbourg.

Movement, retreats and advances all come here, once for every hex that is entered.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Play, Position, State, Unit


def occupy(play: Play, unit: Unit, where: str) -> None:
    """``unit`` has entered ``where``; the board is left as it is.

    Shape: ``beaches``, ``beaches_lost``, ``held``, ``destroyed``, ``delays`` and ``cherbourg_lost`` may change, nothing
    else.
    """
    data = play.data
    if where in play.state.delays and data.units[unit.id].side == ALLIED:
        clear_delays(play, (where,))
    scenario = data.scenarios.get(play.state.scenario)
    if where in data.ground.hexes_of_note or (scenario is not None and where in scenario.goals):
        for change in (_takes_the_beach, _holds, _destroys_the_strongpoint, _takes_cherbourg):
            change(play, unit, where)


@BOOK.rule("9.2")
def _takes_the_beach(play: Play, unit: Unit, where: str) -> None:
    data, state = play.data, play.state
    kind, beaches = data.units[unit.id], state.beaches
    if kind.side == GERMAN and where in beaches:
        left = tuple(beach for beach in beaches if beach != where)
        play.change(beaches=left, beaches_lost=tuple(sorted({*state.beaches_lost, where})))
    if kind.side != ALLIED or not kind.combat or where in beaches or where in state.beaches_lost:
        return
    if any(where in hexes for hexes in data.ground.beaches.values()):
        play.change(beaches=tuple(sorted((*beaches, where))))


def watched(at: Position, where: str) -> bool:
    """Whether the last holder of a hex matters: objectives of the scenario, printed strongpoints, Cherbourg."""
    if where in at.data.ground.strongpoints or where in at.data.ground.cherbourg:
        return True
    scenario = at.data.scenarios.get(at.state.scenario)
    return scenario is not None and where in scenario.goals


def _holds(play: Play, unit: Unit, where: str) -> None:
    held, side = play.state.held, play.data.units[unit.id].side
    if (where, side) not in held and watched(play, where):
        others = (pair for pair in held if pair[0] != where)
        play.change(held=tuple(sorted((*others, (where, side)))))


@BOOK.rule("19.43")
def _destroys_the_strongpoint(play: Play, unit: Unit, where: str) -> None:
    destroyed, printed = play.state.destroyed, play.data.ground.strongpoints
    if where in printed and where not in destroyed and play.data.units[unit.id].side == ALLIED:
        play.change(destroyed=tuple(sorted((*destroyed, where))))


@BOOK.rule("5.22")
def _takes_cherbourg(play: Play, unit: Unit, where: str) -> None:
    if where in play.data.ground.cherbourg and play.data.units[unit.id].side == ALLIED:
        play.change(cherbourg_lost=True)


def clear_delays(play: Play, hexes: tuple[str, ...]) -> None:
    """The Delay Points in some hexes are gone."""
    if hexes:
        play.change(delays=tuple(where for where in play.state.delays if where not in hexes))


@BOOK.rule("19.15")
def absorb(play: Play, where: str) -> None:
    """Units have come to rest in ``where``, by movement, advance or retreat (N143)."""
    here = play.board.at(where) if where in play.state.delays else ()
    if any(play.data.units[name].side == GERMAN for name in here):
        clear_delays(play, (where,))


def occupation(before: State, after: State, by: str = ALLIED) -> tuple[Outcome, ...]:
    """What changed hands between two states through units of side ``by``, in words.

    Kinds: delay-point, beach, beach-lost, held, strongpoint and cherbourg.
    """
    earlier = dict(before.held)
    out = [_beach(hex_) for hex_ in after.beaches if hex_ not in before.beaches]
    out.extend(_beach_lost(hex_) for hex_ in after.beaches_lost if hex_ not in before.beaches_lost)
    out.extend(_taken(hex_, side) for hex_, side in after.held if earlier.get(hex_) != side)
    out.extend(_destroyed(hex_) for hex_ in after.destroyed if hex_ not in before.destroyed)
    if before.delays != after.delays:
        out.extend(_delays_gone(before, after, by))
    if after.cherbourg_lost and not before.cherbourg_lost:
        out.append(Outcome(kind="cherbourg", text=Message("Cherbourg supplies no longer."), paragraph="5.22"))
    return tuple(out)


@BOOK.rule("19.12")
def _delays_gone(before: State, after: State, by: str) -> Iterator[Outcome]:
    taken_in = by == GERMAN
    for where in before.delays:
        if where not in after.delays:
            yield Outcome(
                kind="delay-point",
                text=Message("The Delay Point in {hex} is taken in by the units there.", hex=where)
                if taken_in
                else Message("The Delay Point in {hex} is removed.", hex=where),
                paragraph="19.15" if taken_in else "19.12",
                side=GERMAN,
                hexes=(where,),
            )


def _beach(where: str) -> Outcome:
    text = Message("The beach at {hex} now defends itself.", hex=where)
    return Outcome(kind="beach", text=text, paragraph="9.2", hexes=(where,))


def _beach_lost(where: str) -> Outcome:
    text = Message("The beach at {hex} is lost for good.", hex=where)
    return Outcome(kind="beach-lost", text=text, paragraph="9.2", hexes=(where,))


def _destroyed(where: str) -> Outcome:
    text = Message("The strongpoint at {hex} was destroyed.", hex=where)
    return Outcome(kind="strongpoint", text=text, paragraph="19.43", hexes=(where,))


def _taken(where: str, side: str) -> Outcome:
    text = Message("{hex} is now in German hands.", hex=where)
    if side == ALLIED:
        text = Message("{hex} is now in Allied hands.", hex=where)
    return Outcome(kind="held", text=text, side=side, hexes=(where,))

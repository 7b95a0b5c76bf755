"""The airborne drop as a procedure, for games with the option ``drop = "rolled"`` (10.22, N191).

The printed procedure is not public: table, drift and wind are a reconstruction (``charts.toml``, ``[drops]``).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.values import evolve
from pbem.port.game import Die, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, ALLIED_LOGISTICS, Play, Position, Unit, View
from pbem_rules.june6.printed.data import Data, Drop
from pbem_rules.june6.rules.ground.occupying import occupation, occupy
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import enemy_of, holder
from pbem_rules.june6.rules.setup import dropping
from pbem_rules.shared.chance import Label

_D10 = Die(sides=10, low=0)
DROP_ROLL = Label[View, Play]("drop")


def jumpers(at: Position) -> tuple[str, ...]:
    """The parachute units that jump, in order of id; headquarters jump with their men and are not rolled for."""
    return tuple(sorted(dropping(at.data, at.data.scenarios[at.state.scenario])))


@BOOK.rule("10.22")
def roll(at: Position) -> Roll:
    """Two dice for each unit: how well it drops, and where to it drifts."""
    dice = (_D10, _D10) * len(jumpers(at))
    return Roll(side=ALLIED, why=f"drop/{at.state.turn}", dice=dice, paragraph="10.22")


@DROP_ROLL.rolled
def rolled(play: Play, roll: Rolled) -> None:
    """Every unit comes down in turn; then 6 June goes its way."""
    for n, name in enumerate(jumpers(play)):
        _come_down(play, play.board[name], roll.faces[2 * n], roll.faces[2 * n + 1])
    play.change(phase=ALLIED_LOGISTICS)


@BOOK.rule("12.58", "10.22")
def _come_down(play: Play, unit: Unit, die: int, wind: int) -> None:
    data, before = play.data, play.state
    drop = data.charts.drop(die)
    way = data.charts.drop_directions[wind]
    where = _drifted(View(data=data, state=before), unit, drop, way)
    landed = evolve(
        unit,
        where=where,
        scattered=drop.scattered,
        reduced=drop.reduced and data.unit(unit.id).reduced is not None,
    )
    occupy(play, landed, where)
    play.put(landed)
    how = Message(" and scattered") if drop.scattered else ""
    drift = Message(", carried {way} from {hex}", way=way, hex=unit.where) if where != unit.where else ""
    loss = Message(", with the loss of a step") if landed.reduced else ""
    text = Message(
        "{unit} is down at {where}{how}{drift}{loss} ({die}, {wind}).",
        unit=unit.id,
        where=where,
        how=how,
        drift=drift,
        loss=loss,
        die=die,
        wind=wind,
    )
    hexes = (where,) if where == unit.where else (unit.where, where)
    play.say("dropped", text, "10.22", side=ALLIED, units=(unit.id,), hexes=hexes, faces=(die, wind))
    play.outcomes.extend(occupation(before, play.state))


def _drifted(at: Position, unit: Unit, drop: Drop, way: str) -> str:
    """As far as the wind carries the unit over open ground: not out to sea, onto Germans or into a full hex."""
    found = unit.where
    for where in _line(at.data, unit.where, way, drop.hexes):
        if holder(at, where) != enemy_of(ALLIED) and not stacking_violations(at, where, (unit.id,)):
            found = where
    return found


def _line(data: Data, start: str, way: str, most: int) -> Iterator[str]:
    grid = data.ground.grid
    at = next(n for n, direction in enumerate(grid.directions) if direction.name == way)
    where: str | None = start
    for _ in range(most):
        where = grid.neighbours[where][at] if where is not None else None
        if where is None or where not in data.ground.terrain:
            return
        yield where

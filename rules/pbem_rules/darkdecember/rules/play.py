"""The verbs of the rulebook: how a position is changed."""

from __future__ import annotations

from pbem.bytes.records import define
from pbem.port.game import Die
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import State, Unit
from pbem_rules.darkdecember.printed.data import ALLIED, Data
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.shared.play import BoardPlay

DIE = Die(sides=6)


@define(kw_only=True)
class Play(BoardPlay[State, Data, Unit], Position):
    """A position being changed."""

    def go(self, name: str, to: str) -> None:
        """A unit or commander to another hex of the map."""
        self.mark(name, where=to)
        if not self.is_leader(name):
            displace(self, self.enemy(self.side_of(name)), to)
        uncover(self)

    def shift(self, name: str, *path: str) -> None:
        """A unit retreats or advances through some hexes; a fortification that it leaves empty is gone."""
        left = self.unit(name).where
        for to in path:
            self.go(name, to)
        empty_forts(self, left)

    def lose_step(self, name: str, paragraph: str) -> None:
        """A unit loses a step: it is turned to its reduced side, or destroyed (I6.1c)."""
        unit = self.unit(name)
        if can_be_reduced(self, name):
            self.mark(name, reduced=True)
            said = Message("{unit} lost a step.", unit=name)
            self.say("reduced", said, paragraph, side=self.side_of(name), units=(name,), hexes=(unit.where,))
        else:
            self.destroy(name, paragraph)

    def destroy(self, name: str, paragraph: str) -> None:
        """A unit is destroyed; Allied ones count for the release of restricted units (3.6a)."""
        where, side = self.unit(name).where, self.side_of(name)
        self.remove(name)
        counts = side == ALLIED and not self.is_leader(name)
        self.change(
            lost=tuple(sorted((*self.state.lost, name))), allied_losses=self.state.allied_losses + counts
        )
        said = Message("{unit} was destroyed.", unit=name)
        self.say("eliminated", said, paragraph, side=side, units=(name,), hexes=(where,))
        empty_forts(self, where)

    def withdraw(self, name: str, paragraph: str, text: str) -> None:
        """A unit leaves the game for good."""
        where = self.unit(name).where
        self.remove(name)
        self.change(gone=tuple(sorted((*self.state.gone, name))))
        self.say("withdrawn", text, paragraph, side=self.side_of(name), units=(name,), hexes=(where,))


@BOOK.rule("I6.1c")
def can_be_reduced(position: Position, name: str) -> bool:
    """Whether a unit has a step beside its last."""
    return len(position.faces(name)) > 1


@BOOK.rule("5.3b")
def empty_forts(play: Play, *hexes: str) -> None:
    """Fortifications left empty are taken off, in these hexes, or everywhere."""
    kept = tuple(
        (where, side)
        for where, side in play.state.forts
        if (hexes and where not in hexes) or play.units_of(side, where)
    )
    if kept != play.state.forts:
        play.change(forts=kept)


@BOOK.rule("O9.4")
def displace(play: Play, side: str, where: str) -> None:
    """Commanders of a side alone in a hex that an enemy has entered leave it."""
    alone = [name for name in play.board.at(where) if play.is_leader(name) and play.side_of(name) == side]
    if play.units_of(side, where):
        return
    for name in alone:
        refuges = nearest_friends(play, name)
        if not refuges:
            play.destroy(name, "O9.4")
            continue
        play.mark(name, where=refuges[0])
        if len(refuges) > 1:
            play.change(displaced=(*play.state.displaced, (name, *refuges)))


@BOOK.rule("O8.4")
def uncover(play: Play) -> None:
    """Reserves beside enemy units leave the reserve."""
    if not play.chosen("reserves"):
        return
    play.mark(*(unit.id for unit in play.board if unit.reserve and uncovered(play, unit)), reserve=False)


def uncovered(position: Position, unit: Unit) -> bool:
    """Whether a unit is beside an enemy unit, with a zone or without."""
    enemies = position.held(position.enemy(position.side_of(unit.id)))
    return any(where in enemies for where in position.data.ground.grid.adjacent[unit.where])


def nearest_friends(position: Position, leader: str) -> tuple[str, ...]:
    """The nearest hexes with a friendly unit in supply."""
    at, far = position.board[leader].where, position.data.ground.grid.distance
    friends = position.units(position.side_of(leader))
    hexes = sorted({unit.where for unit in friends if not position.lacks_supply(unit.id)})
    least = min((far(at, where) for where in hexes), default=0)
    return tuple(where for where in hexes if far(at, where) == least)

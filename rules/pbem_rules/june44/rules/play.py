"""What the rules ask of a position, whether it is looked at or being changed, and the verbs that change it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import define, frozen
from pbem_rules.june44.model import State, Unit
from pbem_rules.june44.printed.data import Data, Kind, Scenario
from pbem_rules.kernel.board import Board
from pbem_rules.shared.orders import not_own
from pbem_rules.shared.play import BoardPlay
from pbem_rules.shared.view import Position as AnyPosition
from pbem_rules.shared.view import View as AnyView


class Position(AnyPosition[State, Data]):
    """Questions about a position."""

    @property
    def board(self) -> Board[Unit]:
        """The units on the map, off the beaches and at the edge."""
        return self.state.board

    @property
    def scenario(self) -> Scenario:
        """The scenario being played."""
        return self.data.scenarios[self.state.scenario]

    def option(self, name: str) -> str:
        """The value of an option; empty when it was not chosen."""
        return dict(self.state.options).get(name, "")

    def chosen(self, name: str) -> bool:
        """Whether a plain option is on."""
        return self.option(name) == "yes"

    def kind(self, name: str) -> Kind:
        """What is printed on a unit."""
        return self.data.units[name]

    def side_of(self, name: str) -> str:
        """Whose a unit is."""
        return self.data.units[name].side

    def units_in(self, where: str, side: str) -> tuple[Unit, ...]:
        """The units of a side in a place, in the order of their names."""
        return tuple(unit for unit in self.board.stack(where) if self.side_of(unit.id) == side)

    def units_of(self, side: str) -> tuple[Unit, ...]:
        """Every unit of a side on the board, in the order of their names."""
        return tuple(unit for unit in self.board if self.side_of(unit.id) == side)


@frozen(kw_only=True, slots=False)
class View(AnyView[State, Data], Position):
    """A position as checks and lists see it."""


@define(kw_only=True)
class Play(BoardPlay[State, Data, Unit], Position):
    """One action being carried out: the verbs of June '44."""

    def place(self, name: str, where: str, **fields: object) -> None:
        """A unit put on the board anew."""
        self.put(Unit(id=name, where=where, **fields))  # type: ignore[arg-type]  # field by field, as attrs checks

    def tell(self, kind: str, text: str, paragraph: str, name: str) -> None:
        """Something has happened to a unit on the board, in the hex where it stands."""
        self.say(
            kind, text, paragraph, side=self.side_of(name), units=(name,), hexes=(self.unit(name).where,)
        )

    def take_off(self, name: str, *, for_good: bool) -> None:
        """A unit leaves the board: destroyed, or out of the game for good."""
        self.remove(name)
        if for_good:
            self.change(gone=(*self.state.gone, name))
        else:
            self.change(lost=(*self.state.lost, name))


def own(view: View, name: str, paragraph: str) -> Iterator[Violation]:
    """Why a name is not a unit of the side on the board."""
    kind = view.data.units.get(name)
    if name not in view.board or kind is None or kind.side != view.side:
        yield not_own(
            paragraph, name, known=kind is not None, own=kind is not None and kind.side == view.side
        )

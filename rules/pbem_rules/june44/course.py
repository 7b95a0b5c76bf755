"""A position as the rules look at it, and the working copy that they change."""

from __future__ import annotations

from typing import TypeAlias

from attrs import define

from pbem_rules.june44.model import State, Unit
from pbem_rules.june44.printed import Data, Kind
from pbem_rules.shared.play import BoardPlay
from pbem_rules.shared.view import View as AnyView

View: TypeAlias = AnyView[State, Data]


@define(kw_only=True)
class Course(BoardPlay[State, Data, Unit]):
    """One action being carried out: the verbs of June '44."""

    def kind(self, name: str) -> Kind:
        """What is printed on a unit."""
        return self.data.unit(name)

    def place(self, name: str, where: str, **fields: object) -> None:
        """A unit put on the board anew."""
        self.put(Unit(id=name, where=where, **fields))  # type: ignore[arg-type]  # field by field, as attrs checks

    def take_off(self, name: str, *, for_good: bool) -> None:
        """A unit leaves the board: destroyed, or out of the game for good."""
        self.remove(name)
        if for_good:
            self.change(gone=(*self.state.gone, name))
        else:
            self.change(lost=(*self.state.lost, name))

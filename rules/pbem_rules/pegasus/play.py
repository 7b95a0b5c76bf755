"""What the rules ask of a position, and the verbs with which they change it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from pbem.bytes.codec import kind_of
from pbem.bytes.records import AttrsInstance, define, frozen
from pbem.port.messages import Message
from pbem_rules.kernel.board import Board
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, ITEMS, State, Task, Unit
from pbem_rules.pegasus.printed.data import Area, Data
from pbem_rules.shared.straight import StraightPlay
from pbem_rules.shared.view import Position as AnyPosition
from pbem_rules.shared.view import View as AnyView


class Position(AnyPosition[State, Data]):
    """What is asked of a position, whether it is looked at or being changed."""

    @property
    def board(self) -> Board[Unit]:
        """The units, on the map or not."""
        return self.state.board

    def area(self, name: str) -> Area:
        """An area as printed."""
        return self.data.terrain.areas[name]

    def side_of(self, unit: Unit) -> str:
        """Whose unit it is."""
        return self.data.forces.kinds[unit.kind].side

    def at(self, where: str, side: str) -> list[Unit]:
        """The units of a side in an area, in order of name, PIATs and bombs left out."""
        there, kinds = self.board.stack(where), self.data.forces.kinds
        return [u for u in there if u.kind not in ITEMS and kinds[u.kind].side == side] if there else []

    def troops(self, where: str, side: str) -> list[Unit]:
        """Those of them with strength points."""
        return [unit for unit in self.at(where, side) if unit.strength > 0]

    def on_map(self, side: str) -> list[Unit]:
        """Every unit of a side in some area, in order of name."""
        areas, kinds = self.data.terrain.areas, self.data.forces.kinds
        there = (u for u in self.board if u.where in areas and u.kind not in ITEMS)
        return [u for u in there if kinds[u.kind].side == side]

    def in_reach(self, unit: Unit, where: str) -> bool:
        """Whether an area is that of a unit or touches it, over a dashed border too."""
        return unit.where == where or self.data.terrain.beside(unit.where, where)

    def sheltered(self, unit: Unit) -> bool:
        """Whether a unit is in a bunker: a garrison squad in one that is not clear, or the British unit clearing it."""
        bunker = self.area(unit.where).bunker and unit.where not in self.state.cleared
        return unit.in_bunker or bool(bunker and unit.kind == "squad")

    def safe_from(self, unit: Unit, where: str) -> bool:
        """Whether fire out of an area does not reach a unit: it clears a bunker in another one (20.2)."""
        return unit.in_bunker and unit.where != where

    def carried(self, name: str) -> Iterator[Unit]:
        """The PIATs and bombs that a unit carries."""
        return (each for each in self.board if each.bearer == name)


@frozen(kw_only=True, slots=False)
class View(AnyView[State, Data], Position):
    """A position as checks and lists see it."""


@define(kw_only=True)
class Play(StraightPlay[State, Data, Unit], Position):
    """A position being changed."""

    def task(self, kind: str, order: AttrsInstance | None = None) -> Task:
        """What waits for dice, as the state has it."""
        return Task(kind=kind) if order is None else task(order)

    def pick(self, label: str, names: list[str]) -> str:
        """One of ``names`` by lot; no die when there is nothing to choose."""
        if len(names) == 1:
            return names[0]
        if len(names) in (2, 3) and not label.startswith("draw/"):
            return names[(self.die(label) - 1) * len(names) // 6]  # an ordinary die, as one of the handful
        return names[self.die(label, len(names)) - 1]

    def about(  # as many parts as an outcome about one unit has
        self,
        name: str,
        kind: str,
        template: str,
        paragraph: str,
        *,
        where: str = "",
        side: str | None = None,
        faces: tuple[int, ...] = (),
        total: int | None = None,
        **more: object,
    ) -> None:
        """Something has happened to one unit, in its area or in ``where``: a template with {unit} and {area}, or more."""
        unit = self.unit(name)
        at, side = where or unit.where, side or self.side_of(unit)
        text = Message(template, unit=name, area=at, **more)
        self.say(kind, text, paragraph, side=side, units=(name,), hexes=(at,), faces=faces, total=total)

    def place(self, name: str, where: str) -> None:
        """A unit in another area, what it carries with it; the area notes whose units came last."""
        start = self.unit(name).where
        self.mark(name, where=where, since=self.state.turn, in_bunker=False)
        self.mark(*(each.id for each in self.carried(name)), where=where)
        if where in self.data.terrain.areas:
            entered = {**dict(self.state.entered), where: self.side_of(self.unit(name))}
            self.change(entered=tuple(sorted(entered.items())))
        self.hold(start)
        self.hold(where)

    def hold(self, where: str) -> None:
        """Who holds an area: the side whose troops stand there alone, else as before (N5)."""
        if where not in self.data.terrain.areas:
            return
        british, german, held = self.troops(where, BRITISH), self.at(where, GERMAN), self.state.held
        if british and not german and where not in held:
            self.change(held=tuple(sorted((*held, where))))
        if german and not british and where in held:
            self.change(held=tuple(each for each in held if each != where))

    def kill(self, name: str) -> None:
        """A unit is out of the game; what it carried passes to another unit of its side there, or is lost with it."""
        unit = self.unit(name)
        self.mark(name, where=DEAD, strength=0, prisoners=0)
        heirs = self.troops(unit.where, self.side_of(unit))
        for each in tuple(self.carried(name)):
            self.mark(each.id, **({"bearer": heirs[0].id} if heirs else {"bearer": "", "where": DEAD}))
        if heirs and unit.prisoners:
            self.mark(heirs[0].id, prisoners=heirs[0].prisoners + unit.prisoners)
        self.hold(unit.where)


# --- orders that wait for dice ----------------------------------------------------------------------------------------

_CALLED = {("move", "leader"): "target", ("give", "item"): "target", ("piat", "item"): "unit"}
"""Fields of orders that a task has under another name."""


def task(order: AttrsInstance) -> Task:
    """An order as what is to be carried out."""
    kind = kind_of(type(order))
    return Task(
        kind=kind, **{_CALLED.get((kind, name), name): value for name, value in attrs.asdict(order).items()}
    )


def ordered(waiting: Task, order: type[AttrsInstance]) -> AttrsInstance:
    """The order of a class that a task stands for."""
    names = [each.name for each in attrs.fields(order)]
    return order(**{name: getattr(waiting, _CALLED.get((waiting.kind, name), name)) for name in names})

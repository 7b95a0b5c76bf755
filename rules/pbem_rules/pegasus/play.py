"""A procedure under way: the state as it changes, the dice in the order rolled, and what has happened.

A procedure that lacks a die stops with :class:`NeedDice` and leaves no trace; it is run again from its beginning once the
die has been rolled. So every procedure can be written as the text tells it, with dice where the text has them.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Reason
from pbem_rules.pegasus.model import BRITISH, DEAD, ITEMS, State, Unit
from pbem_rules.pegasus.printed import Area, Data


class NeedDice(Exception):
    """Not an error: the game waits for the witness. A die is missing: what for, and with how many sides."""

    def __init__(self, label: str, sides: int) -> None:
        super().__init__(label)
        self.label, self.sides = label, sides


@define(kw_only=True)
class Play:
    """One task being carried out. ``units`` and ``pool`` are copies: nothing outside changes before :meth:`finished`."""

    data: Data
    state: State
    units: dict[str, Unit] = field(factory=dict)
    pool: list[tuple[int, int]] = field(factory=list)
    outcomes: list[Outcome] = field(factory=list)

    @classmethod
    def of(cls, data: Data, state: State) -> Play:
        """A procedure that starts from ``state``."""
        return cls(data=data, state=state, units=dict(state.units), pool=list(state.pool))

    def finished(self) -> State:
        """The state after it; what is left of the dice stays in the pool."""
        return evolve(self.state, units=self.units, pool=tuple(self.pool), task=None, need="", need_sides=0)

    # --- dice ---------------------------------------------------------------------------------------------------------

    def die(self, label: str, sides: int = 6) -> int:
        """The next die with that many sides, 1 and up. Raises NeedDice."""
        for n, (size, face) in enumerate(self.pool):
            if size == sides:
                del self.pool[n]
                return face
        raise NeedDice(label, sides)

    def pick(self, label: str, names: list[str]) -> str:
        """One of ``names`` by lot; no die when there is nothing to choose."""
        if len(names) == 1:
            return names[0]
        if len(names) in (2, 3) and not label.startswith("draw/"):
            return names[(self.die(label) - 1) * len(names) // 6]  # an ordinary die, as one of the handful
        return names[self.die(label, len(names)) - 1]

    # --- looking ------------------------------------------------------------------------------------------------------

    def area(self, name: str) -> Area:
        return self.data.terrain.areas[name]

    def side(self, unit: Unit) -> str:
        return self.data.forces.kinds[unit.kind].side

    def at(self, where: str, side: str) -> list[Unit]:
        """The units of a side in an area, in order of name, PIATs and bombs left out."""
        return [
            self.units[name]
            for name in sorted(self.units)
            if self.units[name].where == where
            and self.units[name].kind not in ITEMS
            and self.side(self.units[name]) == side
        ]

    def troops(self, where: str, side: str) -> list[Unit]:
        """Those of them with strength points."""
        return [unit for unit in self.at(where, side) if unit.strength > 0]

    def on_map(self, side: str) -> Iterator[Unit]:
        """Every unit of a side in some area, in order of name."""
        for name in sorted(self.units):
            unit = self.units[name]
            if unit.where in self.data.terrain.areas and unit.kind not in ITEMS and self.side(unit) == side:
                yield unit

    def sheltered(self, unit: Unit) -> bool:
        """Whether a unit is in a bunker: a garrison squad in one that is not clear, or the British unit clearing it."""
        bunker = self.area(unit.where).bunker and unit.where not in self.state.cleared
        return unit.in_bunker or bool(bunker and unit.kind == "squad")

    def safe_from(self, unit: Unit, where: str) -> bool:
        """Whether fire out of an area does not reach a unit: it clears a bunker in another one (20.2)."""
        return unit.in_bunker and unit.where != where

    # --- changing -----------------------------------------------------------------------------------------------------

    def change(self, name: str, **fields: object) -> Unit:
        """A unit with other fields."""
        unit: Unit = evolve(self.units[name], **fields)  # type: ignore[arg-type]  # field by field, as evolve checks
        self.units[name] = unit
        return unit

    def place(self, name: str, where: str) -> Unit:
        """A unit in another area, what it carries with it; the area notes whose units came last."""
        start = self.units[name].where
        unit = self.change(name, where=where, since=self.state.turn, in_bunker=False)
        for each in sorted(self.units):
            if self.units[each].bearer == name:
                self.change(each, where=where)
        if where in self.data.terrain.areas:
            entered = dict(self.state.entered)
            entered[where] = self.side(unit)
            self.state = evolve(self.state, entered=tuple(sorted(entered.items())))
        for each in (start, where):
            if each in self.data.terrain.areas:
                self.hold(each)
        return unit

    def hold(self, where: str) -> None:
        """Who holds an area: the side whose troops stand there alone, else as before (N5)."""
        british, german = self.troops(where, BRITISH), self.at(where, "german")
        if british and not german and where not in self.state.held:
            self.state = evolve(self.state, held=tuple(sorted((*self.state.held, where))))
        if german and not british and where in self.state.held:
            self.state = evolve(self.state, held=tuple(each for each in self.state.held if each != where))

    def kill(self, name: str) -> None:
        """A unit is out of the game; what it carried passes to another unit of its side there, or is lost with it."""
        unit = self.units[name]
        where, side = unit.where, self.side(unit)
        self.change(name, where=DEAD, strength=0, prisoners=0)
        heirs = self.troops(where, side)
        for each in sorted(self.units):
            if self.units[each].bearer == name:
                if heirs:
                    self.change(each, bearer=heirs[0].id)
                else:
                    self.change(each, bearer="", where=DEAD)
        if heirs and unit.prisoners:
            self.change(heirs[0].id, prisoners=heirs[0].prisoners + unit.prisoners)
        if where in self.data.terrain.areas:
            self.hold(where)

    def say(  # noqa: PLR0913  # an outcome has as many parts
        self,
        kind: str,
        text: str,
        paragraph: str,
        *,
        side: str | None = None,
        units: tuple[str, ...] = (),
        areas: tuple[str, ...] = (),
        faces: tuple[int, ...] = (),
        reasons: tuple[Reason, ...] = (),
        total: int | None = None,
    ) -> None:
        """Something has happened."""
        self.outcomes.append(
            Outcome(
                kind=kind,
                text=text,
                paragraph=paragraph,
                side=side,
                units=units,
                hexes=areas,
                faces=faces,
                reasons=reasons,
                total=total,
            )
        )

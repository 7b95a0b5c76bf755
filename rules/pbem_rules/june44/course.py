"""A procedure under way: the state as it changes, and what has happened so far."""

from __future__ import annotations

from attrs import define, field

from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Reason, Step
from pbem_rules.june44.model import State, Unit
from pbem_rules.june44.printed import Data, Kind


@define(kw_only=True)
class Course:
    """One action being carried out. The state it started from stays as it was; :meth:`step` gives the end."""

    data: Data
    state: State
    outcomes: list[Outcome] = field(factory=list)

    def change(self, **fields: object) -> None:
        """The state with other fields."""
        self.state = evolve(self.state, **fields)  # type: ignore[arg-type]  # field by field, as evolve checks

    def unit(self, name: str) -> Unit:
        """A unit on the board. Raises KeyError."""
        return self.state.board[name]

    def kind(self, name: str) -> Kind:
        """What is printed on a unit."""
        return self.data.unit(name)

    def put(self, name: str, **fields: object) -> None:
        """A unit on the board with other fields."""
        unit: Unit = evolve(self.state.board[name], **fields)  # type: ignore[arg-type]  # as above
        self.change(board=self.state.board.put(unit))

    def place(self, name: str, where: str, **fields: object) -> None:
        """A unit put on the board anew."""
        unit = Unit(id=name, where=where, **fields)  # type: ignore[arg-type]  # as above
        self.change(board=self.state.board.put(unit))

    def take_off(self, name: str, *, for_good: bool) -> None:
        """A unit leaves the board: destroyed, or out of the game for good."""
        self.change(board=self.state.board.remove(name))
        if for_good:
            self.change(gone=(*self.state.gone, name))
        else:
            self.change(lost=(*self.state.lost, name))

    def say(  # noqa: PLR0913  # an outcome has as many parts
        self,
        kind: str,
        text: str,
        paragraph: str = "",
        *,
        side: str | None = None,
        units: tuple[str, ...] = (),
        hexes: tuple[str, ...] = (),
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
                hexes=hexes,
                faces=faces,
                reasons=reasons,
                total=total,
            )
        )

    def then(self, step: Step[State]) -> None:
        """What another procedure made of the state."""
        self.state = step.state
        self.outcomes.extend(step.outcomes)

    def step(self) -> Step[State]:
        """The end of it."""
        return Step(state=self.state, outcomes=tuple(self.outcomes))

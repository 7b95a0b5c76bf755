"""The Ford as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from attrs import AttrsInstance, frozen

from ford_rules.ford import combat, movement, turns
from ford_rules.ford.book import BOOK
from ford_rules.ford.model import BLUE, LAST_TURN, RED, Play, State, Unit, View
from ford_rules.ford.printed import Data, read
from pbem.port import (
    Counter,
    DataError,
    Json,
    Message,
    Moment,
    Outcome,
    Pile,
    Result,
    Scene,
    Secrets,
    UsageError,
)
from pbem_rules.kernel import Board
from pbem_rules.shared import Game, HexMap, Parts, Writing, arrows, positions

_WRITING = Writing(State, Unit, "The Ford")


@frozen(kw_only=True, slots=False)
class Ford(Game[State, Data, View, Play]):
    """The game; ``data`` is everything printed."""

    name = "ford"
    title = "The Ford"
    sides = (RED, BLUE)
    book = BOOK
    parts = Parts(
        kinds=(movement.MOVE, combat.ATTACK, turns.DONE),
        labels=(combat.ROLL,),
        sequence=turns.SEQUENCE,
        out_of_turn="1.1",
        writing=_WRITING,
        view=View,
        play=Play,
    )

    @property
    def scenarios(self) -> tuple[str, ...]:
        return ("crossing",)

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        if options:
            raise DataError("no-scenario", "The Ford has one scenario, crossing, and no options.")
        units = (Unit(id=name, where=each.start) for name, each in self.data.units.items())
        return State(scenario=scenario, board=Board.of(units))

    def advise(self, state: State, side: str, secrets: Secrets, salt: int) -> AttrsInstance:
        """Attack; else go nearer to the ford; else be done."""
        view, far = self.view(state, side), self.data.grid.distance
        attacks = list(combat.attacks(view))
        nearer = [
            move
            for move in movement.moves(view)
            if far(move.to, self.data.ford) < far(state.board[move.unit].where, self.data.ford)
        ]
        return (
            attacks[salt % len(attacks)]
            if attacks
            else nearer[salt % len(nearer)]
            if nearer
            else turns.Done()
        )

    def moment(self, state: State) -> Moment:
        name = Message("turn {n} of {last}", n=state.turn, last=LAST_TURN)
        phase = Message("Red acts") if state.side == RED else Message("Blue acts")
        return Moment(turn=state.turn, turn_name=name, phase=phase)

    def result(self, state: State) -> Result | None:
        return turns.result(self.view(state))

    def scene(self, state: State, side: str | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        drawn, ford = HexMap(self.data.grid), self.data.ford
        cells = tuple(drawn.cell(name, "marsh" if name == ford else "clear") for name in self.data.grid.hexes)
        return Scene(
            ground=drawn.ground(cells, strokes=(), spots=()),
            piles=tuple(
                Pile(cell=where, counters=tuple(map(self._counter, state.board.at(where))))
                for where in state.board.places()
            ),
            arrows=tuple(arrows(recent, drawn.at, {"moved": "move", "removed": "attack", "held": "attack"})),
            heading=self.moment(state).turn_name,
        )

    def _counter(self, name: str) -> Counter:
        unit = self.data.units[name]
        return Counter(name=name, side=unit.side, symbol="infantry", size="II", values=str(unit.strength))

    def show(self, name: str) -> str:
        if name in self.data.grid:
            return f"{name}: {'the ford' if name == self.data.ford else 'clear'}. Source: typed."
        if name not in self.data.units:
            raise UsageError("unknown-name", f"{name!r} is nothing that this game prints.")
        unit = self.data.units[name]
        return f"{name}: {unit.side}, strength {unit.strength}, starts in {unit.start}. Source: typed."

    def provenance(self) -> Mapping[str, int]:
        counts = dict.fromkeys(("typed", "published", "quoted", "inferred", "history", "reconstructed"), 0)
        return {**counts, "published": len(self.data.units) + 1}

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        first = self.setup("crossing", {})
        return positions.place(
            _WRITING, first, position, unit=self.data.units.__contains__, where=self.data.grid.__contains__
        )

    def facts(self, state: State) -> Mapping[str, Json]:
        gone: dict[str, Json] = {f"unit.{name}.where": "" for name in self.data.units}
        return gone | positions.facts(state, self.demands(state), self.result(state))

    def takes_over(self, version: str, value: Json) -> Json:
        """A state of version 0.1.0, which did not write down the units that are lost: they are not on its board."""
        match value:
            case {"board": dict(board)} if version == "0.1.0":
                fields = cast("dict[str, Json]", value)
                gone: list[Json] = [name for name in self.data.units if name not in board]
                return {**fields, "gone": gone} if gone else value
        return value


def create(tables: Mapping[str, object]) -> Ford:
    """The game on its tables: what pbem calls."""
    return Ford(data=read(tables))

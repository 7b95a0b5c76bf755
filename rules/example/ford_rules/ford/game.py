"""The Ford as pbem sees it: the port (``pbem.port.game.Ruleset``), method by method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

import cattrs
from attrs import AttrsInstance, frozen

from ford_rules.ford import rules
from ford_rules.ford.book import BOOK
from ford_rules.ford.model import BLUE, LAST_TURN, RED, State, Unit
from ford_rules.ford.orders import ORDERS, Attack, Done, Move
from ford_rules.ford.printed import Data, read
from pbem.bytes.canon import Json, digest, encode_value
from pbem.bytes.errors import DataError, UsageError, Violation
from pbem.port.game import (
    Choice,
    Demand,
    Die,
    Moment,
    Outcome,
    Result,
    Roll,
    Secrets,
    Shuffle,
    Step,
    Table,
    in_order,
)
from pbem.port.scene import Arrow, Cell, Counter, Ground, Pile, Point, Scene
from pbem_rules.kernel.board import Board
from pbem_rules.shared import writing
from pbem_rules.shared.demands import owes


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    return writing.board_converter(Unit, writing.piece_writer(Unit))


@frozen(kw_only=True, slots=False)
class Ford:
    """The ruleset; ``data`` is everything printed."""

    data: Data
    name: str = "ford"
    title: str = "The Ford"
    sides: tuple[str, str] = (RED, BLUE)
    scenarios: tuple[str, ...] = ("crossing",)
    book = BOOK
    actions = ORDERS
    secret: frozenset[str] = frozenset()

    # --- the game ---

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        if scenario not in self.scenarios or options:
            raise DataError(
                "no-scenario", f"The Ford has one scenario, crossing, and no options: not {scenario!r}."
            )
        units = (Unit(id=name, where=each.start) for name, each in self.data.units.items())
        return State(scenario=scenario, board=Board.of(units))

    def setup_digest(self, scenario: str) -> str:
        return digest(self.dump(self.setup(scenario, {})))

    def demands(self, state: State) -> tuple[Demand, ...]:
        if state.over:
            return ()
        if state.fight:
            return (
                Roll(side=state.side, why=f"attack/{state.fights}", dice=(Die(sides=6),), paragraph="2.1"),
            )
        return (Choice(side=state.side, kinds=("move", "attack", "done"), why="orders"),)

    def check(self, state: State, side: str, action: AttrsInstance | Table) -> Sequence[Violation]:
        return tuple(rules.wrong(self.data, state, side, action))

    def apply(self, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
        return rules.carried_out(self.data, state, side, action)

    def result(self, state: State) -> Result | None:
        return rules.result(self.data, state)

    # --- orders ---

    def options(self, state: State, side: str) -> Iterator[AttrsInstance]:
        mine = [unit for unit in state.board if self.data.units[unit.id].side == side and not unit.acted]
        for unit in mine:
            yield from (
                Attack(unit=unit.id, target=each) for each in rules.targets(self.data, state, unit.id)
            )
            yield from (Move(unit=unit.id, to=each) for each in rules.reached(self.data, state, unit.id))
        yield Done()

    def complete(self, state: State, side: str, action: AttrsInstance) -> AttrsInstance:
        return action

    def conceal(
        self, state: State, action: AttrsInstance, shuffle: Shuffle = in_order
    ) -> tuple[str, tuple[Json, ...]]:
        raise ValueError(f"{action!r} is no secret order")

    def advise(self, state: State, side: str, secrets: Secrets, salt: int) -> AttrsInstance:
        """Attack; else go nearer to the ford; else be done."""
        found = list(self.options(state, side))
        attacks = [each for each in found if isinstance(each, Attack)]
        nearer = [each for each in found if isinstance(each, Move) and self._gain(state, each) > 0]
        return attacks[salt % len(attacks)] if attacks else nearer[salt % len(nearer)] if nearer else Done()

    def _gain(self, state: State, move: Move) -> int:
        far = self.data.grid.distance
        return far(state.board[move.unit].where, self.data.ford) - far(move.to, self.data.ford)

    # --- what people see ---

    def moment(self, state: State) -> Moment:
        return Moment(
            turn=state.turn, turn_name=f"turn {state.turn} of {LAST_TURN}", phase=f"{state.side} acts"
        )

    def scene(self, state: State, side: str | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        piles = (Pile(cell=where, counters=self._counters(state, where)) for where in state.board.places())
        return Scene(
            ground=self._ground(),
            piles=tuple(piles),
            arrows=tuple(self._arrow(each) for each in recent if len(each.hexes) > 1),
            heading=self.moment(state).turn_name,
        )

    def _arrow(self, outcome: Outcome) -> Arrow:
        style = "move" if outcome.kind == "moved" else "attack"
        return Arrow(style=style, points=tuple(map(self._at, outcome.hexes)), title=outcome.text)

    def _at(self, where: str) -> Point:
        left, top, _, _ = self.data.grid.bounds()
        x, y = self.data.grid.centre(where)
        return x - left, y - top

    def _counters(self, state: State, where: str) -> tuple[Counter, ...]:
        printed = self.data.units
        return tuple(
            Counter(
                name=name,
                side=printed[name].side,
                symbol="infantry",
                size="II",
                values=str(printed[name].strength),
            )
            for name in state.board.at(where)
        )

    def _ground(self) -> Ground:
        grid = self.data.grid
        left, top, right, bottom = grid.bounds()
        cells = tuple(
            Cell(
                name=name,
                outline=tuple((x - left, y - top) for x, y in grid.corners(name)),
                centre=self._at(name),
                terrain="marsh" if name == self.data.ford else "clear",
            )
            for name in grid.hexes
        )
        return Ground(width=right - left, height=bottom - top, cells=cells, strokes=(), spots=())

    def show(self, name: str) -> str:
        if name not in self.data.units:
            raise UsageError("unknown-name", f"{name!r} is nothing that this game prints.")
        unit = self.data.units[name]
        return f"{name}: {unit.side}, strength {unit.strength}, starts in {unit.start}. Source: typed."

    def provenance(self) -> Mapping[str, int]:
        counts = dict.fromkeys(("typed", "published", "quoted", "inferred", "history", "reconstructed"), 0)
        return {**counts, "published": len(self.data.units) + 1}

    # --- states on the wire, and cases ---

    def dump(self, state: State) -> Json:
        return cast("Json", _converter().unstructure(state))

    def write(self, state: State) -> bytes:
        return encode_value(self.dump(state))

    def load(self, value: Json) -> State:
        state = writing.read(lambda: _converter().structure(value, State), self.title)
        return writing.exactly(state, self.dump(state), value)

    def takes_over(self, version: str, value: Json) -> Json:
        """A state of version 0.1.0, which did not write down the units that are lost: they are not on its board."""
        match value:
            case {"board": dict(board)} if version == "0.1.0":
                fields = cast("dict[str, Json]", value)
                gone: list[Json] = [name for name in self.data.units if name not in board]
                return {**fields, "gone": gone} if gone else value
        return value

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        fields = cast("dict[str, Json]", self.dump(self.setup("crossing", {})))
        fields |= {key: value for key, value in position.items() if key != "units"}
        moved = position.get("units", {})
        if not isinstance(moved, dict) or not set(moved) <= set(self.data.units):
            raise DataError("case", f"units is a table of {', '.join(self.data.units)}.")
        board = {**cast("dict[str, Json]", fields["board"]), **moved}
        value: Json = {**fields, "board": board}
        return writing.read(lambda: _converter().structure(value, State), self.title)

    def facts(self, state: State) -> Mapping[str, Json]:
        found: dict[str, Json] = {"turn": state.turn, "side": state.side, "over": state.over}
        for name in self.data.units:
            unit = state.board.get(name)
            found[f"unit.{name}.where"] = unit.where if unit else ""
        result = self.result(state)
        return {**found, "winner": result.winner if result else "", "owes": owes(self.demands(state))}


def create(tables: Mapping[str, object]) -> Ford:
    """The game on its tables: what pbem calls."""
    return Ford(data=read(tables))

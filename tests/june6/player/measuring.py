"""Games between two demo players, turn by turn: ``python -m tests.june6.player.measuring SCENARIO GAMES [SEED]``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from time import process_time

from attrs import define, field

from pbem.games import registry
from pbem.games.playout import Hotseat, advised
from pbem.port.game import Outcome
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import ALLIED, GERMAN, OVER, State, View
from pbem_rules.june6.rules.victory import score


@define(kw_only=True)
class Counts:
    """What happened in one turn."""

    points: int = 0  # the Allied score as it stands
    held: int = 0  # objective hexes in Allied hands
    steps: dict[str, int] = field(factory=Counter)  # steps on the board, by side
    cut: dict[str, int] = field(factory=Counter)  # isolated units
    said: dict[str, int] = field(factory=Counter)  # outcomes, by kind
    attacks: dict[str, int] = field(factory=Counter)
    modifiers: dict[str, int] = field(factory=Counter)  # their sum


@define(kw_only=True)
class Watched:
    """A game that was watched: turn by turn, with its result."""

    seed: int
    turns: dict[int, Counts] = field(factory=dict)
    level: str = ""
    winner: str = ""
    points: int = 0
    actions: int = 0
    seconds: float = 0.0


def watch(scenario: str, seed: int) -> Watched:
    """Play a game and count."""
    began, rules = process_time(), registry.load("june6").rules
    assert isinstance(rules, June6)
    table: Hotseat[State] = Hotseat.start(rules, scenario, {}, seed)
    found = Watched(seed=seed)

    def told(outcomes: Sequence[Outcome], turn: int) -> None:
        counts = found.turns.setdefault(turn, Counts())
        for each in outcomes:
            counts.said[each.kind] += 1
            if each.kind == "combat" and each.side:
                counts.attacks[each.side] += 1
                counts.modifiers[each.side] += sum(reason.value for reason in each.reasons)

    before = table.state
    real = rules.apply

    class Listening:
        def __getattr__(self, name: str) -> object:
            return getattr(rules, name)

        def apply(self, state: State, side: str, action: object) -> object:
            step = real(state, side, action)  # type: ignore[arg-type]  # the table passes on what the port takes
            told(step.outcomes, state.turn)
            return step

    table.rules = Listening()  # type: ignore[assignment]  # the same rules, overheard
    while table.step(advised):
        if table.state.turn != before.turn or table.state.phase == OVER:
            _weigh(rules, table.state, found.turns.setdefault(before.turn, Counts()))
        before = table.state
    result = rules.result(table.state)
    assert result is not None
    found.level, found.winner, found.points = result.level, result.winner or "draw", result.score
    found.actions, found.seconds = table.actions, process_time() - began
    return found


def _weigh(rules: June6, state: State, counts: Counts) -> None:
    data = rules.on(state).data
    held = dict(state.held)
    counts.points = sum(term.value for term in score(View(data=data, state=state)))
    counts.held = sum(
        held.get(where, GERMAN) == ALLIED
        for each in data.scenarios[state.scenario].objectives
        for where in each.hexes
    )
    for unit in state.board:
        kind = data.unit(unit.id)
        if ":" not in unit.where and kind.combat:
            counts.steps[kind.side] += 2 if kind.reduced is not None and not unit.reduced else 1
            counts.cut[kind.side] += unit.isolated


def table(games: Sequence[Watched]) -> str:
    """The averages, a line for each turn."""
    lines = ["turn score held  steps A/G  cut A/G  lost  surr  attacks A/G  mean modifier A/G"]
    for turn in sorted({turn for game in games for turn in game.turns}):
        rows = [game.turns[turn] for game in games if turn in game.turns]
        n = len(rows)

        def mean(values: list[int], n: int = n) -> float:
            return sum(values) / n

        def per(row: str, side: str, rows: list[Counts] = rows) -> float:
            total = sum(getattr(each, row)[side] for each in rows)
            return total / max(1, sum(each.attacks[side] for each in rows))

        lines.append(
            f"{turn:4} {mean([r.points for r in rows]):5.0f} {mean([r.held for r in rows]):4.1f}"
            f"  {mean([r.steps[ALLIED] for r in rows]):4.0f}/{mean([r.steps[GERMAN] for r in rows]):3.0f}"
            f"   {mean([r.cut[ALLIED] for r in rows]):3.1f}/{mean([r.cut[GERMAN] for r in rows]):3.1f}"
            f"  {mean([r.said['eliminated'] for r in rows]):4.1f}  {mean([r.said['surrendered'] for r in rows]):4.1f}"
            f"   {mean([r.attacks[ALLIED] for r in rows]):4.1f}/{mean([r.attacks[GERMAN] for r in rows]):4.1f}"
            f"    {per('modifiers', ALLIED):4.1f}/{per('modifiers', GERMAN):4.1f}"
        )
    return "\n".join(lines)


def main(scenario: str, games: int, seed: int = 1) -> None:
    """Print the table and the results."""
    found = [watch(scenario, seed + n) for n in range(games)]
    sys.stdout.write(table(found) + "\n")
    for each in found:
        sys.stdout.write(
            f"{each.seed}: {each.level} {each.points}, {each.actions} actions, {each.seconds:.1f} s\n"
        )
    sys.stdout.write(f"{dict(Counter(each.winner for each in found))}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *(int(each) for each in sys.argv[3:]))

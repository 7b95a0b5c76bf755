"""Random legal play of June 6 through its game port, and games that can be saved and played again."""

from __future__ import annotations

import json
import random
from pathlib import Path

from attrs import AttrsInstance, asdict, define, field

from pbem.bytes.canon import Json
from pbem.bytes.codec import kind_of
from pbem.port.game import Choice, Conceal, Disclose, Requested, Roll, Rolled, Sealed, Shown
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import State
from pbem_rules.june6.rules.ground.stacking import over
from pbem_rules.june6.rules.markers.activating import Fight
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.turns import Done

ORDERS = June6.parts.actions

CHANCE = {kind_of(cls): cls for cls in (Sealed, Requested, Rolled, Shown)}
MOST_ACTIONS = 6000


class BrokenLawError(AssertionError):
    """A law does not hold in a position."""


@define(kw_only=True)
class Game:
    """A game under way: the state, what each side has sealed, and every action so far."""

    rules: June6
    seed: int
    state: State
    scenario: str = "landings"
    vault: dict[str, tuple[Json, ...]] = field(factory=dict)
    log: list[dict[str, object]] = field(factory=list)

    @classmethod
    def start(cls, rules: June6, seed: int, scenario: str = "landings") -> Game:
        return cls(rules=rules, seed=seed, scenario=scenario, state=rules.setup(scenario, {}))

    def act(self, side: str, action: AttrsInstance) -> None:
        """Check and apply one action. Raises BrokenLawError when the game refuses it."""
        self.log.append({"by": side, **_dump(action)})
        found = self.rules.check(self.state, side, action)
        if found:
            raise BrokenLawError(f"{side}: {action} is refused: {found}")
        self.state = self.rules.apply(self.state, side, action).state

    def save(self, folder: Path) -> Path:
        """The game as a file: every action, which :func:`replay` plays again, and the position they led to."""
        path = folder / f"june6-{self.scenario}-{self.seed}.json"
        table = {
            "scenario": self.scenario,
            "seed": self.seed,
            "actions": self.log,
            "position": self.rules.dump(self.state),
        }
        path.write_text(json.dumps(table, indent=0), encoding="utf-8")
        return path


def replay(rules: June6, path: Path) -> Game:
    """A saved game played again, as far as it goes."""
    table = json.loads(path.read_text(encoding="utf-8"))
    game = Game.start(rules, table["seed"], table["scenario"])
    for entry in table["actions"]:
        side = str(entry.pop("by"))
        game.act(side, _load(entry))
    return game


def _dump(action: AttrsInstance) -> dict[str, object]:
    kind = kind_of(type(action))
    return {"k": kind, **asdict(action)} if kind in CHANCE else dict(ORDERS.dump(action))


def _load(entry: dict[str, object]) -> AttrsInstance:
    kind = str(entry["k"])
    if kind not in CHANCE:
        return ORDERS.load(entry)
    fields = {key: tuple(v) if isinstance(v, list) else v for key, v in entry.items() if key != "k"}
    return CHANCE[kind](**fields)


def step(game: Game, chance: random.Random, *, inspect: float = 0.0) -> bool:
    """Answer what is owed, at random; False when the game is over.

    ``inspect`` is the share of decisions in which every option is held against ``check``.
    """
    owed = game.rules.demands(game.state)
    if not owed:
        return False
    demand = owed[0]
    match demand:
        case Roll(why=why, dice=dice, sealed=sealed):
            if sealed and not asked(game, why):
                game.act(demand.side, Requested(why=why))
                return True
            faces = tuple(chance.randrange(die.low, die.low + die.sides) for die in dice)
            game.act(demand.side, Rolled(why=why, faces=faces))
        case Disclose(at=at, ns=ns):
            value = game.vault[at][ns[0] - 1]
            game.act(demand.side, Shown(side=demand.side, at=at, n=ns[0], value=value))
        case Conceal(at=at, kind=kind):
            order = _pick(game, chance, demand.side, (kind,), inspect)
            label, values = game.rules.conceal(game.state, order)
            assert label == at
            game.vault[at] = values
            game.act(demand.side, Sealed(side=demand.side, at=at, count=len(values)))
        case Choice(kinds=kinds):
            game.act(demand.side, _pick(game, chance, demand.side, kinds, inspect))
    return True


def asked(game: Game, why: str) -> bool:
    return any(entry["k"] == "requested" and entry["why"] == why for entry in game.log[-40:])


def _pick(
    game: Game, chance: random.Random, side: str, kinds: tuple[str, ...], inspect: float
) -> AttrsInstance:
    """One of the legal orders, found without looking at all of them when this is no decision to be inspected."""
    every = options_of(game, side) if chance.random() < inspect else []
    for order in (Fight(), Done()) if chance.random() < 0.3 else ():
        if ORDERS.kind(order) in kinds and not game.rules.check(game.state, side, order):
            return order
    fit = [each for each in every or game.rules.options(game.state, side) if ORDERS.kind(each) in kinds]
    if not fit:
        raise BrokenLawError(f"{side} owes {kinds} and has no legal order")
    moves = [each for each in fit if isinstance(each, Move | Strategic | Rally)]
    attacks = [each for each in fit if ORDERS.kind(each) == "attack"]
    favoured = attacks or moves
    return chance.choice(favoured if favoured and chance.random() < 0.7 else fit)


def options_of(game: Game, side: str) -> list[AttrsInstance]:
    """Every option of a side, each held against ``check``. Raises BrokenLawError."""
    every = list(game.rules.options(game.state, side))
    for order in every:
        found = game.rules.check(game.state, side, order)
        if found:
            raise BrokenLawError(f"{side}: the option {order} is refused: {found}")
    return every


def inspected(game: Game) -> None:
    """Every option of both sides, held against ``check``."""
    for side in game.rules.sides:
        options_of(game, side)


def laws(game: Game) -> None:
    """What holds in every position. Raises BrokenLawError."""
    rules, state = game.rules, game.state
    data = rules.data
    for where in state.board.places():
        names = state.board.at(where)
        sides = {data.unit(name).side for name in names}
        if len(sides) > 1:
            raise BrokenLawError(f"both sides stand in {where}: {names}")
        if ":" not in where and where not in data.ground.terrain:
            raise BrokenLawError(f"{names} stand in {where}, which is no land hex")
    for unit in state.board:
        if unit.id in state.lost:
            raise BrokenLawError(f"{unit.id} is lost and on the board")
        if unit.reduced and data.unit(unit.id).reduced is None:
            raise BrokenLawError(f"{unit.id} is reduced and has no back")
        if unit.disorder not in (0, 1, 2):
            raise BrokenLawError(f"{unit.id} has Disorder {unit.disorder}")
    if not state.frames:
        for where in state.board.places():
            broken = over(data, state, where)
            if broken:
                raise BrokenLawError(f"{broken}")
    if rules.load(rules.dump(state)) != state:
        raise BrokenLawError("the state is not what its dump says")

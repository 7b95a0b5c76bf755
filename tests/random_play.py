"""Random legal play of any game through its port, the laws that hold in every position, and games kept as files.

Every decision is one of the orders that the game lists, drawn by a seeded generator; dice, decks and secrets are those
of :mod:`pbem.games.driver`. What a game draws from and the laws of its own are a subclass ``Game`` in
``tests/GAME/random_play.py``.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import ClassVar, Generic, Self, TypeVar

from attrs import AttrsInstance, asdict, define, field, frozen

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.codec import kind_of
from pbem.bytes.errors import IllegalOrder
from pbem.bytes.values import evolve
from pbem.games import registry
from pbem.games.driver import Driven, Seeded, kinds
from pbem.games.hand import wrong_card
from pbem.port.game import Choice, Conceal, Dealt, Masked, Requested, Rolled, Ruleset, Sealed, Shown, Table

S = TypeVar("S")
MOST_ORDERS = 400
MOST_ACTIONS = 100_000
_TOLD = {kind_of(cls): cls for cls in (Dealt, Masked, Requested, Rolled, Sealed, Shown)}


class BrokenLawError(AssertionError):
    """A law does not hold in a position."""


@frozen(kw_only=True, slots=False)
class _Written(Driven[S]):
    """A drive that writes down every action with its side."""

    log: list[tuple[str, AttrsInstance | Table]] = field(factory=list, eq=False)

    def _after(self, side: str, action: AttrsInstance | Table) -> Driven[S]:
        self.log.append((side, action))
        return super()._after(side, action)


@define(kw_only=True)
class Game(Generic[S]):
    """A game under way. ``inspect`` is the share of decisions in which every option is held against ``check``."""

    rules: Ruleset[S]
    now: _Written[S]
    chance: Seeded
    scenario: str = ""
    seed: int | str = 0
    options: Mapping[str, Json] = field(factory=dict)
    inspect: float = 0.0
    known: frozenset[str] = frozenset()
    _seen: set[tuple[str, bytes]] = field(factory=set, init=False)
    variants: ClassVar[tuple[Mapping[str, Json], ...]] = ({},)
    """Options that games are played with by turns."""

    @classmethod
    def start(cls, rules, scenario, seed, options=None, **rest):
        """A game from its beginning; the same seed gives the same game."""
        given = options or {}
        state = rules.setup(scenario, dict(given))
        return cls.at(rules, state, seed, scenario=scenario, options=given, **rest)

    @classmethod
    def at(cls, rules: Ruleset[S], state: S, seed: int | str, **rest: object) -> Self:
        """A game from any position; one that began elsewhere than a scenario cannot be kept."""
        chance = Seeded(Random(seed))
        return cls(rules=rules, now=_Written(rules=rules, state=state), chance=chance, seed=seed, **rest)

    @property
    def state(self) -> S:
        """The position."""
        return self.now.state

    @state.setter
    def state(self, state: S) -> None:
        self.now = evolve(self.now, state=state)

    @property
    def draw(self) -> Random:
        """Where decisions and dice come from."""
        return self.chance.source

    @property
    def log(self) -> list[tuple[str, AttrsInstance | Table]]:
        """Every action so far, with its side."""
        return self.now.log

    def step(self) -> bool:
        """Answer what is owed, at random; False when the game is over."""
        due = self.now.due
        if due is None:
            return False
        if not isinstance(due, Choice | Conceal):
            following = self.now.followed(self.chance)
            if following is None:
                raise BrokenLawError(f"nobody can answer {due}")
            self.now = following
            self._seen.clear()
            return True
        order = self.pick(due)
        if self.rules.actions.kind(order) not in kinds(due):
            raise BrokenLawError(f"{order} is listed and does not answer {due}")
        self._seen.add(self._position(due.side))
        try:
            self.now = self.now.given(order, self.chance)
        except IllegalOrder as error:
            raise BrokenLawError(f"{order} is listed and refused: {error.message}") from error
        if isinstance(due, Choice) and self._position(due.side) in self._seen:
            raise BrokenLawError(f"{order} brings back a position that this side has had in its turn")
        return True

    def _position(self, side: str) -> tuple[str, bytes]:
        return side, sha256(self.rules.write(self.state)).digest()

    def pick(self, due: Choice | Conceal) -> AttrsInstance:
        """One of the orders that the game lists."""
        if self.inspect and self.draw.random() < self.inspect:
            self.inspected(due.side)
        return self.draw.choice(self.listed(due))

    def listed(self, due: Choice | Conceal, most: int = MOST_ORDERS) -> Sequence[AttrsInstance]:
        """The first orders of the list that the side's own cards allow. Raises BrokenLawError when there is none."""
        hand = self.now.cards.hand(due.side)
        every = self.rules.options(self.state, due.side)
        fit = (each for each in every if not wrong_card(self.rules, self.state, due.side, each, hand))
        found = list(islice(fit, most))
        if not found:
            raise BrokenLawError(f"{due} is owed, and nothing is legal")
        return found

    def inspected(self, side: str) -> None:
        """Every option of a side, held against ``check``."""
        for order in self.rules.options(self.state, side):
            if broken := tuple(self.rules.check(self.state, side, order)):
                raise BrokenLawError(f"{side}: the option {order} is refused: {broken}")

    def everybody(self) -> frozenset[str]:
        """Every unit that there is word of, and that may not be forgotten."""
        return frozenset()

    def laws(self) -> None:
        """What holds in every position. Raises BrokenLawError."""
        everybody = self.everybody()
        if gone := self.known - everybody:
            raise BrokenLawError(f"{sorted(gone)} are nowhere")
        self.known = everybody

    def dear_laws(self) -> None:
        """What takes milliseconds to look at: the state is what its dump says, written the same both ways, and drawn."""
        rules, state = self.rules, self.state
        dumped = rules.dump(state)
        if rules.load(dumped) != state:
            raise BrokenLawError("the state is not what its dump says")
        if rules.write(state) != encode_value(dumped):
            raise BrokenLawError("the quick way of writing a state gives other bytes than its dump")
        for side in (*rules.sides, None):
            rules.scene(state, side)

    def play(self, every: int = 25, stop: int = 0) -> str:
        """The game to its end, or ``stop`` actions, under every law; its result. Raises BrokenLawError."""
        while self.step():
            self.laws()
            if len(self.log) % every == 0:
                self.dear_laws()
            if len(self.log) == stop:
                return "under way"
            if len(self.log) > MOST_ACTIONS:
                raise BrokenLawError("the game goes on without end")
        self.dear_laws()
        result = self.rules.result(self.state)
        if result is None:
            raise BrokenLawError("nobody owes anything and there is no result")
        return result.level

    def save(self, folder: Path) -> Path:
        """The game as a file, which :func:`replay` plays again."""
        name = self.rules.name
        path = folder / f"{name}-{self.scenario}-{self.seed}.json"
        table = {
            "game": name,
            "scenario": self.scenario,
            "options": dict(self.options),
            "actions": [{"by": side, **self._dump(action)} for side, action in self.log],
        }
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(table, indent=0) + "\n", encoding="utf-8")
        return path

    def _dump(self, action: AttrsInstance | Table) -> dict[str, object]:
        kind = kind_of(type(action))
        return {"k": kind, **asdict(action)} if kind in _TOLD else dict(self.rules.actions.dump(action))


def of(name: str) -> type[Game[object]]:
    """How a game is played at random."""
    found: type[Game[object]] = import_module(f"tests.{name}.random_play").Game
    return found


def replay(path: Path) -> Game[object]:
    """A kept game played again, as far as it goes. Raises IllegalOrder for an action that is refused now."""
    table = json.loads(path.read_text(encoding="utf-8"))
    rules = registry.load(table["game"]).rules
    game = of(table["game"]).start(rules, table["scenario"], "replay", table["options"])
    for entry in table["actions"]:
        side, kind = str(entry.pop("by")), str(entry["k"])
        game.now = game.now.told(side, _told(entry) if kind in _TOLD else rules.actions.load(entry))
    return game


def _told(entry: Mapping[str, object]) -> AttrsInstance:
    fields = {
        name: tuple(value) if isinstance(value, list) and name != "value" else value
        for name, value in entry.items()
        if name != "k"
    }
    return _TOLD[str(entry["k"])](**fields)

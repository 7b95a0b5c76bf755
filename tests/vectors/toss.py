"""The rules of toss, the invented game of the specifications and of the vectors: nothing but the steps of its script.

Players call numbers, bet on them in secret, tell them under a roll, and play cards; nobody wins. It is small so that
every entry that the protocol knows stands in a log that a person can read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import AttrsInstance, evolve, frozen
from toss_script import DICE, SCRIPTS
from toss_script import Step as Row

from pbem.bytes.canon import Json, digest, encode_value
from pbem.bytes.codec import Codec
from pbem.bytes.errors import DataError, UsageError, Violation
from pbem.games import registry
from pbem.port.game import (
    Choice,
    Conceal,
    Deal,
    Dealt,
    Demand,
    Die,
    Disclose,
    Mask,
    Masked,
    Moment,
    Outcome,
    Requested,
    Result,
    Roll,
    Rolled,
    Sealed,
    Secrets,
    Shown,
    Shuffle,
    Step,
    Table,
    in_order,
)
from pbem.port.rulebook import Rulebook
from pbem.port.scene import Ground, Scene

DECK = "pack"


@frozen(kw_only=True)
class Call:
    """Calls a number in the open."""

    number: int


@frozen(kw_only=True)
class Skip:
    """Calls none."""


@frozen(kw_only=True)
class Tell:
    """Names a number under a roll."""

    number: int


@frozen(kw_only=True)
class Bet:
    """Secret: numbers that are sealed."""

    numbers: tuple[int, ...]


@frozen(kw_only=True)
class Play:
    """Plays the card in a slot of the own hand."""

    slot: int


ORDERS = Codec((Call, Skip, Tell, Bet, Play))


@frozen(kw_only=True)
class State:
    """The scenario, the step of its script, the faces so far, and what has been called, told and shown."""

    scenario: str
    step: int = 0
    faces: tuple[int, ...] = ()
    told: tuple[Json, ...] = ()

    @property
    def row(self) -> Row:
        """What the game waits for."""
        rows = SCRIPTS[self.scenario]
        return rows[self.step] if self.step < len(rows) else ("over", "")


def _roll(row: Row) -> Roll:
    why = str(row[2])
    dice = tuple(Die(sides=sides, low=low) for sides, low in DICE[why])
    return Roll(side=str(row[1]), why=why, dice=dice, sealed=row[0] != "open")


class Toss:
    name = "toss"
    title = "Toss"
    sides = ("heads", "tails")
    scenarios = tuple(SCRIPTS)
    book = Rulebook("toss")
    actions = ORDERS
    secret = frozenset({"bet"})

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        if scenario not in SCRIPTS:
            raise DataError("no-scenario", "toss has no such scenario.")
        return State(scenario=scenario)

    def setup_digest(self, scenario: str) -> str:
        return digest(self.dump(self.setup(scenario, {})))

    def demands(self, state: State) -> tuple[Demand, ...]:
        row, side = state.row, str(state.row[1])
        match row:
            case ("choice", _):
                return (Choice(side=side, kinds=("call", "skip"), why="a number"),)
            case ("under", _, str(kind)):
                return (Choice(side=side, kinds=(kind,), why="a number"),)
            case ("play", _):
                return (Choice(side=side, kinds=("play",), why="a card"),)
            case ("seal", _, str(at), _):
                return (Conceal(side=side, kind="bet", at=at, why="bet"),)
            case ("ask" | "open" | "fall", *_):
                return (_roll(row),)
            case ("disclose", _, str(at), int(n)):
                return (Disclose(side=side, at=at, ns=(n,)), _roll(SCRIPTS[state.scenario][state.step + 1]))
            case ("picked", _, str(at)):
                return (Disclose(side=side, at=at, ns=(state.faces[-1],)),)
            case ("mask", _, tuple(cards), tuple(slots)):
                return (Mask(side=side, deck=DECK, cards=cards, slots=slots, why="deck"),)
            case ("deal", _, str(to), tuple(slots)):
                return (Deal(side=side, deck=DECK, to=to, slots=slots, why="deal"),)
            case ("card", _):
                return (Disclose(side=side, at=DECK, ns=(int(str(state.told[-1])),), why="play"),)
        return ()

    def check(self, state: State, side: str, action: AttrsInstance | Table) -> Sequence[Violation]:
        kind, where = str(state.row[0]), {Call: "choice", Skip: "choice", Tell: "under", Play: "play"}
        match action:
            case Call(number=number) | Tell(number=number) if not 1 <= number <= 9:
                return [Violation(paragraph="1.1", message="a number is 1 to 9", subject=str(number))]
            case Play(slot=slot) if not 1 <= slot <= 5:
                return [Violation(paragraph="2.1", message="a slot is 1 to 5", subject=str(slot))]
            case Call() | Skip() | Tell() | Play() if kind != where[type(action)] or side != state.row[1]:
                return [Violation(paragraph="1.2", message="that is not due")]
            case Bet(numbers=numbers) if not all(1 <= number <= 9 for number in numbers):
                return [Violation(paragraph="1.1", message="a number is 1 to 9")]
            case Sealed(count=count) if count != state.row[3]:
                return [Violation(paragraph="1.3", message="not that many numbers")]
            case Shown(at=at, value=value) if at != DECK and value not in range(1, 10):
                return [Violation(paragraph="1.1", message="a number is 1 to 9")]
        return []

    def apply(self, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
        after = evolve(state, step=state.step + 1)
        told: tuple[Json, ...] = ()
        match action:
            case Call(number=number) | Tell(number=number) | Play(slot=number):
                told = (number,)
            case Shown(value=value):
                told = (value,)
            case Rolled(faces=faces):
                return Step(
                    state=evolve(after, faces=(*state.faces, *faces)),
                    outcomes=(Outcome(kind="fell", text="The dice fall.", faces=faces),),
                )
            case Sealed() | Requested() | Masked() | Dealt() | Skip():
                pass
        return Step(state=evolve(after, told=(*state.told, *told)))

    def options(self, state: State, side: str) -> Iterator[AttrsInstance]:
        found: list[AttrsInstance] = [*(Call(number=n) for n in range(1, 10)), Skip()]
        found += [*(Tell(number=n) for n in range(1, 10)), *(Play(slot=n) for n in range(1, 6))]
        return (each for each in found if not self.check(state, side, each))

    def complete(self, state: State, side: str, action: AttrsInstance) -> AttrsInstance:
        return action

    def conceal(
        self, state: State, action: AttrsInstance, shuffle: Shuffle = in_order
    ) -> tuple[str, tuple[Json, ...]]:
        assert isinstance(action, Bet)
        return str(state.row[2]), action.numbers

    def advise(self, state: State, side: str, secrets: Secrets, salt: int) -> AttrsInstance:
        if state.row[0] == "seal":
            return Bet(numbers=tuple(range(1, int(str(state.row[3])) + 1)))
        if state.row[0] == "play":
            return Play(slot=min(secrets.hand[DECK]))
        return next(self.options(state, side))

    def moment(self, state: State) -> Moment:
        return Moment(turn=1, turn_name="the only turn", phase=str(state.row[0]))

    def result(self, state: State) -> Result | None:
        return Result(winner=None, level="over", score=0) if state.row[0] == "over" else None

    def scene(self, state: State, side: str | None, *, recent: object = ()) -> Scene:
        return Scene(ground=Ground(width=1, height=1, cells=(), strokes=(), spots=()), piles=())

    def dump(self, state: State) -> Json:
        # The example of the specifications is shorter without the step, which follows from the rest there.
        step: dict[str, Json] = {} if state.scenario == "twice" else {"step": state.step}
        return {"faces": [*state.faces], "told": [*state.told], **step}

    def write(self, state: State) -> bytes:
        return encode_value(self.dump(state))

    def load(self, value: Json) -> State:
        """Only the scenario "rounds" ever goes on under another version."""
        match value:
            case {"faces": list(faces), "step": int(step), "told": list(told)}:
                numbers = tuple(int(str(face)) for face in faces)
                return State(scenario="rounds", step=step, faces=numbers, told=tuple(told))
        raise DataError("no-state", "that is no state of toss.")

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        return self.setup(scenario, {})

    def facts(self, state: State) -> Mapping[str, Json]:
        return {"step": state.step}

    def show(self, name: str) -> str:
        return name

    def provenance(self) -> Mapping[str, int]:
        return {}


def version(number: str, rules: str, data: str) -> registry.Game:
    """Toss under a version of its rules and data, by their digests."""
    info = registry.GameInfo(
        name="toss", title="Toss", edition="none", version=number, players="2", scenarios=Toss.scenarios,
        digest=rules, package="toss",
    )  # fmt: skip
    return registry.Game(info=info, rules=Toss(), data_digest=data, tables={})


RULES, DATA = digest("the rules of toss"), digest({})
GAME, SECOND = version("1", RULES, DATA), version("2", "a2" * 32, DATA)
OTHER_DATA = version("1", RULES, "da" * 32)


def find(name: str, rules: str, data: str) -> registry.Game:
    """The versions that are installed."""
    for each in (GAME, SECOND, OTHER_DATA):
        if (name, rules, data) == (each.info.name, each.info.digest, each.data_digest):
            return each
    raise UsageError("unknown-version", f"ruleset {rules[:12]} is not installed.", hint="Install it.")


def load(name: str, pack: object = None) -> registry.Game:
    """The registry's way to the game, in tests that know no other."""
    if name != "toss":
        raise UsageError("unknown-game", f"there is no game called {name!r} here.", hint="Installed: toss.")
    return GAME


def info(name: str) -> registry.GameInfo:
    """The same for what is said of it."""
    return load(name).info

"""A game of three rounds with everything the protocol knows: choices, secrets, a cup, open and sealed rolls.

Each round red steps and seals a mode, blue guards under the sealed roll, and then a marker is drawn from both sides'
sealed lists with an open roll. The higher sum wins.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import AttrsInstance, evolve, frozen

from pbem.bytes.canon import Json, digest, encode_value
from pbem.bytes.codec import Codec
from pbem.bytes.errors import DataError, Violation
from pbem.games import registry
from pbem.port.game import (
    Choice,
    Conceal,
    Demand,
    Die,
    Disclose,
    Moment,
    Outcome,
    Requested,
    Result,
    Roll,
    Rolled,
    Sealed,
    Secrets,
    Shown,
    Step,
    Table,
    in_order,
)
from pbem.port.rulebook import Rulebook
from pbem.port.scene import Ground, Scene


@frozen(kw_only=True)
class Pick:
    """Secret: the two markers a side puts in the cup."""

    markers: tuple[str, ...]


@frozen(kw_only=True)
class Go:
    """Red steps one to three spaces."""

    to: int


@frozen(kw_only=True)
class Mode:
    """Secret: red's mode."""

    mode: str


@frozen(kw_only=True)
class Guard:
    """Blue's answer."""

    guard: str


ORDERS = Codec((Pick, Go, Mode, Guard))
MARKERS = ("bold", "calm", "wild")


@frozen(kw_only=True)
class State:
    round: int = 1
    stage: str = "pick-red"
    picked: tuple[str, ...] = ()
    left: tuple[tuple[str, int], ...] = (("red", 1), ("red", 2), ("blue", 1), ("blue", 2))
    drawn: tuple[str, int] | None = None
    place: int = 0
    score: int = 0
    log: tuple[str, ...] = ()


class Tiny:
    name = "tiny"
    title = "Tiny"
    sides = ("red", "blue")
    scenarios = ("only",)
    book = Rulebook("tiny")
    actions = ORDERS
    secret = frozenset({"pick", "mode"})

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        if scenario != "only" or options:
            raise DataError("no-scenario", "tiny has one scenario and no options.")
        return State()

    def setup_digest(self, scenario: str) -> str:
        return digest(self.dump(self.setup(scenario, {})))

    def demands(self, state: State) -> tuple[Demand, ...]:
        n = state.round
        match state.stage:
            case "pick-red" | "pick-blue":
                side = state.stage.removeprefix("pick-")
                return (Conceal(side=side, kind="pick", at=f"cup/{side}", why="cup"),)
            case "go":
                return (Choice(side="red", kinds=("go",), why="step"),)
            case "mode":
                return (Conceal(side="red", kind="mode", at=f"mode/{n}", why="mode"),)
            case "ask":
                return (Roll(side="red", why=f"fight/{n}", dice=(Die(sides=6), Die(sides=6)), sealed=True),)
            case "guard":
                return (Choice(side="blue", kinds=("guard",), why="guard"),)
            case "fight":
                roll = Roll(side="red", why=f"fight/{n}", dice=(Die(sides=6), Die(sides=6)), sealed=True)
                if any(each.startswith(f"mode/{n}=") for each in state.log):
                    return (roll,)
                return (Disclose(side="red", at=f"mode/{n}", ns=(1,)), roll)
            case "draw":
                return (Roll(side="blue", why=f"draw/{n}", dice=(Die(sides=len(state.left), low=0),)),)
            case "open":
                assert state.drawn is not None
                side, slot = state.drawn
                return (Disclose(side=side, at=f"cup/{side}", ns=(slot,)),)
        return ()

    def check(self, state: State, side: str, action: AttrsInstance | Table) -> Sequence[Violation]:
        match action:
            case Go(to=to) if not 1 <= to <= 3:
                return [Violation(paragraph="1.1", message="a step is one to three spaces", subject=str(to))]
            case Go() if state.stage != "go" or side != "red":
                return [Violation(paragraph="1.2", message="red steps at the start of a round")]
            case Guard(guard=guard) if guard not in ("stand", "run"):
                return [Violation(paragraph="1.3", message="a guard stands or runs", subject=guard)]
            case Guard() if state.stage != "guard" or side != "blue":
                return [Violation(paragraph="1.4", message="blue guards under a roll")]
            case Mode(mode=mode) if mode not in ("hit", "feint"):
                return [Violation(paragraph="1.5", message="a mode is hit or feint", subject=mode)]
            case Pick(markers=markers) if len(markers) != 2 or set(markers) - set(MARKERS):
                return [Violation(paragraph="1.6", message="two markers out of bold, calm, wild")]
            case Sealed(at=at, count=count) if count != (1 if at.startswith("mode") else 2):
                return [Violation(paragraph="1.6", message="that many values cannot be")]
            case Shown(at=at, value=value) if at.startswith("cup") and value not in MARKERS:
                return [Violation(paragraph="1.6", message="there is no such marker", subject=str(value))]
            case Shown(at=at, value=value) if at.startswith("mode") and value not in ("hit", "feint"):
                return [Violation(paragraph="1.5", message="there is no such mode", subject=str(value))]
        return []

    def apply(self, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
        match action:
            case Sealed(at=at):
                stage = {"cup/red": "pick-blue", "cup/blue": "go"}.get(at, "ask")
                return Step(state=evolve(state, stage=stage))
            case Go(to=to):
                told = Outcome(kind="moved", text=f"Red steps {to}.", paragraph="1.1", side="red")
                return Step(state=evolve(state, place=state.place + to, stage="mode"), outcomes=(told,))
            case Requested():
                return Step(state=evolve(state, stage="guard"))
            case Guard(guard=guard):
                return Step(
                    state=evolve(state, log=(*state.log, f"guard/{state.round}={guard}"), stage="fight")
                )
            case Shown(at=at, value=value) if at.startswith("mode"):
                return Step(state=evolve(state, log=(*state.log, f"{at}={value}")))
            case Rolled(why=why, faces=faces) if why.startswith("fight"):
                told = Outcome(kind="combat", text="A fight.", faces=faces, total=sum(faces))
                return Step(
                    state=evolve(state, score=state.score + sum(faces), stage="draw"), outcomes=(told,)
                )
            case Rolled(faces=faces):
                return Step(state=evolve(state, drawn=state.left[faces[0]], stage="open"))
            case Shown(value=value):
                left = tuple(each for each in state.left if each != state.drawn)
                over = state.round == 3
                after = evolve(state, left=left, drawn=None, log=(*state.log, f"drawn={value}"))
                told = Outcome(kind="drawn", text=f"{value} is drawn.")
                if over:
                    return Step(state=evolve(after, stage="over"), outcomes=(told,))
                return Step(state=evolve(after, round=state.round + 1, stage="go"), outcomes=(told,))
        raise AssertionError(action)

    def options(self, state: State, side: str) -> Iterator[AttrsInstance]:
        everything: tuple[AttrsInstance, ...] = (
            *(Go(to=to) for to in (1, 2, 3)),
            *(Guard(guard=guard) for guard in ("stand", "run")),
            *(Mode(mode=mode) for mode in ("hit", "feint")),
            *(Pick(markers=(a, b)) for a in MARKERS for b in MARKERS),
        )
        kinds = {
            kind
            for d in self.demands(state)[:1]
            if d.side == side and isinstance(d, Choice | Conceal)
            for kind in (d.kinds if isinstance(d, Choice) else (d.kind,))
        }
        return (a for a in everything if ORDERS.kind(a) in kinds and not self.check(state, side, a))

    def complete(self, state: State, side: str, action: AttrsInstance) -> AttrsInstance:
        return action

    def conceal(self, state, action, shuffle=in_order):
        if isinstance(action, Pick):
            return f"cup/{state.stage.removeprefix('pick-')}", shuffle(action.markers)
        return f"mode/{state.round}", (action.mode,)

    def advise(self, state: State, side: str, secrets: Secrets, salt: int) -> AttrsInstance:
        found = list(self.options(state, side))
        return found[salt % len(found)]

    def moment(self, state: State) -> Moment:
        return Moment(turn=state.round, turn_name=f"round {state.round}", phase=state.stage)

    def result(self, state: State) -> Result | None:
        if state.stage != "over":
            return None
        winner = "red" if state.score > 21 else "blue"
        return Result(winner=winner, level=f"{winner} wins", score=state.score)

    def scene(self, state: State, side: str | None, *, recent: object = ()) -> Scene:
        return Scene(ground=Ground(width=1, height=1, cells=(), strokes=(), spots=()), piles=())

    def dump(self, state: State) -> Json:
        drawn: dict[str, Json] = (
            {} if state.drawn is None else {"drawn": f"{state.drawn[0]}/{state.drawn[1]}"}
        )
        return {
            **drawn, "round": state.round, "stage": state.stage, "place": state.place, "score": state.score,
            "log": list(state.log), "left": [f"{side}/{slot}" for side, slot in state.left],
        }  # fmt: skip

    def write(self, state: State) -> bytes:
        return encode_value(self.dump(state))

    def load(self, value: Json) -> State:
        match value:
            case {"round": int(n), "stage": str(stage), "place": int(place), "score": int(score)}:
                texts = {key: [str(each) for each in _list(value.get(key))] for key in ("log", "left")}
                drawn = value.get("drawn")
                return State(
                    round=n, stage=stage, place=place, score=score, log=tuple(texts["log"]),
                    left=tuple(_slot(text) for text in texts["left"]),
                    drawn=_slot(drawn) if isinstance(drawn, str) else None,
                )  # fmt: skip
        raise DataError("no-state", "that is no state of tiny.")

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        return State(stage=str(position.get("stage", "go")))

    def facts(self, state: State) -> Mapping[str, Json]:
        return {"place": state.place, "score": state.score, "stage": state.stage}

    def show(self, name: str) -> str:
        return name

    def provenance(self) -> Mapping[str, int]:
        return {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _slot(text: str) -> tuple[str, int]:
    side, _, slot = text.partition("/")
    return side, int(slot)


INFO = registry.GameInfo(
    name="tiny", title="Tiny", edition="none", version="1", players="2", scenarios=("only",), digest="ab" * 32,
    package="tests.protocol.tiny",
)  # fmt: skip
GAME = registry.Game(info=INFO, rules=Tiny(), data_digest="cd" * 32, tables={})

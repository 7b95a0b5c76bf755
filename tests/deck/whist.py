"""A card game of four rounds with everything a shared deck can do: hands, plays, cards under a sealed roll, reshuffles.

Both sides draw two cards. Each round red plays a card in the open; then red asks for a roll, and blue may play a card
before the die is known. Whoever has played draws again; what has been played is mixed with the stock before the last round.
The card called "storm" may only be played by blue. The higher sum wins.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import AttrsInstance, asdict, evolve, frozen

from pbem.bytes.canon import Json, digest, encode_value
from pbem.bytes.codec import Codec
from pbem.bytes.errors import DataError, Violation
from pbem.games import registry
from pbem.port.game import (
    Choice,
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
    Secrets,
    Shown,
    Step,
    Table,
    in_order,
)
from pbem.port.rulebook import Rulebook
from pbem.port.scene import Ground, Scene

CARDS = ("one", "two", "two", "three", "four", "five", "six", "storm")
WORTH = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "storm": 9}
PACK = "pack"


@frozen(kw_only=True)
class Play:
    """Plays the card in a slot of the own hand."""

    slot: int


@frozen(kw_only=True)
class Pass:
    """Plays none."""


ORDERS = Codec((Play, Pass))


@frozen(kw_only=True)
class State:
    """``red`` and ``blue`` are the slots in the hands, ``played`` those shown, ``pile`` the stock in drawing order."""

    round: int = 1
    stage: str = "mask-red"
    red: tuple[int, ...] = ()
    blue: tuple[int, ...] = ()
    pile: tuple[int, ...] = tuple(range(1, len(CARDS) + 1))
    played: tuple[int, ...] = ()
    slot: int = 0
    score: tuple[int, int] = (0, 0)
    told: tuple[str, ...] = ()


def draws(state: State) -> tuple[Demand, ...]:
    """Who is short of two cards, and from which slots he gets them."""
    found: list[Demand] = []
    pile = state.pile
    for to, giver in (("red", "blue"), ("blue", "red")):
        count = min(2 - len(state.red if to == "red" else state.blue), len(pile))
        if count > 0:
            found.append(Deal(side=giver, deck=PACK, to=to, slots=pile[:count], why="draw", paragraph="2.2"))
            pile = pile[count:]
    return tuple(found)


class Whist:
    name = "whist"
    title = "Whist"
    sides = ("red", "blue")
    scenarios = ("only",)
    book = Rulebook("whist")
    actions = ORDERS
    secret: frozenset[str] = frozenset()

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        if scenario != "only" or options:
            raise DataError("no-scenario", "whist has one scenario and no options.")
        return State()

    def setup_digest(self, scenario: str) -> str:
        return digest(self.dump(self.setup(scenario, {})))

    def demands(self, state: State) -> tuple[Demand, ...]:
        side = "red" if state.stage.endswith("red") else "blue"
        roll = Roll(side="red", why=f"fight/{state.round}", dice=(Die(sides=6),), sealed=True)
        show = Disclose(side=side, at=PACK, ns=(state.slot,), why="play", paragraph="3.1")
        match state.stage.split("-")[0]:
            case "mask":
                return (Mask(side=side, deck=PACK, cards=CARDS, why="deck", paragraph="2.1"),)
            case "mix":
                slots = (*state.played, *state.pile)
                return (Mask(side=side, deck=PACK, slots=slots, why="mix", paragraph="2.3"),)
            case "draw":
                return draws(state)
            case "play":
                return (Choice(side=side, kinds=("play", "pass"), why="a card"),)
            case "show" if side == "red":
                return (show,)
            case "show":
                return (show, roll)
            case "react":
                return (Choice(side="blue", kinds=("play", "pass"), why="a card"), roll)
            case "ask" | "roll":
                return (roll,)
        return ()

    def check(self, state: State, side: str, action: AttrsInstance | Table) -> Sequence[Violation]:
        match action:
            case Play(slot=slot) if slot not in (state.red if side == "red" else state.blue):
                return [Violation(paragraph="3.1", message="not a slot of that hand", subject=str(slot))]
            case Play() | Pass() if state.stage not in ("play-red", "react-blue"):
                return [Violation(paragraph="3.2", message="no card is due")]
            case Shown(side="red", value="storm"):
                return [Violation(paragraph="3.3", message="only blue plays the storm", subject="storm")]
        return []

    def apply(self, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
        match action:
            case Masked(side="red"):
                return Step(state=evolve(state, stage=state.stage.replace("red", "blue")))
            case Masked():
                if state.stage.startswith("mix"):
                    state = evolve(state, pile=tuple(sorted((*state.played, *state.pile))), played=())
                return Step(state=self._drawing(state))
            case Dealt(to=to, slots=slots):
                pile = tuple(n for n in state.pile if n not in slots)
                hand = (*(state.red if to == "red" else state.blue), *slots)
                state = evolve(
                    evolve(state, red=hand) if to == "red" else evolve(state, blue=hand), pile=pile
                )
                return Step(state=self._drawing(state))
            case Play(slot=slot):
                return Step(state=evolve(state, slot=slot, stage=f"show-{side}"))
            case Pass():
                return Step(state=evolve(state, stage="ask" if side == "red" else "roll"))
            case Shown(n=n, value=value):
                return self._shown(state, side, n, str(value))
            case Requested():
                return Step(state=evolve(state, stage="react-blue"))
            case Rolled(faces=faces):
                return self._rolled(state, faces[0])
        raise AssertionError(action)

    def _drawing(self, state: State) -> State:
        return evolve(state, stage="draw" if draws(state) else "play-red")

    def _shown(self, state: State, side: str, n: int, name: str) -> Step[State]:
        red, blue = state.score
        score = (red + WORTH[name], blue) if side == "red" else (red, blue + WORTH[name])
        after = evolve(
            state, score=score, played=(*state.played, n), red=tuple(each for each in state.red if each != n),
            blue=tuple(each for each in state.blue if each != n), told=(*state.told, f"{side} {name}"),
            stage="ask" if side == "red" else "roll",
        )  # fmt: skip
        return Step(state=after, outcomes=(Outcome(kind="played", text=f"{side} plays {name}.", side=side),))

    def _rolled(self, state: State, face: int) -> Step[State]:
        after = evolve(state, score=(state.score[0] + face, state.score[1]), round=state.round + 1)
        told = (Outcome(kind="rolled", text="A die.", faces=(face,)),)
        if after.round > 4:
            return Step(state=evolve(after, stage="over"), outcomes=told)
        if after.round == 4 and after.played:
            return Step(state=evolve(after, stage="mix-red"), outcomes=told)
        return Step(state=self._drawing(after), outcomes=told)

    def options(self, state: State, side: str) -> Iterator[AttrsInstance]:
        found = [*(Play(slot=n) for n in range(1, len(CARDS) + 1)), Pass()]
        return (each for each in found if not self.check(state, side, each))

    def complete(self, state: State, side: str, action: AttrsInstance) -> AttrsInstance:
        return action

    def conceal(self, state, action, shuffle=in_order):
        raise AssertionError("whist has no secret orders")

    def advise(self, state: State, side: str, secrets: Secrets, salt: int) -> AttrsInstance:
        hand = secrets.hand[PACK]
        legal = [n for n, name in sorted(hand.items()) if side == "blue" or name != "storm"]
        return Play(slot=legal[salt % len(legal)]) if legal and (salt + state.round) % 4 else Pass()

    def moment(self, state: State) -> Moment:
        return Moment(turn=state.round, turn_name=f"round {state.round}", phase=state.stage)

    def result(self, state: State) -> Result | None:
        if state.stage != "over":
            return None
        lead = state.score[0] - state.score[1]
        return Result(winner="red" if lead > 0 else "blue", level="more", score=lead)

    def scene(self, state: State, side: str | None, *, recent: object = ()) -> Scene:
        return Scene(ground=Ground(width=1, height=1, cells=(), strokes=(), spots=()), piles=())

    def dump(self, state: State) -> Json:
        fields: dict[str, Json] = asdict(
            state, value_serializer=lambda _, __, v: list(v) if isinstance(v, tuple) else v
        )
        return fields

    def write(self, state: State) -> bytes:
        return encode_value(self.dump(state))

    def load(self, value: Json) -> State:
        raise DataError("no", "whist states are not loaded.")

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        if position.get("stage") == "mask-red":
            return State()
        return State(stage="play-red", red=(1, 2), blue=(3, 4), pile=(5, 6, 7, 8))

    def facts(self, state: State) -> Mapping[str, Json]:
        return {"score": list(state.score), "stage": state.stage, "told": list(state.told)}

    def show(self, name: str) -> str:
        return name

    def provenance(self) -> Mapping[str, int]:
        return {}


INFO = registry.GameInfo(
    name="whist", title="Whist", edition="none", version="1", players="2", scenarios=("only",), digest="ab" * 32,
    package="tests.deck.whist",
)  # fmt: skip
GAME = registry.Game(info=INFO, rules=Whist(), data_digest="cd" * 32, tables={})

"""The 82nd before its activation and in it, and lines for it."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.home.standing import answers, conditions
from pbem.home.standing.answers import Prepared
from pbem.home.standing.kept import Kept, Standing
from pbem.port.game import Secrets
from pbem.port.standing import Line
from pbem.protocol.session import Session
from pbem_rules.june6.model import State
from tests.june6.build import rules

UNITS: Mapping[str, Json] = {
    "HQ/82": "E0945",
    "505/82": "E0745",
    "508/82": "E0745",
    "507/82": "E0849",
    "325/82": "E1145",
    "914/352": "E0645",
}
"""505 and 508 stand next to the enemy in E0645."""

MOVES = Line(when="82", do=("move 507/82 E0848", "fight"))
ATTACK = Line(
    when="82",
    do=("attack E0645 505/82 508/82",),
    choose={"by": "probe", "advance": ["505/82"]},
    ask={"below": "1:1"},
)
END = Line(when="82", do=("done",))
PLAN = (MOVES, ATTACK, END)


def with_all(plan: Sequence[Line] = PLAN, **more: object) -> tuple[Line, ...]:
    """The lines with something changed in each."""
    return tuple(evolve(each, **more) for each in plan)


def before(**units: Json) -> State:
    """The board on which the lines were written."""
    return rules().place("empty", {"units": {**UNITS, **_named(units)}})


def now(stage: str = "move", **units: Json) -> State:
    """The 82nd is active."""
    return rules().place("empty", {"active": ["82"], "stage": stage, "units": {**UNITS, **_named(units)}})


def _named(units: Mapping[str, Json]) -> dict[str, Json]:
    """``u508_82`` is 508/82: what a keyword can be."""
    return {name.removeprefix("u").replace("_", "/"): each for name, each in units.items()}


def looked(state: State, mix: bytes = b"", backs: tuple[object, ...] = ()) -> Session:
    """Somebody of the Allied side who looks at a board; ``backs`` are entries behind what they saw."""
    game = registry.load("june6")
    demands = game.rules.demands(state)
    log = SimpleNamespace(gid=bytes(32), bundles=())
    return SimpleNamespace(
        game=game,
        side="allied",
        seat="A",
        is_my_turn=True,
        position=SimpleNamespace(game=state, count=0),
        head=bytes(32),
        owed=SimpleNamespace(kind="choice", seat="A", demand=demands[0] if demands else None),
        secrets=Secrets(),
        vault=SimpleNamespace(salt=lambda *_: mix),
        log=log,
        draft=backs,
        end=SimpleNamespace(entries=0, head=bytes(32)),
        base=SimpleNamespace(count=0),
    )


def told(then: State, state: State, plan: Sequence[Line] = PLAN, mix: bytes = b"") -> Prepared:
    """What the lines say to what is owed."""
    seen = conditions.seen(looked(then))
    return answers.prepared(
        looked(state, mix), Standing(lines=tuple(Kept(line=each, seen=seen) for each in plan))
    )


def said(then: State, state: State, plan: Sequence[Line] = PLAN, mix: bytes = b"") -> str:
    """The order as it is typed, or the reason; "" when the lines do not speak of it."""
    found = told(then, state, plan, mix)
    return rules().actions.typed(found.order) if found.order is not None else str(found.reason)

"""What a cheat may write often is verified in linear time: twice as much of it takes twice the work, not four times.

Work is counted, not timed: the calls of functions while a log is verified, the same in every run and under any load. What
calls do not show (a copy of something that grows) the clock has to: the best of several runs, tried again when the
machine is busy.
"""

import gc
import sys
import time
from collections.abc import Callable

import pytest
from attrs import AttrsInstance, evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.games import registry
from pbem.log import Bundle, ChainEnd, Log, extend
from pbem.port.game import Choice, Demand, Die, Outcome, Result, Roll, Rolled, Step, Table
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from pbem.replay import fold
from pbem.replay.verify import verify
from tests.protocol.conftest import Pair, begin, entropy
from tests.protocol.test_session import forge
from tests.protocol.tiny import GAME, Go, State, Tiny

pytestmark = pytest.mark.night


class Endless(Tiny):
    """Red steps, blue steps, red throws a die in the open; and again, without an end."""

    def setup(self, scenario: str, options: object) -> State:
        return State(stage="go")

    def demands(self, state: State) -> tuple[Demand, ...]:
        if state.place % 3 == 2:
            return (Roll(side="red", why=f"die/{state.place}", dice=(Die(sides=6),)),)
        return (Choice(side="red" if state.place % 3 == 0 else "blue", kinds=("go",), why="step"),)

    def check(self, state: State, side: str, action: AttrsInstance | Table) -> tuple[()]:
        return ()

    def apply(self, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
        assert isinstance(action, Go | Rolled)
        after = evolve(state, place=state.place + 1)
        return Step(state=after, outcomes=(Outcome(kind="stepped", text="A step."),))

    def result(self, state: State) -> Result | None:
        return None


LONG = evolve(GAME, rules=Endless())


@pytest.fixture(autouse=True)
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows this game, and no other."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: LONG)
    monkeypatch.setattr(registry, "info", lambda name: LONG.info)


def seated() -> Pair:
    """Both at the table."""
    return begin("linear", LONG)


def on(pair: Pair, mover: Session) -> Pair:
    """The mover signs and the other receives."""
    mover, bundle = mover.sealed()
    return passed(pair, mover, bundle)


def passed(pair: Pair, mover: Session, bundle: Bundle) -> Pair:
    """What one has signed, the other receives."""
    other = (pair.b if mover.seat == "A" else pair.a).receive(bundle)
    return Pair(a=mover, b=other) if mover.seat == "A" else Pair(a=other, b=mover)


def stepped(pair: Pair, to: str = "A") -> Pair:
    """Play on, a turn file for each hand-over, until this seat is to step."""
    while True:
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        mover = mover.automatic()
        if mover.is_my_turn:
            mover = mover.order(Go(to=1))
        pair = on(pair, mover)
        if (pair.a.owed.seat, pair.a.owed.kind) == (to, "choice"):
            return pair


def turn_files(count: int) -> Pair:
    pair = seated()
    while len(pair.a.log.bundles) < 2 * count:
        pair = stepped(pair)
    return pair


def offers(count: int) -> Pair:
    """Take-backs to the earliest entry of all, each declined."""
    pair = stepped(seated())
    for number in range(count):
        pair = on(pair, side_entries.offer_back(pair.a, 1))
        pair = on(pair, side_entries.reply_offer(pair.b, yes=False))
        if number % 3 == 2:
            pair = stepped(pair)
    return pair


def take_backs(count: int) -> Pair:
    """Take-backs that are agreed to, each behind what came before it."""
    pair = stepped(seated())
    for _ in range(count):
        to = pair.a.position.count - 1
        pair = stepped(pair)
        pair = on(pair, side_entries.offer_back(pair.a, to))
        pair = on(pair, side_entries.reply_offer(pair.b, yes=True))
    return pair


def refusals(count: int) -> Pair:
    pair = stepped(seated())
    for number in range(count):
        bundle = forge(pair.a, [{"k": "go", "to": 1}])
        no = side_entries.refusal(pair.b, bundle, PbemError("illegal", "no reason"))
        pair = Pair(a=pair.a.receive(no), b=pair.b.receive(no))
        if number % 4 == 3:
            pair = stepped(pair)
    return pair


def renewals(count: int) -> Pair:
    pair, stream = stepped(seated()), entropy("linear/renewals")
    for _ in range(count):
        pair = stepped(passed(pair, *side_entries.renew_keys(pair.a, stream)))
    return pair


def notes(count: int) -> Pair:
    pair = stepped(seated())
    for _ in range(count):
        pair = stepped(on(pair, side_entries.note(pair.a.order(Go(to=1)), "Hm.")))
    return pair


PLAYS: dict[str, tuple[Callable[[int], Pair], int]] = {
    "turn files": (turn_files, 60),
    "offers": (offers, 60),
    "take-backs": (take_backs, 30),
    "refusals": (refusals, 45),
    "renewals": (renewals, 15),
    "notes": (notes, 40),
}
"""Each with the smaller number; twice the number of renewals is all that a game may have."""


def calls(data: bytes) -> int:
    """How many functions are called, of Python and of C, while a log is verified."""
    count = 0

    def counted(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        said = verify(data).verdict
    finally:
        sys.setprofile(before)
    assert "incomplete" == said
    return count


def seconds(data: bytes, runs: int = 3) -> float:
    """The best of several runs, in seconds of this process."""
    best = float("inf")
    gc.collect()
    for _ in range(runs):
        start = time.process_time()
        verify(data)
        best = min(best, time.process_time() - start)
    return best


def kinds(data: bytes) -> list[Json]:
    return [canon.decode(line)["k"] for line in data.splitlines()]


@pytest.mark.parametrize("name", PLAYS)
def test_twice_as_much_is_twice_the_work(name: str) -> None:
    make, count = PLAYS[name]
    once, twice = (make(number).a.log.encode() for number in (count, 2 * count))
    size = len(twice) / len(once)
    assert size < 2.2
    calls(once)  # what is remembered between two verdicts is remembered now
    assert calls(twice) / calls(once) < 2.3
    for attempt in range(4):
        if (found := seconds(twice) / seconds(once)) < 3:
            return
        time.sleep(attempt)
    pytest.fail(f"{name}: twice as many take {found:.1f} times as long")


def test_the_logs_hold_what_they_are_about() -> None:
    words = {"offers": "back", "refusals": "reject", "renewals": "renew", "notes": "note"}
    for name, kind in words.items():
        make, count = PLAYS[name]
        assert count == kinds(make(count).a.log.encode()).count(kind)


def test_the_count_finds_a_verifier_that_looks_back_at_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every turn file it looks at the signatures of all before it."""

    def looking_back(log: Log, end: ChainEnd, bundle: Bundle) -> ChainEnd:
        for each in log.bundles[: end.bundles]:
            each.seal.line  # noqa: B018  # work
        return extend(log, end, bundle)

    monkeypatch.setattr(fold, "extend", looking_back)
    once, twice = (turn_files(number).a.log.encode() for number in (60, 120))
    calls(once)
    assert calls(twice) / calls(once) > 2.3

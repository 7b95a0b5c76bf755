"""Upgrades on the log: offered and agreed, what has been played stands, and from there the new version judges."""

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, VerifyError
from pbem.log.entries import Upgrade
from pbem.port.game import Conceal, Demand, Disclose
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_upgrade, reply_offer
from pbem.replay import upgrading
from pbem.replay.outcome import ending
from pbem.replay.table import state_digest
from pbem.replay.upgrading import prevented
from pbem.replay.verify import verify
from tests.protocol.conftest import Pair, play, tiny
from tests.protocol.test_session import forge
from tests.protocol.tiny import GAME, State, Tiny
from tests.upgrade.versions import OTHER_DATA, SECOND, THIRD, agreed, ended, find, midgame, on, version

__all__ = ["tiny"]


def entry_of(pair: Pair, kind: str) -> dict[str, Json]:
    return next(dict(e) for b in pair.a.log.bundles for e in b.entries if e["k"] == kind)


def code(session: Session, entry: dict[str, Json]) -> str:
    """How the other seat, and anybody, meets an entry that a cheat signed."""
    entries = [*map(canon.decode, session.draft), entry]
    bundle = forge(session, [{key: value for key, value in each.items() if key != "i"} for each in entries])
    found = verify(evolve(session.log, bundles=(*session.log.bundles, bundle)).encode(), find=find).fault
    return found.code


def test_what_has_been_played_stands_and_the_new_version_judges_the_end() -> None:
    pair, _ = midgame()
    before = pair.a.position.game
    pair = agreed(pair, SECOND)
    assert before == pair.a.position.game == pair.b.position.game
    assert ("2", "2") == (pair.a.game.info.version, pair.b.game.info.version)
    last = ended(pair).a
    assert str(ending(last.position)) == verify(last.log.encode(), find=find).result
    assert ending(last.position) != ending(evolve(last.position, ruling=GAME))


def test_an_upgrade_of_the_data_alone_keeps_the_ruleset_and_is_bound_into_every_later_state() -> None:
    pair = agreed(midgame()[0], OTHER_DATA)
    assert (GAME.info.digest, OTHER_DATA.data_digest) == (
        pair.a.position.table.rules,
        pair.a.position.table.data,
    )
    without = evolve(pair.a.position, table=evolve(pair.a.position.table, data=GAME.data_digest))
    assert state_digest(without) != state_digest(pair.a.position)
    assert "verified" == verify(ended(pair).a.log.encode(), find=find).verdict


def test_a_changed_model_takes_the_state_over_in_its_own_way() -> None:
    pair, _ = midgame()
    place = pair.a.position.game.place
    pair = agreed(pair, THIRD)
    assert f"space {place}" == pair.b.game.rules.dump(pair.b.position.game)["place"]
    assert "verified" == verify(ended(pair).a.log.encode(), find=find).verdict


def far() -> Pair:
    """Red has stepped three spaces twice, beyond what version 3 can hold."""
    pair, _ = midgame()
    while pair.a.position.game.place <= 5:
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        pair = on(pair, play(mover, 2))
    while not (pair.a.owed.seat == "A" and pair.a.owed.kind == "choice") and pair.a.owed.kind:
        pair = on(pair, play(pair.a if pair.a.owed.seat == "A" else pair.b, 0))
        if pair.a.owed.kind in ("conceal", "roll"):
            break
    return pair


def test_the_entry_that_prevents_it_is_named_with_its_reason() -> None:
    pair = far()
    found = prevented(pair.a.position, THIRD)
    assert found is not None
    steps = [(e["i"], e["to"]) for b in pair.a.log.bundles for e in b.entries if e["k"] == "go"]
    total, expected = 0, -1
    for number, to in steps:
        total += int(str(to))
        if total > 5:
            expected = int(str(number))
            break
    assert expected == found.entry
    assert f"the place {total} lies off the smaller map [1.1]" in found.reason


def test_nothing_prevents_what_carries_over() -> None:
    assert prevented(midgame()[0].a.position, THIRD) is None


def test_what_does_not_carry_over_is_not_offered_and_not_agreed_to() -> None:
    pair = far()
    seat = pair.a if pair.a.owed.seat == "A" else pair.b
    with pytest.raises(VerifyError) as refused:
        offer_upgrade(seat, THIRD)
    assert "not-carried" == refused.value.code


def offered(**changes: str) -> dict[str, Json]:
    pair = on(midgame()[0], offer_upgrade(midgame()[0].a, SECOND))
    return {**entry_of(pair, "upgrade"), **changes}


def answered(entry: dict[str, Json]) -> str:
    """What comes of agreeing to an offer that somebody signed."""
    pair, _ = midgame()
    forged = {key: value for key, value in entry.items() if key not in ("i", "k")}
    pair = on(pair, pair.a.written(Upgrade(**forged)))
    with pytest.raises(PbemError) as refused:
        reply_offer(pair.b, yes=True)
    assert refused.value.code == code(pair.b, {"k": "reply", "yes": True})
    return refused.value.code


def test_a_false_state_is_found_by_whoever_agrees_and_by_everybody_after() -> None:
    assert "other-state" == answered(offered(state="12" * 32))


def test_a_version_to_which_nothing_carries_over_cannot_be_agreed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(rules: object, state: object) -> None:
        raise KeyError("505/82")

    entry = offered()
    monkeypatch.setattr(upgrading, "_ask", crash)
    assert "not-carried" == answered(entry)


class Forgetful(Tiny):
    """A version that reads the place and does not write it as it was."""

    def load(self, value: Json) -> State:
        return evolve(super().load(value), place=0)


class Asking(Tiny):
    """A version that asks for something else."""

    def __init__(self, demand: Demand) -> None:
        self.demand = demand

    def demands(self, state: State) -> tuple[Demand, ...]:
        return (self.demand,)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (Forgetful(), "it writes the state otherwise than it reads it"),
        (
            Asking(Conceal(side="red", kind="pick", at="cup/red", why="")),
            "it asks to seal 'cup/red' once more",
        ),
        (
            Asking(Disclose(side="red", at="hat/red", ns=(1,))),
            "it asks to open 'hat/red', which was never sealed",
        ),
    ],
    ids=["writes otherwise", "seals again", "opens what never was"],
)
def test_a_version_under_which_the_game_would_be_stuck_is_none_to_go_over_to(rules, reason):
    seat = midgame()[0].a
    assert seat.position.game.place > 0
    with pytest.raises(VerifyError) as refused:
        offer_upgrade(seat, version(rules, "4", "a4"))
    assert ("not-carried", True) == (refused.value.code, reason in refused.value.message)

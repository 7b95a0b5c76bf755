"""Three verifiers, ours, the second one and the page's, say the same of logs with upgrades and of those who cheat."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.log import Log
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_back, offer_upgrade, reply_offer
from pbem.replay.table import MAX_OFFERS
from pbem.replay.verify import verify
from tests.js.node import NODE, run
from tests.protocol.conftest import play, tiny
from tests.protocol.test_attacks import forge
from tests.protocol.test_takeback import until
from tests.upgrade.versions import OTHER_DATA, SECOND, agreed, ended, find, midgame, on

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import second_verifier as second

pytestmark = pytest.mark.wider

__all__ = ["tiny"]


def codes(log: Log) -> set[tuple[str, int | None]]:
    """What the three say."""
    data = log.encode()
    fault = verify(data, find=find).fault
    said = {(fault.code, fault.entry) if fault else ("ok", None)}
    other = second.verify(data)
    said.add((other.code, other.entry))
    if NODE is not None:
        answer = run("cases.mjs", [{"do": "log", "base64": base64.b64encode(data).decode()}])[0]
        assert isinstance(answer, dict)
        said.add((str(answer["code"]), None if answer["entry"] is None else int(str(answer["entry"]))))
    return said


def cheated(session: Session, entry: dict[str, Json]) -> Log:
    entries = [*map(canon.decode, session.draft), entry]
    bundle = forge(session, [{key: value for key, value in each.items() if key != "i"} for each in entries])
    return evolve(session.log, bundles=(*session.log.bundles, bundle))


def upgrade(**changes: Json) -> dict[str, Json]:
    pair = on(midgame()[0], offer_upgrade(midgame()[0].a, SECOND))
    made = next(e for b in pair.a.log.bundles for e in b.entries if e["k"] == "upgrade")
    return {**made, **changes}


@pytest.mark.parametrize("new", [SECOND, OTHER_DATA], ids=["rules", "data"])
def test_an_upgraded_game_holds_for_all_three(new: object) -> None:
    assert {("ok", None)} == codes(ended(agreed(midgame()[0], new)).a.log)  # type: ignore[arg-type]


def test_one_that_was_declined_holds_for_all_three() -> None:
    pair = on(midgame()[0], offer_upgrade(midgame()[0].a, SECOND))
    assert {("ok", None)} == codes(ended(on(pair, reply_offer(pair.b, yes=False))).a.log)


def test_a_take_back_offered_and_declined_after_an_upgrade_leaves_the_version() -> None:
    pair = agreed(midgame()[0], SECOND)
    after = pair.a.position.count - 1
    pair = until(on(pair, play(pair.a, 0)), "choice", "A")
    pair = on(pair, offer_back(pair.a, after))
    assert {("ok", None)} == codes(ended(on(pair, reply_offer(pair.b, yes=True))).a.log)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rules": "ab" * 32, "data": "cd" * 32}, "same-rules"), ({"rules": "xy" * 32}, "bad-hex"),
        ({"version": ""}, "bad-fields"), ({"version": "v" * 65}, "bad-fields"),
        ({"pack": "Not A Name"}, "bad-fields"), ({"more": 1}, "bad-fields"),
    ],
)  # fmt: skip
def test_a_cheat_s_offer_is_refused_by_all_three_alike(changes: dict[str, Json], expected: str) -> None:
    seat = midgame()[0].a
    said = codes(cheated(seat, upgrade(**changes)))
    assert {(expected, seat.position.count)} == said


def test_a_fourth_offer_in_a_row_is_refused_by_all_three() -> None:
    pair, _ = midgame()
    for _ in range(MAX_OFFERS):
        pair = on(pair, offer_upgrade(pair.a, SECOND))
        pair = on(pair, reply_offer(pair.b, yes=False))
    assert {("offered-often", pair.a.position.count)} == codes(cheated(pair.a, upgrade()))


def test_the_old_version_in_a_later_header_is_downgraded_for_all_three() -> None:
    pair = agreed(midgame()[0], SECOND)
    assert {("downgraded-rules", pair.a.position.count)} == codes(cheated(pair.a, {"k": "go", "to": 1}))


def test_an_order_instead_of_the_answer_is_refused_by_all_three() -> None:
    pair = on(midgame()[0], offer_upgrade(midgame()[0].a, SECOND))
    assert {("not-now", pair.b.position.count)} == codes(cheated(pair.b, {"k": "go", "to": 1}))


def test_what_only_the_rules_can_tell_fails_in_ours_alone() -> None:
    """A false state: the others know no rules, and say so by finding nothing."""
    pair = on(midgame()[0], offer_upgrade(midgame()[0].a, SECOND))
    log = cheated(midgame()[0].a, upgrade(state="12" * 32))
    assert pair.a.log.gid == log.gid
    assert (
        "other-state"
        == verify(
            evolve(log, bundles=(*log.bundles, forge(pair.b, [{"k": "reply", "yes": True}]))).encode(),
            find=find,
        ).fault.code
    )  # type: ignore[union-attr]

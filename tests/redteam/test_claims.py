"""A claim about a debt: every word in the verdict is the log's or a date."""

import pytest

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.home.disputes import silence
from pbem.log.genesis import Seal
from tests.lists import tried_with
from tests.protocol.conftest import Pair, begin, play_out


@pytest.fixture(scope="module")
def waiting(tiny: None) -> Pair:
    """A game in which red owes the opening of a roll."""
    return play_out(begin("claims"), most=4)


def claim(pair: Pair, **fields: Json) -> bytes:
    """Blue's claim, with fields of his own, signed by him."""
    log, session = pair.b.log, pair.b
    value: dict[str, Json] = {
        "against": "A",
        "days": 14,
        "entry": session.position.count - 1,
        "gid": log.gid.hex(),
        "head": log.bundles[-1].header.head.hex(),
        "k": "claim",
        "made": "2026-02-01",
        "n": len(log.bundles),
        "owes": session.owed.kind,
        "since": "2026-01-01",
        "thing": "the opening",
        "v": 1,
        **fields,
    }
    line = canon.encode(value)
    message = canon.tagged_hash("claim", log.gid, line)
    return line + b"\n" + Seal.of(session.vault.keypair, message).line + b"\n" + log.encode()


def test_an_honest_claim_holds(waiting: Pair) -> None:
    found = silence.read_claim(claim(waiting))
    assert (True, "Ann (red)", "2026-01-01") == (found.holds, found.who, found.since)
    assert (14, waiting.b.log.gid.hex(), waiting.b.log.encode()) == (found.days, found.gid, found.log)
    assert found == silence.read_claim(container.pack(claim(waiting)))


@tried_with(
    "fields",
    [
        {"since": "a year ago"},
        {"since": "20260101"},
        {"since": {"a": 1}},
        {"made": None},
        {"days": "x"},
        {"days": 0},
        {"v": 9},
        {"v": True},
        {"n": -3},
        {"n": 1},
        {"zzz": "he cheats"},
        {"against": "C"},
    ],
)
def test_no_words_of_the_claimant_stand_in_the_verdict(waiting: Pair, fields: dict[str, Json]) -> None:
    found = silence.read_claim(claim(waiting, **fields))
    assert (False, "version" if fields == {"v": 9} else "bad-claim", "") == (
        found.holds,
        found.code,
        found.who,
    )


def test_a_claim_that_is_not_overdue_by_its_own_dates_does_not_hold(waiting: Pair) -> None:
    found = silence.read_claim(claim(waiting, made="2026-01-14"))
    assert (False, "not-overdue", "Ann (red)") == (found.holds, found.code, found.who)
    assert "before 14 days" in found.why


def test_any_bytes_have_a_verdict(waiting: Pair) -> None:
    whole = claim(waiting)
    for bad in (b"", b"x", whole[:400], whole.replace(b'"k":"claim"', b'"k":"crime"'), whole[:-90]):
        found = silence.read_claim(bad)
        assert not found.holds
        assert all((found.code, found.why))

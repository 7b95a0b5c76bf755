"""A claim about a debt: every word in the verdict is the log's or a date."""

from __future__ import annotations

import pytest

from pbem import canon
from pbem.canon import Json
from pbem.desk import silence
from pbem.errors import FormatError
from pbem.log.genesis import Seal
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
        "owes": session.owed.what,
        "since": "2026-01-01",
        "thing": "the opening",
        "v": 1,
        **fields,
    }
    line = canon.encode(value)
    message = canon.tagged_hash("claim", log.gid, line)
    return line + b"\n" + Seal.of(session.vault.keypair, message).line + b"\n" + log.encode()


def test_an_honest_claim_holds(waiting: Pair) -> None:
    found = silence.check_claim(claim(waiting))
    assert ("Ann (red)", "2026-01-01") == (found.who, found.since)


@pytest.mark.parametrize(
    "fields",
    [
        {"since": "a year ago"},
        {"since": "20260101"},
        {"since": {"a": 1}},
        {"made": None},
        {"days": "x"},
        {"v": 9},
        {"v": True},
        {"n": -3},
        {"zzz": "he cheats"},
        {"against": "C"},
    ],
)
def test_no_words_of_the_claimant_stand_in_the_verdict(waiting: Pair, fields: dict[str, Json]) -> None:
    with pytest.raises(FormatError) as caught:
        silence.check_claim(claim(waiting, **fields))
    assert "bad-claim" == caught.value.code

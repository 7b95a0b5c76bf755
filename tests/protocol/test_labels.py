"""A label stands for one roll of a game: who asks under it again is refused, even where a game's rules would let them."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes.errors import VerifyError
from pbem.home.viewing.logs import film
from pbem.log.entries import PROTOCOL, Req
from pbem.replay import rolls
from pbem.replay.table import owed

PEGASUS = Path(__file__).resolve().parents[2] / "examples/pegasus/campaign.pbem"


def test_a_label_that_was_asked_for_is_not_asked_for_again() -> None:
    trail = film(PEGASUS).trail
    at = next(n for n, each in enumerate(trail) if each.kind == "req")
    before, asking = trail[at - 1].position, trail[at]
    entry = PROTOCOL.load({key: value for key, value in asking.obj.items() if key != "i"})
    assert isinstance(entry, Req)
    after, _ = rolls.request(before.rules, before, asking.seat, entry, owed(before), b"h" * 32)
    assert after.table.asked == before.table.asked | {entry.why}
    again = evolve(before, table=evolve(before.table, asked=frozenset({entry.why})))
    with pytest.raises(VerifyError, match="a second time") as found:
        rolls.request(again.rules, again, asking.seat, entry, owed(again), b"h" * 32)
    assert "wrong-roll" == found.value.code

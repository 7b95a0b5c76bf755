"""What the page asks together with an order: an answer to it, never the end of the phase."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store.home import Home
from pbem.table import decision

from .seats import alone

pytestmark = pytest.mark.wider


def test_the_end_of_a_phase_is_not_asked_together_with_the_order_before_it(tmp_path: Path) -> None:
    seat = alone(Home(tmp_path), "june6")
    for _ in range(60):
        if not seat.play(lambda kinds: "halt" in kinds):
            seat.ask("send", way="file")
            seat.ask("drop")
            continue
        stand = seat.app.room.stand()
        halt = next(each for each in stand.legal if each.kind == "halt")
        after = stand.game.rules.apply(stand.state, stand.side, halt.action).state
        left = {stand.codec.write(each) for each in stand.game.rules.options(after, stand.side)}
        if left == {"done"}:
            assert [] == decision.ahead(stand, halt.action)["then"]
            return
        seat.ask("do", order=seat.advised())
    raise AssertionError("the end of a phase never follows at once")

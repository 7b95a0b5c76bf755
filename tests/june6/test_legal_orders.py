"""Which orders are legal, how many, and in what order: pinned in the recorded campaign, for every kind of order.

A program that lists the same orders in another order plays other random games and shows people another list. When this
fails after a change that was to leave behaviour alone, the table it prints says where.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.port.game import Choice, Conceal
from pbem.replay.fold import Happened
from pbem.replay.verify import read
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import State
from tests.june6.build import rules
from tests.lists import tried_with

pytestmark = pytest.mark.wider

ORDERS = June6.parts.actions

LOG = Path(__file__).resolve().parents[2] / "examples" / "campaign" / "campaign.pbem"
PINNED = json.loads(Path(__file__).with_name("legal_orders.json").read_text(encoding="utf-8"))


def listed(state: State) -> dict[str, object]:
    """The legal orders of the side that owes a decision: their number by kind, and a digest of the list as it stands."""
    game = rules()
    side = next(each.side for each in game.demands(state) if isinstance(each, Choice | Conceal))
    orders = [ORDERS.dump(order) for order in game.options(state, side)]
    assert not [order for order in map(ORDERS.load, orders) if game.check(state, side, order)]
    text = json.dumps(orders, sort_keys=True).encode()
    kinds = Counter(str(order["k"]) for order in orders)
    return {"side": side, "kinds": dict(sorted(kinds.items())), "order": sha256(text).hexdigest()[:16]}


@pytest.fixture(scope="module")
def positions() -> dict[str, State]:
    """The states after the pinned entries."""
    found: dict[str, State] = {}
    wanted = {int(name) for name in PINNED}

    def watch(happened: Happened[object]) -> None:
        if happened.entry in wanted:
            state = happened.position.game
            assert isinstance(state, State)
            found[str(happened.entry)] = state

    read(container.unpack(LOG.read_bytes()), watch=watch)
    return found


@tried_with("entry", sorted(PINNED, key=int))
def test_the_legal_orders_are_pinned_with_their_order(entry: str, positions: dict[str, State]) -> None:
    assert PINNED[entry] == listed(positions[entry])


def test_positions_of_many_kinds_are_pinned() -> None:
    assert len(PINNED) >= 10
    assert len({kind for each in PINNED.values() for kind in each["kinds"]}) >= 12

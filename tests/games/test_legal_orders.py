"""Which orders are legal, how many, and in what order: pinned in recorded campaigns, for nearly every kind of order.

A program that lists the same orders in another order plays other random games and shows people another list. When this
fails after a change that was to leave behaviour alone, what it prints says where.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.games import registry
from pbem.port.game import Choice, Conceal, Ruleset
from pbem.replay.fold import AppliedEntry
from pbem.replay.verify import read
from tests.lists import held

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
LOGS = {"june6": "campaign", "june44": "june44"}
"""By game the folder of its recorded campaign; beside this file what is pinned in it, by the number of an entry."""
SELDOM = {"june6": {"claim", "waive", "lean"}, "june44": {"beaches", "bombard", "contest"}}
"""Kinds of orders that nobody could give in the recorded campaign."""


def listed(rules: Ruleset[object], state: object) -> dict[str, object]:
    """The legal orders of the side that owes a decision: their number by kind, and a digest of the list as it stands."""
    side = next(each.side for each in rules.demands(state) if isinstance(each, Choice | Conceal))
    orders = [rules.actions.dump(order) for order in rules.options(state, side)]
    assert [] == [order for order in map(rules.actions.load, orders) if rules.check(state, side, order)]
    kinds = Counter(str(order["k"]) for order in orders)
    digest = sha256(json.dumps(orders, sort_keys=True).encode()).hexdigest()[:16]
    return {"side": side, "kinds": dict(sorted(kinds.items())), "order": digest}


@pytest.mark.parametrize("game", LOGS)
def test_the_legal_orders_are_pinned_with_their_order(game: str) -> None:
    pinned = json.loads((Path(__file__).parent / "legal_orders" / f"{game}.json").read_text("utf-8"))
    rules, states = registry.load(game).rules, dict[str, object]()

    def watch(happened: AppliedEntry[object]) -> None:
        if str(happened.entry) in pinned:
            states[str(happened.entry)] = happened.position.game

    def is_as_pinned(entry: str) -> None:
        assert pinned[entry] == listed(rules, states[entry])

    read(container.unpack((ROOT / "examples" / LOGS[game] / "campaign.pbem").read_bytes()), watch=watch)
    held(((entry, entry) for entry in pinned), is_as_pinned)
    assert {*rules.actions.kinds} == SELDOM[game] | {
        kind for each in pinned.values() for kind in each["kinds"]
    }

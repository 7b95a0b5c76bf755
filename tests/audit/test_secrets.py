"""Commitments that were never opened are found out once the keys are open."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from attrs import evolve, frozen

from pbem.audit.secrets import CommitmentCount, count_commitments
from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.replay.fold import AppliedEntry
from pbem.replay.verify import Reading, read
from tests.keys.renewing import play_with_renewals
from tests.protocol.conftest import Pair, begin, play_out
from tests.protocol.tiny import GAME, MARKERS


@frozen
class Lists:
    """A game that lists what is allowed in a commitment."""

    values: tuple[Json, ...]

    def allowed(self, scenario: str, side: str, at: str) -> Iterable[Json]:
        return self.values


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)


def looked(pair: Pair, rules: object) -> CommitmentCount:
    trail: list[AppliedEntry[object]] = []
    found: Reading[object] = read(pair.a.log.encode(), watch=trail.append)
    told = [evolve(each, position=evolve(each.position, ruling=evolve(GAME, rules=rules))) for each in trail]
    return count_commitments("only", found.position.table, told)


@pytest.fixture(scope="module")
def ended() -> Pair:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME)
        return play_out(begin())


def test_of_four_markers_three_are_drawn_and_the_last_is_found_out(ended: Pair) -> None:
    found = looked(ended, Lists(MARKERS))
    assert (7, 6, ("red", "blue")) == (found.sealed, found.opened, found.keys)
    assert ["found"] == [each.standing for each in found.hidden]
    vault = (ended.a if found.hidden[0].side == "red" else ended.b).vault
    at, _, n = found.hidden[0].label.rpartition("/")
    assert vault.sealed[at][int(n) - 1] == found.hidden[0].value


def test_a_value_that_the_rules_do_not_allow_is_called_illegal(ended: Pair) -> None:
    allowed = tuple(each for each in MARKERS if each != looked(ended, Lists(MARKERS)).hidden[0].value)
    assert ["illegal"] == [each.standing for each in looked(ended, Lists(allowed)).hidden]


def test_a_game_that_lists_nothing_leaves_it_unknown(ended: Pair) -> None:
    assert ["unknown"] == [each.standing for each in looked(ended, object()).hidden]


def test_before_the_keys_are_open_nothing_is_found_out() -> None:
    found = looked(play_out(begin(), most=4), Lists(MARKERS))
    assert () == found.keys
    assert {"unknown"} == {each.standing for each in found.hidden}


def test_a_secret_sealed_before_its_owner_renewed_keys_is_found_out_with_the_older_key() -> None:
    """Else a player who renewed and never opened a marker would be said to have hidden what is not allowed."""
    pair = play_with_renewals(begin("eras"), frozenset(range(3, 14)))
    found = looked(pair, Lists(MARKERS))
    assert ["found"] == [each.standing for each in found.hidden]
    owner = "A" if found.hidden[0].side == "red" else "B"
    assert pair.a.position.table.seats[owner].former_vaults

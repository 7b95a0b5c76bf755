"""Whoever is losing looks for moves that cost the other a mail and never end: what is counted is reset by play alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from pbem.bytes.errors import VerifyError
from pbem.protocol.side_entries import offer_back, refusal, renew_keys, reply_offer
from pbem.replay.table import MAX_OFFERS, MAX_RENEWALS
from tests.protocol.conftest import Pair, entropy, play, tiny
from tests.protocol.test_attacks import forge
from tests.protocol.test_takeback import on, second_round, until

__all__ = ["tiny"]


def declined(pair: Pair, to: int) -> Pair:
    """Red offers to go back, blue says no."""
    pair = on(pair, offer_back(pair.a, to))
    return on(pair, reply_offer(pair.b, yes=False))


def renewed(pair: Pair, name: str) -> Pair:
    """Red renews their keys."""
    session, bundle = renew_keys(pair.a, entropy(f"stall/{name}"))
    return Pair(a=session, b=pair.b.receive(bundle))


def refused(pair: Pair, name: str) -> Pair:
    """Red writes what breaks a rule, blue refuses it."""
    bundle = forge(pair.a, [{"k": "go", "to": 9}])
    with pytest.raises(Exception) as wrong:  # noqa: PT011  # whatever the rules say of it
        pair.b.receive(bundle)
    no = refusal(pair.b, bundle, wrong.value)  # type: ignore[arg-type]
    return Pair(a=pair.a.receive(no), b=pair.b.receive(no))


BESIDE: dict[str, Callable[[Pair, str], Pair]] = {"renew": renewed, "refusal": refused}


@pytest.mark.parametrize("name", BESIDE)
def test_nothing_but_play_lets_an_offer_be_made_again(name: str) -> None:
    """The counter of offers was reset by a renewal, and that of renewals by an offer: a round cost the other a mail each."""
    pair, first = second_round()
    for _ in range(MAX_OFFERS):
        pair = declined(pair, first)
    pair = BESIDE[name](pair, name)
    with pytest.raises(VerifyError) as again:
        offer_back(pair.a, first)
    assert "offered-often" == again.value.code


@pytest.mark.parametrize("name", sorted(set(BESIDE) - {"renew"}))
def test_nothing_but_play_lets_keys_be_renewed_again(name: str) -> None:
    pair, first = second_round()
    pair = declined(BESIDE[name](renewed(pair, "first"), name), first)
    with pytest.raises(VerifyError) as again:
        renew_keys(pair.a, entropy("stall/again"))
    assert "renewed-often" == again.value.code


def test_a_declined_offer_between_them_does_not_let_the_other_seat_renew_either() -> None:
    pair, first = second_round()
    pair = renewed(pair, "mine")
    pair = on(pair, offer_back(pair.a, first))
    pair = on(pair, reply_offer(pair.b, yes=False))
    assert pair.b.position.table.renewed


def test_play_lets_both_be_done_again() -> None:
    """The same moves with a turn played between them hold: it is not the moves that are forbidden."""
    pair, first = second_round()
    for name in ("one", "two"):
        pair = renewed(declined(pair, first), name)
        pair = until(on(pair, play(pair.a, 0)), "choice", "A") if name == "one" else pair
    assert 2 == pair.a.position.table.seats["A"].era


def test_a_seat_renews_thirty_times_in_a_game_and_no_more() -> None:
    pair, _ = second_round()
    table = pair.a.position.table
    worn = evolve(table.seats["A"], given=(b"v" * 32,) * MAX_RENEWALS)
    often = evolve(pair.a.position, table=evolve(table, seats={**table.seats, "A": worn}))
    with pytest.raises(VerifyError) as again:
        renew_keys(evolve(pair.a, position=often), entropy("stall/31"))
    assert (30, "renewed-often") == (MAX_RENEWALS, again.value.code)

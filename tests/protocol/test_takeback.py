"""Take-backs: agreed by both, with new dice and new labels, and the trace in the log."""

from __future__ import annotations

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.home.recovered_secrets import recovered
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_back, reply_back
from pbem.replay.rewinding import undone
from pbem.replay.verify import verify
from tests.protocol.conftest import Pair, begin, play, play_out
from tests.protocol.tiny import GAME


def on(pair: Pair, mover: Session) -> Pair:
    """The mover signs and the other receives."""
    mover, bundle = mover.sealed()
    waiter = (pair.b if mover.seat == "A" else pair.a).receive(bundle)
    return Pair(a=mover, b=waiter) if mover.seat == "A" else Pair(a=waiter, b=mover)


def until(pair: Pair, what: str, seat: str) -> Pair:
    """Play until this seat owes this."""
    while not (pair.a.owed.kind == what and pair.a.owed.seat == seat):
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        ahead = mover.automatic()
        if ahead.owed.kind == what and ahead.owed.seat == seat == mover.seat:
            return Pair(a=ahead, b=pair.b) if seat == "A" else Pair(a=pair.a, b=ahead)
        pair = on(pair, play(mover, 0))
    return pair


def second_round() -> tuple[Pair, int]:
    """Red is to step in the second round; the number of the entry after which he was to step in the first."""
    pair = until(begin(), "choice", "A")
    first = pair.a.position.count - 1
    while pair.a.position.game.round == 1:
        pair = until(on(pair, play(pair.a, 0)), "choice", "A")
    return pair, first


def agreed(pair: Pair, to: int) -> Pair:
    """A offers, B agrees."""
    pair = on(pair, offer_back(pair.a, to))
    return on(pair, reply_back(pair.b, yes=True))


def values(session: Session, kind: str, name: str) -> list[Json]:
    """A field of every entry of a kind in the log."""
    return [entry[name] for bundle in session.log.bundles for entry in bundle.entries if entry["k"] == kind]


def test_both_stand_where_the_game_stood_and_the_trace_stays() -> None:
    pair, first = second_round()
    before = pair.a.position.count
    pair = agreed(pair, first)
    assert (1, "go") == (pair.a.position.game.round, pair.a.position.game.stage)
    assert pair.a.position.game == pair.b.position.game
    assert before + 2 == pair.a.position.count
    assert [first] == values(pair.a, "back", "to")


def test_the_stretch_that_was_taken_back_is_known_by_its_entries() -> None:
    pair, first = second_round()
    offered = pair.a.position.count
    ended = play_out(agreed(pair, first), salt=1)
    entries = [entry for bundle in ended.a.log.bundles for entry in bundle.entries]
    found = undone((number, str(entry["k"]), entry) for number, entry in enumerate(entries))
    assert set(range(first + 1, offered)) == found


def test_two_take_backs_to_one_place_have_two_generations_of_labels() -> None:
    pair, first = second_round()
    pair = agreed(pair, first)
    while pair.a.position.game.round == 1:
        pair = until(on(pair, play(pair.a, 0)), "choice", "A")
    ended = play_out(agreed(pair, first), salt=2)
    assert {"mode/1", "mode/1~1", "mode/1~2"} <= {str(at) for at in values(ended.a, "seal", "at")}
    assert "verified" == verify(ended.a.log.encode()).verdict


def test_a_secret_sealed_after_a_take_back_is_found_again() -> None:
    """An older copy of the secrets and the log: what was sealed anew has a label of its own."""
    pair, first = second_round()
    pair = play_out(agreed(pair, first), salt=1, most=len(pair.a.log.bundles) + 4)
    sealed = pair.a.vault.sealed
    assert "mode/1~1" in sealed
    older = evolve(pair.a.vault, sealed={at: value for at, value in sealed.items() if "~" not in at})
    assert sealed["mode/1~1"] == recovered(GAME, pair.a.log, older).sealed["mode/1~1"]

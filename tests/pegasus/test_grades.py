"""What the dice of a game prove: witnessed, unwitnessed, or dealt by the referee of a challenge."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import frozen

from pbem.bytes.errors import UsageError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.dev.demo import decide
from pbem.games import registry
from pbem.log import Accept, Log, check_accept, sign_accept
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault
from pbem.replay.fold import AppliedEntry
from pbem.replay.verdict import Verdict
from pbem.replay.verify import read, verify
from tests.protocol.conftest import entropy

GAME = "pegasus"


@frozen(kw_only=True)
class Entry:
    """One entrant's finished or interrupted game: the log's bytes and the faces of every roll, by its number."""

    log: bytes
    faces: Mapping[int, tuple[int, ...]]


def seated(who: str, referee: Vault | None, *, alone: bool = False) -> tuple[Session, Session]:
    """Both seats of a game that ``who`` plays."""
    game = registry.load(GAME)
    keys = {name: Keypair.from_seed(entropy(f"grade/{name}")(32)) for name in (who, "referee")}
    mine = Vault.fresh(entropy(f"grade/vault/{who}"))
    other = referee or Vault.fresh(entropy(f"grade/other/{who}"))
    tip = referee.chain.tip.hex() if referee else ""
    offer = genesis.invite(
        keys[who], who, mine, game, scenario="beginner", side="british", options={}, challenge=tip
    )
    answer = genesis.accept(keys[who if alone else "referee"], "Referee", other, offer, alone=alone)
    log = Log(invite=offer, accept=answer)
    return Session.begin(game, log, mine), Session.begin(game, log, other)


def play(who: str, referee: Vault | None, *, salt: int, bundles: int = 16, alone: bool = False) -> Entry:
    """A game played by the demonstration player in the style ``salt``, for so many bundles."""
    mine, other = seated(who, referee, alone=alone)
    for _ in range(bundles):
        mover, waiter = (mine, other) if mine.owed.seat == mine.seat else (other, mine)
        mover, bundle = decide(mover, salt).sealed()
        waiter = waiter.receive(bundle)
        mine, other = (mover, waiter) if mover.seat == mine.seat else (waiter, mover)
    return Entry(log=mine.log.encode(), faces=faces(mine.log.encode()))


def faces(log: bytes) -> dict[int, tuple[int, ...]]:
    """The faces of every answered roll."""
    found: dict[int, tuple[int, ...]] = {}

    def watch(happened: AppliedEntry[object]) -> None:
        if happened.kind == "rsp":
            number, dice = happened.obj["j"], happened.obj["dice"]
            assert isinstance(number, int)
            assert isinstance(dice, list)
            found[number] = tuple(face for face in dice if isinstance(face, int))

    read(log, watch=watch)
    return found


def judged(entry: Entry) -> Verdict:
    return verify(entry.log)


def test_two_keys_are_witnessed() -> None:
    found = judged(play("Ann", None, salt=1))
    assert ("incomplete", "witnessed") == (found.verdict, found.dice)


def test_one_key_in_both_seats_is_unwitnessed() -> None:
    found = judged(play("Ann", None, salt=1, alone=True))
    assert ("incomplete", "unwitnessed") == (found.verdict, found.dice)


def test_two_entrants_of_a_challenge_meet_the_same_dice_with_different_decisions() -> None:
    """Roll by roll the same faces, however the two play; each log holds for a third party."""
    referee = Vault.fresh(entropy("the referee"))
    ann, ben = (play(who, referee, salt=salt, bundles=48) for who, salt in (("Ann", 1), ("Ben", 2)))
    assert ("challenge", "challenge") == (judged(ann).dice, judged(ben).dice)
    assert ("incomplete", "incomplete") == (judged(ann).verdict, judged(ben).verdict)
    same = [n for n in ann.faces if n in ben.faces and len(ann.faces[n]) == len(ben.faces[n])]
    assert len(same) >= 5
    assert {n: ann.faces[n] for n in same} == {n: ben.faces[n] for n in same}
    assert _orders(ann.log) != _orders(ben.log)


def _orders(log: bytes) -> list[str]:
    """The kinds and units of every order, in turn: nothing that a key or a name has a part in."""
    found: list[str] = []
    read(log, watch=lambda each: found.append(f"{each.kind} {each.obj.get('unit')} {each.obj.get('path')}"))
    return [line for line in found if not line.endswith("None None")]


def test_nobody_but_the_referee_can_accept_an_entry() -> None:
    referee, stranger = Vault.fresh(entropy("the referee")), Vault.fresh(entropy("a stranger"))
    game = registry.load(GAME)
    ann, eve = (Keypair.from_seed(entropy(f"id/{who}")(32)) for who in ("Ann", "Eve"))
    offer = genesis.invite(
        ann,
        "Ann",
        Vault.fresh(entropy("Ann")),
        game,
        scenario="beginner",
        side="british",
        options={},
        challenge=referee.chain.tip.hex(),
    )
    with pytest.raises(UsageError) as refused:
        genesis.accept(eve, "Eve", stranger, offer)
    assert "other-challenge" == refused.value.code
    forged: Accept = sign_accept(eve, stranger.keypair, stranger.seat_line("Eve", eve), offer)
    with pytest.raises(VerifyError) as caught:
        check_accept(offer, forged)
    assert "other-challenge" == caught.value.code


def test_the_dealer_of_a_challenge_may_not_play() -> None:
    """Seat B knows every die: where it would have to decide, the log does not hold."""
    referee = Vault.fresh(entropy("the referee"))
    game = registry.load(GAME)
    ann, ref = (Keypair.from_seed(entropy(f"id/{who}")(32)) for who in ("Ann", "Ref"))
    mine = Vault.fresh(entropy("Ann"))
    offer = genesis.invite(
        ann,
        "Ann",
        mine,
        game,
        scenario="beginner",
        side="witness",
        options={},
        challenge=referee.chain.tip.hex(),
    )
    log = Log(invite=offer, accept=genesis.accept(ref, "Ref", referee, offer))
    begun, bundle = Session.begin(game, log, mine).automatic().sealed()
    assert "B" == begun.owed.seat
    with pytest.raises(VerifyError) as caught:
        Session.begin(game, log, referee).receive(bundle).automatic()
    assert "referee-plays" == caught.value.code

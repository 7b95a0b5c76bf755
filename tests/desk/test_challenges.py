"""A challenge from the referee's home: entries are dealt one chain, each key enters once."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from pbem import container
from pbem.desk import challenges, invitations
from pbem.desk.identity import Identity, create_identity
from pbem.errors import ConflictError, UsageError
from pbem.protocol.vault import Entropy
from pbem.store.home import Home


def entropy(seed: str) -> Entropy:
    count = iter(range(10_000))
    return lambda size: sha256(f"{seed}/{next(count)}".encode()).digest()[:size]


def person(folder: Path, name: str) -> tuple[Home, Identity]:
    home = Home(folder / name)
    return home, create_identity(home, name, "", entropy(f"id/{name}"))


def entry(home: Home, identity: Identity, tip: str, seed: str) -> bytes:
    offered = invitations.new_game(home, identity, game="pegasus", challenge=tip, entropy=entropy(seed))
    return container.unpack(offered.file)


def test_every_entrant_is_dealt_the_published_chain(tmp_path: Path) -> None:
    home, referee = person(tmp_path, "Ref")
    tip = challenges.make(home, referee, entropy("chain"))
    tips = []
    for name in ("Ann", "Ben"):
        own, identity = person(tmp_path, name)
        begun = invitations.join(
            home, referee, entry(own, identity, tip, name), entropy=entropy(f"join/{name}")
        )
        tips.append(begun.session.log.accepted.seat.tip.hex())
    assert [tip, tip] == tips


def test_a_second_entry_of_one_key_is_refused(tmp_path: Path) -> None:
    home, referee = person(tmp_path, "Ref")
    tip = challenges.make(home, referee, entropy("chain"))
    own, identity = person(tmp_path, "Ann")
    invitations.join(home, referee, entry(own, identity, tip, "first"), entropy=entropy("join/1"))
    with pytest.raises(ConflictError) as refused:
        invitations.join(home, referee, entry(own, identity, tip, "second"), entropy=entropy("join/2"))
    assert "entered-already" == refused.value.code


def test_who_has_not_got_the_chain_cannot_join(tmp_path: Path) -> None:
    home, referee = person(tmp_path, "Ref")
    tip = challenges.make(home, referee, entropy("chain"))
    own, identity = person(tmp_path, "Ann")
    other, eve = person(tmp_path, "Eve")
    with pytest.raises(UsageError) as refused:
        invitations.join(other, eve, entry(own, identity, tip, "first"), entropy=entropy("join/1"))
    assert "other-challenge" == refused.value.code

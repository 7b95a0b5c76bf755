"""Seats that change hands, in worlds of three: see :mod:`tests.world.seats`; and broken programs that the laws find."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from attrs import evolve

from pbem.bytes.errors import KeyFileError
from pbem.home.beside import seat as room
from pbem.home.exchange import sending
from pbem.home.games import GIVEN_AT
from pbem.home.papers import asking, handing
from pbem.log import parse_log, renewals_in
from pbem.papers import seat as papers
from pbem.papers import seat_box
from pbem.protocol.vault import Vault
from pbem.replay import verify
from pbem.store.game import Change

from .games import only
from .seats import Person, Three, a_seat_opens_every_commitment
from .shelf import SHORT

pytestmark = pytest.mark.wider
STEPS = 36


@contextmanager
def begun(place: Path, seed: object, game: str = "tiny") -> Iterator[Three]:
    """A world of three with a game between two of them, whose seed chains are short."""
    world = Three(place, f"seats/{seed}")
    with (
        only(game),
        patch.object(Vault.fresh.__func__, "__defaults__", (SHORT,)),
        patch.object(asking, "DEFAULT_LENGTH", SHORT),
    ):
        world.begin(game)
        yield world


@pytest.mark.parametrize(("seed", "game"), [(41, "tiny"), (43, "tiny"), (5, "cards")])
def test_the_laws_hold_in_worlds_of_three(tmp_path: Path, seed: int, game: str) -> None:
    """A seat goes over in each; every log is verified to its end, audit and all, as without papers."""
    chance = Random(seed)
    with begun(tmp_path, seed, game) as world:
        for _ in range(STEPS):
            world.step(chance)
        world.ends()
        logs = [parse_log(who.folder.log()) for who in world.people if who.folder]
        for log in logs:
            assert verify.verify(log.encode()).good
        assert any(renewals_in(log.bundles) for log in logs)


def asked(world: Three) -> tuple[Person, Person, Person]:
    """Carl has asked for Ann's seat, who begins."""
    ann, ben, carl = world.people
    world._sends(asking.ask(carl.home, carl.identity, ann.session().log, "red", world.entropy()))
    return ann, ben, carl


def given(world: Three, ann: Person) -> papers.SeatPaper:
    """The box that Ann gives for the ask."""
    assert ann.folder is not None
    return papers.read(handing.give(ann.folder, ann.identity, None, world.entropy()).data)


def played_on(world: Three, ann: Person, ben: Person) -> list[bytes]:
    """The turns until Ann has the pen with secrets of hers sealed."""
    turns = []
    for who, other in ((ann, ben), (ben, ann)):
        world.play(who, Random(1))
        turns.append(world.post[-1])
        world.comes(other, Random(1), turns[-1])
    return turns


def test_a_receipt_before_checking_is_found(tmp_path: Path) -> None:
    """A program that looks at nothing takes a box in which what was sealed is missing."""
    with begun(tmp_path, "unchecked") as world, patch.object(seat_box, "check", lambda *_: None):
        ann, ben, carl = asked(world)
        world.comes(ann, Random(1), world.post[-1])
        played_on(world, ann, ben)
        made = given(world, ann)
        empty = evolve(ann.session().vault, sealed={})
        box = evolve(made, box=seat_box.seal(made, empty, world.entropy()))
        world._sends(handing.take(carl.home, carl.identity, box)[1])
        world.comes(ann, Random(1), world.post[-1])
        world.play(ann, Random(1))
        world.comes(carl, Random(1), world.post[-1])
        with pytest.raises(KeyFileError):
            a_seat_opens_every_commitment(world)


def test_a_box_at_an_older_head_is_found(tmp_path: Path) -> None:
    """A program that plays on between box and renewal seals what the box does not hold."""
    with begun(tmp_path, "older") as world, patch.object(room, "stands_still", lambda _: False):
        ann, ben, carl = asked(world)
        world.comes(ann, Random(1), world.post[-1])
        assert ann.folder is not None
        sending.seal(
            ann.folder, ann.identity, ann.session(), partial=True
        )  # the first entry, and nothing sealed yet
        receipt = handing.take(carl.home, carl.identity, given(world, ann))[1]
        turns = played_on(world, ann, ben)
        ann.folder.save(Change(facts={**ann.folder.facts(), GIVEN_AT: ann.session().end.head.hex()}))
        asking.keep_paper(ann.folder, papers.read(receipt.data))
        with patch.object(handing, "_is_awaited", lambda _facts, paper: paper.received):
            assert handing.finish(ann.folder, ann.identity)
        world.play(ann, Random(1))
        for each in (*turns, world.post[-1]):
            world.comes(carl, Random(1), each)
        with pytest.raises(KeyFileError):
            a_seat_opens_every_commitment(world)

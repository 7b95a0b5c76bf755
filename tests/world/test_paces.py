"""A pace in worlds of three: agreed on, replaced, and carried on by who takes a seat, while the post loses and doubles."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from attrs import define

from pbem.bytes import container
from pbem.home.exchange import sending
from pbem.home.kept_papers import keeping, pacing
from pbem.home.papers import pacing as signing
from pbem.home.papers import reader
from pbem.log import pace_stamp, parse_log
from pbem.papers.pace_account import Terms
from pbem.replay import verify

from .games import only
from .hand import ordered
from .seats import Person, Three

pytestmark = pytest.mark.wider
TERMS = Terms(each=1440, bank=1440, holidays=5, slack=0)


def _now() -> datetime:
    return datetime.now(UTC)


@define
class Paced(Three):
    """Whoever has a game also offers a pace, signs one, goes away and gives time; turns are stamped."""

    def play(self, who: Person, chance: Random) -> str:
        folder, session = who.folder, who.session()
        if session.vault.signs and session.is_my_turn:
            session = ordered(folder, who.identity, session, chance.random(), one=chance.random() < 0.4)
        _, out = sending.seal(folder, who.identity, session, partial=True, now=_now())
        self.post += [out.file] if out is not None else []
        return f"sends {out and out.n}"

    def paces(self, who: Person, chance: Random) -> str:
        folder, day = who.folder, date(2030, 1, 1 + chance.randrange(9))
        assert folder is not None
        session = who.session()
        agreed, offer = pacing.both(folder, session.seat)
        waits = offer is not None and session.seat not in offer.signers
        does = "accept" if waits else chance.choice(("offer", "away", "give") if agreed else ("offer",))
        given = {
            "offer": (TERMS,),
            "accept": (),
            "away": (day, day + timedelta(days=3), _now()),
            "give": (60, _now()),
        }[does]
        self._sends(getattr(signing, does)(folder, who.identity, *given))
        return str(does)

    def step(self, chance: Random) -> None:
        if chance.random() < 0.4:
            self._does(chance.choice([each for each in self.people if each.folder]), self.paces, chance)
        else:
            super().step(chance)
        for who in self.people:
            nobody_is_late(who)


def nobody_is_late(who: Person) -> None:
    """All of it takes moments: whatever came and whoever has the seat, nobody is late by any word, and no clock is wrong."""
    if who.folder is None or (agreed := pacing.in_force(who.folder)) is None:
        return
    found = pacing.account_of(who.folder, who.session(), agreed, _now())
    assert all((0, 0) == (side.own, side.other) for side in found.sides.values())
    assert () == found.backwards
    read = reader.read(agreed.encode(), who.home, "FILE")
    assert "agreed" == read.finding.verdict
    assert keeping.keep(who.folder, agreed.encode()) is not None


@pytest.mark.parametrize(("seed", "game"), [(2, "tiny"), (3, "tiny"), (5, "cards")])
def test_a_pace_holds_in_worlds_of_three(tmp_path: Path, seed: int, game: str) -> None:
    """Every log is verified to its end, stamps and all; what one of the two has signed, both come to have."""
    chance, world = Random(seed), Paced(tmp_path, f"paces/{seed}")
    with only(game):
        world.begin(game)
        for _ in range(40):
            world.step(chance)
        for who in (each for each in world.people if each.folder):
            for data in world.post:
                if container.unpack(data).startswith(pacing.HEAD):
                    world.comes(who, Random(0), data)
        world.ends()
        logs = [parse_log(who.folder.log()) for who in world.people if who.folder]
        assert all(verify.verify(log.encode()).good for log in logs)
        stamps = [pace_stamp.stamp(each) for each in logs[0].bundles]
        assert any(stamps), "\n".join(world.said)
        found = {
            agreed.sheet.line
            for who in world.people
            if who.folder and (agreed := pacing.in_force(who.folder))
        }
        assert 1 == len(found)

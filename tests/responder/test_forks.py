"""A player, their responder, a cheat and a post that brings each of them what it likes: nothing is given for two things.

Ben writes as many histories as he wants; the post hands any of them to Ann's home, to her responder, or to both. Whatever
happens, no seed of Ann's leaves under two requests, her game key signs no two turn files in one place, and whoever may not
go on is told what to type.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from home.table import Player, Said, decide, use_tiny
from store.copies import copied

from pbem.bytes import container
from pbem.bytes.errors import PbemError, VerifyError
from pbem.crypto.keys import key_id
from pbem.log import Bundle, read_bundles
from pbem.protocol.session import Session
from pbem.protocol.side_entries import give_agent, offer_back
from pbem.protocol.signing_record import Record, hashed
from tests.protocol.conftest import entropy, play

from .test_answering import session_of
from .world import World, begin

pytestmark = pytest.mark.wider

_MOST_TIPS = 14
HOW = ("back", "agent", "play")


@cache
def _begun() -> Path:
    place = Path(tempfile.mkdtemp(prefix="pbem-forks-"))
    with pytest.MonkeyPatch.context() as patch:
        use_tiny(patch)
        world = begin(place / "world")
        world.until_asked()
    return place / "world"


class Forks:
    """``tips`` are Ben's histories; ``signed`` every turn file of Ann's side that has left, ``pool`` every one there is."""

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        use_tiny(self.patch)
        self.place = Path(tempfile.mkdtemp(prefix="pbem-fork-"))
        self.signed: dict[bytes, Bundle] = {}
        self.pool: dict[bytes, Bundle] = {}
        self.count = 0
        self.told: list[Said] = []

    def sit_down(self) -> None:
        place = copied(_begun(), self.place / "world")
        self.world = World(*_players(place), place, _players(place)[0])
        ben = session_of(self.world.ben)
        self.key = key_id(ben.log.key_of("A"))
        asked = ben.log.bundles[-1]
        before = evolve(ben.log, bundles=ben.log.bundles[:-1])
        free = evolve(ben.vault, record=Record())
        self.tips = [ben, Session.open(ben.game, before, free)]
        for bundle in (*before.bundles, asked):
            self._out(bundle)
        self._to_the_responder(ben)
        assert 3 == len(self.tips)

    def teardown(self) -> None:
        self.patch.undo()

    # --- Ben --------------------------------------------------------------------------------------------------------

    def writes(self, which: int, how: str, salt: int, to: bool) -> None:
        """Ben writes on from any of his histories, as often as he likes, and hands it to one of Ann's programs."""
        his = [tip for tip in reversed(self.tips) if tip.mine]
        tip = self._written(his[which % len(his)], how, salt)
        if tip is None:
            return
        if to:
            self._to_the_player(tip)
            self.plays(yes=False)
        else:
            self._to_the_responder(tip)

    def _written(self, ben: Session, how: str, salt: int) -> Session | None:
        ben = evolve(ben, vault=evolve(ben.vault, record=Record())).clean()
        if not ben.mine or len(self.tips) >= _MOST_TIPS:
            return None
        try:
            if how == "back":
                ben = _offering(ben, salt)
            elif how == "agent":
                self.count += 1
                vault = ben.vault.with_agent(entropy(f"fork/{self.count}"), 8)
                ben = give_agent(evolve(ben, vault=vault), vault.agent_keys)
            ben = play(ben, salt) if how != "back" else ben
            ben, bundle = ben.sealed()
        except PbemError:
            return None
        self._out(bundle)
        self.tips.append(ben)
        return ben

    def hands_to_the_player(self, which: int) -> None:
        """One of Ben's histories comes to Ann, and no copy of it to her mailbox."""
        self._to_the_player(self.tips[-1 - which % len(self.tips)])

    def hands_to_the_responder(self, which: int) -> None:
        """One of Ben's histories comes into the mailbox, and the responder reads it."""
        self._to_the_responder(self.tips[-1 - which % len(self.tips)])

    def _to_the_player(self, tip: Session) -> None:
        self.told.append(self.world.ann("import", self._file(tip)))

    def _to_the_responder(self, tip: Session) -> None:
        file = self._file(tip)
        file.rename(self.world.box(self.world.ann) / "new" / file.name)
        if (self.world.home.path / "identity.json").exists():
            self.world.respond()
        for each in self.world.answers():
            self._out(each)

    # --- Ann --------------------------------------------------------------------------------------------------------

    def fetches(self) -> None:
        self.told.append(self.world.ann("import", self.world.box(self.world.ann)))

    def plays(self, yes: bool) -> None:
        """Ann does what is to be done, and sends."""
        ann = self.world.ann
        for words in (("takeback", "--accept" if yes else "--decline"),):
            if "pbem takeback" in ann("status").out:
                self.told.append(ann(*words))
        try:
            while decide(ann):
                pass
        except AssertionError:
            pass
        self._sends()

    def settles(self, which: int) -> None:
        self.told.append(self.world.ann("settle", "--take", which))

    def takes_over(self) -> None:
        """Ann stops the responder; where it is away she is told what to do, and does not take it as lost."""
        self.told.append(self.world.ann("responder", "off"))
        self._sends()

    def the_responder_goes_away_or_comes_back(self) -> None:
        here, away = self.world.home.path, self.world.place / "away"
        (away if away.exists() else here).rename(here if away.exists() else away)

    # --- what holds -------------------------------------------------------------------------------------------------

    def no_seed_has_left_under_two_requests(self) -> None:
        heads = {each.header.head: each for each in self.pool.values()}
        given: dict[str, set[bytes]] = {}
        for bundle in self.signed.values():
            for x, request in _told(bundle, heads):
                given.setdefault(x, set()).add(request)
        assert all(len(requests) == 1 for requests in given.values()), given

    def the_game_key_has_signed_no_place_twice(self) -> None:
        places = [
            (each.header.n, each.header.prev) for each in self.signed.values() if each.seal.key == self.key
        ]
        assert len(places) == len(set(places))

    def whoever_is_stopped_is_told_what_to_type(self) -> None:
        for said in self.told:
            assert said.code in (0, 2, 3, 4, 5, 6), said
            assert said.code in (0, 2, 5) or "pbem" in said.sentences, said
        self.told.clear()

    # --- helpers ----------------------------------------------------------------------------------------------------

    def _sends(self) -> None:
        self.count += 1
        place = self.world.place / f"sent-{self.count}.pbem"
        self.told.append(self.world.ann("send", "--partial", "--out", place))
        if place.exists():
            for each in read_bundles(container.unpack(place.read_bytes())):
                self._out(each)

    def _out(self, bundle: Bundle) -> None:
        """A turn file that has left: Ben has it, and goes on from it wherever it fits."""
        if bundle.hash() in self.pool:
            return
        self.pool[bundle.hash()] = bundle
        if bundle.header.by != "A":
            return
        self.signed[bundle.hash()] = bundle
        for tip in list(getattr(self, "tips", ())):
            if tip.end.head == bundle.header.prev:
                try:
                    self.tips.append(tip.clean().receive(bundle))
                except PbemError:
                    continue

    def _file(self, tip: Session) -> Path:
        self.count += 1
        place = self.world.place / f"handed-{self.count}.pbem"
        theirs = [each for each in tip.log.bundles if each.header.by == "B"][-4:]
        place.write_bytes(container.pack(b"".join(each.encode() for each in theirs)))
        return place


def _players(place: Path) -> tuple[Player, Player]:
    return Player("Ann", place), Player("Ben", place)


def _offering(ben: Session, first: int) -> Session:
    """An offer to go back as far as can be, behind entry ``first``."""
    for to in range(first, ben.end.entries):
        try:
            return offer_back(ben, to)
        except VerifyError:
            continue
    return offer_back(ben, 0)


def _told(bundle: Bundle, heads: dict[bytes, Bundle]) -> list[tuple[str, bytes]]:
    """The seeds in a turn file, each with the request that it is given under, found in the history that it continues."""
    requests: dict[object, bytes] = {}
    chain, each = [bundle], heads.get(bundle.header.prev)
    while each is not None:
        chain.append(each)
        each = heads.get(each.header.prev)
    for part in reversed(chain):
        for head, entry in hashed(part):
            if entry["k"] == "req":
                requests[entry["j"]] = head
    return [
        (str(entry["x"]), requests[entry["j"]])
        for _, entry in hashed(bundle)
        if entry["k"] in ("req", "rsp", "open") and entry.get("x")
    ]


def step(forks: Forks, chance: Random) -> None:
    """One thing that happens, as likely as it leads anywhere."""
    which = chance.randrange(3)
    match chance.choices(
        ("writes", "player", "responder", "fetches", "plays", "settles", "off", "away"),
        (8, 2, 2, 1, 2, 1, 1, 2),
    )[0]:
        case "writes":
            forks.writes(which, chance.choice(HOW), chance.randrange(3), chance.random() < 0.6)
        case "player":
            forks.hands_to_the_player(which)
        case "responder":
            forks.hands_to_the_responder(which)
        case "fetches":
            forks.fetches()
        case "plays":
            forks.plays(chance.random() < 0.5)
        case "settles":
            forks.settles(1 + which)
        case "off":
            forks.takes_over()
        case "away":
            forks.the_responder_goes_away_or_comes_back()


@pytest.mark.parametrize("seed", range(int(os.environ.get("PBEM_FORKS", "6"))))
def test_nothing_is_given_for_two_things_whatever_the_post_brings_to_whom(seed: int) -> None:
    forks, chance = Forks(), Random(seed)
    try:
        forks.sit_down()
        for _ in range(16):
            step(forks, chance)
            forks.no_seed_has_left_under_two_requests()
            forks.the_game_key_has_signed_no_place_twice()
            forks.whoever_is_stopped_is_told_what_to_type()
    finally:
        forks.teardown()

"""A world of three: Ann and Ben play, and the seat of one of them goes to Carl and on, while the post loses and doubles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypeAlias

from attrs import define, field

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.home import games
from pbem.home.arriving.receiving import receive
from pbem.home.beside import rooms
from pbem.home.exchange import invitations, sending
from pbem.home.identity import Identity
from pbem.home.new_identity import create_identity
from pbem.home.papers import asking, handing
from pbem.home.papers.results import Made
from pbem.home.turns.notes import Piece
from pbem.log import Bundle, parse_log
from pbem.papers import seat as papers
from pbem.protocol import automatic
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.store.game import GameFolder
from pbem.store.home import Home

from .clock import stream
from .hand import ordered

Verb: TypeAlias = "Callable[[Person, Random], str]"
NAMES = ("Ann", "Ben", "Carl")


@define
class Person:
    """A home on a disk. ``other`` finds the game in it, which Carl has not got before a box came."""

    name: str
    home: Home
    identity: Identity
    looked: object = None
    able: str = ""

    @property
    def folder(self) -> GameFolder | None:
        return next(iter(games.begun(self.home)), None)

    def session(self) -> Session:
        assert self.folder is not None
        return games.open_session(self.folder, self.identity)

    def signs(self) -> str:
        """The seat for which this home could sign something now; "" for none."""
        folder = self.folder
        if folder is None:
            return ""
        here = folder.log(), folder.vault(), folder.facts()
        if here != self.looked:
            self.looked, self.able = here, self._signs()
        return self.able

    def _signs(self) -> str:
        session = self.session()
        assert self.folder is not None
        try:
            rooms.check(rooms.case_of(self.folder, session))
        except PbemError:
            return ""
        return session.seat if session.vault.signs else ""


@define
class Three:
    """``post`` is all that was ever sent: whatever comes may come again, late, or never."""

    place: Path
    seed: str
    people: list[Person] = field(factory=list)
    post: list[bytes] = field(factory=list)
    boxes: list[bytes] = field(factory=list)
    signed: dict[tuple[object, ...], bytes] = field(factory=dict)
    said: list[str] = field(factory=list)
    made: int = 0
    judged: int = 0
    asked: int = 0

    def entropy(self) -> Callable[[int], bytes]:
        self.made += 1
        return stream(f"{self.seed}/{self.made}")

    def begin(self, game: str) -> None:
        for name in NAMES:
            home = Home(self.place / name)
            identity = create_identity(home, name, "", self.entropy())
            self.people.append(Person(name, home, identity))
        ann, ben, _ = self.people
        terms = invitations.asked_for(ann.home, invitations.Wanted(game=game))
        offer = invitations.new_game(ann.home, ann.identity, terms, entropy=self.entropy())
        answer = invitations.join(
            ben.home, ben.identity, container.unpack(offer.file), entropy=self.entropy(), new_key=True
        )
        invitations.start(ann.home, ann.identity, container.unpack(answer.file), new_key=True)

    # --- what people do ---------------------------------------------------------------------------------------------------

    def play(self, who: Person, chance: Random) -> str:
        """A turn, or some of it; somebody who has handed their seat over sends that once more."""
        folder = who.folder
        if folder is None:
            return "no game"
        session = who.session()
        if session.vault.signs and session.is_my_turn:
            session = ordered(folder, who.identity, session, chance.random(), one=chance.random() < 0.4)
        _, out = sending.seal(folder, who.identity, session, partial=True)
        if out is not None:
            self.post.append(out.file)
        return f"sends {out and out.n}"

    def comes(self, who: Person, chance: Random, file: bytes | None = None) -> str:
        """Anything that was ever sent comes."""
        if not self.post or who.folder is None:
            return "nothing"
        late = [chance.choice(self.post)] if chance.random() < 0.2 else []
        came = [file] if file else [each for each in self.post[-6:] if chance.random() < 0.6] + late
        chance.shuffle(came)
        receive(
            who.home,
            who.identity,
            [Piece(data=container.unpack(each), where="post", path="post") for each in came],
        )
        return f"reads; signs over {handing.finish(who.folder, who.identity)}"

    def asks(self, who: Person, chance: Random) -> str:
        """Somebody without a seat asks for one of them."""
        whole = max((each.folder.log() for each in self.people if each.folder), key=len)
        log = parse_log(whole)
        side = log.invite.sides[chance.randrange(2)]
        self.asked += 1
        self._sends(asking.ask(who.home, who.identity, log, side, self.entropy()))
        return f"asks for {side}"

    def paper(self, who: Person, chance: Random) -> str:
        """A paper that was ever sent is offered, agreed to, or given a box for."""
        assert who.folder is not None
        does = "give" if who.session().is_my_turn else chance.choice(("offer", "agree"))
        lines = [each for each in map(container.unpack, self.post) if each.startswith(b'{"a":"seat"')]
        found = [
            each
            for each in map(papers.read, lines)
            if (each.ask.by == who.folder.facts()["seat"]) == (does != "agree")
        ]
        if not found:
            return "no paper"
        paper = chance.choice(found[-3:])
        if does == "give":
            self._sends(handing.give(who.folder, who.identity, paper, self.entropy()), box=True)
        else:
            self._sends(
                {"offer": asking.offered, "agree": asking.agreed}[does](who.folder, who.identity, paper)
            )
        return does

    def takes(self, who: Person, chance: Random) -> str:
        """A box that was ever sent comes."""
        if not self.boxes:
            return "no box"
        lines = container.unpack(chance.choice((chance.choice(self.boxes), self.boxes[-1])))
        self._sends(handing.take(who.home, who.identity, papers.read(lines))[1])
        return "takes"

    def keeps(self, who: Person, _chance: Random) -> str:
        """The giver plays on."""
        assert who.folder is not None
        return f"keeps it from {handing.keep(who.folder)}"

    def _sends(self, made: Made, *, box: bool = False) -> None:
        (self.boxes if box else self.post).append(container.pack(made.data))

    # --- a step -----------------------------------------------------------------------------------------------------------

    def step(self, chance: Random) -> None:
        who = chance.choice(self.people)
        for does in self._sitting(who, chance):
            self._does(who, does, chance)

    def _sitting(self, who: Person, chance: Random) -> tuple[Verb, ...]:
        """What somebody does: what makes sense, and one time in four anything."""
        if chance.random() < 0.15:
            return (chance.choice((self.play, self.comes, self.asks, self.paper, self.takes, self.keeps)),)
        if who.folder is None:
            return (self.takes,) if self.boxes else (self.asks,) * (self.asked < 4)
        if who.signs():
            mine = who.session().is_my_turn
            then = self.paper if self.asked and chance.random() < (0.6 if mine else 0.2) else self.play
            return (then,) if mine else (self.comes, then)
        return self.comes, chance.choice((self.takes, self.play)) if self.boxes else self.play

    def _does(self, who: Person, does: Verb, chance: Random) -> None:
        try:
            said = does(who, chance)
        except PbemError as error:
            said = f"{type(error).__name__} {error.code}"
        except AssertionError:
            if who.folder is not None:
                raise
            said = "no game"
        self.said.append(f"{who.name} {does.__name__}: {said}")
        one_home_signs_for_a_seat(self)
        if len(self.post) + len(self.boxes) > self.judged:
            self.judged = len(self.post) + len(self.boxes)
            for law in LAWS:
                law(self)

    def ends(self) -> None:
        """Everything comes to everybody, and whoever may sign plays, until the game is over."""
        for n in range(60):
            for who in [each for each in self.people if each.folder]:
                self._frozen(who)
                with suppress(PbemError):
                    self.play(who, Random(n))
                session = who.session()
                turn = container.pack(encode_turn(unsent(session.log, session.seat)))
                for other in [each for each in self.people if each.folder and each is not who]:
                    self.comes(other, Random(n), turn)
            if all(each.session().owed.kind == "" for each in self.people if each.signs()):
                return
        raise AssertionError(f"the game does not end: {[(each.name, each.signs()) for each in self.people]}")

    def _frozen(self, who: Person) -> None:
        """Whoever still waits for a receipt plays on themselves."""
        with suppress(PbemError):
            assert who.folder is not None
            handing.keep(who.folder)


# --- laws -----------------------------------------------------------------------------------------------------------------


def one_home_signs_for_a_seat(world: Three) -> None:
    """At every moment at most one home can sign for a seat."""
    seats = [seat for each in world.people if (seat := each.signs())]
    assert len(seats) == len(set(seats)), seats


def nothing_is_signed_twice(world: Three) -> None:
    """No two turn files of one seat stand in one place."""
    for who in world.people:
        for each in parse_log(who.folder.log()).bundles if who.folder else ():
            place = (each.header.by, each.header.n, each.header.prev)
            assert world.signed.setdefault(place, each.hash()) == each.hash(), place


def a_seat_opens_every_commitment(world: Three) -> None:
    """Whoever signs for a seat has every value that was sealed for it, by whomever, and need not look for one."""
    for who in world.people:
        if who.folder and (session := who.session()).vault.signs:
            vault = games.open_vault(who.folder, who.identity).aligned(session.log.keys_of(session.seat))
            automatic.check_vault(session.base.table, session.seat, vault)


def nothing_secret_leaves(world: Three) -> None:
    """No file but a box holds a secret, and no home but the asker's opens that."""
    every = b"".join(container.unpack(each) for each in world.post[-1:] + world.boxes[-1:])
    for secret in _secrets(world):
        assert secret not in every
        assert secret.hex().encode() not in every


def _secrets(world: Three) -> Iterator[bytes]:
    for who in world.people:
        for folder in (*games.begun(who.home), *who.home.invitations()):
            if folder.vault():
                vault = games.open_vault(folder, who.identity)
                shown = {
                    bytes.fromhex(each)
                    for bundle in parse_log(folder.log()).bundles
                    for each in _audited(bundle)
                }
                yield from (each for each in vault.every_secret() if each not in shown)


def _audited(bundle: Bundle) -> Iterator[str]:
    for entry in bundle.entries:
        if entry["k"] == "audit":
            yield from (entry["vault"], *entry["before"])


def papers_convict_nobody(world: Three) -> None:
    """Whatever paper an honest player made holds, lacks a signature, or has lapsed."""
    from pbem.home.papers import reader  # noqa: PLC0415

    for data in world.post[-1:]:
        lines = container.unpack(data)
        if lines.startswith(b'{"a":"seat"'):
            for who in world.people:
                judged = reader.read(lines, who.home, "FILE").finding
                found = judged.verdict
                assert found in {"unsigned", "offered", "handed", "lapsed"}, (judged.code, judged.lines)


LAWS = (nothing_is_signed_twice, a_seat_opens_every_commitment, nothing_secret_leaves, papers_convict_nobody)

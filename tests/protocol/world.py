"""The world of the model: two seats with their homes, mail, and who looks on.

A home is the real one of :mod:`pbem.home` (what arrives is sorted, refused, parked and stored by
:mod:`pbem.home.exchange.joining`, what leaves is made by :mod:`pbem.home.exchange.sending`); only its
folder is a dictionary instead of a disk. So a home can be copied, put back and thrown away as a value.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

from attrs import field, mutable

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, FormatError, KeyFileError, PbemError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.home import games
from pbem.home.disputes import refusing
from pbem.home.exchange import joining, sending
from pbem.home.identity import Identity
from pbem.home.play import orders as playing
from pbem.home.play.orders import DECISIONS
from pbem.log import Bundle, Clause, Log, read_bundles
from pbem.protocol import genesis, side_entries
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault
from pbem.store.game import Change, Draft, GameFolder

from .conftest import entropy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

WAITS = frozenset(
    {
        *("signed-already", "stale-home", "not-your-turn", "nothing-to-send", "unfinished"),
        *("answered-already", "unsettled", "other-version", "ruling-waits"),
    }
)
"""Why a home may write nothing though it is asked to: each has a sentence that names what is missing."""


OLD_VAULT = "old-vault"
"""What a home says that reads of a renewal of its own keys and has not got the new ones."""

SHORT = genesis.MIN_CHAIN
"""The length of every seed chain here: the shortest that a program begins a game with."""

RITA = Keypair.from_seed(b"rita" * 8)
"""The referee to whom both seats are bound."""

NOT_CARRIED = frozenset({"unknown-version", "not-carried", "other-state"})
"""Why an offer of another version can only be declined."""


class Stopped(Exception):
    """A home that does not go on, with the code of its reason."""


class Shelf(GameFolder):
    """The folder of a game, kept in memory. The names and bytes are those that would lie on the disk."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        super().__init__(Path("/nowhere/games/0"), nullcontext)
        self.files = dict(files or {})

    def save(self, change: Change) -> None:
        for name, data in self._files(change).items():
            if data is None:
                self.files.pop(name, None)
            else:
                self.files[name] = data

    def _read(self, name: str, limit: int) -> bytes | None:
        return self.files.get(name)

    def _stems(self, folder: str, suffix: str) -> list[str]:
        place = f"{folder}/"
        names = [name.removeprefix(place) for name in self.files if name.startswith(place)]
        return sorted(name.removesuffix(suffix) for name in names if name.endswith(suffix))

    @contextmanager
    def _held(self) -> Iterator[None]:
        yield


class Writes(Protocol):
    """Whoever wants to know which bundles an honest program has signed, as soon as they leave."""

    def __call__(self, home: Home, before: Session, after: Session, turn: bytes) -> None: ...


@mutable(eq=False)
class Home:
    """One seat at home. ``box`` is its mailbox; ``told`` the codes of everything it could say about what came."""

    identity: Identity
    shelf: Shelf
    box: list[bytes] = field(factory=list)
    told: list[str] = field(factory=list)
    opened: Session | None = None

    @property
    def session(self) -> Session:
        """The game as it is stored, with its draft."""
        if self.opened is None:
            self.opened = games.open_session(self.shelf, self.identity)
        return self.opened

    def keep(self, session: Session) -> Session:
        """Store the session with its draft."""
        games.save_session(self.shelf, self.identity, session)
        self.opened = session
        return session

    # --- writing ------------------------------------------------------------------------------------------------------

    def decide(self, salt: int, *, whole: bool) -> None:
        """Give one order, or every order that is owed: into the draft."""
        try:
            self._decide(salt, whole)
        except ConflictError as error:
            if error.code not in WAITS:
                raise
            self.keep(self.session.clean())
            raise Stopped(error.code) from error

    def _decide(self, salt: int, whole: bool) -> None:
        session = playing.onward(self.session)
        while session.mine and session.owed.what in DECISIONS:
            if session.owed.what == "reply":
                session = self._reply(session, yes=salt % 3 > 0)
            else:
                advise = session.game.rules.advise
                session = session.order(advise(session.position.game, session.side, session.secrets, salt))
            session = playing.onward(session)
            if not whole:
                break
        self.keep(session)

    def _reply(self, session: Session, *, yes: bool) -> Session:
        """The answer to an offer; to what cannot be agreed to it is no."""
        try:
            return side_entries.reply_offer(session, yes=yes)
        except VerifyError as error:
            if error.code not in NOT_CARRIED:
                raise
            return side_entries.reply_offer(session, yes=False)

    def send(self, noted: Writes) -> bytes:
        """The turn file that ``pbem send --partial`` writes. Raises Stopped when there is none, with the reason."""
        before = self.session
        try:
            after, out = sending.seal(self.shelf, self.identity, before, partial=True)
        except PbemError as error:
            if error.code not in WAITS:
                raise
            if error.code in (
                "signed-already",
                "answered-already",
                "unsettled",
                "stale-home",
                "ruling-waits",
            ):
                # What the log lacks has been signed, or two versions are to be settled: nothing new is signed until then.
                self.keep(before.clean())
            raise Stopped(error.code) from error
        self.opened = after
        if out is None:
            raise Stopped("decision")
        noted(self, before, after, out.file)
        return out.file

    def refuse(self, noted: Writes) -> bytes:
        """The signed refusal of the kept turn file that would come next."""
        before = self.session.clean()
        try:
            after, turn = refusing.refuse(self.shelf, self.identity, before)
        except PbemError as error:
            if error.code not in ("nothing-to-refuse", "refused-often", "out-of-turn", *WAITS):
                raise
            raise Stopped(error.code) from error
        self.opened = after
        noted(self, before, after, turn)
        return turn

    # --- reading ------------------------------------------------------------------------------------------------------

    def take(self, pieces: Iterable[bytes]) -> None:
        """Read pieces of mail as ``pbem import`` does, and keep what it says about them."""
        bundles: list[Bundle] = []
        for data in pieces:
            try:
                bundles += read_bundles(container.unpack(data))
            except FormatError as error:
                self.told.append(error.code)
        ours = [each for each in bundles if each.header.gid == self.session.log.gid]
        self.told += ["other-game"] * (len(bundles) - len(ours))
        try:
            arrived = joining.join_bundles(self.shelf, self.identity, self.session, ours)
            if any(note.code == "draft-in-the-way" for note in arrived.notes):
                self.keep(arrived.session.clean())
                arrived = joining.join_bundles(self.shelf, self.identity, self.session, ours)
        except ConflictError as error:
            if error.code != "too-many-parked":
                raise
            self.told.append(error.code)
            return
        except KeyFileError as error:
            # As :func:`pbem.home.arriving.receiving.receive` does: nothing of what came is taken in, and it says why.
            self.told.append(error.code)
            self.opened = None
            return
        self.opened = arrived.session
        self.told += [note.code or note.kind for note in arrived.notes]

    def kept(self) -> list[tuple[Bundle, ...]]:
        """What lies beside the log: turn files that wait, and evidence."""
        pieces = [*self.shelf.parked(), *(each.data for each in self.shelf.refused())]
        return [read_bundles(data) for data in pieces]


def shelved(identity: Identity, log: Log, vault: Vault, seat: str) -> Shelf:
    """The folder of a game that has just begun."""
    head = log.bundles[-1].header.head if log.bundles else log.gid
    shelf = Shelf()
    shelf.save(
        Change(
            facts={"seat": seat, "gid": log.gid.hex(), "vault": seat},
            log=log.encode(),
            draft=Draft(head=head.hex(), lines=()),
            vault=games.seal_vault(identity, seat, vault),
        )
    )
    return shelf


def sit_down(game: registry.Game, seed: str) -> dict[str, Home]:
    """A and B at a new game, with secrets that follow from the seed."""
    who = {"A": "Ann", "B": "Ben"}
    identities = {
        seat: Identity(name=name, keypair=Keypair.from_seed(source(32)), secret=source(32))
        for seat, name in who.items()
        for source in [entropy(f"{seed}/id/{seat}")]
    }
    vaults = {seat: Vault.fresh(entropy(f"{seed}/{seat}"), SHORT) for seat in who}
    offer = genesis.invite(
        identities["A"].keypair,
        who["A"],
        vaults["A"],
        game,
        scenario=game.rules.scenarios[0],
        side=game.rules.sides[0],
        options={},
        referee=Clause(key=RITA.public, days=14, then="referee"),
    )
    log = Log(invite=offer, accept=genesis.accept(identities["B"].keypair, who["B"], vaults["B"], offer))
    return {
        seat: Home(identity=identity, shelf=shelved(identity, log, vaults[seat], seat))
        for seat, identity in identities.items()
    }

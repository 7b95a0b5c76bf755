"""A player's home and his responder's, when both are on this machine: what each may know of the other before it signs.

The player's home remembers where its responder was set up, and the responder's where its player is. Whoever needs both locks
takes the player's first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import evolve, frozen

from pbem.bytes.errors import ConflictError
from pbem.home.entrusted.left import RESPONDER
from pbem.home.games import open_vault, shown
from pbem.home.identity import unlock
from pbem.home.turns.versions import OPEN, held
from pbem.log import Bundle, Log, parse_log
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.signing_record import Record
from pbem.store.game import GameFolder
from pbem.store.home import Home

OWNER = "owner"
"""A fact of a game in the responder's home: where its player's is."""

_WAIT = 0.5


@frozen(kw_only=True)
class Other:
    """The same game in the other home of this seat: its log, the turn files beside it, and for the player's home what the
    responder's record says.
    """

    folder: GameFolder
    log: Log
    lying: tuple[Bundle, ...]
    record: Record

    @property
    def file(self) -> str:
        """Where its whole log lies, for people."""
        return shown(self.folder.path / "log.pbem")


def find(folder: GameFolder) -> Home | None:
    """The other home of this seat, as far as it is on this machine."""
    facts = folder.facts()
    place = facts.get(OWNER) or facts.get(RESPONDER)
    path = Path(str(place)) if place else None
    return Home(path, wait=_WAIT) if path is not None and (path / "identity.json").is_file() else None


@contextmanager
def locked(home: Home | None) -> Iterator[None]:
    """The lock of the other home, if there is one. Raises ConflictError ``locked``."""
    if home is None:
        yield
        return
    with home.lock():
        yield


def look(home: Home | None, session: Session) -> Other | None:
    """The same game in the other home; None when it is not there. A player's secrets stay closed to his responder."""
    gid = session.log.gid.hex()
    theirs = (
        None if home is None else next((each for each in home.games() if gid.startswith(each.name)), None)
    )
    if home is None or theirs is None or theirs.facts().get("gid") != gid:
        return None
    record = Record() if session.vault.limited else open_vault(theirs, unlock(home, "")).record
    lying = tuple(each.bundle for each in held(theirs) if each.code in ("", OPEN))
    return Other(folder=theirs, log=parse_log(theirs.log()), lying=lying, record=record)


def check(session: Session, other: Other, known: frozenset[bytes]) -> None:
    """Raises ConflictError ``other-version`` and ``stale-home`` when the other home has turn files that are not here.

    ``known`` are the hashes of those beside the log here: between these the player decides, or has.
    """
    who = Message("The player's home") if session.vault.limited else Message("Your responder")
    hint = Message("Bring it in: pbem fetch, or pbem import {file}. Then: pbem status", file=other.file)
    known |= session.vault.record.given_up
    for ours, theirs in zip(session.log.bundles, other.log.bundles, strict=False):
        if ours.hash() != theirs.hash():
            if theirs.hash() in known:
                return
            text = Message(
                "{who} has another version of turn file {n} than the one in this home.",
                who=who,
                n=theirs.header.n,
            )
            raise ConflictError("other-version", text, hint=hint)
    more = other.log.bundles[len(session.log.bundles) :]
    mine = [each for each in (*more, *other.lying) if each.header.by == session.seat]
    here = known | {each.hash() for each in session.log.bundles}
    lacking = [each for each in mine if each.hash() not in here]
    if lacking:
        text = Message(
            "{who} has turn file {n} of this side, and it is not in this home yet.",
            who=who,
            n=lacking[0].header.n,
        )
        raise ConflictError("stale-home", text, hint=hint)


def with_record(session: Session, record: Record) -> Session:
    """The session whose record holds another one too."""
    vault = session.vault
    return evolve(session, vault=evolve(vault, record=vault.record.merged(record)))

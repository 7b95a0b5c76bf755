"""Before anything is signed: whatever is known of what this seat has signed and disclosed is looked at, wherever it lies.

The record in the vault is asked by :meth:`pbem.protocol.session.Session.sealed`, the one way in which anything leaves. Here
it is brought up to date, and a home that must not sign at all says why and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from attrs import evolve

from pbem.home.beside import rooms
from pbem.home.turns.versions import OPEN, RULED, SETTLED, BesideFile
from pbem.log import Bundle
from pbem.protocol.session import Session
from pbem.protocol.signing_record import disclosed_by, hashed
from pbem.store.game import GameFolder

_FAR = 200
"""How many turn files back a request is looked for that a stray answer belongs to."""


@contextmanager
def allowed(folder: GameFolder, session: Session, *, handing: bool = False) -> Iterator[Session]:
    """The session, with all that is known in its record, for the time in which it signs and is stored. ``handing``: it hands
    its seat over, which alone may be signed while the game stands still for that.

    Raises ConflictError of the room that lets nothing be signed (:func:`pbem.home.beside.rooms.check`).
    """
    case = rooms.case_of(folder, session)
    rooms.check(case, but="beside.seat" if handing else "")
    yield with_known_signatures(session, case.lying)


def with_known_signatures(session: Session, lying: Iterable[BesideFile]) -> Session:
    """The session whose record holds what turn files of its own seat beside the log say.

    One that was given up counts as such.
    """
    beside_log = [each for each in lying if each.code in ("", OPEN, SETTLED, RULED)]
    every = {each.header.head: each for each in (*(each.bundle for each in beside_log), *session.log.bundles)}
    record = session.vault.record
    for each in beside_log:
        bundle = each.bundle
        if bundle.header.by != session.seat:
            continue
        record = record.with_bundle(bundle, disclosed_by(bundle, _requests(bundle, every), _chains(session)))
        if each.code in (SETTLED, RULED):
            record = record.without((bundle,))
    return evolve(session, vault=evolve(session.vault, record=record))


def _requests(bundle: Bundle, every: dict[bytes, Bundle]) -> dict[int, bytes]:
    """The requests, by roll, in the turn files that this one continues."""
    found: dict[int, bytes] = {}
    before = every.get(bundle.header.prev)
    for _ in range(_FAR):
        if before is None:
            break
        for head, entry in hashed(before):
            j = entry.get("j")
            if entry["k"] == "req" and type(j) is int:
                found.setdefault(j, head)
        before = every.get(before.header.prev)
    return found


def _chains(session: Session) -> Callable[[int, bytes], bytes | None]:
    """Tells on which chain of this seat, by its key, a seed for a roll lies."""
    vault = session.vault
    sets = (vault.current, *vault.before, *vault.spare)
    chains = [(each.public, each.chain) for each in sets if each.root]

    def found(j: int, x: bytes) -> bytes | None:
        return next((key for key, chain in chains if 0 < j <= chain.length and chain[j] == x), None)

    return found

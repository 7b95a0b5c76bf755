"""Before anything is signed: whatever is known of what this seat has signed and disclosed is looked at, wherever it lies.

The record in the vault is asked by :meth:`pbem.protocol.session.Session.sealed`, the one way in which anything leaves. Here
it is brought up to date, and a home that must not sign at all says why and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from pbem.bytes.errors import ConflictError
from pbem.home.exchange import outdated_copy
from pbem.home.games import home_of
from pbem.home.kept_papers import game_over as ended
from pbem.home.rulings import waiting_rulings
from pbem.home.turns.versions import OPEN, RULED, SETTLED, Held, held, unsettled
from pbem.log import Bundle
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.signing_record import hashed, told_by
from pbem.replay.table import owed
from pbem.store.game import GameFolder
from pbem.store.home import Home

_FAR = 200
"""How many turn files back a request is looked for that a stray answer belongs to."""


@contextmanager
def allowed(folder: GameFolder, session: Session) -> Iterator[Session]:
    """The session, with all that is known in its record, for the time in which it signs and is stored.

    Raises ConflictError: ``copied-home``, ``over-on-paper``, ``stale-home``, ``ruling-waits``, ``unsettled``.
    """
    check_home(home_of(folder))
    ended.check(folder)
    lying = held(folder)
    session = noted(session, lying)
    outdated_copy.check(folder, session.log, session.seat, owed(session.base))
    waiting_rulings.check_waiting(session.log, lying)
    check_settled(session, lying)
    yield session


def check_home(home: Home) -> None:
    """Raises ConflictError ``copied-home`` in a copy of a home of which the player has not said that it is the one."""
    if home.is_copy():
        raise ConflictError(
            "copied-home",
            Message(
                "{path} is a copy of your home: moved to another disk, synchronised, or put back from a backup. "
                "That is fine, but it may lack turns that you have signed since, and to sign one of them twice "
                "looks like cheating.",
                path=home.path,
            ),
            hint=Message(
                "First bring in what came and went: pbem import --all, or pbem import PATH... Then, if you play "
                "from no other copy: pbem backup moved"
            ),
        )


def check_settled(session: Session, lying: Sequence[Held]) -> None:
    """Raises ConflictError ``unsettled`` while two versions of a turn file are here and nobody has decided."""
    place = unsettled(session.log, lying)
    if place is None:
        return
    due = owed(session.base)
    theirs = all(each.header.by != session.seat for each in place.versions)
    if place.ours is None and theirs and due.seat == session.seat:
        return  # written out of turn, whichever of them: neither can be taken
    raise ConflictError(
        "unsettled",
        Message(
            "Turn file {n} has {len} versions here, and nothing is signed before you have decided.",
            n=place.n,
            len=len(place.versions),
        ),
        hint=Message("pbem dispute settle shows them, and takes one; your own is one of them."),
    )


def noted(session: Session, lying: Iterable[Held]) -> Session:
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
        record = record.with_bundle(bundle, told_by(bundle, _requests(bundle, every), _chains(session)))
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
    chains = [(each.keypair.public, each.chain) for each in sets]

    def found(j: int, x: bytes) -> bytes | None:
        return next((key for key, chain in chains if 0 < j <= chain.length and chain[j] == x), None)

    return found

"""Refusing a turn file that broke a rule, with the signature of its author in the refusal (``schemas/log.md``)."""

from __future__ import annotations

from pbem.bytes import container
from pbem.bytes.errors import IllegalOrder, UsageError, VerifyError
from pbem.home.exchange.signing import allowed
from pbem.home.games import save_session
from pbem.home.identity import Identity
from pbem.home.turns.import_notes import can_refuse
from pbem.log import Bundle, read_bundles
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from pbem.replay.table import other
from pbem.store.game import GameFolder


def refusal_of(folder: GameFolder, session: Session) -> tuple[Session, Bundle] | None:
    """The refusal of the kept turn file that would come next, and the session with it; None when there is none.

    Raises VerifyError ``refused-often``. Who holds the pen refuses nothing: they play on, and what came out of turn is
    passed over.
    """
    if not can_refuse(session):
        return None
    place = (session.end.bundles + 1, session.end.entries, session.end.head)
    for kept in folder.refused():
        header = (bundle := read_bundles(kept.data)[0]).header
        # What continues another version of an earlier turn file was not sent to this place: it cannot be refused here.
        if (header.n, header.first, header.prev) != place or header.by != other(session.seat):
            continue
        try:
            session.receive(bundle)
        except (VerifyError, IllegalOrder) as error:
            refusal = side_entries.refusal(session, bundle, error)
            return session.receive(refusal), refusal
    return None


def refuse(folder: GameFolder, identity: Identity, session: Session) -> tuple[Session, bytes]:
    """Write the signed refusal of the kept turn file that would come next: the session with it, and the file to send.

    Raises UsageError ``nothing-to-refuse``.
    """
    with allowed(folder, session) as ready:
        found = refusal_of(folder, ready)
        if found is None:
            raise UsageError.of(
                "nothing-to-refuse", "There is no turn file to refuse.", hint="See `pbem status`."
            )
        after, refusal = found
        save_session(folder, identity, after)
    return after, container.pack(refusal.encode())

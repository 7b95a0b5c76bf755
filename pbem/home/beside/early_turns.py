"""Turn files that came before what they continue: they wait, and an import says what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.bytes.errors import ConflictError
from pbem.home import sentences
from pbem.home.beside import outdated_copy
from pbem.home.beside.rooms import Case, Joining, Room, Said
from pbem.home.turns.notes import Note
from pbem.log import REFEREE
from pbem.port.messages import Capital, Message
from pbem.protocol.session import Session
from pbem.replay.table import owed
from pbem.store.inbox import Gap


class _EarlyTurns(Room):
    def after(self, case: Joining) -> Joining:
        return case.told(*(_gap(case.session, each) for each in case.gaps))

    def lines(self, case: Case) -> Iterator[Said]:
        have = len(case.view.log.bundles)
        early = (each.bundle.header for each in case.lying if not each.code)
        found = [
            Message(
                "Turn file {n} (entries {first}-{last}) waits for an earlier one that has not come.",
                n=header.n,
                first=header.first,
                last=header.last,
            )
            for header in early
            if header.n > have + 1
        ]
        return (Said("parked", each) for each in sorted(found))


ROOM = _EarlyTurns()


def _gap(session: Session, missing: Gap) -> Note:
    """Turn files that have not come."""
    if missing.by == REFEREE:
        files = Message("turn files {n_first} to {n_last}", n_first=missing.n_first, n_last=missing.n_last)
        if missing.n_first == missing.n_last:
            files = Message("turn file {n_first}", n_first=missing.n_first)
        return Note(
            kind="gap",
            text=Message(
                "A ruling of the referee has come, and it continues {files}, not here yet. It is kept, "
                "and nothing is signed before it is taken in.",
                files=files,
            ),
            hint=Message("Ask the referee for the whole log that they ruled on, and import it."),
            code="gap",
            entry=missing.first,
            exit_code=ConflictError.exit_code,
        )
    named = evolve(missing, by=sentences.who(session, missing.by))
    ours = owed(session.base)
    if ours.seat == session.seat and ours.kind and missing.by != session.seat:
        return Note(
            kind="gap",
            text=outdated_copy.sentence(missing.n_first),
            hint=outdated_copy.HINT,
            code="stale-home",
            entry=missing.first,
            exit_code=ConflictError.exit_code,
        )
    return Note(
        kind="gap",
        text=Message("{gap}; what came early is kept.", gap=Capital(named.said)),
        hint=Message("Look for the missing mail, or ask for it again (they type: pbem send)."),
        code="gap",
        entry=missing.first,
        exit_code=ConflictError.exit_code,
    )

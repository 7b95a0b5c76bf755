"""Two versions of one turn file, and refusals of ours: both are kept, and nothing is signed before somebody has decided."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.bytes.errors import ConflictError
from pbem.home import sentences
from pbem.home.beside.rooms import Case, Joining, Room, Said
from pbem.home.rulings import two_rulings
from pbem.home.turns import refusal_text, versions
from pbem.home.turns.dropped_turns import refused_by
from pbem.home.turns.import_notes import reason
from pbem.home.turns.notes import Note
from pbem.log import Bundle, refusal_of
from pbem.papers import refused_turn
from pbem.papers.equivocation import same_place
from pbem.papers.reader import Reader, excused
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session
from pbem.replay.table import owed
from pbem.store.game import Refused
from pbem.store.inbox import Conflict


class _TwoVersions(Room):
    def after(self, case: Joining) -> Joining:
        # One that only waits is kept as such.
        evidence = (
            Refused(data=each.other.encode(), code=versions.OPEN, message=each.error().message)
            for each in case.conflicts
            if each.other not in case.waits
        )
        case = evolve(case, evidence=(*case.evidence, *evidence))
        return case.told(*(_clash(case.session, each) for each in case.conflicts))

    def check(self, case: Case) -> None:
        """Raises ConflictError ``unsettled`` while two versions of a turn file are here and nobody has decided."""
        place = versions.unsettled(case.view.log, case.lying)
        if place is None:
            return
        theirs = all(each.header.by != case.view.seat for each in place.versions)
        if place.ours is None and theirs and owed(case.view.base).seat == case.view.seat:
            return  # written out of turn, whichever of them: neither can be taken
        raise ConflictError.of(
            "unsettled",
            "Turn file {n} has {len} versions here, and nothing is signed before you have decided.",
            n=place.n,
            len=len(place.versions),
            hint="pbem dispute settle shows them, and takes one; your own is one of them.",
        )

    def lines(self, case: Case) -> Iterator[Said]:
        return (Said("parked", each) for each in _standstill(case))

    def step(self, case: Case) -> str:
        return "pbem dispute settle" if any(_standstill(case)) else ""


ROOM = _TwoVersions()


def _standstill(case: Case) -> Iterator[str]:
    """What keeps the game from going on until the players settle it."""
    log = case.view.log
    if (place := versions.unsettled(log, case.lying)) is not None:
        yield Message(
            "Turn file {n} has {many} versions here, and nobody has decided.",
            n=place.n,
            many=len(place.versions),
        )
        return
    for each in versions.strangers(log, case.lying):
        if not two_rulings.elsewhere(log, [each]):
            yield Message(
                "Turn file {n} of {who} continues another version of turn file {before} than yours.",
                n=each.header.n,
                who=sentences.who(case.view, each.header.by),
                before=each.header.n - 1,
            )


def _refused(session: Session, found: Conflict) -> Note:
    """The other side refuses a turn of ours."""
    refuser = sentences.who(session, found.other.header.by)
    ours = found.ours if found.same_number else None
    known = (
        Message(" {knew}", knew=refused_turn.knew(ours, refuser))
        if ours and refused_turn.foreseen(ours)
        else ""
    )
    said = refusal_text.told(session, found.other, [ours] if ours else [])
    text = Message(
        "{said} The refusal is signed by {refuser}.{known}",
        said=Series(said, " "),
        refuser=refuser,
        known=known,
    )
    hint = Message(
        "Your program finds that turn legal; compare versions and data first (`pbem rules list`). {ways}",
        ways=Series(refusal_text.ways(found.other), " "),
    )
    return Note(
        kind="conflict",
        text=text,
        hint=hint,
        code="refusal",
        entry=found.error().entry,
        exit_code=ConflictError.exit_code,
    )


def _clash(session: Session, found: Conflict) -> Note:
    """Two versions of one place, or a refusal of a turn of ours."""
    error = found.error()
    text: str = error.message
    hint: str = error.hint
    if refusal_of(found.other) is not None and found.other.header.by != session.seat:
        return _refused(session, found)
    if found.ours is not None and refused_by(found.ours, (found.other,)) is not None:
        theirs = sentences.who(session, found.other.header.by)
        text = Message(
            "Turn file {n} of {theirs} is the one that your game refuses: {reason}.",
            n=found.other.header.n,
            theirs=theirs,
            reason=reason(found.ours),
        )
        hint = Message(
            "If you find it legal after all, `pbem dispute settle` goes back to it, as long as nobody has played on."
        )
    elif two_rulings.elsewhere(session.log, [found.other]):
        text = two_rulings.said_elsewhere(found.other, sentences.who(session, found.other.header.by))
        hint = Message("It is kept. {elsewhere}", elsewhere=two_rulings.ELSEWHERE)
    elif found.ours is not None and found.same_number:
        text = Message(
            "There are two versions of turn file {n}: {one}, which is in your game, and {other}.",
            n=found.other.header.n,
            one=_version(session, found.ours),
            other=_version(session, found.other),
        )
    if found.two_versions:
        hint = Message(
            "Your game stays as it is, and both are kept. {means} `pbem dispute settle` shows both, and "
            "nothing is signed before it is settled.",
            means=_means(session, found),
        )
    return Note.of("conflict", error, text, hint)


def _means(session: Session, found: Conflict) -> str:
    """What two versions of one turn file by one author say about them."""
    ours = found.ours
    if ours is None or not same_place(ours, found.other):
        return Message(
            "They continue two different histories: whoever signed two versions of what comes before "
            "forked, not who answered each."
        )
    known = evolve(session.log, bundles=(*session.log.bundles, found.other))
    lost = Reader(logs=(session.log,)).given_up(known, ours, found.other)
    if lost is not None:
        return Series(excused(lost, sentences.who(session, ours.header.by)), " ")
    return Message(
        "That is proved, and not that anybody cheated: an old copy of a game put back and played "
        "on does it too. Ask how it came about."
    )


def _version(session: Session, bundle: Bundle) -> str:
    header = bundle.header
    author = sentences.who(session, header.by)
    return Message(
        "one by {author} (entries {first}-{last}, head {head})",
        author=author,
        first=header.first,
        last=header.last,
        head=header.head.hex()[:12],
    )

"""What an import says where something is missing or stands twice: gaps, two versions of one place, refusals of ours."""

from __future__ import annotations

from attrs import evolve

from pbem.bytes.errors import ConflictError
from pbem.home import sentences
from pbem.home.exchange import outdated_copy
from pbem.home.rulings import two_rulings
from pbem.home.turns import refusal_text
from pbem.home.turns.dropped_turns import refused_by
from pbem.home.turns.import_notes import reason
from pbem.home.turns.notes import Note
from pbem.log import REFEREE, Bundle, refusal_of
from pbem.papers import refused_turn
from pbem.papers.equivocation import same_place
from pbem.papers.reader import Reader, excused
from pbem.port.messages import Capital, Message, Series
from pbem.protocol.session import Session
from pbem.replay.table import owed
from pbem.store.inbox import Clash, Gap


def _refused(session: Session, found: Clash) -> Note:
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


def clash(session: Session, found: Clash) -> Note:
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
    return Note(
        kind="conflict",
        text=text,
        hint=hint,
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )


def _means(session: Session, found: Clash) -> str:
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


def gap(session: Session, missing: Gap) -> Note:
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
    if ours.seat == session.seat and ours.what and missing.by != session.seat:
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

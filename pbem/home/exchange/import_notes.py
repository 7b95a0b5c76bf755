"""What an import says about each thing that arrived: one line, what to do next, and how it counts for the exit code."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, field, frozen

from pbem.bytes.errors import ConflictError, IllegalOrder, NotHereError, PbemError, VerifyError
from pbem.crypto.keys import fingerprint
from pbem.home import sentences, verdict_sentence
from pbem.home.disputes import refusal_text
from pbem.home.disputes.dropped_turns import refused_by
from pbem.home.exchange import outdated_copy, side_entries
from pbem.home.people import Meeting
from pbem.home.referee import two_rulings
from pbem.log import REFEREE, Bundle, Clause, Log, refusal_of, renewal_of
from pbem.log.clause import LOSES
from pbem.papers import false_refusal
from pbem.papers.authors import owned
from pbem.papers.equivocation import same_place
from pbem.papers.reader import Reader, excused
from pbem.protocol.session import Session
from pbem.replay.table import owed
from pbem.replay.verify import fault_of
from pbem.store.inbox import Clash, Gap
from pbem.view.markup import clean


@frozen(kw_only=True)
class Piece:
    """Log lines found in a mail or file; ``where`` is for people, ``path`` for the next command.

    ``mail_id`` is the Message-ID of the mail, a hint for threading.
    """

    data: bytes = field(repr=False)
    where: str
    path: str = ""
    mail_id: str = ""


@frozen(kw_only=True)
class Note:
    """One line about something that arrived.

    ``kind``: new, known, waiting, gap, conflict, refused, unreadable, foreign, invitation, acceptance, paper, pack, warning.
    """

    kind: str
    text: str
    hint: str = ""
    code: str = ""
    paragraph: str = ""
    entry: int | None = None
    exit_code: int = 0


def warning(piece: Piece, known: Meeting) -> tuple[Note, ...]:
    """What has to be heard before anything else about who sent it; nothing when there is nothing to warn of."""
    return (Note(kind="warning", text=f"{piece.where}: {known.text}", code=known.code),) if known.loud else ()


def own_invitation(piece: Piece, log: Log) -> Note:
    """An invitation of the player's own."""
    offer = log.invite
    return Note(kind="known", text=f"{piece.where}: your own invitation ({offer.game} {offer.scenario}).")


def invitation(piece: Piece, log: Log, known: Meeting) -> Note:
    """An invitation, and the command that accepts it; ``known`` is what is known of its sender."""
    offer = log.invite
    terms = f"{offer.game} {offer.scenario}; {clean(offer.seat.who, 64)} plays {offer.sides[0]}, you {offer.sides[1]}"
    clause = () if offer.referee is None else (referee_clause(offer.referee),)
    return Note(
        kind="invitation",
        text=" ".join((f"{piece.where}: an invitation: {terms}.", *clause, *known.quiet)),
        hint=f"pbem join {piece.path}",
    )


def referee_clause(clause: Clause) -> str:
    """What both players of an invitation bind themselves to, in a sentence."""
    then = "their side loses" if clause.then == LOSES else "the referee decides"
    return (
        f"Both players bind themselves to a referee, whose key has the code {fingerprint(clause.key)}: let it be read to "
        f"you by voice. Who is silent for {clause.days} day{'s' if clause.days > 1 else ''} can be reported; then {then}."
    )


def data_pack(piece: Piece) -> Note:
    """A data pack, which changes nothing before a player says so."""
    return Note(
        kind="pack",
        text=f"{piece.where}: a data pack. Nothing is played on it before you agree to that in an invitation or an upgrade.",
        hint=f"pbem packs add {piece.path}",
    )


def acceptance(piece: Piece, log: Log, known: Meeting) -> Note:
    """An answer to an invitation of ours, and the command that begins the game."""
    text = f"{piece.where}: {clean(log.accepted.seat.who, 64)} accepts your invitation to {log.invite.game}."
    text = " ".join((text, *known.quiet))
    return Note(kind="acceptance", text=text, hint=f"pbem start {piece.path}")


def stopped(game: str, error: PbemError) -> Note:
    """Why nothing was taken in for one game; the others are not touched by it."""
    return Note(
        kind="conflict",
        text=f"Game {game}: {error.message}",
        hint=error.hint,
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )


def unreadable(where: str, error: PbemError) -> Note:
    """Something that cannot be read, with its damage."""
    return Note(
        kind="unreadable",
        text=f"{where}: {error.message}",
        hint=error.hint,
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )


def foreign(piece: Piece, bundle: Bundle) -> Note:
    """A turn of a game that this home does not have."""
    text = f"{piece.where}: a turn of the game {bundle.header.gid.hex()[:16]}, which is not in this home."
    return Note(
        kind="foreign",
        text=text,
        hint="Is this the home in which that game was begun? If that one is lost: pbem restore FILE --home DIR. Without a "
        "backup no key can be had back from a log, and only the opponent can end the game.",
        code="other-game",
    )


def joined(session: Session, bundle: Bundle, beside: Iterable[Bundle] = ()) -> Note:
    """A turn file that holds and is in the log now; ``beside`` are turn files that were refused."""
    header = bundle.header
    text = f"Turn file {header.n} of {sentences.who(session, header.by)}: entries {header.first}-{header.last}, verified."
    if header.by != session.seat and renewal_of(bundle) is None:
        text = " ".join((text, *side_entries.aside(bundle, lambda seat: _called(session, seat))))
    if (made := renewal_of(bundle)) is not None and made.by != session.seat:
        text += (
            f" It renews the keys of {sentences.who(session, header.by)}; the code of the new one is "
            f"{fingerprint(made.key)}. Let it be read to you by voice."
        )
    if refusal_of(bundle) is not None:
        if header.by != session.seat:
            return Note(
                kind="new",
                text=f"{text} {' '.join(refusal_text.told(session, bundle, beside))}",
                hint="You write that turn anew, with other dice: pbem orders. If you think that the refused one was legal: "
                "pbem evidence",
            )
        theirs = sentences.who(session, "B" if header.by == "A" else "A")
        text += f" It refuses turn file {header.n} of {theirs}: {reason(bundle)}."
    return Note(kind="new", text=text)


def _called(session: Session, seat: str) -> str:
    return "you" if seat == session.seat else sentences.who(session, seat)


def known(session: Session, bundle: Bundle, refused: bool) -> Note:
    """A turn file that came before; the last one, which we have not answered, comes again as a reminder."""
    what = "is kept here already, as one that does not belong to the game" if refused else "is here already"
    text = f"Turn file {bundle.header.n} {what}."
    if session.log.bundles and bundle.hash() == session.log.bundles[-1].hash() and session.mine:
        text += f" {sentences.who(session, bundle.header.by)} waits for your answer to it."
    return Note(kind="known", text=text)


def rejected(session: Session, bundle: Bundle, error: PbemError, *, signed: bool) -> str:
    """What is wrong with a turn file, in the words in which a log of it is rejected."""
    header = bundle.header
    fault = evolve(fault_of(error, header.first), n=header.n)
    if header.by == REFEREE:
        fault = evolve(fault, who="the referee", signed=signed)
    else:
        seat = session.position.table.seats[header.by]
        fault = evolve(fault, who=seat.name, side=seat.side, signed=signed)
    said = verdict_sentence.rejection(fault)
    return said[:1].upper() + said[1:]


def refused(session: Session, bundle: Bundle, error: PbemError) -> Note:
    """A signed turn file that does not hold."""
    paragraphs = ", ".join(v.paragraph for v in error.violations) if isinstance(error, IllegalOrder) else ""
    return Note(
        kind="refused",
        text=rejected(session, bundle, error, signed=True),
        hint="It is kept as evidence. Ask the referee to rule again, on the whole log."
        if bundle.header.by == REFEREE
        else "It is kept as evidence. `pbem refuse` writes your signed refusal.",
        code=error.code,
        paragraph=paragraphs,
        entry=error.entry,
        exit_code=VerifyError.exit_code,
    )


def uninstalled(session: Session, bundle: Bundle, error: PbemError) -> Note:
    """A turn file that goes on under a version which is not installed here: it waits until it is."""
    who = sentences.who(session, bundle.header.by)
    return Note(
        kind="waiting",
        text=f"Turn file {bundle.header.n} of {who} goes on under another version: {error.message} It is kept.",
        hint=f"{error.hint.rstrip('.')}. Then import it again.",
        code=error.code,
        entry=error.entry,
        exit_code=NotHereError.exit_code,
    )


def in_the_way(session: Session, bundle: Bundle) -> Note:
    """A turn file that holds, while orders of ours were never sent."""
    return Note(
        kind="conflict",
        text=f"Turn file {bundle.header.n} of {sentences.who(session, bundle.header.by)} holds, but there are orders of "
        "yours that were never sent.",
        hint="It is kept. `pbem undo --all` drops your orders; then import it again.",
        code="draft-in-the-way",
        entry=bundle.header.first,
        exit_code=ConflictError.exit_code,
    )


def clash(session: Session, found: Clash) -> Note:
    """Two versions of one place, or a refusal of a turn of ours."""
    error = found.error()
    if refusal_of(found.other) is not None and found.other.header.by != session.seat:
        refuser = sentences.who(session, found.other.header.by)
        ours = found.ours if found.same_number else None
        known = f" {false_refusal.knew(ours, refuser)}" if ours and false_refusal.foreseen(ours) else ""
        said = refusal_text.told(session, found.other, [ours] if ours else [])
        text = f"{' '.join(said)} The refusal is signed by {refuser}.{known}"
        hint = (
            f"Your program finds that turn legal; compare versions and data first (`pbem games`). "
            f"{' '.join(refusal_text.ways(found.other))}"
        )
        return Note(
            kind="conflict",
            text=text,
            hint=hint,
            code="refusal",
            entry=error.entry,
            exit_code=ConflictError.exit_code,
        )
    text, hint = error.message, error.hint
    if found.ours is not None and refused_by(found.ours, (found.other,)) is not None:
        theirs = sentences.who(session, found.other.header.by)
        text = f"Turn file {found.other.header.n} of {theirs} is the one that your game refuses: {reason(found.ours)}."
        hint = (
            "If you find it legal after all, `pbem settle` goes back to it, as long as nobody has played on."
        )
    elif two_rulings.elsewhere(session.log, [found.other]):
        text = two_rulings.said_elsewhere(found.other, sentences.who(session, found.other.header.by))
        hint = f"It is kept. {two_rulings.ELSEWHERE}"
    elif found.ours is not None and found.same_number:
        text = (
            f"There are two versions of turn file {found.other.header.n}: {_version(session, found.ours)}, which is in your "
            f"game, and {_version(session, found.other)}."
        )
    if found.two_versions:
        hint = (
            f"Your game stays as it is, and both are kept. {_means(session, found)} `pbem settle` shows both, and "
            "nothing is signed before it is settled."
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
        return (
            "They continue two different histories: whoever signed two versions of what comes before forked, not who "
            "answered each."
        )
    known = evolve(session.log, bundles=(*session.log.bundles, found.other))
    if not all(owned(known, each) for each in (ours, found.other)):
        return "One is signed by a responder: two programs of one player, which has to be settled and convicts nobody."
    lost = Reader(logs=(session.log,)).given_up(known, ours, found.other)
    if lost is not None:
        return " ".join(excused(lost, sentences.who(session, ours.header.by)))
    return (
        "That is proved, and not that anybody cheated: an old copy of a game put back and played on does it too. Ask how it "
        "came about."
    )


def reason(bundle: Bundle) -> str:
    """Why a turn file was refused, as the refusal says: ``entry 41, illegal [8.3]``."""
    reject = bundle.entries[0]
    code, paragraph = (clean(str(reject.get(name, "")), 64) for name in ("code", "par"))
    return f"entry {reject.get('entry')}, {code}{f' [{paragraph}]' if paragraph else ''}"


def _version(session: Session, bundle: Bundle) -> str:
    header = bundle.header
    author = sentences.who(session, header.by)
    return f"one by {author} (entries {header.first}-{header.last}, head {header.head.hex()[:12]})"


def gap(session: Session, missing: Gap) -> Note:
    """Turn files that have not come."""
    if missing.by == REFEREE:
        files = f"turn files {missing.n_first} to {missing.n_last}"
        if missing.n_first == missing.n_last:
            files = f"turn file {missing.n_first}"
        return Note(
            kind="gap",
            text=f"A ruling of the referee has come, and it continues {files}, not here yet. It is kept, and nothing is "
            "signed before it is taken in.",
            hint="Ask the referee for the whole log that they ruled on, and import it.",
            code="gap",
            entry=missing.first,
            exit_code=ConflictError.exit_code,
        )
    named = evolve(missing, by=sentences.who(session, missing.by))
    ours = owed(session.base)
    if ours.seat == session.seat and ours.what and missing.by != session.seat:
        return Note(
            kind="gap",
            text=outdated_copy.sentence(missing.n_first, agent=session.agent is not None),
            hint=outdated_copy.hint(agent=session.agent is not None),
            code="stale-home",
            entry=missing.first,
            exit_code=ConflictError.exit_code,
        )
    return Note(
        kind="gap",
        text=f"{str(named)[0].upper()}{str(named)[1:]}; what came early is kept.",
        hint="Look for the missing mail, or ask for it again (they type: pbem send).",
        code="gap",
        entry=missing.first,
        exit_code=ConflictError.exit_code,
    )

"""What an import says about each thing that arrived: one line, what to do next, and how it counts for the exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from pbem.bytes.errors import ConflictError, GameFault, IllegalOrder, NotHereError, PbemError, VerifyError
from pbem.crypto.keys import fingerprint
from pbem.home import sentences, verdict_sentence
from pbem.home.games import shown
from pbem.home.people import Meeting
from pbem.home.turns import refusal_text, side_entries
from pbem.home.turns.agreed_options import agreed_words
from pbem.log import REFEREE, Bundle, Clause, Log, refusal_of, renewal_of
from pbem.log.clause import LOSES
from pbem.port.messages import Capital, Message, Series, counted, spelled
from pbem.protocol.session import Session
from pbem.replay.verify import fault_of
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

    ``kind``: new, known, waiting, gap, conflict, refused, unreadable, foreign, invitation, acceptance, paper, pack, warning,
    passed-over.
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
    return (
        (Note(kind="warning", text=Series((piece.where, known.text), ": "), code=known.code),)
        if known.loud
        else ()
    )


def passed_over(folder: Path, files: Sequence[Path]) -> Note:
    """Files in a folder that were not looked into, since neither first bytes nor suffix are those of a mail or a turn."""
    return Note(
        kind="passed-over",
        text=counted(
            len(files),
            "{folder}: {n} file was not looked into: {name}.",
            "{folder}: {n} files were not looked into, for instance {name}.",
            folder=shown(folder),
            name=clean(files[0].name, 80),
        ),
        hint=Message("A turn may be in it all the same: name the file by itself."),
    )


def own_invitation(piece: Piece, log: Log) -> Note:
    """An invitation of the player's own."""
    offer = log.invite
    return Note(
        kind="known",
        text=Message(
            "{where}: your own invitation ({game} {scenario}).",
            where=piece.where,
            game=offer.game,
            scenario=sentences.scenario(offer.game, offer.scenario),
        ),
    )


def invitation(piece: Piece, log: Log, known: Meeting) -> Note:
    """An invitation, and the command that accepts it; ``known`` is what is known of its sender."""
    offer = log.invite
    clause = () if offer.referee is None else (referee_clause(offer.referee),)
    return Note(
        kind="invitation",
        text=Series(
            (
                Message("{where}: an invitation: {terms}.", where=piece.where, terms=terms(log)),
                *clause,
                *known.quiet,
            ),
            " ",
        ),
        hint=f"pbem join {piece.path}",
    )


def terms(log: Log) -> str:
    """What an invitation offers, as its reader takes it: the game, and who plays what."""
    offer = log.invite
    return Message(
        "{game} {scenario}{options}; {who} plays {theirs}, you {yours}",
        game=offer.game,
        scenario=sentences.scenario(offer.game, offer.scenario),
        options=Message(" with {options}", options=options) if (options := agreed_words(offer)) else "",
        who=clean(offer.seat.who, 64),
        theirs=spelled(offer.sides[0]),
        yours=spelled(offer.sides[1]),
    )


def referee_clause(clause: Clause) -> str:
    """What both players of an invitation bind themselves to, in a sentence."""
    then = Message("their side loses") if clause.then == LOSES else Message("the referee decides")
    return counted(
        clause.days,
        "Both players bind themselves to a referee, whose key has the code {code}: let it be read to you by voice. Who is "
        "silent for {n} day can be reported; then {then}.",
        "Both players bind themselves to a referee, whose key has the code {code}: let it be read to you by voice. Who is "
        "silent for {n} days can be reported; then {then}.",
        code=fingerprint(clause.key),
        then=then,
    )


def data_pack(piece: Piece) -> Note:
    """A data pack, which changes nothing before a player says so."""
    return Note(
        kind="pack",
        text=Message(
            "{where}: a data pack. Nothing is played on it before you agree to that in an invitation "
            "or an upgrade.",
            where=piece.where,
        ),
        hint=f"pbem packs add {piece.path}",
    )


def acceptance(piece: Piece, log: Log, known: Meeting) -> Note:
    """An answer to an invitation of ours, and the command that begins the game."""
    text = Message(
        "{where}: {who} accepts your invitation to {game}.",
        where=piece.where,
        who=clean(log.accepted.seat.who, 64),
        game=log.invite.game,
    )
    text = Series((text, *known.quiet), " ")
    return Note(kind="acceptance", text=text, hint=f"pbem start {piece.path}")


def stopped(game: str, error: PbemError) -> Note:
    """Why nothing was taken in for one game; the others are not touched by it."""
    return Note(
        kind="conflict",
        text=Message("Game {game}: {message}", game=game, message=error.message),
        hint=error.hint,
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )


def unreadable(where: str, error: PbemError) -> Note:
    """Something that cannot be read, with its damage."""
    return Note(
        kind="unreadable",
        text=Series((where, error.message), ": "),
        hint=error.hint,
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )


def foreign(piece: Piece, bundle: Bundle) -> Note:
    """A turn of a game that this home does not have."""
    text = Message(
        "{where}: a turn of the game {gid}, which is not in this home.",
        where=piece.where,
        gid=bundle.header.gid.hex()[:16],
    )
    return Note(
        kind="foreign",
        text=text,
        hint=Message(
            "Is this the home in which that game was begun? If that one is lost: pbem restore FILE "
            "--home DIR. Without a backup no key can be had back from a log, and only the opponent "
            "can end the game."
        ),
        code="other-game",
    )


def joined(session: Session, bundle: Bundle, beside: Iterable[Bundle] = ()) -> Note:
    """A turn file that holds and is in the log now; ``beside`` are turn files that were refused."""
    header = bundle.header
    text = Message(
        "Turn file {n} of {who}: entries {first}-{last}, verified.",
        n=header.n,
        who=sentences.who(session, header.by),
        first=header.first,
        last=header.last,
    )
    if header.by != session.seat and renewal_of(bundle) is None:
        text = Series((text, *side_entries.aside(bundle, lambda seat: _called(session, seat))), " ")
    if (made := renewal_of(bundle)) is not None and made.by != session.seat:
        renewed = Message(
            "It renews the keys of {who}; the code of the new one is {code}. Let it be read to you by voice.",
            who=sentences.who(session, header.by),
            code=fingerprint(made.key),
        )
        text = Series((text, renewed), " ")
    if refusal_of(bundle) is not None:
        if header.by != session.seat:
            return Note(
                kind="new",
                text=Series((text, *refusal_text.told(session, bundle, beside)), " "),
                hint=Message(
                    "You write that turn anew, with other dice: pbem orders. If you think that the refused "
                    "one was legal: pbem evidence"
                ),
            )
        theirs = sentences.who(session, "B" if header.by == "A" else "A")
        refuses = Message(
            "It refuses turn file {n} of {who}: {reason}.", n=header.n, who=theirs, reason=reason(bundle)
        )
        text = Series((text, refuses), " ")
    return Note(kind="new", text=text)


def _called(session: Session, seat: str) -> str:
    return Message("you") if seat == session.seat else sentences.who(session, seat)


def known(session: Session, bundle: Bundle, refused: bool) -> Note:
    """A turn file that came before; the last one, which we have not answered, comes again as a reminder."""
    n = bundle.header.n
    text: str = (
        Message("Turn file {n} is kept here already, as one that does not belong to the game.", n=n)
        if refused
        else Message("Turn file {n} is here already.", n=n)
    )
    if session.log.bundles and bundle.hash() == session.log.bundles[-1].hash() and session.mine:
        waits = Message("{who} waits for your answer to it.", who=sentences.who(session, bundle.header.by))
        text = Series((text, waits), " ")
    return Note(kind="known", text=text)


def rejected(session: Session, bundle: Bundle, error: PbemError, *, signed: bool) -> str:
    """What is wrong with a turn file, in the words in which a log of it is rejected."""
    header = bundle.header
    fault = evolve(fault_of(error, header.first), n=header.n)
    if header.by == REFEREE:
        fault = evolve(fault, who=Message("the referee"), signed=signed)
    else:
        seat = session.position.table.seats[header.by]
        fault = evolve(fault, who=seat.name, side=seat.side, signed=signed)
    return Capital(verdict_sentence.rejection(fault))


def refused(session: Session, bundle: Bundle, error: PbemError) -> Note:
    """A signed turn file that does not hold."""
    paragraphs = ", ".join(v.paragraph for v in error.violations) if isinstance(error, IllegalOrder) else ""
    return Note(
        kind="refused",
        text=rejected(session, bundle, error, signed=True),
        hint=Message("It is kept as evidence. Ask the referee to rule again, on the whole log.")
        if bundle.header.by == REFEREE
        else Message("It is kept as evidence. `pbem refuse` writes your signed refusal."),
        code=error.code,
        paragraph=paragraphs,
        entry=error.entry,
        exit_code=VerifyError.exit_code,
    )


def unjudged(session: Session, bundle: Bundle, error: GameFault) -> Note:
    """A signed turn file over which the game itself fails: nobody broke a rule."""
    return Note(
        kind="refused",
        text=Message(
            "Turn file {n} of {who} cannot be judged, from entry {entry} on: {message} Nobody broke a rule.",
            n=bundle.header.n,
            who=sentences.who(session, bundle.header.by),
            entry=error.entry,
            message=error.message,
        ),
        hint=Message(
            "It is kept, and the game stays as it was. `pbem refuse` refuses it, so that other dice are thrown; or agree "
            "on a result. Tell who looks after the program."
        ),
        code=error.code,
        entry=error.entry,
        exit_code=GameFault.exit_code,
    )


def uninstalled(session: Session, bundle: Bundle, error: PbemError) -> Note:
    """A turn file that goes on under a version which is not installed here: it waits until it is."""
    who = sentences.who(session, bundle.header.by)
    return Note(
        kind="waiting",
        text=Message(
            "Turn file {n} of {who} goes on under another version: {message} It is kept.",
            n=bundle.header.n,
            who=who,
            message=error.message,
        ),
        hint=Series((error.hint, Message("Then import it again.")), " "),
        code=error.code,
        entry=error.entry,
        exit_code=NotHereError.exit_code,
    )


def in_the_way(session: Session, bundle: Bundle) -> Note:
    """A turn file that holds, while orders of ours were never sent."""
    return Note(
        kind="conflict",
        text=Message(
            "Turn file {n} of {who} holds, but there are orders of yours that were never sent.",
            n=bundle.header.n,
            who=sentences.who(session, bundle.header.by),
        ),
        hint=Message("It is kept. `pbem undo --all` drops your orders; then import it again."),
        code="draft-in-the-way",
        entry=bundle.header.first,
        exit_code=ConflictError.exit_code,
    )


def queue_dropped(count: int) -> Note:
    """A turn of ours that was signed elsewhere has come: what waited here may stand in it already."""
    return Note(
        kind="warning",
        text=counted(
            count,
            "{n} order that waited is dropped: a turn of yours has come that was signed elsewhere.",
            "{n} orders that waited are dropped: a turn of yours has come that was signed elsewhere.",
        ),
    )


def reason(bundle: Bundle) -> str:
    """Why a turn file was refused, as the refusal says: ``entry 41, illegal [8.3]``."""
    reject = bundle.entries[0]
    code, paragraph = (clean(str(reject.get(name, "")), 64) for name in ("code", "par"))
    return Message(
        "entry {entry}, {code}{at}",
        entry=reject.get("entry"),
        code=code,
        at=f" [{paragraph}]" if paragraph else "",
    )

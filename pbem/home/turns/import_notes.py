"""What an import says about each thing that arrived: one line, what to do next, and how it counts for the exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from attrs import evolve

from pbem.bytes.errors import (
    ConflictError,
    GameFault,
    IllegalOrder,
    KeyFileError,
    NotHereError,
    PbemError,
    VerifyError,
)
from pbem.bytes.text import shown
from pbem.crypto.keys import fingerprint
from pbem.home import sentences
from pbem.home.turns.notes import Note, Piece
from pbem.log import REFEREE, Bundle, refusal_of, renewal_of
from pbem.port.messages import Capital, Message, Series, counted
from pbem.protocol.session import Session
from pbem.replay.table import MAX_VERSION
from pbem.view.markup import clean

_PASSED_OVER = Message(
    "It came out of turn: it is kept as evidence and passed over, there is nothing to refuse. Play on."
)


def passed_over(folder: Path, files: Sequence[Path]) -> Note:
    """Files in a folder that were not looked into, since neither first bytes nor suffix are those of a mail or a turn."""
    return Note(
        kind="passed-over",
        text=counted(
            len(files),
            "{folder}: {n} file or folder was not looked into: {name}.",
            "{folder}: {n} files or folders were not looked into, for instance {name}.",
            folder=shown(folder),
            name=clean(files[0].name, 80),
        ),
        hint=Message("A turn may be in it all the same: name the file by itself."),
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


def stopped(game: str, error: PbemError) -> Note:
    """Why nothing was taken in for one game; the others are not touched by it. Two versions of something are a conflict,
    a log or secrets that do not hold are damage of one's own."""
    kind = "conflict" if isinstance(error, ConflictError) else "stopped"
    kind = "damaged" if isinstance(error, VerifyError | KeyFileError) else kind
    said = Message("Game {game}: {message}", game=game, message=error.message)
    return Note.of(kind, error, said, error.hint)


def damaged(error: PbemError) -> Note:
    """Why nothing can be taken in for a game whose files here are damaged: nothing contradicts anything."""
    return Note(
        kind="damaged", text=error.message, hint=error.hint, code=error.code, exit_code=error.exit_code
    )


def unreadable(where: str, error: PbemError) -> Note:
    """Something that cannot be read, with its damage."""
    said = error.message if where in error.message else Series((where, error.message), ": ")
    return Note.of("unreadable", error, said, error.hint)


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
            "Is this the home in which that game was begun? If that one is lost: pbem backup restore FILE "
            "--home DIR. Without a backup no key can be had back from a log, and only the opponent "
            "can end the game."
        ),
        code="other-game",
    )


def joined(session: Session, bundle: Bundle, beside: Iterable[Bundle] = (), holder: str = "") -> Note:
    """A turn file that holds and is in the log now; ``beside`` are turn files that were refused.

    ``holder`` is who has the seat of its player from there on, by a paper that is kept with the game.
    """
    header = bundle.header
    text = Message(
        "Turn file {n} of {who}: entries {first}-{last}, verified.",
        n=header.n,
        who=sentences.who(session, header.by),
        first=header.first,
        last=header.last,
    )
    if header.by != session.seat and renewal_of(bundle) is None:
        text = Series((text, *aside(bundle, lambda seat: _called(session, seat))), " ")
    if (made := renewal_of(bundle)) is not None and made.by != session.seat:
        who, code = sentences.who(session, header.by), fingerprint(made.key)
        renewed = (
            Message(
                "From here on {holder} has the seat of {who}; the code of their key is {code}. Let {holder} read it to you.",
                holder=holder,
                who=who,
                code=code,
            )
            if holder
            else Message(
                "It renews the keys of {who}; the code of the new one is {code}. Let it be read to you by voice.",
                who=who,
                code=code,
            )
        )
        text = Series((text, renewed), " ")
    if refusal_of(bundle) is not None:
        if header.by != session.seat:
            from pbem.home.turns import refusal_text  # noqa: PLC0415  # few turns refuse one

            return Note(
                kind="new",
                text=Series((text, *refusal_text.told(session, bundle, beside)), " "),
                hint=Message(
                    "You write that turn anew, with other dice: pbem orders. If you think that the refused "
                    "one was legal: pbem dispute evidence"
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
    if (
        session.log.bundles
        and bundle.hash() == session.log.bundles[-1].hash()
        and session.is_my_turn
        and bundle.header.by != session.seat
    ):
        waits = Message("{who} waits for your answer to it.", who=sentences.who(session, bundle.header.by))
        text = Series((text, waits), " ")
    return Note(kind="known", text=text)


def rejected(session: Session, bundle: Bundle, error: PbemError, *, signed: bool) -> str:
    """What is wrong with a turn file, in the words in which a log of it is rejected."""
    from pbem.home import verdict_sentence  # noqa: PLC0415  # most turns hold
    from pbem.replay.verdict import fault_of  # noqa: PLC0415  # as above

    header = bundle.header
    fault = evolve(fault_of(error, header.first), n=header.n)
    if header.by == REFEREE:
        fault = evolve(fault, who=Message("the referee"), signed=signed)
    else:
        seat = session.position.table.seats[header.by]
        fault = evolve(fault, who=seat.name, side=seat.side, signed=signed)
    return Capital(verdict_sentence.rejection(fault))


def can_refuse(session: Session) -> bool:
    """Whether a turn file of the other side's has its place now: who holds the pen refuses nothing and plays on, and of an
    audit nothing is refused."""
    return not session.is_my_turn and session.owed.kind not in ("", "audit")


def refused(session: Session, bundle: Bundle, error: PbemError) -> Note:
    """A signed turn file that does not hold."""
    paragraphs = ", ".join(v.paragraph for v in error.violations) if isinstance(error, IllegalOrder) else ""
    if bundle.header.by == REFEREE:
        hint = Message("It is kept as evidence. Ask the referee to rule again, on the whole log.")
    elif can_refuse(session):
        hint = Message("It is kept as evidence. `pbem dispute refuse` writes your signed refusal.")
    else:
        hint = _PASSED_OVER
    return Note(
        kind="refused",
        text=rejected(session, bundle, error, signed=True),
        hint=hint,
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
            "It is kept, and the game stays as it was. `pbem dispute refuse` refuses it, so that other dice are thrown; or "
            "agree on a result. Tell who looks after the program."
        )
        if can_refuse(session)
        else _PASSED_OVER,
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


# --- what stands beside orders ----------------------------------------------------------------------------------------


def aside(bundle: Bundle, name: Callable[[str], str]) -> Iterator[str]:
    """What a turn file says beside orders and dice, a sentence each; ``name`` tells what a seat is called."""
    by, other = name(bundle.header.by), name("B" if bundle.header.by == "A" else "A")
    for entry in bundle.entries:
        match entry["k"]:
            case "back":
                place = Message("where the game stood after entry {n}", n=entry.get("to"))
                yield Message(
                    "It offers to go back to {place}: {other} can agree or decline.", place=place, other=other
                )
            case "upgrade":
                version = clean(str(entry.get("version", "")), MAX_VERSION)
                yield Message(
                    "It offers to go on under version {version} of the rules or data: {other} can agree or "
                    "decline.",
                    version=version,
                    other=other,
                )
            case "reply":
                yield (
                    Message("It agrees to what {other} offered.", other=other)
                    if entry.get("yes") is True
                    else Message("It declines what {other} offered.", other=other)
                )
            case "renew":
                yield Message(
                    "It renews the keys of {by}: what is signed with the old ones later counts no more.",
                    by=by,
                )
            case "audit":
                yield Message(
                    "It opens the key behind the secrets of {by}, now that the game has ended.", by=by
                )

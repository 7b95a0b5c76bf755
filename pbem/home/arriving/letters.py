"""The letters with which a game begins, as an import reads them: an invitation, an answer to it, a whole log."""

from __future__ import annotations

from pbem.bytes.errors import FormatError, VerifyError
from pbem.home import lost_facts
from pbem.home.exchange import posted_invitations
from pbem.home.games import begun, pending
from pbem.home.identity import Identity
from pbem.home.people import Meeting, meet
from pbem.home.turns import import_notes, letter_notes
from pbem.home.turns.notes import Note, Piece
from pbem.log import Bundle, Log, check_genesis, invite_hash, scan_log
from pbem.port.messages import Message
from pbem.store.game import GameFolder
from pbem.store.home import Home
from pbem.view.markup import clean


def read(piece: Piece, home: Home, identity: Identity) -> tuple[tuple[Bundle, ...], tuple[Note, ...]]:
    """The turn files behind an invitation, or the notes about a letter without any; a warning comes first.

    Raises FormatError.
    """
    log, error = scan_log(piece.data)
    if log is None:
        raise error or FormatError.of("truncated", "There is nothing in it.")
    try:
        check_genesis(log)
    except VerifyError as problem:
        raise FormatError(problem.code, problem.message) from problem
    if error is not None and not log.bundles:
        raise error
    if (
        why := lost_facts.of_letter(home, log.invite, log.gid.hex() if log.accept is not None else "")
    ) is not None:
        return (), (import_notes.damaged(why),)
    if log.accept is None:
        taken = next((each for each in begun(home) if _begins(each, log)), None)
        if taken is not None and log.invite.seat.identity != identity.keypair.public:
            return (), (letter_notes.accepted_invitation(piece, taken.name),)
        known = meet(home, identity, log.invite.seat.who, log.invite.seat.identity)
        if log.invite.seat.identity == identity.keypair.public:
            return (), (letter_notes.own_invitation(piece, log),)
        return (), (*letter_notes.warning(piece, known), letter_notes.invitation(piece, log, known))
    ours = any(each.name == invite_hash(log.invite.line).hex()[:16] for each in pending(home))
    if ours:
        kept = posted_invitations.keep(home, identity, Log(invite=log.invite, accept=log.accept))
        if kept is not None:
            _, answer = kept
            note = letter_notes.kept_answer(piece, answer.who, answer.number, answer.met)
            return (), (*letter_notes.warning(piece, answer.met), note)
        return (), _answered(
            piece, log, meet(home, identity, log.accepted.seat.who, log.accepted.seat.identity)
        )
    if not log.bundles:
        held = any(each.facts().get("gid") == log.gid.hex() for each in begun(home))
        ours = log.invite.seat.identity == identity.keypair.public
        begins = next((each for each in begun(home) if _begins(each, log)), None) if ours else None
        word = "known" if held else "foreign"
        who = clean(log.accepted.seat.who, 64)
        note = Note(
            kind=word,
            text=Message(
                "{where}: the acceptance of {who}, {standing}.",
                where=piece.where,
                who=who,
                standing=_standing(begins, held=held),
            ),
        )
        return log.bundles, (note,)
    return log.bundles, ()


def _begins(folder: GameFolder, log: Log) -> bool:
    """Whether a game has come of an invitation."""
    return folder.facts().get("invite") == invite_hash(log.invite.line).hex()


def _answered(piece: Piece, log: Log, known: Meeting) -> tuple[Note, ...]:
    return (*letter_notes.warning(piece, known), letter_notes.acceptance(piece, log, known))


def _standing(begins: GameFolder | None, *, held: bool) -> str:
    if held:
        return Message("known already")
    if begins is not None:
        return Message(
            "for an invitation that {who} accepted first", who=clean(str(begins.facts().get("opponent")), 64)
        )
    return Message("for an invitation that is not from this home")

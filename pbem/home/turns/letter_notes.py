"""What an import says about the letters with which a game begins: invitations, and answers to them."""

from __future__ import annotations

from pbem.crypto.keys import fingerprint
from pbem.home.games import title
from pbem.home.people import Meeting
from pbem.home.turns.agreed_options import agreed_words
from pbem.home.turns.notes import Note, Piece
from pbem.log import Clause, Invite, Log
from pbem.log.clause import LOSES
from pbem.port.messages import Message, Series, counted, spelled
from pbem.view.markup import clean


def warning(piece: Piece, known: Meeting) -> tuple[Note, ...]:
    """What has to be heard before anything else about who sent it; nothing when there is nothing to warn of."""
    return (
        (Note(kind="warning", text=Series((piece.where, known.text), ": "), code=known.code),)
        if known.loud
        else ()
    )


def own_invitation(piece: Piece, log: Log) -> Note:
    """An invitation of the player's own."""
    offer = log.invite
    return Note(
        kind="known",
        text=Message(
            "{where}: your own invitation ({game}).",
            where=piece.where,
            game=title({"game": offer.game, "scenario": offer.scenario}),
        ),
    )


def accepted_invitation(piece: Piece, game: str) -> Note:
    """An invitation of somebody else, of which a game has come."""
    text = Message(
        "{where}: an invitation that you have accepted: it is your game {game}.", where=piece.where, game=game
    )
    return Note(kind="known", text=text, hint="pbem status")


def invitation(piece: Piece, log: Log, known: Meeting) -> Note:
    """An invitation, and the command that accepts it; ``known`` is what is known of its sender."""
    offer = log.invite
    clause = () if offer.referee is None else (referee_clause(offer.referee),)
    club = (for_a_club(offer),) if offer.pairing else ()
    return Note(
        kind="invitation",
        text=Series(
            (
                Message("{where}: an invitation: {terms}.", where=piece.where, terms=terms(log)),
                *clause,
                *club,
                *known.quiet,
            ),
            " ",
        ),
        hint=f"pbem accept {piece.path}",
    )


def terms(log: Log) -> str:
    """What an invitation offers, as its reader takes it: the game, and who plays what."""
    offer = log.invite
    return Message(
        "{game}{options}; {who} plays {theirs}, you {yours}",
        game=title({"game": offer.game, "scenario": offer.scenario}),
        options=Message(" with {options}", options=options) if (options := agreed_words(offer)) else "",
        who=clean(offer.seat.who, 64),
        theirs=spelled(offer.sides[0]),
        yours=spelled(offer.sides[1]),
    )


def for_a_club(offer: Invite) -> str:
    """What an invitation that names a pairing says of it."""
    return Message("It is played for the pairing {number} of a club.", number=offer.pairing)


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


def acceptance(piece: Piece, log: Log, known: Meeting) -> Note:
    """An answer to an invitation of ours, and the command that begins the game."""
    text = Message(
        "{where}: {who} accepts your invitation to {game}.",
        where=piece.where,
        who=clean(log.accepted.seat.who, 64),
        game=title({"game": log.invite.game, "scenario": log.invite.scenario}),
    )
    text = Series((text, *known.quiet), " ")
    return Note(kind="acceptance", text=text, hint=f"pbem accept {piece.path}")


def kept_answer(piece: Piece, who: str, number: int, known: Meeting) -> Note:
    """An answer to an invitation that was posted: it is kept until one of them is taken."""
    text = Message(
        "{where}: {who} wants to play: kept as answer {number}.", where=piece.where, who=who, number=number
    )
    return Note(kind="acceptance", text=Series((text, *known.quiet), " "), hint="pbem invite answers")

"""What a responder writes into a turn: its halves of the dice, and the decisions that standing orders give."""

from __future__ import annotations

from attrs import evolve, field, frozen

from pbem.bytes.errors import IllegalOrder, UsageError
from pbem.home.games import home_of, shown
from pbem.home.responder import sentences as responder_sentences
from pbem.home.responder.interface import Answering, Playing
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

_SEALED = Message("only you can seal (pbem standing follow does it by your standing orders)")


@frozen(kw_only=True)
class Written:
    """The session with its draft; what standing orders decided in it, a sentence each; and why they stopped."""

    session: Session
    decisions: tuple[str, ...] = ()
    reason: str = field(default="")


def write(folder: GameFolder, session: Session, answering: Answering) -> Written:
    """Everything in the draft that needs no person."""
    done = Written(session=session)
    while done.session.mine and not done.session.left_to:
        due = done.session.owed
        if due.what == "answer":
            done = evolve(done, session=done.session.automatic())
            continue
        if due.what == "conceal":
            return evolve(done, reason=_SEALED)
        if due.what != "choice":
            break
        after = _decided(folder, done, answering)
        if after.reason:
            return after
        done = after
    return done


def _decided(folder: GameFolder, done: Written, answering: Answering) -> Written:
    """With the order that standing orders give to a choice, or the reason why it is left."""
    session = done.session
    playing = Playing(
        game=session.game,
        log=session.log,
        seat=session.seat,
        side=session.side,
        position=session.position,
        owed=session.owed,
        folder=folder,
    )
    found = answering(playing)
    if found.action is None:
        return evolve(done, reason=found.reason or Message("the standing orders say nothing of it"))
    kind = session.game.rules.actions.kind(found.action)
    if session.agent is None or kind not in session.agent.may:
        place = shown(home_of(folder).path)
        why = Message("the standing orders answer it with {kind!r}, and its key may not sign that", kind=kind)
        return evolve(
            done,
            reason=Message(
                "{why} (pbem responder setup {place} --may {kind} allows it)", why=why, place=place, kind=kind
            ),
        )
    try:
        after = session.order(found.action)
    except (IllegalOrder, UsageError) as error:
        return evolve(
            done,
            reason=Message(
                "the standing orders give {kind!r}, which cannot be done: {error}", kind=kind, error=error
            ),
        )
    said = responder_sentences.decided(playing, found.action, after.happened[-1])
    return evolve(done, session=after, decisions=(*done.decisions, said))

"""How often two people have to sit down for a game, counted in the mails of a game that was played.

A **sitting** is a run of mails with a decision of one person: what programs write between them does not end it, a decision
of the other does. By hand nobody's program writes, so that every mail is a sitting of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.home.standing import conditions, lines
from pbem.home.standing.going_on import Progress, go_on
from pbem.home.standing.kept import Kept, Standing
from pbem.log import Bundle
from pbem.log.entries import PROTOCOL
from pbem.protocol.session import Session


@frozen(kw_only=True)
class Mail:
    """One mail: its seat, the turn in which it was begun, whether a person decided something in it, or anybody did."""

    seat: str
    turn: int
    person: bool
    decided: bool


def sittings(mails: Sequence[Mail]) -> int:
    """Runs of mails in which one person decides, whatever programs write between them."""
    return len(list(groupby(mail.seat for mail in mails if mail.person)))


def row(mails: Sequence[Mail], *, hand: bool = False) -> dict[str, Json]:
    """Turns, and in all of them mails, mails with a decision, and sittings."""
    decided = sum(mail.decided if hand else mail.person for mail in mails)
    sat = len(mails) if hand else sittings(mails)
    return {
        "turns": len({mail.turn for mail in mails}),
        "mails": len(mails),
        "decided": decided,
        "sittings": sat,
    }


def decides(bundle: Bundle) -> bool:
    """Whether somebody decided something in a turn file: an order in the open, or a secret one."""
    kinds = [str(canon.decode(line)["k"]) for line in bundle.lines]
    return any(kind == "seal" or not PROTOCOL.knows(kind) for kind in kinds)


def usual(session: Session) -> tuple[Kept, ...]:
    """The lines of ``pbem standing usual``; none in a game that takes no orders in advance."""
    return conditions.written(session, lines.usual(session.game, session.position.game, session.side))


def written(session: Session, lines: Standing, seed: int) -> tuple[Progress, tuple[str, ...]]:
    """A whole turn written by a program with these lines, and by a person who gives each order that nothing else gives: why
    they had to give each of them.
    """
    asked: list[str] = []
    while (done := go_on(session, lines, acting=True)).reason:
        ahead, lines = done.session, done.standing
        advice = ahead.game.rules.advise(ahead.position.game, ahead.side, ahead.secrets, seed)
        asked.append(f"{ahead.game.rules.actions.kind(advice)}: {done.reason}")
        session = ahead.order(advice)
    return done, tuple(asked)

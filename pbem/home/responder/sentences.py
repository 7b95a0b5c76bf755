"""What a responder says of what it answered and of what it left, in a player's words, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import AttrsInstance

from pbem.home import sentences
from pbem.home.exchange import outdated_copy
from pbem.home.games import home_of, shown
from pbem.home.play import order_lines
from pbem.home.responder.interface import Playing
from pbem.log import read_bundles
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.replay.table import owed
from pbem.store.game import GameFolder

_MOST = 4


def decided(before: Playing, action: AttrsInstance, happened: Happened[object]) -> str:
    """One decision that standing orders gave: what came of it, or the order itself where nothing has yet."""
    told = [sentences.sentence(each) for each in happened.outcomes if not each.faces]
    if told:
        return " ".join(told[:_MOST])
    demand = before.owed.demand
    paragraph = f" [{demand.paragraph}]" if demand is not None and demand.paragraph else ""
    why = getattr(demand, "why", "")
    return f"{why}: {order_lines.write(before.game.rules.actions, action)}{paragraph}"


def answered(happened: Sequence[Happened[object]], decisions: Sequence[str], n: int) -> Iterator[str]:
    """Lines for a turn file of its own with this number."""
    for each in decisions:
        yield Message("by your standing orders: {each}", each=each)
    rolls = [_roll(each) for each in happened if each.kind == "rsp"]
    if rolls or decisions:
        what = " and ".join(rolls) if rolls else Message("what your standing orders decide")
        yield Message("answered {what} with turn file {n}.", what=what, n=n)
    else:
        yield Message(
            "opened the key behind its secrets with turn file {n}, now that the game has ended.", n=n
        )


def _roll(rsp: Happened[object]) -> str:
    table = next(reversed(rsp.position.past), rsp.position).table
    why = f" ({table.pending.why})" if table.pending is not None else ""
    faces = rsp.obj.get("dice")
    shown = Message(", dice {names},", names=" ".join(map(str, faces))) if isinstance(faces, list) else ""
    return Message("roll {obj}{why}{shown}", obj=rsp.obj["j"], why=why, shown=shown)


def left(session: Session, reason: str) -> str:
    """What is left to the player, and why."""
    owes = Message(
        "{who} owes {thing}", who=sentences.who(session, session.seat), thing=sentences.thing(session.owed)
    )
    return f"{owes}: {reason}." if reason else f"{owes}."


def missing(folder: GameFolder, session: Session) -> str:
    """What to do about a turn file that has not come while a later one waits; empty when none does."""
    have, due = len(session.log.bundles), owed(session.base)
    waiting = [read_bundles(data)[0].header.n for data in folder.parked()]
    if max(waiting, default=0) <= have + 1:
        return ""
    if outdated_copy.own_missing(folder, session.log, session.seat, due) is None:
        who = sentences.who(session, due.seat) if due.what else Message("the other side")
        return Message(
            "turn file {have} of {who} is not here yet, and a later one is kept. Look for the "
            "missing mail, or ask for it again (they type: pbem send).",
            have=have + 1,
            who=who,
        )
    if not session.vault.limited:
        return f"{outdated_copy.sentence(have + 1)} {outdated_copy.hint()}"
    place = shown(home_of(folder).path)
    return Message(
        "the player's own turn file {have} has not reached it, and a later one waits. Give it "
        "the file: pbem --home {place} import FILE. Or, in the player's home on the same "
        "machine: pbem responder setup {place}",
        have=have + 1,
        place=place,
    )

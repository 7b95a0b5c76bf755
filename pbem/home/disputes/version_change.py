"""Whether a player may go over to another version, and whether it is safe for him (``schemas/log.md``, settling)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.errors import ConflictError
from pbem.home import sentences
from pbem.home.rulings.applied_ruling import settled_to
from pbem.home.turns.versions import Place, is_refusal
from pbem.log import Bundle, refusal_of
from pbem.port.messages import Message
from pbem.protocol.session import Session

AGREE = Message("pbem end agree --draw offers an end, pbem referee appoint names somebody who decides.")


def check_right(session: Session, place: Place, chosen: Bundle, given_up: Sequence[Bundle]) -> None:
    """Raises ConflictError ``cannot-settle`` unless this player may decide for that version at this place."""
    seat, other = session.seat, sentences.who(session, "B" if session.seat == "A" else "A")
    if place.n <= settled_to(session.log):
        raise cannot(
            Message("The referee has ruled behind turn file {n}: what stands there is settled.", n=place.n),
            Message("Play on from where the game stands (pbem status), or ask the referee."),
        )
    if len({each.header.by for each in given_up}) > 1:
        raise cannot(
            Message(
                "The version in your game has been answered: turn file {n} stands on what both wrote.",
                n=given_up[-1].header.n,
            ),
            Message(
                "Stay with yours (pbem dispute settle --take {hash}) and ask {other} to take it. {agree}",
                hash=given_up[0].hash().hex()[:12],
                other=other,
                agree=AGREE,
            ),
        )
    if chosen.header.by == seat:
        return
    if is_refusal(chosen):
        mine = {each.hash() for each in place.versions if each.header.by == seat}
        refused = refusal_of(chosen)
        if refused is None or refused.hash not in mine:
            raise cannot(Message("That refusal names no turn file of yours that is here."), AGREE)
    elif place.ours is not None and place.ours.header.by == seat and not is_refusal(place.ours):
        raise cannot(
            Message("That is neither a version of yours nor a refusal of {other}.", other=other), AGREE
        )


def check_safe(before: Session, after: Session, known: Iterable[Bundle]) -> None:
    """Raises ConflictError ``cannot-settle`` when this seat would sign a place twice, or roll twice or with foreseen dice.

    ``before`` is what both histories share, ``known`` every turn file beside the new one; what the seat has signed besides
    stands in its record.
    """
    seat, here = after.seat, {each.hash() for each in after.log.bundles}
    mine = [each for each in known if each.header.by == seat and each.hash() not in here]
    record = after.vault.record
    for bundle in mine:
        record = record.with_bundle(bundle)
    heads = [after.log.gid, *(each.header.head for each in after.log.bundles)]
    for (n, prev), hashes in sorted(record.signed.items()):
        # Behind the last bundle it would have to sign again, within the log it has signed twice already.
        if n == len(heads) and heads[n - 1] == prev and hashes - here:
            raise cannot(
                Message(
                    "You have signed turn file {n} already: going on from that version you would sign it "
                    "twice.",
                    n=n,
                ),
                Message(
                    "Stay with the version in your game and ask the other side to take it. {agree}",
                    agree=AGREE,
                ),
            )
    table, shared = after.base.table, before.base.table.next_roll
    lowest = table.pending.j if table.pending is not None else table.next_roll
    rolled = [(str(entry["k"]), entry.get("j")) for bundle in mine for entry in bundle.entries]
    for kind, roll in rolled:
        if type(roll) is int and kind == "req" and roll >= table.next_roll:
            raise _twice(Message("asked for"), roll)
        if type(roll) is int and kind in ("rsp", "open") and roll >= max(shared, lowest):
            raise _twice(Message("told your half of"), roll)
    for (_, roll), requests in sorted(record.seeds.items()):
        under_way = table.pending if table.pending is not None and roll == table.pending.j else None
        if roll >= table.next_roll or (under_way is not None and requests - {under_way.request}):
            raise _twice(Message("told your half of"), roll)


def _twice(what: str, roll: int) -> ConflictError:
    return cannot(
        Message(
            "You have {what} roll {roll} in another version: going on from that one it would be "
            "rolled twice.",
            what=what,
            roll=roll,
        ),
        Message("Stay with the version in your game and ask the other side to take it. {agree}", agree=AGREE),
    )


def cannot(text: str, hint: str) -> ConflictError:
    return ConflictError("cannot-settle", text, hint=hint)

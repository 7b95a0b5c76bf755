"""What a seat writes beside its orders: take-backs and upgrades with their answers, keys, the refusal of a turn."""

from __future__ import annotations

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import ConflictError, IllegalOrder, PbemError, UsageError
from pbem.bytes.text import composed
from pbem.crypto.dice import DEFAULT_LENGTH, MAX_LENGTH, vault_tip
from pbem.games.registry import Game
from pbem.log import Bundle
from pbem.log.entries import Back, Note, Reject, Renew, Reply, Upgrade
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.vault import Entropy
from pbem.replay import upgrading
from pbem.replay.table import MAX_REASON, MAX_VERSION


def offer_back(session: Session, to: int) -> Session:
    """Offer to go back to the position after entry ``to``, in place of what this side owes.

    Raises NotYourTurn, ConflictError ``draft-in-the-way`` when there are orders that were never sent, and VerifyError
    ``bad-back``, ``not-now``, ``no-takeback``, ``offered-often``.
    """
    _nothing_drafted(session)
    return session.written(Back(to=to))


def offer_upgrade(session: Session, new: Game) -> Session:
    """Offer to go on under another version of the game, in place of what this side owes.

    Raises NotYourTurn, ConflictError ``draft-in-the-way``, and VerifyError ``not-carried``, ``not-now``, ``no-upgrade``,
    ``same-rules``, ``offered-often``.
    """
    _nothing_drafted(session)
    after = upgrading.carried_over(session.position, new)
    return session.written(
        Upgrade(
            rules=new.info.digest,
            data=new.data_digest,
            version=upgrading.name(new)[:MAX_VERSION],
            state=upgrading.carried_digest(after),
            pack=new.pack.name if new.pack is not None else "",
        )
    )


def _nothing_drafted(session: Session) -> None:
    session.must_hold(session.owed)
    knows = session.game.rules.actions.knows
    if any(knows(str(canon.decode(line)["k"])) for line in session.draft):
        raise ConflictError(
            "draft-in-the-way",
            Message("there are orders of yours that were never sent."),
            hint="pbem undo --all",
        )


def reply_offer(session: Session, *, yes: bool) -> Session:
    """Agree to the other side's take-back or upgrade, or decline it.

    Raises NotYourTurn, UsageError ``no-offer``, and VerifyError ``unknown-version``, ``not-carried``, ``other-state``.
    """
    due = session.owed
    session.must_hold(due)
    if due.kind != "reply":
        raise UsageError.of("no-offer", "nothing has been offered.")
    return session.written(Reply(yes=yes))


reply_back = reply_offer
"""The answer to a take-back is that to any offer."""


def note(session: Session, text: str) -> Session:
    """A word to the other side as the last entry of the draft, which then can only be sealed.

    Raises UsageError ``nothing-to-send`` without anything to go with, and FormatError or VerifyError for what no note may
    hold.
    """
    if not session.draft:
        raise UsageError.of("nothing-to-send", "a note goes with a turn, and there is nothing new in yours.")
    return session.written(Note(text=composed(text.strip())))


def renew_keys(session: Session, entropy: Entropy) -> tuple[Session, Bundle]:
    """New keys for this seat, signed at once in a bundle of their own with the old ones; the next is signed with them.

    The chain is never shorter than the old one and has seeds for many rolls from here, so this is also the way on when a
    chain has come to its end. Raises NotYourTurn when the other side holds the pen, ConflictError ``draft-in-the-way``
    while there is a draft, and VerifyError ``not-now``, ``renewed-often``.
    """
    session.must_hold(session.owed)
    if session.draft:
        raise ConflictError.of(
            "draft-in-the-way",
            "there are orders of yours that were never sent.",
            hint="Send them first (pbem send --partial), or drop them: pbem undo --all",
        )
    ahead = min(MAX_LENGTH, session.base.table.next_roll - 1 + DEFAULT_LENGTH)
    vault, made = session.vault.renewed(entropy, max(session.vault.current.length, ahead))
    entry = Renew(
        key=made.keypair.public.hex(),
        n=made.length,
        tip=made.chain.tip.hex(),
        vault=vault_tip(made.salts).hex(),
    )
    return evolve(session, vault=vault).written(entry).sealed()


def until_quiet(session: Session) -> Session:
    """The session with what this side owes without a decision in its draft, up to where no roll is under way."""
    while session.is_my_turn and session.position.table.pending is not None:
        ahead = session.automatic(1)
        if len(ahead.draft) == len(session.draft):
            break
        session = ahead
    return session


def refusal(session: Session, bundle: Bundle, error: PbemError) -> Bundle:
    """A signed bundle that refuses one of the other side's, naming entry, code and paragraph; the next roll is burnt."""
    return session.clean().written(reject(bundle, error)).sealed()[1]


def reject(bundle: Bundle, error: PbemError) -> Reject:
    """The entry that refuses a bundle: it carries the signature of that bundle, which is not in the log."""
    broken = error.violations if isinstance(error, IllegalOrder) else ()
    header, at = bundle.header, error.entry
    return Reject(
        code=error.code[:MAX_REASON],
        entry=at if at is not None and header.first <= at <= header.last else header.first,
        head=header.head.hex(),
        key=bundle.seal.key,
        last=header.last,
        par=broken[0].paragraph[:MAX_REASON] if broken else "",
        rules=header.rules,
        sig=bundle.seal.signature.hex(),
        state=header.state,
    )

"""What the game's own player would order: one order, or all of a decision that takes many (a set-up, a purchase).

Which decisions take many orders is data of the game (``[together]`` in :mod:`pbem.games.game_cards`). Each order is
judged like one that a person gives; those that were given together are taken back together, as long as nothing came
after them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from attrs import AttrsInstance

from pbem.bytes.errors import CONFUSED, DataError, UsageError
from pbem.games import game_cards
from pbem.games.driver import kinds
from pbem.port.game import Choice, Conceal
from pbem.port.player import Advice, think
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder

_SALT = 1
_MOST = 300
_FACT = "together"
_KEPT = 8
PLAN = "plan"
"""What is given together where everything is prepared, and one order says that it stays so."""
Step = Callable[[Session, AttrsInstance], Session]


def asked(session: Session) -> str:
    """What the decision that is owed is called where one button may give all of it (``set-up``, ``purchase`` ...); "" where
    it is a decision like others, or where the game's own player would order nothing more of the kind."""
    if not _decides(session):
        return ""
    together = _together(session)
    found = next((together[kind] for kind in kinds(session.owed.demand) if kind in together), "")
    if found in ("", PLAN):
        return found
    thinks = thought_or_none(session)
    return found if thinks is not None and _kind(session, thinks.order) in together else ""


def advice(session: Session) -> AttrsInstance:
    """The order that the game's own player would give now: the same each time it is asked."""
    return thought(session).order


def salt_now(session: Session, salt: int = _SALT) -> int:
    """What varies the order of the game's own player here: ``salt``, and where it is sealed 16 bits that nobody can tell
    before the vault is opened (of a salt that no commitment is made with; the same for all of a draft).
    """
    if not isinstance(session.owed.demand, Conceal):
        return salt
    return int.from_bytes(
        session.vault.salt(session.log.gid, "recommended", salt, session.log.head)[:2], "big"
    )


def thought(session: Session) -> Advice:
    """The same with its reason. Raises UsageError ``no-advice`` where the game's own player fails."""
    rules, salt = session.game.rules, salt_now(session)
    try:
        return think(rules, session.position.game, session.side, session.secrets, salt)
    except CONFUSED as error:
        raise UsageError.of(
            "no-advice",
            "The game's own player knows no order here ({name}).",
            name=type(error).__name__,
            hint="Give your own: pbem orders shows what is legal.",
        ) from error


def thought_or_none(session: Session) -> Advice | None:
    """The same for a page that shows it beside other things; None where the game's own player fails."""
    try:
        return thought(session)
    except UsageError:
        return None


def given(session: Session, step: Step) -> Session:
    """The session with what is recommended in its draft, one order after the other by ``step``.

    That is everything of a decision that takes many, else one order. Raises UsageError ``not-now``, and what ``step`` does.
    """
    if not _decides(session):
        raise UsageError.of("not-now", "Nothing has to be decided now.")
    what, together = asked(session), _together(session)
    session = step(session, advice(session))
    for _ in range(_MOST if what and what != PLAN else 0):
        if not _decides(session) or not {*kinds(session.owed.demand)} & {*together}:
            break
        order = advice(session)
        if _kind(session, order) not in together:
            break
        session = step(session, order)
    return session


def reason(session: Session) -> str:
    """Why the order is recommended, in one sentence; "" where nothing is to be decided or said."""
    thinks = thought_or_none(session) if _decides(session) else None
    return thinks.reason if thinks is not None else ""


def _decides(session: Session) -> bool:
    due = session.owed
    return due.seat == session.seat and isinstance(due.demand, Choice | Conceal)


def _kind(session: Session, order: AttrsInstance) -> str:
    return session.game.rules.actions.kind(order)


def _together(session: Session) -> dict[str, str]:
    try:
        return dict(game_cards.cover(session.game.info).together)
    except DataError:  # pbem game lint says what is wrong with it
        return {}


# --- taken back together ----------------------------------------------------------------------------------------------


def remember(folder: GameFolder, session: Session, count: int) -> None:
    """The last ``count`` orders of a draft that is stored were given together."""
    if count > 1:
        facts = folder.facts()
        before = str(facts.get(_FACT) or "").split()
        kept = " ".join([*before, f"{count}:{_digest(session)}"][-_KEPT:])
        folder.save(Change(facts={**facts, _FACT: kept}))


def last(folder: GameFolder, session: Session) -> int:
    """How many of the last orders of the draft one undo takes back: those that were given together, else one."""
    now = _digest(session)
    for each in str(folder.facts().get(_FACT) or "").split():
        count, _, digest = each.partition(":")
        if digest == now:
            return int(count)
    return 1


def _digest(session: Session) -> str:
    """Names the draft as it is: whatever comes after it makes it another."""
    return hashlib.sha256(b"\n".join((session.end.head, *session.draft))).hexdigest()[:16]

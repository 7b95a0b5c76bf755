"""Occasions prepared as the adviser would, and which of them would wake their player."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import UsageError
from pbem.bytes.records import frozen
from pbem.home.standing import answers, conditions
from pbem.home.standing.kept import Kept, Standing
from pbem.home.standing.lines import taking
from pbem.port.messages import Message, counted
from pbem.port.standing import TakesStanding
from pbem.protocol.session import Session

_NAMED = 12


def drafted(session: Session, occasions: Iterable[str] = ()) -> tuple[Kept, ...]:
    """The adviser's lines for some occasions; without any, for all that a side may prepare.

    Raises UsageError ``no-occasions`` for a game that has none, and ``no-occasion`` for what is none of this side.
    """
    rules, state, side = taking(session.game), session.position.game, session.side
    known = rules.standing_occasions(state, side, session.secrets)
    if not known:
        said = Message("In {title} nothing can be prepared.", title=session.game.info.title)
        raise UsageError("no-occasions", said, hint=Message("What is answered for you: pbem standing usual"))
    wanted = tuple(occasions) or tuple(when for when, each in known.items() if each.open)
    for each in wanted:
        if each not in known:
            said = Message("{marker} is not an occasion that you may prepare.", marker=each)
            there = ", ".join(when for when, occasion in known.items() if occasion.open)
            raise UsageError("no-occasion", said, hint=Message("There are: {names}.", names=there))
    seen = conditions.seen(session)
    return tuple(
        Kept(line=line, seen=seen) for when in wanted for line in rules.standing_draft(state, side, when)
    )


@frozen(kw_only=True)
class Outlook:
    """How many of one's occasions are prepared, and those that are not, by name: they would wake one."""

    planned: int
    awake: tuple[str, ...]

    def said(self) -> Message:
        """In a sentence."""
        every = self.planned + len(self.awake)
        if not self.awake:
            return counted(every, "Your {n} marker has a plan.", "All of your {n} markers have a plan.")
        names = [*self.awake[:_NAMED], *(("...",) if len(self.awake) > _NAMED else ())]
        return counted(
            every,
            "{planned} of your {n} marker has a plan; {awake} would wake you.",
            "{planned} of your {n} markers have a plan; {awake} would wake you.",
            planned=self.planned,
            awake=", ".join(names),
        )


def doubts(session: Session, standing: Standing, when: str) -> tuple[str, ...]:
    """Why what is prepared for an occasion would wake its player if it came now; none while it stands, or nothing is."""
    rules = session.game.rules
    if not isinstance(rules, TakesStanding):
        return ()
    occasion = rules.standing_occasions(session.position.game, session.side, session.secrets).get(when)
    lines = tuple(each for each in standing.lines if each.line.when == when)
    return answers.doubts(session, lines, occasion) if occasion is not None and lines else ()


def outlook(session: Session, standing: Standing) -> Outlook | None:
    """What a side's occasions would do when they came; None where nothing can be prepared in a game."""
    rules = session.game.rules
    if not isinstance(rules, TakesStanding) or not session.owed.kind:
        return None
    known = rules.standing_occasions(session.position.game, session.side, session.secrets)
    open_ones = {when: each for when, each in known.items() if each.open}
    if not open_ones:
        return None
    ready: set[str] = set()
    for when, each in open_ones.items():
        lines = tuple(kept for kept in standing.lines if kept.line.when == when and not kept.began)
        if lines and not answers.doubts(session, lines, each):
            ready.add(when)
    awake = tuple(when for when in open_ones if when not in ready)
    return Outlook(planned=len(ready), awake=awake)

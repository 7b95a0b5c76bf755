"""Occasions and objectives prepared as the adviser would, and which of them would wake their player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pbem.bytes.errors import UsageError
from pbem.bytes.records import frozen
from pbem.home.standing import answers, conditions
from pbem.home.standing.kept import Kept, Standing
from pbem.home.standing.lines import slips_of, taking, vocabulary_of
from pbem.port.messages import Message, Series, counted
from pbem.port.standing import Occasion, TakesStanding
from pbem.protocol.session import Session

_NAMED = 12
_CODE = re.compile(r"[a-z]+(?:[/:-].*)?")


def drafted(session: Session, occasions: Iterable[str] = ()) -> tuple[Kept, ...]:
    """The adviser's lines for some occasions; without any, for all that may come up.

    Raises UsageError ``no-occasions`` where there are none, and ``no-occasion`` for what is none of this side.
    """
    rules, state, side = taking(session.game), session.position.game, session.side
    known = rules.standing_occasions(state, side, session.secrets)
    wanted = tuple(occasions) or tuple(when for when, each in known.items() if each.open)
    if not known or not wanted:
        said = Message("In {title} nothing can be prepared now.", title=session.game.info.title)
        raise UsageError("no-occasions", said, hint=Message("What is answered for you: pbem standing usual"))
    by_name = {each.title.casefold(): when for when, each in known.items() if each.objective}
    wanted = tuple(when if when in known else by_name.get(when.casefold(), when) for when in wanted)
    for each in wanted:
        if each not in known:
            said = Message("{marker} is not an occasion that you may prepare.", marker=each)
            there = [_called(when, occasion) for when, occasion in known.items() if occasion.open] or [*known]
            raise UsageError("no-occasion", said, hint=Message("There are: {names}.", names=", ".join(there)))
    return conditions.written(
        session, (line for when in wanted for line in rules.standing_draft(state, side, when))
    )


def decisions(session: Session, some: Iterable[Kept]) -> Iterator[Message]:
    """What lines say of objectives, each in a sentence: they choose, and order nothing."""
    rules = taking(session.game)
    known = rules.standing_occasions(session.position.game, session.side, session.secrets)
    for line in (each.line for each in some if not each.line.do):
        word = ", ".join(map(str, line.choose.values()))
        yield Message(
            "{place}, when it is attacked: {word}", place=_called(line.when, known[line.when]), word=word
        )


def _called(when: str, occasion: Occasion) -> str:
    """What is typed for an occasion, with the name of a place: "E2038 (Bayeux)"."""
    return f"{when} ({occasion.title})" if occasion.objective and occasion.title != when else when


@frozen(kw_only=True)
class Outlook:
    """How many of one's occasions are prepared, and those that are not, by name: they would wake one.

    ``decided`` and ``exposed`` are the same of objectives that the other side may attack next; the exposed ones have the
    names of their places. What is not called as a player would call it has its title beside it.
    """

    planned: int
    awake: Mapping[str, str]
    decided: int
    exposed: Mapping[str, str]

    @property
    def open(self) -> tuple[str, ...]:
        """Everything that would wake one."""
        return (*self.awake, *self.exposed)

    def said(self) -> Iterator[Message]:
        """In sentences."""
        markers, objectives = self.planned + len(self.awake), self.decided + len(self.exposed)
        if self.awake:
            yield counted(
                markers,
                "{planned} of your {n} marker has a plan; {awake} would wake you.",
                "{planned} of your {n} markers have a plan; {awake} would wake you.",
                planned=self.planned,
                awake=_names(tuple(self.awake.values())),
            )
        elif markers:
            yield counted(markers, "Your {n} marker has a plan.", "All of your {n} markers have a plan.")
        if self.exposed:
            yield counted(
                objectives,
                "{n} objective of yours may be attacked next; {exposed} would wake you.",
                "{n} objectives of yours may be attacked next; {exposed} would wake you.",
                exposed=_names(tuple(self.exposed.values())),
            )
        elif objectives:
            yield counted(
                objectives,
                "{n} objective of yours may be attacked next, and you have decided about it.",
                "{n} objectives of yours may be attacked next, and you have decided about them.",
            )


def _names(some: tuple[str, ...]) -> Series:
    return Series([*some[:_NAMED], *(("...",) if len(some) > _NAMED else ())])


def doubts(session: Session, standing: Standing, when: str) -> tuple[str, ...]:
    """Why what is prepared for an occasion would wake its player if it came now; none while it stands, or nothing is."""
    rules = session.game.rules
    if not isinstance(rules, TakesStanding):
        return ()
    occasion = rules.standing_occasions(session.position.game, session.side, session.secrets).get(when)
    lines = tuple(each for each in standing.lines if each.line.when == when)
    if occasion is None or occasion.objective or not lines:
        return ()
    return answers.doubts(session, lines, occasion)


def outlook(session: Session, standing: Standing) -> Outlook | None:
    """What a side's occasions would do when they came; None where nothing can be prepared in a game."""
    rules = session.game.rules
    if not isinstance(rules, TakesStanding) or not session.owed.kind:
        return None
    known = rules.standing_occasions(session.position.game, session.side, session.secrets)
    # What goes on is its player's already: only what is still to come wakes anybody.
    open_ones = {when: each for when, each in known.items() if each.open and not each.at}
    if not open_ones:
        return None
    vocabulary, ready = vocabulary_of(session.game, session.position.game, session.side), set[str]()
    for when, each in open_ones.items():
        some = tuple(kept for kept in standing.lines if kept.line.when == when and not kept.began)
        good = not any(slips_of(session.game, vocabulary, kept.line) for kept in some)
        if some and good and (each.objective or not answers.doubts(session, some, each)):
            ready.add(when)
    places = [when for when, each in open_ones.items() if each.objective]
    exposed = {when: _called(when, open_ones[when]) for when in places if when not in ready}
    awake = {
        when: each.title if _CODE.fullmatch(when) else when
        for when, each in open_ones.items()
        if when not in ready and when not in places
    }
    decided = len(places) - len(exposed)
    return Outlook(planned=len(ready) - decided, awake=awake, decided=decided, exposed=exposed)

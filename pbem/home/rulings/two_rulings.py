"""Two rulings of which neither continues the other: the referee's fault, which no log heals (``schemas/log.md``, rulings).

A home keeps both, and says so as long as the game goes on: whose ruling stands here, what the other says, and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.bytes.errors import PbemError
from pbem.home.turns.versions import OPEN, BesideFile
from pbem.log import REFEREE, Bundle, Log, rulings_in
from pbem.log.entries import PROTOCOL, Ruling
from pbem.port.messages import Message, Series
from pbem.replay.ruling_words import told
from pbem.view.markup import clean

TWO_RULINGS = "two-rulings"
"""Why a ruling is kept beside the log: another of the same referee's stands there already."""

SHOW = Message("pbem replay spectate --delay 0 --out mine.pbem")
"""What writes the whole log of a game, with the ruling that stands in it."""

HINT = Message(
    "Send each other your logs, and both to the referee: {show}. To look at them: pbem "
    "referee open mine.pbem theirs.pbem. What is played behind one ruling never joins the "
    "game of the other, and no third one heals it: agree on an end (pbem end agree), or begin "
    "again.",
    show=SHOW,
)


def said(log: Log, other: Bundle, name: str) -> str:
    """Both rulings in words; ``name`` is how the referee is called, "" when nobody knows."""
    lead = Message("{name} (referee)", name=name) if name else Message("The referee")
    stands = rulings_in(log.bundles)
    here = next((each for each in stands if each.header.n >= other.header.n), stands[-1] if stands else None)
    ours = (
        Message(" In your game stands turn file {n}: {words}", n=here.header.n, words=_words(here, name))
        if here is not None
        else ""
    )
    return Message(
        "{lead} has signed two rulings that cannot both stand.{ours} The other is turn file {n}: "
        "{words} Yours stays, and both are kept.",
        lead=lead,
        ours=ours,
        n=other.header.n,
        words=_words(other, name),
    )


def _words(ruling: Bundle, name: str) -> str:
    try:
        found = PROTOCOL.load({key: value for key, value in ruling.entries[-1].items() if key != "i"})
    except PbemError:
        found = None
    return clean(told(name, found), 800) if isinstance(found, Ruling) else Message("it cannot be read.")


def beside(log: Log, lying: Iterable[BesideFile]) -> tuple[Bundle, ...]:
    """The rulings that are kept because another one stands in the log."""
    kept = [each.bundle for each in lying if each.code == TWO_RULINGS]
    return log.lacking(kept)


def elsewhere(log: Log, pool: Iterable[Bundle]) -> tuple[Bundle, ...]:
    """The turn files that stand behind the place of the last ruling in a log, and continue something else than it."""
    last = max(rulings_in(log.bundles), key=lambda each: each.header.n, default=None)
    if last is None:
        return ()
    return tuple(
        each
        for each in pool
        if each.header.by != REFEREE
        and each.header.n == last.header.n + 1
        and each.header.prev != last.header.head
    )


def said_elsewhere(bundle: Bundle, who: str) -> str:
    """What such a turn file shows; ``who`` has signed it."""
    n = bundle.header.n
    return Message(
        "Turn file {n} of {who} continues something else than the ruling in your game (turn file "
        "{before}): they have not taken it in, or the referee has signed two rulings.",
        n=n,
        who=who,
        before=n - 1,
    )


ELSEWHERE = Message(
    "Send each other your logs: {show}. A player who lacks a ruling takes it from there; of two "
    "rulings it says so then.",
    show=SHOW,
)


def lines(log: Log, lying: Iterable[BesideFile], name: str) -> Iterator[str]:
    """What a game that goes on says of them, a sentence for each."""
    for each in beside(log, lying):
        yield Series((said(log, each, name), HINT), " ")


def waiting(log: Log, lying: Sequence[BesideFile]) -> tuple[Bundle, ...]:
    """The turn files here that stand behind something else than the ruling, as long as nobody knows behind what."""
    others = {each.header.head for each in beside(log, lying)}
    here = (each.bundle for each in lying if each.code in ("", OPEN))
    return tuple(each for each in elsewhere(log, here) if each.header.prev not in others)


def lines_waiting(log: Log, lying: Sequence[BesideFile], who: Callable[[str], str]) -> Iterator[str]:
    """What a game says of them; ``who`` names a seat."""
    for each in waiting(log, lying):
        yield Series((said_elsewhere(each, who(each.header.by)), ELSEWHERE), " ")


def following(log: Log, lying: Sequence[BesideFile]) -> str:
    """What to do next about any of this; "" when there is nothing."""
    if waiting(log, lying):
        return Message("{show}, and send it to your opponent; import theirs", show=SHOW)
    if beside(log, lying):
        return Message(
            "{show}, and send it to your opponent and to the referee; then agree on an end (pbem end agree)",
            show=SHOW,
        )
    return ""

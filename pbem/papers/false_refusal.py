"""The paper ``false-refusal``: a legal turn file and the refusal of it, judged without the log (``schemas/trust.md``).

It is a capsule whose disputed step is a whole turn file, with the refusal behind it. In a capsule whoever accuses must not
make a legal step look illegal by leaving things out; here nobody must make an illegal one look *legal* so. The entries from
the state on are bound by the refusal itself, which continues the same hash. What stood before is not: so the short form
proves a refusal false only when its reason cannot rest on what was left out (:data:`DECIDED`); the long form holds all.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.bytes.codec import Codec
from pbem.bytes.errors import CONFUSED, GameFault, IllegalOrder, NotJudged, PbemError, UsageError, VerifyError
from pbem.games.registry import Finder
from pbem.log import Bundle, Log, start_of
from pbem.papers import capsule as capsules
from pbem.papers.capsule import Before
from pbem.papers.capsule_file import Capsule
from pbem.papers.disputed_step import game_of, go_on, start
from pbem.papers.entry_text import named, violations
from pbem.papers.false_refusal_file import PAPER, FalseRefusal, check_pair, foreseen, read
from pbem.papers.paper import Finding, who
from pbem.papers.reader import (
    OLD_KEY,
    STRANGER,
    GivenUp,
    Reader,
    alone,
    excused,
    opposite,
    reserved,
    role,
)
from pbem.port.messages import Message, counted
from pbem.replay.fold import Happened, fold_bundle, fold_log, opening
from pbem.replay.table import Position
from pbem.replay.verify import load_rules

__all__ = ["DECIDED", "PAPER", "FalseRefusal", "before_step", "finding", "foreseen", "knew", "make", "read"]

DECIDED = frozenset(
    {
        *(
            "bad-fields",
            "bad-hex",
            "bad-number",
            "better-dice",
            "downgraded-rules",
            "early-open",
            "hidden-seed",
        ),
        *("illegal", "lost-roll", "not-now", "other-state", "out-of-turn", "roll-again", "skipped-answer"),
        *("skipped-open", "skipped-seed", "two-forms", "unknown-kind", "wrong-dice"),
    }
)
"""Reasons that can be seen from a state and the entries behind it: nothing that was left out makes them true or false."""

_LONG = frozenset({"audit", "back", "renew", "reply", "upgrade"})
"""What rests on more of the game, whatever reason is given: only the long form judges a turn file with it."""


def make(log: Log, before: Before, refused: Bundle, refusal: Bundle) -> FalseRefusal:
    """The paper about a refused turn file that stands behind ``log``; the short form where that is enough.

    ``before`` is as in :func:`pbem.papers.capsule.make`. Raises UsageError ``no-evidence`` when the refusal was right, or is
    of another turn file.
    """
    whole = FalseRefusal(step=_long(log, refused), refusal=refusal)
    check_pair(whole)
    made = whole
    if whole.reason.code in DECIDED and not _rests_on_more(refused):
        try:
            step = capsules.make(evolve(log, bundles=(*log.bundles, refused)), before, refused.header.first)
            made = FalseRefusal(step=evolve(step, at=refused.header.last), refusal=refusal)
        except UsageError:
            made = whole
    return made


def _long(log: Log, refused: Bundle) -> Capsule:
    """A step that begins with the game itself."""
    return Capsule(
        log=evolve(log, bundles=()),
        at=refused.header.last,
        n=0,
        roll=1,
        state=b"",
        bundles=(*log.bundles, refused),
    )


def _rests_on_more(refused: Bundle) -> bool:
    return any(entry["k"] in _LONG or str(entry["k"]).startswith("deck-") for entry in refused.entries)


def finding(paper: FalseRefusal, find: Finder | None = None, reader: Reader = STRANGER) -> Finding:
    """What the installed rules say of the refused turn file, in sentences.

    Raises VerifyError for rules that are not installed, and ``needs-log`` for what the paper cannot tell.
    """
    game_at = load_rules(paper.log, find=find) if paper.whole else game_of(paper.step, find)
    orders, wrong = game_at.rules.actions, _fault(paper, find)
    if (
        wrong is None
        and not paper.whole
        and (paper.reason.code not in DECIDED or _rests_on_more(paper.refused))
    ):
        raise VerifyError(
            "needs-log",
            Message(
                "The turn file holds as far as this paper goes, but the reason given, {code}, may rest "
                "on what is not in it.",
                code=paper.reason.code,
            ),
            hint=Message("Ask for the paper with every turn file in it, or for the whole log."),
        )
    log, seat = paper.log, paper.refusal.header.by
    known = evolve(log, bundles=(*paper.step.bundles, paper.refusal))
    lost = reader.given_up(known, paper.refusal)
    theirs = reader.given_up(known, paper.refused)
    if wrong is not None:
        code, lines = "proves-nothing", _right(paper, reader, wrong, orders)
    elif theirs is not None and theirs.code == OLD_KEY:
        code, lines = OLD_KEY, _of_an_old_key(paper, reader, theirs)
    else:
        code = "" if lost is None else lost.code
        lines = _told(paper, reader, lost, named(paper.refused, paper.reason.entry, orders))
    return Finding(
        paper=PAPER,
        proved=code not in ("proves-nothing", OLD_KEY),
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=tuple(lines),
        code=code,
        word="signed" if code else "proved",
        details=tuple(_details(paper)),
        about=who(log, seat),
        other=who(log, opposite(seat)),
        role=role(reader, seat),
        step=True,
    )


def before_step(paper: FalseRefusal, find: Finder | None = None) -> Position[object]:
    """The position before the entry that the refusal names. Raises as :func:`finding`."""
    if not paper.whole:
        return capsules.before_step(evolve(paper.step, at=paper.reason.entry), find)
    log = evolve(paper.log, bundles=paper.step.bundles)
    game = load_rules(log, find=find)
    found = [opening(game, log)]

    def watch(happened: Happened[object]) -> None:
        if happened.entry < paper.reason.entry:
            found.append(happened.position)

    fold_log(game, log, start_of(log), watch)
    return found[-1]


def _right(paper: FalseRefusal, reader: Reader, wrong: PbemError, orders: Codec) -> Iterator[str]:
    header = paper.refused.header
    at = header.first if wrong.entry is None else wrong.entry
    whose = reader.turn_file(paper.log, header.by, header.n)
    yield Message(
        "The refusal was right: {whose} does not hold at entry {at}, {named}.",
        whose=whose,
        at=at,
        named=named(paper.refused, at, orders),
    )
    yield Message(
        "It proves nothing against {whom}, who did nothing wrong.",
        whom=reader.whom(paper.log, paper.refusal.header.by),
    )
    yield from violations(wrong, wrong.entry)


def _of_an_old_key(paper: FalseRefusal, reader: Reader, lost: GivenUp) -> Iterator[str]:
    author = reader.whom(paper.log, paper.refused.header.by)
    yield Message(
        "Turn file {n}, which was refused, is by nobody who counts. {excused}",
        n=paper.refused.header.n,
        excused=excused(lost, author)[0],
    )
    refuser = reader.whom(paper.log, paper.refusal.header.by)
    yield Message(
        "It proves nothing against {refuser}: such a turn file is refused rightly.", refuser=refuser
    )


def _told(paper: FalseRefusal, reader: Reader, lost: GivenUp | None, at: str) -> Iterator[str]:
    """Who did what, what it proves, and how it came about."""
    log, header, reason = paper.log, paper.refused.header, paper.reason
    seat = paper.refusal.header.by
    refuser, whom = reader.name(log, seat), reader.whom(log, seat)
    whose = reader.turn_file(log, header.by, header.n)
    place = f" [{reason.par}]" if reason.par else ""
    if lost is not None:
        fact, excuse = excused(lost, whom)
        yield Message("A legal turn was refused: {whose}. {fact}", whose=whose, fact=fact)
        yield excuse
    else:
        yield Message("{refuser} refused a legal turn: {whose}.", refuser=refuser, whose=whose)
        yield (
            Message(
                "It proves that the turn is legal, and not why it was refused: a program with a fault, "
                "or with other rules or data, can do that too."
            )
        )
    yield Message(
        "The reason given: entry {entry}, {at}: {code}{place}.",
        entry=reason.entry,
        at=at,
        code=reason.code,
        place=place,
    )
    if lost is None:
        yield knew(paper.refused, refuser)
    if lost is None:
        yield alone(reader, whom)
    yield from reserved(lost, reader, log)


def _details(paper: FalseRefusal) -> Iterator[str]:
    step = paper.step
    if not paper.whole:
        yield (
            Message(
                "From the state {state}, which {who} signed in turn file {n}, and what the other signed "
                "behind it.",
                state=step.pin.header.state[:16],
                who=who(paper.log, step.pin.header.by),
                n=step.n,
            )
        )
    yield Message(
        "The turn file is signed with key {key}, the refusal with key {other}.",
        key=paper.refused.seal.key,
        other=paper.refusal.seal.key,
    )


def knew(refused: Bundle, refuser: str) -> str:
    """Whether whoever refused a turn file knew then how a roll would fall, in a sentence."""
    rolls = foreseen(refused)
    if not rolls:
        return Message("{refuser} could not know then how any roll would fall.", refuser=refuser)
    return counted(
        len(rolls),
        "{refuser} could work out how roll {rolls} falls before signing the refusal: refusing a legal turn then is an "
        "attempt at a second throw.",
        "{refuser} could work out how rolls {rolls} fall before signing the refusal: refusing a legal turn then is an "
        "attempt at a second throw.",
        refuser=refuser,
        rolls=", ".join(map(str, rolls)),
    )


def _fault(paper: FalseRefusal, find: Finder | None) -> PbemError | None:
    """What is wrong with the refused turn file; None when nothing is. VerifyError ``needs-log`` where that is open."""
    try:
        wrong, reached = _from_the_beginning(paper, find) if paper.whole else _from_a_state(paper, find)
    except CONFUSED as error:
        raise capsules.bad_state() from error
    if wrong is None:
        return None
    if isinstance(wrong, NotJudged | GameFault) and not paper.whole:  # any state makes some order fail
        raise capsules.bad_state() from wrong
    bound = wrong.code in DECIDED and not _rests_on_more(paper.refused)
    if reached and (paper.whole or isinstance(wrong, IllegalOrder) or bound):
        return wrong
    raise VerifyError(
        "needs-log",
        Message("the turn file rests on what is not in the paper: {message}", message=wrong.message),
        hint=Message("Ask for the whole log."),
        entry=wrong.entry,
    )


def _from_the_beginning(paper: FalseRefusal, find: Finder | None) -> tuple[PbemError | None, bool]:
    """The first fault, and whether it is in the refused turn file."""
    log = evolve(paper.log, bundles=paper.step.bundles)
    folded = fold_log(load_rules(log, find=find), log, start_of(log))
    return folded.error, folded.end.bundles == len(log.bundles) - 1


def _from_a_state(paper: FalseRefusal, find: Finder | None) -> tuple[PbemError | None, bool]:
    """The same, from the state in the paper."""
    step, refused = paper.step, paper.refused
    before = go_on(start(game_of(step, find), step), step.window[:-1])
    if before.error is not None:
        return before.error, False
    if before.position.table.rules[:16] != refused.header.rules:
        return VerifyError(
            "downgraded-rules",
            Message("Turn file {n} follows another ruleset than the game.", n=refused.header.n),
            entry=refused.header.first,
        ), True
    return fold_bundle(before.position, before.end, refused).error, True


__all__ = [
    "DECIDED",
    "PAPER",
    "FalseRefusal",
    "before_step",
    "finding",
    "foreseen",
    "knew",
    "make",
    "read",
]

"""The paper ``false-refusal``: a legal turn file and the refusal of it, judged without the log (``schemas/trust.md``).

It is a capsule whose disputed step is a whole turn file, with the refusal behind it. In a capsule whoever accuses must not
make a legal step look illegal by leaving things out; here nobody must make an illegal one look *legal* so. The entries from
the state on are bound by the refusal itself, which continues the same hash. What stood before is not: so the short form
proves a refusal false only when its reason cannot rest on what was left out (:data:`DECIDED`); the long form holds all.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.errors import CONFUSED, FormatError, IllegalOrder, PbemError, UsageError, VerifyError
from pbem.games.registry import Finder
from pbem.log import Bundle, Log, refusal_of, start_of
from pbem.log.entries import PROTOCOL, Reject
from pbem.papers import capsule as capsules
from pbem.papers.authors import check_authors, owned
from pbem.papers.capsule import Before
from pbem.papers.capsule_file import Capsule, check_place, is_count, open_lines
from pbem.papers.disputed_step import game_of, go_on, start
from pbem.papers.entry_text import named, violations
from pbem.papers.paper import VERSION, Finding, who
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
from pbem.replay.fold import Happened, fold_bundle, fold_log, opening
from pbem.replay.table import Position
from pbem.replay.verify import load_rules

PAPER = "false-refusal"
TWO_PROGRAMS = "two-programs"

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

_LONG = frozenset({"agent", "audit", "back", "renew", "reply", "upgrade"})
"""What rests on more of the game, whatever reason is given: only the long form judges a turn file with it."""


@frozen(kw_only=True)
class FalseRefusal:
    """``step`` ends in the refused turn file, and ``refusal`` refuses it; in the long form ``n`` is 0, without a state."""

    step: Capsule
    refusal: Bundle

    @property
    def log(self) -> Log:
        """The first two mails."""
        return self.step.log

    @property
    def refused(self) -> Bundle:
        """The turn file that was refused."""
        return self.step.disputed

    @property
    def whole(self) -> bool:
        """Whether every turn file before the refused one is here."""
        return self.step.n == 0

    @property
    def reason(self) -> Reject:
        """What the refusal says. Raises FormatError."""
        entry = PROTOCOL.load(self.refusal.entries[0])
        if not isinstance(entry, Reject):
            raise FormatError("bad-paper", "The last turn file of the paper is no refusal.")
        return entry

    @property
    def own(self) -> bool:
        """Whether the refusal is signed with the game key of its seat, and not with that of an agent."""
        return owned(evolve(self.log, bundles=(*self.step.bundles, self.refusal)), self.refusal)

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        head: dict[str, Json] = {
            "a": PAPER,
            "n": self.step.n,
            "roll": self.step.roll,
            "size": len(self.step.state),
            "v": VERSION,
            **({"data": self.step.data, "rules": self.step.rules} if self.step.rules else {}),
        }
        turns = b"".join(each.encode() for each in (*self.step.bundles, self.refusal))
        bare = evolve(self.log, bundles=()).encode()
        return canon.encode(head) + b"\n" + bare + turns + self.step.state + b"\n"


def foreseen(refused: Bundle) -> tuple[int, ...]:
    """The rolls whose faces whoever got this turn file could work out, before they signed a refusal of it.

    Those are asked for in the open form in it, or answered, or opened.
    """
    found = [
        entry.get("j")
        for entry in refused.entries
        if entry["k"] in ("rsp", "open") or (entry["k"] == "req" and entry.get("x"))
    ]
    return tuple(sorted({j for j in found if type(j) is int}))


def make(log: Log, before: Before, refused: Bundle, refusal: Bundle) -> FalseRefusal:
    """The paper about a refused turn file that stands behind ``log``; the short form where that is enough.

    ``before`` is as in :func:`pbem.papers.capsule.make`. Raises UsageError ``no-evidence`` when the refusal was right, or is
    of another turn file.
    """
    whole = FalseRefusal(step=_long(log, refused), refusal=refusal)
    _check_pair(whole)
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


def read(lines: bytes) -> FalseRefusal:
    """The paper from its lines: every signature checked, the refusal held against the refused turn file.

    Raises FormatError, and VerifyError ``other-state``, ``fork`` and ``bad-capsule`` among others.
    """
    head, state, log = open_lines(lines)
    n, roll = head.get("n"), head.get("roll")
    upgraded = {"data", "rules"} if "rules" in head else set[str]()
    good = set(head) == {"a", "n", "roll", "size", "v", *upgraded} and is_count(n) and is_count(roll)
    if not good or len(log.bundles) < 2:
        raise FormatError("bad-paper", "The first line of the paper is not as it should be.")
    assert isinstance(n, int)
    assert isinstance(roll, int)
    *bundles, refusal = log.bundles
    step = Capsule(
        log=evolve(log, bundles=()),
        at=bundles[-1].header.last,
        n=n,
        roll=roll,
        state=state,
        bundles=tuple(bundles),
        rules=str(head.get("rules", "")),
        data=str(head.get("data", "")),
    )
    paper = FalseRefusal(step=step, refusal=refusal)
    check_authors(paper.log, log.bundles)
    _check_pair(paper)
    if not paper.whole:
        check_place(step)
    elif (roll, state, upgraded) != (1, b"", set()) or [each.header.n for each in bundles] != list(
        range(1, len(bundles) + 1)
    ):
        raise FormatError(
            "bad-paper", "A paper that begins with the game holds every turn file, and no state."
        )
    if paper.encode() != lines:
        raise FormatError("bad-paper", "The paper is not written as it has to be.")
    return paper


def _check_pair(paper: FalseRefusal) -> None:
    """Whether the refusal is of this very turn file, with its signature, in its place. Raises FormatError ``bad-paper``."""
    mine, theirs, found = paper.refusal.header, paper.refused.header, refusal_of(paper.refusal)
    place = (mine.n, mine.first, mine.prev) == (theirs.n, theirs.first, theirs.prev)
    named = found is not None and found.hash == paper.refused.hash() and found.seal == paper.refused.seal
    kinds = [entry["k"] for entry in paper.refusal.entries[1:]]
    if not place or mine.by == theirs.by or not named or kinds not in ([], ["note"]):
        raise FormatError("bad-paper", "The refusal in the paper is not one of the turn file before it.")
    reason = paper.reason
    if not theirs.first <= reason.entry <= theirs.last:
        raise FormatError("bad-paper", "The refusal names an entry that is not in the refused turn file.")


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
            f"The turn file holds as far as this paper goes, but the reason given, {paper.reason.code}, may rest on what is "
            "not in it.",
            hint="Ask for the paper with every turn file in it, or for the whole log.",
        )
    log, own, seat = paper.log, paper.own, paper.refusal.header.by
    known = evolve(log, bundles=(*paper.step.bundles, paper.refusal))
    lost = reader.given_up(known, paper.refusal) if own else None
    theirs = reader.given_up(known, paper.refused)
    if wrong is not None:
        code, lines = "proves-nothing", _right(paper, reader, wrong, orders)
    elif theirs is not None and theirs.code == OLD_KEY:
        code, lines = OLD_KEY, _of_an_old_key(paper, reader, theirs)
    else:
        code = TWO_PROGRAMS if not own else "" if lost is None else lost.code
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
    yield f"The refusal was right: {whose} does not hold at entry {at}, {named(paper.refused, at, orders)}."
    yield f"It proves nothing against {reader.whom(paper.log, paper.refusal.header.by)}, who did nothing wrong."
    yield from violations(wrong, wrong.entry)


def _of_an_old_key(paper: FalseRefusal, reader: Reader, lost: GivenUp) -> Iterator[str]:
    author = reader.whom(paper.log, paper.refused.header.by)
    yield f"Turn file {paper.refused.header.n}, which was refused, is by nobody who counts. {excused(lost, author)[0]}"
    refuser = reader.whom(paper.log, paper.refusal.header.by)
    yield f"It proves nothing against {refuser}: such a turn file is refused rightly."


def _told(paper: FalseRefusal, reader: Reader, lost: GivenUp | None, at: str) -> Iterator[str]:
    """Who did what, what it proves, and how it came about."""
    log, header, reason, own = paper.log, paper.refused.header, paper.reason, paper.own
    seat = paper.refusal.header.by
    refuser, whom = reader.name(log, seat), reader.whom(log, seat)
    whose = reader.turn_file(log, header.by, header.n)
    place = f" [{reason.par}]" if reason.par else ""
    if not own:
        yield f"A program of {whom} refused a legal turn: {whose}."
        yield (
            "It is signed with a responder's key, and convicts nobody: it shows that the game has to be settled. "
            f"Only the log can tell whether that responder of {who(log, seat)} was in force."
        )
    elif lost is not None:
        fact, excuse = excused(lost, whom)
        yield f"A legal turn was refused: {whose}. {fact}"
        yield excuse
    else:
        yield f"{refuser} refused a legal turn: {whose}."
        yield (
            "It proves that the turn is legal, and not why it was refused: a program with a fault, or with other rules or "
            "data, can do that too."
        )
    yield f"The reason given: entry {reason.entry}, {at}: {reason.code}{place}."
    if lost is None:
        yield knew(paper.refused, refuser)
    if own and lost is None:
        yield alone(reader, whom)
    yield from reserved(lost, reader, log)


def _details(paper: FalseRefusal) -> Iterator[str]:
    step = paper.step
    if not paper.whole:
        yield (
            f"From the state {step.pin.header.state[:16]}, which {who(paper.log, step.pin.header.by)} signed in turn file "
            f"{step.n}, and what the other signed behind it."
        )
    yield f"The turn file is signed with key {paper.refused.seal.key}, the refusal with key {paper.refusal.seal.key}."


def knew(refused: Bundle, refuser: str) -> str:
    """Whether whoever refused a turn file knew then how a roll would fall, in a sentence."""
    rolls = foreseen(refused)
    if not rolls:
        return f"{refuser} could not know then how any roll would fall."
    names = f"roll {rolls[0]}" if len(rolls) == 1 else f"rolls {', '.join(map(str, rolls))}"
    falls = "falls" if len(rolls) == 1 else "fall"
    return (
        f"{refuser} could work out how {names} {falls} before signing the refusal: refusing a legal turn then is an attempt "
        "at a second throw."
    )


def _fault(paper: FalseRefusal, find: Finder | None) -> PbemError | None:
    """What is wrong with the refused turn file; None when nothing is. VerifyError ``needs-log`` where that is open."""
    try:
        wrong, reached = _from_the_beginning(paper, find) if paper.whole else _from_a_state(paper, find)
    except CONFUSED as error:
        raise capsules.bad_state() from error
    if wrong is None:
        return None
    bound = wrong.code in DECIDED and not _rests_on_more(paper.refused)
    if reached and (paper.whole or isinstance(wrong, IllegalOrder) or bound):
        return wrong
    raise VerifyError(
        "needs-log",
        f"the turn file rests on what is not in the paper: {wrong.message}",
        hint="Ask for the whole log.",
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
            f"Turn file {refused.header.n} follows another ruleset than the game.",
            entry=refused.header.first,
        ), True
    return fold_bundle(before.position, before.end, refused).error, True


__all__ = [
    "DECIDED",
    "PAPER",
    "TWO_PROGRAMS",
    "FalseRefusal",
    "before_step",
    "finding",
    "foreseen",
    "knew",
    "make",
    "read",
]

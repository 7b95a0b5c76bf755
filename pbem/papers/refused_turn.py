"""A turn file and the refusal of it, judged with the whole log before them: one of the two players is wrong.

Nothing is left out, so nobody can make a legal turn look illegal, or an illegal one legal, by what they show: the log is
verified like any other, with the refused turn file at its end (``schemas/log.md``, refusing).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.codec import Codec
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.games.registry import Finder
from pbem.log import Bundle, Log, check_chain, refusal_of
from pbem.log.entries import PROTOCOL, Reject
from pbem.papers.entry_text import named
from pbem.papers.paper import OLD_KEY, REFUSED_TURN, Finding, who
from pbem.papers.reader import STRANGER, GivenUp, Reader, alone, excused, opposite, reserved, role
from pbem.port.messages import Message, counted
from pbem.replay.verdict import UNCHECKED, Fault
from pbem.replay.verify import read

KIND = REFUSED_TURN
"""The word for it where a verdict names what was judged."""


@frozen(kw_only=True)
class RefusedTurn:
    """``log`` is the game before the refused turn file; ``refusal`` stands in the place of that, by the other seat."""

    log: Log
    refused: Bundle
    refusal: Bundle

    @property
    def with_turn(self) -> Log:
        """The game with the refused turn file."""
        return evolve(self.log, bundles=(*self.log.bundles, self.refused))

    @property
    def with_refusal(self) -> Log:
        """The game with the refusal of it."""
        return evolve(self.log, bundles=(*self.log.bundles, self.refusal))

    @property
    def reason(self) -> Reject:
        """What the refusal says. Raises FormatError."""
        entry = PROTOCOL.load(self.refusal.entries[0])
        if not isinstance(entry, Reject):
            raise FormatError.of("no-refusal", "The turn file refuses nothing.")
        return entry


def refuses(refusal: Bundle, refused: Bundle) -> bool:
    """Whether a turn file refuses this very one, with its signature, in its place, and says no more than a note."""
    mine, theirs, about = refusal.header, refused.header, refusal_of(refusal)
    place = (mine.n, mine.first, mine.prev) == (theirs.n, theirs.first, theirs.prev)
    if about is None or not place or mine.by == theirs.by:
        return False
    same = about.hash == refused.hash() and about.seal == refused.seal
    reason = PROTOCOL.load(refusal.entries[0])
    inside = isinstance(reason, Reject) and theirs.first <= reason.entry <= theirs.last
    return same and inside and [entry["k"] for entry in refusal.entries[1:]] in ([], ["note"])


def finding(case: RefusedTurn, find: Finder | None = None, reader: Reader = STRANGER) -> Finding:
    """Who is wrong, in sentences: the player who refused a legal turn, or the author of one that breaks a rule.

    Raises VerifyError for rules that are not installed, for a refusal that does not stand in its place, and ``needs-log``
    where the log before them does not hold.
    """
    if not refuses(case.refusal, case.refused):
        raise FormatError.of("no-refusal", "The refusal is not one of this turn file.")
    refused_here = check_chain(case.with_refusal)
    if refused_here.error is not None:
        raise refused_here.error
    reading = read(case.with_turn.encode(), find=find)
    fault = reading.verdict.fault
    if fault is not None and (
        reading.verdict.verdict == UNCHECKED or reading.verdict.bundles < len(case.log.bundles)
    ):
        raise VerifyError.of(
            "needs-log", "The turn file cannot be judged: {message}", message=fault.message, entry=fault.entry
        )
    orders = reading.game.rules.actions
    return _illegal(case, reader, fault, orders) if fault is not None else _legal(case, reader, orders)


def _illegal(case: RefusedTurn, reader: Reader, fault: Fault, orders: Codec) -> Finding:
    """The refusal was right: what the turn file breaks, and whom that convicts."""
    log, header = case.log, case.refused.header
    author, refuser = reader.whom(log, header.by), reader.whom(log, case.refusal.header.by)
    lost = reader.given_up(_known(case), case.refused)
    at = min(max(fault.entry, header.first), header.last)
    lines = [
        Message(
            "The refusal was right: {whose} does not hold at entry {at}, {named}.",
            whose=reader.turn_file(log, header.by, header.n),
            at=at,
            named=named(case.refused, at, orders),
        ),
        Message("It proves nothing against {whom}, who did nothing wrong.", whom=refuser),
        Message("  {said}", said=fault.message),
        *(
            excused(lost, author)
            if lost is not None
            else (
                Message(
                    "{name} signed it. It proves this turn, and not why: a program with a fault can do that too.",
                    name=reader.name(log, header.by),
                ),
                alone(reader, author),
            )
        ),
        *reserved(lost, reader, log),
    ]
    code = fault.code if lost is None else lost.code
    return _finding(case, reader, header.by, lines, code, "judged" if lost is None else "signed")


def _legal(case: RefusedTurn, reader: Reader, orders: Codec) -> Finding:
    """Nothing is wrong with the turn file: its refusal refused a legal turn."""
    lost = reader.given_up(_known(case), case.refusal)
    theirs = reader.given_up(_known(case), case.refused)
    seat = case.refusal.header.by
    if theirs is not None and theirs.code == OLD_KEY:
        return _finding(case, reader, seat, list(_of_an_old_key(case, reader, theirs)), OLD_KEY)
    code = "" if lost is None else lost.code
    lines = list(_refused(case, reader, lost, named(case.refused, case.reason.entry, orders)))
    return _finding(case, reader, seat, lines, code, "signed" if code else "proved")


def _known(case: RefusedTurn) -> Log:
    """Every turn file at hand, for the keys that were given up."""
    return evolve(case.log, bundles=(*case.log.bundles, case.refused, case.refusal))


def _finding(
    case: RefusedTurn, reader: Reader, about: str, lines: list[str], code: str, word: str = "signed"
) -> Finding:
    invite = case.log.invite
    return Finding(
        paper=KIND,
        proved=code != OLD_KEY,
        game=f"{invite.game} {invite.scenario}",
        lines=tuple(lines),
        code=code,
        word=word,
        details=(
            Message(
                "The turn file is signed with key {key}, the refusal with key {other}.",
                key=case.refused.seal.key,
                other=case.refusal.seal.key,
            ),
        ),
        about=who(case.log, about),
        other=who(case.log, opposite(about)),
        role=role(reader, about),
    )


def _of_an_old_key(case: RefusedTurn, reader: Reader, lost: GivenUp) -> Iterator[str]:
    author = reader.whom(case.log, case.refused.header.by)
    yield Message(
        "Turn file {n}, which was refused, is by nobody who counts. {excused}",
        n=case.refused.header.n,
        excused=excused(lost, author)[0],
    )
    refuser = reader.whom(case.log, case.refusal.header.by)
    yield Message(
        "It proves nothing against {refuser}: such a turn file is refused rightly.", refuser=refuser
    )


def _refused(case: RefusedTurn, reader: Reader, lost: GivenUp | None, at: str) -> Iterator[str]:
    """Who did what, what it proves, and how it came about."""
    log, header, reason = case.log, case.refused.header, case.reason
    seat = case.refusal.header.by
    refuser, whom = reader.name(log, seat), reader.whom(log, seat)
    whose = reader.turn_file(log, header.by, header.n)
    if lost is not None:
        fact, excuse = excused(lost, whom)
        yield Message("A legal turn was refused: {whose}. {fact}", whose=whose, fact=fact)
        yield excuse
    else:
        yield Message("{refuser} refused a legal turn: {whose}.", refuser=refuser, whose=whose)
        yield Message(
            "It proves that the turn is legal, and not why it was refused: a program with a fault, "
            "or with other rules or data, can do that too."
        )
    yield Message(
        "The reason given: entry {entry}, {at}: {code}{place}.",
        entry=reason.entry,
        at=at,
        code=reason.code,
        place=f" [{reason.par}]" if reason.par else "",
    )
    if lost is None:
        yield knew(case.refused, refuser)
        yield alone(reader, whom)
    yield from reserved(lost, reader, log)


def foreseen(refused: Bundle) -> tuple[int, ...]:
    """The rolls whose faces the receiver of this turn file could work out, before they signed a refusal of it.

    Those are asked for in the open form in it, or answered, or opened.
    """
    rolls = [
        entry.get("j")
        for entry in refused.entries
        if entry["k"] in ("rsp", "open") or (entry["k"] == "req" and entry.get("x"))
    ]
    return tuple(sorted({j for j in rolls if type(j) is int}))


def knew(refused: Bundle, refuser: str) -> str:
    """Whether the player who refused a turn file knew then how a roll would fall, in a sentence."""
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

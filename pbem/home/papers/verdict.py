"""The verdict on any paper, from its file alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from attrs import evolve

from pbem.bytes import canon, container
from pbem.bytes.errors import FormatError, PbemError
from pbem.games.packs.pack import PAPER as PACK
from pbem.games.registry import Finder
from pbem.home.disputes import silence
from pbem.home.packs import installed as packs
from pbem.home.succession import friends
from pbem.home.viewing import logs as looking
from pbem.log import Log, check_chain, parse_log, read_bundles, scan_log
from pbem.papers import appointment as appointments
from pbem.papers import challenge, evidence, pace, results, seat, succession
from pbem.papers.kinds import is_any, is_claim
from pbem.papers.paper import CLAIM, PACE, SEAT, SEAT_BOX, Finding
from pbem.papers.reader import STRANGER, Reader
from pbem.port.messages import Message
from pbem.replay.verdict import fault_of
from pbem.store.home import Home

Who = Callable[[Log], Reader]
"""Who reads a paper about this game, and what they know beside it."""


def _stranger(_: Log) -> Reader:
    return STRANGER


class OfGame(Protocol):
    """A paper about a game."""

    @property
    def log(self) -> Log:
        """The game: its first two mails, and what else of it stands in the paper."""


P = TypeVar("P", bound=OfGame)
Judge = Callable[[bytes, Finder | None, Who], Finding]


def _of_game(read: Callable[[bytes], P], finding: Callable[[P, Reader], Finding]) -> Judge:
    def judged(lines: bytes, _: Finder | None, who: Who) -> Finding:
        paper = read(lines)
        return finding(paper, who(paper.log))

    return judged


def _evidence(lines: bytes, find: Finder | None, who: Who) -> Finding:
    paper = evidence.read(lines)
    return evidence.finding(paper, find, who(paper.log))


_KINDS: Mapping[str, Judge] = {
    challenge.PAPER: lambda lines, _find, _who: challenge.finding(challenge.read(lines)),
    PACK: lambda lines, _find, _who: packs.finding(lines),
    appointments.APPOINTMENT: _of_game(appointments.read, appointments.finding),
    results.PAPER: _of_game(results.read, results.finding),
    succession.PAPER: lambda lines, _find, _who: succession.finding(succession.read(lines)),
    evidence.PAPER: _evidence,
    PACE: _of_game(pace.read, pace.finding),
    **dict.fromkeys((SEAT, SEAT_BOX), _of_game(seat.read, seat.finding)),
}


def claim_finding(found: silence.Claim) -> Finding:
    """The verdict on a claim in sentences."""
    fixed = Message("needs no decision: it is fixed already") if found.reveal else Message("is a decision")
    lines = (
        Message(
            "{who} owes {thing}, {after}. What is owed {fixed}.",
            who=found.who,
            thing=found.thing,
            after=silence.after(found.entry),
            fixed=fixed,
        ),
        Message(
            "The log in it holds, and this debt follows from it. {by} has signed the claim.", by=found.by
        ),
        Message(
            "The days are the word of {by}: since {since}, said on {made}; agreed were {days} days.",
            by=found.by,
            since=found.since,
            made=found.made,
            days=found.days,
        ),
        Message("It does not prove that no answer was sent since: ask the other side for a later turn file."),
    )
    if not found.holds:
        return Finding(paper=CLAIM, proved=False, game="", lines=(found.why,), code=found.code)
    return Finding(paper=CLAIM, proved=True, game=found.game, lines=lines, word="holds")


def verify(
    path: Path, find: Finder | None = None, *, home: Home | None = None, beside: Iterable[Path] = ()
) -> Finding | None:
    """The verdict on a paper; None when the file is none (a log, a turn, a mail of one, or nothing readable).

    ``find`` finds versions of games; without it those that are installed for everybody. A player's home tells them which of
    the two they are, and its log which keys were given up; so do logs ``beside`` the paper.
    """
    lines = looking.paper_of(path)
    return judge(lines, find, reading(home, beside)) if lines is not None else None


def reading(home: Home | None, beside: Iterable[Path] = ()) -> Who:
    """The reader in a home, with logs of the game beside the paper; signatures in a log that do not hold tell nothing."""

    files = tuple(beside)

    def reader(log: Log) -> Reader:
        here = (
            []
            if home is None
            else [each for each in home.games() if each.facts().get("gid") == log.gid.hex()]
        )
        logs = [parse_log(each.log()) for each in here]
        if files:
            logs += [found for path in files for found in looking.logs_in(path) if found.gid == log.gid]
        handed = (
            frozenset(each for friend in friends(home) for each in friend.before)
            if home is not None
            else None
        )
        return Reader(
            seat=str(here[0].facts().get("seat", "")) if here else "",
            logs=tuple(
                evolve(each, bundles=each.bundles[: check_chain(each).valid_bundles]) for each in logs
            ),
            handed=handed or frozenset(),
        )

    return reader


def no_game(data: bytes) -> bool:
    """Whether a file is whole, and a paper, turns alone, or an invitation that nobody has accepted."""
    try:
        lines = container.unpack(data)
        if is_any(lines):
            return True
        log, damage = scan_log(lines)
        if log is not None:
            return damage is None and log.accept is None
        return bool(read_bundles(lines))
    except PbemError:
        return False


def judge(lines: bytes, find: Finder | None = None, who: Who = _stranger) -> Finding:
    """The verdict on the unpacked lines of a paper; never raises for what they hold."""
    kind = ""
    try:
        if is_claim(lines):
            kind = CLAIM
            return claim_finding(silence.read_claim(lines, find))
        kind = str(canon.decode(lines.partition(b"\n")[0]).get("a"))
        if kind not in _KINDS:
            raise FormatError.of(
                "unknown-paper",
                "This program knows no paper of the kind {kind!r}; a newer one may.",
                kind=kind[:40],
            )
        return _KINDS[kind](lines, find, who)
    except PbemError as error:
        return Finding(
            paper=kind or "paper",
            proved=False,
            game="",
            lines=(fault_of(error, 0).message,),
            code=error.code,
            details=(Message("Its code is {code}.", code=error.code),),
        )

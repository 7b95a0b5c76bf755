"""The paper ``evidence``: read strictly, and what it proves in sentences (``schemas/trust.md``)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, zip_longest

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, PbemError, UsageError, VerifyError
from pbem.games.registry import Finder
from pbem.log import Log
from pbem.papers.entry_text import named
from pbem.papers.equivocation import (
    PAPER,
    TWO_REQUESTS,
    TWO_VERSIONS,
    Evidence,
    between,
    check_forked,
    continues,
    found,
    made,
    needs,
    rolls,
    same_place,
    twice,
)
from pbem.papers.paper import OLD_KEY, Finding, split, who
from pbem.papers.reader import STRANGER, GivenUp, Reader, alone, excused, opposite, reserved, role
from pbem.port.messages import Message, Series
from pbem.replay.loading import load_rules

_MOST_SUPPORT = 60
"""Renewals of both seats: a log holds no more."""


def read(lines: bytes) -> Evidence:
    """A paper of evidence, every signature of it checked.

    Raises FormatError, and VerifyError ``proves-nothing`` and ``needs-predecessors`` among others.
    """
    head, log = split(lines)
    paper = _split(head, log)
    paper.check()
    one, other = paper.forks
    if paper.what == TWO_VERSIONS:
        _check_versions(paper)
    elif one.header.by != other.header.by or paper.about not in twice(one, other):
        raise VerifyError.of(
            "proves-nothing", "The two turn files do not both ask for roll {about}.", about=paper.about
        )
    try:
        check_forked(paper)
    except UsageError as error:
        raise VerifyError("proves-nothing", error.message) from error
    again = made(evolve(log, bundles=paper.support), paper.what, paper.about, paper.one, paper.other)
    if again.encode() != lines:
        raise VerifyError.of(
            "proves-nothing", "The paper holds more, or in another order, than what it proves."
        )
    return paper


def _split(head: dict[str, Json], log: Log) -> Evidence:
    """The parts of a paper, by its first line."""
    what, about, start = head.get("what"), head.get("about"), head.get("from")
    fields = {"a", "about", "v", "what"} | ({"from"} if what == TWO_VERSIONS else set[str]())
    if (
        set(head) != fields
        or what not in (TWO_VERSIONS, TWO_REQUESTS)
        or type(about) is not int
        or type(start) is not (int if what == TWO_VERSIONS else type(None))
    ):
        raise FormatError.of("bad-paper", "The first line of the evidence is not as it should be.")
    assert isinstance(about, int)
    length = about - start + 1 if isinstance(start, int) else 1
    rest = len(log.bundles) - 2 * length
    if length < 1 or not 0 <= rest <= _MOST_SUPPORT:
        raise FormatError.of(
            "bad-paper", "The evidence does not hold the turn files that its first line names."
        )
    paper = Evidence(
        log=evolve(log, bundles=()),
        what=str(what),
        about=about,
        one=log.bundles[rest : rest + length],
        other=log.bundles[rest + length :],
        support=log.bundles[:rest],
    )
    if start is not None and any(each.header.n != start for each in paper.forks):
        raise FormatError.of(
            "bad-paper", "The versions in the evidence do not begin with turn file {start}.", start=start
        )
    return paper


def _check_versions(paper: Evidence) -> None:
    """Whether both versions are chains that part at their beginning and end in one place of one author."""
    for version in (paper.one, paper.other):
        if any(not continues(later, earlier) for earlier, later in pairwise(version)):
            raise VerifyError.of(
                "proves-nothing", "A version does not run on from one turn file to the next."
            )
    one, other = paper.forks
    last, end = paper.one[-1].header, paper.other[-1].header
    if one.hash() == other.hash() or last.by != end.by:
        raise VerifyError.of("proves-nothing", "These are not two versions signed by one player.")
    if not same_place(one, other):
        raise needs((one, other))


def finding(proof: Evidence, find: Finder | None = None, reader: Reader = STRANGER) -> Finding:
    """The verdict in sentences. Whom a key that was given up may have been used by, it accuses of nothing."""
    log, seat = proof.log, proof.seat
    name = who(log, seat)
    lost = reader.given_up(evolve(log, bundles=proof.bundles), *proof.forks)
    code = lost.code if lost is not None else ""
    return Finding(
        paper=PAPER,
        proved=code != OLD_KEY,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=(
            *_said(proof, reader, lost),
            *_later(proof, reader),
            *_parting(proof, find),
            *_doubts(proof, reader, lost),
            *reserved(lost, reader, log),
        ),
        code=code,
        word="signed" if code else "proved",
        details=tuple(_details(proof)),
        about=name,
        other=who(log, opposite(seat)),
        role=role(reader, seat),
    )


def _said(proof: Evidence, reader: Reader, lost: GivenUp | None) -> Iterator[str]:
    """Who did what; what it proves, and what not."""
    name, whom = reader.name(proof.log, proof.seat), reader.whom(proof.log, proof.seat)
    what = Message("two versions of turn file {start}", start=proof.start)
    if proof.what == TWO_REQUESTS:
        numbers = Series((str(each.header.n) for each in proof.forks), Message(" and "))
        what = Message(
            "two requests for roll {about}, in turn files {numbers}, with different orders before them",
            about=proof.about,
            numbers=numbers,
        )
    if lost is not None:
        fact, excuse = excused(lost, whom)
        yield Message("There are {what}. {fact}", what=what, fact=fact)
        yield excuse
    else:
        yield Message("{name} signed {what}; only one can be.", name=name, what=what)
        yield (
            Message(
                "It proves that, and not that anybody cheated: an old copy of a game put back and played on "
                "signs a second version without knowing it, and nobody can tell that from cheating."
            )
        )


def _later(proof: Evidence, reader: Reader) -> Iterator[str]:
    if proof.start < proof.about and proof.what == TWO_VERSIONS:
        later = reader.whom(proof.log, proof.one[-1].header.by)
        yield (
            Message(
                "What was signed after it by {later}, up to turn file {about}, continues the version that was "
                "shown to them each time, and is not a fault.",
                later=later,
                about=proof.about,
            )
        )


def _parting(proof: Evidence, find: Finder | None) -> Iterator[str]:
    """Where the two versions differ first, as a player types it."""
    try:
        orders = load_rules(proof.log, find=find).rules.actions
    except PbemError:
        return
    one, other = proof.forks
    pairs = zip_longest(one.lines, other.lines)
    at = next((n for n, (mine, theirs) in enumerate(pairs) if mine != theirs), None)
    if proof.what == TWO_REQUESTS or at is None:
        return
    told = [
        named(each, each.header.first + at, orders) if at < len(each.lines) else Message("nothing")
        for each in proof.forks
    ]
    if told[0] != told[1]:
        yield Message(
            "They part at entry {entry}: {told} in one, {told_b} in the other.",
            entry=one.header.first + at,
            told=told[0],
            told_b=told[1],
        )
    else:
        yield Message(
            "They part at entry {entry}: {told}, which is not the same in both.",
            entry=one.header.first + at,
            told=told[0],
        )


def _doubts(proof: Evidence, reader: Reader, lost: GivenUp | None) -> Iterator[str]:
    """What the paper does not prove, where nobody gave up the key."""
    if lost is None:
        yield Message("It does not prove which of the two is legal, nor who held the key if it was stolen.")
        yield alone(reader, reader.whom(proof.log, proof.seat))


def _details(proof: Evidence) -> Iterator[str]:
    for word, each in zip(("one", "other"), proof.forks, strict=True):
        header = each.header
        yield (
            Message(
                "{word}: entries {first}-{last}, head {head}, state {state}, signed with {key}",
                word=word,
                first=header.first,
                last=header.last,
                head=header.head.hex()[:16],
                state=header.state[:16],
                key=f"key {each.seal.key}",
            )
        )


__all__ = [
    "PAPER",
    "TWO_REQUESTS",
    "TWO_VERSIONS",
    "Evidence",
    "between",
    "finding",
    "found",
    "read",
    "rolls",
]

"""The paper ``evidence``: read strictly, and what it proves in sentences (``schemas/trust.md``)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve

from pbem.canon import Json
from pbem.errors import FormatError, UsageError, VerifyError
from pbem.log import Bundle, Log, renewal_of
from pbem.trust.equivocation import (
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
from pbem.trust.papers import Finding, split, who

TWO_PROGRAMS = "two-programs"
_MOST_SUPPORT = 260
"""Renewals and agents of both seats: a log holds no more."""


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
        raise VerifyError("proves-nothing", f"The two turn files do not both ask for roll {paper.about}.")
    try:
        check_forked(paper)
    except UsageError as error:
        raise VerifyError("proves-nothing", error.message) from error
    again = made(evolve(log, bundles=paper.support), paper.what, paper.about, paper.one, paper.other)
    if again.encode() != lines:
        raise VerifyError("proves-nothing", "The paper holds more, or in another order, than what it proves.")
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
        raise FormatError("bad-paper", "The first line of the evidence is not as it should be.")
    assert isinstance(about, int)
    length = about - start + 1 if isinstance(start, int) else 1
    rest = len(log.bundles) - 2 * length
    if length < 1 or not 0 <= rest <= _MOST_SUPPORT:
        raise FormatError("bad-paper", "The evidence does not hold the turn files that its first line names.")
    paper = Evidence(
        log=evolve(log, bundles=()),
        what=str(what),
        about=about,
        one=log.bundles[rest : rest + length],
        other=log.bundles[rest + length :],
        support=log.bundles[:rest],
    )
    if start is not None and any(each.header.n != start for each in paper.forks):
        raise FormatError("bad-paper", f"The versions in the evidence do not begin with turn file {start}.")
    return paper


def _check_versions(paper: Evidence) -> None:
    """Whether both versions are chains that part at their beginning and end in one place of one author."""
    for version in (paper.one, paper.other):
        if any(not continues(later, earlier) for earlier, later in pairwise(version)):
            raise VerifyError("proves-nothing", "A version does not run on from one turn file to the next.")
    one, other = paper.forks
    last, end = paper.one[-1].header, paper.other[-1].header
    if one.hash() == other.hash() or last.by != end.by:
        raise VerifyError("proves-nothing", "These are not two versions signed by one player.")
    if not same_place(one, other):
        raise needs((one, other))


def finding(proof: Evidence) -> Finding:
    """The verdict in sentences."""
    log, name = proof.log, who(proof.log, proof.seat)
    own = proof.by_players
    signed = [
        f"  {word}: entries {each.header.first}-{each.header.last}, head {each.header.head.hex()[:16]}, state "
        f"{each.header.state[:16]}, signed with {_key(proof, version)}"
        for word, each, version in zip(("one", "other"), proof.forks, (proof.one, proof.other), strict=True)
    ]
    lines = (*_said(proof, name, own=own), *signed, *_fault(proof, name, own=own), *_doubts(proof))
    return Finding(
        paper=PAPER,
        proved=True,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=lines,
        code="" if own else TWO_PROGRAMS,
        word="proved" if own else "signed",
    )


def _said(proof: Evidence, name: str, *, own: bool) -> Iterator[str]:
    if proof.what == TWO_REQUESTS:
        yield f"{name} asked for roll {proof.about} twice, with different orders before it."
    elif own:
        yield f"{name} signed two different turn files number {proof.start} in one game."
    else:
        yield f"Two programs of {name} signed two different turn files number {proof.start}, one of them a responder."


def _fault(proof: Evidence, name: str, *, own: bool) -> Iterator[str]:
    if not own:
        yield (
            f"A player's own program and their responder did not know of each other. It convicts nobody: it shows that the "
            f"game has to be settled, and how {name} looks at it is for both to say (pbem settle)."
        )
        return
    if proof.start < proof.about and proof.what == TWO_VERSIONS:
        later = who(proof.log, proof.one[-1].header.by)
        yield (
            f"What {later} signed after it, up to turn file {proof.about}, stands behind the version that was shown to them "
            "each time, and is no fault."
        )
    yield (
        "No program does that while it knows what it has signed: it signs one turn file in a place and sends the same bytes "
        "again. A home put back from an old copy can; that is no excuse."
    )
    if any(renewal_of(each) is not None for each in proof.forks):
        yield "One of the two renews the keys: who holds a copy of the old key may have signed the other."
    yield (
        "It does not prove which of the two is legal, nor why; nor who held the key if it was stolen, nor that the key "
        "had not been given up before: a log in which it was renewed before that turn file says so."
    )


def _doubts(proof: Evidence) -> Iterator[str]:
    """What the paper takes on trust: whether an agent that signed in it was in force, the log alone can tell."""
    versions = (proof.one, proof.other)
    seats = {each.header.by for version in versions for each in version if not proof.owns(version, each)}
    for seat in sorted(seats):
        yield f"Ask for the log: it alone shows whether that agent of {who(proof.log, seat)} was still in force."


def _key(proof: Evidence, version: tuple[Bundle, ...]) -> str:
    bundle = version[0]
    return f"{'key' if proof.owns(version, bundle) else 'the key of an agent,'} {bundle.seal.key}"


__all__ = [
    "PAPER",
    "TWO_PROGRAMS",
    "TWO_REQUESTS",
    "TWO_VERSIONS",
    "Evidence",
    "between",
    "finding",
    "found",
    "read",
    "rolls",
]

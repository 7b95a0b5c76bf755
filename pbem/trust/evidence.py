"""Evidence of equivocation: two things signed by one player of which the rules of the log allow only one.

A seat signs one bundle for each number and one request for each roll, ever (``schemas/log.md``): a turn that was refused
gives up its roll, and a resend is the same bytes. So two that differ are proof, whatever the game's rules say.
"""

from __future__ import annotations

from attrs import evolve, frozen

from pbem import canon
from pbem.canon import Json
from pbem.errors import FormatError, PbemError, UsageError, VerifyError
from pbem.log import Bundle, Log, head_after, verify_bundle
from pbem.trust.papers import VERSION, Finding, split, who

PAPER = "evidence"
TWO_VERSIONS, TWO_REQUESTS = "two-versions", "two-requests"


@frozen(kw_only=True)
class Evidence:
    """Two bundles signed by one seat of a game, and what is wrong with them together.

    ``about`` is the number of the turn file (``two-versions``) or of the roll (``two-requests``).
    """

    log: Log
    what: str
    about: int
    one: Bundle
    other: Bundle

    @property
    def seat(self) -> str:
        """Whose signatures they are."""
        return self.one.header.by

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        head: dict[str, Json] = {"a": PAPER, "about": self.about, "v": VERSION, "what": self.what}
        bare = evolve(self.log, bundles=())
        return canon.encode(head) + b"\n" + bare.encode() + self.one.encode() + self.other.encode()


def between(log: Log, one: Bundle, other: Bundle) -> Evidence:
    """What two bundles prove together, in an order that does not depend on who found them.

    Raises UsageError ``no-evidence`` when they prove nothing, and VerifyError for a signature that does not hold.
    """
    one, other = sorted((one, other), key=lambda each: (each.header.n, each.hash()))
    for bundle in (one, other):
        verify_bundle(bundle, log.key_of(bundle.header.by), log.gid)
    if one.header.by != other.header.by or one.hash() == other.hash():
        raise UsageError("no-evidence", "These turn files are not two versions signed by one player.")
    if one.header.n == other.header.n:
        return Evidence(log=log, what=TWO_VERSIONS, about=one.header.n, one=one, other=other)
    mine, theirs = _requests(one), _requests(other)
    twice = [roll for roll in sorted(mine) if roll in theirs and mine[roll] != theirs[roll]]
    if not twice:
        raise UsageError(
            "no-evidence",
            "These turn files have different numbers and ask for different rolls: both may be true.",
        )
    return Evidence(log=log, what=TWO_REQUESTS, about=twice[0], one=one, other=other)


def found(log: Log, *bundles: Bundle) -> tuple[Evidence, ...]:
    """Every pair of these bundles that proves something; those that prove nothing are passed over."""
    proofs: list[Evidence] = []
    for at, one in enumerate(bundles):
        for other in bundles[at + 1 :]:
            try:
                proofs.append(between(log, one, other))
            except PbemError:
                continue
    return tuple(proofs)


def read(lines: bytes) -> Evidence:
    """A paper of evidence, every signature of it checked.

    Raises FormatError, VerifyError, and VerifyError ``proves-nothing`` for a head line that says more than the bundles.
    """
    head, log = split(lines)
    what, about = head.get("what"), head.get("about")
    if set(head) != {"a", "about", "v", "what"} or not isinstance(about, int) or not isinstance(what, str):
        raise FormatError("bad-paper", "The first line of the evidence is not as it should be.")
    if len(log.bundles) != 2:
        raise FormatError("bad-paper", f"Evidence holds two turn files, this {len(log.bundles)}.")
    try:
        proof = between(evolve(log, bundles=()), *log.bundles)
    except UsageError as error:
        raise VerifyError("proves-nothing", error.message) from error
    if (proof.what, proof.about) != (what, about) or proof.encode() != lines:
        raise VerifyError("proves-nothing", "The first line says something else than the turn files prove.")
    return proof


def finding(proof: Evidence) -> Finding:
    """The verdict in sentences."""
    log, one, other = proof.log, proof.one.header, proof.other.header
    name = who(log, proof.seat)
    if proof.what == TWO_VERSIONS:
        said = f"{name} signed two different turn files number {proof.about} in one game."
    else:
        said = f"{name} asked for roll {proof.about} twice, with different orders before it."
    lines = (
        said,
        f"  one: entries {one.first}-{one.last}, head {one.head.hex()[:16]}, signed with key {proof.one.seal.key}",
        f"  other: entries {other.first}-{other.last}, head {other.head.hex()[:16]}, signed with the same key",
        "That is never honest: a program signs one turn file for each number and sends the same bytes again.",
        "It does not prove which of the two is legal, nor why; nor who held the key if it was stolen.",
    )
    return Finding(paper=PAPER, proved=True, game=f"{log.invite.game} {log.invite.scenario}", lines=lines)


def rolls(bundle: Bundle) -> tuple[int, ...]:
    """The numbers of the rolls that a bundle asks for."""
    return tuple(_requests(bundle))


def _requests(bundle: Bundle) -> dict[int, bytes]:
    """The hash of every request in a bundle, by the number of its roll."""
    asked: dict[int, bytes] = {}
    head = bundle.header.prev
    for line, entry in zip(bundle.lines, bundle.entries, strict=True):
        head = head_after(head, (line,))
        number = entry.get("j")
        if entry["k"] == "req" and isinstance(number, int):
            asked[number] = head
    return asked

"""Evidence of equivocation: two things signed by one player of which the rules of the log allow only one.

A seat signs one bundle for each number and one request for each roll, ever (``schemas/log.md``): a turn that was refused
gives up its roll, and a resend is the same bytes. So two that differ are proof, whatever the game's rules say.
"""

from __future__ import annotations

from attrs import evolve, frozen

from pbem import canon
from pbem.canon import Json
from pbem.errors import FormatError, PbemError, UsageError, VerifyError
from pbem.log import Bundle, Log, agent_of, head_after
from pbem.trust import renewals
from pbem.trust.authors import check_authors, owned
from pbem.trust.papers import VERSION, Finding, split, who

PAPER = "evidence"
_MOST_SUPPORT = 66
TWO_VERSIONS, TWO_REQUESTS = "two-versions", "two-requests"


@frozen(kw_only=True)
class Evidence:
    """Two bundles signed by one seat of a game, and what is wrong with them together.

    ``about`` is the number of the turn file (``two-versions``) or of the roll (``two-requests``). ``support`` are the
    turn files that put an agent in force which signed one of the two, and those in which the seat renewed its keys.
    """

    log: Log
    what: str
    about: int
    one: Bundle
    other: Bundle
    support: tuple[Bundle, ...] = ()

    @property
    def seat(self) -> str:
        """Whose signatures they are."""
        return self.one.header.by

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        head: dict[str, Json] = {"a": PAPER, "about": self.about, "v": VERSION, "what": self.what}
        bare = evolve(self.log, bundles=())
        every = (*self.support, self.one, self.other)
        return canon.encode(head) + b"\n" + bare.encode() + b"".join(each.encode() for each in every)


def between(log: Log, one: Bundle, other: Bundle) -> Evidence:
    """What two bundles prove together, in an order that does not depend on who found them.

    An agent of theirs is looked for in the first two mails and in the bundles of ``log``, and so are renewals. Raises
    UsageError ``no-evidence`` when they prove nothing, and VerifyError for a signature that does not hold.
    """
    one, other = sorted((one, other), key=lambda each: (each.header.n, each.hash()))
    support = _support(log, one, other)
    log = evolve(log, bundles=support)
    check_authors(log, (*support, one, other))
    if one.header.by != other.header.by or one.hash() == other.hash():
        raise UsageError("no-evidence", "These turn files are not two versions signed by one player.")
    if one.header.n == other.header.n:
        return Evidence(log=log, what=TWO_VERSIONS, about=one.header.n, one=one, other=other, support=support)
    mine, theirs = _requests(one), _requests(other)
    twice = [roll for roll in sorted(mine) if roll in theirs and mine[roll] != theirs[roll]]
    if not twice:
        raise UsageError(
            "no-evidence",
            "These turn files have different numbers and ask for different rolls: both may be true.",
        )
    return Evidence(log=log, what=TWO_REQUESTS, about=twice[0], one=one, other=other, support=support)


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
    if not 2 <= len(log.bundles) <= 2 + _MOST_SUPPORT:
        raise FormatError("bad-paper", f"Evidence holds two turn files, this {len(log.bundles)}.")
    try:
        proof = between(evolve(log, bundles=log.bundles[:-2]), *log.bundles[-2:])
    except UsageError as error:
        raise VerifyError("proves-nothing", error.message) from error
    if (proof.what, proof.about) != (what, about) or proof.encode() != lines:
        raise VerifyError("proves-nothing", "The first line says something else than the turn files prove.")
    return proof


def finding(proof: Evidence) -> Finding:
    """The verdict in sentences."""
    log = proof.log
    name = who(log, proof.seat)
    if proof.what == TWO_VERSIONS:
        said = f"{name} signed two different turn files number {proof.about} in one game."
    else:
        said = f"{name} asked for roll {proof.about} twice, with different orders before it."
    lines = (
        said,
        *(
            f"  {word}: entries {each.header.first}-{each.header.last}, head {each.header.head.hex()[:16]}, state "
            f"{each.header.state[:16]}, signed with {_key(log, each)}"
            for word, each in (("one", proof.one), ("other", proof.other))
        ),
        "That is never honest: a program signs one turn file for each number and sends the same bytes again.",
        "It does not prove which of the two is legal, nor why; nor who held the key if it was stolen, nor that the key "
        "had not been given up before: a log in which it was renewed before that turn file says so.",
    )
    own = owned(log, proof.one) and owned(log, proof.other)
    doubt = f"Ask for the log: it shows whether that agent of {name} was still in force."
    return Finding(
        paper=PAPER,
        proved=True,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=lines if own else (*lines, doubt),
        word="proved" if own else "signed",
    )


def _key(log: Log, bundle: Bundle) -> str:
    return f"{'key' if owned(log, bundle) else 'the key of an agent,'} {bundle.seal.key}"


def _support(log: Log, *bundles: Bundle) -> tuple[Bundle, ...]:
    """The renewals of a seat before its bundle, and the last turn file that names the agent who signed it, if one did."""
    found: dict[int, Bundle] = {}
    for bundle in bundles:
        earlier = renewals.carried(log, bundle.header.n)
        found.update({each.header.n: each for each in earlier if each.header.by == bundle.header.by})
        header, signed = bundle.header, bundle.seal.key
        for each in log.bundles:
            named = (agent_of(entry) for entry in each.entries if entry["k"] == "agent")
            if (
                each.header.by == header.by
                and each.header.n < header.n
                and any(agent is not None and agent.id == signed for agent in named)
            ):
                found[each.header.n] = each
    return tuple(found[n] for n in sorted(found))


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

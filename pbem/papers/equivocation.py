"""Equivocation: where two versions of a history part, and who signed both there (``schemas/trust.md``, evidence).

A seat signs one bundle in each place (its number and the chained hash before it) and one request for each roll, ever. But
a player can only continue the history that they were shown: two bundles with one number and different ``prev`` convict
nobody by themselves. So evidence goes back to where the two histories part, and the seat that signed both bundles *there* is
the one who forked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import key_id
from pbem.log import REFEREE, Bundle, Log, head_after, rulings_in, verify_bundle
from pbem.papers import renewals
from pbem.papers.paper import EVIDENCE, VERSION
from pbem.port.messages import Message

PAPER = EVIDENCE
TWO_VERSIONS, TWO_REQUESTS = "two-versions", "two-requests"
_MOST_BACK = 2000
"""So many turn files are followed back to where two versions part."""


@frozen(kw_only=True)
class Evidence:
    """Two versions of a history, each a chain of bundles; what is wrong with them together is at their beginning.

    ``about`` is the number of the last turn file of both (``two-versions``), or of the roll (``two-requests``, where each
    version is one bundle). ``support`` are the turn files in which a seat renewed its keys.
    """

    log: Log
    what: str
    about: int
    one: tuple[Bundle, ...]
    other: tuple[Bundle, ...]
    support: tuple[Bundle, ...] = ()

    @property
    def start(self) -> int:
        """The number of the turn file of which both versions were signed first."""
        return self.one[0].header.n

    @property
    def place(self) -> int:
        """The number of that turn file, or of the roll that was asked for twice."""
        return self.about if self.what == TWO_REQUESTS else self.start

    @property
    def seat(self) -> str:
        """Who forked first: the author of both first turn files."""
        return self.one[0].header.by

    @property
    def forks(self) -> tuple[Bundle, Bundle]:
        """The two turn files that only one of them should have been: the first of each version."""
        return self.one[0], self.other[0]

    @property
    def bundles(self) -> tuple[Bundle, ...]:
        """Every turn file of the paper."""
        return (*self.support, *self.one, *self.other)

    def check(self) -> None:
        """Every signature, each version under the keys that it and the support show. Raises VerifyError."""
        for version in (self.one, self.other):
            check_authors(self.log, (*self.support, *version))

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        head: dict[str, Json] = {"a": PAPER, "about": self.about, "v": VERSION, "what": self.what}
        if self.what == TWO_VERSIONS:
            head["from"] = self.start
        bare = evolve(self.log, bundles=())
        return canon.encode(head) + b"\n" + bare.encode() + b"".join(each.encode() for each in self.bundles)


def between(log: Log, one: Bundle, other: Bundle, known: Iterable[Bundle] = ()) -> Evidence:
    """What two bundles prove together, in an order that does not depend on who found them.

    Predecessors and renewals are looked for in the bundles of ``log`` and in ``known``. Raises UsageError
    ``no-evidence`` when they prove nothing, VerifyError ``needs-predecessors`` when only what comes before them could, and
    VerifyError for a signature that does not hold.
    """
    if one.header.by != other.header.by or one.hash() == other.hash() or one.header.by == REFEREE:
        raise UsageError.of("no-evidence", "These turn files are not two versions signed by one player.")
    pool = (*log.bundles, *known)
    both = twice(one, other)
    if one.header.n != other.header.n:
        if not both:
            raise UsageError.of(
                "no-evidence",
                "These turn files have different numbers and ask for different rolls: both may be true.",
            )
        return made(log, TWO_REQUESTS, both[0], (one,), (other,))
    try:
        return made(log, TWO_VERSIONS, one.header.n, *_parted(log, one, other, pool))
    except PbemError:
        if not both:
            raise
    return made(log, TWO_REQUESTS, both[0], (one,), (other,))


def made(log: Log, what: str, about: int, one: tuple[Bundle, ...], other: tuple[Bundle, ...]) -> Evidence:
    one, other = sorted((one, other), key=lambda each: each[0].hash())
    bare = evolve(log, bundles=())
    found = Evidence(
        log=bare, what=what, about=about, one=one, other=other, support=_support(log, one, other)
    )
    found.check()
    check_forked(found)
    return found


def check_forked(made: Evidence) -> None:
    """Whether somebody forked there. Raises UsageError ``no-evidence``."""
    one, other = made.forks
    if one.header.by != other.header.by:
        raise UsageError.of(
            "no-evidence",
            "At turn file {start} one refuses the other, or something else: nobody signed two "
            "versions there.",
            start=made.start,
        )


def _parted(
    log: Log, one: Bundle, other: Bundle, pool: Sequence[Bundle]
) -> tuple[tuple[Bundle, ...], tuple[Bundle, ...]]:
    """Both versions from where they part to these two bundles. Raises VerifyError ``needs-predecessors``."""
    first, second, lack = _back(log, one, other, pool)
    if lack:
        raise needs(lack)
    return first, second


def missing(log: Log, one: Bundle, other: Bundle, known: Iterable[Bundle] = ()) -> tuple[Bundle, ...]:
    """The earliest turn files here, of two versions, whose predecessor is not here; none when nothing is missing."""
    return _back(log, one, other, (*log.bundles, *known))[2]


def _back(
    log: Log, one: Bundle, other: Bundle, pool: Sequence[Bundle]
) -> tuple[tuple[Bundle, ...], tuple[Bundle, ...], tuple[Bundle, ...]]:
    """Both versions as far back as they differ, and those of their first turn files whose predecessor is not here."""
    first, second = [one], [other]
    while not same_place(first[0], second[0]):
        earlier = [_before(log, chain[0], pool) for chain in (first, second)]
        chains = tuple(zip((first, second), earlier, strict=True))
        lack = tuple(chain[0] for chain, found in chains if found is None)
        if lack or len(first) >= _MOST_BACK:
            return tuple(first), tuple(second), lack or (first[0], second[0])
        for chain, found in chains:
            if found is not None:
                chain.insert(0, found)
    return tuple(first), tuple(second), ()


def _before(log: Log, bundle: Bundle, pool: Sequence[Bundle]) -> Bundle | None:
    """The turn file that a bundle continues; one by the key in force before any other, then by its hash."""
    there = [each for each in pool if continues(bundle, each)]
    if len(there) > 1:
        whole = evolve(log, bundles=(*log.bundles, *pool))
        there.sort(key=lambda each: (not owned(whole, each), each.hash()))
    return there[0] if there else None


def continues(bundle: Bundle, before: Bundle) -> bool:
    """Whether a bundle runs on from another: number, entries and chained hash."""
    mine, theirs = bundle.header, before.header
    return (mine.n, mine.first, mine.prev) == (theirs.n + 1, theirs.last + 1, theirs.head)


def same_place(one: Bundle, other: Bundle) -> bool:
    """Whether two bundles stand in one place: number, first entry and the chained hash before it."""
    mine, theirs = one.header, other.header
    return (mine.n, mine.first, mine.prev) == (theirs.n, theirs.first, theirs.prev)


def needs(lack: Iterable[Bundle]) -> VerifyError:
    """The error that names the turn files without which two versions convict nobody."""
    late = tuple(lack)
    n = late[0].header.n - 1
    heads = Message(" and of the one that ends in ").join(each.header.prev.hex()[:12] for each in late)
    return VerifyError.of(
        "needs-predecessors",
        "The two versions continue different turn files {n}, and who forked first cannot be told "
        "without those: it lacks the turn file {n} that ends in {heads}.",
        n=n,
        heads=heads,
        hint="Ask for the whole log of both histories; then: pbem dispute evidence FILE FILE. The player who "
        "signed turn file {n} twice forked, not the one who answered each.",
    )


def found(log: Log, *bundles: Bundle, known: Iterable[Bundle] = ()) -> tuple[Evidence, ...]:
    """Every pair of these bundles that proves something; those that prove nothing are passed over.

    What comes before them is looked for in ``known`` too.
    """
    known = (*bundles, *known)
    proofs: list[Evidence] = []
    for at, one in enumerate(bundles):
        for other in bundles[at + 1 :]:
            try:
                proofs.append(between(log, one, other, known))
            except PbemError:
                continue
    return tuple(proofs)


def _support(log: Log, *versions: tuple[Bundle, ...]) -> tuple[Bundle, ...]:
    """The renewals before the versions of those who signed in them."""
    found: dict[int, Bundle] = {}
    for version in versions:
        start = version[0].header.n
        for bundle in version:
            earlier = renewals.carried(log, start)
            found.update({each.header.n: each for each in earlier if each.header.by == bundle.header.by})
    return tuple(found[n] for n in sorted(found))


def rolls(bundle: Bundle) -> tuple[int, ...]:
    """The numbers of the rolls that a bundle asks for."""
    return tuple(requests(bundle))


def requests(bundle: Bundle) -> dict[int, bytes]:
    """The hash of every request in a bundle, by the number of its roll."""
    asked: dict[int, bytes] = {}
    head = bundle.header.prev
    for line, entry in zip(bundle.lines, bundle.entries, strict=True):
        head = head_after(head, (line,))
        number = entry.get("j")
        if entry["k"] == "req" and type(number) is int:
            asked[number] = head
    return asked


def twice(one: Bundle, other: Bundle) -> list[int]:
    """The rolls that both bundles ask for, at different hashes."""
    mine, theirs = requests(one), requests(other)
    return [roll for roll in sorted(mine) if roll in theirs and mine[roll] != theirs[roll]]


# --- whose signature it is --------------------------------------------------------------------------------------------


def check_authors(log: Log, bundles: Iterable[Bundle]) -> None:
    """Signature, count and chain of each bundle, under its seat's game key.

    ``log`` holds the first two mails. Another game key of a seat is known from a renewal among these bundles. Raises
    VerifyError, ``wrong-key`` and ``needs-log`` (a ruling) among others.
    """
    every = tuple(bundles)
    if rulings_in(every):
        raise VerifyError.of(
            "needs-log",
            "A ruling of the referee stands among the turn files: only the whole log tells what it does.",
        )
    log = evolve(log, bundles=every)
    for bundle in every:
        verify_bundle(bundle, log.key_at(bundle.header.by, bundle.header.n), log.gid)


def owned(log: Log, bundle: Bundle) -> bool:
    """Whether a bundle names the game key that its seat had then, as far as ``log`` tells."""
    return bundle.header.by == REFEREE or bundle.seal.key == key_id(
        log.key_at(bundle.header.by, bundle.header.n)
    )

"""A capsule as a value and as a file: read strictly, written the one way (``schemas/trust.md``)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve, frozen

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, VerifyError
from pbem.log import Bundle, Log
from pbem.papers.authors import check_authors, owned
from pbem.papers.paper import VERSION, split
from pbem.port.messages import Message

PAPER = "capsule"


@frozen(kw_only=True)
class Capsule:
    """A disputed step. ``bundles`` are in the order of their numbers, the disputed one last.

    ``at`` is the disputed entry. ``state``, canonical, is the one after bundle ``n``, whose header pins it, and ``roll`` the
    number of the next roll there. Bundles before ``n`` sealed what is opened later. After an upgrade ``rules`` and ``data``
    are the digests in force behind bundle ``n`` (64 hex digits), else "".
    """

    log: Log
    at: int
    n: int
    roll: int
    state: bytes
    bundles: tuple[Bundle, ...]
    rules: str = ""
    data: str = ""

    @property
    def disputed(self) -> Bundle:
        """The turn file that holds the disputed entry."""
        return self.bundles[-1]

    @property
    def pin(self) -> Bundle:
        """The turn file whose signed header pins the state."""
        return next(each for each in self.bundles if each.header.n == self.n)

    @property
    def window(self) -> tuple[Bundle, ...]:
        """The turn files after the pinning one, up to and with the disputed one."""
        return tuple(each for each in self.bundles if each.header.n > self.n)

    @property
    def known(self) -> Log:
        """The first two mails and all turn files of the capsule: enough to tell the keys of the seats."""
        return evolve(self.log, bundles=self.bundles)

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log: head, invitation and acceptance, turn files, the state last."""
        head: dict[str, Json] = {
            "a": PAPER,
            "at": self.at,
            "n": self.n,
            "roll": self.roll,
            "size": len(self.state),
            "v": VERSION,
            **({"data": self.data, "rules": self.rules} if self.rules else {}),
        }
        turns = b"".join(each.encode() for each in self.bundles)
        return canon.encode(head) + b"\n" + evolve(self.log, bundles=()).encode() + turns + self.state + b"\n"


def open_lines(lines: bytes) -> tuple[dict[str, Json], bytes, Log]:
    """The first line of a paper that ends with a state, that state, and the log between.

    Raises FormatError and VerifyError.
    """
    head = canon.decode(lines.partition(b"\n")[0])
    size = head.get("size")
    if not is_count(size):
        raise FormatError("bad-paper", Message("The first line of the paper is not as it should be."))
    assert isinstance(size, int)
    if size >= len(lines) or not lines.endswith(b"\n"):
        raise FormatError("truncated", Message("The paper is cut off."))
    _, log = split(lines[: -size - 1])
    return head, lines[-size - 1 : -1], log


def read(lines: bytes) -> Capsule:
    """A capsule from its lines, every signature in it checked and the state held against the pinned digest.

    Raises FormatError, and VerifyError ``other-state``, ``fork`` and ``bad-capsule``.
    """
    head, state, log = open_lines(lines)
    at, n, roll = (head.get(name) for name in ("at", "n", "roll"))
    upgraded = {"data", "rules"} if "rules" in head else set[str]()
    good = set(head) == {"a", "at", "n", "roll", "size", "v", *upgraded}
    if not good or not all(map(is_count, (at, n, roll))):
        raise FormatError("bad-paper", Message("The first line of the capsule is not as it should be."))
    assert isinstance(at, int)
    assert isinstance(n, int)
    assert isinstance(roll, int)
    if len(log.bundles) < 2:
        raise FormatError(
            "bad-paper", Message("A capsule holds the disputed turn file and at least the one before it.")
        )
    made = Capsule(
        log=evolve(log, bundles=()),
        at=at,
        n=n,
        roll=roll,
        state=state,
        bundles=log.bundles,
        rules=str(head.get("rules", "")),
        data=str(head.get("data", "")),
    )
    check_authors(made.log, made.bundles)
    check_place(made)
    return made


def is_count(value: Json) -> bool:
    """Whether a field is a whole number from 0 up; ``true`` is none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def both_signed(log: Log, bundles: Sequence[Bundle]) -> bool:
    """Whether both seats have signed, with their game keys, a header among these."""
    return {"A", "B"} == {each.header.by for each in bundles if owned(log, each)}


def check_place(capsule: Capsule) -> None:
    """The turn files run on from the pinning one, both players have signed, and the state is the one that is pinned.

    Raises VerifyError ``bad-capsule``, ``fork`` and ``other-state``.
    """
    disputed, numbers = capsule.disputed.header, [each.header.n for each in capsule.bundles]
    if numbers != sorted(set(numbers)) or not 0 < capsule.n < disputed.n:
        raise VerifyError("bad-capsule", Message("The turn files of the capsule are not in order."))
    tail = [each for each in capsule.bundles if each.header.n >= capsule.n]
    if [each.header.n for each in tail] != list(range(capsule.n, disputed.n + 1)):
        raise VerifyError(
            "bad-capsule", Message("A turn file between the state and the disputed one is missing.")
        )
    for one, two in pairwise(each.header for each in tail):
        if two.prev != one.head or two.first != one.last + 1:
            raise VerifyError(
                "fork",
                Message("Turn file {n} does not run on from turn file {before}.", n=two.n, before=one.n),
            )
    if not disputed.first <= capsule.at <= disputed.last:
        raise VerifyError(
            "bad-capsule", Message("Entry {at} is not in turn file {n}.", at=capsule.at, n=disputed.n)
        )
    if not both_signed(capsule.known, tail[:-1]):
        raise VerifyError(
            "bad-capsule",
            Message("One player alone signed the state that the capsule starts from."),
            hint=Message("Make it again from the log: pbem dispute FILE --at N"),
        )
    pin, after = capsule.pin.header, capsule.window[0].header
    counts = b',"i":%d,"j":%d}' % (pin.last + 1, capsule.roll)
    data = b'"data":"%s",' % capsule.data.encode() if capsule.rules else b""
    if capsule.rules and after.rules != capsule.rules[:16]:
        raise VerifyError("bad-capsule", Message("The capsule names another ruleset than its turn files."))
    if tagged_hash("state", b"{" + data + b'"game":' + capsule.state + counts).hex() != pin.state:
        raise VerifyError(
            "other-state",
            Message("The state in the capsule is not the one that turn file {n} pins.", n=pin.n),
        )

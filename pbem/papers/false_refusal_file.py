"""The paper ``false-refusal`` as a file: its lines, and whether the refusal in it is one of the turn file before it."""

from __future__ import annotations

from attrs import evolve, frozen

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError
from pbem.log import Bundle, Log, refusal_of
from pbem.log.entries import PROTOCOL, Reject
from pbem.papers.authors import check_authors
from pbem.papers.capsule_file import Capsule, check_place, is_count, open_lines
from pbem.papers.paper import VERSION
from pbem.port.messages import Message

PAPER = "false-refusal"


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
            raise FormatError("bad-paper", Message("The last turn file of the paper is not a refusal."))
        return entry

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


def read(lines: bytes) -> FalseRefusal:
    """The paper from its lines: every signature checked, the refusal held against the refused turn file.

    Raises FormatError, and VerifyError ``other-state``, ``fork`` and ``bad-capsule`` among others.
    """
    head, state, log = open_lines(lines)
    n, roll = head.get("n"), head.get("roll")
    upgraded = {"data", "rules"} if "rules" in head else set[str]()
    good = set(head) == {"a", "n", "roll", "size", "v", *upgraded} and is_count(n) and is_count(roll)
    if not good or len(log.bundles) < 2:
        raise FormatError("bad-paper", Message("The first line of the paper is not as it should be."))
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
    check_pair(paper)
    if not paper.whole:
        check_place(step)
    elif (roll, state, upgraded) != (1, b"", set()) or [each.header.n for each in bundles] != list(
        range(1, len(bundles) + 1)
    ):
        raise FormatError(
            "bad-paper", Message("A paper that begins with the game holds every turn file, and no state.")
        )
    if paper.encode() != lines:
        raise FormatError("bad-paper", Message("The paper is not written as it has to be."))
    return paper


def check_pair(paper: FalseRefusal) -> None:
    """Whether the refusal is of this very turn file, with its signature, in its place. Raises FormatError ``bad-paper``."""
    mine, theirs, found = paper.refusal.header, paper.refused.header, refusal_of(paper.refusal)
    place = (mine.n, mine.first, mine.prev) == (theirs.n, theirs.first, theirs.prev)
    named = found is not None and found.hash == paper.refused.hash() and found.seal == paper.refused.seal
    kinds = [entry["k"] for entry in paper.refusal.entries[1:]]
    if not place or mine.by == theirs.by or not named or kinds not in ([], ["note"]):
        raise FormatError(
            "bad-paper", Message("The refusal in the paper is not one of the turn file before it.")
        )
    reason = paper.reason
    if not theirs.first <= reason.entry <= theirs.last:
        raise FormatError(
            "bad-paper", Message("The refusal names an entry that is not in the refused turn file.")
        )

"""What every paper has in common: how it is told from a log, how it is read, and the verdict on it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import GAME_FAULT, NOT_HERE, ConflictError, FormatError, VerifyError
from pbem.bytes.records import frozen
from pbem.log import REFEREE, Log, check_genesis, parse_log
from pbem.port.messages import Message, spelled
from pbem.replay.verdict import UNCHECKED

VERSION = 1
ACCUSED, ACROSS = "accused", "across"
"""The roles of a reader: the player of whom a paper speaks, and the one across the table from them."""
OLD_KEY, GIVEN_UP = "old-key", "given-up"
"""Codes of a finding: signed behind the turn file that gave the key up; signed in its place, or under an earlier number."""
RESULT, APPOINTMENT, CHALLENGE, SUCCESSION = "result", "appointment", "challenge", "succession"
EVIDENCE, REFUSED_TURN = "evidence", "refused-turn"
SEAT, SEAT_BOX, PACE = "seat", "seat-box", "pace"
CLAIM = "claim"
"""Kinds of papers; a claim about a debt has a first line of its own."""


OPEN: Mapping[str, str] = {
    "unsigned": "unsigned",
    "early": "early",
    **dict.fromkeys(("played-on", "lapsed"), "lapsed"),
    **dict.fromkeys(("needs-log", "needs-predecessors"), "undecided"),
    "locked": UNCHECKED,
    **dict.fromkeys((*NOT_HERE, GAME_FAULT, "unknown-paper", "bad-version"), UNCHECKED),
}
"""Codes of papers in which nothing is wrong, and what those are called: a signature lacks, they prove nothing without more
of the game, or what they need is not installed here. None of them is a forgery."""


@frozen(kw_only=True)
class Finding:
    """The verdict on a paper: whether it holds, what it is, and sentences for a person.

    The first of ``lines`` says who did what, the second what that proves and what not; ``details`` are keys, heads and
    digests, for those who ask. ``word`` is what a paper that holds is called: ``proved``, or ``judged`` where a turn
    breaks a rule. ``about`` and ``other`` name the player of whom it speaks and the one across from them, ``role`` says
    which of the two reads it ("" somebody else).
    """

    paper: str
    proved: bool
    game: str
    lines: tuple[str, ...]
    code: str = ""
    word: str = "proved"
    details: tuple[str, ...] = ()
    about: str = ""
    other: str = ""
    role: str = ""

    @property
    def good(self) -> bool:
        """Whether the paper holds."""
        return self.proved

    @property
    def verdict(self) -> str:
        """One word: ``word`` when it holds; ``unsigned``, ``undecided``, ``unchecked``, ``lapsed``; else ``rejected``."""
        return self.word if self.proved else OPEN.get(self.code, "rejected")

    @property
    def exit_code(self) -> int:
        """0 when it holds, the code of something that is missing where nothing is wrong, else that of what is wrong."""
        if self.proved:
            return 0
        return ConflictError.exit_code if self.code in OPEN else VerifyError.exit_code

    def json(self, file: str) -> dict[str, Json]:
        """The object of ``pbem verify --json``."""
        return {
            "file": file,
            "paper": self.paper,
            "verdict": self.verdict,
            "game": self.game,
            "code": self.code,
            "says": list(self.lines),
            "details": list(self.details),
        }


def is_version(value: Json) -> bool:
    """Whether this is the version of papers that this program reads, and a number: ``true`` is none."""
    return type(value) is int and value == VERSION


def split(lines: bytes) -> tuple[dict[str, Json], Log]:
    """The head line of a paper and the log below it, whose invitation and acceptance hold.

    Raises FormatError (``bad-paper``, or what is wrong with the log) and VerifyError.
    """
    head, newline, rest = lines.partition(b"\n")
    if not newline:
        raise FormatError.of("truncated", "The paper ends in its first line.")
    value = canon.decode(head)
    if not is_version(value.get("v")):
        raise FormatError.of(
            "bad-version",
            "The paper is of version {found!r}; this program reads {version}.",
            found=value.get("v"),
            version=VERSION,
        )
    log = parse_log(rest)
    check_genesis(log)
    if log.accept is None:
        raise FormatError.of("incomplete", "The paper holds no acceptance: nobody is bound by it.")
    return value, log


def who(log: Log, seat: str, name: str = "") -> str:
    """A seat by its player's name and side, or that of who has it now (``name``); or the referee."""
    if seat == REFEREE:
        return Message("the referee")
    side = log.invite.sides[0 if seat == "A" else 1]
    name = name or log.seat_of(seat).who
    return Message(
        "{name} ({side})", name=spelled(name) if name in ("Computer", "Player") else name, side=spelled(side)
    )

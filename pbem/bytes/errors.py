"""Errors and violations: what cannot be used, and what is against the rules.

An *error* means that a file, message or program cannot be used: it is raised. A *violation* means that a player broke
a rule: it is a value, and all of them are listed together, because somebody who waits a day for each reply must not
learn of mistakes one at a time.
"""

from __future__ import annotations

import errno
from typing import Self

from pbem.bytes.messages import Message, Series
from pbem.bytes.records import field, frozen

CONFUSED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What code raises that was handed a value which cannot be, and looked at it before anybody had checked it."""

GAME_FAULT = "game-fault"


class PbemError(Exception):
    """Something cannot be used. ``code`` is stable for programs; the text is for people.

    ``entry`` is the number of the log entry at fault, when there is one. ``hint`` says what to do next.
    """

    exit_code = 1

    def __init__(self, code: str, message: str, *, hint: str = "", entry: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.entry = entry

    @classmethod
    def of(
        cls, code: str, template: str, /, *, hint: str = "", entry: int | None = None, **values: object
    ) -> Self:
        """The error whose text is a template with its values. ``hint`` is a template of the same values, too."""
        return cls(code, Message(template, **values), hint=hint and Message(hint, **values), entry=entry)

    def __str__(self) -> str:
        """Where, what, and what to do next; a message, which can be said in another language."""
        where = () if self.entry is None else (Message("entry {entry}: ", entry=self.entry),)
        hint = (" ", self.hint) if self.hint else ()
        return Series((*where, self.message, *hint), "")


NOT_THE_OTHERS = (PbemError, *CONFUSED, MemoryError, RuntimeError)
"""What goes wrong with one file or one game, and is no reason to leave the others alone; the disk is none of that."""


def unexpected(error: BaseException) -> PbemError:
    """A named error as it is; a fault of the program itself with the exit code of one, where the rest has to go on."""
    if isinstance(error, PbemError):
        return error
    return PbemError.of("crash", "something unexpected happened: {name}", name=type(error).__name__)


def of_the_disk(error: OSError) -> PbemError:
    """What the disk or the system refused, as an error that says where and what to do; the code is ``disk``."""
    from pbem.bytes.system_words import system_says  # noqa: PLC0415  # loaded where something was refused

    place = f" ({error.filename})" if error.filename else ""
    said = Message("the disk or the system says: {what}{place}.", what=system_says(error), place=place)
    hint: str = ""
    if error.errno in _FULL:
        hint = Message("Make room there, and try it once more: nothing half-done was stored.")
    elif error.errno in _CLOSED:
        hint = Message(
            "Where nothing may be written a game can be looked at (pbem status, pbem map), and no more."
        )
    return PbemError("disk", said, hint=hint)


_FULL = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""No room, a file larger than may be, a quota (which Windows does not know)."""
_CLOSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class UsageError(PbemError):
    """The command or its arguments make no sense here."""

    exit_code = 2


class VerifyError(PbemError):
    """Bytes that do not verify: encoding, chain, signature, dice, secrets, or a rule broken on the log."""

    exit_code = 3


class FormatError(VerifyError):
    """Bytes outside the strict profile of ``schemas/log.md``, refused before anything is interpreted."""


class NotHereError(VerifyError):
    """Nothing is known to be wrong: what the bytes need, a version of the rules or a data pack, is not installed here."""

    exit_code = 6


MISSING_PACK = "missing-pack"
"""The code of a log that cannot be checked here because its data pack is not installed: nothing is known against it."""

NOT_HERE = frozenset({"other-data", "other-rules", "unknown-game", "unknown-version", MISSING_PACK})
"""The codes of what is at fault with this installation and not with the log."""


class IllegalOrder(PbemError):
    """An order the rules do not allow; ``violations`` lists every reason."""

    exit_code = 4

    def __init__(self, violations: tuple[Violation, ...], *, entry: int | None = None) -> None:
        text = Series(
            (Series((f"[{v.paragraph}] " if v.paragraph else "", v.message), "") for v in violations), "; "
        )
        super().__init__("illegal", text, entry=entry)
        self.violations = violations


class NotJudged(IllegalOrder):
    """An order that the rules could not judge: they failed over it. It is as illegal as one that breaks a rule.

    Somebody who made up the position can make any order fail, so a paper about one step proves nothing by it.
    """


class GameFault(VerifyError):
    """A game failed where nobody is to blame: under dice or cards, or for want of memory or depth of calls here."""

    exit_code = 8

    def __init__(self, message: str, *, hint: str = "", entry: int | None = None) -> None:
        super().__init__(GAME_FAULT, message, hint=hint, entry=entry)


class NotYourTurn(PbemError):
    """The other side has to act first."""

    exit_code = 5


class ConflictError(PbemError):
    """Two versions of one thing, or a gap: something is missing or signed twice."""

    exit_code = 6


class MailError(PbemError):
    """The mail could not be handed over or read."""

    exit_code = 7


class NoFileError(MailError):
    """There is no file of the name that was typed."""

    exit_code = 2


class KeyFileError(PbemError):
    """A key file cannot be opened: wrong password, damaged, or not ours."""

    exit_code = 3


class DataError(PbemError):
    """A data pack, scenario or case file that the engine cannot use; the message names file and line."""

    exit_code = 2


@frozen(kw_only=True)
class Violation:
    """A rule broken: the paragraph (as printed, or a note ``N3``), the reason, and what it is about (unit or hex)."""

    paragraph: str
    message: str
    subject: str = field(default="")


def newer(number: int) -> FormatError:
    """The error for what a later program wrote in its format ``number``."""
    return FormatError.of(
        "version",
        "It is in format {number}, which a newer pbem wrote; this one reads format 1.",
        number=number,
        hint="Install the newest pbem and try again. Nothing was taken in.",
    )

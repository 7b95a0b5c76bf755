"""What has come, and a line about it: shared by whatever takes files in."""

from __future__ import annotations

from pbem.bytes.errors import PbemError
from pbem.bytes.records import field, frozen


@frozen(kw_only=True)
class Piece:
    """Log lines found in a mail or file; ``where`` is for people, ``path`` for the next command.

    ``mail_id`` is the Message-ID of the mail, a hint for threading.
    """

    data: bytes = field(repr=False)
    where: str
    path: str = ""
    mail_id: str = ""


@frozen(kw_only=True)
class Note:
    """One line about something that arrived.

    ``kind``: new, known, waiting, gap, conflict, refused, unreadable, foreign, invitation, acceptance, paper, pack, warning,
    mended, damaged, stopped, passed-over.
    """

    kind: str
    text: str
    hint: str = ""
    code: str = ""
    paragraph: str = ""
    entry: int | None = None
    exit_code: int = 0

    @classmethod
    def of(cls, kind: str, error: PbemError, text: str, hint: str = "") -> Note:
        """A line about what cannot be taken in, with the code, the entry and the exit code of the error."""
        return cls(
            kind=kind, text=text, hint=hint, code=error.code, entry=error.entry, exit_code=error.exit_code
        )

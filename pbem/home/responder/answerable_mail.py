"""Which mails a program may answer by itself (RFC 3834, ``schemas/mail.md`` rule 9)."""

from __future__ import annotations

import re
from email.utils import parseaddr

from pbem.port.messages import Message

_FIELD = re.compile(rb"(?im)^([!-9;-~]{1,80}):[ \t]*([^\n]{0,2000}(?:\n[ \t][^\n]{0,2000}){0,5})")
_BULK = frozenset({"bulk", "junk", "list"})
_MACHINES = re.compile(
    r"(?i)(?:mailer-daemon|postmaster|no-?reply|noreply|.+-request|owner-.+)@.*|mailer-daemon"
)


def no_answer(head: bytes, *, ours: str, new: bool = False) -> str:
    """Why a mail with this head (header lines ending in LF) gets no answer by itself, in words; "" when it may.

    ``ours`` is our own address. ``new``: the mail is the first that brought a turn of the other side which continues the
    log; such a mail of a program may be answered: each side has to hold the pen before it writes, so that two programs
    come to an end where the rules ask a person. A turn without a mail around it has no head and may be answered.
    """
    fields = _fields(head)
    submitted = fields.get("auto-submitted", "no").partition(";")[0].strip().lower()
    precedence = fields.get("precedence", "").strip().lower()
    sender = parseaddr(fields.get("from", ""))[1].lower()
    back = fields.get("return-path")
    if submitted != "no" and not new:
        return Message("a program sent it (Auto-Submitted)")
    if any(name.startswith("list-") for name in fields):
        return Message("it came through a mailing list")
    if precedence in _BULK:
        return Message("it is bulk mail (Precedence: {precedence})", precedence=precedence)
    if back is not None and not parseaddr(back)[1]:
        return Message("it has an empty return path")
    if ours and sender == ours.lower():
        return Message("it comes from our own address")
    if any(address and _MACHINES.fullmatch(address) for address in (sender, parseaddr(back or "")[1])):
        return Message("it comes from a program's address")
    return ""


def _fields(head: bytes) -> dict[str, str]:
    """The first field of each name, names in lower case; a damaged head gives what can be read of it."""
    found: dict[str, str] = {}
    for match in _FIELD.finditer(head):
        name, value = match[1].decode("ascii").lower(), match[2].decode("utf-8", "replace")
        found.setdefault(name, " ".join(value.split()))
    return found

"""Turns in what arrived: in a mail, in a turn file, in text.

A turn is recognised by its first bytes or by its armour, never by the name, type or subject that a mail
program wrote. Nothing of the sender's goes further than the bytes of the turn, and those are still to be
verified.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from typing import TYPE_CHECKING

from pbem.bytes import container
from pbem.bytes.container import MAGIC, unpack
from pbem.bytes.errors import FormatError, MailError, PbemError
from pbem.bytes.records import field, frozen
from pbem.mail.limits import LOG, MAX_MAIL
from pbem.port.messages import Message

if TYPE_CHECKING:
    from pbem.mail.parts import Leaf

MAX_ATTACHMENT = 1024 * 1024
MAX_UNPACKED = 2 * container.MAX_UNPACKED
_MAX_ONE = container.MAX_UNPACKED
_ARMOUR = re.compile(rb"P\x00?B\x00?E\x00?M")
_HEAD = re.compile(rb"[A-Za-z][!-9;-~]{0,80}:[ \t\r\n]")
_NONE = Message("There is no turn file in this mail.")
PACKED = "packed"
"""The code of the error for an archive that is not looked into: a turn may be in it all the same."""
NO_TURN = frozenset({"no-turn", PACKED})
"""The codes of the errors for what has nothing to do with us, as far as anybody can see."""
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pgp-encrypted", "application/pkcs7-mime"})


@frozen(kw_only=True)
class Found:
    """A turn: ``data`` are the unpacked bytes of the log (JSON Lines), ``where`` says where they stood."""

    data: bytes = field(repr=False)
    where: str

    @property
    def digest(self) -> str:
        """SHA-256 of the data, 64 hex digits: two copies of one turn have the same."""
        return hashlib.sha256(self.data).hexdigest()


@frozen(kw_only=True)
class Survey:
    """The turns of a mail, each once, in the order of the mail, and what is wrong with the damaged ones."""

    found: tuple[Found, ...]
    problems: tuple[PbemError, ...]


def turns_in(raw: bytes) -> tuple[Found, ...]:
    """Every turn in a mail, a turn file or a text; at least one.

    Raises MailError ``no-turn`` or ``packed`` when there is none, the error of the first when all are damaged (the
    FormatErrors of :func:`pbem.bytes.container.unpack` and of damaged armour, MailError ``attachment-too-big``), and
    the MailErrors of :func:`pbem.mail.parts.leaves` for a mail beyond the limits.
    """
    survey = look(raw)
    if survey.found:
        return survey.found
    if survey.problems:
        raise survey.problems[0]
    raise _no_turn(raw)


def look(raw: bytes) -> Survey:
    """Like :func:`turns_in`, with the problems beside what was found;

    MailError only for a mail beyond the limits.
    """
    search = _Search()
    if raw.startswith(MAGIC) or LOG.match(raw):
        search.packed(raw, Message("the file"))
    elif raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        search.text(raw, "", "", Message("the text"))
    else:
        search.mail(raw)
    return search.survey() if search.found else search.everywhere(raw)


class _Search:
    """What has been found so far in one mail, and how much of it may still be unpacked."""

    def __init__(self) -> None:
        self.found: dict[str, Found] = {}
        self._problems: list[PbemError] = []
        self._rest = MAX_UNPACKED

    def survey(self) -> Survey:
        return Survey(found=tuple(self.found.values()), problems=tuple(self._problems))

    def mail(self, raw: bytes) -> None:
        """What is found when the mail is believed: its parts, each as it says that it was sent."""
        from pbem.mail import parts  # noqa: PLC0415  # a turn file is no mail

        try:
            for leaf in parts.leaves(raw):
                self.leaf(leaf)
        except MailError as error:
            self._problems.append(error)

    def everywhere(self, raw: bytes) -> Survey:
        """What is found when nothing is believed that the mail says of itself. Damage counts only when nothing is whole."""
        if self._rest <= 0 or len(raw) > MAX_MAIL:
            return self.survey()
        self._every(raw, Message("the bytes of the file"))
        if self.found:
            self._problems = []
        return self.survey()

    def _every(self, data: bytes, where: str) -> None:
        """Every turn file in bytes, wherever it begins. What is damaged in them counts where nothing is whole."""
        from pbem.mail.hidden import Scan  # noqa: PLC0415  # most turns lie where they are looked for first

        problems, self._problems = self._problems, []
        for candidate in Scan().candidates_in(data):
            self.packed(_alone(candidate), where)
        self._problems = problems if self.found else [*problems, *self._problems]

    def leaf(self, leaf: Leaf) -> None:
        at = leaf.data.find(MAGIC)
        if at >= 0 and len(leaf.data) > MAX_ATTACHMENT + at:
            size = len(leaf.data) - at
            self._problems.append(
                MailError.of(
                    "attachment-too-big",
                    "Part {place} has {size} bytes; {max_attachment} are allowed.",
                    place=leaf.place,
                    size=size,
                    max_attachment=MAX_ATTACHMENT,
                )
            )
        elif at == 0:
            self.packed(leaf.data, Message("part {place}", place=leaf.place))
        elif at > 0:
            # Outlook's winmail.dat and zips hold files whole, between bytes of their own: all of them are looked for.
            self._every(leaf.data, Message("part {place}", place=leaf.place))
        elif LOG.match(leaf.data):
            self.packed(leaf.data.replace(b"\r\n", b"\n"), Message("part {place}", place=leaf.place))
        elif b"PBEM1" in leaf.data[:16]:
            self.packed(leaf.data, Message("part {place}", place=leaf.place))
        elif _ARMOUR.search(leaf.data):
            self.text(
                leaf.data, leaf.charset, leaf.kind, Message("the text of part {place}", place=leaf.place)
            )

    def packed(self, data: bytes, where: str) -> None:
        limit = min(_MAX_ONE, self._rest)
        if limit <= 0:
            text = Message(
                "The turns of this mail unpack to more than {max_unpacked} bytes; {where} was left alone.",
                max_unpacked=MAX_UNPACKED,
                where=where,
            )
            self._problems.append(MailError("too-large", text))
            return
        try:
            content = unpack(data, limit)
        except FormatError as error:
            self._rest -= limit if error.code == "too-large" else 0
            self._problems.append(error)
            return
        self._rest -= len(content)
        found = Found(data=content, where=where)
        self.found.setdefault(found.digest, found)

    def text(self, data: bytes, charset: str, kind: str, where: str) -> None:
        from pbem.mail import text  # noqa: PLC0415  # a turn file is no text

        plain = text.decode(data, charset)
        readings = [plain, text.from_html(plain)]
        if kind == "text/html":
            readings.reverse()
        problems: list[FormatError] = []
        for reading in readings:
            blocks, damaged = text.armoured(reading)
            for block in blocks:
                self.packed(block, where)
            problems = problems or damaged
            if blocks and not damaged:
                return
        self._problems += problems


def _alone(data: bytes) -> bytes:
    """The turn file at the start of ``data`` without what follows it.

    All of ``data`` when it does not unpack.
    """
    inflater = zlib.decompressobj()
    try:
        inflater.decompress(data[len(MAGIC) :], _MAX_ONE)
    except zlib.error:
        return data
    return data[: len(data) - len(inflater.unused_data)] if inflater.eof else data


def _no_turn(raw: bytes) -> PbemError:
    if (later := container.newer_in(raw)) is not None:
        return later
    head = raw[:MAX_ATTACHMENT].lower()
    if any(kind.encode() in head for kind in _ENCRYPTED):
        hint = Message("It is encrypted: save the attachment from your mail program and import the file.")
    elif b"winmail.dat" in head:
        hint = Message("Outlook wrapped it in winmail.dat: ask for it once more as plain text.")
    else:
        return _other(raw)
    return MailError("no-turn", _NONE, hint=hint)


def _other(raw: bytes) -> MailError:
    """What is said of a file in which there is no turn: what it is, or what the first strange part of a mail is."""
    from pbem.mail import parts  # noqa: PLC0415  # as below
    from pbem.mail.other_files import kind_of  # noqa: PLC0415  # most files that are looked into hold a turn

    if (kind := kind_of(raw)) is not None:
        return MailError(PACKED if kind.packed else "no-turn", kind.what, hint=kind.hint)
    again = Message(
        "Ask for it once more, or save the attachment from your mail program and import the file."
    )
    if not _HEAD.match(raw):
        return MailError("no-turn", Message("There is no turn file in it."), hint=again)
    try:
        kinds = ((leaf.place, kind_of(leaf.data)) for leaf in parts.leaves(raw) if leaf.data.strip())
        place, kind = next(((place, kind) for place, kind in kinds if kind is not None), ("", None))
    except MailError:
        kind = None
    if kind is None:
        return MailError("no-turn", _NONE, hint=again)
    said = Message("There is no turn file in this mail. Part {place}: {what}", place=place, what=kind.what)
    return MailError("no-turn", said, hint=kind.hint)

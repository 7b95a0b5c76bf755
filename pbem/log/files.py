"""Log files: JSON Lines in, invitation, acceptance and bundles out, and back to the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError
from pbem.bytes.records import evolve, frozen
from pbem.log.bundle import MAX_ENTRIES, Bundle, Header, check_entry
from pbem.log.genesis import Accept, FirstSeal, Invite, Seal, Seat, game_id
from pbem.log.renewals import given_up, renewals_in
from pbem.port.messages import Message

MAX_FILE = 8_519_680
"""Bytes of a log: more than two full shares, all rulings and the first two mails."""


@frozen(kw_only=True)
class Log:
    """A game as far as it is known: an invitation, its acceptance, and the bundles in order."""

    invite: Invite
    accept: Accept | None = None
    bundles: tuple[Bundle, ...] = ()

    @property
    def gid(self) -> bytes:
        """The game id (32 bytes); FormatError("incomplete") before the acceptance."""
        return game_id(self.invite, self.accepted)

    @property
    def accepted(self) -> Accept:
        """The acceptance; FormatError("incomplete") while it is missing."""
        if self.accept is None:
            raise FormatError.of("incomplete", "The invitation has not been accepted yet.")
        return self.accept

    @property
    def head(self) -> bytes:
        """The chained hash at its end: the game id while nobody has written a turn file."""
        return self.bundles[-1].header.head if self.bundles else self.gid

    def seat_of(self, by: str) -> Seat:
        """Seat ``"A"`` or ``"B"`` as its first mail has it."""
        if by not in ("A", "B"):
            raise KeyError(by)
        return self.invite.seat if by == "A" else self.accepted.seat

    def key_of(self, by: str) -> bytes:
        """The game key of seat ``"A"`` or ``"B"`` that is in force after the last bundle."""
        return self.keys_of(by)[-1]

    def first_key_of(self, by: str) -> bytes:
        """The game key of a seat in its first mail."""
        return self.seat_of(by).key

    def keys_of(self, by: str) -> tuple[bytes, ...]:
        """Every game key that a seat has had, in order; the last is in force."""
        made = renewals_in(bundle for bundle in self.bundles if bundle.header.by == by)
        return (self.first_key_of(by), *(each.key for each in made))

    def key_at(self, by: str, n: int, arriving: Iterable[Bundle] = ()) -> bytes:
        """The game key that a seat signs bundle ``n`` with, as far as these bundles and those that arrive tell."""
        made = renewals_in(each for each in (*self.bundles, *arriving) if each.header.by == by)
        return next((each.key for each in reversed(made) if each.n < n), self.first_key_of(by))

    def given_up_at(self, by: str, n: int) -> frozenset[str]:
        """The ids of the game keys that a seat has given up before bundle ``n``."""
        made = renewals_in(each for each in self.bundles if each.header.by == by and each.header.n < n)
        return given_up(self.first_key_of(by), tuple(each.key for each in made))

    def lacking(self, some: Iterable[Bundle]) -> tuple[Bundle, ...]:
        """Those among some bundles that do not stand in it, in the order given."""
        found = tuple(some)
        numbers = {each.header.n for each in found}  # the number is in the hash: no other can be the same
        here = {each.hash() for each in self.bundles if each.header.n in numbers}
        return tuple(each for each in found if each.hash() not in here)

    def encode(self) -> bytes:
        """The whole file: every line with its newline."""
        parts = [self.invite.line + b"\n" + self.invite.seal.line + b"\n"]
        if self.accept is not None:
            parts.append(self.accept.line + b"\n" + self.accept.seal.line + b"\n")
        parts.extend(bundle.encode() for bundle in self.bundles)
        return b"".join(parts)


def parse_log(data: bytes) -> Log:
    """A whole log file, or FormatError naming the first line that cannot be (nothing is verified)."""
    log, error = scan_log(data)
    if error is not None:
        raise error
    if log is None:
        raise FormatError.of("truncated", "The file holds no invitation.")
    return log


def scan_log(data: bytes) -> tuple[Log | None, FormatError | None]:
    """As much of a log as can be read, and what stopped the reading (None when nothing did)."""
    log: Log | None = None
    try:
        lines = _lines(data)
        log = Log(invite=_invite(lines))
        rest = next(lines, None)
        if rest is None:
            return log, None
        log = evolve(log, accept=_accept(rest, lines))
        bundles: list[Bundle] = []
        error = _collect(lines, bundles)
        return evolve(log, bundles=tuple(bundles)), error
    except FormatError as error:
        return log, error


def read_bundles(data: bytes) -> tuple[Bundle, ...]:
    """Bundles alone, as a turn mail carries them; FormatError for anything else."""
    bundles: list[Bundle] = []
    error = _collect(_lines(data), bundles)
    if error is not None:
        raise error
    return tuple(bundles)


def whole_bundles(data: bytes) -> tuple[Bundle, ...]:
    """Every bundle that stands whole in the bytes of a damaged log, in the order in which they stand; none is verified."""
    found: list[Bundle] = []
    run: list[bytes] = []
    for line in data.split(b"\n")[:-1]:
        if line.startswith(b'{"by":') and b'"k":"hdr"' in line:
            run = []
        run.append(line + b"\n")
        if line.startswith(b'{"k":"sig"'):
            with suppress(FormatError):
                found += read_bundles(b"".join(run))
            run = []
    return tuple(found)


_Line = tuple[bytes, dict[str, Json]]


def _lines(data: bytes) -> Iterator[_Line]:
    if len(data) > MAX_FILE:
        raise FormatError.of(
            "too-large", "The log has {n} bytes; {max_file} are allowed.", n=len(data), max_file=MAX_FILE
        )
    *lines, rest = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            yield line, canon.decode(line)
        except FormatError as error:
            raise FormatError.of(
                error.code, "Line {number}: {message}", number=number, message=error.message
            ) from None
    if rest:
        raise FormatError.of("truncated", "The log ends in the middle of a line.")


def _next(lines: Iterator[_Line], after: str) -> _Line:
    line = next(lines, None)
    if line is None:
        raise FormatError.of("truncated", "The log ends after {after}.", after=after)
    return line


def _expect(line: _Line, kind: str) -> None:
    found = line[1].get("k")
    if found != kind:
        raise FormatError.of(
            "unknown-line",
            "A {kind} line belongs where {found!r} stands.",
            kind=kind,
            found=str(found)[:20],
            hint="What a file is, says: pbem open FILE",
        )


def _invite(lines: Iterator[_Line]) -> Invite:
    line = _next(lines, "nothing")
    _expect(line, "invite")
    seal = _next(lines, Message("the invitation"))
    _expect(seal, "sig")
    return Invite.parse(*line, FirstSeal.parse(seal[1]))


def _accept(line: _Line, lines: Iterator[_Line]) -> Accept:
    _expect(line, "accept")
    seal = _next(lines, Message("the acceptance"))
    _expect(seal, "sig")
    return Accept.parse(*line, FirstSeal.parse(seal[1]))


def _collect(lines: Iterator[_Line], bundles: list[Bundle]) -> FormatError | None:
    entry = 0
    try:
        for line in lines:
            _expect(line, "hdr")
            header = Header.parse(line[1])
            entry = header.first
            bundles.append(_bundle(header, lines))
            entry = header.last + 1
    except FormatError as error:
        error.entry = entry
        return error
    return None


def _bundle(header: Header, lines: Iterator[_Line]) -> Bundle:
    texts: list[bytes] = []
    entries: list[dict[str, Json]] = []
    while True:
        text, value = _next(lines, Message("bundle {n} without its signature", n=header.n))
        if value.get("k") == "sig":
            if not texts:
                raise FormatError.of("unknown-line", "Bundle {n} has no entries.", n=header.n)
            seal = Seal.parse(value)
            return Bundle(header=header, lines=tuple(texts), seal=seal, decoded=tuple(entries))
        if value.get("k") == "hdr":
            raise FormatError.of("truncated", "Bundle {n} lacks its signature.", n=header.n)
        check_entry(value)
        if len(texts) == MAX_ENTRIES:
            raise FormatError.of(
                "bad-count",
                "Bundle {n} has more than {max_entries} entries.",
                n=header.n,
                max_entries=MAX_ENTRIES,
            )
        texts.append(text)
        entries.append(value)

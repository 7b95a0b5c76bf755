"""The paper ``pace``: days a decision, a bank, holidays and slack that both have signed, with absences and gifts under it.

Everything stands on one sheet, so that whoever has it and the log recomputes who is late (``schemas/trust.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, UsageError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import Keypair
from pbem.log import Log
from pbem.log.fields import Fields
from pbem.log.pace_stamp import minutes, written
from pbem.papers import pace_told, renewals
from pbem.papers.pace_account import Row, Terms, account
from pbem.papers.paper import PACE, VERSION, Finding
from pbem.papers.reader import STRANGER, Reader, doubted
from pbem.papers.signed_sheet import SIGNATURE_LINE, Sheet, first, seals, sheet
from pbem.port.messages import Message, Series

MOST_ROWS = 80
"""So many absences and gifts stand under one pace."""
YEAR = 525_600
"""Minutes of 365 days."""
_TERMS = {"each": (1, YEAR), "bank": (0, 10 * YEAR), "holidays": (0, 366), "slack": (0, 43_200)}
_PACE = ("at", "bank", "each", "gid", "holidays", "k", "no", "slack", "v")
_AWAY = ("by", "from", "gid", "k", "made", "to", "v")
_GIVE = ("by", "gid", "k", "made", "minutes", "no", "v")
_BAD = Message("The paper about a pace is not as it should be.")
_HEAD = canon.encode({"a": PACE, "v": VERSION})


@frozen(kw_only=True)
class Pace:
    """A pace and what stands under it; ``log`` holds the first two mails and the renewals that show the keys."""

    terms: Terms
    sheet: Sheet
    log: Log
    rows: tuple[Row, ...] = ()

    @property
    def signers(self) -> tuple[str, ...]:
        """The seats that have signed the pace."""
        return _signers(self.log, self.sheet)

    @property
    def agreed(self) -> bool:
        """Whether both have."""
        return len(self.signers) == len("AB")

    def signed(self, key: Keypair) -> Pace:
        """With one more signature under the pace."""
        return evolve(self, sheet=self.sheet.signed(key))

    def with_rows(self, rows: Iterable[Row]) -> Pace:
        """With more absences and gifts. Raises UsageError ``too-many``."""
        every = {each.sheet.line: each for each in (*self.rows, *rows)}
        if len(every) > MOST_ROWS:
            raise UsageError.of("too-many", "A pace has at most {most} absences and gifts.", most=MOST_ROWS)
        return evolve(self, rows=tuple(every[line] for line in sorted(every)))

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        sheets = (self.sheet, *(each.sheet for each in self.rows))
        return _HEAD + b"\n" + b"".join(each.encode() for each in sheets) + self.log.encode()


# --- making -----------------------------------------------------------------------------------------------------------


def offered(log: Log, terms: Terms) -> Pace:
    """A pace that nobody has signed yet. Raises UsageError ``bad-pace`` for numbers that are too small or too large."""
    for name, (low, high) in _TERMS.items():
        if not low <= getattr(terms, name) <= high:
            raise UsageError.of(
                "bad-pace",
                "--{name} is a time from {low} to {high}.",
                name=name,
                low=pace_told.lasting(low),
                high=pace_told.lasting(high),
            )
    fields: dict[str, Json] = {name: getattr(terms, name) for name in (*_TERMS, "at", "no")}
    made = sheet("pace", log.gid, fields | {"gid": log.gid.hex(), "k": "pace", "v": VERSION})
    return Pace(terms=terms, sheet=made, log=renewals.shortened(log))


def away(log: Log, by: str, first: date, last: date, made: int, key: Keypair) -> Row:
    """A signed absence of seat ``by``. Raises UsageError ``bad-days``."""
    fields = {"from": first.isoformat(), "to": last.isoformat(), **_common(log, by, "away", made)}
    if not 0 <= (last - first).days <= 365:
        raise UsageError.of("bad-days", "An absence ends on its first day or later, within a year.")
    return _row(log, sheet("away", log.gid, fields).signed(key))


def give(pace: Pace, log: Log, by: str, given: int, made: int, key: Keypair) -> Row:
    """A signed gift of so many minutes by seat ``by`` to the other. Raises UsageError ``bad-days``."""
    if not 1 <= given <= YEAR:
        raise UsageError.of("bad-days", "A gift is more than nothing, and at most 365 days.")
    fields = {"minutes": given, "no": pace.terms.no, **_common(log, by, "give", made)}
    return _row(log, sheet("give", log.gid, fields).signed(key))


def _common(log: Log, by: str, kind: str, made: int) -> dict[str, Json]:
    return {"by": by, "gid": log.gid.hex(), "k": kind, "made": written(made), "v": VERSION}


def merged(one: Pace, other: Pace) -> Pace:
    """Two papers about one pace as one: every signature, every absence and gift; the log of ``one``.

    Raises UsageError ``too-many``, and VerifyError for signatures by keys that its log does not show.
    """
    every = {each.key: each for each in (*one.sheet.seals, *other.sheet.seals)}
    seals_ = tuple(every[key] for key in sorted(every))
    found = evolve(one, sheet=evolve(one.sheet, seals=seals_)).with_rows(other.rows)
    return read(found.encode())


# --- reading ----------------------------------------------------------------------------------------------------------


def read(lines: bytes) -> Pace:
    """The paper from its lines, every signature checked. Raises FormatError ``bad-paper``, those of the log, VerifyError."""
    head, *rest = lines.split(b"\n")
    if head != _HEAD:
        raise _bad()
    stop = next((n for n, row in enumerate(rest) if row.startswith(b'{"data":')), len(rest))
    log = renewals.below(rest[stop:], _BAD)
    sheets = _sheets(log, rest[:stop])
    if not 1 <= len(sheets) <= 1 + MOST_ROWS:
        raise _bad()
    agreed, *under = sheets
    terms = _terms(agreed)
    _signers(log, agreed)
    rows = tuple(_row(log, each) for each in under)
    if [each.sheet.line for each in rows] != sorted({each.sheet.line for each in rows}):
        raise _bad()
    return Pace(terms=terms, sheet=agreed, log=log, rows=rows)


def _sheets(log: Log, rows: list[bytes]) -> list[Sheet]:
    """The lines with the signatures under each."""
    made = list[Sheet]()
    while rows:
        (line, *signed), rows = first(rows)
        if line.startswith(SIGNATURE_LINE):
            raise _bad()
        fields = canon.decode(line)
        if fields.get("gid") != log.gid.hex():
            raise VerifyError.of("other-game", "The pace is of another game.")
        made.append(Sheet(purpose=str(fields.get("k")), gid=log.gid, line=line, seals=tuple(seals(signed))))
    return made


def _terms(made: Sheet) -> Terms:
    if made.purpose != "pace":
        raise _bad()
    fields = Fields(made.fields, _PACE)
    numbers = {name: fields.number(name, *bounds) for name, bounds in _TERMS.items()}
    return Terms(at=fields.number("at", 1, 100_000), no=fields.number("no", 1, 1000), **numbers)


def _row(log: Log, made: Sheet) -> Row:
    value = made.fields
    if made.purpose not in ("away", "give"):
        raise _bad()
    fields = Fields(value, _AWAY if made.purpose == "away" else _GIVE)
    by, when = fields.choice("by", ("A", "B")), minutes(value["made"])
    if _signers(log, made) != (by,) or when is None:
        raise _bad()
    row = Row(by=by, kind=made.purpose, made=when, sheet=made)
    if row.kind == "give":
        return evolve(row, minutes=fields.number("minutes", 1, YEAR), no=fields.number("no", 1, 1000))
    row = evolve(row, first=_day(value["from"]), last=_day(value["to"]))
    if not 0 <= (row.last - row.first).days <= 365:
        raise _bad()
    return row


def _day(text: Json) -> date:
    when = minutes(f"{text}T00:00Z")
    if when is None:
        raise _bad()
    return date.fromisoformat(str(text))


def _signers(log: Log, made: Sheet) -> tuple[str, ...]:
    """The seats that have signed, with any key that they have had: what is signed stays signed when keys are renewed."""
    keys = {f"{seat}{n}": key for seat in "AB" for n, key in enumerate(log.keys_of(seat))}
    return tuple(sorted({name[0] for name in made.signers(keys)}))


def _bad() -> FormatError:
    return FormatError("bad-paper", _BAD)


# --- the verdict ------------------------------------------------------------------------------------------------------


def finding(paper: Pace, reader: Reader = STRANGER) -> Finding:
    """The verdict in sentences; with a log of the game who is late, and by whose words."""
    log = paper.log
    lost = reader.signer_lost(log, paper.signers, len(log.bundles))
    lines = [
        pace_told.terms(paper.terms),
        Series(_by(paper, reader), " "),
        *doubted(log, reader, lost),
    ]
    lines += pace_told.days(paper, log, reader)
    if paper.agreed and reader.logs:
        longest = max(reader.logs, key=lambda each: len(each.bundles))
        lines += pace_told.lines(
            account(longest.bundles, paper.terms, paper.rows), paper.terms, longest, reader
        )
    return reader.finding(PACE, log, lines, "" if paper.agreed else "unsigned", "agreed", proved=paper.agreed)


def _by(paper: Pace, reader: Reader) -> Iterator[str]:
    have = paper.signers
    names = Series((reader.whom(paper.log, seat) for seat in have), Message(" and "))
    yield Message("Signed by {names}", names=names) if have else Message("Signed by nobody")

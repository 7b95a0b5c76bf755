"""The paper ``appointment``: whom both players have made the referee of a game, and what that proves.

A result that is ruled carries the same appointment (:mod:`pbem.papers.results`).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, UsageError, VerifyError
from pbem.bytes.records import evolve, field, frozen
from pbem.crypto.keys import check_public_key, fingerprint
from pbem.log import Log, appointment_line
from pbem.log.clause import MAX_DAYS
from pbem.papers import paper, renewals
from pbem.papers.paper import OLD_KEY, VERSION, Finding
from pbem.papers.reader import STRANGER, GivenUp, Reader, doubted, excused
from pbem.papers.signed_sheet import Sheet, first, seals
from pbem.port.messages import Message, Series, counted

APPOINTMENT = paper.APPOINTMENT
MAX_NAME = 64
FIRST_LINES = (b'{"days":', b'{"gid":')


@frozen(kw_only=True)
class Appointed:
    """A referee: public identity key and name, with both players' signatures under it (one at first).

    ``days`` is after how many days of silence a player may turn to them; 0: nothing is said of it. ``log`` is the game.
    """

    log: Log = field(repr=False)
    key: bytes
    name: str
    sheet: Sheet
    days: int = 0


def appoint(log: Log, key: bytes, name: str, days: int = 0) -> Appointed:
    """A referee that nobody has signed for yet; what is signed is what the log carries, too.

    Raises FormatError for a key that is none, UsageError ``bad-referee``.
    """
    check_public_key(key)
    if key in players(log).values():
        raise UsageError.of("bad-referee", "Who plays cannot be the referee.")
    if not is_short_text(name, MAX_NAME):
        raise UsageError.of("bad-referee", "A referee's name has 1 to 64 characters.")
    if not 0 <= days <= MAX_DAYS:
        raise UsageError.of("bad-referee", "A player may be silent for 1 to {most} days.", most=MAX_DAYS)
    made = Sheet(purpose="referee", gid=log.gid, line=appointment_line(log.gid, key, name, days))
    return Appointed(log=log, key=key, name=name, sheet=made, days=days)


def write(log: Log, made: Appointed) -> bytes:
    """The lines of an appointment as a paper of its own."""
    head: dict[str, Json] = {"a": APPOINTMENT, "v": VERSION}
    known = log.bundles[-1].header.n if log.bundles else 0
    return canon.encode(head) + b"\n" + made.sheet.encode() + renewals.shortened(log, known + 1).encode()


def read(lines: bytes) -> Appointed:
    """The referee of an appointment, every signature checked. Raises FormatError and VerifyError."""
    head, *rows = lines.split(b"\n")
    if (
        head != canon.encode({"a": APPOINTMENT, "v": VERSION})
        or not rows
        or not rows[0].startswith(FIRST_LINES)
    ):
        raise FormatError.of("bad-paper", "The appointment is not as it should be.")
    signed, rest = first(rows)
    log = renewals.below(
        rest, Message("An appointment ends with the invitation and the acceptance of its game.")
    )
    made = parse_appointed(log, signed)
    made.sheet.signers(players(log))
    return made


def silence(made: Appointed) -> tuple[str, ...]:
    """What an appointment says of a player who does not answer, as a sentence; none when it says nothing."""
    days = counted(made.days, "{n} day", "{n} days")
    return (
        (Message("After {days} of silence a player may turn to {name}.", days=days, name=made.name),)
        if made.days
        else ()
    )


def finding(made: Appointed, reader: Reader = STRANGER) -> Finding:
    """The verdict on an appointment in sentences."""
    log = made.log
    have = made.sheet.signers(players(log))
    names = Series(
        (reader.name(log, seat) if n == 0 else reader.whom(log, seat) for n, seat in enumerate(have)),
        Message(" and "),
    )
    missing = [seat for seat in ("A", "B") if seat not in have]
    lost = reader.signer_lost(log, have, log.bundles[-1].header.n if log.bundles else 0)
    lines = [
        Message(
            "{names} appointed {name} as the referee of this game.",
            names=names or Message("Nobody yet"),
            name=made.name,
        ),
        *silence(made),
    ]
    if missing:
        lacking = Series((reader.whom(log, seat) for seat in missing), Message(" and "))
        lines.append(Message("It does not bind yet: the signature of {lacking} is missing.", lacking=lacking))
    elif lost is not None:
        lines += excused(lost, reader.whom(log, lost.by))
    else:
        lines.append(
            Message(
                "It proves that both players accept what this referee rules on this game. "
                "It does not prove any ruling."
            )
        )
    lines += [
        *doubts(log, reader, lost, made),
        Message(
            "The code of {name}, to compare by voice: {code}", name=made.name, code=fingerprint(made.key)
        ),
    ]
    code = "unsigned" if missing else lost.code if lost is not None else ""
    proved = not missing and code != OLD_KEY
    return reader.finding(APPOINTMENT, log, lines, code, "signed", proved=proved)


def doubts(log: Log, reader: Reader, lost: GivenUp | None, made: Appointed | None) -> Iterator[str]:
    """What a paper that players sign takes on trust: that its keys had not been given up, and the referee's neither."""
    yield from doubted(log, reader, lost)
    if made is not None and made.key in reader.handed:
        yield Message(
            "{name} has handed this key over to another: whoever has the old one can sign with it. Ask by "
            "voice.",
            name=made.name,
        )


def players(log: Log) -> dict[str, bytes]:
    return {"A": log.key_of("A"), "B": log.key_of("B")}


def is_short_text(value: str, most: int) -> bool:
    return value.isprintable() and value == value.strip() and 0 < len(value) <= most


def parse_appointed(log: Log, rows: list[bytes]) -> Appointed:
    fields = canon.decode(rows[0])
    key, name, days = fields.get("key"), fields.get("who"), fields.get("days", 0)
    if (
        set(fields) - {"days"} != {"gid", "k", "key", "v", "who"}
        or not isinstance(key, str)
        or not isinstance(name, str)
        or type(days) is not int
    ):
        raise FormatError.of("bad-paper", "The appointment of the referee is not as it should be.")
    try:
        made = appoint(log, bytes.fromhex(key), name, days)
    except (ValueError, UsageError) as error:
        raise FormatError.of(
            "bad-paper", "The appointment of the referee cannot be: {error}", error=error
        ) from error
    if made.sheet.line != rows[0]:
        raise VerifyError.of("other-game", "The referee was appointed for another game.")
    return evolve(made, sheet=evolve(made.sheet, seals=tuple(seals(rows[1:]))))

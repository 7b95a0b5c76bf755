"""Who owes what since when, reminders, and the file that proves a debt to somebody who was not there.

The log has no clock: it says after which entry the debt began. The day is the one on which this home signed or took in the
last turn, kept with the game.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from attrs import frozen

from pbem import canon, container, crypto
from pbem.canon import Json, tagged_hash
from pbem.desk import sending, words
from pbem.desk.games import Facts
from pbem.desk.playing import DECISIONS
from pbem.errors import FormatError, NotYourTurn, UsageError, VerifyError
from pbem.log import Log, parse_log
from pbem.log.genesis import Seal
from pbem.mail import compose
from pbem.mail.compose import Envelope
from pbem.protocol.session import Session, unsent
from pbem.registry import Finder
from pbem.replay import verify as replay
from pbem.replay.table import other, owed
from pbem.store.game import Change, GameFolder
from pbem.view.markup import clean

DAYS = 14
"""After so many days a debt is overdue, when the players agreed on nothing else."""

_KIND = b'{"against":'
_MAX_LINE = 4096
_FIELDS = {
    *("against", "days", "entry", "gid", "head", "k", "made", "n", "owes", "since", "thing", "v"),
}


@frozen(kw_only=True)
class Waiting:
    """A debt: the seat that owes (``who`` by name and side), what, after which entry, and since when (None: not known).

    ``reveal`` says that what is owed needs no decision: dice or secrets that are fixed already.
    """

    seat: str
    who: str
    thing: str
    entry: int
    since: datetime | None
    days: int
    reveal: bool
    mine: bool

    def age(self, now: datetime) -> int | None:
        """Whole days since it began."""
        return (now - self.since).days if self.since is not None else None

    def overdue(self, now: datetime) -> bool:
        """Whether the agreed days are over."""
        return self.since is not None and now - self.since >= timedelta(days=self.days)

    def sentence(self, now: datetime) -> str:
        """The debt in words."""
        age = self.age(now)
        when = "" if self.since is None else f", since {self.since.date().isoformat()} ({age} days)"
        late = f"; overdue after {self.days} days" if self.overdue(now) else ""
        return f"{self.who} owes {self.thing}, after entry {self.entry}{when}{late}."


def note(folder: GameFolder, bundles: int, now: datetime) -> None:
    """Remember the day on which the log of a game reached so many bundles; the first call for a number counts."""
    facts = folder.facts()
    if facts.get("since_n") != bundles:
        folder.save(Change(facts={**facts, "since_n": bundles, "since": now.astimezone(UTC).isoformat()}))


def agree(folder: GameFolder, days: int) -> None:
    """Keep after how many days a debt is overdue."""
    folder.save(Change(facts={**folder.facts(), "days": days}))


def waiting(folder: GameFolder, session: Session) -> Waiting | None:
    """What is owed after the signed log; None when the game is over."""
    due = owed(session.base)
    if not due.what:
        return None
    facts = folder.facts()
    return Waiting(
        seat=due.seat,
        who=words.who(session, due.seat),
        thing=words.thing(due),
        entry=session.end.entries - 1,
        since=_since(facts, session.end.bundles),
        days=_days(facts),
        reveal=due.what not in DECISIONS,
        mine=due.seat == session.seat,
    )


def reminder(
    folder: GameFolder, session: Session, *, sender: str, recipient: str, now: datetime
) -> tuple[bytes, bytes, str]:
    """A mail that reminds the opponent and brings our last turn again: the mail, the turn file, its name.

    Raises NotYourTurn when we owe ourselves, UsageError ``nothing-to-send`` when our last turn is not the latest.
    """
    found = _theirs(folder, session)
    if session.draft or not unsent(session.log, session.seat):
        raise UsageError(
            "nothing-to-send",
            "There is no turn of yours that waits for an answer.",
            hint="See `pbem status`.",
        )
    out = sending.last(folder, session)
    envelope = Envelope(
        game=out.game,
        gid=out.gid,
        turn=out.turn,
        first=out.first,
        last=out.last,
        head=out.head,
        sender=sender,
        recipient=recipient,
        date=now.replace(microsecond=0),
        summary=f"A reminder: {found.thing}",
        body=f"{found.sentence(now)}\nMy last turn is attached again, the same bytes.",
        sender_name=session.position.table.seats[session.seat].name,
        recipient_name=session.position.table.seats[other(session.seat)].name,
        thread=compose.turn_digest(out.file),
        draft=True,
        repeat=now.date().isoformat(),
    )
    return compose.compose(out.file, envelope), out.file, out.name


def claim(folder: GameFolder, session: Session, now: datetime) -> bytes:
    """The signed claim that the opponent owes something overdue, with the log that shows it, packed like a turn file.

    Raises NotYourTurn when we owe ourselves, UsageError ``not-overdue`` and ``unsent``.
    """
    found = _theirs(folder, session)
    if not found.overdue(now) or found.since is None:
        raise UsageError(
            "not-overdue",
            f"It is not overdue: {found.sentence(now)}",
            hint=f"The days agreed on are {found.days}; pbem waiting --days N changes them.",
        )
    due = owed(session.base)
    fields: dict[str, Json] = {
        "against": found.seat,
        "days": found.days,
        "entry": found.entry,
        "gid": session.log.gid.hex(),
        "head": session.end.head.hex(),
        "k": "claim",
        "made": now.astimezone(UTC).date().isoformat(),
        "n": session.end.bundles,
        "owes": due.what,
        "since": found.since.date().isoformat(),
        "thing": found.thing,
        "v": 1,
    }
    line = canon.encode(fields)
    seal = Seal.of(session.vault.keypair, _message(session.log.gid, line))
    return container.pack(line + b"\n" + seal.line + b"\n" + session.log.encode())


def is_claim(data: bytes) -> bool:
    """Whether log lines are those of a claim."""
    return data.startswith(_KIND) and b'"k":"claim"' in data[:_MAX_LINE]


@frozen(kw_only=True)
class Proved:
    """A claim that holds: who owes (by name and side) and what, as the log itself says, and the days the claimant names.

    ``against`` is the seat that owes, ``log`` the whole log that the claim holds.
    """

    who: str
    by: str
    thing: str
    entry: int
    since: str
    made: str
    reveal: bool
    against: str
    days: int
    log: Log


def check_claim(data: bytes, find: Finder | None = None) -> Proved:
    """Check the lines of a claim: its signature, the whole log under it, and that this very debt follows from it.

    The dates are the claimant's word; everything else is proved. ``find`` finds versions of games.
    Raises VerifyError ``bad-claim``, FormatError, and whatever is
    wrong with the log.
    """
    line, _, rest = data.partition(b"\n")
    signed, _, log_bytes = rest.partition(b"\n")
    fields = canon.decode(line)
    seal = Seal.parse(canon.decode(signed))
    log = parse_log(log_bytes)
    against = _check_fields(fields)
    if not crypto.verify(log.key_of(other(against)), _message(log.gid, line), seal.signature):
        raise VerifyError("bad-signature", "The claim is not signed by the other player of this game.")
    reading = replay.read(log_bytes, find=find)
    if reading.verdict.verdict == "rejected":
        raise VerifyError("bad-claim", "The log under the claim does not hold: see `pbem verify`.")
    due = owed(reading.position)
    head = log.bundles[-1].header.head if log.bundles else log.gid
    true = (due.seat, due.what, head.hex(), log.gid.hex(), reading.position.count - 1)
    if true != tuple(fields.get(name) for name in ("against", "owes", "head", "gid", "entry")):
        raise VerifyError("bad-claim", "The log does not say what the claim says.")
    seats = reading.position.table.seats
    names = {seat: f"{clean(info.name, 64)} ({info.side})" for seat, info in seats.items()}
    return Proved(
        who=names[against],
        by=names[other(against)],
        thing=words.thing(due),
        entry=reading.position.count - 1,
        since=str(fields["since"]),
        made=str(fields["made"]),
        reveal=due.what not in DECISIONS,
        against=against,
        days=int(str(fields["days"])),
        log=log,
    )


def _check_fields(fields: dict[str, Json]) -> str:
    """The seat that a claim is against. Raises FormatError ``bad-claim`` for fields that are missing, extra or mistyped."""
    counts = [fields.get(name) for name in ("days", "entry", "n", "v")]
    try:
        days = [date.fromisoformat(str(fields.get(name))).isoformat() for name in ("since", "made")]
    except ValueError as error:
        raise FormatError("bad-claim", "The claim names days that are none.") from error
    good = set(fields) == _FIELDS and all(type(each) is int and each >= 0 for each in counts)
    against = fields.get("against")
    if not good or fields["v"] != 1 or days != [fields["since"], fields["made"]] or against not in ("A", "B"):
        raise FormatError("bad-claim", "The first line of the claim is not as it should be.")
    return str(against)


def _theirs(folder: GameFolder, session: Session) -> Waiting:
    found = waiting(folder, session)
    if found is None:
        raise UsageError("over", "The game is over; nothing is owed.")
    if found.mine:
        raise NotYourTurn("not-your-turn", f"It is you who owes {found.thing}.", hint="Type: pbem status")
    return found


def _message(gid: bytes, line: bytes) -> bytes:
    return tagged_hash("claim", gid, line)


def _since(facts: Facts, bundles: int) -> datetime | None:
    if facts.get("since_n") != bundles:
        return None
    try:
        return datetime.fromisoformat(str(facts.get("since")))
    except ValueError:
        return None


def _days(facts: Facts) -> int:
    found = facts.get("days")
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else DAYS

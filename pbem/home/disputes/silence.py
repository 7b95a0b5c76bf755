"""Who owes what since when, reminders, and the file that proves a debt to somebody who was not there.

The log has no clock: it says after which entry the debt stands. The day is the one on which it became that player's turn in
this home, by whatever was signed or taken in then (:meth:`pbem.store.game.GameFolder.since`): what they write themselves
while they still owe starts no days anew.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from pbem.bytes import canon, container
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, NotYourTurn, PbemError, UsageError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto import keys as crypto
from pbem.games.registry import Finder
from pbem.home import identity, sentences
from pbem.home.disputes.overdue import days, limit
from pbem.home.exchange import sending
from pbem.home.rulings.agreed_days import days_of
from pbem.home.viewing import languages
from pbem.log import parse_log
from pbem.log.genesis import Seal
from pbem.mail import compose
from pbem.mail.compose import Envelope
from pbem.papers.kinds import is_claim
from pbem.port.messages import ENGLISH, Message, Series, spelled
from pbem.protocol.session import Session, unsent
from pbem.replay import verify as replay
from pbem.replay.table import DECISIONS, other, owed
from pbem.replay.verdict import UNCHECKED, fault_of
from pbem.store.game import Change, GameFolder

_FIELDS = {*("against", "days", "entry", "gid", "head", "k", "made", "n", "owes", "since", "thing", "v")}


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
        """Whole days since it began; 0 where the clock was ahead when it did."""
        return max(0, (now - self.since).days) if self.since is not None else None

    def overdue(self, now: datetime) -> bool:
        """Whether the agreed days are over."""
        return self.since is not None and now - self.since >= timedelta(days=self.days)

    def sentence(self, now: datetime) -> str:
        """The debt in words."""
        told = {"who": self.who, "thing": self.thing, "place": after(self.entry)}
        if self.since is None:
            return Message("{who} owes {thing}, {place}.", **told)
        told |= {"day": self.since.date().isoformat(), "age": days(self.age(now) or 0)}
        if not self.overdue(now):
            return Message("{who} owes {thing}, {place}, since {day} ({age}).", **told)
        return Message(
            "{who} owes {thing}, {place}, since {day} ({age}); overdue after {limit}.",
            limit=days(self.days),
            **told,
        )

    def day(self) -> str:
        """The first day (ISO) on which it is overdue; "" when nobody knows since when it is owed."""
        return (self.since + timedelta(days=self.days)).date().isoformat() if self.since is not None else ""


def after(entry: int) -> str:
    """The place of a debt in the log, in words; -1 is that before the first entry."""
    return Message("after entry {n}", n=entry) if entry >= 0 else Message("before the first turn")


def agree(folder: GameFolder, days: int) -> None:
    """Keep after how many days a debt is overdue. Raises UsageError ``days-agreed`` where both are bound to a number."""
    if bound := days_of(parse_log(folder.log())):
        raise UsageError.of(
            "days-agreed",
            "Both of you are bound to {bound} days in this game, by its referee's clause or ruling.",
            bound=bound,
            hint="pbem status waiting says when they are over.",
        )
    folder.save(Change(facts={**folder.facts(), "days": days}))


def waiting(folder: GameFolder, session: Session) -> Waiting | None:
    """What is owed after the signed log; None when the game is over."""
    due = owed(session.base)
    if not due.kind:
        return None
    return Waiting(
        seat=due.seat,
        who=sentences.who(session, due.seat),
        thing=sentences.thing(due, session.position.rules.name),
        entry=session.end.entries - 1,
        since=folder.since(),
        days=limit(folder, session),
        reveal=due.kind not in DECISIONS,
        mine=due.seat == session.seat,
    )


def reminder(
    folder: GameFolder,
    session: Session,
    *,
    sender: str,
    recipient: str,
    now: datetime,
    spoken: str = ENGLISH.code,
) -> tuple[bytes, bytes, str]:
    """A mail that reminds the opponent and brings our last turn again: the mail, the turn file, its name.

    Raises NotYourTurn when we owe ourselves, UsageError ``nothing-to-send`` when our last turn is not the latest.
    """
    found = _theirs(folder, session)
    if session.draft or not unsent(session.log, session.seat):
        raise UsageError.of(
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
        summary=Message("A reminder: {thing}", thing=found.thing),
        body=Series((found.sentence(now), Message("My last turn is attached again, the same bytes.")), "\n"),
        tongue=languages.of_mails(session.game, folder.facts(), spoken),
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
    if found.since is None:
        # Only of a home that something else has written to: the days have to count from some moment.
        folder.save(Change(since=now))
        raise UsageError.of(
            "not-overdue", "This home does not know since when it is owed: the days count from today."
        )
    if not found.overdue(now):
        raise UsageError(
            "not-overdue",
            Message("It is not overdue: {sentence}", sentence=found.sentence(now)),
            hint=Message(
                "On {day}, after {days} days, type: pbem dispute claim.", day=found.day(), days=found.days
            )
            + ("" if days_of(session.log) else Message(" Other days: pbem status waiting --days N")),
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
        "owes": due.kind,
        "since": found.since.date().isoformat(),
        "thing": found.thing,
        "v": 1,
    }
    line = canon.encode(fields)
    seal = Seal.of(session.vault.keypair, _message(session.log.gid, line))
    return container.pack(line + b"\n" + seal.line + b"\n" + session.log.encode())


@frozen(kw_only=True)
class Claim:
    """A claim as its file proves it: ``holds``, or ``code`` and ``why`` (a sentence) say what it lacks.

    ``by`` signed it; ``who`` owes ``thing`` after ``entry``, both by name and side, as the log in the file says itself.
    ``since`` and ``made`` (ISO dates) and ``days`` are the signer's word. ``gid`` names the game (hex), ``log`` is the log
    in the file, as lines, ``against`` the seat that owes, ``game`` its game and scenario. What could not be read is empty.
    """

    holds: bool
    code: str = ""
    why: str = ""
    gid: str = ""
    by: str = ""
    who: str = ""
    thing: str = ""
    entry: int = 0
    since: str = ""
    made: str = ""
    days: int = 0
    reveal: bool = False
    log: bytes = b""
    against: str = ""
    game: str = ""


def read_claim(data: bytes, find: Finder | None = None) -> Claim:
    """Check a claim (the packed file or its lines): its signature, the whole log in it, and that this debt follows.

    Never raises for what the file holds. ``find`` finds versions of games; without it those installed for everybody.
    """
    try:
        found = _claimed(container.unpack(data), find)
    except PbemError as error:
        return Claim(holds=False, code=error.code, why=fault_of(error, 0).message)
    if (date.fromisoformat(found.made) - date.fromisoformat(found.since)).days < found.days:
        why = Message(
            "It was made on {made}, before {days} had gone by since {since}.",
            made=found.made,
            days=days(found.days),
            since=found.since,
        )
        return evolve(found, holds=False, code="not-overdue", why=why)
    return found


def _claimed(lines: bytes, find: Finder | None) -> Claim:
    """The claim in these lines, dates unweighed. Raises FormatError and VerifyError for whatever does not hold."""
    if not is_claim(lines):
        raise FormatError.of("no-claim", "This is not a claim.")
    line, _, rest = lines.partition(b"\n")
    signed, _, log_lines = rest.partition(b"\n")
    fields = canon.decode(line)
    seal = Seal.parse(canon.decode(signed))
    against = _check_fields(fields)
    reading = replay.read(log_lines, find=find)
    log, verdict = reading.log, reading.verdict
    if verdict.fault is not None:
        code = verdict.fault.code if verdict.verdict == UNCHECKED else "bad-claim"
        raise VerifyError.of(
            code, "The log in the claim does not hold: {message}", message=verdict.fault.message
        )
    if not crypto.verify(log.key_of(other(against)), _message(log.gid, line), seal.signature):
        raise VerifyError.of("bad-signature", "The claim is not signed by the other player of this game.")
    due = owed(reading.position)
    entry = reading.position.count - 1
    true = (due.seat, due.kind, log.head.hex(), log.gid.hex(), entry, len(log.bundles))
    if true != tuple(fields[name] for name in ("against", "owes", "head", "gid", "entry", "n")):
        raise VerifyError.of("bad-claim", "The log does not say what the claim says.")
    seats = reading.position.table.seats
    names = {
        seat: Message("{who} ({side})", who=identity.called(info.name), side=spelled(info.side))
        for seat, info in seats.items()
    }
    return Claim(
        holds=True,
        gid=log.gid.hex(),
        by=names[other(against)],
        who=names[against],
        thing=sentences.thing(due, reading.position.rules.name),
        entry=entry,
        since=str(fields["since"]),
        made=str(fields["made"]),
        days=int(str(fields["days"])),
        reveal=due.kind not in DECISIONS,
        log=log_lines,
        against=against,
        game=f"{log.invite.game} {log.invite.scenario}",
    )


def _check_fields(fields: dict[str, Json]) -> str:
    """The seat that a claim is against. Raises FormatError ``bad-claim`` for fields that are missing, extra or mistyped."""
    least = {"days": 1, "entry": -1, "n": 0, "v": 1}
    counts = [fields.get(name) for name in least]
    try:
        days = [date.fromisoformat(str(fields.get(name))).isoformat() for name in ("since", "made")]
    except ValueError as error:
        raise FormatError.of("bad-claim", "The claim names days that are none.") from error
    good = set(fields) == _FIELDS and all(
        type(each) is int and each >= low for each, low in zip(counts, least.values(), strict=True)
    )
    against = fields.get("against")
    if not good or fields["v"] != 1 or days != [fields["since"], fields["made"]] or against not in ("A", "B"):
        raise FormatError.of("bad-claim", "The first line of the claim is not as it should be.")
    return str(against)


def _theirs(folder: GameFolder, session: Session) -> Waiting:
    found = waiting(folder, session)
    if found is None:
        raise UsageError.of("over", "The game is over; nothing is owed.")
    if found.mine:
        raise NotYourTurn.of(
            "not-your-turn", "It is you who owes {thing}.", thing=found.thing, hint="Type: pbem status"
        )
    return found


def _message(gid: bytes, line: bytes) -> bytes:
    return tagged_hash("claim", gid, line)

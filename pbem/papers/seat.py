"""The paper ``seat``: who asks to play a seat from here on, who hands it over, and what that proves.

The ask names the keys with which the seat is renewed; the line under it the place in the log where that is to happen. In a
``seat-box`` the secrets of the seat stand below, sealed for who asked, and the whole log (``schemas/trust.md``).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, UsageError, VerifyError
from pbem.bytes.records import evolve, field, frozen
from pbem.crypto.dice import MAX_LENGTH
from pbem.crypto.keys import check_public_key, fingerprint, key_id
from pbem.log import MIN_CHAIN, Bundle, Log, check_genesis, parse_log, renewal_of
from pbem.log.entries import Renew
from pbem.log.fields import Fields
from pbem.log.genesis import ends_of
from pbem.papers import renewals
from pbem.papers.appointment import MAX_NAME, is_short_text
from pbem.papers.paper import SEAT, SEAT_BOX, VERSION, Finding, who
from pbem.papers.reader import STRANGER, Reader, doubted, opposite
from pbem.papers.signed_sheet import Sheet, first, seals, sheet
from pbem.port.messages import Message, spelled

HANDED, OFFERED, LAPSED = "handed", "offered", "lapsed"
"""What a log says of a paper: the renewal stands in its place; nothing does yet; something else does."""
_ROW = 16000
_ASK = ("by", "gid", "k", "key", "n", "seal", "tip", "to", "v", "vault", "who")
_PLACE = ("at", "from", "k", "prev", "v")
_MAX_AT = 100_000


@frozen(kw_only=True)
class Ask:
    """Somebody called ``who`` asks for seat ``by``: ``to`` is their identity key, ``renew`` puts their keys in force,
    ``seal`` is the X25519 key that a box for them is sealed to (32 bytes)."""

    by: str
    who: str
    to: bytes
    renew: Renew
    seal: bytes
    sheet: Sheet

    @property
    def key(self) -> bytes:
        """The game key with which they will sign."""
        return bytes.fromhex(self.renew.key)

    @property
    def digest(self) -> bytes:
        """What names the ask (32 bytes)."""
        return tagged_hash("seat-ask-line", self.sheet.line)


@frozen(kw_only=True)
class Place:
    """Where the seat is handed over: turn file ``at``, behind the head ``prev``, by the identity ``origin``."""

    at: int
    prev: bytes
    origin: bytes
    sheet: Sheet


@frozen(kw_only=True)
class SeatPaper:
    """A paper: the ask, where it is handed over (None: nowhere yet), and a log of the game; ``box`` are sealed secrets.

    The log of a paper holds renewals alone, that of a box every turn file.
    """

    ask: Ask
    log: Log
    place: Place | None = None
    box: bytes = field(default=b"", repr=False)

    @property
    def signers(self) -> tuple[str, ...]:
        """Who has signed the ask: ``to``, ``key``, and seats."""
        return self.ask.sheet.signers(_keys(self.log, self.ask))

    @property
    def received(self) -> bool:
        """Whether who asked has signed that every secret in the box was found to be right."""
        place = self.place
        return place is not None and "key" in place.sheet.signers(_handing(self.log, self.ask, place.origin))

    @property
    def digest(self) -> str:
        """What names the handing over in a home (64 hex digits): this ask, in this place."""
        return tagged_hash(
            "seat-line", self.ask.sheet.line, self.place.sheet.line if self.place else b""
        ).hex()

    def paper(self) -> SeatPaper:
        """The same without the box: nothing in it is for one person alone."""
        before = self.place.at if self.place else None
        return evolve(self, box=b"", log=renewals.shortened(self.log, before))

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        head = canon.encode({"a": SEAT_BOX if self.box else SEAT, "v": VERSION}) + b"\n"
        place = self.place.sheet.encode() if self.place else b""
        rows = (self.box[at : at + _ROW] for at in range(0, len(self.box), _ROW))
        box = b"".join(canon.encode({"box": row.hex(), "k": "box"}) + b"\n" for row in rows)
        return head + self.ask.sheet.encode() + place + box + self.log.encode()


def ask(log: Log, by: str, who: str, to: bytes, renew: Renew, seal: bytes) -> SeatPaper:
    """An ask that nobody has signed yet. Raises UsageError ``bad-name`` and what :func:`read` does."""
    if not is_short_text(who, MAX_NAME):
        raise UsageError.of("bad-name", "A name has 1 to 64 characters.")
    fields: dict[str, Json] = {
        "by": by,
        "gid": log.gid.hex(),
        "k": "seat-ask",
        "key": renew.key,
        "n": renew.n,
        "seal": seal.hex(),
        "tip": renew.tip,
        "to": to.hex(),
        "v": VERSION,
        "vault": renew.vault,
        "who": who,
    }
    return SeatPaper(ask=_asked(log, canon.encode(fields)), log=log).paper()


def handed_over(paper: SeatPaper, log: Log, origin: bytes) -> SeatPaper:
    """The paper about the place at the end of this log, with nobody's signature under that; its log is the whole one."""
    fields: dict[str, Json] = {
        "at": len(log.bundles) + 1,
        "from": origin.hex(),
        "k": "seat",
        "prev": log.head.hex(),
        "v": VERSION,
    }
    line = sheet("seat", log.gid, fields).line
    return evolve(known_to(paper, log), log=log, place=_placed(log, paper.ask, line), box=b"")


def known_to(paper: SeatPaper, log: Log) -> SeatPaper:
    """The ask as a longer log of the game has it: without signatures by keys that were given up since."""
    known = {key_id(each) for each in _keys(log, paper.ask).values()}
    kept = tuple(each for each in paper.ask.sheet.seals if each.key in known)
    made = SeatPaper(ask=evolve(paper.ask, sheet=evolve(paper.ask.sheet, seals=kept)), log=log)
    return made.paper()


# --- reading ----------------------------------------------------------------------------------------------------------


def read(lines: bytes) -> SeatPaper:
    """A paper or a box from its lines, every signature checked.

    Raises FormatError ``bad-paper`` and those of the log, VerifyError.
    """
    head, *rows = lines.split(b"\n")
    boxed = head == canon.encode({"a": SEAT_BOX, "v": VERSION})
    if not boxed and head != canon.encode({"a": SEAT, "v": VERSION}):
        raise _bad()
    asking, rows = _sheet(rows)
    second, rows = _sheet(rows) if rows[0].startswith(b'{"at":') else ([], rows)
    box, rows = _box(rows)
    log = parse_log(b"\n".join(rows))
    check_genesis(log)
    if log.accept is None or boxed != bool(box) or (boxed and not second):
        raise _bad()
    if not boxed:
        renewals.check(log)
    asked = _asked(log, asking[0])
    asked = evolve(asked, sheet=evolve(asked.sheet, seals=tuple(seals(asking[1:]))))
    if not {"to", "key"} <= set(asked.sheet.signers(_keys(log, asked))):
        raise FormatError.of("bad-paper", "Who asks for the seat has not signed with both keys.")
    place = None
    if second:
        place = _placed(log, asked, second[0])
        place = evolve(place, sheet=evolve(place.sheet, seals=tuple(seals(second[1:]))))
        if not {"from", asked.by} <= set(place.sheet.signers(_handing(log, asked, place.origin))):
            raise FormatError.of("bad-paper", "Who hands the seat over has not signed with both keys.")
        if any(each.header.n >= place.at for each in log.bundles):
            raise _bad()
    return SeatPaper(ask=asked, log=log, place=place, box=box)


def _sheet(rows: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    found, rest = first(rows)
    if not rest:
        raise _bad()
    return found, rest


def _box(rows: list[bytes]) -> tuple[bytes, list[bytes]]:
    parts = list[bytes]()
    while rows and rows[0].startswith(b'{"box":'):
        fields = canon.decode(rows.pop(0))
        text = fields.get("box")
        if set(fields) != {"box", "k"} or fields["k"] != "box" or not isinstance(text, str):
            raise _bad()
        try:
            parts.append(bytes.fromhex(text))
        except ValueError:
            raise _bad() from None
        if (
            parts[-1].hex() != text
            or not 0 < len(parts[-1]) <= _ROW
            or (parts[:-1] and len(parts[-2]) < _ROW)
        ):
            raise _bad()
    return b"".join(parts), rows


def _asked(log: Log, line: bytes) -> Ask:
    """The ask on a line. Raises FormatError, and VerifyError ``other-game``, ``reused-key``, ``own-seat``."""
    value = canon.decode(line)
    fields = Fields(value, _ASK)
    by, name = value["by"], value["who"]
    if by not in ("A", "B") or value["k"] != "seat-ask" or not isinstance(name, str):
        raise _bad()
    if not is_short_text(name, MAX_NAME):
        raise _bad()
    if fields.octets("gid", 32) != log.gid:
        raise VerifyError.of("other-game", "The seat is asked for in another game.")
    key, to = (check_public_key(fields.octets(each, 32)) for each in ("key", "to"))
    tip, vault = fields.octets("tip", 32), fields.octets("vault", 32)
    seats = log.invite.seat, log.accepted.seat
    known = {*log.keys_of("A"), *log.keys_of("B"), *(each.identity for each in seats)}
    if key in known or key == to or tip == vault or {tip, vault} & set(ends_of(*seats)):
        raise VerifyError.of("reused-key", "The seat is asked for with a key that is in the game already.")
    referee = log.invite.referee
    if to == seats[by == "A"].identity or (referee is not None and to == referee.key):
        raise VerifyError.of(
            "own-seat", "Who has the other seat, or is the referee, cannot ask for this one."
        )
    renew = Renew(
        key=key.hex(), n=fields.number("n", MIN_CHAIN, MAX_LENGTH), tip=tip.hex(), vault=vault.hex()
    )
    made = Sheet(purpose="seat-ask", gid=log.gid, line=line)
    return Ask(by=str(by), who=name, to=to, renew=renew, seal=fields.octets("seal", 32), sheet=made)


def _placed(log: Log, asked: Ask, line: bytes) -> Place:
    value = canon.decode(line)
    fields = Fields(value, _PLACE)
    if value["k"] != "seat":
        raise _bad()
    return Place(
        at=fields.number("at", 1, _MAX_AT),
        prev=fields.octets("prev", 32),
        origin=check_public_key(fields.octets("from", 32)),
        sheet=Sheet(purpose="seat", gid=log.gid, line=line, above=asked.sheet.line),
    )


def _keys(log: Log, asked: Ask) -> dict[str, bytes]:
    return {"to": asked.to, "key": asked.key, "A": log.key_of("A"), "B": log.key_of("B")}


def _handing(log: Log, asked: Ask, origin: bytes) -> dict[str, bytes]:
    return {"from": origin, asked.by: log.key_of(asked.by), "key": asked.key}


def _bad() -> FormatError:
    return FormatError.of("bad-paper", "The paper about a seat is not as it should be.")


# --- with the log -----------------------------------------------------------------------------------------------------


def standing(paper: SeatPaper, log: Log) -> tuple[str, int]:
    """What a log of the game, each turn file of which is signed, says of a paper; with the turn file that handed over."""
    wanted, place = paper.ask, paper.place
    for each in log.bundles:
        if each.header.by == wanted.by and renews(each, wanted):
            there = place is None or (each.header.n, each.header.prev) == (place.at, place.prev)
            return (HANDED, each.header.n) if there else (LAPSED, 0)
    if place is None:
        kept = log.key_of(wanted.by) == paper.log.key_of(wanted.by)
        return (OFFERED if kept else LAPSED), 0
    waits = len(log.bundles) < place.at - 1 or (len(log.bundles) == place.at - 1 and log.head == place.prev)
    return (OFFERED if waits else LAPSED), 0


def renews(bundle: Bundle, asked: Ask) -> bool:
    """Whether a turn file puts the keys of an ask in force, all of them."""
    if renewal_of(bundle) is None:
        return False
    entry, wanted = bundle.entries[0], asked.renew
    return all(entry.get(name) == getattr(wanted, name) for name in ("key", "n", "tip", "vault"))


def dealt(log: Log) -> bool:
    """Whether cards of a shared deck were masked in a log: who had a seat then can read what is dealt from it later."""
    return any(entry["k"] == "deck-mask" for bundle in log.bundles for entry in bundle.entries)


def finding(paper: SeatPaper, reader: Reader = STRANGER) -> Finding:
    """The verdict on a paper in sentences; a box opens only where it was asked for, and is judged by its paper."""
    ask, log = paper.ask, paper.log
    word, n = standing(paper, reader.logs[0]) if reader.logs else (OFFERED, 0)
    signed = paper.signers
    offered = ask.by in signed or paper.place is not None
    lost = reader.signer_lost(log, (ask.by,) if word != HANDED and offered else (), len(log.bundles))
    lines = [
        _said(paper, reader, word, n, offered=offered),
        _agreement(paper, reader) if offered else Message("Nobody is bound by it yet."),
        Message("It does not show who sits at a keyboard: nobody can tell two keys of one person apart."),
        *_origin(paper),
        *(doubted(log, reader, lost) if offered and word == OFFERED else ()),
    ]
    code = LAPSED if word == LAPSED else "" if offered else "unsigned"
    return reader.finding(SEAT_BOX if paper.box else SEAT, log, lines, code, word, proved=not code)


def _said(paper: SeatPaper, reader: Reader, word: str, n: int, *, offered: bool) -> str:
    ask, log = paper.ask, paper.log
    side = spelled(log.invite.sides["AB".index(ask.by)])
    name = Message("{name} (code {code})", name=ask.who, code=fingerprint(ask.to))
    names = {"name": name, "side": side, "who": who(log, ask.by)}
    if word == HANDED:
        return Message(
            "From turn file {n} on {name} answers for {side}, in the place of {who}.", n=n, **names
        )
    if word == LAPSED:
        return Message(
            "{name} was to play {side} in the place of {who}: the game has gone on otherwise, and this has lapsed.",
            **names,
        )
    if offered:
        return Message("{name} is to play {side} in the place of {who}, who has signed for it.", **names)
    return Message("{name} asks to play {side} in the place of {who}.", **names)


def _agreement(paper: SeatPaper, reader: Reader) -> str:
    across = opposite(paper.ask.by)
    names = {"name": reader.name(paper.log, across)}
    if across in paper.signers:
        return Message("{name} agreed to it.", **names)
    if across == reader.seat:
        return Message("You have not signed that you agree; it holds without.")
    return Message("{name} has not signed that they agree; it holds without.", **names)


def _origin(paper: SeatPaper) -> Iterator[str]:
    seat = paper.log.seat_of(paper.ask.by)
    if paper.place is not None and paper.place.origin != seat.identity:
        yield Message(
            "It is not the identity of the first mail that hands over, but the one with the code {code}.",
            code=fingerprint(paper.place.origin),
        )

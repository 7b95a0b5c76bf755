"""Results that count without the log: played out, resigned, agreed, or ruled by a referee both players appointed.

A result names the game by its id and the log by its head. Who holds the log can compare; who does not has the
signatures, and is told whose word it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, UsageError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import Keypair, fingerprint
from pbem.log import Log
from pbem.papers import renewals
from pbem.papers import vault_keys as vaults
from pbem.papers.appointment import (
    FIRST_LINES,
    Appointed,
    doubts,
    is_short_text,
    parse_appointed,
    players,
)
from pbem.papers.paper import OLD_KEY, RESULT, VERSION, Finding, is_version, who
from pbem.papers.reader import STRANGER, Reader, excused
from pbem.papers.signed_sheet import Sheet, first, seals, sheet
from pbem.papers.vault_keys import Opened
from pbem.port.messages import Capital, Message, Series, counted, spelled

PAPER = RESULT
PLAYED, RESIGNED, AGREED, RULED = "played", "resigned", "agreed", "ruled"
SEEN = "seen"
"""No end of a game: the referee has verified the log as far as a turn file, and countersigns its head."""
MAX_TEXT = 200
_FIELDS = {"a", "entry", "gid", "head", "how", "level", "n", "score", "v", "winner"}
_HASH = re.compile(r"[0-9a-f]{64}")


@frozen(kw_only=True)
class Outcome:
    """A result: how it came about, the winning side ("" for a draw), the level in words and the score, if there is one."""

    how: str
    winner: str
    level: str
    score: int | None = None


@frozen(kw_only=True)
class ResultPaper:
    """A result with its signatures, the referee's appointment where he ruled, the invitation and acceptance, and the
    renewals of keys before it. ``vaults`` are the vault keys that players have opened under it.
    """

    log: Log
    outcome: Outcome
    sheet: Sheet
    appointed: Appointed | None = None
    vaults: tuple[Opened, ...] = ()

    def signed(self, key: Keypair) -> ResultPaper:
        """The paper with one more signature."""
        return evolve(self, sheet=self.sheet.signed(key))

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        referee = self.appointed.sheet.encode() if self.appointed else b""
        opened = b"".join(each.sheet.encode() for each in self.vaults)
        return self.sheet.encode() + opened + referee + self.log.encode()


def write(log: Log, outcome: Outcome, appointed: Appointed | None = None) -> ResultPaper:
    """A result of the game as far as the log goes, signed by nobody yet. Raises UsageError ``bad-result``."""
    if outcome.winner not in ("", *log.invite.sides):
        sides = Series(map(spelled, log.invite.sides))
        raise UsageError.of(
            "bad-result",
            "There is no side {side!r} in this game.",
            side=outcome.winner,
            sides=sides,
            hint="Sides: {sides}.",
        )
    if not is_short_text(outcome.level, MAX_TEXT):
        raise UsageError.of(
            "bad-result", "A result is told in one line of at most {most} characters.", most=MAX_TEXT
        )
    last = log.bundles[-1].header if log.bundles else None
    fields: dict[str, Json] = {
        "a": PAPER,
        "entry": last.last if last else 0,
        "gid": log.gid.hex(),
        "head": (last.head if last else log.gid).hex(),
        "how": outcome.how,
        "level": outcome.level,
        "n": last.n if last else 0,
        "score": outcome.score,
        "v": VERSION,
        "winner": outcome.winner,
    }
    known = renewals.shortened(log, last.n + 1 if last else 1)
    return ResultPaper(
        log=known, outcome=outcome, sheet=sheet("result", log.gid, fields), appointed=appointed
    )


def seen(log: Log, appointed: Appointed) -> ResultPaper:
    """The head of a log that holds, for the referee to countersign. Raises UsageError ``bad-result``."""
    return write(log, Outcome(how=SEEN, winner="", level=_WAYS[SEEN]), appointed)


def read(lines: bytes) -> ResultPaper:
    """A result from its lines: every signature checked, and that enough have signed is left to :func:`finding`.

    Raises FormatError and VerifyError.
    """
    rows = lines.split(b"\n")
    (head, *signatures), rest = first(rows)
    rest, opened = vaults.split(rest)
    referee: list[bytes] = []
    if rest and rest[0].startswith(FIRST_LINES):
        referee, rest = first(rest)
    log = renewals.below(rest, Message("A result ends with the invitation and the acceptance of its game."))
    appointed = parse_appointed(log, referee) if referee else None
    paper = ResultPaper(
        log=log,
        outcome=_outcome(log, canon.decode(head)),
        sheet=Sheet(purpose="result", gid=log.gid, line=head, seals=tuple(seals(signatures))),
        appointed=appointed,
        vaults=vaults.read(log, head, opened),
    )
    have = signers(paper)
    if paper.vaults and (paper.outcome.how not in (RESIGNED, AGREED) or not {"A", "B"} <= set(have)):
        raise FormatError.of(
            "bad-paper", "A vault is opened under a resignation or an agreement that both have signed, only."
        )
    return paper


def opened_by(paper: ResultPaper, seat: str, keys: tuple[bytes, ...], keypair: Keypair) -> ResultPaper:
    """The paper with the vault keys of a seat (oldest first), signed with its game key; as it is when they are there.

    Raises UsageError ``not-ended`` unless both players have signed this end of the game: a vault is never opened while the
    game can go on; and VerifyError ``other-vault``.
    """
    if paper.outcome.how not in (RESIGNED, AGREED) or not {"A", "B"} <= set(signers(paper)):
        raise UsageError.of("not-ended", "A vault is opened only when both have signed how the game ended.")
    if any(each.seat == seat for each in paper.vaults):
        return paper
    made = vaults.write(paper.log, paper.sheet.line, seat, keys).signed(keypair)
    return evolve(paper, vaults=tuple(sorted((*paper.vaults, made), key=lambda each: each.seat)))


def signers(paper: ResultPaper) -> tuple[str, ...]:
    """Who has signed: ``A``, ``B``, ``referee``. Raises VerifyError for any other signature."""
    keys = dict(players(paper.log))
    if paper.appointed is None and paper.log.invite.referee is not None:
        keys["referee"] = paper.log.invite.referee.key
    if paper.appointed is not None:
        keys["referee"] = paper.appointed.key
        paper.appointed.sheet.signers(players(paper.log))
    return paper.sheet.signers(keys)


def stands(paper: ResultPaper) -> str:
    """Why the result does not bind yet, in one sentence; "" when it does."""
    have, log, outcome = signers(paper), paper.log, paper.outcome
    losing = {"A": log.invite.sides[0], "B": log.invite.sides[1]}
    match outcome.how:
        case "resigned":
            loser = next((seat for seat, side in losing.items() if side != outcome.winner), "")
            return "" if outcome.winner and loser in have else Message("the loser has not signed it")
        case "agreed":
            missing = [who(log, seat) for seat in ("A", "B") if seat not in have]
            names = Series(missing, Message(" and "))
            return (
                counted(len(missing), "{names} has not signed it", "{names} have not signed it", names=names)
                if missing
                else ""
            )
        case "ruled" | "seen":
            bound = log.invite.referee is not None and paper.appointed is None
            if not bound and (
                paper.appointed is None or len(paper.appointed.sheet.signers(players(log))) < 2
            ):
                return Message("not both players have appointed the referee")
            return "" if "referee" in have else Message("the referee has not signed it")
        case _:
            return "" if {"A", "B"} & set(have) else Message("nobody has signed it")


_WAYS = {
    PLAYED: Message("as it was played"),
    RESIGNED: Message("by resignation"),
    AGREED: Message("by agreement"),
    RULED: Message("by the referee's ruling"),
    SEEN: Message("all of it holds so far"),
}


def _level(log: Log, outcome: Outcome) -> str:
    """The level in words; that somebody resigned is written in English, and said by side."""
    for side in log.invite.sides:
        if outcome.level == f"{side} resigns":
            return Message("{side} resigns", side=spelled(side))
    return spelled(outcome.level)


def finding(paper: ResultPaper, reader: Reader = STRANGER) -> Finding:
    """The verdict in sentences."""
    log, outcome, have = paper.log, paper.outcome, signers(paper)
    open_ = stands(paper)
    names = {"A": reader.whom(log, "A"), "B": reader.whom(log, "B"), "referee": referee(paper)}
    by = Series((names[each] for each in have), Message(" and ")) or Message("nobody")
    score = "" if outcome.score is None else f" ({outcome.score})"
    won = Message("{side} wins", side=spelled(outcome.winner)) if outcome.winner else Message("a draw")
    level = "" if outcome.level == _WAYS[outcome.how] else Message(": {level}", level=_level(log, outcome))
    n, head = int(str(paper.sheet.fields["n"])), str(paper.sheet.fields["head"])[:16]
    end = (
        Message("{won} {how}", won=won, how=_WAYS[outcome.how])
        if outcome.how != SEEN
        else Message("the game goes on; {ways}", ways=_WAYS[SEEN])
    )
    seats = (*have, *(paper.appointed.sheet.signers(players(log)) if paper.appointed is not None else ()))
    lost = reader.signer_lost(log, seats, n)
    code = "unsigned" if open_ else lost.code if lost is not None else ""
    said = counted(
        max(len(have), 1),
        "{by} signed: {one} against {other}: {end}{level}{score}.",
        "{by} signed: {one} against {other}: {end}{level}{score}.",
        by=Capital(by),
        one=names["A"],
        other=names["B"],
        end=end,
        level=level,
        score=score,
    )
    lines = (
        said if lost is None else Series((said, excused(lost, reader.whom(log, lost.by))[0]), " "),
        excused(lost, reader.whom(log, lost.by))[1] if lost is not None else _binds(outcome.how, have, open_),
        Message("It speaks of the game after turn file {n}.", n=n)
        if n
        else Message("It names no turn file: it speaks of the game as a whole."),
        *doubts(log, reader, lost, paper.appointed),
        *vaults.told(log, paper.vaults, ended=outcome.how in (RESIGNED, AGREED) and not open_),
    )
    return Finding(
        paper=PAPER,
        proved=not open_ and code != OLD_KEY,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=lines,
        code=code,
        word=_word(outcome.how, have),
        details=(
            Message(
                "Of the game {gid} after turn file {n} (head {head}).", gid=log.gid.hex()[:16], n=n, head=head
            ),
            *_codes(paper),
        ),
        role="across" if reader.seat else "",
    )


def _binds(how: str, have: tuple[str, ...], open_: str) -> str:
    """What the signatures prove, and what not."""
    if open_:
        return Message("It proves what those named have signed, and does not bind yet: {open}.", open=open_)
    if how == SEEN:
        return Message(
            "It proves that the referee both have appointed vouches for the log so far. It ends nothing."
        )
    if how == PLAYED and len(have) < 2:
        return Message(
            "It is the word of one player: check the log (pbem verify), or let the other sign too."
        )
    if how == RULED:
        return Message(
            "It binds: both players have appointed this referee. It does not prove that the ruling is right."
        )
    return Message("It binds. How the game was played it does not prove: that is in the log.")


def _codes(paper: ResultPaper) -> Iterator[str]:
    if paper.appointed is not None:
        yield Message(
            "The code of {name} is {code}.", name=paper.appointed.name, code=fingerprint(paper.appointed.key)
        )


def _word(how: str, have: tuple[str, ...]) -> str:
    if how == SEEN:
        return Message("countersigned")
    return Message("claimed") if how == PLAYED and len(have) < 2 else Message("signed")


def referee(paper: ResultPaper) -> str:
    """The referee of a paper by name and code."""
    if paper.appointed is None:
        return (
            Message("the referee")
            if paper.log.invite.referee is None
            else Message("the referee of the invitation")
        )
    return Message("{name} (referee)", name=paper.appointed.name)


def _is_count(value: Json) -> bool:
    return type(value) is int and value >= 0


def _is_hash(value: Json) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _outcome(log: Log, fields: dict[str, Json]) -> Outcome:
    how, winner, level, score = (fields.get(name) for name in ("how", "winner", "level", "score"))
    if set(fields) != _FIELDS or not is_version(fields.get("v")) or fields.get("a") != PAPER:
        raise FormatError.of("bad-paper", "The first line of the result is not as it should be.")
    if fields.get("gid") != log.gid.hex():
        raise VerifyError.of("other-game", "The result is of another game than the invitation below it.")
    if not isinstance(how, str) or how not in _WAYS or winner not in ("", *log.invite.sides):
        raise FormatError.of("bad-paper", "The result names a winner or a way that there is not.")
    if how == SEEN and (winner, level, score) != ("", _WAYS[SEEN], None):
        raise FormatError.of("bad-paper", "What a referee has seen is not a result, and names none.")
    if not isinstance(level, str) or not is_short_text(level, MAX_TEXT):
        raise FormatError.of("bad-paper", "The level of the result is not one short line.")
    if score is not None and type(score) is not int:
        raise FormatError.of("bad-paper", "The score of the result is not a whole number.")
    if not all(_is_count(fields.get(name)) for name in ("n", "entry")) or not _is_hash(fields.get("head")):
        raise FormatError.of("bad-paper", "The result does not name the turn file after which it stands.")
    assert isinstance(winner, str)
    return Outcome(how=how, winner=winner, level=level, score=score)

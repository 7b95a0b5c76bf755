"""What lies before a referee: the game in the files that the players sent, what can be ruled on it, all of it in words.

Nothing is signed here. What a paper alone shows (evidence) can be looked at; a ruling needs the whole log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pbem.bytes.errors import PbemError, UsageError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.bytes.text import shown
from pbem.games.game_cards import title
from pbem.home import packs, sentences, verdict_sentence
from pbem.home.disputes import silence
from pbem.home.disputes.silence import Claim
from pbem.home.identity import Card
from pbem.home.rulings import clause as clauses
from pbem.home.rulings.agreed_days import days_of
from pbem.home.verdict_sentence import RejectedError
from pbem.home.viewing import logs as looking
from pbem.home.viewing.logs import Film
from pbem.log import Bundle, Log, parse_log, read_bundles, rulings_in
from pbem.papers import appointment as appointments
from pbem.papers import evidence
from pbem.papers.appointment import Appointed
from pbem.papers.kinds import is_claim, is_paper
from pbem.port.messages import Message, counted
from pbem.replay.fold import AppliedEntry
from pbem.replay.ruling import Possible, possible
from pbem.replay.table import NextStep, Position, other, owed
from pbem.replay.verdict import UNCHECKED
from pbem.store.home import Home

_TURN = b'{"by":'
WANTED = Message("A ruling needs the whole log of the game: ask both players for theirs.")
SEND_LOG = Message("Each of them types: pbem replay spectate --delay 0 --out FILE.pbem")


@frozen(kw_only=True)
class Hearing:
    """A game before its referee: ``film`` is the log as far as its turn files hold, ``claim`` the one it came in.

    ``beside`` are turn files that are known and not in that log: of another history, refused, or beyond what holds.
    ``appointed`` is an appointment on paper; ``name`` is what the file is called.
    """

    film: Film
    name: str
    can: Possible
    claim: Claim | None = None
    beside: tuple[Bundle, ...] = ()
    appointed: Appointed | None = None
    fault: str = ""
    along: str = ""
    """What goes with the file in a command that rules on it."""

    @property
    def log(self) -> Log:
        """The log to rule on."""
        return self.film.log

    @property
    def position(self) -> Position[object]:
        """Where the game stands."""
        return self.film.at(None)[0]

    @property
    def due(self) -> NextStep:
        """What is owed there."""
        return owed(self.position)

    @property
    def waiting_side(self) -> str:
        """The side that does not owe the next step."""
        return self.position.table.seats[other(self.due.seat)].side

    def answers(self) -> tuple[Bundle, ...]:
        """Turn files that go on from this log, by the seat that owes: what a claim of silence forgets."""
        head = self.log.head
        return tuple(
            each for each in self.beside if each.header.prev == head and each.header.by == self.due.seat
        )


def hear(home: Home, file: Path, beside: Sequence[Path] = (), appointment: Path | None = None) -> Hearing:
    """The game in a log or a claim, with whatever else the players sent ``beside`` it.

    Raises UsageError ``needs-log`` for a file without a whole log, VerifyError for a claim that does not hold or an
    appointment to another game (``other-game``), and what is wrong with a file.
    """
    lines = looking.lines_of(file)
    find = packs.finder(home)
    claim = silence.read_claim(lines, find) if is_claim(lines) else None
    if claim is not None and not claim.holds:
        raise VerifyError.of(claim.code, "{shown} proves nothing. {why}", shown=shown(file), why=claim.why)
    if claim is None and (is_paper(lines) or lines.startswith(_TURN)):
        raise UsageError(
            "needs-log",
            Message("{shown} is not a whole log. {wanted}", shown=shown(file), wanted=WANTED),
            hint=SEND_LOG,
        )
    data = claim.log if claim is not None else lines
    film = looking.film_of_log(data, packs.pack_for(home, data), find)
    if film.verdict.verdict == UNCHECKED:
        raise RejectedError(film.verdict, shown(file))
    film, cut = _whole_bundles(film)
    log = film.log
    known = {each.hash() for each in log.bundles}
    found = {each.hash(): each for each in (*cut, *(b for path in beside for b in _bundles(path, log.gid)))}
    strays = tuple(each for key, each in found.items() if key not in known)
    return Hearing(
        film=film,
        name=shown(file),
        can=possible(film.at(None)[0], strays),
        claim=claim,
        beside=strays,
        appointed=_appointment(appointment, log),
        fault="" if film.verdict.good else verdict_sentence.banner(film.verdict),
        along=(f" --appointment {shown(appointment)}" if appointment is not None else "")
        + "".join(f" --beside {shown(each)}" for each in beside),
    )


def _whole_bundles(film: Film) -> tuple[Film, tuple[Bundle, ...]]:
    """The film of the turn files that hold whole, and those behind them: one may hold in part."""
    if film.verdict.good:
        return film, ()
    count = min(film.verdict.bundles, len(film.log.bundles))
    held, cut = film.log.bundles[:count], film.log.bundles[count:]
    entries = held[-1].header.last + 1 if held else 0
    return evolve(film, log=evolve(film.log, bundles=held), trail=film.trail[:entries]), cut


def _bundles(path: Path, gid: bytes) -> tuple[Bundle, ...]:
    """The turn files of a game in a file of any kind. Raises VerifyError ``other-game`` and what is wrong with the file."""
    lines = looking.lines_of(path)
    if is_claim(lines):
        lines = lines.split(b"\n", 2)[2]
    if is_paper(lines):
        found = _in_paper(lines)
    else:
        found = read_bundles(lines) if lines.startswith(_TURN) else parse_log(lines).bundles
    mine = tuple(each for each in found if each.header.gid == gid)
    if found and not mine:
        raise VerifyError.of(
            "other-game", "{shown} is about another game.", shown=shown(path), hint="Leave it out."
        )
    return mine


def _in_paper(lines: bytes) -> tuple[Bundle, ...]:
    with suppress(PbemError):
        paper = evidence.read(lines)
        return (*paper.support, *paper.one, *paper.other)
    return ()


def _appointment(path: Path | None, log: Log) -> Appointed | None:
    if path is None:
        return None
    made = appointments.read(looking.lines_of(path))
    if made.log.gid != log.gid:
        raise VerifyError.of(
            "other-game", "{shown} is about another game.", shown=shown(path), hint="Leave it out."
        )
    return made


# --- in words ---------------------------------------------------------------------------------------------------------


def story(heard: Hearing) -> Iterator[str]:
    """What lies before the referee, in sentences: the game, who owes what, and what is not proved."""
    log, position = heard.log, heard.position
    invite = log.invite
    yield (
        Message(
            "{title}: {who} against {who_b}. {count} entries in {files} hold.",
            title=title(invite.game, invite.scenario),
            who=sentences.who(heard, "A"),
            who_b=sentences.who(heard, "B"),
            count=position.count,
            files=counted(len(log.bundles), "{n} turn file", "{n} turn files"),
        )
    )
    if heard.fault:
        yield Message("{fault} You rule on what holds before that turn file.", fault=heard.fault)
    if heard.claim is not None:
        yield from _claimed(heard, heard.claim)
    yield Message(
        "It stands at {when}. {owes}",
        when=sentences.when(position.rules.moment(position.game)),
        owes=sentences.owes(heard, heard.due),
    )
    for each in rulings_in(log.bundles):
        yield Message(
            "Turn file {n} is a ruling: {ruling}",
            n=each.header.n,
            ruling=_first(heard.film.trail[each.header.last]),
        )
    if heard.beside:
        numbers = sorted({each.header.n for each in heard.beside})
        named = (
            Message("turn file {n}", n=numbers[0])
            if len(numbers) == 1
            else Message("turn files {first} to {last}", first=numbers[0], last=numbers[-1])
        )
        yield Message(
            "Beside it you have {named} of another version, or later ones. A ruling makes way for what they "
            "rolled.",
            named=named,
        )


def _claimed(heard: Hearing, claim: Claim) -> Iterator[str]:
    yield (
        Message(
            "The claim holds: {who} owes {thing}, {after}. {by} says, on {made}: since {since}; {days} days "
            "were agreed on. Those days are their word.",
            who=claim.who,
            thing=claim.thing,
            after=silence.after(claim.entry),
            by=claim.by,
            made=claim.made,
            since=claim.since,
            days=claim.days,
        )
    )
    if found := heard.answers():
        yield Message(
            "But {who} has answered: turn file {n} is among what you have.",
            who=claim.who,
            n=found[0].header.n,
        )
    else:
        yield Message(
            "It does not prove that no answer was sent since: ask {who} for a later turn file first.",
            who=claim.who,
        )


def back_to(heard: Hearing, most: int) -> Iterator[str]:
    """The entries after which the game could go on, the last ``most``, with what each was."""
    for to in heard.can.to[-most:]:
        yield Message("{to:>5}  {entry}", to=to, entry=_first(heard.film.trail[to]))


def _first(happened: AppliedEntry[object]) -> str:
    """An entry in one sentence."""
    table = happened.position.table
    name = Message("the referee") if happened.seat not in table.seats else table.seats[happened.seat].name
    said = next((sentences.sentence(each) for each in happened.outcomes if each.text), "")
    return said or Message("{name}: {kind}", name=name, kind=_KINDS.get(happened.kind, happened.kind))


_KINDS = {
    "start": Message("the game begins"),
    "seal": Message("a secret order, sealed"),
    "req": Message("a roll is asked for"),
    "rsp": Message("the answer to a roll"),
    "open": Message("the opening of the roll"),
    "show": Message("a secret is opened"),
    "note": Message("a word to the other"),
    "back": Message("a take-back is offered"),
    "reply": Message("an answer to an offer"),
    "renew": Message("new keys"),
    "reject": Message("a turn is refused"),
}


def bound(home: Home, own: Card | None, heard: Hearing) -> str:
    """What binds the players to a referee, in words."""
    made = heard.appointed
    if made is not None:
        days = (
            Message(" A player may turn to them after {days} days of silence.", days=made.days)
            if made.days
            else ""
        )
        return Message("Both players have appointed {name} as the referee.{days}", name=made.name, days=days)
    return clauses.told(home, own, heard.log) or (
        Message(
            "Nobody is the referee of this game yet: both players sign for one with pbem referee appoint, "
            "and that paper goes along as --appointment PAPER."
        )
    )


def choices(heard: Hearing) -> Iterator[str]:
    """The commands that rule on it, each with what it means."""
    if heard.can.why_not:
        yield Message("Nothing can be ruled: {why}", why=heard.can.why_not)
        return
    rule, sides = (f"pbem referee rule {heard.name}{heard.along}", heard.log.invite.sides)
    why = '--text "why"'
    if timed(heard) == "":
        yield f"{rule} --time"
        yield Message(
            "    the game is over: {side} wins, because the other side stayed silent",
            side=Message(heard.waiting_side),
        )
    if heard.can.to and heard.can.j:
        yield f"{rule} --void {heard.can.to[-1]} {why}"
        yield Message(
            "    the game goes on from the position after entry {n} (or another that is listed)",
            n=heard.can.to[-1],
        )
    yield f"{rule} --stands {why}"
    yield Message("    all of it stands, and the game goes on from here")
    yield f'{rule} --over {sides[0]} --level "how" {why}'
    yield Message(
        "    the game is over: {one} wins (or {other}; draw: nobody wins)", one=sides[0], other=sides[1]
    )
    yield Message(
        "With --void or --stands, --days N says how many days the player has who owes the next step."
    )


def timed(heard: Hearing) -> str:
    """Why ``--time`` does not apply, in one sentence; "" when it does."""
    clause = heard.log.invite.referee
    if heard.claim is None:
        return Message("--time is for a claim of silence (pbem dispute claim), and this is none.")
    if clause is None or clause.then != "loses":
        return Message(
            "The players did not agree that the silent side loses: what follows is yours to decide."
        )
    needed = days_of(heard.log)
    if heard.claim.days < needed:
        return Message(
            "The claim speaks of {days} days; the players are bound to {needed}.",
            days=heard.claim.days,
            needed=needed,
        )
    if found := heard.answers():
        return Message(
            "The other side has answered: turn file {n} is among what you have.", n=found[0].header.n
        )
    return ""

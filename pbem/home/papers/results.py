"""Results, resignations, agreements and rulings, made with the keys of a home (:mod:`pbem.papers.results`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, FormatError, UsageError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.bytes.text import shown
from pbem.crypto.keys import Keypair
from pbem.home import games
from pbem.home.beside.machines import check_home
from pbem.home.games import open_session
from pbem.home.identity import Identity
from pbem.home.kept_papers import game_over
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.papers import steps
from pbem.home.papers.steps import Step
from pbem.home.rulings import signed_rulings
from pbem.home.verdict_sentence import RejectedError
from pbem.home.viewing import logs as looking
from pbem.log import Log, rulings_in
from pbem.papers import appointment as appointments
from pbem.papers import results
from pbem.papers.appointment import Appointed, players
from pbem.papers.kinds import is_paper
from pbem.papers.reader import Reader
from pbem.papers.results import AGREED, PLAYED, RESIGNED, Outcome, ResultPaper
from pbem.port.messages import Capital, Message
from pbem.protocol.session import Session
from pbem.replay.outcome import ending
from pbem.store.atomic import write_bytes
from pbem.store.game import GameFolder
from pbem.store.home import Home


@frozen(kw_only=True)
class Made:
    """A paper to be written: its lines, the name it gets when none is given, what it says, and what to do with it."""

    data: bytes
    name: str
    lines: tuple[str, ...]
    then: Step


def told(paper: Path) -> tuple[str, ...]:
    """What a result or an appointment says, in sentences, before anybody signs it."""
    lines = _lines(paper)
    if lines.startswith(b'{"a":"appointment"'):
        made = appointments.read(lines)
        return appointments.finding(made, Reader(logs=(made.log,))).lines
    read = results.read(lines)
    return results.finding(read, Reader(logs=(read.log,))).lines


def store(made: Made, place: Path) -> None:
    """Write the paper."""
    write_bytes(place, container.pack(made.data), mode=0o644)


def played(folder: GameFolder, identity: Identity, paper: Path | None) -> Made:
    """The result of a game that is over, signed by this home; on the other's paper when there is one.

    Raises UsageError ``not-over``, ConflictError ``over-on-paper``, and VerifyError ``other-result`` for a paper that does
    not say what the log says.
    """
    check_home(games.home_of(folder))
    session = open_session(folder, identity)
    if paper is not None and (theirs := _read(paper)).outcome.how in (RESIGNED, AGREED):
        return _completed(session, theirs, paper)
    result = ending(session.position)
    if result is None or (session.owed.kind and not result.ruled):
        game_over.refuse(folder)
        raise UsageError.of(
            "not-over", "The game is not over.", hint="pbem end resign, or pbem end agree --draw"
        )
    outcome = Outcome(how=PLAYED, winner=result.winner, level=result.level, score=result.score)
    mine = results.write(_ended(session.log) if result.ruled else session.log, outcome)
    if paper is not None:
        theirs = _read(paper)
        if theirs.sheet.line != mine.sheet.line:
            raise VerifyError.of(
                "other-result",
                "{name} does not say what your log says: {level}.",
                name=paper.name,
                level=outcome.level,
            )
        _in_force(session, theirs, paper.name)
        mine = theirs
    return _made(mine.signed(session.vault.keypair), steps.countersign)


def _ended(log: Log) -> Log:
    """A log up to the ruling that ended the game: the same for both players, also when one has opened a vault since."""
    return evolve(log, bundles=log.bundles[: max(each.header.n for each in rulings_in(log.bundles))])


def resigned(folder: GameFolder, identity: Identity) -> Made:
    """The resignation of this home's side.

    Raises UsageError ``over``, and ``no-side`` in a game for one, and ConflictError ``agreed-already``.
    """
    check_home(games.home_of(folder))
    session = open_session(folder, identity)
    _running(session, folder)
    if (plays := session.game.rules.sides[: session.game.info.playing])[1:] == ():
        raise UsageError.of(
            "no-side",
            "One plays this game, and the other has a part in the dice: nobody would win by it.",
            plays=plays[0],
            hint="Stop when you like. To sign how it ended: pbem end agree --draw, or --winner {plays}",
        )
    winner = next(side for side in session.log.invite.sides if side != session.side)
    outcome = Outcome(how=RESIGNED, winner=winner, level=f"{session.side} resigns")  # on paper, in English
    paper = results.write(session.log, outcome).signed(session.vault.keypair)
    return _made(paper, steps.resign)


def offered(folder: GameFolder, identity: Identity, winner: str, level: str) -> Made:
    """An offer to end the game so: ``winner`` is a side that somebody plays, "" for a draw.

    Raises UsageError ``over`` and ``no-side``, ConflictError ``agreed-already``.
    """
    check_home(games.home_of(folder))
    session = open_session(folder, identity)
    _running(session, folder)
    sides = session.game.rules.sides
    if winner in sides[session.game.info.playing :]:
        raise UsageError.of(
            "no-side",
            "{side} only has a part in the dice, and wins nothing by agreement.",
            side=Capital(Message(winner)),
            plays=sides[0],
            hint="Say --winner {plays}, or --draw.",
        )
    paper = results.write(session.log, Outcome(how=AGREED, winner=winner, level=level))
    return _made(paper.signed(session.vault.keypair), steps.agree)


def accepted(folder: GameFolder, identity: Identity, place: Path) -> Made:
    """The other's offer with this home's signature.

    Raises UsageError ``no-offer``, VerifyError ``other-game`` and ConflictError ``agreed-already``.
    """
    check_home(games.home_of(folder))
    session = open_session(folder, identity)
    paper = _read(place)
    if paper.outcome.how != AGREED:
        raise UsageError.of(
            "no-offer", "{name} is not an offer: it says {how}.", name=place.name, how=paper.outcome.how
        )
    _not_agreed(folder, but=paper.sheet.line)
    return _completed(session, paper, place)


def _completed(session: Session, paper: ResultPaper, place: Path) -> Made:
    """A result with this home's signature, and when that makes both: with its vault. Nothing is opened by an offer.

    Raises VerifyError ``other-game`` and ``old-key``, UsageError ``old-offer``.
    """
    if paper.log.gid != session.log.gid:
        raise VerifyError.of(
            "other-game", "{name} is about another game.", name=place.name, hint="Choose with --game ID."
        )
    if results.write(session.log, paper.outcome).sheet.line != paper.sheet.line:
        raise UsageError.of(
            "old-offer",
            "{name} speaks of the game after turn file {n}, and it has gone on since.",
            name=place.name,
            n=paper.sheet.fields["n"],
            hint="Whatever was offered then has lapsed. Make it anew: pbem end agree, or pbem end resign",
        )
    _in_force(session, paper, place.name)
    vault = session.vault
    paper = paper.signed(vault.keypair)
    if not {"A", "B"} <= set(results.signers(paper)):
        return _made(paper, steps.agree)
    keys = (*(each.salts for each in vault.before), vault.salts)
    paper = results.opened_by(paper, session.seat, keys, vault.keypair)
    both = len(paper.vaults) > 1
    step = steps.audit
    return _made(paper, step if both else steps.give_back)


def appointed(  # an appointment has as many parts
    folder: GameFolder, identity: Identity, *, paper: Path | None, key: str, name: str, days: int = 0
) -> Made:
    """A referee's appointment with this home's signature: on the other's ``paper``, or a new one.

    ``days`` is after how many days of silence a player may turn to the referee; 0: nothing is said of it.
    """
    check_home(games.home_of(folder))
    session = open_session(folder, identity)
    if paper is not None:
        made = appointments.read(_lines(paper))
        if made.log.gid != session.log.gid:
            raise VerifyError.of(
                "other-game", "{name} is about another game.", name=paper.name, hint="Choose with --game ID."
            )
    else:
        try:
            made = appointments.appoint(session.log, bytes.fromhex(key), name, days)
        except (ValueError, FormatError) as error:
            raise UsageError.of(
                "bad-referee", "A referee is named by the 64 digits that `pbem referee key` prints."
            ) from error
    made = evolve(made, sheet=made.sheet.signed(session.vault.keypair))
    data = appointments.write(session.log, made)
    both = len(made.sheet.seals) > 1
    step = steps.refer if both else steps.appoint
    lines = (
        Message("{name} is to be the referee of this game.", name=made.name)
        if both
        else Message("{name} is to be the referee of this game, when the other signs too.", name=made.name),
        *appointments.silence(made),
    )
    return Made(data=data, name=f"appointment-{session.log.gid.hex()[:8]}.pbem", lines=lines, then=step)


def ruled(
    home: Home,
    identity: Identity,
    paper: Path,
    ruling: Outcome,
    log: Path | None = None,
    *,
    day: str,
    again: bool = False,
) -> Made:
    """The ruling of a referee whom both players have appointed; with ``log`` it names the last turn file of that log.

    ``day`` is today, ``again`` says that this home may sign for the game a second time. Raises UsageError ``not-
    referee``, ConflictError ``signed-already`` (:mod:`pbem.home.rulings.signed_rulings`), and for ``log`` VerifyError
    ``other-game`` and whatever does not hold in it.
    """
    made, keypair = _as_referee(identity, paper)
    game = made.log if log is None else _held(log, made.log, home)
    unsigned = results.write(game, ruling, made)
    before = signed_rulings.remember(home, unsigned, day, again=again)
    return _made(unsigned.signed(keypair), steps.tell_both, before)


def countersigned(
    home: Home, identity: Identity, paper: Path, log: Path, *, day: str, again: bool = False
) -> Made:
    """The referee's signature under the head of a log that he has verified. Raises as :func:`ruled`."""
    made, keypair = _as_referee(identity, paper)
    seen = results.seen(_held(log, made.log, home), made)
    before = signed_rulings.remember(home, seen, day, again=again)
    step = steps.lay_beside
    return _made(seen.signed(keypair), step, before)


def _as_referee(identity: Identity, paper: Path) -> tuple[Appointed, Keypair]:
    made = appointments.read(_lines(paper))
    keypair = next((each for each in identity.keypairs if each.public == made.key), None)
    if keypair is None:
        raise UsageError.of(
            "not-referee", "The appointed referee is {name}, by another key than yours.", name=made.name
        )
    return made, keypair


def _held(path: Path, game: Log, home: Home | None) -> Log:
    """A log of that very game of which everything holds."""
    film = looking.film(path, home=home)
    if film.log.gid != game.gid:
        raise VerifyError.of(
            "other-game", "{name} is another game than the appointment names.", name=path.name
        )
    if not film.verdict.good:
        raise RejectedError(film.verdict, shown(path))
    return film.log


def vaults(paper: Path, log: Log) -> Mapping[str, tuple[bytes, ...]]:
    """The vault keys that a paper opens, by seat, for the log of its game.

    Raises VerifyError ``other-game`` and ``other-head`` for a log of which the paper does not speak.
    """
    found = _read(paper)
    if found.log.gid != log.gid:
        raise VerifyError.of("other-game", "{name} is about another game.", name=paper.name)
    n = int(str(found.sheet.fields["n"]))
    head = log.gid if not n else log.bundles[n - 1].header.head if n <= len(log.bundles) else b""
    if head.hex() != found.sheet.fields["head"]:
        raise VerifyError.of(
            "other-head", "Turn file {n} of this log is not the one that {name} names.", n=n, name=paper.name
        )
    return {each.seat: each.keys for each in found.vaults}


def _in_force(session: Session, paper: ResultPaper, name: str) -> None:
    """Raises VerifyError ``old-key`` for a paper that does not know of a renewal of keys which our log holds."""
    if players(paper.log) != players(session.log):
        raise VerifyError.of(
            "old-key",
            "{name} is signed with keys that are not those in force: somebody may have a copy of an old one.",
            name=name,
            hint="Ask the player, by voice, whether it is theirs, and let them make it anew.",
        )


def _running(session: Session, folder: GameFolder) -> None:
    if not session.owed.kind or session.position.table.ended is not None:
        raise UsageError.of("over", "The game is over.", hint="Type: pbem end result")
    _not_agreed(folder)


def _not_agreed(folder: GameFolder, but: bytes = b"") -> None:
    """Raises ConflictError ``agreed-already`` while another agreement than ``but`` (its first line) binds both."""
    over = {digits: read for digits, read in game_over.over(folder) if read.kind == "agreement"}
    for each, paper in kept_papers.of(folder, results.PAPER, results.read) if over else ():
        if each.digits in over and paper.sheet.line != but:
            raise ConflictError.of(
                "agreed-already",
                "The game is over by a signed paper ({digits}). {over}",
                digits=each.digits,
                over=over[each.digits].over,
                hint="What it says: pbem verify {digits}. It lapses only when both play on: pbem do --play-on",
            )


def _read(place: Path) -> ResultPaper:
    return results.read(_lines(place))


def _lines(place: Path) -> bytes:
    lines = looking.lines_of(place)
    if not is_paper(lines):
        raise UsageError.of(
            "no-paper",
            "{name} is not a paper of this kind.",
            name=place.name,
            hint="pbem verify FILE says what it is.",
        )
    return lines


def _made(paper: ResultPaper, step: Step, before: tuple[str, ...] = ()) -> Made:
    lines = (*before, *results.finding(paper, Reader(logs=(paper.log,))).lines)
    return Made(data=paper.encode(), name=f"result-{paper.log.gid.hex()[:8]}.pbem", lines=lines, then=step)

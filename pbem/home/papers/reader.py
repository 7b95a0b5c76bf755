"""Reading a paper: from a file or from lines, in anybody's home."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import PbemError
from pbem.games.registry import Finder
from pbem.home import packs
from pbem.home.disputes import silence
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.kept_papers import result_reading, verdict_text
from pbem.home.kept_papers.reading import Here, Reading, general, key_of, reader_of
from pbem.home.papers import proof_reading, seat_reading
from pbem.home.papers import verdict as paper_verdict
from pbem.home.papers.verdict import P
from pbem.home.viewing import logs as looking
from pbem.log import parse_log
from pbem.papers import appointment as appointments
from pbem.papers import evidence, pace, results, seat, succession
from pbem.papers.kinds import is_claim, is_paper
from pbem.papers.paper import CLAIM, OPEN, PACE, SEAT, SEAT_BOX, Finding
from pbem.port.messages import Message
from pbem.store.game import GameFolder
from pbem.store.home import Home
from pbem.view.markup import clean

_SAYS = 300


def of_file(path: Path, home: Home, find: Finder | None = None) -> Reading | None:
    """The reading of a file, a mail among them; None when it is no paper. ``find`` finds versions of games."""
    lines = looking.paper_of(path)
    return read(lines, home, str(path), find) if lines is not None else None


def game_of(home: Home, given: Path) -> GameFolder | None:
    """The game of this home that a paper is about: a file, or digits; None for what is no paper of one."""
    try:
        found = of_file(kept_papers.anywhere(home, given), home)
    except (PbemError, OSError):
        return None
    return home.game(found.gid) if found is not None and found.here else None


def read(
    lines: bytes, home: Home, ref: str, find: Finder | None = None, beside: Iterable[Path] = ()
) -> Reading:
    """The reading of unpacked lines; ``ref`` is what the paper is called in commands. Never raises for what they hold."""
    find = find or packs.finder(home)
    if is_claim(lines):
        found = silence.read_claim(lines, find)
        if found.holds:
            log = parse_log(found.log)
            return proof_reading.debt(
                reader_of(home, log), log, found, paper_verdict.claim_finding(found), ref
            )
    finding = paper_verdict.judge(lines, find, paper_verdict.reading(home, beside))
    if finding.proved or finding.code in OPEN or finding.code == "proves-nothing":
        try:
            return _advised(_read(lines, home, finding, ref), ref)
        except PbemError:
            pass
    return general(Here(home=home), _unread(lines, finding), ref)


def _read(lines: bytes, home: Home, finding: Finding, ref: str) -> Reading:
    """The reading of what holds, or in which nothing is wrong. Raises FormatError and VerifyError otherwise."""
    if finding.paper in _KINDS:
        return _KINDS[finding.paper](lines, home, finding, ref)
    here = Here(home=home, key=key_of(home))
    if finding.paper == succession.PAPER:
        return proof_reading.new_key(here, succession.read(lines), finding, ref)
    said = finding.lines[:1] if finding.proved else ()
    read = _unread(lines, finding)
    return general(Here(home=home), evolve(read, what=said[0] if said else read.what), ref)


_Read = Callable[[bytes, Home, Finding, str], Reading]


def _of_game(read: Callable[[bytes], P], reading: Callable[[Here, P, Finding, str], Reading]) -> _Read:
    def found(lines: bytes, home: Home, finding: Finding, ref: str) -> Reading:
        paper = read(lines)
        return reading(reader_of(home, paper.log), paper, finding, ref)

    return found


_KINDS: Mapping[str, _Read] = {
    results.PAPER: _of_game(results.read, result_reading.read),
    appointments.APPOINTMENT: _of_game(appointments.read, proof_reading.appointment),
    evidence.PAPER: _of_game(evidence.read, proof_reading.two_versions),
    PACE: _of_game(pace.read, proof_reading.offered_pace),
    **dict.fromkeys((SEAT, SEAT_BOX), _of_game(seat.read, seat_reading.read)),
}


def _advised(read: Reading, ref: str) -> Reading:
    """A reading of a paper that speaks of a player, with what its verdict advises the reader."""
    if not read.finding.about:
        return read
    advice = [each for each in verdict_text.after(read.finding, ref) if not each.startswith("Next: ")]
    return evolve(read, means=(*(each for each in advice if each not in read.means), *read.means))


def _unread(lines: bytes, finding: Finding) -> Reading:
    """A paper that does not hold, or that this program cannot read: why, and nothing that it says."""
    kind = clean(finding.paper, 40)
    why = " ".join(clean(each.strip(), _SAYS) for each in finding.lines[:2])
    said = Message(
        "A paper of the kind {kind}, which {fails}: {why}",
        kind=kind,
        fails=_WRONG.get(finding.verdict, Message("does not hold")),
        why=why,
    )
    return Reading(kind=kind, what=said, finding=finding, holds=False)


_WRONG = {
    "unsigned": Message("is not signed by all who have to"),
    "unchecked": Message("cannot be checked here yet"),
    "undecided": Message("decides nothing by itself"),
}


# --- what is kept with a game -----------------------------------------------------------------------------------------


def of_game(folder: GameFolder, home: Home) -> tuple[tuple[str, Reading], ...]:
    """The papers that are kept with a game, by their digits: only what is quickly read is judged again."""
    return tuple((each.digits, _again(each.lines, home, each.digits)) for each in kept_papers.kept(folder))


def referee_of(folder: GameFolder) -> str:
    """The referee whom both players of a game have appointed, by the papers kept with it; "" without one."""
    for _, made in kept_papers.of(folder, appointments.APPOINTMENT, appointments.read):
        if len(made.sheet.signers(appointments.players(made.log))) > 1:
            return clean(made.name, 64)
    return ""


def _again(lines: bytes, home: Home, ref: str) -> Reading:
    head = canon.decode(lines.partition(b"\n")[0]) if is_paper(lines) else {}
    kind = str(head.get("a", CLAIM))
    if kind in (results.PAPER, appointments.APPOINTMENT, evidence.PAPER, PACE, SEAT):
        return read(lines, home, ref)
    # What has to be played again was played again when it came.
    held = Finding(paper=kind, proved=True, game="", lines=())
    what = (
        Message("A claim about a debt.")
        if kind == CLAIM
        else Message("A paper of the kind {kind}.", kind=clean(kind, 40))
    )
    return Reading(kind=kind, what=what, next=f"pbem verify {ref}", finding=held, here=True)

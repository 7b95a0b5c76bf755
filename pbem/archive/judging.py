"""One file, judged as ``pbem verify`` judges it, with the facts that people ask an archive for. Runs on any machine."""

from __future__ import annotations

import ctypes
import hashlib
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from attrs import evolve

from pbem.archive.record import LOG, PAPER, Record
from pbem.audit.luck import luck, strokes
from pbem.audit.rolls import thrown
from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.games import editions, registry
from pbem.home import packs, verdict_sentence
from pbem.home.installation import installed_version
from pbem.home.papers import verdict as papers
from pbem.home.viewing import logs
from pbem.home.viewing.logs import Film
from pbem.log.entries import PROTOCOL
from pbem.papers.kinds import is_any
from pbem.papers.paper import Finding
from pbem.port.messages import Message
from pbem.replay.fold import AppliedEntry
from pbem.replay.outcome import ending
from pbem.replay.verdict import UNCHECKED, Verdict, failed

SECONDS = 600.0
"""The longest that one file is judged; the largest log of the recorded games takes a fiftieth of it."""

_OPENING = 3
_FACES = 6
_BROKEN = 1


class _TooLong(BaseException):
    """Time is over: no handler of ordinary errors may catch it."""


def judge_id() -> str:
    """The digest of the program, the rules and the data that judge here: what was judged by others is judged again."""
    told = [installed_version()]
    for game in registry.installed():
        told += [each.digest for each in editions.versions(game.name)]
        told.append(registry.load(game.name).data_digest)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def content_id(data: bytes) -> str:
    """The digest under which a content is kept."""
    return hashlib.sha256(data).hexdigest()


def judged(data: bytes, judge: str, seconds: float = SECONDS) -> Record:
    """What is kept of the bytes of a file. Never raises for what they hold."""
    start = time.perf_counter()
    first = Record(content=content_id(data), judge=judge)
    try:
        with _bounded(seconds):
            found = _judged(first, data)
    except _TooLong:
        found = unread(first, "too-long", Message("was given up after {seconds:g} seconds", seconds=seconds))
    except (
        Exception
    ) as error:  # one file must never stop the rest; `pbem verify` shows what is wrong with the program
        found = unread(
            first, "crash", Message("something unexpected happened: {name}", name=type(error).__name__)
        )
    return evolve(found, seconds=round(time.perf_counter() - start, 3))


def unread(first: Record, code: str, said: str) -> Record:
    """The record of a file that nobody could judge."""
    return evolve(first, verdict="unread", code=code, said=said, exit_code=_BROKEN)


def batch(data: Iterable[bytes], judge: str, seconds: float = SECONDS) -> list[Record]:
    """Several files after one another, as a worker gets them."""
    return [judged(each, judge, seconds) for each in data]


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Raises _TooLong in this thread when the time is over: rules are Python, and Python can be interrupted anywhere."""
    here = ctypes.c_ulong(threading.get_ident())
    timer = threading.Timer(
        seconds, lambda: ctypes.pythonapi.PyThreadState_SetAsyncExc(here, ctypes.py_object(_TooLong))
    )
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _judged(first: Record, raw: bytes) -> Record:
    try:
        data = logs.data_in(raw)
    except PbemError as error:
        return _verdict(first, failed(error))
    try:
        lines = container.unpack(data)
        if is_any(lines):
            return _paper(first, papers.judge(lines, packs.finder(None)))
        return _log(first, logs.film_of_log(data))
    except PbemError:
        return _verdict(first, logs.verify_data(data))  # an invitation alone, a turn alone, nothing at all


def _paper(first: Record, found: Finding) -> Record:
    said = found.lines[0] if found.lines else ""
    return evolve(
        first,
        kind=PAPER,
        paper=found.paper,
        verdict=found.verdict,
        code=found.code,
        said=said,
        game=found.game,
        exit_code=found.exit_code,
    )


def _verdict(first: Record, verdict: Verdict) -> Record:
    return evolve(
        first,
        kind=LOG if verdict.game else first.kind,
        verdict=UNCHECKED if verdict_sentence.unchecked(verdict) else verdict.verdict,
        code=verdict.fault.code if verdict.fault is not None else "",
        said=verdict_sentence.sentence(verdict),
        exit_code=verdict_sentence.exit_code(verdict),
        game=verdict.game,
        scenario=verdict.scenario,
        dice=verdict.dice,
        entries=verdict.entries,
        turn_files=verdict.bundles,
        rolls=verdict.rolls,
    )


def _log(first: Record, film: Film) -> Record:
    log, trail = film.log, film.trail
    position = trail[-1].position if trail else film.first
    end, weighed = ending(position), strokes(film.first, trail)
    side_a, side_b = log.invite.sides
    fortune = luck(side_a, weighed)
    counts = Counter(each.kind for each in trail)
    return evolve(
        _verdict(first, film.verdict),
        edition=film.game.info.version,
        gid=log.gid.hex(),
        a_name=log.invite.seat.who,
        a_key=log.invite.seat.identity.hex(),
        a_side=side_a,
        b_name=log.accepted.seat.who,
        b_key=log.accepted.seat.identity.hex(),
        b_side=side_b,
        turns=position.rules.moment(position.game).turn,
        winner=end.winner if end is not None else "",
        ended=end.level if end is not None else "",
        score=end.score or 0 if end is not None else 0,
        ruled=end is not None and end.ruled,
        luck=round(fortune.total / fortune.spread, 4) if fortune is not None and fortune.spread else 0.0,
        weighed=len(weighed),
        faces_a=_faces(trail, side_a),
        faces_b=_faces(trail, side_b),
        refusals=counts["reject"],
        renewals=counts["renew"],
        take_backs=counts["back"],
        opening=_opening(trail),
        paragraphs=tuple(each.paragraph for one in trail for each in one.outcomes if each.paragraph),
    )


def _faces(trail: Iterable[AppliedEntry[object]], side: str) -> tuple[int, ...]:
    """How often each face of a die with six came in rolls that a side asked for."""
    found = Counter(
        face
        for roll in thrown(trail)
        if roll.side == side
        for (sides, low), face in zip(roll.dice, roll.faces, strict=False)
        if (sides, low) == (_FACES, 1)
    )
    return tuple(found[face] for face in range(1, _FACES + 1))


def _opening(trail: Iterable[AppliedEntry[object]]) -> str:
    """The first orders of both sides by their kinds: ``A: move move attack; B: defend move move``."""
    found: Mapping[str, list[str]] = {"A": [], "B": []}
    for each in trail:
        if each.kind not in PROTOCOL.kinds and len(found.get(each.seat, "...")) < _OPENING:
            found[each.seat].append(each.kind)
    return "; ".join(f"{seat}: {' '.join(kinds)}" for seat, kinds in found.items())

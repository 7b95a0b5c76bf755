"""Refused turn files beside their refusals: in a game of a home, among files, and as two logs to keep or show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import evolve

from pbem.bytes.errors import PbemError
from pbem.games.registry import Finder
from pbem.home import games, packs
from pbem.home.kept_papers.reading import Here, Reading, general
from pbem.home.papers import evidence_files
from pbem.home.papers.verdict import reading
from pbem.log import Bundle, Log, parse_log, refusal_of
from pbem.papers import refused_turn
from pbem.papers.equivocation import continues
from pbem.papers.paper import Finding
from pbem.papers.refused_turn import KIND, RefusedTurn
from pbem.store.game import GameFolder
from pbem.store.home import Home


def false_in_game(folder: GameFolder) -> tuple[RefusedTurn, ...]:
    """Every refusal by the other side, in the log of a game or beside it, of a turn that the rules find legal."""
    mine = str(folder.facts().get("seat", ""))
    cases = (case for case in in_game(folder) if case.refused.header.by == mine)
    return _false(cases, games.finder_of(folder))


def in_game(folder: GameFolder) -> tuple[RefusedTurn, ...]:
    """Every refusal in the log of a game or beside it whose refused turn file is here too."""
    log = parse_log(folder.log())
    return _cases((log,), (*log.bundles, *evidence_files.beside(folder)))


def false_in_files(files: Sequence[Path], home: Home) -> tuple[RefusedTurn, ...]:
    """The false refusals in files of one game: one holds the refusal, another what it refuses."""
    return _false(in_files(files, home), packs.finder(home))


def in_files(files: Sequence[Path], home: Home) -> tuple[RefusedTurn, ...]:
    """Every refusal among files whose refused turn file is there too, with the log before them, from the files or a home."""
    logs: list[Log] = []
    pool: dict[bytes, Bundle] = {}
    for file in dict.fromkeys(files):
        try:
            log, bundles = evidence_files.turn_files_in(file)
        except PbemError:  # a paper, or nothing of pbem
            continue
        logs += [log] if log is not None else []
        pool |= {each.hash(): each for each in bundles}
    gids = {refused.header.gid.hex() for refused, _ in _pairs(pool.values())}
    for folder in (each for each in (home.games() if gids else ()) if each.facts().get("gid") in gids):
        logs.append(parse_log(folder.log()))
        pool |= {each.hash(): each for each in evidence_files.beside(folder)}
    return _cases(logs, tuple(pool.values()))


def verdicts(files: Sequence[Path], home: Home, find: Finder) -> tuple[Reading, ...]:
    """What the rules say of every refused turn file whose refusal is among these files, with the next step; never raises for
    what they hold.
    """
    found = (_verdict(case, find, home, files) for case in in_files(files, home))
    return tuple(general(Here(home=home), Reading(kind=KIND, what="", finding=each), "") for each in found)


def _verdict(case: RefusedTurn, find: Finder, home: Home, files: Sequence[Path]) -> Finding:
    try:
        return refused_turn.finding(case, find, reading(home, files)(case.log))
    except PbemError as error:
        return Finding(paper=KIND, proved=False, game="", lines=(error.message,), code=error.code)


def write(cases: Iterable[RefusedTurn], home: Home) -> tuple[tuple[Path, Path], ...]:
    """Each as two logs in the folder of evidence: ``refused-turn-N.pbem`` ends with the turn, ``refusal-N.pbem`` with its
    refusal.
    """
    return tuple(
        (_kept("refused-turn", case.with_turn, home), _kept("refusal", case.with_refusal, home))
        for case in cases
    )


def _kept(name: str, log: Log, home: Home) -> Path:
    header = log.bundles[-1].header
    lines = log.encode()
    called = (f"{name}-{header.n}", header.by)
    return evidence_files.keep(home, called, lines, lambda there: there == lines)


def _false(cases: Iterable[RefusedTurn], find: Finder) -> tuple[RefusedTurn, ...]:
    """Those in which the refusal is false, one a turn file."""
    by_number: dict[int, RefusedTurn] = {}
    for case in cases:
        try:
            verdict = refused_turn.finding(case, find)
        except PbemError:
            continue
        if verdict.proved and not verdict.code:
            by_number.setdefault(case.refused.header.n, case)
    return tuple(by_number[n] for n in sorted(by_number))


def _cases(logs: Sequence[Log], pool: Sequence[Bundle]) -> tuple[RefusedTurn, ...]:
    cases = (_case(logs, pool, refused, refusal) for refused, refusal in _pairs(pool))
    return tuple(case for case in cases if case is not None)


def _pairs(pool: Iterable[Bundle]) -> Iterator[tuple[Bundle, Bundle]]:
    """Each refusal behind the turn file that it refuses, where that is here."""
    by_hash = {each.hash(): each for each in pool}
    for bundle in by_hash.values():
        about = refusal_of(bundle) if bundle.entries else None
        if about is not None and about.hash in by_hash and refused_turn.refuses(bundle, by_hash[about.hash]):
            yield by_hash[about.hash], bundle


def _case(
    logs: Sequence[Log], pool: Sequence[Bundle], refused: Bundle, refusal: Bundle
) -> RefusedTurn | None:
    """The two with the history that they continue, by the first log that leads there; None where a part is missing."""
    mine = (log for log in logs if log.gid == refused.header.gid)
    before = next((found for log in mine if (found := _leading_to(log, pool, refused)) is not None), None)
    return None if before is None else RefusedTurn(log=before, refused=refused, refusal=refusal)


def _leading_to(log: Log, pool: Sequence[Bundle], bundle: Bundle) -> Log | None:
    """The history that a turn file continues, as far back as the log goes along with it; None when a part is missing."""
    tail: list[Bundle] = []
    first = bundle
    while (n := first.header.n - 1) and (n > len(log.bundles) or not continues(first, log.bundles[n - 1])):
        earlier = next((each for each in pool if continues(first, each)), None)
        if earlier is None:
            return None
        tail.insert(0, earlier)
        first = earlier
    return evolve(log, bundles=(*log.bundles[:n], *tail))

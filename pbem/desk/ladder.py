"""Results side by side: whether those of one game contradict each other, or the game's log (``schemas/trust.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from attrs import evolve, frozen

from pbem import container
from pbem.desk import looking
from pbem.errors import PbemError
from pbem.log import Log, check_chain, scan_log
from pbem.replay.outcome import ending
from pbem.store.home import Home
from pbem.trust import results
from pbem.trust.papers import Finding, is_paper, who
from pbem.trust.results import AGREED, PLAYED, RESIGNED, SEEN, ResultPaper


@frozen(kw_only=True)
class _Result:
    path: Path
    paper: ResultPaper

    @property
    def says(self) -> str:
        outcome = self.paper.outcome
        return f"{outcome.winner} wins" if outcome.winner else "a draw"


@frozen(kw_only=True)
class _Heads:
    """A log as far as its signatures hold: the seat and the head of each turn file."""

    path: Path
    gid: bytes
    log: Log
    by: tuple[str, ...]
    heads: tuple[str, ...]


def contradictions(paths: Iterable[Path], *, home: Home) -> tuple[Finding, ...]:
    """What results among these files say against each other and against the logs among them.

    Codes: ``two-results``; ``old-key`` (a signer had renewed his keys before the turn file named); ``played-on`` (both
    players have signed later turn files: an offer or a resignation that nobody took up has lapsed); ``other-head`` (the log
    does not lead to the turn file named); ``other-result`` (played out, it ends otherwise). One that holds,
    ``counted-once``, says that two files are one result, or two results of one game. Files that are neither are passed over.
    """
    papers: list[_Result] = []
    others: list[tuple[Path, bytes]] = []
    again: list[Finding] = []
    for path in dict.fromkeys(paths):
        try:
            lines = container.unpack(looking.data_of(path))
            if not is_paper(lines):
                others.append((path, lines))
            elif lines.startswith(b'{"a":"result"'):
                paper = results.read(lines)
                result = _Result(path=path, paper=paper)
                known = next((each for each in papers if _same(each, result)), None)
                again += [_once(known, result, "is the same result as")] if known is not None else []
                papers.extend([result] if known is None and not results.stands(paper) else [])
        except PbemError:
            continue
    # A log says nothing against itself: without a result its signatures need not be checked a second time.
    logs = list(_longest(log for path, lines in others for log in _heads(path, lines))) if papers else []
    found = [_pair(one, other) for one, other in combinations(papers, 2)]
    found += [_beside(paper, log, home) for paper in papers for log in logs if log.gid == paper.paper.log.gid]
    return tuple(each for each in (*found, *again) if each is not None)


def _same(one: _Result, other: _Result) -> bool:
    return (one.paper.log.gid, one.paper.sheet.line) == (other.paper.log.gid, other.paper.sheet.line)


def _once(one: _Result, other: _Result, how: str) -> Finding:
    log = one.paper.log
    return Finding(
        paper=results.PAPER,
        proved=True,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=(f"{other.path.name} {how} {one.path.name}: the game {log.gid.hex()[:16]} counts once.",),
        code="counted-once",
        word="counted once",
    )


def _longest(logs: Iterable[_Heads]) -> Iterator[_Heads]:
    """Each history of a game once: a log that another one goes on from says nothing of its own."""
    every = sorted(logs, key=lambda each: -len(each.heads))
    for at, log in enumerate(every):
        if not any(log.gid == each.gid and each.heads[: len(log.heads)] == log.heads for each in every[:at]):
            yield log


def _heads(path: Path, lines: bytes) -> Iterator[_Heads]:
    with suppress(PbemError):
        log, _ = scan_log(lines)
        if log is not None and log.accept is not None:
            held = log.bundles[: check_chain(log).valid_bundles]
            yield _Heads(
                path=path,
                gid=log.gid,
                log=evolve(log, bundles=held),
                by=tuple(each.header.by for each in held),
                heads=tuple(each.header.head.hex() for each in held),
            )


def _pair(one: _Result, other: _Result) -> Finding | None:
    if one.paper.log.gid != other.paper.log.gid or SEEN in (one.paper.outcome.how, other.paper.outcome.how):
        return None
    if one.paper.outcome.winner == other.paper.outcome.winner:
        return _once(one, other, "speaks of the same game, with the same winner, as")
    told = ", ".join(f"{each.path.name} {each.says} ({each.paper.outcome.how})" for each in (one, other))
    return _finding(
        one, "two-results", f"Two results of one game contradict each other: {told}. Neither counts alone."
    )


def _beside(result: _Result, log: _Heads, home: Home) -> Finding | None:
    paper, fields = result.paper, result.paper.sheet.fields
    n = int(str(fields["n"]))
    head = log.heads[n - 1] if 0 < n <= len(log.heads) else paper.log.gid.hex() if not n else ""
    if head and head != fields["head"]:
        return _finding(
            result,
            "other-head",
            f"Turn file {n} of {log.path.name} is another than {result.path.name} names.",
        )
    signed = [seat for seat in results.signers(paper) if seat in ("A", "B")]
    given_up = [seat for seat in signed if head and paper.log.key_of(seat) != log.log.key_at(seat, n + 1)]
    if given_up:
        return _finding(
            result,
            "old-key",
            f"{result.path.name} is signed with a key that {who(paper.log, given_up[0])} had given up by then.",
        )
    if paper.outcome.how in (AGREED, RESIGNED) and {"A", "B"} == set(log.by[n:]):
        return _finding(
            result,
            "played-on",
            f"{result.path.name} speaks of the game after turn file {n}, and in {log.path.name} both have played on.",
        )
    return _played(result, log, home) if paper.outcome.how == PLAYED else None


def _played(result: _Result, log: _Heads, home: Home) -> Finding | None:
    outcome = result.paper.outcome
    try:
        film = looking.film(log.path, home=home)
        end = ending(film.at(None)[0])
    except PbemError:
        return None
    if end is None or not film.verdict.good:
        return _finding(result, "other-result", f"{log.path.name} does not show a game that was played out.")
    if (end.winner, end.level, end.score) == (outcome.winner, outcome.level, outcome.score):
        return None
    text = f"{result.path.name} does not say what {log.path.name} says: {end}."
    return _finding(result, "other-result", text)


def _finding(result: _Result, code: str, text: str) -> Finding:
    log = result.paper.log
    game = f"{log.invite.game} {log.invite.scenario}"
    return Finding(paper=results.PAPER, proved=False, game=game, lines=(text,), code=code)

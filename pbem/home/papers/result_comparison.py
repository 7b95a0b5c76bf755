"""Results side by side: whether those of one game contradict each other, or the game's log (``schemas/trust.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve, frozen
from pbem.home.viewing import logs as looking
from pbem.log import Log, check_chain, scan_log
from pbem.papers import results, results_against_log
from pbem.papers.kinds import is_paper
from pbem.papers.paper import Finding, who
from pbem.papers.results import PLAYED, SEEN, ResultPaper
from pbem.port.messages import Message, Series, spelled
from pbem.replay.outcome import ending
from pbem.store.home import Home


@frozen(kw_only=True)
class _Result:
    path: Path
    paper: ResultPaper

    @property
    def says(self) -> str:
        outcome = self.paper.outcome
        return Message("{side} wins", side=spelled(outcome.winner)) if outcome.winner else Message("a draw")


@frozen(kw_only=True)
class _Held:
    """A log as far as its signatures hold."""

    path: Path
    log: Log


def contradictions(paths: Iterable[Path], *, home: Home) -> tuple[Finding, ...]:
    """What results among these files say against each other and against the logs among them.

    Of what a referee has countersigned it is said, too, that a log leads through the same turn file, or ends before it
    (``early``). Codes: ``two-results``; ``old-key`` (a signer had renewed their keys before the turn file named);
    ``other-referee`` (both have appointed somebody else on the log);
    ``played-on`` (both players have signed later turn files: an offer or a resignation that nobody took up has lapsed);
    ``other-head`` (the log does not lead to the turn file named); ``other-result`` (played out, it ends otherwise). One that
    holds, ``counted-once``, says that two files are one result, or two results of one game. Files that are neither are
    passed over.
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
                again += [_once(known, result, same=True)] if known is not None else []
                papers.extend([result] if known is None and not results.stands(paper) else [])
        except PbemError:
            continue
    # A log says nothing against itself: without a result its signatures need not be checked a second time.
    logs = list(_longest(log for path, lines in others for log in _held(path, lines))) if papers else []
    found = [_pair(one, other) for one, other in combinations(papers, 2)]
    found += [
        _beside(paper, log, home) for paper in papers for log in logs if log.log.gid == paper.paper.log.gid
    ]
    return tuple(each for each in (*found, *again) if each is not None)


def _same(one: _Result, other: _Result) -> bool:
    return (one.paper.log.gid, one.paper.sheet.line) == (other.paper.log.gid, other.paper.sheet.line)


def _once(one: _Result, other: _Result, *, same: bool) -> Finding:
    log = one.paper.log
    names = {"name": other.path.name, "known": one.path.name, "gid": log.gid.hex()[:16]}
    said = (
        Message("{name} is the same result as {known}: the game {gid} counts once.", **names)
        if same
        else Message(
            "{name} speaks of the same game, with the same winner, as {known}: the game {gid} counts once.",
            **names,
        )
    )
    return Finding(
        paper=results.PAPER,
        proved=True,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=(said,),
        code="counted-once",
        word=Message("counted once"),
    )


def _longest(logs: Iterable[_Held]) -> Iterator[_Held]:
    """Each history of a game once: a log that another one goes on from says nothing of its own."""
    every = sorted(logs, key=lambda each: -len(each.log.bundles))
    for at, log in enumerate(every):
        if not any(_goes_on(each.log, log.log) for each in every[:at]):
            yield log


def _goes_on(longer: Log, log: Log) -> bool:
    """Whether one log leads through the end of the other."""
    heads = [each.header.head for each in log.bundles]
    return longer.gid == log.gid and [each.header.head for each in longer.bundles[: len(heads)]] == heads


def _held(path: Path, lines: bytes) -> Iterator[_Held]:
    with suppress(PbemError):
        log, _ = scan_log(lines)
        if log is not None and log.accept is not None:
            yield _Held(path=path, log=evolve(log, bundles=log.bundles[: check_chain(log).valid_bundles]))


def _pair(one: _Result, other: _Result) -> Finding | None:
    if one.paper.log.gid != other.paper.log.gid or SEEN in (one.paper.outcome.how, other.paper.outcome.how):
        return None
    if one.paper.outcome.winner == other.paper.outcome.winner:
        return _once(one, other, same=False)
    told = Series(Message("{name} {says}", name=each.path.name, says=each.says) for each in (one, other))
    return _finding(
        one,
        "two-results",
        Message("Two results of one game contradict each other: {told}. Neither counts alone.", told=told),
    )


def _beside(result: _Result, log: _Held, home: Home) -> Finding | None:
    paper, n = result.paper, results_against_log.after(result.paper)
    match results_against_log.found(paper, log.log):
        case results_against_log.OTHER_HEAD:
            text = Message(
                "Turn file {n} of {name} is another than {other} names.",
                n=n,
                name=log.path.name,
                other=result.path.name,
            )
            return _finding(result, "other-head", text)
        case results_against_log.OLD_KEY:
            seat = results_against_log.given_up(paper, log.log)[0]
            text = Message(
                "{name} is signed with a key that {who} had given up by then.",
                name=result.path.name,
                who=who(paper.log, seat),
            )
            return _finding(result, "old-key", text)
        case results_against_log.OTHER_REFEREE:
            text = Message(
                "{name} is signed by {referee}, in whose place both players have appointed somebody else in {other}.",
                name=result.path.name,
                referee=results.referee(paper),
                other=log.path.name,
            )
            return _finding(result, "other-referee", text)
        case results_against_log.PLAYED_ON:
            text = Message(
                "{name} speaks of the game after turn file {n}, and in {other} both have played on.",
                name=result.path.name,
                n=n,
                other=log.path.name,
            )
            return _finding(result, "played-on", text)
        case early:
            if paper.outcome.how == SEEN:
                return _led(result, log, n, reaches=not early)
    return _played(result, log, home) if paper.outcome.how == PLAYED else None


def _led(result: _Result, log: _Held, n: int, *, reaches: bool) -> Finding:
    """Whether a log leads through the turn file that a referee has countersigned."""
    about = {
        "n": n,
        "referee": results.referee(result.paper),
        "paper": result.path.name,
        "name": log.path.name,
    }
    if not reaches:
        text = Message(
            "{name} ends with turn file {last}, before turn file {n}, which {referee} countersigned in {paper}: it cannot "
            "be told yet.",
            last=len(log.log.bundles),
            **about,
        )
        return _finding(result, "early", text)
    text = Message(
        "{name} leads through turn file {n}, which {referee} countersigned in {paper}: up to there both are the same game.",
        **about,
    )
    return evolve(_finding(result, "", text), proved=True, word=Message("the same game"))


def _played(result: _Result, log: _Held, home: Home) -> Finding | None:
    outcome = result.paper.outcome
    try:
        film = looking.film(log.path, home=home)
        end = ending(film.at(None)[0])
    except PbemError:
        return None
    if end is None or not film.verdict.good:
        return _finding(
            result,
            "other-result",
            Message("{name} does not show a game that was played out.", name=log.path.name),
        )
    if (end.winner, end.level, end.score) == (outcome.winner, outcome.level, outcome.score):
        return None
    text = Message(
        "{name} does not say what {other} says: {end}.",
        name=result.path.name,
        other=log.path.name,
        end=end.said,
    )
    return _finding(result, "other-result", text)


def _finding(result: _Result, code: str, text: str) -> Finding:
    log = result.paper.log
    game = f"{log.invite.game} {log.invite.scenario}"
    return Finding(paper=results.PAPER, proved=False, game=game, lines=(text,), code=code)

"""What the proofs of a club say: of each game who won and by which files, or why nobody can tell.

A proof is a log that verifies, or a result that both players or their referee have signed. Logs are judged as
``pbem archive`` judges them; what was judged before by this program, these rules and this data is not judged again, if its
records lie in a folder of the reader's own: never in the club's, which may have come from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, field, frozen

from pbem.archive import judging, work
from pbem.archive.record import LOG, PAPER, Record
from pbem.archive.tables import Tables
from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.club.folder import PROOFS
from pbem.home.viewing import logs as looking
from pbem.log import Log, parse_log
from pbem.papers import results, results_against_log, succession
from pbem.papers.results import AGREED, PLAYED, RESIGNED, RULED, ResultPaper
from pbem.port.messages import Message
from pbem.replay.verify import UNCHECKED
from pbem.view.markup import clean

MOST_FILE = 16 * 1024 * 1024
HOLDS = frozenset({"verified", "incomplete"})
_FEW = 8
"""So many files are judged at once in this process: a cluster takes longer to begin."""
_WORDS = {
    RESIGNED: Message("by resignation"),
    AGREED: Message("by agreement"),
    RULED: Message("by the referee's ruling"),
    PLAYED: Message("as played"),
}


@frozen(kw_only=True)
class Proof:
    """One file: its name among the proofs, how it was judged, and the log, result or succession in it."""

    name: str
    record: Record
    log: Log | None = field(default=None, repr=False)
    result: ResultPaper | None = field(default=None, repr=False)
    heir: succession.Succession | None = field(default=None, repr=False)


@frozen(kw_only=True)
class Told:
    """A game as its proofs tell it. ``log`` holds at least its invitation and acceptance; ``files`` are all its proofs.

    ``winner`` is a side, "" for a draw; it counts when ``how`` says how the game ended, and there is no ``trouble``: why
    the proofs cannot be relied on.
    """

    gid: str
    log: Log = field(repr=False)
    files: tuple[str, ...]
    how: str = ""
    winner: str = ""
    score: int = 0
    trouble: str = ""

    @property
    def ended(self) -> bool:
        """Whether there is a result."""
        return bool(self.how) and not self.trouble

    def side_of(self, key: str) -> str:
        """The side that an identity key (hex) plays, "" for none."""
        return dict(zip(self.keys, self.log.invite.sides, strict=True)).get(key, "")

    @property
    def keys(self) -> tuple[str, str]:
        """The identity keys of both players in hex, A and B."""
        return self.log.invite.seat.identity.hex(), self.log.accepted.seat.identity.hex()


@frozen(kw_only=True)
class Proofs:
    """Every game by its id, the keys that were handed over (old to new), and what is wrong with files, in their order."""

    games: Mapping[str, Told]
    heirs: Mapping[str, str]
    faults: tuple[tuple[str, str], ...] = ()

    def keys_of(self, key: str) -> frozenset[str]:
        """Every key of whoever holds this one: what it was handed over to, and from."""
        found = {key}
        while True:
            more = {new for old, new in self.heirs.items() if old in found} | {
                old for old, new in self.heirs.items() if new in found
            }
            if more <= found:
                return frozenset(found)
            found |= more


def read(folder: Path, judged: Path | None = None, told: Callable[[int], None] = lambda _: None) -> Proofs:
    """Everything in ``proofs/`` of a club. ``judged`` is where the reader keeps what was judged; None judges all anew."""
    place = folder / PROOFS
    paths = sorted(each for each in place.iterdir() if each.is_file() and not each.name.startswith("."))
    data = {path.name: path.read_bytes() for path in paths if path.stat().st_size <= MOST_FILE}
    with ExitStack() as stack:
        kept = judged or Path(stack.enter_context(TemporaryDirectory()))
        records = _records(place, data, Tables(kept), told)
    found = [_proof(name, raw, records[judging.content_id(raw)]) for name, raw in data.items()]
    faults = [(clean(each.name, 80), _wrong(each)) for each in found if _wrong(each)]
    faults += [
        (clean(path.name, 80), Message("is larger than any log")) for path in paths if path.name not in data
    ]
    heirs, clashes = _heirs(each.heir for each in found if each.heir is not None)
    by_game: dict[str, list[Proof]] = {}
    for each in found:
        log = each.log or (each.result.log if each.result is not None else None)
        if log is not None and log.accept is not None:
            by_game.setdefault(log.gid.hex(), []).append(each)
    games = {gid: game(gid, held) for gid, held in sorted(by_game.items())}
    return Proofs(games=games, heirs=heirs, faults=(*faults, *clashes))


def one(name: str, raw: bytes) -> Proof:
    """One file judged by itself."""
    return _proof(name, raw, judging.judged(raw, judging.judge_id()))


def game(gid: str, held: Iterable[Proof]) -> Told:
    """One game from its proofs."""
    proofs = list(held)
    logs = [each for each in proofs if each.log is not None]
    papers = [each for each in proofs if each.result is not None]
    longest = max(logs, key=lambda each: len(each.log.bundles) if each.log else 0, default=None)
    base = (
        longest.log if longest is not None else papers[0].result.log if papers[0].result is not None else None
    )
    assert base is not None
    told = Told(gid=gid, log=base, files=tuple(each.name for each in proofs))
    for each in logs:
        if each.record.verdict not in HOLDS:
            return evolve(told, trouble=f"{each.name[:12]}: {each.record.said}")
        if (
            longest is not None
            and each.log is not None
            and longest.log is not None
            and not _begins(longest.log, each.log)
        ):
            return evolve(
                told, trouble=Message("its logs part ways: somebody signed two versions of the game")
            )
    if longest is not None and longest.record.ended:
        by = RULED if longest.record.ruled else PLAYED
        return evolve(told, how=_WORDS[by], winner=longest.record.winner, score=longest.record.score)
    return _signed(told, papers, longest.log if longest is not None else None)


def _signed(told: Told, papers: Iterable[Proof], log: Log | None) -> Told:
    """What signed results say, where the log has not come to its end."""
    bound: dict[tuple[str, str], int] = {}
    for each in papers:
        paper = each.result
        if paper is None or paper.outcome.how not in _WORDS or results.stands(paper):
            continue
        if paper.outcome.how == PLAYED and not {"A", "B"} <= set(results.signers(paper)):
            continue
        if log is not None and results_against_log.found(paper, log):
            continue
        bound[_WORDS[paper.outcome.how], paper.outcome.winner] = paper.outcome.score or 0
    if len({winner for _, winner in bound}) > 1:
        return evolve(told, trouble=Message("signed results of it name different winners"))
    return next(
        (evolve(told, how=how, winner=won, score=score) for (how, won), score in sorted(bound.items())), told
    )


def _begins(whole: Log, part: Log) -> bool:
    """Whether a log is the beginning of a longer one."""
    return [each.hash() for each in whole.bundles[: len(part.bundles)]] == [
        each.hash() for each in part.bundles
    ]


def _wrong(proof: Proof) -> str:
    """Why a file proves nothing, "" when it does."""
    if proof.record.verdict == UNCHECKED:
        return Message("cannot be checked here: {said}", said=proof.record.said)
    if proof.log is not None or proof.record.kind == LOG:
        return (
            ""
            if proof.record.verdict in HOLDS
            else Message("does not verify: {said}", said=proof.record.said)
        )
    if proof.result is not None or proof.heir is not None:
        return "" if proof.record.exit_code == 0 else Message("does not bind: {said}", said=proof.record.said)
    return Message("is neither a log nor a result nor a succession: {said}", said=proof.record.said)


def _proof(name: str, raw: bytes, record: Record) -> Proof:
    """What is in a file; the parts are read only when the judge found nothing wrong with the form of it."""
    proof = Proof(name=name, record=record)
    try:
        lines = container.unpack(looking.data_in(raw))
        if record.kind == LOG:
            return evolve(proof, log=parse_log(lines))
        if record.kind == PAPER and record.paper == results.PAPER:
            return evolve(proof, result=results.read(lines))
        if record.kind == PAPER and record.paper == succession.PAPER:
            return evolve(proof, heir=succession.read(lines))
    except PbemError:
        return proof
    return proof


def _heirs(found: Iterable[succession.Succession]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Old keys with the one they were handed over to; two heirs of one key are named, and neither is followed."""
    pairs: dict[str, set[str]] = {}
    for each in found:
        pairs.setdefault(each.old.hex(), set()).add(each.new.hex())
    clashes: list[tuple[str, str]] = [
        (old[:12], Message("this key was handed over twice; neither is followed"))
        for old, new in sorted(pairs.items())
        if len(new) > 1
    ]
    return {old: next(iter(new)) for old, new in sorted(pairs.items()) if len(new) == 1}, clashes


def _records(
    place: Path, data: Mapping[str, bytes], tables: Tables, told: Callable[[int], None]
) -> dict[str, Record]:
    """How each content was judged, now or before."""
    judge = judging.judge_id()
    new = {judging.content_id(raw): raw for raw in data.values()}
    for known in tables.known(judge):
        new.pop(known, None)
    if 0 < len(new) <= _FEW:
        for count, raw in enumerate(new.values(), 1):
            tables.add(judging.judged(raw, judge))
            told(count)
        tables.flush()
    elif new:
        with work.cluster() as client:
            work.Run(client, tables, judge, judging.SECONDS, lambda count: told(count.judged)).all(str(place))
    return {each.content: each for each in tables.records(judge)}

"""What the proofs of a club say: of each game who won and by which files, or why nobody can tell.

A proof is a log that verifies, a result that both players or their referee have signed, evidence that somebody signed two
versions, or the paper of a changed key. A player who forks their own game gains nothing by it: what they had signed stands.
Logs are judged as ``pbem club archive`` judges them; what was judged before by this program, these rules and this data is
not judged again, if its records lie in a folder of the reader's own: never in the club's, which may have come from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.archive import judging, work
from pbem.archive.record import LOG, PAPER, Record
from pbem.archive.tables import Tables
from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve, field, frozen
from pbem.club import histories, untrusted_files
from pbem.club.folder import PROOFS, Club
from pbem.club.heirs import families, heirs_of
from pbem.home.viewing import logs as looking
from pbem.log import Bundle, Log, parse_log
from pbem.papers import equivocation, evidence, results, results_against_log, succession
from pbem.papers.equivocation import Evidence
from pbem.papers.results import AGREED, PLAYED, RESIGNED, RULED, ResultPaper
from pbem.port.messages import Message
from pbem.replay.verdict import UNCHECKED
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
    """One file: its name among the proofs, how it was judged, and the log, result, evidence or succession in it."""

    name: str
    record: Record
    log: Log | None = field(default=None, repr=False)
    result: ResultPaper | None = field(default=None, repr=False)
    fork: Evidence | None = field(default=None, repr=False)
    heir: succession.Succession | None = field(default=None, repr=False)

    @property
    def game(self) -> Log | None:
        """The game of which it speaks, None when it speaks of none."""
        held = self.result or self.fork
        found = self.log or (held.log if held is not None else None)
        return found if found is not None and found.accept is not None else None


@frozen(kw_only=True)
class Told:
    """A game as its proofs tell it. ``log`` holds at least its invitation and acceptance; ``files`` are all its proofs.

    ``winner`` is a side, "" for a draw; it counts when ``how`` says how the game ended, and there is no ``trouble``: why
    the proofs cannot be relied on. ``played``: a log shows the end, and its score. ``burnt``: a refusal stands in a log.
    ``forked`` are the sides that signed two versions, ``refused`` those that refused a legal turn.
    """

    gid: str
    log: Log = field(repr=False)
    files: tuple[str, ...]
    how: str = ""
    winner: str = ""
    score: int = 0
    trouble: str = ""
    played: bool = False
    burnt: bool = False
    forked: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()

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
    """Every game by its id, the keys that were handed over (old to new), and what is wrong with files, in their order.

    ``held`` are the proofs themselves.
    """

    games: Mapping[str, Told]
    heirs: Mapping[str, str]
    faults: tuple[tuple[str, str], ...] = ()
    held: tuple[Proof, ...] = field(default=(), repr=False)

    def keys_of(self, key: str) -> frozenset[str]:
        """Every key of the person who holds this one: what it was handed over to, and from."""
        return self._families.get(key, frozenset((key,)))

    _families: Mapping[str, frozenset[str]] = field(init=False, repr=False, eq=False)

    @_families.default
    def _found_families(self) -> Mapping[str, frozenset[str]]:
        return families(self.heirs)


def read(club: Club, judged: Path | None = None, told: Callable[[int], None] = lambda _: None) -> Proofs:
    """Everything in ``proofs/`` of a club. ``judged`` is where the reader keeps what was judged; None judges all anew.

    A link, a pipe and whatever is not called by its content is named, and not read.
    """
    place = club.folder / PROOFS
    data, faults = {}, []
    for path in untrusted_files.files(place):
        try:
            raw = untrusted_files.data(path, MOST_FILE)
        except PbemError as error:
            faults.append((clean(path.name, 80), error.message.removesuffix(".")))
            continue
        if path.name != name_of(raw):
            faults.append((clean(path.name, 80), Message("is not called by the digest of what is in it")))
            continue
        data[path.name] = raw
    with ExitStack() as stack:
        kept = judged or Path(stack.enter_context(TemporaryDirectory()))
        records = _records(data, Tables(kept), told)
    return of(
        club, [_proof(name, raw, records[judging.content_id(raw)]) for name, raw in data.items()], faults
    )


def name_of(raw: bytes) -> str:
    """The name of a proof in its folder: the digest of its content."""
    return f"{judging.content_id(raw)}.pbem"


def of(club: Club, found: Iterable[Proof], faults: Iterable[tuple[str, str]] = ()) -> Proofs:
    """What proofs say together."""
    held = tuple(found)
    wrong = [*faults, *((each.name, said) for each in held if (said := _wrong(each)))]
    heirs, clashes = heirs_of(club, [each.heir for each in held if each.heir is not None])
    by_game: dict[str, list[Proof]] = {}
    for each in held:
        if (log := each.game) is not None:
            by_game.setdefault(log.gid.hex(), []).append(each)
    games = {gid: game(gid, its) for gid, its in sorted(by_game.items())}
    return Proofs(games=games, heirs=heirs, faults=(*sorted(wrong), *clashes), held=held)


def public(club: Club, proofs: Proofs) -> Proofs:
    """What may be shown to everybody: what proves something, and nothing of a challenge that is not closed."""
    closed = {each.challenge for each in club.seasons if each.closed} | {""}
    return of(
        club,
        [
            each
            for each in proofs.held
            if not _wrong(each) and (each.game is None or each.game.invite.challenge in closed)
        ],
    )


def one(name: str, raw: bytes) -> Proof:
    """One file judged by itself."""
    return _proof(name, raw, judging.judged(raw, judging.judge_id()))


def game(gid: str, held: Iterable[Proof]) -> Told:
    """One game from its proofs."""
    proofs = list(held)
    logs = sorted(
        (each for each in proofs if each.log is not None),
        key=lambda each: -len(each.log.bundles) if each.log else 0,
    )
    base = next((each.log for each in logs), None) or next(each.game for each in proofs if each.game)
    assert base is not None
    told = Told(
        gid=gid,
        log=base,
        files=tuple(each.name for each in proofs),
        burnt=any(each.record.refusals for each in logs),
    )
    for each in logs:
        if each.record.verdict not in HOLDS:
            return evolve(told, trouble=f"{each.name[:12]}: {each.record.said}")
    stand = histories.of([each.log for each in logs if each.log is not None])
    forks = {each.fork.seat for each in proofs if each.fork is not None}
    told = evolve(
        told,
        forked=histories.sides(base, {*forks, *stand.forkers}),
        refused=histories.sides(base, stand.refusers),
    )
    ends = [each for each in logs if each.record.ended and each.log is not None and stand.hold(each.log)]
    before = _signed(told, [each for each in proofs if _ended_before(each, ends)], stand.logs)
    if before.how or before.trouble:
        return _against_misdeeds(before, stand.forkers, ())
    if not ends:
        return _against_misdeeds(_signed(told, proofs, stand.logs), stand.forkers, ())
    return _against_misdeeds(told, stand.forkers, ends)


def _ended_before(proof: Proof, ends: Sequence[Proof]) -> bool:
    """Whether somebody had resigned, and then wrote the end of the game on the log alone: it does not lapse by that.

    An offer is another thing: who plays on has taken it back. And what a referee ruled may rest on less of the game.
    """
    paper = proof.result
    if paper is None or paper.outcome.how != RESIGNED:
        return False
    n, winner = results_against_log.after(paper), paper.outcome.winner
    loser = next(seat for seat, side in zip("AB", paper.log.invite.sides, strict=True) if side != winner)
    behind = (each for end in ends if end.log is not None for each in end.log.bundles[n:])
    return {each.header.by for each in behind if _is_played(each)} == {loser}


def _is_played(bundle: Bundle) -> bool:
    """Whether a turn file goes on with the game, and does not only open a vault behind its end."""
    return any(entry["k"] not in ("audit", "note") for entry in bundle.entries)


def _against_misdeeds(told: Told, parted: Sequence[str], ends: Sequence[Proof]) -> Told:
    """The result of a game, if it does not rest on a fork of its winner, nor on a legal turn that they refused."""
    if ends:
        stand = [each for each in ends if each.record.winner not in told.forked or each.record.ruled] or ends
        if len({each.record.winner for each in stand}) > 1:
            return evolve(told, trouble=Message("its logs come to different ends"))
        record = stand[0].record
        by = RULED if record.ruled else PLAYED
        told = evolve(told, how=_WORDS[by], winner=record.winner, score=record.score, played=True)
    who = ", ".join(sorted(told.forked))
    if "" in parted:
        return evolve(told, trouble=Message("its logs part ways, and do not show whose doing that is"))
    if told.winner in told.forked and told.how != _WORDS[RULED]:
        return evolve(told, trouble=Message("its winner signed two versions of it: {who}", who=who))
    if told.winner in told.refused and told.how != _WORDS[RULED]:
        return evolve(told, trouble=Message("its winner refused a legal turn of it: {who}", who=told.winner))
    if parted and not told.how and not told.trouble:
        return evolve(told, trouble=Message("its logs part ways: {who} signed two versions of it", who=who))
    return told


def _signed(told: Told, proofs: Iterable[Proof], logs: Sequence[Log]) -> Told:
    """What signed results say, where no log has come to its end."""
    bound: set[tuple[str, str]] = set()
    for each in proofs:
        paper = each.result
        if paper is None or paper.outcome.how not in _WORDS or results.stands(paper):
            continue
        if paper.outcome.how == PLAYED and not {"A", "B"} <= set(results.signers(paper)):
            continue
        if _binds(paper, logs):
            bound.add((_WORDS[paper.outcome.how], paper.outcome.winner))
    if len({winner for _, winner in bound}) > 1:
        return evolve(told, trouble=Message("signed results of it name different winners"))
    return next((evolve(told, how=how, winner=won) for how, won in sorted(bound)), told)


def _binds(paper: ResultPaper, logs: Sequence[Log]) -> bool:
    """Whether a signed result stands beside the logs that are there.

    Both have played on, or its key had been given up: no. A log that does not reach it, or a turn file of a signer's own in
    its place, says nothing against it: nobody gets out of what they signed by showing less, or another version.
    """
    said = [results_against_log.found(paper, log) for log in logs]
    if {results_against_log.PLAYED_ON, results_against_log.OLD_KEY, results_against_log.OTHER_REFEREE} & set(
        said
    ):
        return False
    n, have = results_against_log.after(paper), results.signers(paper)
    return not said or any(
        why in ("", results_against_log.EARLY)
        or (why == results_against_log.OTHER_HEAD and n and log.bundles[n - 1].header.by in have)
        for why, log in zip(said, logs, strict=True)
    )


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
    if any(each is not None for each in (proof.result, proof.heir, proof.fork)):
        return "" if proof.record.exit_code == 0 else Message("does not bind: {said}", said=proof.record.said)
    return Message(
        "is neither a log nor a result nor evidence nor a succession: {said}", said=proof.record.said
    )


def _proof(name: str, raw: bytes, record: Record) -> Proof:
    """What is in a file; the parts are read only when the judge found nothing wrong with the form of it."""
    proof = Proof(name=name, record=record)
    try:
        lines = container.unpack(looking.data_in(raw))
        if record.kind == LOG:
            return evolve(proof, log=parse_log(lines))
        if record.kind == PAPER and record.paper == results.PAPER:
            return evolve(proof, result=results.read(lines))
        if record.kind == PAPER and record.paper == equivocation.PAPER:
            return evolve(proof, fork=evidence.read(lines))
        if record.kind == PAPER and record.paper == succession.PAPER:
            return evolve(proof, heir=succession.read(lines))
    except PbemError:
        return proof
    return proof


def _records(data: Mapping[str, bytes], tables: Tables, told: Callable[[int], None]) -> dict[str, Record]:
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
        with work.cluster() as client, TemporaryDirectory() as place:
            for name, raw in new.items():  # copies: the run reads whatever lies in a folder
                (Path(place) / f"{name}.pbem").write_bytes(raw)
            work.Run(client, tables, judge, judging.SECONDS, lambda count: told(count.judged)).all(place)
    found = {each.content: each for each in tables.records(judge)}
    left = {name: judging.judged(raw, judge) for name, raw in new.items() if name not in found}
    return {**found, **left}  # an archive among the proofs is looked into there, and is no proof itself

"""Papers made from what a home holds: evidence of two versions, as files for the player to keep or show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import PbemError, UsageError, VerifyError
from pbem.games.registry import Finder
from pbem.home import games, packs
from pbem.home.turns import import_notes
from pbem.home.viewing import logs as looking
from pbem.home.viewing.logs import Film
from pbem.log import REFEREE, Bundle, Log, parse_log, read_bundles, refusal_of, scan_log
from pbem.papers import capsule, equivocation, evidence, false_refusal
from pbem.papers.equivocation import continues
from pbem.papers.evidence import Evidence
from pbem.papers.false_refusal import FalseRefusal
from pbem.papers.paper import who
from pbem.port.game import Roll
from pbem.port.messages import Message, Series
from pbem.replay.table import Position, owed
from pbem.store.atomic import make_folder, write_bytes
from pbem.store.game import GameFolder
from pbem.store.home import Home

_NAMES = 100
"""Papers of one name that a home keeps: games of which two versions of the same turn file came."""

_VERSIONS = 4
"""So many versions of one turn file are laid side by side: two prove it, and who signs hundreds must cost no minutes."""


def in_game(folder: GameFolder) -> tuple[Evidence, ...]:
    """What the turns that a home refused or could not place prove together with its log."""
    log = parse_log(folder.log())
    return _all(log, log.bundles, _strays(folder))


def needed(folder: GameFolder) -> tuple[str, ...]:
    """What this home has to ask for before versions that it holds convict anybody, a sentence each."""
    log = parse_log(folder.log())
    strays = _strays(folder)
    pool = (*log.bundles, *strays)
    mine = str(folder.facts().get("seat", ""))
    there = {
        (late.header.n - 1, late.header.prev): late
        for versions in _versions(log.bundles, strays)
        for at, one in enumerate(versions)
        for other in versions[at + 1 :]
        for late in equivocation.missing(log, one, other, pool)
    }
    return tuple(_ask(log, mine, there[key]) for key in sorted(there))


def refusals(folder: GameFolder) -> tuple[FalseRefusal, ...]:
    """Every refusal by the other side, in the log of a game or beside it, of a turn that the rules find legal."""
    log, strays = parse_log(folder.log()), _strays(folder)
    mine = str(folder.facts().get("seat", ""))
    pairs = _refused((*log.bundles, *strays), lambda no: no.header.by != mine)
    return _false(log, (*log.bundles, *strays), pairs, games.pack_of(folder), games.finder_of(folder))


def _refused(
    pool: Sequence[Bundle], wanted: Callable[[Bundle], bool] = lambda _: True
) -> list[tuple[Bundle, Bundle]]:
    """Each refusal among these turn files beside the one that it refuses, where that is here."""
    by_hash = {each.hash(): each for each in pool}
    nos = [(each, refusal_of(each)) for each in by_hash.values() if each.entries and wanted(each)]
    return [(by_hash[found.hash], no) for no, found in nos if found is not None and found.hash in by_hash]


def _false(
    log: Log,
    pool: Sequence[Bundle],
    pairs: Iterable[tuple[Bundle, Bundle]],
    pack: Path | None = None,
    find: Finder | None = None,
) -> tuple[FalseRefusal, ...]:
    """The papers about these refusals that are false, one a turn file."""
    made: dict[int, FalseRefusal] = {}
    for refused, no in pairs:
        before = _leading_to(log, pool, refused)
        if before is None:
            continue
        try:
            film = looking.film_of_log(
                evolve(before, bundles=(*before.bundles, refused)).encode(), pack, find
            )
            paper = false_refusal.make(before, _before(film), refused, no)
            if false_refusal.finding(false_refusal.read(paper.encode()), find).proved:
                made.setdefault(refused.header.n, paper)
        except PbemError:
            continue
    return tuple(made[n] for n in sorted(made))


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


def _before(film: Film) -> Callable[[int], Position[object]]:
    def before(entry: int) -> Position[object]:
        return film.trail[entry - 1].position if entry else film.first

    return before


def write_refusals(papers: Iterable[FalseRefusal], home: Home) -> tuple[Path, ...]:
    """Each as ``false-refusal-N.pbem`` among the evidence of a home, by the number of the refused turn file; one that is
    there stays.
    """
    return tuple(
        _keep(
            home,
            (f"false-refusal-{paper.refused.header.n}", paper.refused.header.by),
            paper.encode(),
            partial(_refuses, paper),
        )
        for paper in papers
    )


def told_of_refusals(film: Film, folder: GameFolder | None = None) -> tuple[str, ...]:
    """Every refusal in a log, with whether whoever wrote it could know how a roll would fall, a sentence each.

    The refused turn file is not in the log; where this home has not kept it, what was due there tells what it may have held.
    """
    strays = [] if folder is None else _strays(folder)
    by_hash = {each.hash(): each for each in strays}
    lines: list[str] = []
    for bundle in film.log.bundles:
        found = refusal_of(bundle) if bundle.entries else None
        if found is None or bundle.header.first >= len(film.trail):
            continue
        refuser, n = who(film.log, bundle.header.by), bundle.header.n
        said = Message(
            "{refuser} refused turn file {n} of {who}: {reason}.",
            refuser=refuser,
            n=n,
            who=who(film.log, found.header.by),
            reason=import_notes.reason(bundle),
        )
        kept = by_hash.get(found.hash)
        if kept is not None:
            lines.append(Series((said, false_refusal.knew(kept, refuser)), " "))
        else:
            known = _may_have_known(_before(film)(bundle.header.first), refuser)
            lines.append(Series((said, known), " "))
    return tuple(lines)


def _may_have_known(position: Position[object], refuser: str) -> str:
    due = owed(position)
    asked = due.what == "roll" and isinstance(due.demand, Roll) and not due.demand.sealed
    if asked or position.table.pending is not None:
        return Message(
            "A roll was due there whose faces {refuser} may have known: whoever has the refused turn "
            "file can tell.",
            refuser=refuser,
        )
    return Message(
        "What was refused is not in the log: whoever has it can show whether it was legal (pbem evidence)."
    )


def _ask(log: Log, mine: str, late: Bundle) -> str:
    """Whom to ask for the turn file that ``late`` continues."""
    n, by = late.header.n - 1, late.header.by
    other = who(log, "B" if mine == "A" else "A")
    return Message(
        "Turn file {n} of {who} continues a turn file {before} that is not here, so nobody can say "
        "yet who forked: ask {other} for turn file {before}, the one that ends in {prev}.",
        n=n + 1,
        who=who(log, by),
        before=n,
        other=other,
        prev=late.header.prev.hex()[:12],
    )


def _strays(folder: GameFolder) -> list[Bundle]:
    """Every turn file beside the log: refused, clashing, given up, waiting."""
    strays = [bundle for kept in folder.refused() for bundle in read_bundles(kept.data)]
    return strays + [bundle for data in folder.parked() for bundle in read_bundles(data)]


def in_files(one: Path, other: Path, home: Home) -> tuple[Evidence, ...]:
    """What two files prove together: logs, turn files or mails of one game.

    Raises UsageError ``no-evidence`` when they prove nothing, VerifyError ``other-game`` and ``no-genesis``.
    """
    read = [_bundles(path) for path in (one, other)]
    logs = [log for log, _ in read if log is not None]
    first = next((bundle for _, bundles in read for bundle in bundles), None)
    gid = logs[0].gid.hex() if logs else first.header.gid.hex() if first is not None else ""
    here = [game for game in home.games() if game.facts().get("gid") == gid]
    if not logs:
        logs = [parse_log(game.log()) for game in here]
    if not logs:
        raise VerifyError(
            "no-genesis",
            Message(
                "Neither file holds the game's invitation and acceptance, and this home does not know "
                "the game."
            ),
            hint=Message("Give a whole log (campaign.pbem) for one of the two."),
        )
    log = max(logs, key=lambda each: len(each.bundles))
    if any(bundle.header.gid != log.gid for _, bundles in read for bundle in bundles):
        raise VerifyError("other-game", Message("The two files belong to different games."))
    ones, others = read[0][1], read[1][1]
    known = [*(bundle for game in here for bundle in (*parse_log(game.log()).bundles, *_strays(game)))]
    proofs = _all(log, ones, others, known)
    if not proofs and not refusals_in_files(one, other, home):
        _needs(log, ones, others, known)
        raise UsageError(
            "no-evidence",
            Message("Nothing in the two files contradicts itself under one signature."),
            hint=Message(
                "Evidence needs two different turn files with one number, or two requests for one roll."
            ),
        )
    return proofs


def refusals_in_files(one: Path, other: Path, home: Home) -> tuple[FalseRefusal, ...]:
    """The false refusals in two files of one game: one holds the refusal, the other what it refuses."""
    read = [_bundles(path) for path in (one, other)]
    every = [bundle for _, bundles in read for bundle in bundles]
    pairs = _refused(every)
    if not pairs:
        return ()
    gid = pairs[0][0].header.gid
    here = [game for game in home.games() if game.facts().get("gid") == gid.hex()]
    logs = [log for log, _ in read if log is not None] + [parse_log(game.log()) for game in here]
    pool = [*every, *(bundle for game in here for bundle in _strays(game))]
    find = packs.finder(home)
    found = [_false(log, pool, pairs, find=find) for log in logs if log.gid == gid]
    return max(found, key=len, default=())


def dispute(film: Film, at: int) -> bytes:
    """The capsule for an entry of a log, packed.

    Raises UsageError ``no-entry`` and what :func:`pbem.papers.capsule.make` raises.
    """
    disputed = next((each for each in film.log.bundles if each.header.first <= at <= each.header.last), None)
    if disputed is None:
        raise UsageError("no-entry", Message("No turn file of this log holds entry {at}.", at=at))
    first = disputed.header.first
    if first > len(film.trail):
        raise UsageError(
            "no-entry", Message("The log fails before entry {at}: at entry {n}.", at=at, n=len(film.trail))
        )
    return container.pack(capsule.make(film.log, _before(film), at).encode())


def disputable(folder: GameFolder) -> Film:
    """The game of a home as far as it holds, with the refused turn file that would come next. Raises VerifyError."""
    return looking.film_of_log(_with_refused(folder), games.pack_of(folder), games.finder_of(folder))


def _with_refused(folder: GameFolder) -> bytes:
    """The log of a game, with the refused turn file that would come next."""
    log = parse_log(folder.log())
    for kept in folder.refused():
        for bundle in read_bundles(kept.data):
            if bundle.header.n == len(log.bundles) + 1:
                return evolve(log, bundles=(*log.bundles, bundle)).encode()
    return log.encode()


def write(proofs: Iterable[Evidence], home: Home) -> tuple[Path, ...]:
    """Each as ``evidence-N.pbem`` in a home, by the number of its turn file or roll; one that is there stays."""
    return tuple(
        _keep(
            home,
            (f"evidence-{'' if proof.what == evidence.TWO_VERSIONS else 'roll-'}{proof.place}", proof.seat),
            proof.encode(),
            partial(_proves, proof),
        )
        for proof in proofs
    )


def _proves(proof: Evidence, lines: bytes) -> bool:
    """Whether a paper of evidence says the same of the same player, if with other versions. Raises FormatError."""
    held = evidence.read(lines)
    return (held.log.gid, held.what, held.seat, held.place) == (
        proof.log.gid,
        proof.what,
        proof.seat,
        proof.place,
    )


def _refuses(paper: FalseRefusal, lines: bytes) -> bool:
    """Whether a paper is about the same refused turn file. Raises FormatError."""
    return false_refusal.read(lines).refused.hash() == paper.refused.hash()


def _keep(home: Home, called: tuple[str, str], lines: bytes, same: Callable[[bytes], bool]) -> Path:
    """A paper in the folder ``evidence`` of a home, unless the ``same`` is there; where it is.

    ``called``: the name, and what is added to it when another game has a paper of that name.
    """
    name, more = called
    with home.lock():
        make_folder(home.evidence)
        for ending in ("", f"-{more}", *(f"-{more}-{number}" for number in range(2, _NAMES))):
            path = home.evidence / f"{name}{ending}.pbem"
            if not path.exists():
                write_bytes(path, container.pack(lines), mode=0o644)
                return path
            if _holds(path, same):
                return path
    raise UsageError(
        "too-many-papers",
        Message("There are {n} papers of one name in {folder}.", n=_NAMES, folder=games.shown(home.evidence)),
        hint=Message("Put some of them elsewhere."),
    )


def _holds(path: Path, same: Callable[[bytes], bool]) -> bool:
    """Whether the file is a paper that is the same; what cannot be read is not."""
    try:
        return same(container.unpack(path.read_bytes()))
    except (PbemError, OSError):
        return False


def _bundles(path: Path) -> tuple[Log | None, tuple[Bundle, ...]]:
    lines = looking.lines_of(path)
    if lines.startswith(b'{"by":'):
        return None, read_bundles(lines)
    log, error = scan_log(lines)
    if log is None or log.accept is None:
        raise error or VerifyError(
            "incomplete", Message("{name} is not a game that has begun.", name=path.name)
        )
    return log, log.bundles


def _versions(ones: Sequence[Bundle], others: Sequence[Bundle]) -> Iterator[list[Bundle]]:
    """The versions of each number and seat of which there are two or more, some of each."""
    by_place: dict[tuple[int, str], list[Bundle]] = {}
    for bundle in (*ones, *others):
        if bundle.header.by == REFEREE:  # two rulings are no paper: both homes keep them, and say so
            continue
        held = by_place.setdefault((bundle.header.n, bundle.header.by), [])
        if len(held) < _VERSIONS and bundle.hash() not in [each.hash() for each in held]:
            held.append(bundle)
    yield from (held for held in by_place.values() if len(held) > 1)


def _needs(log: Log, ones: Sequence[Bundle], others: Sequence[Bundle], known: Sequence[Bundle]) -> None:
    """Raises VerifyError ``needs-predecessors`` when only what comes before these turn files could prove anything."""
    for held in _versions(ones, others):
        if late := equivocation.missing(log, held[0], held[1], (*ones, *others, *known)):
            raise equivocation.needs(late)


def _all(
    log: Log, ones: Sequence[Bundle], others: Sequence[Bundle], known: Sequence[Bundle] = ()
) -> tuple[Evidence, ...]:
    """One proof for each seat and place in which somebody forked: one that convicts before one that does not, a short
    one before a long one. ``known`` are turn files among which predecessors are looked for.
    """
    pool = (*ones, *others, *known)
    proofs = [
        proof for held in _versions(ones, others) for proof in equivocation.found(log, *held, known=pool)
    ]
    asked: dict[int, Bundle] = {}
    for bundle in (*ones, *others):
        for roll in evidence.rolls(bundle):
            before = asked.setdefault(roll, bundle)
            if before.header.n != bundle.header.n:
                proofs.extend(equivocation.found(log, before, bundle))
    proofs.sort(key=lambda each: each.about)
    unique = {(proof.what, proof.place, proof.seat): proof for proof in reversed(proofs)}
    return tuple(unique[key] for key in sorted(unique))

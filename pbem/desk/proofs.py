"""Papers made from what a home holds: evidence of two versions, as files for the player to keep or show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve

from pbem import container
from pbem.desk import games, looking
from pbem.desk.looking import Film
from pbem.errors import PbemError, UsageError, VerifyError
from pbem.log import Bundle, Log, parse_log, read_bundles, scan_log
from pbem.replay.table import Position
from pbem.store.atomic import write_bytes
from pbem.store.game import GameFolder
from pbem.store.home import Home
from pbem.trust import capsule, evidence
from pbem.trust.evidence import Evidence

_VERSIONS = 4
"""So many versions of one turn file are laid side by side: two prove it, and who signs hundreds must cost no minutes."""


def in_game(folder: GameFolder) -> tuple[Evidence, ...]:
    """What the turns that a home refused or could not place prove together with its log."""
    log = parse_log(folder.log())
    strays = [bundle for kept in folder.refused() for bundle in read_bundles(kept.data)]
    strays += [bundle for data in folder.parked() for bundle in read_bundles(data)]
    return _all(log, log.bundles, strays)


def in_files(one: Path, other: Path, home: Home) -> tuple[Evidence, ...]:
    """What two files prove together: logs, turn files or mails of one game.

    Raises UsageError ``no-evidence`` when they prove nothing, VerifyError ``other-game`` and ``no-genesis``.
    """
    read = [_bundles(path) for path in (one, other)]
    logs = [log for log, _ in read if log is not None]
    first = next((bundle for _, bundles in read for bundle in bundles), None)
    if not logs and first is not None:
        logs = [
            parse_log(game.log())
            for game in home.games()
            if game.facts().get("gid") == first.header.gid.hex()
        ]
    if not logs:
        raise VerifyError(
            "no-genesis",
            "Neither file holds the game's invitation and acceptance, and this home does not know the game.",
            hint="Give a whole log (campaign.pbem) for one of the two.",
        )
    log = max(logs, key=lambda each: len(each.bundles))
    if any(bundle.header.gid != log.gid for _, bundles in read for bundle in bundles):
        raise VerifyError("other-game", "The two files belong to different games.")
    proofs = _all(log, read[0][1], read[1][1])
    if not proofs:
        raise UsageError(
            "no-evidence",
            "Nothing in the two files contradicts itself under one signature.",
            hint="Evidence needs two different turn files with one number, or two requests for one roll.",
        )
    return proofs


def dispute(film: Film, at: int) -> bytes:
    """The capsule for an entry of a log, packed.

    Raises UsageError ``no-entry`` and what :func:`pbem.trust.capsule.make` raises.
    """
    disputed = next((each for each in film.log.bundles if each.header.first <= at <= each.header.last), None)
    if disputed is None:
        raise UsageError("no-entry", f"No turn file of this log holds entry {at}.")
    first = disputed.header.first
    if first > len(film.trail):
        raise UsageError("no-entry", f"The log fails before entry {at}: at entry {len(film.trail)}.")

    def before(entry: int) -> Position[object]:
        return film.trail[entry - 1].position if entry else film.first

    return container.pack(capsule.make(film.log, before, at).encode())


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


def write(proofs: Iterable[Evidence], place: Path) -> tuple[Path, ...]:
    """Each proof as ``evidence-N.pbem`` in a folder, by the number of its turn file or roll; one that is there stays."""
    written: list[Path] = []
    for proof in proofs:
        kind = "" if proof.what == evidence.TWO_VERSIONS else "roll-"
        path = place / f"evidence-{kind}{proof.about}.pbem"
        if path.exists() and not _convicts(path, proof.seat):
            path = place / f"evidence-{kind}{proof.about}-{proof.seat}.pbem"
        data = container.pack(proof.encode())
        if not path.exists():
            write_bytes(path, data, mode=0o644)
        written.append(path)
    return tuple(written)


def _convicts(path: Path, seat: str) -> bool:
    """Whether the evidence in a file is not of the other seat."""
    try:
        return evidence.read(container.unpack(path.read_bytes())).seat == seat
    except PbemError:
        return True


def _bundles(path: Path) -> tuple[Log | None, tuple[Bundle, ...]]:
    lines = looking.lines_of(path)
    if lines.startswith(b'{"by":'):
        return None, read_bundles(lines)
    log, error = scan_log(lines)
    if log is None or log.accept is None:
        raise error or VerifyError("incomplete", f"{path.name} is no game that has begun.")
    return log, log.bundles


def _all(log: Log, ones: Sequence[Bundle], others: Sequence[Bundle]) -> tuple[Evidence, ...]:
    """The first proof for each seat and number, between two heaps of bundles and inside the second."""
    by_place: dict[tuple[int, str], list[Bundle]] = {}
    for bundle in (*ones, *others):
        held = by_place.setdefault((bundle.header.n, bundle.header.by), [])
        if len(held) < _VERSIONS and bundle.hash() not in [each.hash() for each in held]:
            held.append(bundle)
    proofs = [proof for held in by_place.values() if len(held) > 1 for proof in evidence.found(log, *held)]
    asked: dict[int, Bundle] = {}
    for bundle in (*ones, *others):
        for roll in evidence.rolls(bundle):
            before = asked.setdefault(roll, bundle)
            if before.header.n != bundle.header.n:
                proofs.extend(evidence.found(log, before, bundle))
    unique = {(proof.what, proof.about, proof.seat): proof for proof in reversed(proofs)}
    return tuple(unique[key] for key in sorted(unique))

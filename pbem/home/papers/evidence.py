"""Papers made from what a home holds: evidence of two versions, as files for the player to keep or show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from pbem.bytes.errors import UsageError, VerifyError
from pbem.home.papers import evidence_files, refused_turns
from pbem.home.turns import import_notes
from pbem.home.viewing.logs import Film
from pbem.log import REFEREE, Bundle, Log, parse_log, refusal_of
from pbem.papers import equivocation, evidence, refused_turn
from pbem.papers.evidence import Evidence
from pbem.papers.paper import who
from pbem.port.game import Roll
from pbem.port.messages import Message, Series
from pbem.replay.table import Position, owed
from pbem.store.game import GameFolder
from pbem.store.home import Home

_VERSIONS = 4
"""So many versions of one turn file are laid side by side: two prove it, and who signs hundreds must cost no minutes."""


def in_game(folder: GameFolder) -> tuple[Evidence, ...]:
    """What the turns that a home refused or could not place prove together with its log."""
    log = parse_log(folder.log())
    return _all(log, log.bundles, evidence_files.beside(folder))


def needed(folder: GameFolder) -> tuple[str, ...]:
    """What this home has to ask for before versions that it holds convict anybody, a sentence each."""
    log = parse_log(folder.log())
    strays = evidence_files.beside(folder)
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


def told_of_refusals(film: Film, folder: GameFolder | None = None) -> tuple[str, ...]:
    """Every refusal in a log, with whether its author could know how a roll would fall, a sentence each.

    The refused turn file is not in the log; where this home has not kept it, what was due there tells what it may have held.
    """
    strays = [] if folder is None else evidence_files.beside(folder)
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
            lines.append(Series((said, refused_turn.knew(kept, refuser)), " "))
        else:
            known = _may_have_known(_before(film, bundle.header.first), refuser)
            lines.append(Series((said, known), " "))
    return tuple(lines)


def _before(film: Film, entry: int) -> Position[object]:
    return film.trail[entry - 1].position if entry else film.first


def _may_have_known(position: Position[object], refuser: str) -> str:
    due = owed(position)
    asked = due.kind == "roll" and isinstance(due.demand, Roll) and not due.demand.sealed
    if asked or position.table.pending is not None:
        return Message(
            "A roll was due there whose faces {refuser} may have known: whoever has the refused turn "
            "file can tell.",
            refuser=refuser,
        )
    return Message(
        "What was refused is not in the log: whoever has it can show whether it was legal (pbem dispute evidence)."
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


def in_files(one: Path, other: Path, home: Home) -> tuple[Evidence, ...]:
    """What two files prove together: logs, turn files or mails of one game.

    Raises UsageError ``no-evidence`` when they prove nothing, VerifyError ``other-game`` and ``no-genesis``.
    """
    read = [evidence_files.turn_files_in(path) for path in (one, other)]
    logs = [log for log, _ in read if log is not None]
    first = next((bundle for _, bundles in read for bundle in bundles), None)
    gid = logs[0].gid.hex() if logs else first.header.gid.hex() if first is not None else ""
    here = [game for game in home.games() if game.facts().get("gid") == gid]
    if not logs:
        logs = [parse_log(game.log()) for game in here]
    if not logs:
        raise VerifyError.of(
            "no-genesis",
            "Neither file holds the game's invitation and acceptance, and this home does not know the game.",
            hint="Give a whole log (campaign.pbem) for one of the two.",
        )
    log = max(logs, key=lambda each: len(each.bundles))
    if any(bundle.header.gid != log.gid for _, bundles in read for bundle in bundles):
        raise VerifyError.of("other-game", "The two files belong to different games.")
    ones, others = read[0][1], read[1][1]
    known = [
        *(
            bundle
            for game in here
            for bundle in (*parse_log(game.log()).bundles, *evidence_files.beside(game))
        )
    ]
    proofs = _all(log, ones, others, known)
    if not proofs and not refused_turns.false_in_files((one, other), home):
        _needs(log, ones, others, known)
        raise UsageError.of(
            "no-evidence",
            "Nothing in the two files contradicts itself under one signature.",
            hint="Evidence needs two different turn files with one number, or two requests for one roll.",
        )
    return proofs


def write(proofs: Iterable[Evidence], home: Home) -> tuple[Path, ...]:
    """Each as ``evidence-N.pbem`` in a home, by the number of its turn file or roll; one that is there stays."""
    return tuple(
        evidence_files.keep(
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

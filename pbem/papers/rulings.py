"""A referee's ruling for the log: what can be ruled on one that holds, and the signed bundle that rules it
(``schemas/log.md``, rulings).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.crypto.keys import Keypair, key_id
from pbem.games.registry import Game
from pbem.log import REFEREE, Bundle, Log, extend, sign_bundle, start_of
from pbem.log.entries import PROTOCOL, Appoint, Ruling
from pbem.papers.appointment import Appointed
from pbem.replay.fold import Folded, fold_entries, fold_log
from pbem.replay.ruling import Possible, possible
from pbem.replay.table import state_digest


def possibilities(game: Game, log: Log, versions: Iterable[Bundle] = ()) -> Possible:
    """What a referee can rule behind a log: the entries to go back to, and the lowest and highest roll to go on with.

    ``game`` is the version that the invitation pins, ``versions`` are turn files that are known and not in the log (of the
    other history, of a refusal): rolls that they name are not used again. Raises what does not hold in the log.
    """
    return possible(_held(game, log).position, versions)


def make_ruling(
    game: Game, log: Log, keypair: Keypair, ruling: Ruling, appointed: Appointed | None = None
) -> Bundle:
    """The bundle that rules so behind a log, signed by the referee in force there.

    ``appointed`` carries an appointment on paper onto the log, which both players must have signed with their keys in force;
    without it the clause of the invitation, or an earlier appointment on the log, has to name this key.

    Raises UsageError ``not-appointed``, VerifyError for what cannot be ruled (``bad-ruling``, ``no-referee``, ``wrong-key``
    among others), FormatError for a reason that no line may hold, and what does not hold in the log.
    """
    held = _held(game, log)
    entries = [PROTOCOL.dump(ruling)]
    if appointed is not None:
        entries.insert(0, PROTOCOL.dump(entry_of(log, appointed)))
    numbered: list[dict[str, Json]] = [
        {**each, "i": held.position.count + n} for n, each in enumerate(entries)
    ]
    pairs = [(canon.encode(each), each) for each in numbered]
    position = held.position
    for happened, _ in fold_entries(position, REFEREE, pairs, held.end.head):
        position = happened.position
    bundle = sign_bundle(
        keypair,
        by=REFEREE,
        gid=log.gid,
        n=held.end.bundles + 1,
        prev=held.end.head,
        lines=[line for line, _ in pairs],
        rules=held.end.rules,
        state=state_digest(position),
    )
    extend(log, held.end, bundle)
    return bundle


def entry_of(log: Log, appointed: Appointed) -> Appoint:
    """An appointment on paper as an entry. Raises UsageError ``not-appointed`` when a signature is missing."""
    by_key = {seal.key: seal.signature.hex() for seal in appointed.sheet.seals}
    found = {seat: by_key.get(key_id(log.key_of(seat)), "") for seat in ("A", "B")}
    if not all(found.values()):
        raise UsageError.of(
            "not-appointed",
            "The appointment is not signed by both players with the keys that they have now.",
            hint="Both sign it: pbem referee appoint FILE. A player who has renewed their keys since signs anew.",
        )
    return Appoint(
        key=appointed.key.hex(), who=appointed.name, a=found["A"], b=found["B"], days=appointed.days
    )


def _held(game: Game, log: Log) -> Folded[object]:
    folded = fold_log(game, log, start_of(log))
    if folded.error is not None:
        raise folded.error
    return folded

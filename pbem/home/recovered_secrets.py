"""Sealed choices found again from the commitments on the log: every legal choice is sealed once more and compared.

The salts come from the game's key, so that the same choice gives the same commitment. This is how a game goes on from an
older backup and the player's own sent mails.
"""

from __future__ import annotations

from itertools import islice

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.log import Log, start_of
from pbem.port.game import Conceal
from pbem.protocol.session import seat_of
from pbem.protocol.vault import Vault
from pbem.replay.fold import AppliedEntry, fold_log, opening
from pbem.replay.table import Commitments, Position, owed

_MOST = 50_000


def recovered(game: registry.Game, log: Log, vault: Vault) -> Vault:
    """The vault with every choice of this seat that could be found again.

    Raises nothing that the log does not, and KeyFileError ``old-vault`` for keys that were renewed elsewhere.
    """
    seat = seat_of(log, vault)
    found = [vault.aligned(log.keys_of(seat))]
    before: list[Position[object]] = [opening(game, log)]

    def watch(happened: AppliedEntry[object]) -> None:
        position, before[0] = before[0], happened.position
        if happened.kind != "seal" or happened.seat != seat:
            return
        at, hashes = str(happened.obj["at"]), happened.obj["c"]
        assert isinstance(hashes, list)
        wanted = tuple(map(str, hashes))
        made = next(each for each in happened.position.table.seals.values() if each.label == at)
        if not found[0].holds(log.gid, at, wanted, made.place):
            then = found[0].at(position.table.seats[seat].key_generation)
            again = _search(game, position, then, log.gid, made)
            found[0] = evolve(found[0], sealed=again.sealed)

    fold_log(game, log, start_of(log), watch)
    return found[0]


def _search(
    game: registry.Game, position: Position[object], vault: Vault, gid: bytes, made: Commitments
) -> Vault:
    """The vault with the choice behind these commitments; as it was when no legal choice gives it."""
    rules = position.rules
    due = owed(position)
    if not isinstance(due.demand, Conceal):
        return vault
    side = due.demand.side

    def shuffled(values: tuple[Json, ...]) -> tuple[Json, ...]:
        label = f"shuffle/{position.count}"
        keyed = [(vault.salt(gid, label, n, made.place), n) for n in range(len(values))]
        return tuple(values[n] for _, n in sorted(keyed))

    for action in islice(rules.options(position.game, side), _MOST):
        if rules.actions.kind(action) not in rules.secret:
            continue
        name, values = rules.conceal(position.game, action, shuffled)
        at = position.table.label(name)
        if at == made.label and len(values) == len(made.hashes):
            with_it, hashes = vault.commit(gid, at, values, made.place)
            if hashes == made.hashes:
                return with_it
    return vault

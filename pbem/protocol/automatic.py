"""The entry that a seat owes without a decision: a request, a seed, an opening. The same table gives the same entry."""

from __future__ import annotations

from pbem.entries import Audit, Open, ProtocolEntry, Req, Rsp, Show, Start
from pbem.protocol import dealing, knowing
from pbem.protocol.vault import Vault
from pbem.replay.rolls import faces_of
from pbem.replay.table import Owed, Pending, Position, Seat, other
from pbem.ruleset import Disclose, Roll, Ruleset


def due_entry(
    rules: Ruleset[object], position: Position[object], seat: Seat, vault: Vault, due: Owed
) -> ProtocolEntry:
    """What ``seat`` has to write next, where ``due``, that which is owed, leaves it no choice.

    Raises KeyFileError ``old-vault`` when a sealed value must be opened that the vault lacks.
    """
    table = position.table
    if (card := dealing.due(table, seat, vault.salts, due.demand, vault.vaults[:-1])) is not None:
        return card
    match due.what, due.demand:
        case "start", _:
            return Start()
        case "audit", _:
            return Audit(vault=vault.salts.hex(), before=tuple(each.hex() for each in vault.vaults[:-1]))
        case "roll", Roll(why=why, sealed=sealed):
            j = table.next_roll
            return Req(j=j, why=table.label(why), x="" if sealed else vault.chain[j].hex())
        case "disclose", Disclose(at=at, ns=(n, *_)):
            knowing.check_vault(table, seat, vault)
            label = table.seals[at].label
            salt = vault.at(table.seals[at].era).salt(table.gid, label, n)
            return Show(at=label, n=n, salt=salt.hex(), v=vault.sealed[label][n - 1])
    assert table.pending is not None
    return _seed(rules, position, seat, vault, table.pending)


def _seed(
    rules: Ruleset[object], position: Position[object], seat: Seat, vault: Vault, pending: Pending
) -> Rsp | Open:
    """The seed for the pending roll, with the faces as soon as both seeds are known."""
    seed = vault.chain[pending.j]
    theirs = pending.answer if pending.by == seat else pending.x
    dice: tuple[int, ...] = ()
    if theirs:
        label = position.table.label
        demands = rules.demands(position.game)
        roll = next(d for d in demands if isinstance(d, Roll) and label(d.why) == pending.why)
        dice = faces_of(position.table, pending, {seat: seed, other(seat): theirs}, roll)
    if pending.by == seat:
        return Open(j=pending.j, x=seed.hex(), dice=dice)
    return Rsp(j=pending.j, x=seed.hex(), dice=dice)

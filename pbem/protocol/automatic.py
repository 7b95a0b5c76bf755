"""The entry that a seat owes without a decision (the same table gives the same one), and the bundles that it has to send."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import KeyFileError, UsageError
from pbem.log import REFEREE, Bundle, Log
from pbem.log.entries import Audit, Open, ProtocolEntry, Req, Rsp, Show, Start
from pbem.port.game import Deal, Disclose, Mask, Roll, Ruleset, Secrets
from pbem.protocol.vault import Vault
from pbem.replay.rolls import faces_of, wire_dice
from pbem.replay.table import NextStep, Pending, Position, Seat, Table, other


def secrets(table: Table, seat: Seat, vault: Vault) -> Secrets:
    """The secrets of a seat by the names the game gives them."""
    held: dict[str, dict[int, str]] = {}
    if table.decks and vault.salts:  # none where the seat has gone to another home
        from pbem.protocol import dealing  # noqa: PLC0415  # few games have a shared deck

        held = dealing.hand(table, seat, vault.salts, vault.vaults[:-1])
    sealed = vault.sealed
    if table.take_backs:
        mine = {at: made.label for at, made in table.seals.items() if made.by == seat}
        sealed = {at: sealed[label] for at, label in mine.items() if label in sealed}
    return Secrets(sealed=sealed, hand=held)


def check_vault(table: Table, seat: Seat, vault: Vault) -> None:
    """Raises KeyFileError ``old-vault`` when the vault lacks values that the seat has sealed and not opened."""
    for at, made in sorted(table.shut.items()):
        if made.by == seat and not vault.holds(table.gid, made.label, made.hashes, made.place):
            raise KeyFileError.of(
                "old-vault",
                "The secrets of this game are older than its log: what was sealed as {at!r} is not among "
                "them.",
                at=at,
                hint="Put back the newest copy of the whole home.",
            )


def due_entry(
    rules: Ruleset[object], position: Position[object], seat: Seat, vault: Vault, due: NextStep
) -> ProtocolEntry:
    """What ``seat`` has to write next, where ``due``, that which is owed, leaves it no choice.

    Raises KeyFileError ``old-vault`` when a sealed value must be opened that the vault lacks.
    """
    table = position.table
    if table.decks or isinstance(due.demand, Mask | Deal):
        from pbem.protocol import dealing  # noqa: PLC0415  # few games have a shared deck

        if (card := dealing.due(table, seat, vault.salts, due.demand, vault.vaults[:-1])) is not None:
            return card
    match due.kind, due.demand:
        case "start", _:
            return Start()
        case "audit", _:
            return Audit(vault=vault.salts.hex(), before=tuple(each.hex() for each in vault.vaults[:-1]))
        case "roll", Roll(why=why, sealed=sealed) as roll:
            j = table.next_roll
            return Req(
                dice=wire_dice(roll), j=j, why=table.label(why), x="" if sealed else vault.chain[j].hex()
            )
        case "disclose", Disclose(at=at, ns=(n, *_)):
            check_vault(table, seat, vault)
            label = table.seals[at].label
            made = table.seals[at]
            salt = vault.at(made.key_generation).salt(table.gid, label, n, made.place)
            return Show(at=label, n=n, salt=salt.hex(), v=vault.sealed[label][n - 1])
    assert table.pending is not None
    return _seed(table, seat, vault, table.pending)


def _seed(table: Table, seat: Seat, vault: Vault, pending: Pending) -> Rsp | Open:
    """The seed for the pending roll, with the faces as soon as both seeds are known."""
    asked = pending.by == seat
    seed = vault.chain[pending.j]
    theirs = pending.answer if asked else pending.x
    faces = faces_of(table, pending, {seat: seed, other(seat): theirs}) if theirs else ()
    if asked:
        return Open(j=pending.j, x=seed.hex(), dice=faces)
    return Rsp(j=pending.j, x=seed.hex(), dice=faces)


def seat_of(log: Log, vault: Vault) -> Seat:
    """The seat a game key of which the vault holds. Raises UsageError when it is neither."""
    held = set(vault.publics)
    for seat in ("A", "B") if log.accept is not None else ("A",):
        if held.intersection(log.keys_of(seat)):
            return seat
    raise UsageError.of("other-game", "this home does not hold the keys of either player of this game.")


def unsent(log: Log, seat: Seat) -> tuple[Bundle, ...]:
    """The bundles of this seat that the other may not have: those since the other's last, with rulings between them."""
    found: list[Bundle] = []
    for bundle in reversed(log.bundles):
        if bundle.header.by not in (seat, REFEREE):
            break
        found.append(bundle)
    return tuple(reversed(found)) if any(each.header.by == seat for each in found) else ()


def encode_turn(bundles: Iterable[Bundle]) -> bytes:
    """The lines of a turn file."""
    return b"".join(bundle.encode() for bundle in bundles)

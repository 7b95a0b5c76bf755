"""What a seat knows and the other does not: the values that it has sealed, and the cards in its hand."""

from __future__ import annotations

from pbem.bytes.errors import KeyFileError
from pbem.port.game import Secrets
from pbem.protocol.vault import Vault
from pbem.replay.table import Seat, Table


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

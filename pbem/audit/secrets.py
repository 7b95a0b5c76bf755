"""Every commitment at the end of a game: those that were opened, and those that never were (``schemas/dice.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.records import frozen
from pbem.crypto import dice
from pbem.port.game import Side
from pbem.port.insight import Allows
from pbem.replay.fold import AppliedEntry
from pbem.replay.refuse_audit import check_vaults
from pbem.replay.table import Commitments, Seat, Table


@frozen(kw_only=True)
class Hidden:
    """A commitment that was never opened: its label, and what it hides as far as it can be found out.

    ``standing``: ``found`` (``value`` is what it hides, and legal), ``illegal`` (it hides nothing that the rules allow) or
    ``unknown`` (its vault key was not shown yet, or the game cannot list what is allowed).
    """

    side: Side
    label: str
    standing: str
    value: Json = None


@frozen(kw_only=True)
class CommitmentCount:
    """The commitments of a log: how many were sealed and opened, the sides that showed vault keys, those never opened."""

    sealed: int
    opened: int
    keys: tuple[Side, ...]
    hidden: tuple[Hidden, ...]


def count_commitments(
    scenario: str,
    table: Table,
    trail: Iterable[AppliedEntry[object]],
    shown_vaults: Mapping[Seat, tuple[bytes, ...]] | None = None,
) -> CommitmentCount:
    """Every commitment of a log that holds, recomputed from the keys that both sides open at the end.

    ``shown_vaults`` are vault keys that players have opened outside the log, by seat, oldest first. Raises VerifyError if
    they are not the right ones, or what a seat did does not follow from them.
    """
    vaults: dict[Seat, tuple[bytes, ...]] = dict(shown_vaults or {})
    for seat, keys in vaults.items():
        check_vaults(table, seat, keys)
    rules_by_label: dict[str, object] = {}  # those under which it was sealed
    for entry in trail:
        if entry.kind == "audit":
            before = entry.obj.get("before", [])
            vault_keys = [*(before if isinstance(before, list) else []), entry.obj["vault"]]
            vaults[entry.seat] = tuple(bytes.fromhex(str(key)) for key in vault_keys)
        elif entry.kind == "seal":
            rules_by_label[str(entry.obj["at"])] = entry.position.rules
    hidden: list[Hidden] = []
    sealed = opened = 0
    for at, commitments in sorted(table.commitments.items()):
        side, rules = table.seats[commitments.by].side, rules_by_label.get(at)
        sealed += len(commitments.hashes)
        opened += len(commitments.opened)
        for n, commitment in enumerate(commitments.hashes, 1):
            if n not in commitments.opened:
                values = (
                    rules.allowed(scenario, side, at.partition("~")[0]) if isinstance(rules, Allows) else None
                )
                sealed_at = f"{at}/{n}", commitments.place
                key = _key(vaults, commitments)
                standing, value = _search(table.gid, sealed_at, commitment, key, values)
                hidden.append(Hidden(side=side, label=f"{at}/{n}", standing=standing, value=value))
    sides = tuple(table.seats[seat].side for seat in "AB" if seat in vaults)
    return CommitmentCount(sealed=sealed, opened=opened, keys=sides, hidden=tuple(hidden))


def _key(vaults: Mapping[Seat, tuple[bytes, ...]], commitments: Commitments) -> bytes | None:
    """The vault key in force when commitments were made; None while its seat has not shown it."""
    keys = vaults.get(commitments.by)
    return None if keys is None else keys[commitments.key_generation]


def _search(
    gid: bytes, sealed: tuple[str, bytes], commitment: str, vault: bytes | None, values: Iterable[Json] | None
) -> tuple[str, Json]:
    """The standing of a commitment and the value that it hides, by trying every value that the rules allow.

    ``sealed`` is its label and its place.
    """
    label, place = sealed
    if vault is None or values is None:
        return "unknown", None
    salt = dice.salt(vault, gid, label, place)
    for value in values:
        if dice.commitment(gid, label, salt, encode_value(value)).hex() == commitment:
            return "found", value
    return "illegal", None

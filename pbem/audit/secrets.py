"""Every commitment at the end of a game: those that were opened, and those that never were (``schemas/dice.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from pbem.bytes.canon import Json, encode_value
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
    ``unknown`` (its key is not open yet, or the game cannot list what is allowed).
    """

    side: Side
    label: str
    standing: str
    value: Json = None


@frozen(kw_only=True)
class Held:
    """The commitments of a log: how many were sealed and opened, which sides have opened their keys, what stayed shut."""

    sealed: int
    opened: int
    keys: tuple[Side, ...]
    hidden: tuple[Hidden, ...]


def held(
    scenario: str,
    table: Table,
    trail: Iterable[AppliedEntry[object]],
    papers: Mapping[Seat, tuple[bytes, ...]] | None = None,
) -> Held:
    """Every commitment of a log that holds, recomputed from the keys that both sides open at the end.

    ``papers`` are vault keys that players have opened outside the log, by seat, oldest first. Raises VerifyError when they
    are not the right ones, or what a seat did does not follow from them.
    """
    vaults: dict[Seat, tuple[bytes, ...]] = dict(papers or {})
    for seat, keys in vaults.items():
        check_vaults(table, seat, keys)
    judged: dict[str, object] = {}  # by label: the rules under which it was sealed
    for happened in trail:
        if happened.kind == "audit":
            before = happened.obj.get("before", [])
            every = [*(before if isinstance(before, list) else []), happened.obj["vault"]]
            vaults[happened.seat] = tuple(bytes.fromhex(str(each)) for each in every)
        elif happened.kind == "seal":
            judged[str(happened.obj["at"])] = happened.position.rules
    hidden: list[Hidden] = []
    sealed = opened = 0
    for at, made in sorted(table.commitments.items()):
        side, rules = table.seats[made.by].side, judged.get(at)
        sealed += len(made.hashes)
        opened += len(made.opened)
        for n, commitment in enumerate(made.hashes, 1):
            if n not in made.opened:
                values = (
                    rules.allowed(scenario, side, at.partition("~")[0]) if isinstance(rules, Allows) else None
                )
                found = _found(table.gid, (f"{at}/{n}", made.place), commitment, _key(vaults, made), values)
                hidden.append(Hidden(side=side, label=f"{at}/{n}", standing=found[0], value=found[1]))
    sides = tuple(table.seats[seat].side for seat in "AB" if seat in vaults)
    return Held(sealed=sealed, opened=opened, keys=sides, hidden=tuple(hidden))


def _key(vaults: Mapping[Seat, tuple[bytes, ...]], made: Commitments) -> bytes | None:
    """The vault key in force when commitments were made; None while it is shut."""
    keys = vaults.get(made.by)
    return None if keys is None else keys[made.key_generation]


def _found(
    gid: bytes,
    sealed: tuple[str, bytes],
    commitment: str,
    vault: bytes | None,
    values: Iterable[Json] | None,
) -> tuple[str, Json]:
    """What a commitment hides, tried against every value that the rules allow; ``sealed``: its label and its place."""
    label, place = sealed
    if vault is None or values is None:
        return "unknown", None
    salt = dice.salt(vault, gid, label, place)
    for value in values:
        if dice.commitment(gid, label, salt, encode_value(value)).hex() == commitment:
            return "found", value
    return "illegal", None

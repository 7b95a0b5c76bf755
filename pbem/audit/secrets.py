"""Every commitment at the end of a game: those that were opened, and those that never were (``schemas/dice.md``)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from pbem import dice
from pbem.canon import Json, encode_value
from pbem.insight import Allows
from pbem.replay.fold import Happened
from pbem.replay.table import Seat, Table
from pbem.ruleset import Side


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


def held(scenario: str, table: Table, trail: Iterable[Happened[object]]) -> Held:
    """Every commitment of a log that holds, recomputed from the keys that both sides open at the end."""
    vaults: dict[Seat, bytes] = {}
    judged: dict[str, object] = {}  # by label: the rules under which it was sealed
    for happened in trail:
        if happened.kind == "audit":
            vaults[happened.seat] = bytes.fromhex(str(happened.obj["vault"]))
        elif happened.kind == "seal":
            judged[str(happened.obj["at"])] = happened.position.rules
    hidden: list[Hidden] = []
    sealed = opened = 0
    every = {**table.undone, **{made.label: made for made in table.seals.values()}}
    for at, made in sorted(every.items()):
        side, rules = table.seats[made.by].side, judged.get(at)
        sealed += len(made.hashes)
        opened += len(made.opened)
        for n, commitment in enumerate(made.hashes, 1):
            if n not in made.opened:
                values = (
                    rules.allowed(scenario, side, at.partition("~")[0]) if isinstance(rules, Allows) else None
                )
                found = _found(table.gid, (f"{at}/{n}", made.place), commitment, vaults.get(made.by), values)
                hidden.append(Hidden(side=side, label=f"{at}/{n}", standing=found[0], value=found[1]))
    keys = tuple(table.seats[seat].side for seat in table.audited)
    return Held(sealed=sealed, opened=opened, keys=keys, hidden=tuple(hidden))


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

"""The audit of a log: dice, luck and secrets together, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.audit import chances
from pbem.audit.chances import Judged
from pbem.audit.luck import Luck, Stroke, luck, strokes
from pbem.audit.rolls import Thrown, thrown
from pbem.bytes.canon import Json, encode_value
from pbem.bytes.records import frozen
from pbem.crypto import dice
from pbem.port.game import Side
from pbem.port.insight import Allows
from pbem.port.messages import Message
from pbem.replay.fold import AppliedEntry
from pbem.replay.refuse_audit import check_vaults
from pbem.replay.table import Commitments, Position, Seat, Table


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


@frozen(kw_only=True)
class Audit:
    """What a log tells: how many rolls and dice, the judged tests, each side's luck (if weighed), the secrets,
    and every weighed roll."""

    rolls: int
    dice: int
    tests: Judged
    luck: tuple[Luck, ...]
    commitments: CommitmentCount
    strokes: tuple[Stroke, ...] = ()


def audit(
    scenario: str,
    first: Position[object],
    trail: tuple[AppliedEntry[object], ...],
    vaults: Mapping[Seat, tuple[bytes, ...]] | None = None,
) -> Audit:
    """The audit of the part of a log that holds; ``first`` is the position before its first entry.

    ``vaults`` are vault keys opened outside the log, by seat, oldest first. Raises VerifyError when they do not fit it.
    """
    rolls = thrown(trail)
    last = trail[-1].position if trail else first
    weighed = strokes(first, trail)
    lucks = (luck(side, weighed) for side in first.rules.sides)
    return Audit(
        rolls=len(rolls),
        dice=sum(len(roll.faces) for roll in rolls),
        tests=chances.judge(_tests(rolls)),
        luck=tuple(each for each in lucks if each is not None),
        commitments=count_commitments(scenario, last.table, trail, vaults),
        strokes=weighed,
    )


def _tests(rolls: Iterable[Thrown]) -> list[chances.Tested]:
    """The tests of each kind of die, for the rolls that each side asked for."""
    groups: dict[tuple[str, int, int], list[int]] = {}
    for roll in rolls:
        for (sides, low), face in zip(roll.dice, roll.faces, strict=True):
            groups.setdefault((roll.side, sides, low), []).append(face)
    return [
        test
        for (side, sides, low), faces in sorted(groups.items())
        for test in chances.tested(
            Message("{side}, {sides} sides", side=Message(side), sides=sides), faces, low, sides
        )
    ]

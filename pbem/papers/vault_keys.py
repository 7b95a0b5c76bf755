"""Vault keys opened under a result: what lets a game that ended without an ``audit`` be audited (``schemas/trust.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.dice import vault_tip
from pbem.crypto.keys import Keypair
from pbem.log import Log
from pbem.papers.paper import VERSION, is_version, who
from pbem.papers.signed_sheet import Sheet, first, seals
from pbem.port.messages import Message, Series

_KIND = b'{"by":'
_FIELDS = {"by", "gid", "k", "v", "vaults"}


@frozen(kw_only=True)
class Opened:
    """The vault keys of a seat (32 bytes each, oldest first), signed with its game key."""

    seat: str
    keys: tuple[bytes, ...]
    sheet: Sheet

    def signed(self, key: Keypair) -> Opened:
        """The same with a signature."""
        return evolve(self, sheet=self.sheet.signed(key))


def pinned(log: Log, seat: str) -> tuple[bytes, ...]:
    """The vaults that a seat has pinned in its first mail and its renewals, oldest first (32 bytes each)."""
    made = (each.entries[0].get("vault") for each in log.bundles if each.header.by == seat)
    return (log.seat_of(seat).vault, *(bytes.fromhex(str(each)) for each in made))


def write(log: Log, result: bytes, seat: str, keys: tuple[bytes, ...]) -> Opened:
    """The vaults of a seat under a result (its first line), not signed yet. ``log`` holds the renewals before it.

    Raises VerifyError ``other-vault``.
    """
    fields: dict[str, Json] = {
        "by": seat,
        "gid": log.gid.hex(),
        "k": "vaults",
        "v": VERSION,
        "vaults": [each.hex() for each in keys],
    }
    made = Opened(seat=seat, keys=keys, sheet=_sheet(log, result, canon.encode(fields)))
    if tuple(vault_tip(each) for each in keys) != pinned(log, seat):
        raise VerifyError.of(
            "other-vault",
            "The vault keys of {who} are not those behind the first mail and renewals.",
            who=who(log, seat),
        )
    return made


def _sheet(log: Log, result: bytes, line: bytes) -> Sheet:
    return Sheet(purpose="vaults", gid=log.gid, line=line, above=result)


def split(rows: list[bytes]) -> tuple[list[bytes], list[tuple[bytes, list[bytes]]]]:
    """The lines of a paper without those of opened vaults, which stand first, and those with their signatures."""
    found: list[tuple[bytes, list[bytes]]] = []
    while rows and rows[0].startswith(_KIND) and b'"k":"vaults"' in rows[0]:
        (line, *signatures), rows = first(rows)
        found.append((line, signatures))
    return rows, found


def read(log: Log, result: bytes, found: Iterable[tuple[bytes, list[bytes]]]) -> tuple[Opened, ...]:
    """Opened vaults from their lines, each signed by its seat and fitting what it pinned.

    Raises FormatError ``bad-paper`` and VerifyError.
    """
    opened: list[Opened] = []
    for line, signatures in found:
        fields = canon.decode(line)
        seat, keys = fields.get("by"), fields.get("vaults")
        good = set(fields) == _FIELDS and is_version(fields.get("v")) and fields.get("gid") == log.gid.hex()
        if not good or seat not in ("A", "B") or not isinstance(keys, list):
            raise FormatError.of("bad-paper", "The vaults in the paper are not as they should be.")
        assert isinstance(seat, str)
        made = write(log, result, seat, tuple(_key(each) for each in keys))
        sheet = evolve(made.sheet, seals=tuple(seals(signatures)))
        if (
            made.sheet.line != line
            or len(sheet.seals) != 1
            or sheet.signers({seat: log.key_of(seat)}) != (seat,)
        ):
            raise FormatError.of("bad-paper", "The vaults in the paper are not signed by their player alone.")
        opened.append(evolve(made, sheet=sheet))
    if [each.seat for each in opened] != sorted({each.seat for each in opened}):
        raise FormatError.of("bad-paper", "The vaults in the paper are not in order.")
    return tuple(opened)


def _key(value: Json) -> bytes:
    try:
        data = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        data = b""
    if len(data) != 32 or data.hex() != value:
        raise FormatError.of("bad-paper", "The paper names something that is not a vault key.")
    return data


def told(log: Log, opened: tuple[Opened, ...], *, ended: bool) -> Iterator[str]:
    """What a paper says about vaults, in sentences."""
    have = {each.seat for each in opened}
    if have:
        names = Series((who(log, seat) for seat in sorted(have)), Message(" and "))
        yield Message(
            "Vault opened by {names}: pbem audit LOG --paper FILE checks the log with it.", names=names
        )
    shut = [who(log, seat) for seat in ("A", "B") if seat not in have]
    if ended and shut:
        yield (
            Message(
                "The vault of {shut} is shut: what they never opened cannot be checked, and shuffles, in "
                "a game with cards, were never audited: they rest on the proofs at once, which have 128 "
                "bits.",
                shut=Series(shut, Message(" and of ")),
            )
        )

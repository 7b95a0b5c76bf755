"""Who looks on at the model: what must not leave a home, and two programs that have nothing but the log."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.canon import tagged_hash
from pbem.log import Log
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.replay.table import Position
from pbem.replay.verify import Reading, read, verify

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import second_verifier as second  # stands beside the packages, and imports nothing of pbem


def hidden(session: Session) -> list[bytes]:
    """Everything of this seat that the signed log does not oblige it to have opened: keys, later seeds, salts."""
    vault, table, seat = session.vault, session.base.table, session.seat
    secrets = [vault.key, vault.root]
    sets = (*vault.before, *vault.spare)
    secrets += [each for keys in sets for each in (keys.key, keys.root)]
    first = max(table.seeds[seat].index + 1, table.next_roll - 1)
    secrets += [vault.chain[j] for j in range(first, min(first + 4, vault.length))]
    if seat not in table.audited:
        secrets += [vault.salts, *(keys.salts for keys in (*vault.before, *vault.spare))]
        secrets += [
            vault.at(made.era).salt(session.log.gid, made.label, n, made.place)
            for made in table.commitments.values()
            for n in range(1, len(made.hashes) + 1)
            if made.by == seat and n not in made.opened
        ]
    return [each for each in secrets if each]


def leaks(session: Session, turn: bytes) -> list[str]:
    """Which hidden bytes stand in a turn file, as bytes or digits."""
    lines = container.unpack(turn)
    return [each.hex() for each in hidden(session) if each in lines or each.hex().encode() in lines]


def outsiders(log: Log) -> None:
    """Two programs that have nothing but the log find it sound: seeds, faces, secrets, pen, signatures and rules."""
    data = log.encode()
    if not log.bundles:
        return
    verdict = verify(data)
    assert verdict.good, verdict.fault
    trail: list[Happened[object]] = []
    found: Reading[object] = read(data, watch=trail.append)
    upgrades(found.first, trail)
    assert ("ok", None, len(log.bundles)) == tuple(second.verify(data))


def upgrades(first: Position[object], trail: Iterable[Happened[object]]) -> None:
    """Every upgrade that was agreed to claims the state that stands behind it, under the data that it names."""
    before = first
    for happened in trail:
        offer, after = before.table.offer, happened.position
        if (
            happened.kind == "reply"
            and offer is not None
            and offer.upgrade is not None
            and happened.obj["yes"]
        ):
            upgrade = offer.upgrade
            state = b'{"data":"%s","game":%s}' % (upgrade.data.encode(), after.rules.write(after.game))
            assert tagged_hash("carried", state).hex() == upgrade.state
            assert (upgrade.rules, upgrade.data) == (after.ruling.info.digest, after.ruling.data_digest)
        before = after

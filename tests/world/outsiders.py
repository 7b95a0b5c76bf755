"""Readers that have nothing but a log agree about it; and what must not leave a home."""

from collections.abc import Iterable

import second_verifier  # stands beside the packages, and imports nothing of pbem

from pbem.bytes.canon import tagged_hash
from pbem.log import Log
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Position
from pbem.replay.verify import Reading, read, verify


def hidden(session: Session) -> list[bytes]:
    """Everything of this seat that the signed log does not oblige it to have opened: keys, later seeds, salts."""
    vault, table, seat = session.vault, session.base.table, session.seat
    secrets = [vault.current.key, vault.current.root]
    secrets += [each for keys in (*vault.before, *vault.spare) for each in (keys.key, keys.root)]
    first = max(table.seeds[seat].index + 1, table.next_roll - 1)
    chain = vault.chain  # it is reckoned once
    secrets += [chain[j] for j in range(first, min(first + 4, vault.current.length))]
    if seat not in table.audited:
        secrets += [vault.salts, *(keys.salts for keys in (*vault.before, *vault.spare))]
        secrets += [
            vault.at(made.key_generation).salt(session.log.gid, made.label, n, made.place)
            for made in table.commitments.values()
            for n in range(1, len(made.hashes) + 1)
            if made.by == seat and n not in made.opened
        ]
    return [each for each in secrets if each]


def readers_agree(world, log: Log) -> None:
    """Two programs that have nothing but the log find it sound: seeds, faces, secrets, pen, signatures and rules."""
    data = log.encode()
    if not log.bundles or data in world.agreed:
        return
    world.agreed.add(data)
    verdict = verify(data)
    assert verdict.good, f"the log does not hold: {verdict.fault}"
    trail: list[AppliedEntry[object]] = []
    found: Reading[object] = read(data, watch=trail.append)
    upgrades(found.first, trail)
    assert ("ok", None, len(log.bundles)) == tuple(second_verifier.verify(data))


def upgrades(first: Position[object], trail: Iterable[AppliedEntry[object]]) -> None:
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

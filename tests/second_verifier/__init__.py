"""A second verifier of logs, written from schemas/log.md, dice.md and deck.md alone; it imports nothing of pbem.

It knows no game: it follows the pen as far as the protocol settles it, and computes the faces of dice it is told of.
"""

from collections.abc import Mapping
from typing import NamedTuple

from second_deck import Refused

from second_verifier.agents import agent_of, renewal_of
from second_verifier.bundles import check_bundle, check_genesis
from second_verifier.crypto import Dice, chain_back, check_key, faces
from second_verifier.fields import num, raw, words
from second_verifier.lines import Json, Object, canonical, read_line, th
from second_verifier.parts import Part, read_log
from second_verifier.table import Table

__all__ = [
    "Json", "Object", "Refused", "Verdict", "canonical", "chain_back", "check_key", "faces", "read_line", "th",
    "verify", "words",
]  # fmt: skip


class Verdict(NamedTuple):
    """`code` is "ok" or the first failure, `entry` the entry at fault if any, `bundles` how many bundles hold."""

    code: str
    entry: int | None
    bundles: int


def verify(data: bytes, dice: Mapping[str, Dice] | None = None) -> Verdict:
    """Verify a log: its bytes (steps 1 to 3) and, given the dice of rolls by name (`why`), its entries (step 4)."""
    parts: list[Part] = []
    code, bundles, entry = "ok", 0, None
    try:
        for part in read_log(data):
            parts.append(part)
    except Refused as refused:
        code = str(refused)
    try:
        check_genesis(parts)
        heads = {seat: part.head for seat, part in zip("AB", parts, strict=False)}
        gid = th("game", *(part.line for part in parts[:2]))
        table = Table(gid, heads, dice or {})
        agents = {
            by: (raw(head, "agent"), {"rsp", "reject"}) for by, head in heads.items() if "agent" in head
        }
        keys = {by: [raw(head, "key")] for by, head in heads.items()}
        rules, offered = str(heads["A"]["rules"]) if parts else "", ""
        for place, part in enumerate(parts[2:]):
            entry = num(part.head, "first")
            hashes = check_bundle(parts[2:], place, gid, rules, keys, agents)
            for (_, value), chained in zip(part.entries if dice is not None else (), hashes, strict=False):
                table.take(value, part.head, chained)
                entry += 1
            bundles, entry = place + 1, None
            if renewed := renewal_of(part):
                keys[str(part.head["by"])].append(renewed)
                agents.pop(str(part.head["by"]), None)
            for _, value in part.entries:
                if value["k"] == "agent":
                    agents.pop(str(part.head["by"]), None)
                    if made := agent_of(value):
                        agents[str(part.head["by"])] = made
                elif value["k"] in ("upgrade", "back"):
                    offered = str(value.get("rules")) if value["k"] == "upgrade" else ""
                elif value["k"] == "reply":
                    rules, offered = offered if offered and value.get("yes") is True else rules, ""
    except Refused as refused:
        code, entry = str(refused.args[0]), refused.args[1] if len(refused.args) > 1 else entry
    return Verdict(code, entry, bundles)

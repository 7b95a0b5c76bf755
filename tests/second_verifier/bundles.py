"""Signatures, numbers and hashes of the first two mails and of one bundle (log.md, steps 1 to 3)."""

from collections.abc import Sequence
from itertools import accumulate

from second_deck import Refused

from second_verifier.agents import Agent
from second_verifier.crypto import check_key, holds
from second_verifier.fields import num, raw
from second_verifier.lines import need, th
from second_verifier.parts import Part


def check_genesis(parts: Sequence[Part]) -> None:
    for part in parts[:2]:
        identity, kind = raw(part.head, "id"), str(part.head["k"])
        check_key(identity)
        check_key(raw(part.head, "key"))
        check_key(raw(part.head, "agent" if "agent" in part.head else "key"))
        need(raw(part.sig, "key") == th("key", identity)[:8], "wrong-key")
        need(holds(identity, raw(part.sig, "sig"), th(kind, part.line)), "bad-signature")
        need(kind == "invite" or raw(part.head, "invite") == th("invite-line", parts[0].line), "other-game")
    brought = [[part.head[name] for name in ("key", "tip", "vault")] for part in parts[:2]]
    need(all(a != b for a, b in zip(*brought, strict=True)) if len(brought) > 1 else True, "reused-key")
    agents = [part.head["agent"] for part in parts[:2] if "agent" in part.head]
    keys = [part.head[name] for part in parts[:2] for name in ("id", "key")]
    need(all(agent not in keys and agents.count(agent) == 1 for agent in agents), "reused-key")
    wanted = parts[0].head.get("challenge") if parts else None
    need(wanted is None or len(parts) < 2 or parts[1].head["tip"] == wanted, "other-challenge")


def check_bundle(
    bundles: Sequence[Part],
    place: int,
    gid: bytes,
    rules: str,
    keys: dict[str, list[bytes]],
    agents: dict[str, Agent],
) -> list[bytes]:
    """Step 3 for one bundle; gives the chained hashes of its entries. `keys` are the game keys that each seat has had
    before it, the last in force, `agents` and `rules` those in force.
    """
    part, before = bundles[place], bundles[:place]
    head, first, last, number = part.head, *(num(part.head, name) for name in ("first", "last", "n"))
    mine, other = (keys[seat][-1] for seat in ("AB" if head["by"] == "A" else "BA"))
    need(raw(head, "g") == gid, "other-game")
    named, sig, message = raw(part.sig, "key"), raw(part.sig, "sig"), th("bundle", gid, part.line)
    agent, others = agents.get(str(head["by"])), agents.get("BA"["AB".index(str(head["by"]))])
    by_agent = agent is not None and named == th("key", agent[0])[:8]
    if not by_agent and named != th("key", mine)[:8]:
        spoofed = named in [th("key", key)[:8] for key in (other, *(others[:1] if others else ()))]
        old = named in [th("key", key)[:8] for key in keys[str(head["by"])][:-1]]
        raise Refused("spoofed-author" if spoofed else "old-key" if old else "wrong-key")
    if not holds(agent[0] if agent and by_agent else mine, sig, message):
        raise Refused("spoofed-author" if holds(other, sig, message) else "bad-signature")
    need(last - first + 1 == len(part.entries), "bad-count")
    for due, (_, entry) in enumerate(part.entries, first):
        need(entry["i"] == due, "order" if first <= num(entry, "i") <= last else "gap")
    lines, prev = (line for line, _ in part.entries), raw(head, "prev")
    hashes = list(accumulate(lines, lambda h, line: th("event", h, line), initial=prev))
    need(hashes[-1] == raw(head, "head"), "bad-head")
    for _, entry in part.entries:
        if agent and by_agent and entry["k"] not in agent[1]:
            raise Refused("beyond-agent", num(entry, "i"))
    if number <= place:
        raise Refused("replay" if part.line in [old.line for old in before] else "fork")
    if number > place + 1:
        raise Refused("order" if place + 1 in [new.head["n"] for new in bundles[place:]] else "gap")
    need(head["rules"] == rules[:16], "downgraded-rules")
    entries = sum(len(old.entries) for old in before)
    need(first == entries, "order" if first < entries else "gap")
    need(prev == (raw(before[-1].head, "head") if before else gid), "fork")
    return hashes[1:]

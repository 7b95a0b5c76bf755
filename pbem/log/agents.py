"""Agents: second keys that are good for answers only (``schemas/log.md``, agents)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.crypto.dice import MAX_LENGTH
from pbem.crypto.keys import check_public_key, key_id
from pbem.log.bundle import KIND, RESERVED, Bundle
from pbem.log.fields import KEY
from pbem.log.files import Log
from pbem.log.genesis import MIN_CHAIN, AgentSeat
from pbem.log.renewals import renewal_of
from pbem.port.messages import Message

ANSWERS = frozenset({"rsp", "reject"})
"""What every agent may write."""

OURS = ANSWERS | {
    *(
        "agent",
        "appoint",
        "audit",
        "back",
        "deck-key",
        "deck-mask",
        "deck-show",
        "note",
        "open",
        "renew",
        "reply",
        "req",
        "ruling",
        "seal",
        "show",
        "start",
        "upgrade",
    ),
}
"""The kinds that belong to the protocol; all others are a game's own."""

MAX_KINDS = 32


@frozen(kw_only=True)
class AgentKey:
    """An agent: its public key (32 bytes), tip and length of the chain it answers from, and the kinds of the game's own
    entries that it may write.
    """

    key: bytes
    tip: bytes
    length: int
    may: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """Its key id, as a signature line names it."""
        return key_id(self.key)

    def check(self, bundle: Bundle) -> None:
        """VerifyError ``beyond-agent`` at the first entry that it may not write."""
        for number, entry in enumerate(bundle.entries, bundle.header.first):
            if entry["k"] not in ANSWERS | self.may:
                raise VerifyError(
                    "beyond-agent",
                    Message(
                        "Bundle {n} is signed with the key of {by}'s agent, which is good for answers only, and "
                        "holds the entry {entry!r}.",
                        n=bundle.header.n,
                        by=bundle.header.by,
                        entry=entry["k"],
                    ),
                    entry=number,
                )


Agents: TypeAlias = Mapping[str, AgentKey]
"""The agents in force, by seat; a seat without one is missing."""


def first_agents(log: Log) -> Agents:
    """The agents that the first two mails name."""
    seats = {"A": log.invite.seat, "B": log.accepted.seat}
    return {by: of_first_mail(seat.agent) for by, seat in seats.items() if seat.agent is not None}


def of_first_mail(agent: AgentSeat) -> AgentKey:
    """The agent that a first mail names: it may write none of the game's own entries."""
    return AgentKey(key=agent.key, tip=agent.tip, length=agent.length)


def agents_after(agents: Agents, bundle: Bundle) -> Agents:
    """The agents in force after a bundle; an entry that cannot be used puts none in force, nor does a renewal."""
    for entry in bundle.entries if bundle.names("agent") or bundle.names("renew") else ():
        if entry["k"] == "agent" or (entry["k"] == "renew" and renewal_of(bundle) is not None):
            made = agent_of(entry) if entry["k"] == "agent" else None
            agents = {by: each for by, each in agents.items() if by != bundle.header.by}
            if made is not None:
                agents = {**agents, bundle.header.by: made}
    return agents


def agents_in(log: Log, arriving: Iterable[Bundle] = ()) -> dict[tuple[str, str], bytes]:
    """The key of every agent that a seat has had or, by what arrives, may have: by seat and key id.

    Enough to tell who may have signed a bundle before it is known where it stands; whether he might is ``extend``'s to say.
    """
    found = {(by, agent.id): agent.key for by, agent in first_agents(log).items()}
    for bundle in (*log.bundles, *arriving):
        made = agents_after({}, bundle).get(bundle.header.by)
        if made is not None:
            found[bundle.header.by, made.id] = made.key
    return found


def allowed_kinds(may: Sequence[Json]) -> frozenset[str] | None:
    """The kinds in a list of what an agent may write; None when an agent cannot have that list."""
    kinds = [
        kind for kind in may if isinstance(kind, str) and KIND.fullmatch(kind) and kind not in OURS | RESERVED
    ]
    fine = len(kinds) == len(may) <= MAX_KINDS and kinds == sorted(set(kinds))
    return frozenset(kinds) if fine else None


def agent_of(entry: Mapping[str, Json]) -> AgentKey | None:
    """The agent that an ``agent`` entry puts in force; None when it names none, or one that cannot be."""
    key, tip, length, listed = (entry.get(name) for name in ("key", "tip", "n", "may"))
    may = allowed_kinds(listed or []) if isinstance(listed, list | None) else None
    if may is None or not all(isinstance(each, str) and KEY.fullmatch(each) for each in (key, tip)):
        return None
    if not isinstance(length, int) or isinstance(length, bool) or not MIN_CHAIN <= length <= MAX_LENGTH:
        return None
    try:
        sound = check_public_key(bytes.fromhex(str(key)))
    except VerifyError:
        return None
    return AgentKey(key=sound, tip=bytes.fromhex(str(tip)), length=length, may=may)

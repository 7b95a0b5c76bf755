"""Agents in a game: what their key may sign, and how their seat answers beside them (``schemas/log.md``, agents)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes import canon
from pbem.bytes.errors import ConflictError, UsageError
from pbem.log import AgentKey, Bundle, agent_of
from pbem.port.messages import Message


def check_agent(key: bytes, agent: AgentKey | None, bundle: Bundle) -> None:
    """Whether the agent with this public key may sign a bundle, ``agent`` being the one in force.

    Raises ConflictError ``no-agent`` and VerifyError ``beyond-agent``.
    """
    check_in_force(key, agent).check(bundle)


def check_in_force(key: bytes, agent: AgentKey | None) -> AgentKey:
    """The agent in force when it has this public key. Raises ConflictError ``no-agent``."""
    if agent is None or agent.key != key:
        raise ConflictError(
            "no-agent",
            Message("The key of this responder is not in force in this game."),
            hint=Message(
                "It comes into force with the player's next turn (pbem send); else: pbem responder setup"
            ),
        )
    return agent


def dealer() -> UsageError:
    """Why the side that deals the dice of a challenge has no agent."""
    return UsageError(
        "dealer",
        Message(
            "In a challenge your chain makes the dice, and no second program may hold it: no "
            "responder can have it."
        ),
        hint=Message(
            "This home answers for every entrant by itself: pbem responder (or --once), without setup"
        ),
    )


def drafted_agent(lines: Iterable[bytes]) -> AgentKey | None:
    """The agent that entries of one seat put in force; None when they name none."""
    found: AgentKey | None = None
    for line in lines:
        entry = canon.decode(line)
        if entry["k"] == "agent":
            found = agent_of(entry)
    return found

"""Who signed the turn files of a paper: a seat's game key, or an agent that the paper itself shows to be that seat's."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from pbem.bytes.errors import VerifyError
from pbem.crypto.keys import key_id
from pbem.log import REFEREE, Bundle, Log, agent_of, rulings_in, verify_bundle
from pbem.log.agents import AgentKey, first_agents
from pbem.port.messages import Message


def check_authors(log: Log, bundles: Iterable[Bundle]) -> None:
    """Signature, count and chain of each bundle, under its seat's game key or an agent of that seat.

    ``log`` holds the first two mails. Another game key of a seat is known from a renewal among these bundles. An agent is
    known from the first mails, or from an ``agent`` entry in one of these bundles that the game key signed, and is good only
    for what it may write. Whether it was in force just there, the whole log alone can
    tell: a paper does not rest on it. Raises VerifyError, ``wrong-key``, ``beyond-agent`` and ``needs-log`` (a
    ruling) among others.
    """
    every = tuple(bundles)
    if rulings_in(every):
        raise VerifyError(
            "needs-log",
            Message(
                "A ruling of the referee stands among the turn files: only the whole log tells what it does."
            ),
        )
    log = evolve(log, bundles=every)
    for bundle in every:
        if owned(log, bundle):
            verify_bundle(bundle, log.key_at(bundle.header.by, bundle.header.n), log.gid)
    known = {(by, agent.id): agent for by, agent in first_agents(log).items()}
    for bundle in every:
        if owned(log, bundle):
            found = [agent_of(entry) for entry in bundle.entries if entry["k"] == "agent"]
            known.update({(bundle.header.by, agent.id): agent for agent in found if agent is not None})
    for bundle in every:
        if not owned(log, bundle):
            _check_agent(log, bundle, known.get((bundle.header.by, bundle.seal.key)))


def owned(log: Log, bundle: Bundle) -> bool:
    """Whether a bundle names the game key that its seat had then, as far as ``log`` tells, and not an agent's."""
    return bundle.header.by == REFEREE or bundle.seal.key == key_id(
        log.key_at(bundle.header.by, bundle.header.n)
    )


def _check_agent(log: Log, bundle: Bundle, agent: AgentKey | None) -> None:
    own = log.key_at(bundle.header.by, bundle.header.n)
    verify_bundle(bundle, own if agent is None else agent.key, log.gid)
    if agent is not None:
        agent.check(bundle)

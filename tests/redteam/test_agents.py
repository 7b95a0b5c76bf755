"""Second keys: what hides behind a responder's signature, and what a seat can do with keys without number."""

from __future__ import annotations

import base64

import pytest
import second_verifier
from attrs import evolve

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.crypto.keys import Keypair
from pbem.home.papers.verdict import judge
from pbem.log import Bundle, sign_bundle
from pbem.log.agents import OURS
from pbem.log.entries import PROTOCOL, Agent
from pbem.papers import capsule, evidence
from pbem.protocol.keyset import AgentKeys
from pbem.protocol.session import Session
from pbem.protocol.side_entries import give_agent
from pbem.replay.verify import verify
from tests.js.node import needs_node, run
from tests.protocol.conftest import Pair, begin, entropy, play, play_out, with_agent
from tests.protocol.test_attacks import Entry, forge
from tests.protocol.tiny import GAME

KEYS = AgentKeys(key=entropy("redteam/agent")(32), root=entropy("redteam/agent/root")(32), length=64)
AGENT = KEYS.keypair
LIMIT = 100


def signed(session: Session, lines: tuple[bytes, ...], key: Keypair, state: str) -> Bundle:
    return sign_bundle(
        key,
        by=session.seat,
        gid=session.log.gid,
        n=session.end.bundles + 1,
        prev=session.end.head,
        lines=lines,
        rules=session.log.invite.rules,
        state=state,
    )


def key_of(session: Session) -> Keypair:
    """The key of this seat's agent."""
    held = session.vault.agent_keys
    assert held is not None
    return held.keypair


@pytest.fixture(scope="module")
def answering(tiny: None) -> tuple[Pair, Bundle, Bundle]:
    """A game whose blue has an agent; blue's answer as the agent signs it, and another by blue's own key."""
    pair = play_out(begin("agents"), most=1)
    b = with_agent(pair.b, "redteam/agent").automatic()
    b = give_agent(b, b.vault.agent_keys, ("guard",))
    b, given = play(b, 0).sealed()
    a, asked = play(pair.a.receive(given), 0).sealed()
    b = b.receive(asked)
    one, other = (play(b, salt).sealed()[1] for salt in (0, 1))
    assert one.header.head != other.header.head
    return Pair(a=a, b=b), signed(b, one.lines, key_of(b), one.header.state), other


def test_an_answer_by_an_agent_and_another_by_its_owner_are_two_programs(
    answering: tuple[Pair, Bundle, Bundle],
) -> None:
    """It shows that the game has to be settled, and convicts nobody: the two did not know of each other."""
    pair, by_agent, by_owner = answering
    proof = evidence.between(pair.a.log, by_agent, by_owner)
    found = judge(proof.encode())
    assert ("two-versions", True, "signed", "two-programs") == (
        proof.what,
        found.proved,
        found.word,
        found.code,
    )
    assert "whether that agent of Ben (blue) was still in force" in found.lines[-1]
    assert not any(
        "signed two versions of turn file" in line and "Two programs" not in line for line in found.lines
    )


def test_an_agent_that_nobody_made_proves_nothing(answering: tuple[Pair, Bundle, Bundle]) -> None:
    pair, by_agent, by_owner = answering
    with pytest.raises(VerifyError) as caught:
        evidence.between(evolve(pair.a.log, bundles=()), by_agent, by_owner)
    assert "wrong-key" == caught.value.code


def test_a_step_behind_an_agents_answer_can_be_disputed(answering: tuple[Pair, Bundle, Bundle]) -> None:
    """The turn file before the disputed one is the agent's: the capsule holds, and starts from what the players signed."""
    pair, by_agent, _ = answering
    a = pair.a.receive(by_agent)
    a, opened = play(a, 0).sealed()
    positions = {0: Session.begin(GAME, evolve(a.log, bundles=()), a.vault).position}
    Session.open(GAME, a.log, a.vault, watch=lambda each: positions.update({each.entry + 1: each.position}))
    made = capsule.make(a.log, positions.__getitem__, opened.header.first)
    found = judge(made.encode())
    assert (True, "") == (found.proved, found.code), found.lines
    assert by_agent in made.bundles


def test_an_agents_wrong_answer_is_judged_by_the_log_alone(answering: tuple[Pair, Bundle, Bundle]) -> None:
    """Somebody who has stolen a key that was taken away long ago convicts its former owner of nothing."""
    pair, by_agent, _ = answering
    wrong = signed(pair.b, by_agent.lines, key_of(pair.b), "00" * 32)
    log = evolve(pair.a.log, bundles=(*pair.a.log.bundles, wrong))
    positions = {0: Session.begin(GAME, evolve(log, bundles=()), pair.a.vault).position}
    Session.open(
        GAME, pair.a.log, pair.a.vault, watch=lambda each: positions.update({each.entry + 1: each.position})
    )
    found = judge(capsule.make(log, positions.__getitem__, wrong.header.first).encode())
    assert (False, "needs-log") == (found.proved, found.code)


def test_no_agent_can_be_given_a_kind_of_the_protocol() -> None:
    """Every kind that the protocol knows is closed to agents, those that come with later versions too."""
    assert set(OURS) == set(PROTOCOL.kinds)


def test_a_log_is_not_filled_with_agents(tiny: None) -> None:
    """A game cannot outgrow the largest log: else whoever is losing writes keys until nobody can write anything."""
    b = play_out(begin("flood"), most=1).b.automatic()
    for count in range(LIMIT):
        made = AgentKeys(key=entropy(f"flood/{count}")(32), root=entropy(f"tip/{count}")(32), length=8)
        b = give_agent(b, made if count % 2 else None)
    with pytest.raises(VerifyError) as caught:
        b.written(Agent())
    assert "agents-often" == caught.value.code
    assert canon.decode(play(b, 0).draft[-1])["k"] == "seal"


def flooded() -> bytes:
    """A log whose second turn file holds 101 entries about agents, signed properly."""
    pair = play_out(begin("flood"), most=1)
    entries: list[Entry] = [{"k": "agent"}] * (LIMIT + 1)
    return evolve(pair.b.log, bundles=(*pair.b.log.bundles, forge(pair.b, entries))).encode()


def test_every_verifier_stops_at_the_agent_too_many(tiny: None) -> None:
    """Three programs, one verdict: bundle 1 holds, and then it is agents-often."""
    data = flooded()
    fault = verify(data).fault
    assert fault is not None
    assert ("agents-often", 2 + LIMIT) == (fault.code, fault.entry)
    found = second_verifier.verify(data)
    assert ("agents-often", 1) == (found.code, found.bundles)


@needs_node
def test_the_page_stops_at_the_agent_too_many(tiny: None) -> None:
    case: dict[str, Json] = {
        "do": "log",
        "base64": base64.b64encode(container.pack(flooded())).decode(),
    }
    (answer,) = run("cases.mjs", [case])
    assert isinstance(answer, dict)
    assert ("agents-often", 1) == (answer["code"], answer["bundles"])

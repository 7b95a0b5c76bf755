"""The vectors of upgrades: three verifiers say of each log what it expects, and at which entry."""

from __future__ import annotations

import base64
from functools import cache

import pytest
import second_verifier as second
import toss
from make_upgrade_vectors import made
from reading import log_bytes, vectors

from pbem import registry
from pbem.canon import Json
from pbem.replay.verify import verify
from tests.js.node import needs_node, run

FILES = vectors("upgrade")
CODES = {
    "bad-fields", "bad-hex", "downgraded-rules", "no-upgrade", "not-now", "offered-often", "ok", "out-of-turn", "same-rules",
    "two-forms",
}  # fmt: skip


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows toss, and nothing else."""
    monkeypatch.setattr(registry, "load", toss.load)
    monkeypatch.setattr(registry, "info", toss.info)


@cache
def answers() -> dict[str, Json]:
    """What the JavaScript verifier says of all of them."""
    cases: list[dict[str, Json]] = [
        {"do": "log", "base64": base64.b64encode(log_bytes(each, {})).decode()} for each in FILES.values()
    ]
    return dict(zip(FILES, run("cases.mjs", cases), strict=True))


@pytest.mark.parametrize("name", FILES)
def test_ours_says_what_the_vector_expects(name: str) -> None:
    vector = FILES[name]
    fault = verify(log_bytes(vector, {}), find=toss.find).fault
    assert (vector["expect"], vector["entry"]) == ((fault.code, fault.entry) if fault else ("ok", None))


@pytest.mark.parametrize("name", FILES)
def test_the_second_verifier_says_what_the_vector_expects(name: str) -> None:
    vector = FILES[name]
    found = second.verify(log_bytes(vector, {}))
    assert (vector["expect"], vector["entry"]) == (found.code, found.entry)


@needs_node
@pytest.mark.parametrize("name", FILES)
def test_the_javascript_verifier_says_what_the_vector_expects(name: str) -> None:
    vector, found = FILES[name], answers()[name]
    assert isinstance(found, dict)
    assert (vector["expect"], vector["entry"]) == (found["code"], found["entry"])


def test_the_vectors_are_what_the_generator_writes() -> None:
    assert made() == FILES


def test_there_is_a_vector_for_every_code_of_an_upgrade() -> None:
    assert {str(each["expect"]) for each in FILES.values()} == CODES

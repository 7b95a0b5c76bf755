"""The vectors of upgrades: three verifiers say of each log what it expects, and at which entry."""

from __future__ import annotations

import base64
import json
import sys
from functools import cache
from pathlib import Path

import pytest

from pbem.canon import Json
from pbem.replay.verify import verify
from tests.js.node import needs_node, run
from tests.protocol.conftest import tiny
from tests.upgrade.versions import find

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "vectors")]
import second_verifier as second  # noqa: E402  # beside this folder
from make_upgrade_vectors import FOLDER, made  # noqa: E402

__all__ = ["tiny"]
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
CODES = {
    "bad-fields", "bad-hex", "downgraded-rules", "no-upgrade", "not-now", "offered-often", "ok", "out-of-turn", "same-rules",
}  # fmt: skip


def load(name: str) -> dict[str, Json]:
    value: dict[str, Json] = json.loads(FILES[name].read_text("ascii"))
    return value


def log(vector: dict[str, Json]) -> bytes:
    lines = vector["lines"]
    assert isinstance(lines, list)
    return "".join(f"{line}\n" for line in lines).encode()


@cache
def answers() -> dict[str, Json]:
    """What the page's script says of all of them."""
    cases: list[Json] = []
    for name in FILES:
        vector = load(name)
        data = base64.b64encode(log(vector)).decode()
        cases.append({"do": "log", "base64": data, "dice": vector["dice"]})
    return dict(zip(FILES, run("vectors.js", cases), strict=True))


@pytest.mark.parametrize("name", FILES)
def test_ours_says_what_the_vector_expects(name: str) -> None:
    vector = load(name)
    fault = verify(log(vector), find=find).fault
    assert (vector["expect"], vector["entry"]) == ((fault.code, fault.entry) if fault else ("ok", None))


@pytest.mark.parametrize("name", FILES)
def test_the_second_verifier_says_what_the_vector_expects(name: str) -> None:
    vector = load(name)
    found = second.verify(log(vector), vector["dice"])
    assert (vector["expect"], vector["entry"]) == (found.code, found.entry)


@needs_node
@pytest.mark.parametrize("name", FILES)
def test_the_page_s_script_says_what_the_vector_expects(name: str) -> None:
    vector, found = load(name), answers()[name]
    assert isinstance(found, dict)
    assert (vector["expect"], vector["entry"]) == (found["code"], found["entry"])


def test_the_vectors_are_what_the_generator_writes() -> None:
    assert dict(made()) == {name: load(name) for name in FILES}


def test_there_is_a_vector_for_every_code_of_an_upgrade() -> None:
    assert {str(load(name)["expect"]) for name in FILES} == CODES

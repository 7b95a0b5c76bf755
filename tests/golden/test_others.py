"""The golden logs under the two verifiers that know no rules: the same verdict, or none on what only rules can tell."""

import base64
import sys
from functools import cache
from pathlib import Path

import pytest

from pbem.bytes.canon import Json, parse_json
from tests.lists import tried_with

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import frozen  # noqa: E402
import second_verifier as second  # noqa: E402  # it imports nothing of pbem

from tests.js.node import needs_node, run  # noqa: E402

NAMES = sorted(path.stem for path in frozen.LOGS.glob("*.jsonl"))
RULES_ALONE = frozenset({"illegal", "wrong-dice"})
"""Faults that nobody sees without the rules."""


def expected(name: str) -> tuple[str, Json]:
    """Code and entry that a verifier without rules should name."""
    said = parse_json((frozen.VERDICTS / f"{name}.json").read_bytes())
    match said["error"]:
        case {"code": str(code), "entry": entry} if code not in RULES_ALONE:
            return code, entry
    return "ok", None


def data(name: str) -> bytes:
    return (frozen.LOGS / f"{name}.jsonl").read_bytes()


@cache
def answers() -> dict[str, dict[str, Json]]:
    """What the script says of all of them."""
    cases: list[dict[str, Json]] = [
        {"do": "log", "base64": base64.b64encode(data(name)).decode()} for name in NAMES
    ]
    return dict(zip(NAMES, run("cases.mjs", cases), strict=True))


@tried_with("name", NAMES)
def test_the_second_verifier_says_the_same(name: str) -> None:
    found = second.verify(data(name))
    assert expected(name) == (found.code, found.entry)


@pytest.mark.wider
@needs_node
@tried_with("name", NAMES)
def test_the_script_of_the_page_says_the_same(name: str) -> None:
    found = answers()[name]
    assert expected(name) == (found["code"], found["entry"])

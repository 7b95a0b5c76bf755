"""The published JSON Schemas are those of the classes, and real entries, cases and verdicts fit them."""

import json
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.container import unpack
from pbem.games import registry
from pbem.home.verdict_sentence import as_json
from pbem.log import parse_log
from pbem.log.entries import PROTOCOL
from pbem.replay.verify import verify
from tests.lists import tried_with
from tests.sampling import ALL, part_by_turns

ROOT = Path(__file__).resolve().parent.parent
RECORDED = sorted(
    each for each in (ROOT / "examples").rglob("*.pbem") if not {"club", "papers"} & {*each.parts}
)
_OF_A_KIND = 40
"""So many entries of each kind are looked at; all of them at night."""


def schema(name: str) -> Draft202012Validator:
    """A published schema, itself checked against its draft."""
    value = json.loads((ROOT / "schemas" / name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(value)
    return Draft202012Validator(value)


def test_the_schemas_are_those_of_the_classes() -> None:
    command = [sys.executable, "tests/tools/build_schemas.py", "--check"]
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'rules'}", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, cwd=ROOT, env=path, capture_output=True, text=True, check=False)
    assert (0, "unchanged: every schema\n") == (done.returncode, done.stdout)


def test_every_entry_of_a_recorded_game_fits_in_pegasus_bridge() -> None:
    _fits(ROOT / "examples/pegasus/campaign.pbem")


@pytest.mark.wider
@tried_with("place", part_by_turns(RECORDED, 5), ids=lambda place: place.name)
def test_every_entry_of_a_recorded_game_fits(place: Path) -> None:
    _fits(place)


def _fits(place: Path) -> None:
    log = parse_log(unpack(place.read_bytes()))
    protocol, game = schema("entries.schema.json"), schema(f"{log.invite.game}.schema.json")
    seen = Counter[Json]()
    for bundle in log.bundles:
        for entry in bundle.entries:
            seen[entry["k"]] += 1
            if seen[entry["k"]] > _OF_A_KIND and not ALL:
                continue
            chosen = protocol if PROTOCOL.knows(str(entry["k"])) else game
            assert [] == [error.message for error in chosen.iter_errors(entry)]


def test_a_verdict_fits() -> None:
    validator = schema("verdict.schema.json")
    pegasus = unpack((ROOT / "examples/pegasus/campaign.pbem").read_bytes())
    verdicts = [verify(b"nonsense"), verify(pegasus), verify(pegasus[:-100])]
    for verdict in verdicts:
        assert [] == [error.message for error in validator.iter_errors(as_json(verdict, "x"))]


def test_an_entry_with_another_field_does_not_fit() -> None:
    validator = schema("entries.schema.json")
    assert validator.is_valid({"k": "start", "i": 0})
    assert not validator.is_valid({"k": "start", "i": 0, "why": "x"})
    request = {"k": "req", "i": 0, "j": 1, "why": "x", "dice": [[6, 1]]}
    assert validator.is_valid(request)
    for wrong in ({"dice": [[6]]}, {"j": "1"}, {"y": 1}):
        assert not validator.is_valid({**request, **wrong})


@pytest.mark.parametrize("game", [each.name for each in registry.installed()])
def test_every_case_file_fits(game: str) -> None:
    validator = schema("case.schema.json")
    for name, text in registry.cases(game).items():
        value = tomllib.loads(text)
        assert [] == [f"{name}: {error.message}" for error in validator.iter_errors(value)]


def test_the_state_digest_is_a_hash_of_canonical_values() -> None:
    assert 64 == len(canon.digest({"game": {}, "i": 0, "j": 1}))

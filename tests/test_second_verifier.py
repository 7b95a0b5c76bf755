"""The specification suffices: a verifier written from it alone agrees with every vector."""

import ast
import hashlib
import hmac
import json
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import TypeAlias

import pytest
import second_verifier as second
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from second_verifier import Json, Object, Refused, faces, th, verify

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = (ROOT / "schemas/example.jsonl").read_bytes()
DICE = {"toss/1": [(6, 1), (6, 1)], "toss/2": [(6, 1)]}
Bundle: TypeAlias = tuple[str, list[Object]]
Edit: TypeAlias = Callable[[list[Bundle]], object]


def _vectors(folder: str) -> list[Path]:
    return sorted((ROOT / "tests/vectors" / folder).glob("*.json"))


def _load(path: Path) -> Object:
    value: Object = json.loads(path.read_text("ascii"))
    return value


def _raw(value: Object, name: str) -> bytes:
    return bytes.fromhex(str(value[name]))


def _number(value: Object, name: str) -> int:
    return int(str(value[name]))


def _log_bytes(vector: Object) -> bytes:
    if "input_hex" in vector:
        return _raw(vector, "input_hex")
    lines = vector["lines"]
    assert isinstance(lines, list)
    return "".join(f"{line}\n" for line in lines).encode()


def _line_code(line: bytes) -> str:
    try:
        value = second.read_line(line)
    except Refused as refused:
        return str(refused)
    assert line == second.canonical(value)
    return "ok"


def test_the_second_verifier_imports_only_the_standard_library_and_cryptography() -> None:
    tree = ast.parse((ROOT / "tests/second_verifier.py").read_text("utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    foreign = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
    assert {"cryptography"} == foreign


@pytest.mark.parametrize("folder", ["json", "log", "dice"])
def test_there_are_vectors_in_every_folder(folder: str) -> None:
    assert [] != _vectors(folder)


@pytest.mark.parametrize("path", _vectors("json"), ids=lambda path: path.stem)
def test_a_line_is_read_or_refused_as_its_vector_says(path: Path) -> None:
    vector = _load(path)
    assert vector["expect"] == _line_code(_raw(vector, "line_hex"))


@pytest.mark.parametrize("path", _vectors("log"), ids=lambda path: path.stem)
def test_a_log_holds_or_fails_where_its_vector_says(path: Path) -> None:
    vector = _load(path)
    verdict = verify(_log_bytes(vector))
    assert (vector["expect"], vector["valid_bundles"]) == (verdict.code, verdict.bundles)


@pytest.mark.parametrize("path", _vectors("dice"), ids=lambda path: path.stem)
def test_seeds_context_and_faces_follow_as_the_vector_says(path: Path) -> None:
    vector = _load(path)
    index, length, why = _number(vector, "index"), _number(vector, "length"), str(vector["why"])
    found: Object = {}
    for seat in ("a", "b"):
        key = _raw(vector, f"key_{seat}")
        end = th("chain-root", key, _raw(vector, f"root_{seat}"))
        found[f"tip_{seat}"] = second.chain_back(key, end, length, 0).hex()
        found[f"x_{seat}"] = second.chain_back(key, end, length, index).hex()
    context = th("roll", _raw(vector, "gid"), index.to_bytes(8, "big"), _raw(vector, "request"), why.encode())
    dice: list[tuple[int, int]] = json.loads(json.dumps(vector["dice"]))
    rolled: list[Json] = [*faces(context, _raw(found, "x_a") + _raw(found, "x_b"), why, dice)]
    found |= {"context": context.hex(), "expect": rolled}
    assert {name: vector[name] for name in found} == found


def test_the_hash_gives_the_known_answers_of_the_specification() -> None:
    assert th("x").hex() == "b7ae27681ce01ff6e97c255fcf1b1eab20d23b7d729c90db942f7ef8abfe5b26"
    assert th("x", b"a", b"bc").hex() == "f194fb393c81a8a4a0b883bc4a89f367028dc20f405a3da2942bcfe7e012d381"


def test_the_dice_give_the_known_answers_of_the_specification() -> None:
    request, gid = hashlib.sha256(b"req").digest(), th("game", b"invite", b"accept")
    seeds = b""
    for key, root in (b"\xaa" * 32, bytes(range(32))), (b"\xbb" * 32, bytes(range(32, 64))):
        seeds += second.chain_back(key, th("chain-root", key, root), 8, 1)
    context = th("roll", gid, (1).to_bytes(8, "big"), request, b"combat")
    prk = "a1b88c29fd37647e65744db80e7d05e297088c8af71d2e1c29ed2b125549c8b2"
    wide = [703681280, 680055049, 65842005, 2055184126, 1055428719, 769466194]
    assert prk == hmac.digest(context, seeds, "sha256").hex()
    assert [3, 6, 3, 6, 2, 4, 4, 5, 4, 5, 4, 3] == faces(context, seeds, "combat/0", [(6, 1)] * 12)
    assert [1, 8, 3, 2, 10, 6, 6, 7, 10, 5, 10, 7] == faces(context, seeds, "combat/0", [(10, 1)] * 12)
    assert wide == faces(context, seeds, "combat/0", [(2**31 + 1, 0)] * 6)

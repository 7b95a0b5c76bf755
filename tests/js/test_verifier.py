"""Two implementations, one verdict: the verifier of the replay page agrees with every vector, cheat and known answer."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import random
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.canon import Json
from pbem.container import pack
from tests.js.node import needs_node, run

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import second_cheats  # noqa: E402
import test_second_verifier as second_tests  # noqa: E402

pytestmark = needs_node
VECTORS = {
    f"{kind}/{path.stem}": path
    for kind in ("json", "log", "dice")
    for path in sorted((ROOT / "tests/vectors" / kind).glob("*.json"))
}
DICE: Json = {"toss/1": [[6, 1], [6, 1]], "toss/2": [[6, 1]]}
METHODS = ("webcrypto", "own")


def _load(path: Path) -> dict[str, Json]:
    value: dict[str, Json] = json.loads(path.read_text("ascii"))
    return value


def _log_case(data: bytes, **more: Json) -> dict[str, Json]:
    return {"do": "log", "base64": base64.b64encode(data).decode(), **more}


def _case(name: str) -> dict[str, Json]:
    kind, vector = name.partition("/")[0], _load(VECTORS[name])
    if kind == "json":
        return {"do": "line", "line_hex": vector["line_hex"]}
    if kind == "dice":
        return {"do": "dice", **vector}
    lines = vector.get("lines")
    data = (
        "".join(f"{line}\n" for line in lines).encode()
        if isinstance(lines, list)
        else bytes.fromhex(str(vector["input_hex"]))
    )
    return _log_case(pack(data))


@cache
def _answers() -> dict[str, Json]:
    return dict(zip(VECTORS, run("vectors.js", [_case(name) for name in VECTORS]), strict=True))


@pytest.mark.parametrize("name", VECTORS)
def test_the_script_says_of_every_vector_what_is_expected_of_it(name: str) -> None:
    vector, found = _load(VECTORS[name]), _answers()[name]
    if isinstance(found, dict) and name.startswith("log/"):
        assert (vector["expect"], vector["valid_bundles"]) == (found["code"], found["bundles"])
    elif isinstance(found, dict):
        assert {key: vector[key] for key in found} == found
    else:
        assert vector["expect"] == found


def _cheat(what: str) -> bytes:
    bundles = deepcopy(second_cheats.bundles_of_example())
    second_cheats.CHEATS[what][0](bundles)
    return second_cheats.signed(bundles)


@cache
def _cheats() -> dict[str, Json]:
    cases = [_log_case(_cheat(what), dice=DICE) for what in second_cheats.CHEATS]
    return dict(zip(second_cheats.CHEATS, run("vectors.js", cases), strict=True))


@pytest.mark.parametrize("what", second_cheats.CHEATS)
def test_a_cheat_who_signs_properly_is_found_at_his_entry(what: str) -> None:
    _, code, entry = second_cheats.CHEATS[what]
    found = _cheats()[what]
    assert isinstance(found, dict)
    assert (code, entry) == (found["code"], found["entry"])


@pytest.mark.parametrize("method", METHODS)
def test_the_example_of_the_specification_holds_with_its_dice_and_secrets(method: str) -> None:
    (found,) = run("vectors.js", [_log_case(second_cheats.EXAMPLE, dice=DICE, method=method)])
    counts = {
        "rolls": 2, "facesChecked": 3, "facesUnknown": 0, "seeds": 4, "sealed": 1, "opened": 1, "vaults": 2, "refusals": 0,
    }  # fmt: skip
    assert {
        "code": "ok", "entry": None, "bundles": 6, "entries": 11, "counts": counts, "method": method,
    } == found  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_a_signature_that_was_changed_is_refused_either_way(method: str) -> None:
    lines = second_cheats.EXAMPLE.splitlines()
    sig = json.loads(lines[-1])
    first = "0" if sig["sig"][0] != "0" else "1"
    lines[-1] = lines[-1].replace(sig["sig"].encode(), (first + sig["sig"][1:]).encode())
    (found,) = run("vectors.js", [_log_case(b"\n".join(lines) + b"\n", dice=DICE, method=method)])
    assert isinstance(found, dict)
    assert ("bad-signature", 10, 5) == (found["code"], found["entry"], found["bundles"])


def test_without_a_way_to_check_signatures_the_answer_says_so() -> None:
    (found,) = run("vectors.js", [_log_case(second_cheats.EXAMPLE, dice=DICE, method="")])
    assert isinstance(found, dict)
    assert "" == found["method"]


def test_rolls_whose_dice_are_unknown_are_counted_as_not_checked() -> None:
    (found,) = run("vectors.js", [_log_case(second_cheats.EXAMPLE, dice={"toss/2": [[6, 1]]})])
    assert isinstance(found, dict)
    assert isinstance(found["counts"], dict)
    assert ("ok", 1, 2) == (found["code"], found["counts"]["facesChecked"], found["counts"]["facesUnknown"])


def test_damage_to_the_packed_file_is_named_and_what_comes_before_it_holds() -> None:
    packed = pack(second_cheats.EXAMPLE)
    cut, changed, longer = packed[:-40], bytearray(packed), packed + b"x"
    changed[-2] ^= 1
    cases = [
        _log_case(bytes(each), dice=DICE) for each in (cut, changed, longer, b"PK\x03\x04 no turn at all")
    ]
    codes = [each["code"] if isinstance(each, dict) else None for each in run("vectors.js", cases)]
    assert ["damaged", "damaged", "trailing", "not-a-turn"] == codes


@pytest.mark.parametrize("key", second_tests.KEYS)
def test_a_public_key_that_fits_many_signatures_is_refused(key: str) -> None:
    assert [second_tests.KEYS[key]] == run("vectors.js", [{"do": "key", "key": key}])


def test_hashes_are_those_of_the_standard_library() -> None:
    chance = random.Random(1)
    sizes = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_000]
    data = [chance.randbytes(size) for size in sizes]
    keys = [chance.randbytes(size) for size in (0, 1, 32, 64, 65, 200)]
    expected: list[Json] = [hashlib.sha256(each).hexdigest() for each in data]
    expected += [hmac.digest(key, each, "sha256").hex() for key in keys for each in data]
    cases: list[dict[str, Json]] = [{"do": "hash", "hex": each.hex()} for each in data]
    cases += [{"do": "mac", "key": key.hex(), "hex": each.hex()} for key in keys for each in data]
    assert expected == run("vectors.js", cases)


def test_the_tagged_hash_gives_the_known_answers_of_the_specification() -> None:
    expected = [
        "b7ae27681ce01ff6e97c255fcf1b1eab20d23b7d729c90db942f7ef8abfe5b26",
        "f194fb393c81a8a4a0b883bc4a89f367028dc20f405a3da2942bcfe7e012d381",
    ]
    cases: list[dict[str, Json]] = [{"do": "tagged", "purpose": "x", "parts": []}]
    cases.append({"do": "tagged", "purpose": "x", "parts": ["a", "bc"]})
    assert expected == run("vectors.js", cases)


@pytest.mark.parametrize("method", ["verifyOwn", "verifyPlatform"])
def test_signatures_hold_and_fail_as_in_the_library_that_pbem_uses(method: str) -> None:
    chance = random.Random(2)
    order = 2**252 + 27742317777372353535851937790883648493
    cases: list[dict[str, Json]] = []
    expected: list[Json] = []
    for _ in range(6):
        private = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        key, message = private.public_key().public_bytes_raw(), chance.randbytes(32)
        sig = private.sign(message)
        more = (int.from_bytes(sig[32:], "little") + order).to_bytes(32, "little")
        flipped = bytes([sig[0] ^ 1, *sig[1:]])
        for each, said in (
            (sig, message),
            (sig[:32] + more, message),
            (flipped, message),
            (sig, message[::-1]),
        ):
            cases.append(
                {
                    "do": "signature",
                    "method": method,
                    "key": key.hex(),
                    "sig": each.hex(),
                    "message": said.hex(),
                }
            )
            expected.append((each, said) == (sig, message))
    assert expected == run("vectors.js", cases)

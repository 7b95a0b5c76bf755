"""The bytes under the JavaScript verifier: hashes, signatures by the letter of the specification, keys, damage."""

import base64
import hashlib
import hmac
import json
import os
import random
import re
import zlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.bytes.canon import Json
from pbem.bytes.container import MAGIC, pack, salvage
from pbem.bytes.errors import FormatError
from tests.js.logs import said, twice
from tests.js.node import needs_node, run
from tests.tools.write_text_js import TARGET, script

pytestmark = [pytest.mark.wider, needs_node]
ROOT = Path(__file__).resolve().parents[2]
VERIFIER = ROOT / "pbem/verifier"
EXAMPLE = (ROOT / "schemas/example.jsonl").read_bytes()
METHODS = ("webcrypto", "noble")
ORDER = 2**252 + 27742317777372353535851937790883648493
KEYS: dict[str, str] = json.loads((ROOT / "tests" / "bad_keys.json").read_text("utf-8"))
KNOWN = (True, False, False, True, False, True, False)
COFACTORED = (True, True, True, True, True, True, True)


def shared(name: str) -> Json:
    """A file of the vectors that nobody here wrote, where their folder stands beside the project."""
    path = Path(os.environ.get("PBEM_SHARED", ROOT.parent / "shared")) / "vectors" / name
    if not path.is_file():
        pytest.skip(f"{name} is not here")
    value: Json = json.loads(path.read_text("utf-8"))
    return value


def test_hashes_are_those_of_the_standard_library() -> None:
    chance = random.Random(1)
    data = [
        chance.randbytes(size) for size in (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 128, 1000, 70_000)
    ]
    keys = [chance.randbytes(size) for size in (0, 1, 32, 64, 65, 200)]
    expected: list[Json] = [hashlib.sha256(each).hexdigest() for each in data]
    expected += [hashlib.sha512(each).hexdigest() for each in data]
    expected += [hmac.digest(key, each, "sha256").hex() for key in keys for each in data]
    cases: list[dict[str, Json]] = [
        {"do": kind, "hex": each.hex()} for kind in ("hash", "hash512") for each in data
    ]
    cases += [{"do": "mac", "key": key.hex(), "hex": each.hex()} for key in keys for each in data]
    assert expected == run("cases.mjs", cases)


def test_the_tagged_hash_gives_the_known_answers_of_the_specification() -> None:
    expected = [
        "b7ae27681ce01ff6e97c255fcf1b1eab20d23b7d729c90db942f7ef8abfe5b26",
        "f194fb393c81a8a4a0b883bc4a89f367028dc20f405a3da2942bcfe7e012d381",
    ]
    cases: list[dict[str, Json]] = [{"do": "tagged", "purpose": "x", "parts": []}]
    cases.append({"do": "tagged", "purpose": "x", "parts": ["a", "bc"]})
    assert expected == run("cases.mjs", cases)


@pytest.mark.parametrize("method", METHODS)
def test_signatures_hold_and_fail_as_in_the_library_that_pbem_uses(method: str) -> None:
    chance = random.Random(2)
    cases: list[dict[str, Json]] = []
    expected: list[Json] = []
    for _ in range(6):
        private = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        key, message = private.public_key().public_bytes_raw(), chance.randbytes(32)
        sig = private.sign(message)
        more = (int.from_bytes(sig[32:], "little") + ORDER).to_bytes(32, "little")
        flipped = bytes([sig[0] ^ 1, *sig[1:]])
        for each, told in (
            (sig, message),
            (sig[:32] + more, message),
            (flipped, message),
            (sig, message[::-1]),
        ):
            case: dict[str, Json] = {"do": "signature", "method": method, "key": key.hex(), "sig": each.hex()}
            cases.append({**case, "message": told.hex()})
            expected.append((each, told) == (sig, message))
    assert expected == run("cases.mjs", cases)


@pytest.mark.parametrize("method", METHODS)
def test_wycheproof(method: str) -> None:
    """All cases with signatures of 64 bytes come out as Wycheproof says; others cannot stand on a log."""
    read = shared("wycheproof-ed25519.json")
    cases: list[dict[str, Json]] = []
    expected: list[Json] = []
    for group in read["testGroups"]:
        for case in group["tests"]:
            if len(case["sig"]) == 128:
                key = group["publicKey"]["pk"]
                asked = {
                    "do": "whole",
                    "method": method,
                    "key": key,
                    "sig": case["sig"],
                    "message": case["msg"],
                }
                cases.append(asked)
                expected.append(case["result"] == "valid")
    assert len(cases) > 130
    assert expected == run("cases.mjs", cases)


@pytest.mark.parametrize("method", METHODS)
def test_of_twelve_edge_cases_only_two_hold(method: str) -> None:
    """Those with sound keys and a strict equation that holds."""
    read = shared("ed25519-speccheck.json")
    cases: list[dict[str, Json]] = [
        {
            "do": "whole",
            "method": method,
            "key": case["pub_key"],
            "sig": case["signature"],
            "message": case["message"],
        }
        for case in read
        if isinstance(case, dict)
    ]
    assert [2, 3] == [number for number, taken in enumerate(run("cases.mjs", cases)) if taken]


@pytest.mark.parametrize("method", METHODS)
def test_the_known_cases_come_out_as_they_are_written(method: str) -> None:
    (known,) = run("cases.mjs", [{"do": "known"}])
    cases: list[dict[str, Json]] = []
    for case in known:
        cases.append({"do": "whole", "method": method, "key": case[0], "sig": case[1], "message": case[2]})
    assert [*KNOWN] == [case[3] for case in known if isinstance(case, list)]
    assert [*KNOWN] == run("cases.mjs", cases)


def test_every_false_known_case_but_for_its_strictness_would_hold() -> None:
    """A cofactored verifier that reduces S and reads R in any spelling takes each of them: that is what they are for."""
    assert [*COFACTORED] == run("cases.mjs", [{"do": "cofactored", "number": n} for n in range(len(KNOWN))])


def test_a_platform_that_gets_one_known_case_wrong_is_not_used() -> None:
    cases = [case for n in range(len(KNOWN)) for case in ({"do": "platform", "lies": n}, {"do": "method"})]
    assert ["noble", "webcrypto"] * len(KNOWN) == run("cases.mjs", cases)


def test_a_public_key_that_fits_many_signatures_is_refused() -> None:
    assert KEYS == dict(zip(KEYS, run("cases.mjs", [{"do": "key", "key": key} for key in KEYS]), strict=True))


@pytest.mark.parametrize("method", METHODS)
def test_the_example_of_the_specification_holds_with_its_dice_and_secrets(method: str) -> None:
    found = said(twice(), method=method)
    assert ("ok", None, 6, 11, method, "witnessed", True) == (
        found.code, found.entry, found.bundles, found.entries, found.method, found.grade, found.over,
    )  # fmt: skip
    assert found.counts is not None
    assert {"rolls": 2, "dice": 3, "seeds": 4, "sealed": 1, "opened": 1, "vaults": 2} == {
        name: found.counts[name] for name in ("rolls", "dice", "seeds", "sealed", "opened", "vaults")
    }


@pytest.mark.parametrize("method", METHODS)
def test_a_signature_that_was_changed_is_refused_either_way(method: str) -> None:
    lines = twice().splitlines()
    sig = json.loads(lines[-1])
    first = "0" if sig["sig"][0] != "0" else "1"
    lines[-1] = lines[-1].replace(sig["sig"].encode(), (first + sig["sig"][1:]).encode())
    found = said(b"\n".join(lines) + b"\n", method=method)
    assert ("bad-signature", 10, 5) == (found.code, found.entry, found.bundles)


def test_damage_to_the_packed_file_is_named_and_what_comes_before_it_holds() -> None:
    packed = pack(twice())
    changed = bytearray(packed)
    changed[-2] ^= 1
    files = (
        packed,
        packed[:-40],
        packed[:-1],
        bytes(changed),
        packed + b"x",
        packed + packed[-4:],
        b"PK\x03\x04 no turn at all",
        b"",
    )
    assert ["ok", "truncated", "truncated", "damaged", "trailing", "trailing", "not-a-turn", "truncated"] == [
        said(each).code for each in files
    ]


def test_a_packed_file_damaged_anywhere_gives_the_same_bytes_and_the_same_name_in_both_verifiers() -> None:
    """A platform's own stream drops what it has not handed on: cut in the middle, two of six turn files were lost."""
    rnd = random.Random(35)
    files = [
        _damaged(rnd, twice() + log * rnd.randrange(2))
        for log in (EXAMPLE, EXAMPLE[:4000])
        for _ in range(150)
    ]
    found = run("cases.mjs", [{"do": "unpack", "base64": base64.b64encode(each).decode()} for each in files])
    assert {"damaged", "trailing", "truncated", None} == {each[1] for each in found}
    assert [_unpacked(each) for each in files] == found


def _damaged(rnd: random.Random, lines: bytes) -> bytes:
    """A log packed in some way, and cut, changed or lengthened somewhere."""
    made = zlib.compressobj(
        rnd.choice((0, 1, 9)), zlib.DEFLATED, rnd.choice((9, 15)), 9, rnd.choice((0, 2, 4))
    )
    stream = bytearray(made.compress(lines) + made.flush())
    at = rnd.randrange(len(stream))
    match rnd.randrange(4):
        case 0:
            del stream[at:]
        case 1:
            stream[at] ^= 1 << rnd.randrange(8)
        case 2:
            stream[at : at + 2] = rnd.randbytes(rnd.randrange(3))
        case _:
            stream += rnd.randbytes(rnd.randrange(3))
    return MAGIC + bytes(stream)


def _unpacked(file: bytes) -> list[Json]:
    try:
        lines, broken = salvage(file)
    except FormatError as error:
        lines, broken = b"", error
    return [hashlib.sha256(lines).hexdigest(), broken.code if broken is not None else None]


def test_the_characters_of_a_text_are_those_of_the_one_list() -> None:
    assert script() == TARGET.read_text("ascii")


def test_letters_beyond_ascii_stand_in_texts_alone() -> None:
    lines = [
        ('{"k":"x","text":"Béla … 漢字"}', "ok"),
        ('{"k":"x","who":"a\u0301"}', "nfd"),
        ('{"k":"x","who":"\U000105d2\u0307"}', "not-text"),
        ('{"k":"x","text":"a\u200bb"}', "not-text"),
        ('{"k":"x","text":"a\u00a0b"}', "not-text"),
        ('{"k":"x","text":["é"]}', "not-ascii"),
        ('{"a":{"who":"é"},"k":"x"}', "not-ascii"),
        ('{"k":"é"}', "not-ascii"),
        ('{"k":"x","text":"a\x7f"}', "control"),
        ('{"k":"x","text":"' + "a" * (32_768 - 19) + '"}', "ok"),
        ('{"k":"x","text":"' + "a" * (32_768 - 18) + '"}', "too-long"),
    ]
    said = run("cases.mjs", [{"do": "line", "line_hex": line.encode().hex()} for line, _ in lines])
    assert lines == [(line, code) for (line, _), code in zip(lines, said, strict=True)]


def test_every_code_has_a_sentence_in_both_languages() -> None:
    text = "".join(path.read_text("utf-8") for path in VERIFIER.glob("*.js") if path.name != "codes.js")
    found = set(re.findall(r'(?:need\([^;]*|Refused\([^;]*)"([a-z0-9]+(?:-[a-z0-9]+)*)"', text))
    found |= set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', text))
    codes = sorted(found - {"utf-8", "deck-mask", "deck-key", "deck-show", "P-256"} - _purposes(text))
    answers = run("cases.mjs", [{"do": "why", "code": code} for code in codes])
    listed = json.dumps(dict(zip(codes, answers, strict=True)))
    specified = (ROOT / "schemas/log.md").read_text() + (ROOT / "schemas/deck.md").read_text()
    lacking = [
        code
        for code, told in zip(codes, answers, strict=True)
        if told == ["", ""] and f"`{code}`" in specified
    ]
    assert [] == lacking, listed
    assert len(codes) > 60


def _purposes(text: str) -> set[str]:
    """What stands first in a tagged hash is no code."""
    return set(re.findall(r'th\("([a-z-]+)"', text))

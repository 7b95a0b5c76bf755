"""Both libraries behind the primitives say the same: vectors of others, our own, and thousands of random cases."""

import json
import os
import shutil
import subprocess
from hashlib import sha512
from pathlib import Path
from random import Random

import pytest

from pbem.bytes.errors import FormatError, UsageError
from pbem.crypto import group
from pbem.crypto.keys import check_public_key
from pbem.crypto.openssl import OpenSSL
from pbem.site import packages
from tests.js.node import NODE, needs_node
from tests.sampling import ALL

pytestmark = [pytest.mark.wider, needs_node]

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("PBEM_SHARED", HERE.parents[2] / "shared")) / "vectors"
Case = tuple[object, ...]
NAMES = {
    "publicKey": "public_key", "sign": "sign", "verify": "verify", "hkdf": "hkdf", "seal": "seal",
    "unseal": "unseal", "argon2id": "argon2id", "p256Y": "p256_y",
    "x25519": "x25519",
}  # fmt: skip
FIELD = group._FIELD
ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19
TIMES = 1 if ALL else 5
"""In how many of these cases one is tried."""


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the script of the site finds the packages it imports."""
    place = tmp_path_factory.mktemp("keys")
    try:
        modules = packages.fetched(packages.cache(os.environ))
    except UsageError as error:
        pytest.skip(f"the packages are not to be had here: {error.message}")
    (place / "node_modules").symlink_to(modules)
    shutil.copy(HERE / "keys_cases.mjs", place)
    (script,) = Path(packages.__file__).parent.rglob("keys.mjs")
    shutil.copy(script, place)
    return place


def noble(keys: Path, cases: list[Case]) -> list[object]:
    """What noble answers, in order."""
    assert NODE is not None
    lines = (
        json.dumps([each.hex() if isinstance(each, bytes) else each for each in case]) + "\n"
        for case in cases
    )
    done = subprocess.run(
        [NODE, "keys_cases.mjs"], cwd=keys, check=True, input="".join(lines), capture_output=True, text=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def openssl(case: Case) -> object:
    """What OpenSSL answers, told the same way."""
    name, *args = case
    if name == "p256Times":
        scalar, points = args
        parts = [points[at : at + 32] for at in range(0, len(points), 32)]
        return b"".join(OpenSSL().p256_times(scalar, parts)).hex()
    found = getattr(OpenSSL(), NAMES[str(name)])(*args)
    return found.hex() if isinstance(found, bytes) else found


def agree(keys: Path, cases: list[Case]) -> list[object]:
    """The answers of both, which are one."""
    found = noble(keys, cases)
    assert len(cases) == len(found)
    for case, answer in zip(cases, found, strict=True):
        assert openssl(case) == answer, case
    return found


def is_sound(public: bytes) -> bool:
    """Whether the key gets as far as the library: keys of small order and second spellings are refused before."""
    try:
        return bool(check_public_key(public))
    except FormatError as error:
        return error.code == "not-a-key"


def changed(chance: Random, data: bytes) -> bytes:
    """The bytes with a bit of one turned."""
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def number(seed: bytes) -> int:
    """The secret number of a seed (RFC 8032, 5.1.5)."""
    digest = int.from_bytes(sha512(seed).digest()[:32], "little")
    return digest % 2**254 // 8 * 8 + 2**254


def twisted(chance: Random, seed: bytes) -> tuple[bytes, bytes, bytes]:
    """A signature under a key with a part of order two: about half of them hold up to the cofactor alone."""
    nonce, message = chance.randbytes(32), chance.randbytes(20)
    plain, first = OpenSSL().public_key(seed), OpenSSL().public_key(nonce)
    y = int.from_bytes(plain, "little") % 2**255
    mirrored = (PRIME - y) | (1 - (plain[31] >> 7)) << 255  # (x, y) + (0, -1) = (-x, -y)
    public = mirrored.to_bytes(32, "little")
    k = int.from_bytes(sha512(first + public + message).digest(), "little")
    rest = (number(nonce) + k * number(seed)) % ORDER
    return public, message, first + rest.to_bytes(32, "little")


def test_wycheproof_and_the_edge_cases_come_out_the_same(keys: Path) -> None:
    if not SHARED.is_dir():
        pytest.skip("the vectors are not here")
    groups = json.loads((SHARED / "wycheproof-ed25519.json").read_bytes())["testGroups"]
    cases: list[Case] = [
        (
            "verify",
            bytes.fromhex(group["publicKey"]["pk"]),
            bytes.fromhex(case["msg"]),
            bytes.fromhex(case["sig"]),
        )
        for group in groups
        for case in group["tests"]
    ]
    edges = json.loads((SHARED / "ed25519-speccheck.json").read_bytes())
    cases += [
        ("verify", *(bytes.fromhex(each[name]) for name in ("pub_key", "message", "signature")))
        for each in edges
    ]
    sound = [case for case in cases if is_sound(bytes(case[1])) and 64 == len(bytes(case[3]))]
    assert len(sound) > 140
    assert {True, False} == set(agree(keys, sound))


def test_signatures_agree_on_what_is_right_changed_and_spelled_otherwise(keys: Path) -> None:
    chance, cases = Random("signatures"), list[Case]()
    for _ in range(700 // TIMES):
        seed, message = chance.randbytes(32), chance.randbytes(chance.randrange(200))
        public, signature = OpenSSL().public_key(seed), OpenSSL().sign(seed, message)
        more = (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
        cases += [
            ("publicKey", seed),
            ("sign", seed, message),
            ("verify", public, message, signature),
            ("verify", changed(chance, public), message, signature),
            ("verify", public, message, changed(chance, signature)),
            ("verify", public, message, signature[:32] + more),
            ("verify", chance.randbytes(32), message, signature),
        ]
    found = agree(keys, cases)
    assert 700 // TIMES == sum(each is True for each in found)
    assert {True, False} == set(
        agree(keys, [("verify", *twisted(chance, chance.randbytes(32))) for _ in range(200 // TIMES)])
    )


def test_keys_that_come_again_and_again_get_the_same_answers(keys: Path) -> None:
    """More keys in turn than have tables, each often enough for one; some with a part of small order."""
    chance, cases = Random("again"), list[Case]()
    seeds = [chance.randbytes(32) for _ in range(20)]
    for seed in [*(seeds[:12] * 9), *(seeds * 4), *(seeds[5:] * 9)]:
        public, message = OpenSSL().public_key(seed), chance.randbytes(32)
        right = OpenSSL().sign(seed, message)
        cases += [("verify", public, message, right), ("verify", public, changed(chance, message), right)]
        cases += [("verify", public, message, right[:32] + bytes(32)), ("verify", *twisted(chance, seed))]
    found = agree(keys, cases)
    assert set(found[::4]) == {True}
    assert set(found[1::4]) == set(found[2::4]) == {False}
    assert set(found[3::4]) == {True, False}


def test_points_and_their_multiples_agree(keys: Path) -> None:
    chance, cases, points = Random("points"), list[Case](), list[bytes]()
    numbers = [*(chance.randrange(FIELD) for _ in range(1000 // TIMES)), 0, 1, 5, FIELD - 1]
    for number in numbers:
        x = number.to_bytes(32, "big")
        cases.append(("p256Y", x))
        points += [x] if group.on_curve(x) else []
    assert len(points) > 400 // TIMES
    scalars = [1, 2, group.ORDER - 1, *(chance.randrange(1, group.ORDER) for _ in range(60))]
    cases += [
        ("p256Times", scalar.to_bytes(32, "big"), b"".join(chance.sample(points, chance.randrange(1, 12))))
        for scalar in scalars
    ]
    agree(keys, cases)
    ends = [1, 2, group.ORDER - 1, *(chance.randrange(1, group.ORDER) for _ in range(5))]
    known, others = points[:10], points[10:290]
    rounds = [*(b"".join(known) for _ in ends), *(b"".join(others[at : at + 70]) for at in range(0, 280, 70))]
    agree(
        keys,
        [
            ("p256Times", scalar.to_bytes(32, "big"), each)
            for scalar, each in zip([*ends, *ends], [*rounds, *rounds[:4]], strict=True)
        ],
    )


def test_wycheproof_has_the_same_derived_keys(keys: Path) -> None:
    """Those without salt; the first 32 bytes are the same for every length."""
    if not SHARED.is_dir():
        pytest.skip("the vectors are not here")
    groups = json.loads((SHARED / "wycheproof-hkdf-sha256.json").read_bytes())["testGroups"]
    tests = [each for group in groups for each in group["tests"] if not each["salt"] and each["okm"]]
    assert len(tests) > 20
    found = agree(
        keys, [("hkdf", *(bytes.fromhex(each[name]) for name in ("ikm", "info"))) for each in tests]
    )
    for each, answer in zip(tests, found, strict=True):
        assert each["okm"][:64] == str(answer)[: len(each["okm"])]


def test_boxes_and_derived_keys_agree(keys: Path) -> None:
    chance, cases = Random("boxes"), list[Case]()
    for _ in range(900 // TIMES):
        key, nonce, aad = chance.randbytes(32), chance.randbytes(12), chance.randbytes(chance.randrange(40))
        data = chance.randbytes(chance.randrange(300))
        box = OpenSSL().seal(key, nonce, data, aad)
        cases += [
            ("seal", key, nonce, data, aad),
            ("unseal", key, nonce, box, aad),
            ("unseal", key, nonce, changed(chance, box), aad),
            ("unseal", key, nonce, box[: chance.randrange(len(box))], aad),
            ("hkdf", data or key, aad),
            ("x25519", key, chance.randbytes(32)),
        ]
    cases += [
        ("x25519", key, low.to_bytes(32, "little")) for low in (0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18)
    ]
    cases += [("unseal", key, nonce[:length], box, aad) for length in (0, 8, 11)]
    cases += [
        ("argon2id", chance.randbytes(length), chance.randbytes(16), memory, passes)
        for length, memory, passes in ((0, 8192, 1), (9, 8192, 3), (40, 16384, 2))
    ]
    agree(keys, cases)

"""Keys: what the suites of others say of signatures, what only the password opens; one module knows the library."""

import ast
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import FormatError, KeyFileError
from pbem.crypto import keys as crypto
from pbem.crypto.keys import Keypair
from tests.lists import tried_with

FAST = {"memory": 8192, "passes": 1}
P = 2**255 - 19
BAD = json.loads(Path(__file__).parents[1].joinpath("bad_keys.json").read_text("utf-8"))
SMALL = [key for key, code in BAD.items() if code == "small-order-key"]
"""Every spelling of the eight points of small order that some library takes."""


@pytest.fixture
def vectors():
    """Reads a file of the shared vectors, where their folder stands beside the project."""
    root = Path(os.environ.get("PBEM_SHARED", Path(__file__).parents[3] / "shared"))

    def read(name):
        path = root / "vectors" / name
        if not path.is_file():
            pytest.skip(f"the shared vectors are not beside the project: {name}")
        return json.loads(path.read_text(encoding="utf-8"))

    return read


def refusal(error, call, *args):
    with pytest.raises(error) as caught:
        call(*args)
    return caught.value.code


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200))
def test_a_signature_holds_for_its_message_and_no_other(seed, message):
    """What was signed verifies; another message, another key or a changed signature does not."""
    keypair = Keypair.from_seed(seed)
    signature = keypair.sign(message)
    assert crypto.verify(keypair.public, message, signature)
    assert not crypto.verify(keypair.public, message + b"x", signature)
    assert (
        not crypto.verify(Keypair.from_seed(seed[1:] + b"!").public, message, signature) or seed[:1] == b"!"
    )
    assert not crypto.verify(keypair.public, message, signature[:-1] + bytes([signature[-1] ^ 1]))


@pytest.mark.parametrize(
    ("seed", "public", "message", "signature"),
    [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
    ],
)
def test_rfc_8032(seed, public, message, signature):
    """The first two vectors of RFC 8032, 7.1."""
    keypair = Keypair.from_seed(bytes.fromhex(seed))
    assert (public, signature) == (keypair.public.hex(), keypair.sign(bytes.fromhex(message)).hex())


@tried_with("key", SMALL)
def test_keys_of_small_order_are_refused(key):
    """Each spelling of a key under which one signature fits many messages is refused on import and in use."""
    assert "small-order-key" == refusal(FormatError, crypto.check_public_key, bytes.fromhex(key))
    assert not crypto.verify(bytes.fromhex(key), b"x", bytes.fromhex(key) + bytes(32))


@tried_with("y", range(P + 2, 2**255))
def test_keys_with_a_second_spelling_are_refused(y):
    """A coordinate at or beyond the prime is refused, with either sign."""
    for top in (0, 2**255):
        key = (y + top).to_bytes(32, "little")
        assert "non-canonical-key" == refusal(FormatError, crypto.check_public_key, key)


def test_what_is_no_point_is_no_key():
    """About half of all coordinates belong to no point of the curve; they are refused on import."""
    assert "not-a-key" == refusal(FormatError, crypto.check_public_key, (2).to_bytes(32, "little"))
    assert "key-length" == refusal(FormatError, crypto.check_public_key, bytes(31))


@given(st.binary(min_size=32, max_size=32))
def test_every_generated_key_is_sound(seed):
    """The checks on import refuse no honest key."""
    public = Keypair.from_seed(seed).public
    assert public == crypto.check_public_key(public)


def test_wycheproof_ed25519(vectors):
    """All 151 cases come out as Wycheproof says."""
    groups = vectors("wycheproof-ed25519.json")["testGroups"]
    cases = [(bytes.fromhex(group["publicKey"]["pk"]), case) for group in groups for case in group["tests"]]
    assert len(cases) == 151
    for public, case in cases:
        message, signature = bytes.fromhex(case["msg"]), bytes.fromhex(case["sig"])
        assert (case["result"] == "valid") == crypto.verify(public, message, signature), case["tcId"]


def test_ed25519_edge_cases(vectors):
    """Of the twelve edge cases only the two with sound keys and a strict equation that holds are taken."""
    cases = vectors("ed25519-speccheck.json")
    taken = [
        number
        for number, case in enumerate(cases)
        if crypto.verify(*(bytes.fromhex(case[name]) for name in ("pub_key", "message", "signature")))
    ]
    assert [2, 3] == taken


def test_wycheproof_hkdf_is_what_subkey_uses(vectors):
    """The derivation underneath agrees with Wycheproof where it can be asked (32 bytes, no salt)."""
    cases = [
        case for group in vectors("wycheproof-hkdf-sha256.json")["testGroups"] for case in group["tests"]
    ]
    valid = [case for case in cases if case["result"] == "valid"]
    for case in valid:
        salt, info, ikm = (bytes.fromhex(case[name]) for name in ("salt", "info", "ikm"))
        derived = HKDF(algorithm=SHA256(), length=case["size"], salt=salt, info=info).derive(ikm)
        assert case["okm"] == derived.hex()
    expected = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"pbem/1/vault").derive(bytes(32))
    assert expected == crypto.subkey(bytes(32), "vault")


def test_subkeys_differ_by_purpose():
    """One secret gives unrelated keys for different purposes."""
    assert crypto.subkey(bytes(32), "vault") != crypto.subkey(bytes(32), "chain")


@given(st.binary(max_size=300), st.binary(max_size=20))
def test_open_box_undoes_seal_box(data, aad):
    """A box opens with its key and its associated bytes."""
    assert data == crypto.open_box(b"k" * 32, crypto.seal_box(b"k" * 32, data, aad), aad)


@given(st.integers(0, 12 + 5 + 15), st.integers(1, 255))
def test_a_changed_box_stays_shut(place, change):
    """A changed byte, other associated bytes or another key is refused."""
    box = crypto.seal_box(b"k" * 32, b"hello", b"aad")
    changed = box[:place] + bytes([box[place] ^ change]) + box[place + 1 :]
    assert "box" == refusal(KeyFileError, crypto.open_box, b"k" * 32, changed, b"aad")
    assert "box" == refusal(KeyFileError, crypto.open_box, b"k" * 32, box, b"other")
    assert "box" == refusal(KeyFileError, crypto.open_box, b"K" * 32, box, b"aad")
    assert "box" == refusal(KeyFileError, crypto.open_box, b"k" * 32, box[:5], b"aad")


LOCKED = crypto.lock(b"secret bytes", "contrase\u00f1a", "identity", **FAST)


def test_unlock_undoes_lock():
    """The password opens the file, however the keyboard composes its letters."""
    assert b"secret bytes" == crypto.unlock(LOCKED, "contrase\u00f1a", "identity")
    assert b"secret bytes" == crypto.unlock(LOCKED, "contrasen\u0303a", "identity")
    assert LOCKED != crypto.lock(b"secret bytes", "contrase\u00f1a", "identity", **FAST)


def test_keys_at_rest_cost_64_mebibytes():
    """What is written without further ado asks for 64 MiB and three passes, and can be opened again."""
    data = crypto.lock(b"s", "pw", "identity")
    assert {"memory": 65536, "passes": 3}.items() <= json.loads(data).items()
    assert b"s" == crypto.unlock(data, "pw", "identity")


def changed(**fields):
    return json.dumps({**json.loads(LOCKED), **fields}).encode()


@tried_with(
    ("code", "data", "password", "purpose"),
    [
        ("password", LOCKED, "contrasena", "identity"),
        ("purpose", LOCKED, "contrase\u00f1a", "vault"),
        ("password", changed(purpose="vault"), "contrase\u00f1a", "vault"),
        ("password", changed(passes=2), "contrase\u00f1a", "identity"),
        ("password", changed(box="00" * 28), "contrase\u00f1a", "identity"),
        ("key-file", changed(memory=2**30), "x", "identity"),
        ("key-file", changed(memory=1), "x", "identity"),
        ("key-file", changed(passes=10**9), "x", "identity"),
        ("key-file", changed(passes=0), "x", "identity"),
        ("key-file", changed(passes=True), "x", "identity"),
        ("key-file", changed(memory="65536"), "x", "identity"),
        ("key-file", changed(salt="00"), "x", "identity"),
        ("key-file", changed(nonce="zz" * 12), "x", "identity"),
        ("key-file", changed(kdf="scrypt"), "x", "identity"),
        ("key-file", changed(v=2), "x", "identity"),
        ("key-file", changed(extra=1), "x", "identity"),
        ("key-file", b"{}", "x", "identity"),
        ("key-file", b"[" * 10000, "x", "identity"),
        ("key-file", b"\xff", "x", "identity"),
        ("key-file", b"-----BEGIN PRIVATE KEY-----", "x", "identity"),
        ("key-file", b" " * 2_000_000, "x", "identity"),
    ],
)
def test_a_key_file_that_does_not_open_says_why(code, data, password, purpose):
    """Wrong password, other purpose, unreasonable cost and damage each have their name."""
    assert code == refusal(KeyFileError, crypto.unlock, data, password, purpose)


def test_secrets_do_not_show_when_printed():
    """A key pair in a traceback or a log tells only the public half."""
    keypair = Keypair.from_seed(bytes(range(32)))
    assert repr(keypair.seed) not in repr(keypair)


def test_a_seed_of_another_length_is_refused():
    """A key pair grows from 32 bytes and from nothing else."""
    assert "key-length" == refusal(KeyFileError, Keypair.from_seed, b"short")


@given(st.binary(min_size=32, max_size=32))
def test_a_fingerprint_is_thirty_digits(key):
    """Six groups of five digits, so that two people can read them to each other."""
    groups = crypto.fingerprint(key).split(" ")
    assert [5] * 6 == [len(group) for group in groups]
    assert "".join(groups).isdecimal()


def test_known_names_of_a_key():
    """Key id and fingerprint as the specification derives them from TH."""
    key = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    number = int(crypto.canon.tagged_hash("voice", key).hex(), 16) % 10**30
    assert f"{number:030d}" == crypto.fingerprint(key).replace(" ", "")
    assert crypto.canon.tagged_hash("key", key).hex()[:16] == crypto.key_id(key)


ROOT = Path(__file__).parents[2]


def imports(node: ast.AST, at_once: bool = True) -> Iterator[tuple[str, bool]]:
    """The packages that are imported, and whether at once: what stands in a function waits for its call."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Import):
            yield from ((name.name.partition(".")[0], at_once) for name in each.names)
        elif isinstance(each, ast.ImportFrom):
            yield (each.module or "").partition(".")[0], at_once
        yield from imports(each, at_once and not isinstance(each, ast.FunctionDef | ast.Lambda))


def test_cryptography_is_imported_by_its_backend_alone_and_for_a_certificate_when_one_is_made() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), at_once)
        for folder in ("pbem", "rules")
        for path in (ROOT / folder).rglob("*.py")
        for name, at_once in imports(ast.parse(path.read_bytes()))
        if name == "cryptography"
    }
    assert found == {("pbem/crypto/openssl.py", True), ("pbem/dev/loopback/__init__.py", False)}

"""The specification suffices: a verifier written from it alone agrees with every vector."""

import ast
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

import make_vectors
import pytest
import second_deck
import second_verifier as second
from log_games import log_vectors
from packed_files import packed_vectors
from reading import log_bytes, vectors
from second_verifier import Json, Object, Refused, faces, th, verify, verify_file
from writer import log_of, toy

import example
from tests.lists import tried_with

ROOT = Path(__file__).resolve().parents[1]
VERIFIER = ROOT / "tests/second_verifier"
EXAMPLE = (ROOT / "schemas/example.jsonl").read_bytes()


def _vectors(folder: str) -> list[Path]:
    return sorted((ROOT / "schemas/vectors" / folder).glob("*.json"))


def _load(path: Path) -> Object:
    value: Object = json.loads(path.read_text("ascii"))
    return value


def _raw(value: Object, name: str) -> bytes:
    return bytes.fromhex(str(value[name]))


def _number(value: Object, name: str) -> int:
    return int(str(value[name]))


def _line_code(line: bytes) -> str:
    try:
        value = second.read_line(line)
    except Refused as refused:
        return str(refused)
    assert line == second.canonical(value)
    return "ok"


def test_the_second_verifier_imports_only_the_standard_library_and_cryptography() -> None:
    assert {"cryptography", "second_deck", "second_verifier"} == _foreign(*VERIFIER.glob("*.py"))
    assert {"cryptography"} == _foreign(ROOT / "tests/second_deck.py")


def test_what_writes_the_vectors_knows_nothing_of_the_program() -> None:
    """But for the rules of the little game, which are written for it, decks and mails."""
    files = [
        path
        for path in (ROOT / "tests/vectors").glob("*.py")
        if path.stem not in ("toss", "make_deck_vectors", "make_mail_vectors")
    ]
    assert "pbem" not in _foreign(*files)


def _foreign(*files: Path) -> set[str]:
    """The packages that these files import beside the standard library."""
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names


@tried_with("folder", ["json", "log", "packed", "dice", "deck", "changes", "upgrade", "mail"])
def test_there_are_vectors_in_every_folder(folder: str) -> None:
    assert [] != _vectors(folder)


@tried_with("path", _vectors("json"), ids=lambda path: path.stem)
def test_a_line_is_read_or_refused_as_its_vector_says(path: Path) -> None:
    vector = _load(path)
    assert vector["expect"] == _line_code(_raw(vector, "line_hex"))


def test_every_row_of_the_profile_has_a_vector() -> None:
    text = (
        (ROOT / "schemas/log.md")
        .read_text("utf-8")
        .partition("| | condition | code |")[2]
        .partition("\n\n")[0]
    )
    codes = set(re.findall("`([a-z]+(?:-[a-z0-9]+)*)`", text))
    assert {"not-ascii", "not-text", "nfd", "too-long", "escape"} <= codes
    assert {str(_load(path)["expect"]) for path in _vectors("json")} - {"ok"} == codes


@tried_with("path", _vectors("log"), ids=lambda path: path.stem)
def test_a_log_holds_or_fails_where_its_vector_says(path: Path) -> None:
    """Its bytes, signatures and order: what stands in its entries means nothing."""
    vector = _load(path)
    verdict = verify(log_bytes(vector, {}), entries=False)
    assert (vector["expect"], vector["valid_bundles"]) == (verdict.code, verdict.bundles)


@tried_with("path", _vectors("packed"), ids=lambda path: path.stem)
def test_a_packed_file_is_named_by_its_damage_and_what_comes_before_it_holds(path: Path) -> None:
    vector = _load(path)
    verdict = verify_file(_raw(vector, "input_hex"), entries=False)
    assert (vector["expect"], vector["valid_bundles"]) == (verdict.code, verdict.bundles)


def test_the_files_are_what_their_maker_writes() -> None:
    assert {name: {"name": name, **value} for name, value in packed_vectors()} == vectors("packed")
    assert {name: {"name": name, **value} for name, value in log_vectors()} == vectors("log")
    lines = {
        name: {"expect": code, "line_hex": line.hex(), "name": name}
        for name, code, line in make_vectors.JSON_LINES
    }
    assert lines == vectors("json")


@tried_with("path", _vectors("dice"), ids=lambda path: path.stem)
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


@tried_with("path", _vectors("deck"), ids=lambda path: path.stem)
def test_a_deck_holds_or_fails_as_its_vector_says(path: Path) -> None:
    vector = _load(path)
    assert vector["expect"] == _deck_code(vector)


def _deck_code(vector: Object) -> str:
    try:
        _deck_vector(vector)
    except Refused as refused:
        return str(refused)
    return "ok"


def _deck_vector(vector: Object) -> None:
    gid, label = _raw(vector, "gid"), str(vector["deck"])
    if "points" in vector:
        names = enumerate(second.words(vector["cards"]), 1)
        assert vector["points"] == [second_deck.card_point(gid, label, n, name).hex() for n, name in names]
    elif "slot" in vector:
        points = (second_deck.element(str(vector[name])) for name in ("key", "inner", "outer"))
        link = second_deck.Link(gid, label, _number(vector, "slot"), str(vector["seat"]), *points)
        code = "wrong-key" if str(vector["name"]).startswith("key") else "other-card"
        second_deck.check_link(link, _raw(vector, "proof"), code)
    else:
        given, made = (_side(vector[name]) for name in ("in", "out"))
        digest = second_deck.input_digest(gid, label, _number(vector, "turn"), str(vector["seat"]), given)
        assert vector["digest"] == digest.hex()
        second_deck.check_mask(digest, given, made, _raw(vector, "bits"), _raw(vector, "numbers"))
        key = second_deck.secret(_raw(vector, "vault"), th("deck-key", digest))
        assert vector["key"] == key.to_bytes(32, "big").hex()


def _side(value: Json) -> second_deck.Side:
    fixed, mixed = (
        [second_deck.element(word) for word in second.words(value[name])] for name in ("fixed", "mixed")
    )
    return second_deck.Side(second_deck.element(str(value["base"])), fixed, mixed)


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


def test_the_example_of_the_specification_holds_with_its_seeds_faces_and_secrets() -> None:
    assert ("ok", None, 6) == verify(EXAMPLE)


def test_the_example_written_again_is_the_example() -> None:
    game = example.example()
    assert EXAMPLE == log_of(*game.lines)
    for name in ("log.md", "dice.md"):
        assert (ROOT / "schemas" / name).read_text("utf-8") == example.written(name, game)


def test_the_states_of_the_example_have_the_digests_of_its_headers() -> None:
    rows = [
        line for line in (ROOT / "schemas/log.md").read_text("utf-8").splitlines() if '| `{"game":' in line
    ]
    states = [th("state", row.split("`")[1].encode()).hex() for row in rows]
    assert 6 == len(states)
    assert states == [json.loads(line)["state"] for line in EXAMPLE.splitlines() if b'"hdr"' in line]


KEYS: dict[str, str] = json.loads(Path(__file__).with_name("bad_keys.json").read_text("utf-8"))


@tried_with("key", KEYS)
def test_a_public_key_that_fits_many_signatures_is_refused(key: str) -> None:
    with pytest.raises(Refused, match=KEYS[key]):
        second.check_key(bytes.fromhex(key))


@pytest.mark.parametrize("byte", [0xA0, 0xA1, 0xB0, 0xB1])
def test_a_public_key_made_from_a_seed_is_sound(byte: int) -> None:
    second.check_key(toy(byte).public)


def test_damage_behind_the_bundles_is_named() -> None:
    assert "truncated" == verify(EXAMPLE + b'{"by":"A"').code
    assert "too-large" == verify(EXAMPLE + b"{}\n" * (8_519_680 // 3)).code

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
import second_deck
import second_verifier as second
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from second_verifier import Json, Object, Refused, faces, th, verify

ROOT = Path(__file__).resolve().parents[1]
VERIFIER = ROOT / "tests/second_verifier"
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
    assert {"cryptography", "second_deck", "second_verifier"} == _foreign(*VERIFIER.glob("*.py"))
    assert set() == _foreign(ROOT / "tests/second_deck.py")


def _foreign(*files: Path) -> set[str]:
    """The packages that these files import beside the standard library."""
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names


@pytest.mark.parametrize("folder", ["json", "log", "dice", "deck"])
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


@pytest.mark.parametrize("path", _vectors("deck"), ids=lambda path: path.stem)
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
    assert isinstance(value, dict)
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


# The example of log.md, written again by two seats who sign whatever they like (the toy keys are in log.md).


def _toy(byte: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([byte]) * 32)


def _line(value: Object) -> bytes:
    return second.canonical(value) + b"\n"


def _bundles() -> list[Bundle]:
    bundles: list[Bundle] = []
    for line in EXAMPLE.splitlines()[4:]:
        value: Object = json.loads(line)
        if value["k"] == "hdr":
            bundles.append((str(value["by"]), []))
        elif value["k"] != "sig":
            bundles[-1][1].append(value)
    return bundles


def _sign(bundles: list[Bundle]) -> bytes:
    """The log with these bundles: renumbered, chained and signed anew, over the states of the example."""
    genesis = EXAMPLE.splitlines()[:4]
    states = [
        _value["state"] for _value in map(second.read_line, EXAMPLE.splitlines()) if _value["k"] == "hdr"
    ]
    gid = prev = th("game", genesis[0], genesis[2])
    toys = {"A": 0xA1, "B": 0xB1}
    out, first = b"".join(line + b"\n" for line in genesis), 0
    for n, (by, entries) in enumerate(bundles, 1):
        head = prev
        for i, entry in enumerate(entries, first):
            entry["i"] = i
            head = th("event", head, second.canonical(entry))
        header: Object = {
            "by": by,
            "first": first,
            "g": gid.hex(),
            "head": head.hex(),
            "k": "hdr",
            "n": n,
            "v": 1,
        }
        header |= {"last": first + len(entries) - 1, "prev": prev.hex(), "rules": "0b08d70d0f530fb8"}
        header["state"] = states[min(n, len(states)) - 1]
        key = _toy(toys[by])
        signature = key.sign(th("bundle", gid, second.canonical(header)))
        sig: Object = {"k": "sig", "key": th("key", key.public_key().public_bytes_raw())[:8].hex()}
        out += _line(header) + b"".join(map(_line, entries)) + _line(sig | {"sig": signature.hex()})
        prev, first = head, first + len(entries)
        if len(entries) == 1 and entries[0]["k"] == "renew":
            known = {_public(toy): toy for toy in (RENEWED, 0xA0, 0xB1)}
            toys[by] = known.get(str(entries[0]["key"]), toys[by])
    return out


def _seed(seat: str, index: int) -> str:
    key = _toy({"A": 0xA1, "B": 0xB1}[seat]).public_key().public_bytes_raw()
    root = bytes([{"A": 0xA3, "B": 0xB3}[seat]]) * 32
    return second.chain_back(key, th("chain-root", key, root), 8192, index).hex()


def _genesis(place: int) -> Object:
    return second.read_line(EXAMPLE.splitlines()[place])


def _set(bundle: int, entry: int, /, **fields: Json) -> Edit:
    return lambda game: game[bundle][1][entry].update(fields)


def _drop(bundle: int, entry: int) -> Edit:
    return lambda game: game[bundle][1].pop(entry)


def _add(bundle: int, entry: int, /, **fields: Json) -> Edit:
    return lambda game: game[bundle][1].insert(entry, dict(fields))


def _twice(**fields: Json) -> Edit:
    return lambda game: game[0][1].__setitem__(slice(1, 1), [dict(fields), dict(fields)])


def _public(byte: int) -> str:
    return _toy(byte).public_key().public_bytes_raw().hex()


def _bundle(place: int, by: str, /, **fields: Json) -> Edit:
    return lambda game: game.insert(place, (by, [dict(fields)]))


RENEWED = 0xC1


def _renew(**fields: Json) -> Object:
    tip = second.chain_back(bytes.fromhex(_public(RENEWED)), bytes([0xC3]) * 32, 8192, 0).hex()
    usual: Object = {"k": "renew", "key": _public(RENEWED), "n": 8192, "tip": tip, "vault": "c2" * 32}
    return usual | fields


def _renewing(*more: Object, asks: bytes | None = None, **fields: Json) -> Edit:
    """A renews her keys when her first roll is open, with these entries in the same bundle, and asks for the second roll
    with a seed of her new chain, whose last is `asks`."""

    def edit(game: list[Bundle]) -> None:
        by, (show, opened, request) = game[2]
        seed = second.chain_back(bytes.fromhex(_public(RENEWED)), asks or bytes([0xC3]) * 32, 8192, 2)
        request["x"] = seed.hex()
        game[2:3] = [(by, [show, opened]), (by, [_renew(**fields), *deepcopy(more)]), (by, [request])]

    return edit


def _reject(j: int) -> Object:
    return {"k": "reject", "n": 1, "head": "00" * 32, "entry": 0, "code": "illegal", "j": j}


def _refused_first(*edits: Edit, j: int) -> Edit:
    def edit(game: list[Bundle]) -> None:
        for other in (_bundle(0, "B", **_reject(j)), *edits):
            other(game)

    return edit


CHEATS: dict[str, tuple[Edit, str, int]] = {
    "begins without start": (_drop(0, 0), "not-now", 0),
    "starts twice": (_add(0, 1, k="start"), "not-now", 1),
    "asks for a roll beyond the next": (_set(0, 2, j=2), "skipped-seed", 2),
    "asks for a used roll again": (_set(2, 2, j=1), "roll-again", 7),
    "asks for a burnt roll": (_refused_first(j=1), "roll-again", 3),
    "burns the chains": (_refused_first(j=2), "burnt-chain", 0),
    "refuses five times": (_refused_first(*[_bundle(0, "B", **_reject(0))] * 4, j=0), "refused-often", 4),
    "refuses at length": (_bundle(0, "B", **(_reject(0) | {"par": "1" * 65})), "bad-fields", 0),
    "refuses something that is no hash": (_bundle(0, "B", **(_reject(0) | {"head": "00"})), "bad-hex", 0),
    "refuses after the end": (_bundle(6, "A", **_reject(0)), "out-of-turn", 11),
    "asks twice under one name": (_set(2, 2, why="toss/1"), "wrong-roll", 7),
    "writes a field at its default": (_set(0, 2, x=None), "two-forms", 2),
    "writes a field too many": (_set(1, 1, y=1), "bad-fields", 4),
    "writes a name that is no text": (_set(0, 2, why=1), "bad-fields", 2),
    "writes a short seed": (_set(1, 1, x="00"), "bad-hex", 4),
    "seals something shorter than a hash": (_set(0, 1, c=["00"]), "bad-hex", 1),
    "seals twice under one label": (_add(0, 2, k="seal", at="bet", c=["00" * 32]), "sealed-twice", 2),
    "plays on before the answer": (_add(0, 3, k="tell", number=1), "out-of-turn", 3),
    "answers his own request": (_bundle(1, "A", k="rsp", j=1, x=_seed("A", 1)), "out-of-turn", 3),
    "asks before he answers": (_add(1, 1, k="req", j=2, why="toss/2"), "not-now", 4),
    "answers another roll": (_set(1, 1, j=2), "skipped-answer", 4),
    "answers with an invented seed": (_set(1, 1, x="00" * 32), "wrong-seed", 4),
    "answers with the next seed": (_set(1, 1, x=_seed("B", 2)), "wrong-seed", 4),
    "asks with an invented seed": (_set(2, 2, x="00" * 32), "wrong-seed", 7),
    "names faces in a sealed answer": (_set(1, 1, dice=[6, 6]), "bad-fields", 4),
    "plays on before opening": (_add(2, 1, k="tell", number=1), "not-now", 6),
    "opens another roll": (_set(2, 1, j=2), "skipped-open", 6),
    "opens with an invented seed": (_set(2, 1, x="00" * 32), "wrong-seed", 6),
    "opens better dice": (_set(2, 1, dice=[6, 6]), "better-dice", 6),
    "opens too few dice": (_set(2, 1, dice=[2]), "better-dice", 6),
    "answers with better dice": (_set(3, 0, dice=[1]), "better-dice", 8),
    "shows another value": (_set(2, 0, v=8), "other-value", 5),
    "shows another salt": (_set(2, 0, salt="00" * 32), "other-value", 5),
    "shows what was not sealed": (_set(2, 0, n=2), "never-sealed", 5),
    "shows twice": (_add(2, 1, k="show", at="bet", n=1, salt="00" * 32, v=7), "never-sealed", 6),
    "shows the other's secret": (_add(3, 1, k="show", at="bet", n=1, salt="00" * 32, v=7), "never-sealed", 9),
    "opens another vault": (_set(5, 0, vault="00" * 32), "other-vault", 10),
    "opens the vault out of order": (lambda game: game.pop(4), "out-of-turn", 9),
    "plays on after the vaults": (_add(5, 1, k="tell", number=1), "not-now", 11),
    "refuses in the middle of a bundle": (_add(0, 1, **_reject(0)), "not-now", 1),
    "gives an agent before the start": (_add(0, 0, k="agent"), "not-now", 0),
    "gives an agent after the vaults": (_add(5, 1, k="agent"), "not-now", 11),
    "gives an agent out of turn": (_add(0, 3, k="agent"), "out-of-turn", 3),
    "gives an agent the game key": (_add(0, 1, k="agent", key=_public(0xB1)), "reused-key", 1),
    "gives an agent a used key": (_twice(k="agent", key=_public(0xC0)), "reused-key", 2),
    "gives an agent a short key": (_add(0, 1, k="agent", key="00"), "bad-hex", 1),
    "gives an agent a small key": (_add(0, 1, k="agent", key="01" + "00" * 31), "small-order-key", 1),
    "gives an agent kinds in disorder": (
        _add(0, 1, k="agent", key=_public(0xC0), may=["tell", "hold"]),
        "bad-fields",
        1,
    ),
    "gives an agent a kind of the protocol": (
        _add(0, 1, k="agent", key=_public(0xC0), may=["req"]),
        "bad-fields",
        1,
    ),
    "gives kinds and no agent": (_add(0, 1, k="agent", may=["tell"]), "bad-fields", 1),
    "renews before the start": (_bundle(0, "A", **_renew()), "not-now", 0),
    "renews while a roll is under way": (_bundle(1, "B", **_renew()), "not-now", 3),
    "renews while his answer opens": (_bundle(2, "A", **_renew()), "not-now", 5),
    "renews out of turn": (_bundle(1, "A", **_renew()), "out-of-turn", 3),
    "renews in company": (_renewing({"k": "tell", "number": 1}), "not-now", 7),
    "renews after the vaults": (_bundle(6, "B", **_renew()), "not-now", 11),
    "renews with the other's key": (_renewing(key=_public(0xB1)), "reused-key", 7),
    "renews with her identity": (_renewing(key=_public(0xA0)), "reused-key", 7),
    "renews with a small key": (_renewing(key="01" + "00" * 31), "small-order-key", 7),
    "renews with a short key": (_renewing(key="00"), "bad-hex", 7),
    "renews with the chain she has": (_renewing(tip=_genesis(0)["tip"]), "reused-key", 7),
    "renews with the other's chain": (_renewing(tip=_genesis(2)["tip"]), "reused-key", 7),
    "renews with the vault she has": (_renewing(vault=_genesis(0)["vault"]), "reused-key", 7),
    "renews with one hash for two": (_renewing(vault=_renew()["tip"]), "reused-key", 7),
    "renews with a shorter chain": (_renewing(n=8191), "chain-end", 7),
    "renews with a chain of seven": (_renewing(n=7), "bad-fields", 7),
    "renews with a chain beyond all": (_renewing(n=65_537), "bad-fields", 7),
    "asks along the chain she gave up": (_renewing(asks=bytes([0xA3]) * 32), "wrong-seed", 8),
}


def test_the_example_signed_again_is_the_example() -> None:
    assert EXAMPLE == _sign(_bundles())


def test_the_example_of_the_specification_holds_with_its_seeds_faces_and_secrets() -> None:
    assert ("ok", None, 6) == verify(EXAMPLE, DICE)


def test_seeds_and_order_are_checked_where_the_dice_are_not_known() -> None:
    assert ("ok", None, 6) == verify(EXAMPLE, {})
    bundles = _bundles()
    _set(2, 1, x="00" * 32)(bundles)
    assert ("wrong-seed", 6, 2) == verify(_sign(bundles), {})


def test_a_roll_may_be_asked_for_after_the_burnt_ones() -> None:
    bundles = _bundles()[:1]
    _refused_first(_set(1, 2, j=2), j=1)(bundles)
    assert ("ok", None, 2) == verify(_sign(bundles), DICE)


@pytest.mark.parametrize("what", CHEATS)
def test_a_cheat_who_signs_properly_is_found_at_his_entry(what: str) -> None:
    edit, code, entry = CHEATS[what]
    bundles = deepcopy(_bundles())
    edit(bundles)
    log = _sign(bundles)
    assert "ok" == verify(log).code
    assert (code, entry) == verify(log, DICE)[:2]


def test_the_states_of_the_example_have_the_digests_of_its_headers() -> None:
    rows = [
        line for line in (ROOT / "schemas/log.md").read_text("utf-8").splitlines() if '| `{"game":' in line
    ]
    states = [th("state", row.split("`")[1].encode()).hex() for row in rows]
    assert states == [
        _raw(json.loads(line), "state").hex() for line in EXAMPLE.splitlines() if b'"hdr"' in line
    ]


SMALL = [
    "00" * 32,
    "01" + "00" * 31,
    "ec" + "ff" * 30 + "7f",
    "ed" + "ff" * 30 + "7f",
    "ee" + "ff" * 30 + "7f",
]
SMALL += ["c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"]
SMALL += ["26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"]
KEYS = {
    key: "small-order-key" for low in SMALL for key in (low, low[:62] + f"{int(low[62:], 16) ^ 0x80:02x}")
}
KEYS |= {"f0" + "ff" * 30 + "7f": "non-canonical-key", "02" + "00" * 31: "not-a-key"}


@pytest.mark.parametrize("key", KEYS)
def test_a_public_key_that_fits_many_signatures_is_refused(key: str) -> None:
    with pytest.raises(Refused, match=KEYS[key]):
        second.check_key(bytes.fromhex(key))


@pytest.mark.parametrize("byte", [0xA0, 0xA1, 0xB0, 0xB1])
def test_a_public_key_made_from_a_seed_is_sound(byte: int) -> None:
    second.check_key(_toy(byte).public_key().public_bytes_raw())


DAMAGE = {
    "truncated": EXAMPLE + b'{"by":"A"',
    "too-large": EXAMPLE + b"{}\n" * (5 * 2**20 // 3),
    "wrong-key": EXAMPLE.replace(b'"key":"e4e606d7519c27dc"', b'"key":"8171761a56bf77a5"'),
}


@pytest.mark.parametrize("code", DAMAGE)
def test_damage_around_the_bundles_has_its_code(code: str) -> None:
    assert code == verify(DAMAGE[code], DICE).code

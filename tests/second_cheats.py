"""The example of log.md, written again by two seats who sign whatever they like (the toy keys are in log.md)."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import TypeAlias

import second_verifier as second
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from second_verifier import Json, Object, th

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = (ROOT / "schemas/example.jsonl").read_bytes()
Bundle: TypeAlias = tuple[str, list[Object]]
Edit: TypeAlias = Callable[[list[Bundle]], object]


def toy(byte: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([byte]) * 32)


def _line(value: Object) -> bytes:
    return second.canonical(value) + b"\n"


def bundles_of_example() -> list[Bundle]:
    bundles: list[Bundle] = []
    for line in EXAMPLE.splitlines()[4:]:
        value: Object = json.loads(line)
        if value["k"] == "hdr":
            bundles.append((str(value["by"]), []))
        elif value["k"] != "sig":
            bundles[-1][1].append(value)
    return bundles


def signed(bundles: list[Bundle]) -> bytes:
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
        key = toy(toys[by])
        signature = key.sign(th("bundle", gid, second.canonical(header)))
        sig: Object = {"k": "sig", "key": th("key", key.public_key().public_bytes_raw())[:8].hex()}
        out += _line(header) + b"".join(map(_line, entries)) + _line(sig | {"sig": signature.hex()})
        prev, first = head, first + len(entries)
        if len(entries) == 1 and entries[0]["k"] == "renew":
            known = {_public(toy): toy for toy in (RENEWED, 0xA0, 0xB1)}
            toys[by] = known.get(str(entries[0]["key"]), toys[by])
    return out


def _seed(seat: str, index: int) -> str:
    key = toy({"A": 0xA1, "B": 0xB1}[seat]).public_key().public_bytes_raw()
    root = bytes([{"A": 0xA3, "B": 0xB3}[seat]]) * 32
    return second.chain_back(key, th("chain-root", key, root), 8192, index).hex()


def _genesis(place: int) -> Object:
    return second.read_line(EXAMPLE.splitlines()[place])


def changing(bundle: int, entry: int, /, **fields: Json) -> Edit:
    return lambda game: game[bundle][1][entry].update(fields)


def _drop(bundle: int, entry: int) -> Edit:
    return lambda game: game[bundle][1].pop(entry)


def _add(bundle: int, entry: int, /, **fields: Json) -> Edit:
    return lambda game: game[bundle][1].insert(entry, dict(fields))


def _twice(**fields: Json) -> Edit:
    return lambda game: game[0][1].__setitem__(slice(1, 1), [dict(fields), dict(fields)])


def _public(byte: int) -> str:
    return toy(byte).public_key().public_bytes_raw().hex()


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


def refused_first(*edits: Edit, j: int) -> Edit:
    def edit(game: list[Bundle]) -> None:
        for other in (_bundle(0, "B", **_reject(j)), *edits):
            other(game)

    return edit


CHEATS: dict[str, tuple[Edit, str, int]] = {
    "begins without start": (_drop(0, 0), "not-now", 0),
    "starts twice": (_add(0, 1, k="start"), "not-now", 1),
    "asks for a roll beyond the next": (changing(0, 2, j=2), "skipped-seed", 2),
    "asks for a used roll again": (changing(2, 2, j=1), "roll-again", 7),
    "asks for a burnt roll": (refused_first(j=1), "roll-again", 3),
    "burns the chains": (refused_first(j=2), "burnt-chain", 0),
    "refuses five times": (refused_first(*[_bundle(0, "B", **_reject(0))] * 4, j=0), "refused-often", 4),
    "refuses at length": (_bundle(0, "B", **(_reject(0) | {"par": "1" * 65})), "bad-fields", 0),
    "refuses something that is no hash": (_bundle(0, "B", **(_reject(0) | {"head": "00"})), "bad-hex", 0),
    "refuses after the end": (_bundle(6, "A", **_reject(0)), "out-of-turn", 11),
    "asks twice under one name": (changing(2, 2, why="toss/1"), "wrong-roll", 7),
    "writes a field at its default": (changing(0, 2, x=None), "two-forms", 2),
    "writes a field too many": (changing(1, 1, y=1), "bad-fields", 4),
    "writes a name that is no text": (changing(0, 2, why=1), "bad-fields", 2),
    "writes a short seed": (changing(1, 1, x="00"), "bad-hex", 4),
    "seals something shorter than a hash": (changing(0, 1, c=["00"]), "bad-hex", 1),
    "seals twice under one label": (_add(0, 2, k="seal", at="bet", c=["00" * 32]), "sealed-twice", 2),
    "plays on before the answer": (_add(0, 3, k="tell", number=1), "out-of-turn", 3),
    "answers his own request": (_bundle(1, "A", k="rsp", j=1, x=_seed("A", 1)), "out-of-turn", 3),
    "asks before he answers": (_add(1, 1, k="req", j=2, why="toss/2"), "not-now", 4),
    "answers another roll": (changing(1, 1, j=2), "skipped-answer", 4),
    "answers with an invented seed": (changing(1, 1, x="00" * 32), "wrong-seed", 4),
    "answers with the next seed": (changing(1, 1, x=_seed("B", 2)), "wrong-seed", 4),
    "asks with an invented seed": (changing(2, 2, x="00" * 32), "wrong-seed", 7),
    "names faces in a sealed answer": (changing(1, 1, dice=[6, 6]), "bad-fields", 4),
    "plays on before opening": (_add(2, 1, k="tell", number=1), "not-now", 6),
    "opens another roll": (changing(2, 1, j=2), "skipped-open", 6),
    "opens with an invented seed": (changing(2, 1, x="00" * 32), "wrong-seed", 6),
    "opens better dice": (changing(2, 1, dice=[6, 6]), "better-dice", 6),
    "opens too few dice": (changing(2, 1, dice=[2]), "better-dice", 6),
    "answers with better dice": (changing(3, 0, dice=[1]), "better-dice", 8),
    "shows another value": (changing(2, 0, v=8), "other-value", 5),
    "shows another salt": (changing(2, 0, salt="00" * 32), "other-value", 5),
    "shows what was not sealed": (changing(2, 0, n=2), "never-sealed", 5),
    "shows twice": (_add(2, 1, k="show", at="bet", n=1, salt="00" * 32, v=7), "never-sealed", 6),
    "shows the other's secret": (_add(3, 1, k="show", at="bet", n=1, salt="00" * 32, v=7), "never-sealed", 9),
    "opens another vault": (changing(5, 0, vault="00" * 32), "other-vault", 10),
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

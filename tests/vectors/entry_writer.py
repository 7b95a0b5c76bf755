"""Writes entries, honest and false: whatever depends on the place is worked out when an entry is written."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from dataclasses import replace

from second_verifier import Json, Object, canonical, th
from toss_script import DICE
from writer import DATA, SECOND, Chain, Entry, Game, Key, Made, Roll, Seal, chain_of, other_of, toy


def plain(kind: str, **fields: Json) -> Object:
    return {"k": kind, **fields}


START, SKIP, YES, NO = plain("start"), plain("skip"), plain("reply", yes=True), plain("reply", yes=False)


def call(number: int = 3) -> Object:
    return plain("call", number=number)


def tell(number: int = 5) -> Object:
    return plain("tell", number=number)


def back(to: int) -> Object:
    return plain("back", to=to)


def note(text: Json = "Good luck!") -> Object:
    return plain("note", text=text)


def salt_of(game: Game, by: str, label: str, before: bytes, vault: bytes | None = None) -> bytes:
    message = th("salt", game.gid, label.encode(), before)
    return hmac.digest(vault or game.hands[by].vaults[-1], message, "sha256")


def seal(at: str, /, *values: Json, **but: Json) -> Made:
    """Seals these values."""

    def made(game: Game, by: str, before: bytes) -> Object:
        label = at + game.suffix
        game.seals[label] = Seal(by, game.count, before, [*values])
        commitments: list[Json] = []
        for n, value in enumerate(values, 1):
            salt = salt_of(game, by, f"{label}/{n}", before)
            commitments.append(th("commit", game.gid, f"{label}/{n}".encode(), salt, canonical(value)).hex())
        return {"k": "seal", "at": label, "c": commitments} | but

    return made


def show(at: str, n: int = 1, /, vault: bytes | None = None, **but: Json) -> Made:
    """Opens one value."""

    def made(game: Game, by: str, before: bytes) -> Object:
        sealed = game.seals[at]
        salt = salt_of(game, sealed.by, f"{at}/{n}", sealed.before, vault or game.hands[sealed.by].vaults[0])
        return {"k": "show", "at": at, "n": n, "salt": salt.hex(), "v": sealed.values[n - 1]} | but

    return made


def req(why: str, /, *, openly: bool = False, without: str = "", **but: Json) -> Made:
    """Asks for a roll, openly with the asker's seed."""

    def made(game: Game, by: str, before: bytes) -> Object:
        entry: Object = {"k": "req", "j": game.next_roll, "why": why + game.suffix}
        if "dice" not in but:
            entry["dice"] = [*DICE[why]]
        if openly and "x" not in but:
            entry["x"] = game.hands[by].chain[game.next_roll].hex()
        return _without(entry | but, without)

    return made


def _without(entry: Object, name: str) -> Object:
    return {key: value for key, value in entry.items() if key != name}


def rsp(chain: Chain | None = None, without: str = "", **but: Json) -> Made:
    """Answers the roll under way, and names the faces when it was asked for openly."""

    def made(game: Game, by: str, before: bytes) -> Object:
        roll = game.roll or Roll("", game.next_roll, other_of(by), before, [])
        x = (chain or game.hands[other_of(roll.asker)].chain)[roll.number]
        entry: Object = {"k": "rsp", "j": roll.number, "x": x.hex()}
        if roll.asker in roll.seeds:
            seeds = roll.seeds | {by: x}
            entry["dice"] = game.rolled(replace(roll, seeds=seeds))
        return _without(entry | but, without)

    return made


def opened(without: str = "", **but: Json) -> Made:
    """Opens a sealed roll."""

    def made(game: Game, by: str, before: bytes) -> Object:
        roll = game.roll or Roll("", game.next_roll - 1, by, before, [])
        x = game.hands[by].chain[roll.number]
        entry: Object = {"k": "open", "j": roll.number, "x": x.hex()}
        entry["dice"] = game.rolled(replace(roll, seeds=roll.seeds | {by: x}))
        return _without(entry | but, without)

    return made


def seed(seat: str, index: int) -> str:
    """A seed of a seat's first chain."""
    byte = {"A": 0xA0, "B": 0xB0}[seat]
    return chain_of(toy(byte + 1), 64, byte + 3)[index].hex()


def audit(**but: Json) -> Made:
    def made(game: Game, by: str, before: bytes) -> Object:
        *earlier, vault = [each.hex() for each in game.hands[by].vaults]
        return {"k": "audit", "vault": vault} | ({"before": [*earlier]} if earlier else {}) | but

    return made


def renew(byte: int, length: int = 64, without: str = "", **but: Json) -> Made:
    """Another game key, chain and vault, from ``byte`` upwards."""

    def made(game: Game, by: str, before: bytes) -> Object:
        hand, chain = game.hands[by], chain_of(toy(byte, 1), length, byte, 3)
        vault = (bytes([byte, 2]) * 32)[:32]
        hand.vaults.append(vault)
        entry: Object = {"k": "renew", "key": chain.key.hex, "vault": th("K", vault).hex(), **chain.fields}
        hand.chain = chain
        return _without(entry | but, without)

    return made


def upgrade(rules: str = SECOND, data: str = DATA, without: str = "", **but: Json) -> Made:
    """Offers another version, of the rules alone unless told otherwise."""

    def made(game: Game, by: str, before: bytes) -> Object:
        carried: Object = {"data": data, "game": game.position}
        state = th("carried", canonical(carried)).hex()
        entry: Object = {"k": "upgrade", "data": data, "rules": rules, "state": state, "version": "toss 2"}
        return _without(entry | but, without)

    return made


RITA, QUIN = toy(0xE0), toy(0xE1)
CLAUSE: Object = {"days": 14, "key": RITA.hex, "then": "loses"}


def ruling(how: str = "stands", without: str = "", **but: Json) -> Object:
    """What a referee decides."""
    fields: Object = {"text": "So it is."}
    fields |= {"void": {"to": 1, "j": 3}, "over": {"level": "forfeit"}}.get(how, {})
    return _without({"k": "ruling", "how": how} | fields | but, without)


def appoint(referee: Key = RITA, who: str = "Rita", without: str = "", **but: Json) -> Made:
    """Puts a referee in force, with the signatures of both seats; ``days`` is signed, other fields are not."""

    def made(game: Game, by: str, before: bytes) -> Object:
        days: Object = {"days": but["days"]} if "days" in but else {}
        line: Object = {"gid": game.gid.hex(), "k": "appoint", "key": referee.hex, "v": 1, "who": who} | days
        message = th("referee", game.gid, canonical(line))
        signed: Object = {
            seat.lower(): game.hands[seat].chain.key.private.sign(message).hex() for seat in ("A", "B")
        }
        return _without({"k": "appoint", "key": referee.hex, "who": who} | signed | but, without)

    return made


def reject(block: Sequence[bytes], code: str = "illegal", without: str = "", **but: Json) -> Made:
    """Refuses a bundle that was sent to this place."""

    def made(game: Game, by: str, before: bytes) -> Object:
        head, sig = _value(block[0]), _value(block[-1])
        entry: Object = {
            "k": "reject",
            "code": code,
            "entry": head["first"],
            "key": sig["key"],
            "sig": sig["sig"],
        }
        entry |= {name: head[name] for name in ("head", "last", "rules", "state")}
        return _without(entry | but, without)

    return made


def _value(line: bytes) -> Object:
    value: Object = json.loads(line)
    return value


def sent(game: Game, by: str, /, *entries: Entry, key: Key | None = None, **says: Json) -> list[bytes]:
    """A bundle that is signed in the next place, and not taken into the log: for somebody to refuse."""
    head, lines, count, next_roll = game.head, list[bytes](), game.count, game.next_roll
    for entry in entries:
        made = {"i": game.count, **(entry(game, by, head) if callable(entry) else entry)}
        lines.append(canonical(made))
        head = th("event", head, lines[-1])
        game.count += 1
    game.count, game.next_roll = count, next_roll
    says = {"state": "5e" * 32} | says
    return game.sign(by, lines, key or game.hands[by].chain.key, head, **says)

"""Writes logs of the invented game toss, honest ones and false ones: every key is a toy, and whatever is asked is signed.

It shares hashes and arithmetic with the second verifier and nothing with pbem. A :class:`Game` grows bundle by bundle;
what depends on the place (chained hashes, salts, seeds, faces, states) is worked out when an entry is written, and
every field can be given otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

import second_deck as deck
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from second_verifier import Json, Object, canonical, faces, th

RULES = th("state", canonical("the rules of toss")).hex()
DATA = th("state", canonical({})).hex()
SECOND = "a2" * 32  # the rules of another version
Made: TypeAlias = "Callable[[Game, str, bytes], Object]"
Entry: TypeAlias = "Object | Made"
EXPENSIVE = 8192


@dataclass(frozen=True)
class Key:
    """A signing key made of one byte, 32 times."""

    private: Ed25519PrivateKey
    public: bytes

    @property
    def hex(self) -> str:
        return self.public.hex()

    @property
    def id(self) -> str:
        return th("key", self.public)[:8].hex()


@lru_cache(512)
def toy(*seed: int) -> Key:
    """The key whose seed is these bytes, repeated to 32."""
    private = Ed25519PrivateKey.from_private_bytes((bytes(seed) * 32)[:32])
    made = Key(private, private.public_key().public_bytes_raw())
    _MADE[made.hex] = made
    return made


_MADE: dict[str, Key] = {}
"""Every toy so far, by its public key in hex: who names one holds it."""


@lru_cache(256)
def seeds(key: bytes, root: bytes, length: int) -> tuple[bytes, ...]:
    """``x[0] ... x[length]``."""
    chain = [th("chain-root", key, root)]
    for index in range(length, 0, -1):
        chain.append(th("chain", key, index.to_bytes(8, "big"), chain[-1]))
    return tuple(reversed(chain))


@dataclass(frozen=True)
class Chain:
    key: Key
    root: bytes
    length: int

    def __getitem__(self, index: int) -> bytes:
        return seeds(self.key.public, self.root, self.length)[index]

    @property
    def fields(self) -> Object:
        return {"n": self.length, "tip": self[0].hex()}


def chain_of(key: Key, length: int, *root: int) -> Chain:
    return Chain(key, (bytes(root) * 32)[:32], length)


@dataclass
class Hand:
    """One seat's secrets; ``vaults`` are all that it has had."""

    who: str
    identity: Key
    chain: Chain
    vaults: list[bytes]
    product: int = 1  # of its masks of the deck, modulo the order

    @classmethod
    def of(cls, who: str, byte: int, length: int) -> Hand:
        """Identity, game key, vault key and chain root from ``byte`` upwards."""
        return cls(who, toy(byte), chain_of(toy(byte + 1), length, byte + 3), [bytes([byte + 2]) * 32])

    @property
    def first_mail(self) -> Object:
        made: Object = {
            "id": self.identity.hex, "key": self.chain.key.hex, "v": 1, "vault": th("K",
                self.vaults[-1]).hex(), "who": self.who,
            **self.chain.fields,
        }  # fmt: skip
        return made


def first_sig(identity: Key, key: Key, kind: str, line: bytes, **but: Json) -> bytes:
    """The signature line of a first mail: of the identity key, and of the game key that the line names, when it is a toy."""
    key = _MADE.get(str(json.loads(line)["key"]), key)
    own = key.private.sign(th(f"{kind}-key", line)).hex()
    return sig_line(identity, th(kind, line), own=own, **but)


def sig_line(key: Key, message: bytes, **but: Json) -> bytes:
    return canonical({"k": "sig", "key": key.id, "sig": key.private.sign(message).hex()} | but)


@dataclass
class Roll:
    why: str
    number: int
    asker: str
    request: bytes
    dice: Json
    seeds: dict[str, bytes] = field(default_factory=dict)


@dataclass
class Seal:
    by: str
    at: int
    before: bytes
    values: list[Json]


def other_of(seat: str) -> str:
    return "B" if seat == "A" else "A"


class Game:
    """A log as it grows."""

    def __init__(
        self, scenario: str, *, length: int = 64, challenge: bool = False,
        invite: Object | None = None, accept: Object | None = None, same_player: bool = False,
    ) -> None:  # fmt: skip
        self.hands = {
            "A": Hand.of("Ana", 0xA0, length),
            "B": Hand.of("B\u00e9a" if length < EXPENSIVE else "Bea", 0xB0, length),
        }
        if same_player:
            self.hands["B"].identity = self.hands["A"].identity
        self.scenario, self.step, self.faces, self.told = scenario, 0, list[Json](), list[Json]()
        first: Object = {
            "data": DATA, "game": "toss", "k": "invite", "options": {"deadline": 7}, "rules": RULES, "scenario": scenario,
            "setup": th("state", canonical(self.position)).hex(), "sides": ["heads", "tails"], **self.hands["A"].first_mail,
        }  # fmt: skip
        if challenge:
            first["challenge"] = self.hands["B"].chain[0].hex()
        opened = canonical(first | (invite or {}))
        second: Object = {
            "invite": th("invite-line", opened).hex(),
            "k": "accept",
            **self.hands["B"].first_mail,
        }
        closed = canonical(second | (accept or {}))
        self.challenge = challenge
        self.gid = self.head = th("game", opened, closed)
        a, b = self.hands["A"], self.hands["B"]
        self.genesis = [
            opened, first_sig(a.identity, a.chain.key, "invite", opened),
            closed, first_sig(b.identity, b.chain.key, "accept", closed),
        ]  # fmt: skip
        self.blocks: list[list[bytes]] = []
        self.headers: list[Object] = []
        self.states: list[Object] = []
        self.count, self.next_roll = 0, 1
        self.roll: Roll | None = None
        self.asked: dict[int, Roll] = {}
        self.seals: dict[str, Seal] = {}
        self.positions: list[tuple[int, list[Json], list[Json]]] = []
        self.offer: Object = {}
        self.version, self.data = RULES, ""
        self.deck: list[bytes] = []  # the points in the slots
        self.cards: dict[bytes, tuple[int, str]] = {}  # number and name of a card by its point
        self.bases = dict.fromkeys("AB", deck.G.to_bytes(32, "big"))
        self.hand: dict[int, tuple[str, bytes]] = {}  # who was dealt a slot, and what was handed over
        self.masks, self.mixing = 0, list[int]()
        self.suffix = ""

    @property
    def position(self) -> Object:
        step: Object = {} if self.scenario == "twice" else {"step": self.step}
        return {"faces": [*self.faces], "told": [*self.told], **step}

    @property
    def lines(self) -> list[bytes]:
        return [*self.genesis, *(line for block in self.blocks for line in block)]

    def state(self) -> Object:
        """What the header of the bundle digests."""
        found: Object = {"game": self.position, "i": self.count, "j": self.next_roll}
        return found | ({"data": self.data} if self.data else {})

    def sign(self, by: str, lines: Sequence[bytes], key: Key, head: bytes, /, **says: Json) -> list[bytes]:
        """A bundle of these lines in the next place; ``says`` are header fields that are said otherwise."""
        first = self.count
        header: Object = {
            "by": by, "first": first, "g": self.gid.hex(), "head": head.hex(), "k": "hdr", "last": first + len(lines) - 1,
            "n": len(self.blocks) + 1, "prev": self.head.hex(), "rules": self.version[:16], "state": "", "v": 1,
        }  # fmt: skip
        top = canonical(header | says)
        return [top, *lines, sig_line(key, th("bundle", self.gid, top))]

    def write(self, by: str, /, *entries: Entry, key: Key | None = None, **says: Json) -> None:
        """One bundle more, signed with the game key of the seat, or another."""
        signer, head, lines = key or self.hands[by].chain.key, self.head, list[bytes]()
        first, version = self.count, self.version
        for entry in entries:
            made: Object = {"i": self.count, **(entry(self, by, head) if callable(entry) else entry)}
            lines.append(canonical(made))
            before, head = head, th("event", head, lines[-1])
            self._follow(made, by, before, head)
        self.states.append(self.state())
        now, self.count = self.count, first
        state = th("state", canonical(self.states[-1])).hex()
        rules = {"rules": version[:16], "state": state} | says
        self.blocks.append(self.sign(by, lines, signer, head, **rules))
        self.count, self.head = now, head

    # --- what an honest player knows --------------------------------------------------------------------------------------

    def _follow(self, entry: Object, by: str, before: bytes, head: bytes) -> None:
        """What the entry changes; nothing is checked, and what makes no sense changes nothing."""
        kind = entry.get("k")
        if kind == "req":
            number = self.next_roll
            self.roll = self.asked[number] = Roll(str(entry.get("why")), number, by, head, entry.get("dice"))
            if "x" in entry:
                self.roll.seeds[by] = self.hands[by].chain[number]
            self.next_roll += 1
        elif kind in ("rsp", "open") and self.roll:
            self.roll.seeds[by] = bytes.fromhex(str(entry["x"])) if len(str(entry.get("x"))) == 64 else b""
            if "dice" in entry:
                self.faces += entry["dice"] if isinstance(entry["dice"], list) else []
                self.roll = None
        elif kind == "reject":
            self.next_roll += 1
        elif kind in ("back", "upgrade"):
            self.offer = entry
        elif kind == "reply" and entry.get("yes") is True:
            self._agreed()
        elif kind == "ruling" and by == "R":
            self._ruled(entry)
        elif kind in ("call", "tell", "play"):
            self.told.append(entry.get("number", entry.get("slot")))
        elif kind in ("show", "deck-show"):
            self.told.append(entry.get("v"))
        moved = kind in (
            "call", "skip", "tell", "play", "seal", "show", "deck-mask", "deck-key", "deck-show", "open",
        )  # fmt: skip
        moved |= (kind == "req" and "x" not in entry) or (kind == "rsp" and "dice" in entry)
        self.step += moved
        self.count += 1
        self.positions.append((self.step, [*self.faces], [*self.told]))

    def _agreed(self) -> None:
        if self.offer.get("k") == "upgrade":
            self.version, self.data = str(self.offer["rules"]), str(self.offer["data"])
        elif self.offer:
            self.step, faces, told = self.positions[int(str(self.offer["to"]))]
            self.faces, self.told = [*faces], [*told]
            self.suffix = f"~{int(self.suffix[1:] or 0) + 1}"
        self.offer = {}

    def _ruled(self, entry: Object) -> None:
        if entry.get("how") != "stands":
            self.roll = None
            self.offer = {"k": "back", "to": entry.get("to")} if entry.get("how") == "void" else {}
            to = self.offer.get("to")
            if isinstance(to, int) and 0 <= to < len(self.positions):
                self._agreed()
            self.offer = {}
        if type(j := entry.get("j")) is int:
            self.next_roll = j

    def rolled(self, roll: Roll) -> list[Json]:
        """What the dice of a roll show."""
        index, label = roll.number.to_bytes(8, "big"), roll.why
        ctx = th("roll", self.gid, index, roll.request, label.encode())
        mixed = roll.seeds.get("A", b"") + roll.seeds.get("B", b"")
        if self.challenge:
            label, nothing = "challenge", bytes(32)
            ctx = th("roll", self.hands["B"].chain[0], index, nothing, b"challenge")
            mixed = nothing + roll.seeds.get("B", b"")
        assert isinstance(roll.dice, list)
        return [
            *faces(
                ctx,
                mixed,
                label,
                [(int(str(d[0])), int(str(d[1]))) for d in roll.dice if isinstance(d, list)],
            )
        ]


def log_of(*lines: bytes) -> bytes:
    return b"".join(line + b"\n" for line in lines)

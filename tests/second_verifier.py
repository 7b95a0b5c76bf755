"""A second verifier of logs, written from schemas/log.md, dice.md and deck.md alone; it imports nothing of pbem.

It knows no game: it follows the pen as far as the protocol settles it, and computes the faces of dice it is told of.
"""

import hashlib
import hmac
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from second_deck import Deck, Refused

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Object: TypeAlias = dict[str, Json]
Dice: TypeAlias = Sequence[tuple[int, int]]
Check: TypeAlias = Callable[[Json], bool]

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BANNED = {
    "surrogate": re.compile("[\ud800-\udfff]"),
    "control": re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]"),
    "bidi": re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"),
}


class Verdict(NamedTuple):
    """`code` is "ok" or the first failure, `entry` the entry at fault if any, `bundles` how many bundles hold."""

    code: str
    entry: int | None
    bundles: int


_Agent: TypeAlias = tuple[bytes, set[str]]  # its key, and what it may write


def _need(holds: object, code: str) -> None:
    if not holds:
        raise Refused(code)


def th(purpose: str, *parts: bytes) -> bytes:
    """Tagged hash (log.md, conventions): 32 bytes."""
    tag = b"pbem/1/" + purpose.encode()
    out = len(tag).to_bytes(2, "big") + len(parts).to_bytes(2, "big") + tag
    return hashlib.sha256(out + b"".join(len(p).to_bytes(4, "big") + p for p in parts)).digest()


def canonical(value: Json) -> bytes:
    """The one spelling of a value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _pairs(pairs: list[tuple[str, Json]]) -> Object:
    keys = [key for key, _ in pairs]
    _need(all(re.fullmatch("[a-z][a-z0-9_]{0,15}", key) for key in keys), "bad-key")
    _need(len(set(keys)) == len(keys), "duplicate-key")
    _need(sorted(keys) == keys, "key-order")
    return dict(pairs)


def _number(digits: str) -> int:
    _need(re.fullmatch("-?[0-9]+", digits), "float")
    _need(len(digits) <= 17 and abs(int(digits)) < 2**53, "big-int")
    return int(digits)


_JSON = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_number, parse_float=_number, parse_constant=_number, strict=False
)


def read_line(line: bytes) -> Object:
    """The object a line stands for, or Refused with a code of the profile."""
    _need(len(line) <= 16_384, "too-long")
    _need(not line.startswith(b"\xef\xbb\xbf"), "bom")
    _need(b"\r" not in line and b"\n" not in line, "newline")
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise Refused("not-utf8") from None
    bare = _STRING.sub('""', text)
    _need(max(accumulate((c in "{[") - (c in "}]") for c in bare), default=0) <= 8, "depth")
    try:
        value: Json = _JSON.decode(text)
    except ValueError:
        raise Refused("not-json") from None
    if not isinstance(value, dict):
        raise Refused("not-object")
    for string in _JSON.decode(f"[{','.join(_STRING.findall(text))}]"):
        for code, banned in _BANNED.items():
            _need(not banned.search(string), code)
        _need(unicodedata.is_normalized("NFC", string), "nfd")
    if canonical(value) != line:
        raise Refused("white-space" if re.search(r"\s", bare) else "number" if "-0" in bare else "escape")
    return value


def _int(low: int, high: int = 2**53 - 1) -> Check:
    return lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high


def _text(pattern: str) -> Check:
    return lambda v: isinstance(v, str) and re.fullmatch(pattern, v) is not None


def _list(check: Check) -> Check:
    return lambda v: isinstance(v, list) and all(check(item) for item in v)


_NAME, _KIND, _TEXT = _text("[a-z][a-z0-9-]{0,31}"), _text("[a-z][a-z0-9_-]{0,31}"), _text(".*")
_HEX8, _HEX32, _HEX64 = (_text(f"[0-9a-f]{{{2 * size}}}") for size in (8, 32, 64))
_INT, _GENESIS = _int(1 - 2**53), "agent? id k key n tip v vault who"
_FIELDS = {
    "invite": _GENESIS + " challenge? data game options pack? rules scenario setup sides", "accept": _GENESIS + " invite",
    "sig": "k key sig", "hdr": "by first g head k last n prev rules state v",
    "start": "i k", "seal": "at c i k", "show": "at i k n salt v", "audit": "i k vault",
    "req": "i j k why x?", "rsp": "dice? i j k x", "open": "dice i j k x", "reject": "code entry head i j k n par?",
    "deck-mask": "at bits cards? i k mix? p q z", "deck-key": "at i k n pf u", "deck-show": "at card i k n pf v",
    "back": "i k to", "reply": "i k yes",
    "agent": "i k key? may?",
}  # fmt: skip
_TYPES: dict[str, Check] = {
    "k": _KIND, "i": _int(0), "n": _int(1), "v": _int(1, 1), "by": _text("[AB]"), "game": _NAME, "scenario": _NAME,
    "invite.n": _int(8, 65_536), "accept.n": _int(8, 65_536), "first": _int(0), "last": _int(0), "sig": _HEX64,
    "sig.key": _HEX8, "hdr.rules": _HEX8, "at": _TEXT, "c": _list(_HEX32), "why": _TEXT, "code": _TEXT, "par": _TEXT,
    "j": _INT, "show.n": _INT, "reject.n": _INT, "entry": _INT, "dice": _list(_INT), "show.v": lambda v: True,
    "sides": lambda v: _list(_NAME)(v) and isinstance(v, list) and len(v) == 2 and v[0] != v[1],
    "who": lambda v: isinstance(v, str) and 1 <= len(v) <= 64 and v == v.strip(),
    "options": lambda v: isinstance(v, dict), "pack": _NAME, "bits": _text("[0-9a-f]{12}"), "deck-mask.p": _list(_HEX32),
    "deck-mask.z": _text("[0-9a-f]{3072}"), "cards": _list(_TEXT), "mix": _list(_INT), "deck-key.n": _list(_INT),
    "deck-key.u": _list(_HEX32), "deck-key.pf": _list(_HEX64), "card": _INT, "deck-show.pf": _HEX64,
    "deck-show.n": _INT, "deck-show.v": _TEXT,
    "to": _INT, "yes": lambda v: isinstance(v, bool), "may": _list(_KIND),
}  # fmt: skip


def _faults(value: Object, kind: str) -> tuple[set[str], set[str], list[str]]:
    """The fields that are missing, those that do not belong there, and those that are bad."""
    names = _FIELDS[kind].split()
    known = {name.rstrip("?") for name in names}
    missing = {name for name in names if not name.endswith("?")} - value.keys()
    types = {name: _TYPES.get(f"{kind}.{name}") or _TYPES.get(name, _HEX32) for name in known & value.keys()}
    return missing, value.keys() - known, [name for name, check in types.items() if not check(value[name])]


def _check_line(value: Object, kind: str) -> Object:
    _need(value.get("k") == kind, "unknown-line")
    _need(_TYPES["v"](value.get("v", 1)), "version")
    for fault, code in zip(_faults(value, kind), ("missing-field", "extra-field", "bad-field"), strict=True):
        _need(not fault, code)
    _need(kind != "hdr" or 0 <= _num(value, "last") - _num(value, "first") <= 1_999, "bad-field")
    return value


def _check_entry(value: Object, kind: str) -> None:
    missing, extra, bad = _faults(value, kind)
    _need(not any(f"{name}?" in _FIELDS[kind].split() and value[name] is None for name in bad), "two-forms")
    _need(not missing and not extra, "bad-fields")
    _need(not bad, "bad-hex" if any(name == "c" or name not in _TYPES for name in bad) else "bad-fields")


def _words(value: Json) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _num(value: Object, name: str) -> int:
    return int(str(value[name]))


def _raw(value: Object, name: str) -> bytes:
    return bytes.fromhex(str(value[name]))


class _Part(NamedTuple):
    line: bytes  # of the invitation, of the acceptance, or of a header
    head: Object  # what that line says
    entries: tuple[tuple[bytes, Object], ...]  # lines and what they say
    sig: Object


def _read_part(line: bytes, value: Object, kind: str, lines: Iterator[tuple[bytes, Object]]) -> _Part:
    head = _check_line(value, kind)
    entries: list[tuple[bytes, Object]] = []
    for below, entry in lines:
        if kind != "hdr" or (entry.get("k") == "sig" and entries):
            return _Part(line, head, tuple(entries), _check_line(entry, "sig"))
        _need(entry.get("k") != "hdr", "truncated")
        _need(_KIND(entry.get("k")) and entry["k"] not in ("invite", "accept", "sig"), "unknown-line")
        _need(_TYPES["i"](entry.get("i")), "bad-field")
        entries.append((below, entry))
    raise Refused("truncated")


def _read_log(data: bytes) -> Iterator[_Part]:
    """The parts that can be read (invitation, acceptance, bundles), until Refused."""
    _need(data, "truncated")
    _need(len(data) <= 5 * 2**20, "too-large")
    *whole, rest = data.split(b"\n")
    lines = ((line, read_line(line)) for line in whole)
    for number, (line, value) in enumerate(lines):
        yield _read_part(line, value, ("invite", "accept", "hdr")[min(number, 2)], lines)
    _need(not rest, "truncated")


def check_key(key: bytes) -> None:
    """Refuse what is no sound public key (log.md, public keys)."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    xx = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    # A point of order 8 doubles to one with y = 0, which the addition law gives exactly when x^2 + y^2 = 0.
    _need(xx and y % _P and (xx + y * y) % _P, "small-order-key")
    _need(y < _P, "non-canonical-key")
    _need(pow(xx, (_P - 1) // 2, _P) == 1, "not-a-key")


def _holds(key: bytes, sig: bytes, message: bytes) -> bool:
    # The library refuses S >= L, uses the cofactorless equation and compares the bytes of R.
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
    except InvalidSignature:
        return False
    return True


def chain_back(key: bytes, x: bytes, index: int, to: int) -> bytes:
    """The seed `x[to]` that follows from `x[index]` (dice.md, seed chains)."""
    for i in range(index, to, -1):
        x = th("chain", key, i.to_bytes(8, "big"), x)
    return x


def faces(ctx: bytes, seeds: bytes, label: str, dice: Dice) -> list[int]:
    """The faces of a roll (dice.md, a roll); `seeds` are `x_A | x_B`, a die is (sides, lowest face)."""
    prk = hmac.digest(ctx, seeds, "sha256")
    key = hmac.digest(prk, b"pbem/1/stream\0" + label.encode() + b"\1", "sha256")
    blocks = (hmac.digest(key, counter.to_bytes(4, "big"), "sha256") for counter in range(2**32))
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    return [low + next(w for w in words if w < 2**32 - 2**32 % sides) % sides for sides, low in dice]


class _Roll(NamedTuple):
    number: int
    asker: str
    why: str
    request: bytes
    open_form: bool
    seeds: dict[str, bytes]


class _Table:
    """What the entries so far have settled (log.md, entries; dice.md)."""

    def __init__(self, gid: bytes, heads: dict[str, Object], dice: Mapping[str, Dice]) -> None:
        self.gid, self.heads, self.dice = gid, heads, dice
        self.disclosed = {seat: (0, _raw(head, "tip")) for seat, head in heads.items()}
        self.started, self.audits, self.next, self.refusals = False, 0, 1, 0
        self.roll: _Roll | None = None
        self.names: set[str] = set()
        self.sealed: dict[str, tuple[str, bytes]] = {}
        self.decks: dict[str, Deck] = {}
        self.shown: list[tuple[str, str, bytes, int]] = []
        self.offer, self.offers = ("", 0), 0
        self.keys = {head.get(name) for head in heads.values() for name in ("id", "key", "agent")}

    def take(self, entry: Object, head: Object, chained: bytes) -> None:
        """One entry of the bundle with this header; `chained` is its hash."""
        kind, by = str(entry["k"]), str(head["by"])
        if kind in _FIELDS:
            _check_entry(entry, kind)
        if kind != "reject":
            self._pen(kind, by)
        self.started |= kind == "start"
        if kind == "req":
            self._req(entry, by, chained)
        elif kind in ("rsp", "open") and self.roll:
            self._answer(entry, by, kind, self.roll)
        elif kind in ("seal", "show"):
            self._secret(entry, by, f"{entry['at']}/{entry.get('n', 1)}")
        elif kind.startswith("deck-") and kind in _FIELDS:
            self._deck(entry, by, kind)
        elif kind == "audit":
            self._audit(entry, by)
        elif kind == "agent":
            self._agent(entry)
        elif kind == "reject":
            _need(entry["i"] == head["first"], "not-now")
            _need(not self.started or self.audits < 2, "out-of-turn")
            _need(self.refusals < 4, "refused-often")
            _need(max(len(str(entry["code"])), len(str(entry.get("par", "")))) <= 64, "bad-fields")
            _need(0 <= _num(entry, "j") <= self.next, "burnt-chain")
            self.next = max(self.next, _num(entry, "j") + 1)
        elif kind in ("back", "reply"):
            self._take_back(entry, by)
        self.refusals = self.refusals + 1 if kind == "reject" else 0
        self.offers = self.offers if kind in ("back", "reply") else 0

    def _take_back(self, entry: Object, by: str) -> None:
        if entry["k"] == "back":
            _need("challenge" not in self.heads["A"], "no-takeback")
            _need(self.offers < 3, "offered-often")
            _need(0 <= _num(entry, "to") < _num(entry, "i") - 1, "bad-back")
            self.offer, self.offers = (by, _num(entry, "to")), self.offers + 1
            return
        if entry["yes"]:
            for owner, label, _, at in self.shown:
                if at > self.offer[1]:
                    self.sealed[label] = (owner, self.sealed[label][1])
            self.offers = 0
        self.offer = ("", 0)

    def _pen(self, kind: str, by: str) -> None:
        roll = self.roll
        if not self.started:
            holder, due = "A", kind == "start"
        elif self.offer[0]:
            holder, due = "B" if self.offer[0] == "A" else "A", kind == "reply"
        elif self.audits:
            holder, due = "B", kind == "audit" and self.audits == 1
        elif roll is None:
            holder, due = ("A" if kind == "audit" else by), kind not in ("start", "rsp", "open", "reply")
        elif len(roll.seeds) < (2 if roll.open_form else 1):
            holder = "B" if roll.asker == "A" else "A"
            due = kind == "rsp" or ((kind not in _FIELDS or kind == "deck-show") and not roll.open_form)
        else:
            holder, due = roll.asker, kind in ("show", "deck-show", "open")
        _need(by == holder, "out-of-turn")
        _need(due or (kind == "agent" and self.started and not self.audits and not self.offer[0]), "not-now")

    def _audit(self, entry: Object, by: str) -> None:
        _need(th("K", _raw(entry, "vault")) == _raw(self.heads[by], "vault"), "other-vault")
        for owner, label, salt, _ in self.shown:
            secret, message = _raw(entry, "vault"), th("salt", self.gid, label.encode())
            _need(owner != by or hmac.digest(secret, message, "sha256") == salt, "other-salt")
        for deck in self.decks.values():
            deck.audit(by, _raw(entry, "vault"))
        self.audits += 1

    def _agent(self, entry: Object) -> None:
        _need(_may(entry) is not None and ("key" in entry or "may" not in entry), "bad-fields")
        if "key" in entry:
            check_key(_raw(entry, "key"))
            _need(entry["key"] not in self.keys, "reused-key")
            self.keys.add(entry["key"])

    def _disclose(self, roll: _Roll, by: str, x: bytes) -> None:
        index, seed = self.disclosed[by]
        _need(chain_back(_raw(self.heads[by], "key"), x, roll.number, index) == seed, "wrong-seed")
        self.disclosed[by], roll.seeds[by] = (roll.number, x), x

    def _req(self, entry: Object, by: str, chained: bytes) -> None:
        roll = _Roll(_num(entry, "j"), by, str(entry["why"]), chained, "x" in entry, {})
        _need(roll.number >= self.next, "roll-again")
        _need(roll.number == self.next, "skipped-seed")
        _need(all(roll.number <= _num(head, "n") for head in self.heads.values()), "chain-end")
        _need(roll.why not in self.names, "wrong-roll")
        if roll.open_form:
            self._disclose(roll, by, _raw(entry, "x"))
        self.roll, self.next = roll, roll.number + 1
        self.names.add(roll.why)

    def _answer(self, entry: Object, by: str, kind: str, roll: _Roll) -> None:
        _need(entry["j"] == roll.number, "skipped-answer" if kind == "rsp" else "skipped-open")
        _need(kind == "open" or ("dice" in entry) == roll.open_form, "bad-fields")
        self._disclose(roll, by, _raw(entry, "x"))
        if "dice" in entry:
            index, why, dice = roll.number.to_bytes(8, "big"), roll.why.encode(), self.dice.get(roll.why)
            ctx, seeds = th("roll", self.gid, index, roll.request, why), roll.seeds["A"] + roll.seeds["B"]
            label = roll.why
            if "challenge" in self.heads["A"]:
                tip, none = _raw(self.heads["B"], "tip"), bytes(32)
                ctx, seeds, label = (
                    th("roll", tip, index, none, b"challenge"),
                    none + roll.seeds["B"],
                    "challenge",
                )
            _need(dice is None or entry["dice"] == faces(ctx, seeds, label, dice), "better-dice")
            self.roll = None

    def _deck(self, entry: Object, by: str, kind: str) -> None:
        label, words = (
            str(entry["at"]),
            {name: _words(entry.get(name, [])) for name in ("cards", "p", "u", "pf")},
        )
        if kind == "deck-mask":
            _need(bool(words["cards"]) == (label not in self.decks), "wrong-label")
            deck = self.decks.setdefault(label, Deck(self.gid, label, words["cards"]))
            mix = [int(word) for word in _words(entry.get("mix", []))]
            deck.mask(by, str(entry["q"]), words["p"], (str(entry["bits"]), str(entry["z"])), mix)
            return
        _need(label in self.decks, "wrong-label")
        if kind == "deck-key":
            self.decks[label].keys(by, [int(n) for n in _words(entry["n"])], words["u"], words["pf"])
        else:
            n, number = _num(entry, "n"), _num(entry, "card")
            self.decks[label].show(by, n, number, str(entry["v"]), str(entry["pf"]))

    def _secret(self, entry: Object, by: str, label: str) -> None:
        if entry["k"] == "show":
            owner, sealed = self.sealed.get(label, ("", b""))
            _need(owner == by, "never-sealed")
            found = th("commit", self.gid, label.encode(), _raw(entry, "salt"), canonical(entry["v"]))
            _need(found == sealed, "other-value")
            self.sealed[label] = ("", sealed)
            self.shown.append((by, label, _raw(entry, "salt"), _num(entry, "i")))
        elif isinstance(entry["c"], list):
            _need(f"{entry['at']}/" not in self.sealed, "sealed-twice")
            self.sealed[f"{entry['at']}/"] = ("", b"")
            for n, sealed_as in enumerate(entry["c"], 1):
                self.sealed[f"{entry['at']}/{n}"] = (by, bytes.fromhex(str(sealed_as)))


def _may(entry: Object) -> list[str] | None:
    """What an agent may write, None when that is no list it can have."""
    kinds = entry.get("may", [])
    if not isinstance(kinds, list) or not all(_KIND(kind) and kind not in _FIELDS for kind in kinds):
        return None
    names = [str(kind) for kind in kinds]
    return names if names == sorted(set(names)) and len(names) <= 32 else None


def _agent_of(entry: Object) -> _Agent | None:
    """The agent that an entry puts in force, when there is nothing wrong with it."""
    may = _may(entry)
    try:
        if may is not None and _HEX32(entry.get("key")):
            check_key(_raw(entry, "key"))
            return _raw(entry, "key"), {"rsp", "reject", *may}
    except Refused:
        pass
    return None


def _check_genesis(parts: Sequence[_Part]) -> None:
    for part in parts[:2]:
        identity, kind = _raw(part.head, "id"), str(part.head["k"])
        check_key(identity)
        check_key(_raw(part.head, "key"))
        check_key(_raw(part.head, "agent" if "agent" in part.head else "key"))
        _need(_raw(part.sig, "key") == th("key", identity)[:8], "wrong-key")
        _need(_holds(identity, _raw(part.sig, "sig"), th(kind, part.line)), "bad-signature")
        _need(kind == "invite" or _raw(part.head, "invite") == th("invite-line", parts[0].line), "other-game")
    brought = [[part.head[name] for name in ("key", "tip", "vault")] for part in parts[:2]]
    _need(all(a != b for a, b in zip(*brought, strict=True)) if len(brought) > 1 else True, "reused-key")
    agents = [part.head["agent"] for part in parts[:2] if "agent" in part.head]
    keys = [part.head[name] for part in parts[:2] for name in ("id", "key")]
    _need(all(agent not in keys and agents.count(agent) == 1 for agent in agents), "reused-key")
    wanted = parts[0].head.get("challenge") if parts else None
    _need(wanted is None or len(parts) < 2 or parts[1].head["tip"] == wanted, "other-challenge")


def _check_bundle(
    bundles: Sequence[_Part], place: int, gid: bytes, heads: dict[str, Object], agents: dict[str, _Agent]
) -> list[bytes]:
    """Step 3 for one bundle; gives the chained hashes of its entries. `agents` are those in force before it."""
    part, before = bundles[place], bundles[:place]
    head, first, last, number = part.head, *(_num(part.head, name) for name in ("first", "last", "n"))
    mine, other = (_raw(heads[seat], "key") for seat in ("AB" if head["by"] == "A" else "BA"))
    _need(_raw(head, "g") == gid, "other-game")
    named, sig, message = _raw(part.sig, "key"), _raw(part.sig, "sig"), th("bundle", gid, part.line)
    agent, others = agents.get(str(head["by"])), agents.get("BA"["AB".index(str(head["by"]))])
    by_agent = agent is not None and named == th("key", agent[0])[:8]
    if not by_agent and named != th("key", mine)[:8]:
        spoofed = named in [th("key", key)[:8] for key in (other, *(others[:1] if others else ()))]
        raise Refused("spoofed-author" if spoofed else "wrong-key")
    if not _holds(agent[0] if agent and by_agent else mine, sig, message):
        raise Refused("spoofed-author" if _holds(other, sig, message) else "bad-signature")
    _need(last - first + 1 == len(part.entries), "bad-count")
    for due, (_, entry) in enumerate(part.entries, first):
        _need(entry["i"] == due, "order" if first <= _num(entry, "i") <= last else "gap")
    lines, prev = (line for line, _ in part.entries), _raw(head, "prev")
    hashes = list(accumulate(lines, lambda h, line: th("event", h, line), initial=prev))
    _need(hashes[-1] == _raw(head, "head"), "bad-head")
    for _, entry in part.entries:
        if agent and by_agent and entry["k"] not in agent[1]:
            raise Refused("beyond-agent", _num(entry, "i"))
    if number <= place:
        raise Refused("replay" if part.line in [old.line for old in before] else "fork")
    if number > place + 1:
        raise Refused("order" if place + 1 in [new.head["n"] for new in bundles[place:]] else "gap")
    _need(head["rules"] == str(heads["A"]["rules"])[:16], "downgraded-rules")
    entries = sum(len(old.entries) for old in before)
    _need(first == entries, "order" if first < entries else "gap")
    _need(prev == (_raw(before[-1].head, "head") if before else gid), "fork")
    return hashes[1:]


def verify(data: bytes, dice: Mapping[str, Dice] | None = None) -> Verdict:
    """Verify a log: its bytes (steps 1 to 3) and, given the dice of rolls by name (`why`), its entries (step 4)."""
    parts: list[_Part] = []
    code, bundles, entry = "ok", 0, None
    try:
        for part in _read_log(data):
            parts.append(part)
    except Refused as refused:
        code = str(refused)
    try:
        _check_genesis(parts)
        heads = {seat: part.head for seat, part in zip("AB", parts, strict=False)}
        gid = th("game", *(part.line for part in parts[:2]))
        table = _Table(gid, heads, dice or {})
        agents = {
            by: (_raw(head, "agent"), {"rsp", "reject"}) for by, head in heads.items() if "agent" in head
        }
        for place, part in enumerate(parts[2:]):
            entry = _num(part.head, "first")
            hashes = _check_bundle(parts[2:], place, gid, heads, agents)
            for (_, value), chained in zip(part.entries if dice is not None else (), hashes, strict=False):
                table.take(value, part.head, chained)
                entry += 1
            bundles, entry = place + 1, None
            for _, value in part.entries:
                if value["k"] == "agent":
                    agents.pop(str(part.head["by"]), None)
                    if made := _agent_of(value):
                        agents[str(part.head["by"])] = made
    except Refused as refused:
        code, entry = str(refused.args[0]), refused.args[1] if len(refused.args) > 1 else entry
    return Verdict(code, entry, bundles)

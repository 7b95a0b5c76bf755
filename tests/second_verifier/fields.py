"""What a line or an entry may hold, field by field (log.md, the tables of lines and entries; deck.md, entries)."""

import re
from collections.abc import Callable
from typing import TypeAlias

from second_verifier.lines import Json, Object, need

Check: TypeAlias = Callable[[Json], bool]


def _int(low: int = 1 - 2**53, high: int = 2**53 - 1) -> Check:
    return lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high


def _text(pattern: str) -> Check:
    return lambda v: isinstance(v, str) and re.fullmatch(pattern, v, re.DOTALL) is not None


def _list(check: Check, low: int = 0, high: int = 2**53) -> Check:
    return lambda v: isinstance(v, list) and low <= len(v) <= high and all(check(item) for item in v)


def _words(most: int) -> Check:
    """A text of 1 to `most` characters without a space at either end."""
    return lambda v: isinstance(v, str) and 1 <= len(v) <= most and v == v.strip(" ")


def _die(value: Json) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _int(1, 2**32)(value[0])
        and _int(-1000, 1000)(value[1])
    )


def _referee(value: Json) -> bool:
    return isinstance(value, dict) and not any(faults(value, "referee of an invitation"))


KIND, NUMBER = _text("[a-z][a-z0-9_-]{0,31}"), _int(0)
_NAME, _TEXT, _INT, _CHAIN = _text("[a-z][a-z0-9-]{0,31}"), _text(".*"), _int(), _int(8, 65_536)
_HEX8, HEX32, _HEX64 = (_text(f"[0-9a-f]{{{2 * size}}}") for size in (8, 32, 64))
_GENESIS = "id k key n tip v vault who"
FIELDS = {
    "invite": _GENESIS + " challenge? data game options pack? pairing? referee? rules scenario setup sides",
    "accept": _GENESIS + " invite",
    "sig": "k key sig", "sig of a first mail": "k key own sig",
    "hdr": "by first g head k last n prev rules state v",
    "referee of an invitation": "days key then",
    "start": "i k", "seal": "at c i k", "show": "at i k n salt v", "audit": "before? i k vault",
    "req": "dice i j k why x?", "rsp": "dice? i j k x", "open": "dice i j k x",
    "reject": "code entry head i k key last par? rules sig state",
    "deck-mask": "at bits cards? i k mix? p q z", "deck-key": "at i k n pf u", "deck-show": "at card i k n pf v",
    "back": "i k to", "reply": "i k yes", "note": "i k text",
    "renew": "i k key n tip vault",
    "upgrade": "data i k pack? rules state version",
    "ruling": "days? how i j? k level? text to? winner?", "appoint": "a b days? i k key who",
}  # fmt: skip
LINES = (
    "invite", "accept", "sig", "sig of a first mail", "hdr", "referee of an invitation",
)  # fmt: skip
PROTOCOL = FIELDS.keys() - LINES  # the kinds of entries that are the protocol's own
ASIDE = {
    "back",
    "reply",
    "upgrade",
    "renew",
    "reject",
    "note",
    "ruling",
    "appoint",
}  # all others are entries of play
# The fields that go with each way to rule, besides reason and days: those that must be there, and those that may.
WAYS: dict[str, tuple[set[str], set[str]]] = {
    "void": ({"to", "j"}, set()), "stands": (set(), {"j"}), "over": ({"level"}, {"winner"}),
}  # fmt: skip
# By field, or by kind and field; a field that is named in neither is a hex32.
TYPES: dict[str, Check] = {
    "k": KIND, "i": NUMBER, "n": _INT, "v": _int(1, 1), "by": _text("[ABR]"), "game": _NAME, "scenario": _NAME,
    "invite.n": _CHAIN, "accept.n": _CHAIN, "hdr.n": _int(1),
    "first": NUMBER, "last": NUMBER, "sig": _HEX64, "own": _HEX64,
    "sig.key": _HEX8, "sig of a first mail.key": _HEX8, "reject.key": _HEX8,
    "hdr.rules": _HEX8, "reject.rules": _HEX8, "pairing": _HEX8,
    "sides": lambda v: _list(_NAME, 2, 2)(v) and isinstance(v, list) and v[0] != v[1],
    "who": _words(64), "options": lambda v: isinstance(v, dict), "pack": _NAME,
    "at": _TEXT, "c": _list(HEX32), "why": _TEXT, "j": _INT, "dice": _list(_INT), "req.dice": _list(_die, 1, 100),
    "code": _text(".{0,64}"), "par": _text(".{1,64}"), "entry": _INT, "show.v": lambda v: True, "before": _list(HEX32),
    "bits": _text("[0-9a-f]{32}"), "p": _list(HEX32), "z": _text("[0-9a-f]{8192}"), "cards": _list(_TEXT, 1, 110),
    "mix": _list(_INT, 1), "deck-key.n": _list(_INT), "u": _list(HEX32), "deck-key.pf": _list(_HEX64),
    "card": _INT, "deck-show.pf": _HEX64, "deck-show.v": _TEXT,
    "version": _text(".{1,64}"), "to": _INT, "yes": lambda v: isinstance(v, bool), "text": _words(500),
    "days": _int(1, 365), "then": _text("loses|referee"), "referee": _referee, "a": _HEX64, "b": _HEX64,
    "how": _text("void|stands|over"), "level": lambda v: _words(64)(v) and _text("[ -~]*")(v), "winner": _TEXT,
    "ruling.j": _int(1), "ruling.to": NUMBER,
    "renew.n": _CHAIN,
}  # fmt: skip
_LISTS = {"seal.c", "audit.before", "deck-mask.p", "deck-key.u", "deck-key.pf"}
_DIGITS = {"sig", "key", "rules", "pairing", "c", "before", "bits", "p", "z", "u", "pf"}  # besides all hex32


def faults(value: Object, kind: str) -> tuple[set[str], set[str], list[str]]:
    """The fields that are missing, those that do not belong there, and those that are bad."""
    names = FIELDS[kind].split()
    known = {name.rstrip("?") for name in names}
    missing = {name for name in names if not name.endswith("?")} - value.keys()
    types = {name: TYPES.get(f"{kind}.{name}") or TYPES.get(name, HEX32) for name in known & value.keys()}
    return missing, value.keys() - known, [name for name, check in types.items() if not check(value[name])]


def check_line(value: Object, kind: str) -> Object:
    need(value.get("k") == kind.split(maxsplit=1)[0], "unknown-line")
    need(TYPES["v"](value.get("v", 1)), "version")
    for fault, code in zip(faults(value, kind), ("missing-field", "extra-field", "bad-field"), strict=True):
        need(not fault, code)
    need(kind != "invite" or not {"challenge", "referee"} <= value.keys(), "bad-field")
    need(kind != "hdr" or 0 <= num(value, "last") - num(value, "first") <= 1_999, "bad-field")
    return value


def check_entry(value: Object, kind: str) -> None:
    """Refuse an entry of the protocol whose fields are not as the table says."""
    missing, extra, bad = faults(value, kind)
    for name in value.keys() & {name[:-1] for name in FIELDS[kind].split() if name.endswith("?")}:
        empty = (
            0
            if name in ("n", "days", "j")
            else -1
            if name == "to"
            else []
            if name in ("dice", "may", "before", "cards", "mix")
            else ""
        )
        need(type(value[name]) is not type(empty) or value[name] != empty, "two-forms")
    need(not missing and not extra, "bad-fields")
    digits = all(_only_digits_are_wrong(kind, name, value[name]) for name in bad)
    need(not bad, "bad-hex" if digits else "bad-fields")


def _only_digits_are_wrong(kind: str, name: str, value: Json) -> bool:
    """Whether a bad field is a string where hexadecimal digits belong, or a list of them."""
    each = value if f"{kind}.{name}" in _LISTS else [value]
    hexes = name in _DIGITS or (name not in TYPES and f"{kind}.{name}" not in TYPES)
    return hexes and isinstance(each, list) and all(isinstance(digits, str) for digits in each)


def words(value: Json) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def num(value: Object, name: str) -> int:
    return int(str(value[name]))


def raw(value: Object, name: str) -> bytes:
    return bytes.fromhex(str(value[name]))

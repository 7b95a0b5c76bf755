"""What a line or an entry may hold, field by field (log.md, the tables of lines and entries)."""

import re
from collections.abc import Callable
from typing import TypeAlias

from second_verifier.lines import Json, Object, need

Check: TypeAlias = Callable[[Json], bool]


def _int(low: int, high: int = 2**53 - 1) -> Check:
    return lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high


def _text(pattern: str) -> Check:
    return lambda v: isinstance(v, str) and re.fullmatch(pattern, v) is not None


def _list(check: Check) -> Check:
    return lambda v: isinstance(v, list) and all(check(item) for item in v)


_NAME, KIND, _TEXT = _text("[a-z][a-z0-9-]{0,31}"), _text("[a-z][a-z0-9_-]{0,31}"), _text(".*")
_HEX8, HEX32, _HEX64 = (_text(f"[0-9a-f]{{{2 * size}}}") for size in (8, 32, 64))
_INT, _GENESIS = _int(1 - 2**53), "agent? id k key n tip v vault who"
FIELDS = {
    "invite": _GENESIS + " challenge? data game options pack? rules scenario setup sides", "accept": _GENESIS + " invite",
    "sig": "k key sig", "hdr": "by first g head k last n prev rules state v",
    "start": "i k", "seal": "at c i k", "show": "at i k n salt v", "audit": "before? i k vault",
    "req": "i j k why x?", "rsp": "dice? i j k x", "open": "dice i j k x", "reject": "code entry head i j k n par?",
    "deck-mask": "at bits cards? i k mix? p q z", "deck-key": "at i k n pf u", "deck-show": "at card i k n pf v",
    "back": "i k to", "reply": "i k yes",
    "agent": "i k key? may?", "renew": "i k key n tip vault",
    "upgrade": "data i k pack? rules state version",
}  # fmt: skip
TYPES: dict[str, Check] = {
    "k": KIND, "i": _int(0), "n": _int(1), "v": _int(1, 1), "by": _text("[AB]"), "game": _NAME, "scenario": _NAME,
    "invite.n": _int(8, 65_536), "accept.n": _int(8, 65_536), "first": _int(0), "last": _int(0), "sig": _HEX64,
    "sig.key": _HEX8, "hdr.rules": _HEX8, "at": _TEXT, "c": _list(HEX32), "why": _TEXT, "code": _TEXT, "par": _TEXT,
    "j": _INT, "show.n": _INT, "reject.n": _INT, "entry": _INT, "dice": _list(_INT), "show.v": lambda v: True,
    "sides": lambda v: _list(_NAME)(v) and isinstance(v, list) and len(v) == 2 and v[0] != v[1],
    "who": lambda v: isinstance(v, str) and 1 <= len(v) <= 64 and v == v.strip(),
    "options": lambda v: isinstance(v, dict), "pack": _NAME, "bits": _text("[0-9a-f]{12}"), "deck-mask.p": _list(HEX32),
    "deck-mask.z": _text("[0-9a-f]{3072}"), "cards": _list(_TEXT), "mix": _list(_INT), "deck-key.n": _list(_INT),
    "deck-key.u": _list(HEX32), "deck-key.pf": _list(_HEX64), "card": _INT, "deck-show.pf": _HEX64,
    "deck-show.n": _INT, "deck-show.v": _TEXT,
    "version": _text(".{1,64}"),
    "to": _INT, "yes": lambda v: isinstance(v, bool), "may": _list(KIND), "renew.n": _int(8, 65_536), "before": _list(HEX32),
}  # fmt: skip


def faults(value: Object, kind: str) -> tuple[set[str], set[str], list[str]]:
    """The fields that are missing, those that do not belong there, and those that are bad."""
    names = FIELDS[kind].split()
    known = {name.rstrip("?") for name in names}
    missing = {name for name in names if not name.endswith("?")} - value.keys()
    types = {name: TYPES.get(f"{kind}.{name}") or TYPES.get(name, HEX32) for name in known & value.keys()}
    return missing, value.keys() - known, [name for name, check in types.items() if not check(value[name])]


def check_line(value: Object, kind: str) -> Object:
    need(value.get("k") == kind, "unknown-line")
    need(TYPES["v"](value.get("v", 1)), "version")
    for fault, code in zip(faults(value, kind), ("missing-field", "extra-field", "bad-field"), strict=True):
        need(not fault, code)
    need(kind != "hdr" or 0 <= num(value, "last") - num(value, "first") <= 1_999, "bad-field")
    return value


def check_entry(value: Object, kind: str) -> None:
    missing, extra, bad = faults(value, kind)
    need(not any(f"{name}?" in FIELDS[kind].split() and value[name] is None for name in bad), "two-forms")
    need(not missing and not extra, "bad-fields")
    need(
        not bad,
        "bad-hex" if all(name in ("c", "before") or name not in TYPES for name in bad) else "bad-fields",
    )


def words(value: Json) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def num(value: Object, name: str) -> int:
    return int(str(value[name]))


def raw(value: Object, name: str) -> bytes:
    return bytes.fromhex(str(value[name]))

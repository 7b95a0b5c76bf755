"""What is put where another thing belongs: odd numbers and words, and fields of lines and papers, right or just wrong."""

from __future__ import annotations

import json
from typing import TypeAlias

Loose: TypeAlias = "dict[str, Loose] | list[Loose] | str | int | float | bool | None"

NUMBERS = (0, 1, -1, 2, 7, 255, 2000, 65536, 2**31, 2**53 - 1, 2**53, -(2**63), 10**30)
WORDS = (
    *("", "A", "B", "a", "x" * 300, "00" * 32, "5a" * 32, "ff" * 32, "0" * 16, "cup/red", "mode/1~1",
        "\u0663", "--5"),
    *("../../x", "/etc/passwd", "a/b", ".", "\x00", "\x1b[2J", "\u202e", "A\u030a", "\ud800", "nan", "1e9",
        "١", "²"),
    *("<script>", "'", '"', "\\", "%s%n", "{0}", "=1+1", "2024-06-06", "reject", "hdr", "sig", "audit",
        "back", "note", "renew", "ruling", "appoint", "deck-mask", "two-requests"),
)  # fmt: skip


_HEX = "5a" * 32
_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
"""A sound public key that nobody in these games has."""
_SMALL = "01" + "00" * 31
"""A key of small order."""

FIELDS: dict[str, tuple[Loose, ...]] = {
    "dice": (
        *(
            [],
            [[6, 1]],
            [[6, 1], [6, 1]],
            [[10, 0]],
            [[2, -1]],
            [[1, 1]],
            [[0, 0]],
            [[6]],
            [[6, 1, 1]],
            [6, 1],
        ),
        *(
            [[6, 1]] * 16,
            [[6, 1]] * 17,
            [[6, 1]] * 33,
            [[2**31, 0]],
            [[6, 2**53 - 1]],
            [[6, True]],
            [[-6, 1]],
        ),
        *([1], [6, 6], [0], [7], [1, 2, 3]),
    ),
    "text": (
        *(
            "Good luck!",
            "x" * 500,
            "x" * 501,
            "Åse",
            "A\u030a",
            "\u2028",
            "\u00ad",
            " x",
            "",
            "\U0001f600",
            "\u200b",
        ),
        *("\u1e9b\u0323", "\ufb01", "é" * 500, "\n"),
    ),
    "who": ("Åse", "A\u030a", "x" * 64, "x" * 65, "\u202e", "\u3000", " ", "", "\ufeff"),
    "key": (_KEY, _SMALL, "ff" * 32, _HEX, _HEX[:16], "d75a980182b10ab7"),
    "tip": (_HEX, "00" * 32, _HEX[:-2], _HEX.upper()),
    "vault": (_HEX, "00" * 32, _HEX[:-2], "zz", ""),
    "vaults": ([], [_HEX], [_HEX, _HEX], ["zz"], [0], [_HEX] * 31, _HEX),
    "before": ([], [_HEX], [_HEX] * 30, [_HEX] * 31, ["zz"]),
    "bits": ("00" * 16, "ff" * 16, "00" * 15, "00" * 17, "00" * 32),
    "z": ("00" * 4096, "01" + "00" * 4095, "ff" * 4096, "00" * 4095, "00" * 2048),
    "code": (
        "illegal",
        "wrong-dice",
        "wrong-seed",
        "too-large",
        "unsigned-refusal",
        "unburnt-roll",
        "x" * 64,
        "",
    ),
    "entry": (0, 1, 2, 2**53 - 1, -1),
    "last": (0, 1, 2, 5, 2**53 - 1),
    "head": (_HEX, "00" * 32, ""),
    "state": (_HEX, "00" * 32, ""),
    "rules": (_HEX[:16], _HEX, "", "0" * 16),
    "sig": ("00" * 64, "5a" * 64, ""),
    "from": (0, 1, 2, -1, 2**53 - 1, True),
    "about": (0, 1, 2, -1, 2**53 - 1),
    "what": ("two-versions", "two-requests", "x"),
    "size": (0, 1, -1, 2**53 - 1),
    "roll": (0, 1, 2, 2**53 - 1),
    "n": (0, 1, 2, 64, 1024, 4096, 65536, 65537, [1], [1, 1], []),
    "to": (0, 1, 2, -1),
    "j": (0, 1, 2, -1),
    "how": ("played", "resigned", "agreed", "ruled", "seen"),
    "score": (None, 0, -1, 2**53 - 1, True),
}
"""What a field of a line or a paper may hold, and what it just may not."""


def _line(kind: str, **fields: Loose) -> bytes:
    return json.dumps({"k": kind, **fields}, sort_keys=True, separators=(",", ":")).encode()


ENTRIES: tuple[bytes, ...] = (
    *(
        _line("note", text="Good luck!"),
        _line("note", text="x" * 500),
        _line("back", to=0),
        _line("reply", yes=True),
    ),
    *(_line("audit", vault=_HEX), _line("audit", vault=_HEX, before=[_HEX]), _line("start")),
    _line("renew", key=_KEY, n=1024, tip=_HEX, vault=_HEX),
    _line("ruling", how="stands", text="So it is."),
    _line("ruling", how="void", to=1, j=3, text="So it is.", days=7),
    _line("ruling", how="over", level="forfeit", winner="red", text="So it is."),
    _line("appoint", key=_KEY, who="Rita", a=_HEX * 2, b=_HEX * 2, days=14),
    _line("req", dice=[[6, 1], [6, 1]], j=1, why="blow", x=_HEX),
    _line("req", dice=[[6, 1]], j=1, why="blow"),
    *(
        _line("rsp", j=1, x=_HEX),
        _line("rsp", j=1, x=_HEX, dice=[1, 6]),
        _line("open", j=1, x=_HEX, dice=[1]),
    ),
    _line(
        "reject",
        code="illegal",
        entry=1,
        head=_HEX,
        key=_HEX[:16],
        last=2,
        par="1.1",
        rules=_HEX[:16],
        sig="5a" * 64,
        state=_HEX,
    ),
    _line("upgrade", rules=_HEX, data=_HEX, version="2", state=_HEX),
    _line(
        "deck-mask",
        at="pack",
        q=_HEX,
        p=[_HEX] * 4,
        bits="00" * 16,
        z="00" * 4096,
        cards=["a", "b", "c", "d"],
    ),
    *(_line("deck-key", at="pack", n=[1], u=[_HEX], pf=["00" * 64]), _line("seal", at="mode/1", c=[_HEX])),
    *(
        _line("show", at="mode/1", n=1, salt=_HEX, v="go"),
        _line("hdr"),
        _line("sig", key=_HEX[:16], sig="5a" * 64),
        _line("sig", key=_HEX[:16], own="5a" * 64, sig="5a" * 64),
    ),
    _line("vaults", by="A", gid=_HEX, v=1, vaults=[_HEX]),
    _line("appoint", gid=_HEX, key=_KEY, v=1, who="Rita"),
)
"""Lines to put among others; they have no number of their own."""

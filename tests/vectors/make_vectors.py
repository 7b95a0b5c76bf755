"""Writes the vectors of lines, logs, packed files, dice: ``python tests/vectors/make_vectors.py`` (``tests`` on the path).

Needed only after a deliberate change of format, and nothing of pbem; the committed files are what tests and other programs
read.
"""

from __future__ import annotations

import json
from pathlib import Path

from log_games import log_vectors
from packed_files import packed_vectors
from second_verifier import Json, faces, th
from writer import seeds

HERE = Path(__file__).resolve().parents[2] / "schemas/vectors"


def _write(folder: str, name: str, value: dict[str, Json]) -> None:
    text = json.dumps({"name": name, **value}, indent=1, sort_keys=True, ensure_ascii=True)
    (HERE / folder / f"{name}.json").write_text(text + "\n", encoding="ascii", newline="\n")


def _nested(depth: int) -> bytes:
    return b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


JSON_LINES: list[tuple[str, str, bytes]] = [
    ("ok-empty", "ok", b"{}"),
    ("ok-typical", "ok", b'{"i":121,"k":"move","path":["W3522","W3523"],"unit":"505/82"}'),
    ("ok-constants", "ok", b'{"a":null,"b":true,"c":false}'),
    ("ok-int-edges", "ok", b'{"a":9007199254740991,"b":-9007199254740991,"c":0}'),
    ("ok-escapes", "ok", b'{"a":"\\"\\\\/"}'),
    ("ok-composed", "ok", '{"who":"Orn\u00e9"}'.encode()),
    ("ok-astral", "ok", '{"text":"\U0001f3b2"}'.encode()),
    ("ok-combining-alone", "ok", '{"who":"\u0301"}'.encode()),
    (
        "ok-text-of-many-letters",
        "ok",
        '{"text":"\u00bfQu\u00e9? \u5b59\u5b50 \u0416\u0443\u043a\u043e\u0432 \u0627"}'.encode(),
    ),
    ("ok-text-last-of-unicode-14", "ok", '{"who":"\U0001fae7"}'.encode()),
    ("ok-text-of-a-number", "ok", b'{"text":1}'),
    ("ok-ascii-all", "ok", b'{"a":" !#$%&()*+,-./09:;<=>?@AZ[]^_`az{|}~"}'),
    ("ok-empty-string", "ok", b'{"a":""}'),
    ("ok-deepest", "ok", _nested(8)),
    ("ok-longest-key", "ok", b'{"a123456789_12345":1}'),
    ("ok-longest-line", "ok", b'{"a":"' + b"x" * 32760 + b'"}'),
    ("not-utf8", "not-utf8", b'{"a":"\xe9"}'),
    ("not-utf8-overlong", "not-utf8", b'{"a":"\xc0\xaf"}'),
    ("not-utf8-surrogate", "not-utf8", b'{"a":"\xed\xa0\x80"}'),
    ("bom", "bom", b"\xef\xbb\xbf{}"),
    ("carriage-return", "newline", b"{}\r"),
    ("line-feed", "newline", b'{"a":\n1}'),
    ("too-long", "too-long", b'{"a":"' + b"x" * 32761 + b'"}'),
    ("not-json-empty", "not-json", b""),
    ("not-json-trailing", "not-json", b"{}x"),
    ("not-json-comma", "not-json", b'{"a":1,}'),
    ("not-json-leading-zero", "not-json", b'{"a":01}'),
    ("not-object-list", "not-object", b"[1]"),
    ("not-object-number", "not-object", b"1"),
    ("too-deep", "depth", _nested(9)),
    ("far-too-deep", "depth", _nested(8000)),
    ("key-capital", "bad-key", b'{"A":1}'),
    ("key-empty", "bad-key", b'{"":1}'),
    ("key-digit-first", "bad-key", b'{"1a":1}'),
    ("key-too-long", "bad-key", b'{"a123456789_123456":1}'),
    ("key-not-ascii", "bad-key", '{"\u00e9":1}'.encode()),
    ("duplicate-key", "duplicate-key", b'{"a":1,"a":1}'),
    ("duplicate-key-inside", "duplicate-key", b'{"x":{"a":1,"a":2}}'),
    ("key-order", "key-order", b'{"b":1,"a":2}'),
    ("float", "float", b'{"a":1.5}'),
    ("float-whole", "float", b'{"a":1.0}'),
    ("float-exponent", "float", b'{"a":1e3}'),
    ("float-nan", "float", b'{"a":NaN}'),
    ("float-infinity", "float", b'{"a":-Infinity}'),
    ("big-int", "big-int", b'{"a":9007199254740992}'),
    ("big-int-negative", "big-int", b'{"a":-9007199254740992}'),
    ("big-int-huge", "big-int", b'{"a":' + b"9" * 5000 + b"}"),
    ("minus-zero", "number", b'{"a":-0}'),
    ("decomposed", "nfd", '{"who":"Orne\u0301"}'.encode()),
    ("decomposed-escaped", "nfd", b'{"text":"e\\u0301"}'),
    ("decomposed-order", "nfd", '{"text":"a\u0301\u0323"}'.encode()),
    ("decomposed-hangul", "nfd", '{"text":"\u1100\u1161"}'.encode()),
    ("not-ascii", "not-ascii", '{"a":"Orn\u00e9"}'.encode()),
    ("not-ascii-escaped", "not-ascii", b'{"a":"\\u00e9"}'),
    ("not-ascii-in-a-list", "not-ascii", '{"a":["\u00e9"]}'.encode()),
    ("not-ascii-in-a-list-of-texts", "not-ascii", '{"text":["\u00e9"]}'.encode()),
    ("not-ascii-in-an-object-of-texts", "not-ascii", '{"who":{"a":"\u00e9"}}'.encode()),
    ("not-ascii-under-an-inner-who", "not-ascii", '{"options":{"who":"\u00e9"}}'.encode()),
    ("not-ascii-astral", "not-ascii", '{"a":"\U0001f3b2"}'.encode()),
    ("not-ascii-decomposed", "not-ascii", '{"a":"Orne\u0301"}'.encode()),
    ("not-ascii-of-two-editions", "not-ascii", '{"why":"\U000105d2\u0307"}'.encode()),
    ("not-ascii-no-break-space", "not-ascii", '{"a":"x\u00a0y"}'.encode()),
    ("not-text-of-unicode-15", "not-text", '{"who":"\U0001fae8"}'.encode()),
    ("not-text-of-two-editions", "not-text", '{"text":"\U000105d2\u0307"}'.encode()),
    ("not-text-unassigned", "not-text", '{"text":"\u0378"}'.encode()),
    ("not-text-zero-width-space", "not-text", '{"who":"An\u200ba"}'.encode()),
    ("not-text-zero-width-joiner", "not-text", '{"who":"An\u200da"}'.encode()),
    ("not-text-byte-order-mark", "not-text", '{"who":"An\ufeffa"}'.encode()),
    ("not-text-soft-hyphen", "not-text", '{"who":"An\u00ada"}'.encode()),
    ("not-text-variation-selector", "not-text", '{"text":"\u2764\ufe0f"}'.encode()),
    ("not-text-hangul-filler", "not-text", '{"who":"\u3164"}'.encode()),
    ("not-text-braille-blank", "not-text", '{"who":"\u2800"}'.encode()),
    ("not-text-object-replacement", "not-text", '{"who":"Ann\ufffc"}'.encode()),
    ("not-text-null-notehead", "not-text", '{"who":"Ann\U0001d159"}'.encode()),
    ("not-text-khitan-filler", "not-text", '{"who":"Ann\U00016fe4"}'.encode()),
    ("not-text-tag", "not-text", '{"text":"\U000e0041"}'.encode()),
    ("not-text-no-break-space", "not-text", '{"text":"x\u00a0y"}'.encode()),
    ("not-text-wide-space", "not-text", '{"text":"x\u3000y"}'.encode()),
    ("not-text-private", "not-text", '{"text":"\ue000"}'.encode()),
    ("not-text-noncharacter", "not-text", '{"text":"\uffff"}'.encode()),
    ("not-text-escaped", "not-text", b'{"text":"\\u200b"}'),
    ("control-escaped", "control", b'{"a":"\\u0001"}'),
    ("control-line-feed", "control", b'{"a":"x\\ny"}'),
    ("control-raw-tab", "control", b'{"a":"\t"}'),
    ("control-delete", "control", b'{"a":"\x7f"}'),
    ("control-in-a-text", "control", b'{"text":"x\\ty"}'),
    ("control-delete-escaped", "control", b'{"a":"\\u007f"}'),
    ("not-ascii-c1", "not-ascii", '{"a":"\u0085"}'.encode()),
    ("not-text-c1", "not-text", '{"text":"\u0085"}'.encode()),
    ("not-text-line-separator", "not-text", '{"text":"\u2028"}'.encode()),
    ("not-text-override", "not-text", '{"text":"\u202e6,6"}'.encode()),
    ("not-text-isolate", "not-text", '{"text":"\u2066"}'.encode()),
    ("not-text-mark", "not-text", '{"who":"\u200f"}'.encode()),
    ("surrogate-in-a-text", "surrogate", b'{"who":"\\ud800"}'),
    ("surrogate", "surrogate", b'{"a":"\\ud800"}'),
    ("surrogate-pair-reversed", "surrogate", b'{"a":"\\udc00\\ud800"}'),
    ("white-space-colon", "white-space", b'{"a": 1}'),
    ("white-space-end", "white-space", b"{} "),
    ("white-space-tab", "white-space", b'{\t"a":1}'),
    ("escape-letter", "escape", b'{"a":"\\u0041"}'),
    ("escape-slash", "escape", b'{"a":"\\/"}'),
    ("escape-capital-hex", "escape", b'{"who":"\\u00E9"}'),
    ("escape-astral-pair", "escape", b'{"text":"\\ud83c\\udfb2"}'),
    ("escape-key", "escape", b'{"\\u0061":1}'),
]


def _roll(name: str, number: int, label: str, specs: list[tuple[int, int]], length: int = 8) -> None:
    keys = (b"\xaa" * 32, b"\xbb" * 32)
    roots = (bytes(range(32)), bytes(range(32, 64)))
    chains = [seeds(key, root, length) for key, root in zip(keys, roots, strict=True)]
    gid = th("game", b"invite", b"accept")
    request = th("event", gid, b'{"dice":[[6,1]],"i":0,"j":1,"k":"req","why":"combat"}')
    context = th("roll", gid, number.to_bytes(8, "big"), request, label.encode())
    x_a, x_b = chains[0][number], chains[1][number]
    shown: list[Json] = [[*spec] for spec in specs]
    _write(
        "dice",
        name,
        {
            "context": context.hex(),
            "dice": shown,
            "expect": [*faces(context, x_a + x_b, label, specs)],
            "gid": gid.hex(),
            "index": number,
            "key_a": keys[0].hex(),
            "key_b": keys[1].hex(),
            "length": length,
            "request": request.hex(),
            "root_a": roots[0].hex(),
            "root_b": roots[1].hex(),
            "tip_a": chains[0][0].hex(),
            "tip_b": chains[1][0].hex(),
            "why": label,
            "x_a": x_a.hex(),
            "x_b": x_b.hex(),
        },
    )


def main() -> None:
    """All four folders anew; what is no vector any more goes."""
    for folder in ("json", "log", "dice", "packed"):
        (HERE / folder).mkdir(parents=True, exist_ok=True)
        for old in (HERE / folder).glob("*.json"):
            old.unlink()
    for name, expect, line in JSON_LINES:
        _write("json", name, {"expect": expect, "line_hex": line.hex()})
    _roll("two-d6", 1, "combat/57", [(6, 1)] * 2)
    _roll("many-d6", 2, "attrition/3", [(6, 1)] * 20)
    _roll("d10-from-zero", 3, "combat/58", [(10, 0)] * 12)
    _roll("mixed", 4, "event/1", [(6, 1), (10, 1), (100, 1), (2, 0), (12, 1)])
    _roll("draw-from-forty", 5, "cup/3", [(40, 0)])
    _roll("one-sided", 6, "cup/4", [(1, 0)] * 3)
    _roll("rejections", 7, "wide", [(2**31 + 1, 0)] * 12)
    _roll("last-seed", 8, "combat/59", [(6, 1)] * 2)
    _roll("long-chain", 8192, "combat/60", [(6, 1)] * 2, length=8192)
    for name, value in log_vectors():
        _write("log", name, value)
    for name, value in packed_vectors():
        _write("packed", name, value)


if __name__ == "__main__":
    main()

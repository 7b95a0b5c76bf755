"""Changes in headers and signatures, and lines that are moved or damaged."""

from __future__ import annotations

import json
from collections.abc import Callable

from bases import rounds
from change import bad, damaged
from entry_writer import call, plain
from second_verifier import Json, Object, canonical
from writer import toy

OTHER = "5a" * 32


def headers() -> None:
    def saying(
        name: str, about: str, code: str, fault: int | None = None, others: str | None = None, **says: Json
    ) -> None:
        bad(name, about, rounds(8), "A", [call(8)], code, fault, others, **says)

    saying("says-that-the-other-wrote-it", "Signed by A, in B's name.", "spoofed-author", by="B")
    saying("says-another-game", "The id of another game.", "other-game", g=OTHER)
    saying("says-a-later-number", "Number 10 for 9.", "gap", n=10)
    saying("says-an-earlier-number", "Another bundle 8.", "fork", n=8)
    saying("says-a-later-entry", "Entry 22 for 21.", "gap", first=22, last=22)
    saying("says-one-entry-more", "Two for one.", "bad-count", last=22)
    saying("says-another-past", "Another chained hash before it.", "bad-head", prev=OTHER)
    saying("says-another-head", "Another chained hash behind it.", "bad-head", head=OTHER)
    saying("says-other-rules", "Rules that nobody agreed to.", "downgraded-rules", rules="0" * 16)
    saying("says-another-state", "Not what the rules make of it.", "other-state", 21, "ok", state=OTHER)
    saying("says-nothing-of-its-state", "No digits.", "bad-field", state="")
    saying("says-another-version", "A format to come.", "version", v=2)
    saying("says-a-third-seat", "A and B are all there are.", "bad-field", by="C")
    saying("says-one-thing-more", "A field too many.", "extra-field", more=1)
    saying("says-too-many-entries", "2,001 of them.", "bad-field", last=2021)
    bad("numbers-an-entry-twice", "Entry 21 again.", rounds(8), "A", [call(8), call(8) | {"i": 21}], "order",
        None)  # fmt: skip
    bad(
        "leaves-a-number-out", "Entry 23 for 22.", rounds(8), "A", [call(8), call(8) | {"i": 23}], "gap", None
    )
    bad("numbers-an-entry-in-words", "A text for a number.", rounds(8), "A", [call(8) | {"i": "21"}],
        "bad-field", None)  # fmt: skip
    bad("hides-the-kind-of-an-entry", "An entry without a kind.", rounds(8), "A", [{"number": 8}],
        "unknown-line", None)  # fmt: skip
    bad(
        "gives-an-entry-no-kind", "A kind in capitals.", rounds(8), "A", [plain("Call")], "unknown-line", None
    )
    bad("calls-an-entry-a-header", "A kind that no entry has.", rounds(8), "A", [call(8), plain("hdr")],
        "truncated", None)  # fmt: skip
    bad("calls-an-entry-an-invitation", "A kind that no entry has.", rounds(8), "A", [plain("invite")],
        "unknown-line", None)  # fmt: skip
    hands = rounds(0).hands
    for name, who, key, code in (
        ("signs-with-its-identity", "A", hands["A"].identity, "wrong-key"),
        ("signs-with-the-other's-key", "A", toy(0xB1), "spoofed-author"),
        ("signs-with-a-stranger's-key", "A", toy(0xEE), "wrong-key"),
    ):  # fmt: skip
        bad(name, "Not the key in force.", rounds(8), who, [call(8)], code, None, key=key)


def blocks_of(lines: list[bytes]) -> list[list[bytes]]:
    blocks = [lines[:4]]
    for line in lines[4:]:
        if line.startswith(b'{"by"'):
            blocks.append([])
        blocks[-1].append(line)
    return blocks


def reordered(*order: int) -> Callable[[list[bytes]], list[bytes]]:
    """The first mails and these bundles, by number."""
    return lambda lines: [line for n in (0, *order) for line in blocks_of(lines)[n]]


def inside(bundle: int, change: Callable[[list[bytes]], list[bytes]]) -> Callable[[list[bytes]], list[bytes]]:
    def changed(lines: list[bytes]) -> list[bytes]:
        blocks = blocks_of(lines)
        blocks[bundle] = change(blocks[bundle])
        return [line for block in blocks for line in block]

    return changed


def resealed(change: Callable[[Object], Object]) -> Callable[[list[bytes]], list[bytes]]:
    return lambda block: [*block[:-1], canonical(change(json.loads(block[-1])))]


def flipped(text: Json) -> str:
    digits = str(text)
    return digits[:9] + ("0" if digits[9] != "0" else "1") + digits[10:]


def moved() -> None:
    signed = "Every bundle is signed as it should be."
    damaged("leaves-a-bundle-out", signed, rounds(4), reordered(1, 2, 4), "gap", 2)
    damaged("leaves-the-first-bundle-out", signed, rounds(3), reordered(2, 3), "gap", 0)
    damaged("says-a-bundle-twice", signed, rounds(3), reordered(1, 2, 2, 3), "replay", 2)
    damaged("says-a-bundle-again-later", signed, rounds(4), reordered(1, 2, 3, 1, 4), "replay", 3)
    damaged("exchanges-two-bundles", signed, rounds(4), reordered(1, 3, 2, 4), "order", 1)
    changed = "Changed on its way, and not signed anew."
    damaged(
        "leaves-an-entry-out", changed, rounds(3), inside(2, lambda each: each[:1] + each[2:]), "bad-count", 1
    )
    damaged("writes-an-entry-twice", changed, rounds(3),
            inside(2, lambda each: [*each[:2], each[1], *each[2:]]), "bad-count", 1)  # fmt: skip
    damaged("exchanges-two-entries", changed, rounds(3), inside(2, lambda e: [e[0], e[2], e[1], *e[3:]]),
            "order", 1)  # fmt: skip
    damaged("changes-a-number", changed, rounds(3),
            inside(2, lambda e: [line.replace(b'"number":5', b'"number":6') for line in e]), "bad-head",
            1)  # fmt: skip
    damaged("changes-a-header", changed, rounds(3), inside(2, _state), "bad-signature", 1)
    damaged("changes-a-bit-of-a-signature", changed, rounds(3),
            inside(2, resealed(lambda s: s | {"sig": flipped(s["sig"])})), "bad-signature", 1)  # fmt: skip
    damaged("names-another-signer", changed, rounds(3), inside(2, resealed(lambda s: s | {"key": "00" * 8})),
            "wrong-key", 1)  # fmt: skip
    damaged("names-the-other-signer", changed, rounds(3),
            inside(2, resealed(lambda s: s | {"key": toy(0xA1).id})), "spoofed-author", 1)  # fmt: skip
    damaged("adds-the-order-to-a-signature", "S is not below the order of the group.", rounds(3),
            inside(2, resealed(plus_order)), "bad-signature", 1)  # fmt: skip
    damaged("leaves-a-signature-out", changed, rounds(3), inside(2, lambda each: each[:-1]), "truncated", 1)
    damaged("signs-twice", changed, rounds(3), inside(2, lambda each: [*each, each[-1]]), "unknown-line", 2)
    damaged("leaves-all-entries-out", changed, rounds(3), inside(2, lambda each: [each[0], each[-1]]),
            "unknown-line", 1)  # fmt: skip
    damaged("ends-before-a-signature", "Cut off.", rounds(3), lambda lines: lines[:-1], "truncated", 2)
    damaged("ends-behind-a-header", "Cut off.", rounds(3), lambda lines: lines[:-3], "truncated", 2)
    damaged("signs-with-a-field-too-many", changed, rounds(3),
            inside(2, resealed(lambda s: s | {"who": "B"})), "extra-field", 1)  # fmt: skip
    damaged("signs-with-half-a-signature", changed, rounds(3),
            inside(2, resealed(lambda s: s | {"sig": "00" * 32})), "bad-field", 1)  # fmt: skip
    damaged("has-no-acceptance", changed, rounds(3), lambda lines: lines[:2] + lines[4:], "unknown-line", 0)
    damaged("begins-with-the-acceptance", changed, rounds(0), lambda lines: lines[2:], "unknown-line", 0)
    damaged("accepts-twice", changed, rounds(0), lambda lines: [*lines, *lines[2:]], "unknown-line", 0)


def _state(block: list[bytes]) -> list[bytes]:
    head: Object = json.loads(block[0])
    return [canonical(head | {"state": flipped(head["state"])}), *block[1:]]


def plus_order(sig: Object) -> Object:
    digits = bytes.fromhex(str(sig["sig"]))
    number = int.from_bytes(digits[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    return sig | {"sig": (digits[:32] + number.to_bytes(32, "little")).hex()}


def main() -> None:
    """All of them."""
    for each in (headers, moved):
        each()

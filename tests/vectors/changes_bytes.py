"""Changes in headers, signatures, lines and first mails."""

from __future__ import annotations

import json
from collections.abc import Callable

from bases import ROUNDS, grow, rounds
from change import bad, damaged, good
from second_verifier import Json, Object, canonical, th
from writer import AGENTS, Game, call, chain_of, note, plain, sig_line, toy

OTHER = "5a" * 32
SMALL = "01" + "00" * 31


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
    bad(
        "numbers-an-entry-twice",
        "Entry 21 again.",
        rounds(8),
        "A",
        [call(8), call(8) | {"i": 21}],
        "order",
        None,
    )
    bad(
        "leaves-a-number-out", "Entry 23 for 22.", rounds(8), "A", [call(8), call(8) | {"i": 23}], "gap", None
    )
    bad(
        "numbers-an-entry-in-words",
        "A text for a number.",
        rounds(8),
        "A",
        [call(8) | {"i": "21"}],
        "bad-field",
        None,
    )
    bad(
        "hides-the-kind-of-an-entry",
        "An entry without a kind.",
        rounds(8),
        "A",
        [{"number": 8}],
        "unknown-line",
        None,
    )
    bad(
        "gives-an-entry-no-kind", "A kind in capitals.", rounds(8), "A", [plain("Call")], "unknown-line", None
    )
    bad(
        "calls-an-entry-a-header",
        "A kind that no entry has.",
        rounds(8),
        "A",
        [call(8), plain("hdr")],
        "truncated",
        None,
    )
    bad(
        "calls-an-entry-an-invitation",
        "A kind that no entry has.",
        rounds(8),
        "A",
        [plain("invite")],
        "unknown-line",
        None,
    )
    hands = rounds(0).hands
    for name, who, key, code in (
        ("signs-with-its-identity", "A", hands["A"].identity, "wrong-key"),
        ("signs-with-the-other's-key", "A", toy(0xB1), "spoofed-author"),
        ("signs-with-a-stranger's-key", "A", toy(0xEE), "wrong-key"),
        ("signs-with-an-agent-that-never-was", "A", AGENTS["A"].key, "wrong-key"),
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
    damaged(
        "writes-an-entry-twice",
        changed,
        rounds(3),
        inside(2, lambda each: [*each[:2], each[1], *each[2:]]),
        "bad-count",
        1,
    )
    damaged(
        "exchanges-two-entries",
        changed,
        rounds(3),
        inside(2, lambda e: [e[0], e[2], e[1], *e[3:]]),
        "order",
        1,
    )
    damaged(
        "changes-a-number",
        changed,
        rounds(3),
        inside(2, lambda e: [line.replace(b'"number":5', b'"number":6') for line in e]),
        "bad-head",
        1,
    )
    damaged("changes-a-header", changed, rounds(3), inside(2, _state), "bad-signature", 1)
    damaged(
        "changes-a-bit-of-a-signature",
        changed,
        rounds(3),
        inside(2, resealed(lambda s: s | {"sig": flipped(s["sig"])})),
        "bad-signature",
        1,
    )
    damaged(
        "names-another-signer",
        changed,
        rounds(3),
        inside(2, resealed(lambda s: s | {"key": "00" * 8})),
        "wrong-key",
        1,
    )
    damaged(
        "names-the-other-signer",
        changed,
        rounds(3),
        inside(2, resealed(lambda s: s | {"key": toy(0xA1).id})),
        "spoofed-author",
        1,
    )
    damaged(
        "adds-the-order-to-a-signature",
        "S is not below the order of the group.",
        rounds(3),
        inside(2, resealed(plus_order)),
        "bad-signature",
        1,
    )
    damaged("leaves-a-signature-out", changed, rounds(3), inside(2, lambda each: each[:-1]), "truncated", 1)
    damaged("signs-twice", changed, rounds(3), inside(2, lambda each: [*each, each[-1]]), "unknown-line", 2)
    damaged(
        "leaves-all-entries-out",
        changed,
        rounds(3),
        inside(2, lambda each: [each[0], each[-1]]),
        "unknown-line",
        1,
    )
    damaged("ends-before-a-signature", "Cut off.", rounds(3), lambda lines: lines[:-1], "truncated", 2)
    damaged("ends-behind-a-header", "Cut off.", rounds(3), lambda lines: lines[:-3], "truncated", 2)
    damaged(
        "signs-with-a-field-too-many",
        changed,
        rounds(3),
        inside(2, resealed(lambda s: s | {"who": "B"})),
        "extra-field",
        1,
    )
    damaged(
        "signs-with-half-a-signature",
        changed,
        rounds(3),
        inside(2, resealed(lambda s: s | {"sig": "00" * 32})),
        "bad-field",
        1,
    )
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


def texts() -> None:
    """Letters beyond ASCII, where they are not texts: a line is damaged, and what comes before it holds."""
    strange = "\U000105d2\u0307"
    only = "Only names and notes hold more than ASCII."

    def saying(name: str, entry: Object, code: str = "not-ascii") -> None:
        bad(name, only, rounds(8), "A", [call(8), entry], code, None)

    saying("asks-in-strange-letters", plain("req", dice=[[6, 1]], j=5, why=strange))
    saying("seals-in-strange-letters", plain("seal", at=strange, c=[OTHER]))
    saying("shows-strange-letters", plain("show", at="bet/2", n=1, salt=OTHER, v=strange))
    saying("shows-strange-letters-inside", plain("show", at="bet/2", n=1, salt=OTHER, v={"text": [strange]}))
    saying("plays-strange-letters", plain("call", number=strange))
    saying("deals-strange-cards", plain("deck-mask", at="pack", cards=[strange]))
    saying("refuses-in-strange-letters", plain("reject", code=strange))
    saying("gives-a-reason-in-strange-letters", plain("reject", code="illegal", par="\u00a7 1"))
    saying("offers-a-strange-version", plain("upgrade", version="\u00e9"))
    saying("allows-strange-kinds", plain("agent", may=["\u00e9"]))
    saying("hides-letters-in-a-list-of-texts", plain("call", text=["\u00e9"]))
    saying("notes-strange-letters", note("\U000105d2"), "not-text")
    saying("notes-a-later-letter", note("\U0001fae8"), "not-text")
    saying("notes-what-nobody-sees", note("a\u200bb"), "not-text")
    saying("notes-a-byte-order-mark", note("a\ufeffb"), "not-text")
    saying("notes-a-turned-word", note("a\u202eb"), "not-text")
    saying("notes-a-wide-blank", note("a\u00a0b"), "not-text")
    saying("notes-in-parts", note("e\u0301"), "nfd")
    saying("notes-two-lines", note("a\nb"), "control")
    good(
        "ok-notes-in-many-letters",
        only,
        _noted("\u00bfQu\u00e9? \u5b59\u5b50, \u0416\u0443\u043a\u043e\u0432, \U0001f3b2"),
    )


def _noted(text: str) -> Game:
    game = rounds(8)
    game.write("A", call(8), note(text))
    return game


def first_mails() -> None:
    def inviting(name: str, about: str, code: str, **fields: Json) -> None:
        game = Game("rounds", invite=fields)
        damaged(name, about, game, lambda lines: lines, code, 0)

    def accepting(name: str, about: str, code: str, agents: str = "", **fields: Json) -> None:
        game = Game("rounds", accept=fields, agents=agents)
        damaged(name, about, game, lambda lines: lines, code, 0)

    a, b = (
        Game("rounds", agents="AB").hands["A"].first_mail,
        Game("rounds", agents="AB").hands["B"].first_mail,
    )
    inviting("invites-in-a-version-to-come", "v is 2.", "version", v=2)
    inviting("invites-to-no-game", "A name in capitals.", "bad-field", game="Toss")
    inviting("invites-for-one-side", "Two different names.", "bad-field", sides=["heads", "heads"])
    inviting("invites-with-seven-seeds", "8 at least.", "bad-field", n=7)
    inviting("invites-with-too-many-seeds", "65,536 at most.", "bad-field", n=65_537)
    inviting("invites-with-one-thing-more", "A field too many.", "extra-field", more=1)
    inviting("invites-in-strange-letters", "Options are ASCII.", "not-ascii", options={"note": "\u00e9"})
    inviting(
        "invites-in-strange-letters-under-who",
        "Only the line's own name is a text.",
        "not-ascii",
        options={"who": "\u00e9"},
    )
    inviting("invites-with-an-empty-pack", "A name, or no field.", "bad-field", pack="")
    inviting("invites-without-a-name", "One character at least.", "bad-field", who="")
    inviting("invites-with-a-blank-before-its-name", "No space at either end.", "bad-field", who=" Ana")
    inviting("invites-with-a-blank-behind-its-name", "No space at either end.", "bad-field", who="Ana ")
    inviting("invites-with-a-name-of-65", "64 characters at most.", "bad-field", who="\u00e9" * 65)
    inviting("invites-with-a-name-that-nobody-sees", "U+200B.", "not-text", who="An\u200ba")
    inviting("invites-with-a-name-in-parts", "Not in form C.", "nfd", who="Zoe\u0301")
    good("ok-a-name-of-64-characters", "As long as may be.", Game("rounds", invite={"who": "\u5b59" * 64}))
    inviting("invites-with-a-bare-agent", "Key, n and tip.", "bad-field", agent=AGENTS["A"].key.hex)
    agent = {"key": AGENTS["A"].key.hex, **AGENTS["A"].fields}
    inviting("invites-with-an-agent-of-seven-seeds", "8 at least.", "bad-field", agent=agent | {"n": 7})
    inviting(
        "invites-with-an-agent-without-a-chain",
        "Key, n and tip.",
        "bad-field",
        agent={"key": agent["key"], "n": 64},
    )
    inviting(
        "invites-with-an-agent-with-kinds", "Key, n and tip.", "bad-field", agent=agent | {"may": ["call"]}
    )
    inviting(
        "invites-with-an-agent-of-small-order",
        "Many messages fit.",
        "small-order-key",
        agent=agent | {"key": SMALL},
    )
    inviting("invites-under-a-key-of-small-order", "Many messages fit.", "small-order-key", key=SMALL)
    inviting(
        "invites-under-a-key-in-two-forms",
        "y is not below p.",
        "non-canonical-key",
        key="f0" + "ff" * 30 + "7f",
    )
    inviting("invites-under-no-key", "No point of the curve.", "not-a-key", key="02" + "00" * 31)
    two = "No key has two uses, and no hash."
    inviting("invites-with-its-identity-for-a-key", two, "reused-key", key=a["id"])
    inviting("invites-with-its-key-for-an-agent", two, "reused-key", agent=agent | {"key": a["key"]})
    inviting("invites-with-its-identity-for-an-agent", two, "reused-key", agent=agent | {"key": a["id"]})
    inviting("invites-with-its-chain-for-an-agent", two, "reused-key", agent=agent | {"tip": a["tip"]})
    inviting("invites-with-its-vault-for-an-agent", two, "reused-key", agent=agent | {"tip": a["vault"]})
    inviting("invites-with-one-hash-for-two", two, "reused-key", tip=a["vault"])
    accepting("accepts-another-invitation", "Of another game.", "other-game", invite=OTHER)
    for name, field, value in (
        ("key", "key", a["key"]), ("identity-for-a-key", "key", a["id"]), ("chain", "tip", a["tip"]),
        ("vault", "vault", a["vault"]),
        ("vault-for-a-chain", "tip", a["vault"]), ("chain-for-a-vault", "vault", a["tip"]),
    ):  # fmt: skip
        accepting(f"accepts-with-the-other's-{name}", two, "reused-key", **{field: value})
    theirs: Object = {"key": AGENTS["B"].key.hex, **AGENTS["B"].fields}
    accepting("accepts-with-its-identity-for-a-key", two, "reused-key", key=b["id"])
    for name, change in (
        ("key", {"key": a["key"]}), ("identity", {"key": a["id"]}), ("agent", {"key": agent["key"]}),
        ("chain", {"tip": a["tip"]}),
        ("agent's-chain", {"tip": agent["tip"]}), ("vault", {"tip": a["vault"]}),
    ):  # fmt: skip
        accepting(
            f"accepts-with-the-other's-{name}-for-an-agent", two, "reused-key", "A", agent=theirs | change
        )
    lent = Game("rounds", same_player=True, invite={"key": chain_of(toy(0xA1), 64, 0xA3).key.hex})
    good("ok-one-player-at-both-seats", "An unwitnessed game: one identity.", lent)
    accepting(
        "accepts-with-an-agent-of-small-order",
        "Many messages fit.",
        "small-order-key",
        agent=theirs | {"key": SMALL},
    )
    accepting("accepts-under-a-key-of-small-order", "Many messages fit.", "small-order-key", key=SMALL)
    accepting("accepts-with-one-thing-more", "A field too many.", "extra-field", challenge=OTHER)
    inviting(
        "invites-to-another-chain", "Not the chain that was published.", "other-challenge", challenge=OTHER
    )
    _changed_mails()


def _changed_mails() -> None:
    changed = "Changed on its way, and not signed anew."

    def line(place: int, **fields: Json) -> Callable[[list[bytes]], list[bytes]]:
        return lambda lines: [
            canonical(json.loads(old) | fields) if n == place else old for n, old in enumerate(lines)
        ]

    damaged("changes-the-invitation", changed, rounds(1), line(0, who="Eve"), "bad-signature", 0)
    damaged("changes-the-acceptance", changed, rounds(1), line(2, who="Eve"), "bad-signature", 0)
    damaged("changes-the-signer-of-the-invitation", changed, rounds(1), line(1, key="00" * 8), "wrong-key", 0)

    def by_key(lines: list[bytes]) -> list[bytes]:
        return [lines[0], sig_line(toy(0xA1), th("invite", lines[0])), *lines[2:]]

    damaged(
        "invites-with-the-game-key", "The identity signs the first mail.", rounds(0), by_key, "wrong-key", 0
    )

    def other_game(name: str, about: str, code: str, others: str | None, **fields: Json) -> None:
        game = grow(Game("rounds", invite=fields), ROUNDS[:1])
        damaged(name, about, game, lambda lines: lines, code, 0, 0, others)

    other_game("invites-to-an-unknown-game", "Nobody has it.", "unknown-game", "ok", game="chess")
    other_game("invites-to-other-data", "Other charts.", "other-data", "ok", data=OTHER)
    other_game("invites-to-another-position", "Another beginning.", "other-setup", "ok", setup=OTHER)
    other_game(
        "invites-to-other-sides",
        "Sides that the game does not have.",
        "wrong-sides",
        "ok",
        sides=["edge", "tails"],
    )


def main() -> None:
    """All of them."""
    for each in (headers, moved, texts, first_mails):
        each()

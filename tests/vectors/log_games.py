"""The logs of ``log/``: bytes, signatures and order alone, over entries that mean nothing (steps 1 to 3 of verifying)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from changes_bytes import flipped, inside, plus_order, reordered, resealed
from entry_writer import CLAUSE, NO, QUIN, RITA, YES, appoint, back, plain, reject, renew, ruling, sent
from second_verifier import Json, Object, canonical
from writer import Entry, Game, Key, log_of, toy

Case: TypeAlias = tuple[str, str, int, "bytes | Game"]
Written: TypeAlias = tuple[str, Key | None, list[Entry]]
MOVE, ANSWER = plain("move"), plain("rsp", j=1, x="00" * 32)
RULES = "5a" * 32
SECOND, THIRD = "5b" * 32, "5c" * 32
SMALL = "01" + "00" * 31


def start(**more: Json) -> Game:
    """A game that nobody has the rules of."""
    fields: Object = {
        "game": "june6",
        "rules": RULES,
        "scenario": "landings",
        "setup": "5e" * 32,
        "sides": ["allied", "german"],
    }
    game = Game("landings", length=16, invite=fields | more)
    game.version = RULES
    return game


def moves(first: int, kind: str = "move") -> list[Entry]:
    """Three entries."""
    return [plain(kind, path=["W3522", "W3523"], unit=f"{505 + step}/82") for step in range(3)]


def deal(bundles: int = 4) -> Game:
    """A and B by turns, three entries each."""
    game = start()
    for n in range(bundles):
        game.write("AB"[n % 2], *moves(3 * n))
    return game


def played(*bundles: Written) -> Game:
    """Bundles of these entries, each signed with the key that is named, or the seat's own."""
    game = start()
    for by, key, entries in bundles:
        game.write(by, *entries, key=key)
    return game


def _edited(change: Callable[[list[bytes]], list[bytes]], bundles: int = 4) -> bytes:
    return log_of(*change(deal(bundles).lines))


def _line(number: int, old: str, new: str) -> bytes:
    """One replacement on one line (4 lines of first mails, then 5 a bundle)."""
    lines = deal().lines
    assert old.encode() in lines[number], (old, lines[number])
    lines[number] = lines[number].replace(old.encode(), new.encode(), 1)
    return log_of(*lines)


def _said(bundles: int, by: str, entries: Sequence[Entry], key: Key | None = None, /, **says: Json) -> Game:
    """A last bundle that says something else in its header."""
    game = deal(bundles)
    game.write(by, *entries, key=key, **says)
    return game


def _layout() -> Iterator[Case]:
    whole = log_of(*deal().lines)
    yield "ok-whole", "ok", 4, deal()
    yield "ok-genesis", "ok", 0, deal(0)
    yield "ok-invitation", "ok", 0, log_of(*deal(0).lines[:2])
    yield "truncated-empty", "truncated", 0, b""
    yield "truncated-line", "truncated", 3, whole[:-20]
    yield "truncated-newline", "truncated", 3, whole[:-1]
    yield "truncated-signature", "truncated", 3, _edited(lambda lines: lines[:-1])
    yield "truncated-entries", "truncated", 3, _edited(lambda lines: lines[:-3])
    yield "truncated-invitation", "truncated", 0, _edited(lambda lines: lines[:1])
    yield "truncated-acceptance", "truncated", 0, _edited(lambda lines: lines[:3])
    yield "truncated-middle", "truncated", 0, _edited(lambda lines: lines[:8] + lines[9:])
    yield "carriage-return", "newline", 0, whole.replace(b"\n", b"\r\n")
    yield "blank-line", "not-json", 1, _edited(lambda lines: [*lines[:9], b"", *lines[9:]])
    yield "unknown-first-line", "unknown-line", 0, _edited(lambda lines: lines[2:])
    yield (
        "unknown-line-between",
        "unknown-line",
        1,
        _edited(lambda lines: [*lines[:9], b'{"k":"word"}', *lines[9:]]),
    )
    yield "no-entries", "unknown-line", 1, _edited(inside(2, lambda each: [each[0], each[-1]]))
    yield "entry-without-kind", "unknown-line", 1, _line(10, ',"k":"move"', "")
    yield "entry-without-number", "bad-field", 1, _line(10, '"i":3,', "")
    yield "entry-number-text", "bad-field", 1, _line(10, '"i":3,', '"i":"3",')
    yield "entry-number-negative", "bad-field", 1, _line(10, '"i":3,', '"i":-3,')
    yield "genesis-inside", "unknown-line", 1, _edited(lambda lines: [*lines[:11], lines[0], *lines[11:]])
    yield "header-extra-field", "extra-field", 1, _line(9, '"v":1}', '"v":1,"x":1}')
    yield "header-missing-field", "missing-field", 1, _line(9, ',"v":1}', "}")
    yield "header-version", "version", 1, _line(9, '"v":1}', '"v":2}')
    yield "header-of-a-newer-format", "version", 1, _line(9, '"v":1}', '"v":2,"w":0}')
    yield "header-seat", "bad-field", 1, _line(9, '"by":"B"', '"by":"C"')
    yield "entry-not-canonical", "white-space", 1, _line(10, '"i":3', '"i": 3')
    yield "entry-duplicate-key", "duplicate-key", 1, _line(10, '"i":3', '"i":3,"i":3')
    yield "entry-not-ascii", "not-ascii", 1, _line(10, "505/82", "50\u00e9/82")
    yield "too-many-announced", "bad-field", 1, _line(9, '"last":5', '"last":2003')
    many: list[bytes] = [canonical({"i": n, "k": "x"}) for n in range(2001)]
    first = deal(1).lines
    yield "too-many-entries", "bad-count", 0, log_of(*first[:5], *many, first[-1])


def _order() -> Iterator[Case]:
    yield "reordered-bundles", "order", 1, _edited(reordered(1, 3, 2, 4))
    yield "reordered-entries", "order", 1, _edited(inside(2, lambda e: [e[0], e[2], e[1], *e[3:]]))
    yield "dropped-bundle", "gap", 1, _edited(reordered(1, 3, 4))
    yield "dropped-first-bundle", "gap", 0, _edited(reordered(2, 3, 4))
    yield "dropped-entry", "bad-count", 1, _edited(inside(2, lambda e: e[:2] + e[3:]))
    yield (
        "added-entry",
        "bad-count",
        1,
        _edited(inside(2, lambda e: [*e[:-1], canonical(plain("move", i=6)), e[-1]])),
    )
    yield "skipped-number", "gap", 1, _said(1, "B", [*moves(3)[:2], plain("move", i=9)])
    yield (
        "skipped-first",
        "gap",
        1,
        _said(1, "B", [plain("move", i=4), plain("move", i=5)], None, first=4, last=5),
    )
    yield "replayed-bundle", "replay", 2, _edited(reordered(1, 2, 2))
    yield "fork-same-number", "fork", 2, _said(2, "B", moves(6, "hold"), None, n=2)
    other = sent(deal(1), "B", *moves(3, "hold"))
    one, two, three = (deal(3).blocks[n] for n in range(3))
    yield "fork-other-history", "fork", 2, log_of(*deal(0).lines, *one, *other, *three)
    elsewhere = start(options={"deadline": 9})
    elsewhere.write("A", *moves(0))
    foreign = _said(1, "B", moves(3), None, g=elsewhere.gid.hex())
    assert two != other
    yield "other-game", "other-game", 1, foreign
    yield "other-invitation", "other-game", 0, log_of(*deal(0).lines[:2], *elsewhere.lines[2:4])
    yield "changed-kind", "bad-head", 1, _line(10, '"move"', '"hold"')
    yield "swapped-entry", "bad-head", 1, _line(10, "505/82", "507/82")
    yield "bad-head", "bad-head", 1, _said(1, "B", moves(3), None, head="00" * 32)
    yield "announced-count", "bad-count", 1, _said(1, "B", moves(3), None, last=6)
    yield "downgraded-rules", "downgraded-rules", 1, _said(1, "B", moves(3), None, rules="0" * 16)


def _signatures() -> Iterator[Case]:
    a, b = deal(0).hands["A"], deal(0).hands["B"]
    yield "changed-state", "bad-signature", 1, _edited(inside(2, _other_state))
    yield "changed-author", "spoofed-author", 1, _line(9, '"by":"B"', '"by":"A"')
    yield (
        "changed-signature",
        "bad-signature",
        1,
        _edited(inside(2, resealed(lambda s: s | {"sig": flipped(s["sig"])}))),
    )
    yield "signature-plus-order", "bad-signature", 1, _edited(inside(2, resealed(plus_order)))
    yield "unknown-signer", "wrong-key", 1, _said(1, "B", moves(3), b.identity)
    yield "spoofed-author", "spoofed-author", 1, _said(1, "B", moves(3), a.chain.key)
    spoofed = _said(1, "B", moves(3), a.chain.key).lines
    named = inside(2, resealed(lambda s: s | {"key": b.chain.key.id}))
    yield "spoofed-key-id", "spoofed-author", 1, log_of(*named(spoofed))
    yield "reused-key", "reused-key", 0, Game("landings", accept={"key": a.chain.key.hex})
    yield "small-order-key", "small-order-key", 0, start(key=SMALL)
    yield "non-canonical-key", "non-canonical-key", 0, start(key="f0" + "ff" * 30 + "7f")
    yield "not-a-key", "not-a-key", 0, start(key="02" + "00" * 31)
    yield "other-challenge", "other-challenge", 0, start(challenge="5a" * 32)
    yield "invitation-reused-key", "reused-key", 0, log_of(*start(key=a.identity.hex).lines[:2])
    yield "invitation-changed", "bad-signature", 0, _line(0, '"deadline":7', '"deadline":9')
    yield "acceptance-changed", "bad-signature", 0, _line(2, "B\u00e9a", "Bea")
    yield "name-of-later-letters", "not-text", 0, start(who="\U0001fae8")
    yield "name-nobody-sees", "not-text", 0, start(who="An\u200ba")
    yield "name-in-parts", "nfd", 0, start(who="Zoe\u0301")
    yield "name-with-a-blank", "bad-field", 0, start(who="Ana ")
    yield "name-too-long", "bad-field", 0, start(who="x" * 65)
    yield "options-not-ascii", "not-ascii", 0, start(options={"who": "\u00e9"})
    yield "ok-name-of-many-letters", "ok", 0, start(who="Zo\u00eb \u5b59")


def _other_state(block: list[bytes]) -> list[bytes]:
    head: Object = json.loads(block[0])
    return [canonical(head | {"state": flipped(head["state"])}), *block[1:]]


def _refusals() -> Iterator[Case]:
    game = deal(1)
    wrong = sent(game, "B", *moves(3))
    for name, code, made in (
        ("ok-refused", "ok", reject(wrong)), ("refused-invented", "unsigned-refusal", reject(wrong, sig="00" * 64)),
        ("refused-other-head", "unsigned-refusal", reject(wrong, head="5a" * 32)),
        ("refused-other-length", "unsigned-refusal", reject(wrong, last=4)),
        ("refused-no-signature", "unsigned-refusal", reject(wrong, without="sig")),
        ("refused-replayed", "unsigned-refusal", reject(game.blocks[0], last=3)),
        ("refused-own", "unsigned-refusal", reject(sent(game, "A", *moves(3)))),
        ("refused-identity", "unsigned-refusal", reject(sent(game, "B", *moves(3), key=game.hands["B"].identity))),
    ):  # fmt: skip
        again = deal(1)
        again.write("A", made)
        yield name, code, 2 if code == "ok" else 1, again


def _renewals() -> Iterator[Case]:
    new, newest = toy(0xC0, 1), toy(0xC4, 1)
    move: Written = ("A", None, [MOVE])
    one, two = renew(0xC0, 16), renew(0xC4, 16)
    first: Written = ("A", None, [one])
    old = toy(0xA1)
    yield "ok-renewed", "ok", 3, played(move, first, ("A", new, [MOVE, MOVE]))
    yield "ok-renewed-twice", "ok", 5, played(move, first, move, ("A", new, [two]), ("A", newest, [MOVE]))
    yield "renewed-old-key", "old-key", 2, played(move, first, ("A", old, [MOVE]))
    yield "renewed-older-key", "old-key", 4, played(first, move, ("A", new, [two]), move, ("A", old, [MOVE]))
    yield "renewed-too-soon", "wrong-key", 0, played(("A", new, [one]))
    with_more = played(move, ("A", None, [one, MOVE]))
    with_more.write("A", MOVE)
    yield "renewed-with-more", "wrong-key", 2, with_more
    yield "renewed-by-the-other-seat", "spoofed-author", 1, played(move, ("A", toy(0xB1), [one]))
    yield "renewed-signed-for-the-other", "spoofed-author", 1, played(first, ("B", new, [MOVE]))
    yield (
        "renewed-with-a-small-key",
        "wrong-key",
        1,
        played(("A", None, [renew(0xC0, 16, key=SMALL)]), ("A", new, [MOVE])),
    )


def _rulings() -> Iterator[Case]:
    def judged(*bundles: Written, clause: bool = True, rules: str = RULES) -> Game:
        game = start(**({"referee": {**CLAUSE}} if clause else {}))
        for by, key, entries in bundles:
            game.write(by, *entries, key=key, rules=rules[:16])
        return game

    move: Written = ("A", None, [MOVE])
    rules: Written = ("R", RITA, [ruling()])
    named: Written = ("R", QUIN, [appoint(QUIN, "Quin", days=7), ruling()])
    yield "ok-ruled", "ok", 3, judged(move, rules, move)
    yield "ok-ruled-first-of-all", "ok", 1, judged(rules)
    yield "ok-ruled-by-who-was-appointed", "ok", 3, judged(move, named, ("R", QUIN, [ruling()]), clause=False)
    yield "ok-ruled-by-who-was-appointed-instead", "ok", 2, judged(move, named)
    yield "ruled-without-a-referee", "no-referee", 1, judged(move, rules, clause=False)
    yield "ruled-by-a-stranger", "wrong-key", 1, judged(move, ("R", QUIN, [ruling()]))
    own = start().hands["B"].chain.key
    yield "ruled-by-a-player", "spoofed-author", 1, judged(move, ("R", own, [ruling()]))
    yield "ruled-when-replaced", "old-key", 2, judged(move, named, rules)
    yield "ruled-and-moved", "beyond-referee", 1, judged(move, ("R", RITA, [ruling(), MOVE]))
    false = appoint(QUIN, "Quin", a="00" * 64)
    yield "ruled-unappointed", "unsigned-appointment", 1, judged(move, ("R", QUIN, [false, ruling()]))
    long = ruling(text="x" * 4000)
    yield "ruled-at-length", "too-large", 1, judged(move, ("R", RITA, [long]))
    badly = inside(2, resealed(lambda s: s | {"sig": flipped(s["sig"])}))
    yield "ruled-and-changed", "bad-signature", 1, log_of(*badly(judged(move, rules).lines))
    yield "ruled-and-refused", "unsigned-refusal", 1, _refused_ruling(judged(move))
    offer = plain("upgrade", data="da" * 32, rules=SECOND, state="57" * 32, version="june6 0.2.0")
    gone: list[Written] = [
        ("A", None, [MOVE, offer]),
        ("R", RITA, [ruling("void", to=0)]),
        ("B", None, [YES]),
    ]
    yield "ok-ruled-void-under-an-upgrade", "ok", 4, judged(*gone, move)
    yield "named-a-referee-who-plays", "reused-key", 0, start(referee={**CLAUSE, "key": own.hex})
    yield "named-a-referee-without-days", "bad-field", 0, start(referee={"key": RITA.hex, "then": "loses"})


def _refused_ruling(game: Game) -> Game:
    game.write("A", reject(sent(game, "R", ruling(), key=RITA)))
    return game


def _upgrades() -> Iterator[Case]:
    def offer(rules: str) -> Entry:
        return plain("upgrade", data="da" * 32, rules=rules, state="57" * 32, version="june6 0.2.0")

    def made(*bundles: tuple[str, str, list[Entry]]) -> Game:
        game = start()
        for by, rules, entries in bundles:
            game.write(by, *entries, rules=rules[:16])
        return game

    begun: list[tuple[str, str, list[Entry]]] = [("A", RULES, [MOVE, offer(SECOND)])]
    agreed, declined = [*begun, ("B", RULES, [YES])], [*begun, ("B", RULES, [NO])]
    new, old, other = (("A", rules, [MOVE]) for rules in (SECOND, RULES, THIRD))
    twice = [*agreed, ("A", SECOND, [MOVE, offer(RULES)]), ("B", SECOND, [YES])]
    gone: list[tuple[str, str, list[Entry]]] = [*declined, ("A", RULES, [back(0)]), ("B", RULES, [YES])]
    then_agreed: list[tuple[str, str, list[Entry]]] = [
        *declined,
        ("A", RULES, [offer(THIRD)]),
        ("B", RULES, [YES]),
    ]
    yield "ok-upgraded", "ok", 4, made(*agreed, new, ("B", SECOND, [MOVE]))
    yield "ok-upgraded-and-played-on-in-one", "ok", 3, made(*begun, ("B", RULES, [YES, MOVE]), new)
    yield "ok-upgraded-and-back-again", "ok", 5, made(*twice, old)
    yield "ok-upgrade-declined", "ok", 4, made(*declined, old, ("B", RULES, [MOVE]))
    yield "ok-upgrade-declined-then-agreed", "ok", 5, made(*then_agreed, other)
    yield "ok-upgrade-waiting", "ok", 1, made(*begun)
    yield "ok-back-after-an-upgrade-declined", "ok", 5, made(*gone, old)
    yield "upgraded-old-rules", "downgraded-rules", 2, made(*agreed, old)
    yield "upgraded-other-rules", "downgraded-rules", 2, made(*agreed, other)
    yield "upgraded-too-soon", "downgraded-rules", 1, made(*begun, ("B", SECOND, [YES]))
    yield "upgraded-without-an-answer", "downgraded-rules", 1, made(*begun, ("B", SECOND, [MOVE]))
    yield "upgraded-though-declined", "downgraded-rules", 2, made(*declined, new)
    yield "upgraded-and-back-again-unheard", "downgraded-rules", 4, made(*twice[:3], ("B", SECOND, [NO]), old)
    yield "upgraded-by-agreeing-to-a-take-back", "downgraded-rules", 4, made(*gone, new)


def log_vectors() -> Iterator[tuple[str, dict[str, Json]]]:
    """Name and content of every file in ``log/``."""
    for each in (_layout, _order, _signatures, _refusals, _renewals, _upgrades, _rulings):
        for name, expect, valid, made in each():
            data = log_of(*made.lines) if isinstance(made, Game) else made
            value: dict[str, Json] = {"expect": expect, "valid_bundles": valid}
            text = data.decode()
            pieces = text.split("\n")
            if "\r" not in text and pieces.pop() == "" and data:
                value["lines"] = [*pieces]
            else:
                value["input_hex"] = data.hex()
            yield name, value


__all__ = ["log_vectors"]

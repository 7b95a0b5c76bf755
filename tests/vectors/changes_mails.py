"""Changes in texts and first mails."""

from __future__ import annotations

import json
from collections.abc import Callable

from bases import ROUNDS, grow, rounds
from change import bad, damaged, good
from changes_bytes import OTHER, flipped, plus_order
from entry_writer import call, note, plain
from second_verifier import Json, Object, canonical, th
from writer import Game, chain_of, first_sig, toy

SMALL = "01" + "00" * 31


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
    saying("hides-letters-in-a-list-of-texts", plain("call", text=["\u00e9"]))
    saying("notes-strange-letters", note("\U000105d2"), "not-text")
    saying("notes-a-later-letter", note("\U0001fae8"), "not-text")
    saying("notes-what-nobody-sees", note("a\u200bb"), "not-text")
    saying("notes-a-byte-order-mark", note("a\ufeffb"), "not-text")
    saying("notes-a-turned-word", note("a\u202eb"), "not-text")
    saying("notes-a-wide-blank", note("a\u00a0b"), "not-text")
    saying("notes-in-parts", note("e\u0301"), "nfd")
    saying("notes-two-lines", note("a\nb"), "control")
    good("ok-notes-in-many-letters", only,
         _noted("\u00bfQu\u00e9? \u5b59\u5b50, \u0416\u0443\u043a\u043e\u0432, \U0001f3b2"))  # fmt: skip


def _noted(text: str) -> Game:
    game = rounds(8)
    game.write("A", call(8), note(text))
    return game


def first_mails() -> None:
    def inviting(name: str, about: str, code: str, **fields: Json) -> None:
        game = Game("rounds", invite=fields)
        damaged(name, about, game, lambda lines: lines, code, 0)

    def accepting(name: str, about: str, code: str, **fields: Json) -> None:
        game = Game("rounds", accept=fields)
        damaged(name, about, game, lambda lines: lines, code, 0)

    a, b = (Game("rounds").hands[seat].first_mail for seat in "AB")
    inviting("invites-in-a-version-to-come", "v is 2.", "version", v=2)
    inviting("invites-to-no-game", "A name in capitals.", "bad-field", game="Toss")
    inviting("invites-for-one-side", "Two different names.", "bad-field", sides=["heads", "heads"])
    inviting("invites-with-seven-seeds", "8 at least.", "bad-field", n=7)
    inviting("invites-with-too-many-seeds", "65,536 at most.", "bad-field", n=65_537)
    inviting("invites-with-one-thing-more", "A field too many.", "extra-field", more=1)
    inviting("invites-in-strange-letters", "Options are ASCII.", "not-ascii", options={"note": "\u00e9"})
    inviting("invites-in-strange-letters-under-who", "Only the line's own name is a text.", "not-ascii",
             options={"who": "\u00e9"})  # fmt: skip
    inviting("invites-with-an-empty-pack", "A name, or no field.", "bad-field", pack="")
    inviting("invites-for-a-pairing-in-capitals", "16 small hex digits.", "bad-field", pairing="AB" * 8)
    inviting("invites-for-a-pairing-of-nine-bytes", "16 small hex digits.", "bad-field", pairing="ab" * 9)
    good("ok-a-game-for-a-pairing", "Of a club.", Game("rounds", invite={"pairing": "ab" * 8}))
    inviting("invites-without-a-name", "One character at least.", "bad-field", who="")
    inviting("invites-with-a-blank-before-its-name", "No space at either end.", "bad-field", who=" Ana")
    inviting("invites-with-a-blank-behind-its-name", "No space at either end.", "bad-field", who="Ana ")
    inviting("invites-with-a-name-of-65", "64 characters at most.", "bad-field", who="\u00e9" * 65)
    inviting("invites-with-a-name-that-nobody-sees", "U+200B.", "not-text", who="An\u200ba")
    inviting("invites-with-a-name-in-parts", "Not in form C.", "nfd", who="Zoe\u0301")
    good("ok-a-name-of-64-characters", "As long as may be.", Game("rounds", invite={"who": "\u5b59" * 64}))
    inviting("invites-under-a-key-of-small-order", "Many messages fit.", "small-order-key", key=SMALL)
    inviting("invites-under-a-key-in-two-forms", "y is not below p.", "non-canonical-key",
             key="f0" + "ff" * 30 + "7f")  # fmt: skip
    inviting("invites-under-no-key", "No point of the curve.", "not-a-key", key="02" + "00" * 31)
    two = "No key has two uses, and no hash."
    inviting("invites-with-its-identity-for-a-key", two, "reused-key", key=a["id"])
    inviting("invites-with-one-hash-for-two", two, "reused-key", tip=a["vault"])
    accepting("accepts-another-invitation", "Of another game.", "other-game", invite=OTHER)
    for name, field, value in (
        ("key", "key", a["key"]), ("identity-for-a-key", "key", a["id"]), ("chain", "tip", a["tip"]),
        ("vault", "vault", a["vault"]),
        ("vault-for-a-chain", "tip", a["vault"]), ("chain-for-a-vault", "vault", a["tip"]),
    ):  # fmt: skip
        accepting(f"accepts-with-the-other's-{name}", two, "reused-key", **{field: value})
    accepting("accepts-with-its-identity-for-a-key", two, "reused-key", key=b["id"])
    lent = Game("rounds", same_player=True, invite={"key": chain_of(toy(0xA1), 64, 0xA3).key.hex})
    good("ok-one-player-at-both-seats", "An unwitnessed game: one identity.", lent)
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
        return [lines[0], first_sig(toy(0xA1), toy(0xA1), "invite", lines[0]), *lines[2:]]

    damaged(
        "invites-with-the-game-key", "The identity signs the first mail.", rounds(0), by_key, "wrong-key", 0
    )

    _possession()

    def other_game(name: str, about: str, code: str, others: str | None, **fields: Json) -> None:
        game = grow(Game("rounds", invite=fields), ROUNDS[:1])
        damaged(name, about, game, lambda lines: lines, code, 0, 0, others)

    other_game("invites-to-an-unknown-game", "Nobody has it.", "unknown-game", "ok", game="chess")
    other_game("invites-to-other-data", "Other charts.", "other-data", "ok", data=OTHER)
    other_game("invites-to-another-position", "Another beginning.", "other-setup", "ok", setup=OTHER)
    other_game("invites-to-other-sides", "Sides that the game does not have.", "wrong-sides", "ok",
               sides=["edge", "tails"])  # fmt: skip


def _possession() -> None:
    """The game key that a first mail names has signed it, this very line, and nothing else will do."""
    borrowed = "A game key of somebody else, copied from their log with its chain."
    lent: Object = {"key": toy(0xC1).hex, **chain_of(toy(0xC1), 64, 0xC3).fields}

    def signed(place: int, own: Callable[[list[bytes]], str]) -> Callable[[list[bytes]], list[bytes]]:
        return lambda lines: [
            canonical(json.loads(old) | {"own": own(lines)}) if n == place else old
            for n, old in enumerate(lines)
        ]

    def by(key: int, purpose: str, place: int) -> Callable[[list[bytes]], str]:
        return lambda lines: toy(key).private.sign(th(purpose, lines[place])).hex()

    def bad_key(name: str, about: str, place: int, own: Callable[[list[bytes]], str], **more: Object) -> None:
        game = grow(Game("rounds", invite=more.get("invite"), accept=more.get("accept")), ROUNDS[:1])
        damaged(name, about, game, signed(place, own), "unproven-key", 0)

    bad_key("invites-with-a-borrowed-key", borrowed, 1, by(0xA1, "invite-key", 0), invite=lent)
    bad_key("accepts-with-a-borrowed-key", borrowed, 3, by(0xB1, "accept-key", 2), accept=lent)
    bad_key(
        "accepts-with-a-borrowed-key-and-its-identity", borrowed, 3, by(0xB0, "accept-key", 2), accept=lent
    )
    other = Game("rounds", accept={**lent, "who": "Cid"}).lines
    bad_key("accepts-with-the-possession-of-another-acceptance",
            "The key's owner has accepted this invitation, too, in their own name.", 3,
            lambda _: str(json.loads(other[3])["own"]), accept=lent)  # fmt: skip
    bad_key("accepts-with-the-possession-of-an-invitation", "The signature is over an invitation.", 3,
            by(0xB1, "invite-key", 2))  # fmt: skip
    bad_key("accepts-with-the-signature-of-its-identity", "Over the same line.", 3, by(0xB1, "accept", 2))
    bad_key("invites-with-the-possession-of-the-other", "Their key.", 1, by(0xB1, "invite-key", 0))
    bad_key("changes-a-possession", "One bit.", 3, lambda lines: flipped(json.loads(lines[3])["own"]))
    bad_key("adds-the-order-to-a-possession", "S is not below the order of the group.", 3,
            lambda lines: str(plus_order({"sig": json.loads(lines[3])["own"]})["sig"]))  # fmt: skip

    def without(place: int) -> Callable[[list[bytes]], list[bytes]]:
        return lambda lines: [
            canonical({k: v for k, v in json.loads(old).items() if k != "own"}) if n == place else old
            for n, old in enumerate(lines)
        ]

    lacks = "The game key has not signed."
    damaged("invites-without-possession", lacks, rounds(1), without(1), "missing-field", 0)
    damaged("accepts-without-possession", lacks, rounds(1), without(3), "missing-field", 0)

    def beside(lines: list[bytes]) -> list[bytes]:
        return [*lines[:-1], canonical(json.loads(lines[-1]) | {"own": "00" * 64})]

    damaged(
        "signs-a-bundle-with-possession", "Only the first mails have it.", rounds(1), beside, "extra-field", 0
    )
    for seat, place in (("invites", 1), ("accepts", 3)):
        short = signed(place, lambda _: "00" * 63)
        damaged(f"{seat}-with-a-short-possession", "One byte too few.", rounds(1), short, "bad-field", 0)


def main() -> None:
    """All of them."""
    for each in (texts, first_mails):
        each()

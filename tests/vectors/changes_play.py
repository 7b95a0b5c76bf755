"""Changes in what a game is made of: the pen, secrets, salts, vaults."""

from __future__ import annotations

import hmac

from bases import ROUNDS, asides, grow, rounds
from change import bad, capitals, good, then, with_
from entry_writer import START, YES, audit, back, call, opened, plain, req, rsp, seal, show, tell
from second_verifier import Object, canonical, th
from writer import Entry, Game, Made

OTHER = "5a" * 32
OPENING: list[Entry] = [START, call(3), seal("bet/1", 7, 2)]


def pen() -> None:
    bad("begins-without-start", "The first entry is an order.", rounds(0), "A", [call(3)], "not-now", 0)
    bad("starts-twice", "A second start.", rounds(0), "A", [START, START], "not-now", 1)
    bad("b-starts", "The seat that accepted writes the start.", rounds(0), "B", [START], "out-of-turn", 0)
    bad("b-begins", "The seat that accepted plays first.", rounds(0), "B", [call(3)], "out-of-turn", 0)
    bad(
        "start-with-a-field", "A start that says more.", rounds(0), "A", [START | {"now": 1}], "bad-fields", 0
    )
    bad("plays-out-of-turn", "A calls when B is to.", rounds(3), "A", [call(1)], "out-of-turn", 8, "ok")
    bad(
        "plays-what-is-not-due", "B tells where a call is due.", rounds(3), "B", [tell(1)], "illegal", 8, "ok"
    )
    bad("plays-the-unknown", "A kind that no rules know.", rounds(3), "B", [plain("fly")], "unknown-kind", 8,
        "ok")  # fmt: skip
    more = call(4) | {"extra": 1}
    bad("plays-with-a-field-too-many", "An order says more than it may.", rounds(3), "B", [more],
        "bad-fields", 8, "ok")  # fmt: skip
    text = plain("call", number="4")
    bad(
        "plays-a-text-for-a-number", "A field of another type.", rounds(3), "B", [text], "bad-fields", 8, "ok"
    )
    bad("plays-with-a-field-missing", "An order says too little.", rounds(3), "B", [plain("call")],
        "bad-fields", 8, "ok")  # fmt: skip
    bad("plays-against-the-rules", "A number that nobody may call.", rounds(3), "B", [call(10)], "illegal", 8,
        "ok")  # fmt: skip
    asked = [*OPENING, req("round/1"), call(1)]
    bad("plays-on-before-the-answer", "The asker goes on.", rounds(0), "A", asked, "out-of-turn", 4)
    bad("plays-under-a-roll", "A call where a tell is due.", rounds(1), "B", [call(1)], "illegal", 4, "ok")
    bad("plays-instead-of-answering", "An order under an open request.", rounds(4), "A", [call(2)], "not-now",
        10)  # fmt: skip
    under = [tell(5), req("round/2")]
    bad("asks-before-it-answers", "A request under a request.", rounds(1), "B", under, "not-now", 5)
    bad("answers-its-own-request", "The asker answers.", rounds(1), "A", [rsp()], "out-of-turn", 4)
    late = [rsp(), tell(5)]
    bad("chooses-after-its-seed", "The answer before the choice.", rounds(1), "B", late, "not-now", 4,
        ("out-of-turn", 5))  # fmt: skip
    bad("chooses-nothing", "The answer without the choice.", rounds(1), "B", [rsp()], "not-now", 4, "ok")
    early: list[Entry] = [show("bet/1"), call(1)]
    bad("plays-on-before-opening", "An order where the opening is due.", rounds(2), "A", early, "not-now", 7)
    bad("keeps-its-bet-shut", "The dice before the bet.", rounds(2), "A", [opened()], "not-now", 6, "ok")
    turned: list[Entry] = [opened(), show("bet/1")]
    bad("opens-its-bet-too-late", "The dice, then the bet.", rounds(2), "A", turned, "not-now", 6, "ok")
    bad("plays-on-after-the-end", "An order where the vault is due.", rounds(13), "B", [call(1)], "not-now",
        26, "ok")  # fmt: skip
    bad("plays-on-after-its-end", "The other seat, too.", rounds(13), "A", [call(1)], "out-of-turn", 26, "ok")
    bad("plays-between-the-vaults", "An order for a vault.", rounds(14), "A", [call(1)], "not-now", 27)
    bad("starts-a-deck-of-nobody", "A mask that no rules ask for.", rounds(3), "B", [_mask()], "not-now", 8,
        ("bad-shuffle", 8))  # fmt: skip


def _mask() -> Object:
    digits: Object = {
        "bits": "00" * 16,
        "q": "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    }
    return plain("deck-mask", at="pack", cards=["ace"], p=[digits["q"]], z=("00" * 31 + "01") * 128) | digits


def secrets() -> None:
    def sealing(name: str, about: str, made: Made | Object, code: str, others: str | None = None) -> None:
        bad(name, about, rounds(0), "A", [START, call(3), made], code, 2, others)

    sealing("seals-under-another-label", "Not the label that the game asks for.", seal("bet/9", 7, 2),
            "wrong-label", "ok")  # fmt: skip
    sealing("seals-one-value-too-few", "One commitment for two.", seal("bet/1", 7), "illegal", "ok")
    sealing(
        "seals-something-short", "A commitment of one byte.", seal("bet/1", 7, 2, c=["00", OTHER]), "bad-hex"
    )
    sealing(
        "seals-in-capitals", "Digits in upper case.", seal("bet/1", 7, 2, c=["5A" * 32, OTHER]), "bad-hex"
    )
    sealing("seals-no-list", "A commitment for a list of them.", seal("bet/1", 7, 2, c=OTHER), "bad-fields")
    sealing("seals-numbers", "Numbers for commitments.", seal("bet/1", 7, 2, c=[7, 2]), "bad-fields")
    sealing("seals-under-a-number", "A label that is no text.", seal("bet/1", 7, 2, at=1), "bad-fields")
    sealing("seals-nothing", "The request without the bet.", req("round/1"), "not-now", "ok")
    sealing("bets-in-clear", "A secret as a plain order.", plain("bet", numbers=[7, 2]), "early-open", "ok")
    again: list[Entry] = [*OPENING, seal("bet/1", 7, 2)]
    bad("seals-twice", "The same label again.", rounds(0), "A", again, "not-now", 3, "sealed-twice")

    def showing(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        bad(name, about, rounds(2), "A", [made, opened()], code, 6, others)

    showing("shows-another-value", "Not what was sealed.", show("bet/1", v=8), "other-value")
    showing("shows-another-type", "A text for a number.", show("bet/1", v="7"), "other-value")
    showing("shows-another-salt", "An invented salt.", show("bet/1", salt=OTHER), "other-value")
    showing("shows-a-short-salt", "A salt of one byte.", show("bet/1", salt="00"), "bad-hex")
    showing("shows-a-salt-in-capitals", "Upper case.", with_(show("bet/1"), salt=capitals), "bad-hex")
    showing("shows-a-number-for-a-salt", "No text at all.", show("bet/1", salt=1), "bad-fields")
    showing("shows-the-other-bet", "A secret that nobody asks for.", show("bet/1", 2), "wrong-label", "ok")
    showing("shows-a-third-of-two", "A number beyond those sealed.", show("bet/1", n=3), "wrong-label",
            "never-sealed")  # fmt: skip
    showing("shows-number-zero", "Numbers begin at 1.", show("bet/1", n=0), "wrong-label", "never-sealed")
    showing("shows-another-label", "A label that was never used.", show("bet/1", at="bet/9"), "wrong-label",
            "never-sealed")  # fmt: skip
    showing("shows-under-a-text", "A number as text.", show("bet/1", n="1"), "bad-fields")
    showing("shows-with-a-field-too-many", "One field more.", show("bet/1", of="A"), "bad-fields")
    twice: list[Entry] = [show("bet/1"), show("bet/1")]
    bad("shows-twice", "The same secret again.", rounds(2), "A", twice, "not-now", 7, "never-sealed")
    bad("shows-the-other's", "A secret of the other seat.", rounds(7), "B", [show("bet/1", 2)], "wrong-label",
        19, "never-sealed")  # fmt: skip
    high = Game("rounds")
    grow(high, [("A", [START, call(3), seal("bet/1", 70, 2), req("round/1")]), ("B", [tell(5), rsp()])])
    bad("shows-what-the-rules-forbid", "The value was sealed, but is none.", high, "A", [show("bet/1")],
        "illegal", 6, "ok")  # fmt: skip


def _salted(salt: bytes) -> tuple[Made, Made]:
    """A bet under a salt that does not follow from the place."""

    def sealing(game: Game, by: str, before: bytes) -> Object:
        entry = seal("bet/1", 7, 2)(game, by, before)
        listed = entry["c"] if isinstance(entry["c"], list) else []
        return entry | {"c": [th("commit", game.gid, b"bet/1/1", salt, canonical(7)).hex(), *listed[1:]]}

    return sealing, show("bet/1", salt=salt.hex())


def salts() -> None:
    gid, vault = rounds(0).gid, bytes([0xA2]) * 32
    head = rounds(1).head

    def ended(salt: bytes) -> Game:
        sealing, showing = _salted(salt)
        game = Game("rounds")
        first: list[Entry] = [START, call(3), sealing, req("round/1")]
        return grow(game, [("A", first), ROUNDS[1], ("A", [showing, opened()]), *ROUNDS[3:14]])

    of_label = hmac.digest(vault, th("salt", gid, b"bet/1/1"), "sha256")
    elsewhere = hmac.digest(vault, th("salt", gid, b"bet/1/1", head), "sha256")
    for name, about, salt in (
        ("salts-by-the-label-alone", "The salt does not hang on its place.", of_label),
        ("salts-of-another-place", "The salt of another chained hash.", elsewhere),
        ("salts-chosen-freely", "A salt that was made up.", b"\x11" * 32),
    ):
        bad(name, about, ended(salt), "A", [audit()], "other-salt", 27)
    game = _taken_back(b"\x11" * 32)
    bad("salts-shown-and-taken-back", "Made up, shown, and taken back.", game, "A", [audit()], "other-salt",
        12)  # fmt: skip
    honest = then(then(_taken_back(None), "A", audit()), "B", audit())
    good("ok-shown-and-taken-back", "One of two was shown, taken back, and the other shown.", honest)


def _taken_back(salt: bytes | None) -> Game:
    """Of two numbers a die picks one; it is taken back, and picks the other. The first may have a salt that was made up."""
    sealing, showing = (seal("bet/1", 7, 2), show("bet/1")) if salt is None else _salted(salt)
    asking = req("pick/1", openly=True)
    for number in range(1, 10):  # what is called makes the dice
        first: list[Entry] = [START, call(number), sealing, asking]
        game = grow(Game("pick"), [("A", first), ("B", [rsp()])])
        if game.faces == [1]:
            grow(game, [("A", [showing]), ("B", [back(2)]), ("A", [YES]), ("A", [asking]), ("B", [rsp()])])
            if game.faces == [2]:
                return grow(game, [("A", [show("bet/1", 2)]), ("B", [call(1)])])
    raise AssertionError("no number makes those dice")


def vaults() -> None:
    def auditing(name: str, about: str, made: Made, code: str) -> None:
        bad(name, about, rounds(13), "B", [made], code, 26)

    auditing("opens-another-vault", "Not the one it committed to.", audit(vault="00" * 32), "other-vault")
    auditing("opens-a-short-vault", "One byte.", audit(vault="00"), "bad-hex")
    auditing("opens-a-vault-in-capitals", "Upper case.", audit(vault="B2" * 32), "bad-hex")
    auditing("opens-a-vault-too-many", "It never renewed.", audit(before=[OTHER]), "other-vault")
    auditing("opens-an-empty-list-of-vaults", "The default is written out.", audit(before=[]), "two-forms")
    auditing("opens-a-text-of-vaults", "A text for a list.", audit(before=OTHER), "bad-fields")
    first = "Who wrote the end opens second."
    bad("opens-its-vault-first", first, rounds(13), "A", [audit()], "out-of-turn", 26)
    last = "A vault is opened alone."
    bad("opens-its-vault-beside-the-end", last, rounds(12), "A", [call(1), audit()], "not-now", 26)
    bad("opens-its-vault-beside-a-note", last, rounds(13), "B", [audit(), plain("note", text="x")], "not-now",
        26)  # fmt: skip
    game = then(rounds(11), "B", rsp())
    both: list[Entry] = [rsp(), audit()]
    bad("opens-its-vault-beside-an-answer", last, rounds(11), "B", both, "not-now", 25)
    early = "The game goes on."
    bad("opens-its-vault-too-early", early, rounds(3), "B", [audit()], "not-now", 8, "ok")
    bad("opens-its-vault-under-a-roll", early, rounds(1), "B", [audit()], "not-now", 4)
    bad("opens-its-vault-out-of-turn", early, game, "B", [audit()], "out-of-turn", 25)
    bad("opens-its-vault-twice", "Once is enough.", rounds(14), "B", [audit()], "out-of-turn", 27)
    bad("opens-both-vaults", "For the other seat, too.", rounds(14), "A", [audit(vault="b2" * 32)],
        "other-vault", 27)  # fmt: skip
    bad("says-something-after-the-vaults", "Nothing follows.", rounds(15), "B", [call(1)], "out-of-turn", 28)
    bad("says-something-after-its-vault", "Nothing follows.", rounds(15), "A", [call(1)], "out-of-turn", 28)


def games() -> None:
    """What the others change."""
    good("ok-a-whole-game", "Calls, bets, sealed and open rolls, and both vaults.", rounds(15))
    beside = "Notes, a take-back, a refusal, offers of another version, a renewal."
    good("ok-a-game-with-all-beside", beside, asides(25))


def main() -> None:
    """All of them."""
    for each in (games, pen, secrets, salts, vaults):
        each()

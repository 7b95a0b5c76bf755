"""Changes beside the play itself: refusals, other versions, dealers, notes."""

from __future__ import annotations

from bases import ROUNDS, asides, grow, rounds, talk
from change import bad, good, list_of, then, with_
from changes_dice import burnt
from changes_play import OPENING, OTHER
from entry_writer import (
    NO,
    START,
    YES,
    audit,
    back,
    call,
    note,
    plain,
    reject,
    renew,
    req,
    rsp,
    sent,
    tell,
    upgrade,
)
from second_verifier import Json
from writer import DATA, RULES, Entry, Game, Made, chain_of, toy


def refusals() -> None:
    """What is refused here is a first bundle that does not start."""

    def refused(name: str, about: str, expect: str, without: str = "", **but: Json) -> None:
        game = Game("rounds")
        bad(name, about, game, "B", [reject(sent(game, "A", call(3)), without=without, **but)], expect, 0)

    game = rounds(2)
    wrong = sent(game, "A", call(3))
    good(
        "ok-refused", "A bundle that A did sign.", then(game, "B", reject(wrong), note("Please look again."))
    )
    never = "Nobody signed that in this place."
    refused("refuses-what-was-never-sent", never, "unsigned-refusal", sig="00" * 64)
    refused("refuses-another-head", never, "unsigned-refusal", head=OTHER)
    refused("refuses-another-state", never, "unsigned-refusal", state=OTHER)
    refused("refuses-other-rules", never, "unsigned-refusal", rules="0" * 16)
    refused("refuses-another-length", never, "unsigned-refusal", last=1)
    refused("refuses-by-a-key-of-nobody", never, "unsigned-refusal", key="00" * 8)
    mine = Game("rounds")
    bad("refuses-what-it-signed-itself", never, mine, "B", [reject(sent(mine, "B", call(3)))],
        "unsigned-refusal", 0)  # fmt: skip
    identity = Game("rounds")
    theirs = sent(identity, "A", call(3), key=identity.hands["A"].identity)
    bad("refuses-by-the-identity", "That key signs no bundles.", identity, "B", [reject(theirs)],
        "unsigned-refusal", 0)  # fmt: skip
    other = sent(Game("rounds", invite={"options": {}}), "A", call(3))
    bad(
        "refuses-a-bundle-of-another-game", never, Game("rounds"), "B", [reject(other)], "unsigned-refusal", 0
    )
    earlier = rounds(2)
    replayed = reject(earlier.blocks[0], entry=6, last=6)
    bad("refuses-an-earlier-bundle-again", never, earlier, "B", [replayed], "unsigned-refusal", 6)
    place = rounds(2)
    later = reject(sent(place, "A", call(1), n=4))
    bad("refuses-a-bundle-of-another-place", never, place, "B", [later], "unsigned-refusal", 6)
    past = rounds(2)
    bad("refuses-a-bundle-of-another-past", never, past, "B", [reject(sent(past, "A", call(1), prev=OTHER))],
        "unsigned-refusal", 6)  # fmt: skip
    renewed = asides(18)
    old = sent(renewed, "A", call(0), key=toy(0xA1))
    bad("refuses-by-a-key-given-up", never, renewed, "B", [reject(old)], "unsigned-refusal", 34)
    refused("refuses-an-entry-below-zero", "Not an entry of the bundle.", "bad-fields", entry=-1)
    refused("refuses-an-entry-beyond", "Not an entry of the bundle.", "bad-fields", entry=1)
    refused("refuses-too-long-a-bundle", "Two thousand entries at most.", "unsigned-refusal", last=2000)
    refused(
        "refuses-a-bundle-that-ends-before-it-begins", "No bundle.", "unsigned-refusal", last=-1, entry=-1
    )
    refused("refuses-with-a-long-code", "65 characters.", "bad-fields", code="x" * 65)
    refused("refuses-with-a-long-paragraph", "65 characters.", "bad-fields", par="1" * 65)
    refused("refuses-with-an-empty-paragraph", "The default is written out.", "two-forms", par="")
    refused("refuses-without-a-code", "A field is missing.", "bad-fields", without="code")
    refused("refuses-without-a-signature", "A field is missing.", "unsigned-refusal", without="sig")
    refused("refuses-with-a-roll", "A field of older drafts.", "bad-fields", j=1)
    refused("refuses-with-a-number", "A field of older drafts.", "bad-fields", n=1)
    refused("refuses-with-a-short-signature", "One byte.", "unsigned-refusal", sig="00")
    refused("refuses-with-a-number-for-a-signature", "No text.", "unsigned-refusal", sig=0)
    refused("refuses-with-a-whole-key", "32 bytes for 8.", "unsigned-refusal", key=OTHER)
    refused("refuses-a-head-in-capitals", "Upper case.", "unsigned-refusal", head=OTHER.upper())
    refused("refuses-with-a-text-for-an-entry", "A number as text.", "bad-fields", entry="0")
    _places_of_refusals()


def _places_of_refusals() -> None:
    alone = "Behind a refusal stands a note, or nothing."
    game = rounds(2)
    bad("refuses-and-plays-on", alone, game, "B", [reject(sent(game, "A", call(1))), call(4)], "not-now", 7)
    game = rounds(2)
    twice = reject(sent(game, "A", call(1)))
    bad("refuses-twice-in-one", alone, game, "B", [twice, twice], "not-now", 7)
    game = rounds(1)
    middle: list[Entry] = [tell(5), rsp(), reject(sent(game, "A", call(1)))]
    bad("refuses-in-the-middle", "A refusal comes first.", game, "B", middle, "not-now", 6)
    game = rounds(1)
    pen = "Who holds the pen has nothing to refuse."
    bad("refuses-when-it-is-to-answer", pen, game, "B", [reject(sent(game, "A", call(1)))], "out-of-turn", 4)
    game = rounds(3)
    bad("refuses-when-it-is-to-play", pen, game, "B", [reject(sent(game, "A", call(1)))], "out-of-turn", 8,
        "ok")  # fmt: skip
    game = rounds(0)
    bad("refuses-when-it-is-to-start", pen, game, "A", [reject(sent(game, "B", call(1)))], "out-of-turn", 0)
    over = "The game is over."
    game = rounds(13)
    bad("refuses-after-the-end", over, game, "A", [reject(sent(game, "B", call(1)))], "out-of-turn", 26, "ok")
    game = rounds(14)
    bad("refuses-a-vault", over, game, "B", [reject(sent(game, "A", call(1)))], "out-of-turn", 27)
    game = rounds(15)
    bad("refuses-after-the-vaults", over, game, "B", [reject(sent(game, "A", call(1)))], "out-of-turn", 28)
    game = burnt(rounds(0), "B", 4)
    often = "Four in a row, until somebody plays on."
    bad("refuses-five-times", often, game, "B", [reject(sent(game, "A", call(0)), entry=4)], "refused-often",
        4)  # fmt: skip
    game = then(then(burnt(rounds(3), "A", 2), "B", back(1)), "A", NO)
    game = burnt(game, "A", 2)
    bad("refuses-five-times-between-offers", often, game, "A", [reject(sent(game, "B", call(0)))],
        "refused-often", 14)  # fmt: skip
    both = then(burnt(rounds(3), "A", 2), "B", back(1))
    both = burnt(both, "B", 2)
    bad("refuses-five-times-by-two-seats", often, both, "B", [reject(sent(both, "A", call(0)))],
        "refused-often", 13)  # fmt: skip
    _many_refusals()
    rolls = "A refusal burns the next roll."
    after = burnt(rounds(0), "B", 1)
    bad("asks-for-a-burnt-roll", rolls, after, "A", [*OPENING, req("round/1", j=1)], "roll-again", 4)
    after = burnt(rounds(0), "B", 1)
    bad("asks-beyond-a-burnt-roll", rolls, after, "A", [*OPENING, req("round/1", j=3)], "skipped-seed", 4)
    good("ok-asked-after-a-burnt-roll", rolls, grow(burnt(rounds(0), "B", 2), ROUNDS[:2]))
    stands = "The roll under way stands."
    game = grow(burnt(rounds(1), "A", 2), ROUNDS[1:4])
    good("ok-answered-after-a-refusal", stands, then(game, *ROUNDS[4][:1], *ROUNDS[4][1]))
    game = grow(burnt(rounds(1), "A", 1), ROUNDS[1:3])
    again: list[Entry] = [call(4), req("round/2", openly=True, j=2)]
    bad("asks-for-a-roll-burnt-under-another", rolls, game, "B", again, "roll-again", 10)


def _many_refusals() -> None:
    """A sends bad bundles as often as it can: four, then one that holds, so that B refuses without end."""

    def refusing(times: int) -> Game:
        game = talk(0)
        while times:
            now = min(times, 4)
            game = burnt(game, "B", now)
            game = then(game, "A", *([START] if game.step == 0 else []), call(1))
            times -= now
            if times:
                game = then(game, "B", call(1))
        return game

    good("ok-refuses-a-hundred-times", "As many as there may be.", refusing(100))
    game = then(refusing(100), "B", call(1))
    bad("refuses-101-times", "One more than there may be.", game, "B",
        [reject(sent(game, "A", call(0)))], "refused-often", 151)  # fmt: skip


def versions() -> None:
    def offering(name: str, about: str, made: Made, code: str) -> None:
        bad(name, about, rounds(3), "B", [made], code, 8)

    offering("offers-the-version-in-force", "Nothing new.", upgrade(RULES, DATA), "same-rules")
    offering("offers-rules-that-are-no-hash", "No digits.", upgrade(rules="xy" * 32), "bad-hex")
    offering("offers-short-data", "Sixteen bytes.", upgrade(data="cd" * 16), "bad-hex")
    offering("offers-a-state-in-capitals", "Upper case.", upgrade(state="CD" * 32), "bad-hex")
    offering("offers-a-version-without-a-name", "For people.", upgrade(version=""), "bad-fields")
    offering("offers-a-version-of-a-long-name", "65 characters.", upgrade(version="x" * 65), "bad-fields")
    offering(
        "offers-a-pack-that-is-no-name", "Blanks and capitals.", upgrade(pack="Not A Name"), "bad-fields"
    )
    offering("offers-an-empty-pack", "The default is written out.", upgrade(pack=""), "two-forms")
    offering("offers-a-version-with-a-field-too-many", "One field more.", upgrade(more=1), "bad-fields")
    offering(
        "offers-a-version-without-a-state", "A field is missing.", upgrade(without="state"), "bad-fields"
    )
    bad("offers-a-version-under-a-roll", "A roll is under way.", rounds(1), "B", [upgrade()], "not-now", 4)
    bad("offers-a-version-at-the-end", "Nothing is owed.", rounds(13), "B", [upgrade()], "not-now", 26, "ok")
    game = then(rounds(3), "B", upgrade(state=OTHER))
    bad("agrees-to-another-state", "Not what carrying over gives.", game, "A", [YES], "other-state", 9, "ok")
    game = then(rounds(3), "B", upgrade("b3" * 32))
    bad("agrees-to-an-unknown-version", "Nobody has it.", game, "A", [YES], "unknown-version", 9, "ok")
    game = then(then(rounds(3), "B", upgrade()), "A", YES)
    bad("plays-by-the-old-version", "The header names the old rules.", game, "B", [call(4)],
        "downgraded-rules", None, rules=RULES[:16])  # fmt: skip
    game = then(rounds(3), "B", upgrade())
    bad("plays-by-a-version-too-soon", "Nobody has agreed.", game, "A", [NO], "downgraded-rules", None,
        rules="a2" * 8)  # fmt: skip
    game = then(then(rounds(3), "B", upgrade()), "A", YES)
    bad("goes-back-across-a-version", "An upgrade is not taken back.", game, "B", [back(7)], "bad-back", 10)
    game = then(then(rounds(3), "B", upgrade()), "A", YES)
    bad("offers-the-version-agreed-to", "Nothing new.", game, "B", [upgrade()], "same-rules", 10)
    challenges()


def challenges() -> None:
    def dealt(bundles: int) -> Game:
        return rounds(bundles, challenge=True)

    opened: list[Entry] = [START, upgrade()]
    bad("offers-a-version-in-a-challenge", "The version stays.", dealt(0), "A", opened, "no-upgrade", 1)
    bad("goes-back-in-a-challenge", "Nothing is taken back.", dealt(0), "A", [START, back(0)], "no-takeback",
        1)  # fmt: skip
    bad("renews-the-published-chain", "It is the dice.", then(dealt(0), "A", START), "B", [renew(0xC0)],
        "out-of-turn", 1, "referee-plays")  # fmt: skip


def dealers() -> None:
    """Challenges, in which B deals the dice from its published chain."""
    published = "The faces come from the published chain alone."
    first: list[Entry] = [START, call(3), req("round/2", openly=True)]
    dealing: list[tuple[str, list[Entry]]] = [
        ("A", first), ("B", [rsp()]), ("A", [call(1), req("round/3", openly=True)]), ("B", [rsp()]),
        ("A", [audit()]), ("B", [audit()]),
    ]  # fmt: skip

    def begun() -> Game:
        return then(Game("dealt", challenge=True), "A", *first)

    good("ok-a-challenge", published, grow(Game("dealt", challenge=True), dealing))
    elsewhere = chain_of(toy(0xB8), 64, 0xB9)
    bad("deals-from-another-chain", published, begun(), "B", [rsp(elsewhere)], "wrong-seed", 3)
    mixed = begun()
    mixed.challenge = False
    bad("deals-dice-of-both-chains", published, mixed, "B", [rsp()], "better-dice", 3)
    higher = with_(rsp(), dice=lambda dice: [(int(str(list_of(dice)[0])) + 1) % 10])
    bad("deals-better-dice", published, begun(), "B", [higher], "better-dice", 3)
    knows = "The dealer knows the dice."
    bad("deals-and-plays", knows, begun(), "B", [rsp(), call(1)], "out-of-turn", 4, "referee-plays")
    game = rounds(1, challenge=True)
    bad("deals-and-chooses", knows, game, "B", [tell(5), rsp()], "referee-plays", 4)


def notes() -> None:
    def noting(name: str, about: str, entries: list[Entry], code: str, fault: int) -> None:
        bad(name, about, rounds(8), "A", entries, code, fault)

    place = "A note stands last, in a bundle that has others."
    noting("a-note-alone", place, [note()], "not-now", 21)
    noting("a-note-first", place, [note(), call(8)], "not-now", 21)
    noting("two-notes", place, [call(8), note(), note()], "not-now", 22)
    noting("two-notes-alone", place, [note(), note()], "not-now", 21)
    noting("a-note-of-501-characters", "500 at most.", [call(8), note("x" * 501)], "bad-fields", 22)
    noting("an-empty-note", "One character at least.", [call(8), note("")], "bad-fields", 22)
    noting("a-note-with-a-blank-before", "No space at either end.", [call(8), note(" x")], "bad-fields", 22)
    noting("a-note-with-a-blank-behind", "No space at either end.", [call(8), note("x ")], "bad-fields", 22)
    noting("a-note-that-is-a-number", "A text.", [call(8), note(5)], "bad-fields", 22)
    noting(
        "a-note-with-a-field-too-many", "One field more.", [call(8), note() | {"to": "B"}], "bad-fields", 22
    )
    noting("a-note-without-words", "A field is missing.", [call(8), plain("note")], "bad-fields", 22)
    game = rounds(0)
    words: list[Entry] = [reject(sent(game, "A", call(3)), entry=0), note()]
    good("ok-a-note-of-500-characters", "As long as may be.",
         then(rounds(8), "A", call(8), note("\u00e9" * 500)))  # fmt: skip
    bad("a-note-before-the-start", "Nothing has begun.", game, "B", words, "not-now", 1)


def main() -> None:
    """All of them."""
    for each in (refusals, versions, dealers, notes):
        each()

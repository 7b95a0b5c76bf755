"""Changes of take-backs."""

from __future__ import annotations

from bases import ROUNDS, grow, rounds
from change import bad, good, then
from changes_dice import burnt
from entry_writer import NO, YES, back, call, note, plain, renew, req, rsp, seal, show, tell, upgrade
from second_verifier import Json
from writer import Entry, Game


def take_backs() -> None:
    def offering(
        name: str,
        about: str,
        bundles: int,
        by: str,
        to: Json,
        code: str,
        fault: int,
        others: str | None = None,
    ) -> None:
        bad(name, about, rounds(bundles), by, [plain("back", to=to)], code, fault, others)

    nowhere = "No earlier entry of the history that stands."
    offering("goes-back-to-what-never-was", nowhere, 3, "B", 9999, "bad-back", 8)
    offering("goes-back-to-itself", nowhere, 3, "B", 8, "bad-back", 8)
    offering("goes-back-to-where-it-is", nowhere, 3, "B", 7, "bad-back", 8)
    offering("goes-back-to-before-the-beginning", nowhere, 3, "B", -1, "bad-back", 8)
    offering("goes-back-into-a-request", "A roll was under way.", 3, "B", 3, "bad-back", 8)
    offering("goes-back-into-an-answer", "A roll was under way.", 3, "B", 5, "bad-back", 8)
    offering("goes-back-to-a-text", "A number as text.", 3, "B", "1", "bad-fields", 8)
    offering("goes-back-under-a-roll", "A roll is under way.", 1, "B", 1, "not-now", 4)
    offering("goes-back-before-it-opens", "A roll is under way.", 2, "A", 1, "not-now", 6)
    offering("goes-back-before-the-start", "Nothing has begun.", 0, "A", 0, "not-now", 0)
    offering("goes-back-out-of-turn", "The pen is elsewhere.", 3, "A", 1, "out-of-turn", 8, "ok")
    offering("goes-back-at-the-end", "Nothing is owed to the game.", 13, "B", 1, "not-now", 26, "ok")
    offering("goes-back-for-a-vault", "The vault is due.", 14, "A", 1, "not-now", 27)
    bad("goes-back-to-nowhere", "A field is missing.", rounds(3), "B", [plain("back")], "bad-fields", 8)
    declined = then(then(rounds(3), "B", back(1)), "A", NO)
    bad("goes-back-into-an-offer", "An offer was open.", declined, "B", [back(8)], "bad-back", 10)
    early = grow(burnt(rounds(0), "B", 1), ROUNDS[:3])
    bad("goes-back-to-before-the-start", nowhere, early, "B", [back(0)], "bad-back", 9)
    offered = then(rounds(3), "B", back(1))
    bad("offers-twice", "An answer is due.", offered, "B", [back(1)], "out-of-turn", 9)
    offered = then(rounds(3), "B", back(1))
    bad("agrees-to-its-own-offer", "The other seat answers.", offered, "B", [YES], "out-of-turn", 9)
    offered = then(rounds(3), "B", back(1))
    bad("plays-on-instead-of-answering-an-offer", "An answer is due.", offered, "A", [call(1)], "not-now", 9)
    offered = then(rounds(3), "B", back(1))
    bad("answers-an-offer-with-a-number", "True or false.", offered, "A", [plain("reply", yes=1)],
        "bad-fields", 9)  # fmt: skip
    offered = then(rounds(3), "B", back(1))
    bad("answers-an-offer-with-nothing", "A field is missing.", offered, "A", [plain("reply")], "bad-fields",
        9)  # fmt: skip
    bad("answers-an-offer-that-nobody-made", "Nothing was offered.", rounds(3), "B", [NO], "not-now", 8)
    offered = then(rounds(3), "B", back(1))
    bad("answers-an-offer-twice", "One answer.", offered, "A", [NO, NO], "out-of-turn", 10, ("not-now", 10))
    gone = then(then(rounds(3), "B", back(1)), "A", YES)
    bad("goes-back-to-what-was-taken-back", nowhere, gone, "A", [back(2)], "bad-back", 10)
    good("ok-went-back-behind-a-take-back", "The answer itself stands.",
         then(_back(), "A", seal("bet/1", 1, 1), back(9)))  # fmt: skip
    bad("seals-under-the-old-label", "Labels come once.", _back(), "A", [seal("bet/1", 7, 2, at="bet/1")],
        "wrong-label", 10, "sealed-twice")  # fmt: skip
    again: list[Entry] = [seal("bet/1", 7, 2), req("round/1", why="round/1")]
    bad("asks-under-the-old-name", "Names come once.", _back(), "A", again, "wrong-roll", 11)
    both = then(then(_back(), "A", seal("bet/1", 1, 2), req("round/1")), "B", tell(1), rsp())
    old = show("bet/1")
    bad(
        "shows-what-was-taken-back", "A void commitment.", both, "A", [old], "wrong-label", 14, "never-sealed"
    )
    before = then(then(rounds(3), "B", back(2)), "A", YES)
    before = then(then(before, "A", req("round/1")), "B", tell(1), rsp())
    bad("shows-another-value-again", "To the same value.", before, "A", [show("bet/1", v=2)], "other-value",
        13)  # fmt: skip
    before = then(then(rounds(3), "B", back(2)), "A", YES)
    before = then(then(before, "A", req("round/1")), "B", tell(1), rsp())
    good("ok-shown-again", "What was sealed before stays sealed.", then(before, "A", show("bet/1")))
    _many_offers()


def _back() -> Game:
    """B has gone back, with A's leave, to before the bet: entry 10 is next, and A's."""
    return then(then(rounds(3), "B", back(1)), "A", YES)


def _declined(game: Game, by: str, times: int, *between: Entry) -> Game:
    other = "B" if by == "A" else "A"
    for n in range(times):
        game.write(by, *between, back(1) if n % 2 else upgrade())
        game.write(other, NO)
    return game


def _many_offers() -> None:
    often = "Three offers in a row, until somebody plays on."
    bad("offers-four-times", often, _declined(rounds(3), "B", 3), "B", [back(1)], "offered-often", 14)
    bad("offers-a-version-for-the-fourth-time", often, _declined(rounds(3), "B", 3), "B", [upgrade()],
        "offered-often", 14)  # fmt: skip
    game = _declined(then(_declined(rounds(3), "B", 2), "B", renew(0xC0)), "B", 1)
    bad("offers-between-renewals", often, game, "B", [back(1)], "offered-often", 15)
    game = _declined(burnt(_declined(rounds(3), "B", 2), "A", 1), "B", 1)
    bad("offers-between-refusals", often, game, "B", [back(1)], "offered-often", 15)
    game = rounds(3)
    for _ in range(3):
        game = then(then(game, "B", back(1), note("Please.")), "A", NO, note("No."))
    bad("offers-between-notes", often, game, "B", [back(1)], "offered-often", 20)
    anew = then(then(_declined(rounds(3), "B", 2), "B", back(7)), "A", YES)
    good("ok-offered-after-an-agreement", "An agreement begins the count anew.", _declined(anew, "B", 3))


def main() -> None:
    """All of them."""
    take_backs()

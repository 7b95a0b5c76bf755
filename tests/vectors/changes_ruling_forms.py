"""Rulings as they are written: how far back they go, the fields of each way to rule, and the referee of an invitation."""

from __future__ import annotations

from bases import DECKS, Bundle
from change import Verdict as Said
from change import _add, good, then
from changes_rulings import judged, ruled, wrong
from entry_writer import CLAUSE, NO, YES, back, ruling, upgrade
from second_verifier import Json, Object
from writer import Game, toy


def targets() -> None:
    about = "As for a take-back."

    def going(name: str, bundles: int, fault: int, **fields: Json) -> None:
        wrong(f"rules-{name}", about, judged(bundles), [ruling("void", **fields)], "bad-ruling", fault)

    going("back-to-where-it-is", 3, 8, to=7)
    going("back-to-itself", 3, 8, to=8)
    going("back-to-what-never-was", 3, 8, to=9999)
    going("back-into-a-request", 3, 8, to=3)
    going("back-into-an-answer", 3, 8, to=5)
    gone = ruled(judged(3), ruling("void"))
    wrong("rules-back-to-what-was-ruled-void", about, gone, [ruling("void", to=5, j=5)], "bad-ruling", 9)
    cards: list[Bundle] = DECKS[:2]
    decks = judged(2, cards, "cards")
    wrong("rules-back-across-cards", about, decks, [ruling("void", to=1, j=2)], "bad-ruling", 4)
    upgraded = then(then(judged(3), "B", upgrade()), "A", YES)
    wrong("rules-back-across-an-upgrade", about, upgraded, [ruling("void", to=7)], "bad-ruling", 10)
    declined = then(then(judged(3), "B", back(1)), "A", NO)
    wrong("rules-back-into-an-offer", about, declined, [ruling("void", to=8)], "bad-ruling", 10)
    about = "A roll index that nobody has used, and not too far."
    for how in ("void", "stands"):
        for name, j in (("used", 1), ("due", 2), ("far", 103)):
            wrong(f"rules-{how}-with-a-roll-{name}", about, judged(3), [ruling(how, j=j)], "bad-ruling", 8)
        wrong(f"rules-{how}-beyond-the-chains", about, judged(3), [ruling(how, j=65)], "chain-end", 8)


def forms() -> None:
    about = "Each way to rule has fields of its own."

    def formed(name: str, made: Object, code: str = "bad-fields") -> None:
        wrong(f"rules-{name}", about, judged(3), [made], code, 8)

    formed("in-no-known-way", ruling("undone"))
    formed("without-saying-how", ruling(without="how"))
    formed("without-a-reason", ruling(without="text"))
    formed("with-an-empty-reason", ruling(text=""))
    formed("with-a-blank-behind", ruling(text="So. "))
    formed("with-501-characters", ruling(text="x" * 501))
    formed("with-one-thing-more", ruling(more=1))
    formed("void-without-an-entry", ruling("void", without="to"))
    formed("void-without-a-roll", ruling("void", without="j"))
    formed("void-with-a-winner", ruling("void", winner="heads"))
    formed("void-with-a-level", ruling("void", level="x"))
    formed("void-to-before-it-all", ruling("void", to=-2))
    formed("void-to-a-text", ruling("void", to="1"))
    formed("to-stand-from-an-entry", ruling(to=1))
    formed("to-stand-with-a-winner", ruling(winner="heads"))
    formed("to-stand-with-a-roll-below-zero", ruling(j=-1))
    formed("over-without-a-level", ruling("over", without="level"))
    formed("over-with-a-long-level", ruling("over", level="x" * 65))
    formed("over-with-a-blank", ruling("over", level=" x"))
    formed("over-with-a-roll", ruling("over", j=3))
    formed("over-from-an-entry", ruling("over", to=1))
    formed("over-for-a-stranger", ruling("over", winner="edges"))
    formed("for-too-many-days", ruling(days=366))
    formed("for-days-below-zero", ruling(days=-1))
    for name, entry in (
        ("no-days", ruling(days=0)), ("no-entry", ruling(to=-1)), ("no-roll", ruling(j=0)),
        ("no-winner", ruling("over", winner="")), ("no-level", ruling(level="")),
    ):  # fmt: skip
        formed(f"with-{name}", entry, "two-forms")


def clauses() -> None:
    about = "A referee who is named on the invitation."

    def named(name: str, code: str, clause: Json, accept: Object | None = None, **more: Json) -> None:
        game = Game("rounds", invite={"referee": clause, **more}, accept=accept)
        _add(f"names-a-referee-{name}", about, game.lines, Said(code, None, 0), None)

    hands = Game("rounds").hands
    named("who-plays", "reused-key", {**CLAUSE, "key": hands["A"].chain.key.hex})
    named("who-invites", "reused-key", {**CLAUSE, "key": hands["A"].identity.hex})
    named("who-accepts", "reused-key", {**CLAUSE, "key": hands["B"].identity.hex})
    named("whose-key-the-other-plays-with", "reused-key", {**CLAUSE, "key": hands["B"].chain.key.hex})
    named("of-small-order", "small-order-key", {**CLAUSE, "key": "01" + "00" * 31})
    named("for-no-days", "bad-field", {**CLAUSE, "days": 0})
    named("for-too-many-days", "bad-field", {**CLAUSE, "days": 366})
    named("for-whatever-follows", "bad-field", {**CLAUSE, "then": "wins"})
    named("with-one-thing-more", "bad-field", {**CLAUSE, "more": 1})
    named("without-a-key", "bad-field", {"days": 14, "then": "loses"})
    named("by-name", "bad-field", "Rita")
    named("in-a-challenge", "bad-field", {**CLAUSE}, challenge=hands["B"].chain[0].hex())
    decides: Object = {**CLAUSE, "then": "referee", "key": toy(0xE5).hex}
    good("ok-a-referee-who-decides", about, Game("rounds", invite={"referee": decides}))


def main() -> None:
    """All of them."""
    targets()
    forms()
    clauses()

"""Changes of rulings: a referee's right ones, and what nobody may rule."""

from __future__ import annotations

from bases import ROUNDS, Bundle, grow
from change import Others, bad, good, then
from entry_writer import (
    CLAUSE,
    QUIN,
    RITA,
    YES,
    appoint,
    audit,
    back,
    call,
    note,
    plain,
    reject,
    renew,
    req,
    rsp,
    ruling,
    seal,
    sent,
    show,
    tell,
    upgrade,
)
from second_verifier import Json, Object
from writer import SECOND, Entry, Game, Key


def judged(bundles: int, rows: list[Bundle] = ROUNDS, scenario: str = "rounds", **invite: Json) -> Game:
    """The first bundles of a whole game whose invitation names a referee."""
    clause: Object = {"referee": {**CLAUSE}}
    return grow(Game(scenario, invite=clause | invite), rows[:bundles])


def unjudged(bundles: int) -> Game:
    """The same without a referee."""
    return grow(Game("rounds"), ROUNDS[:bundles])


def ruled(game: Game, *entries: Entry, key: Key = RITA) -> Game:
    """The game with a ruling behind it."""
    return then(game, "R", *entries, key=key)


def wrong(
    name: str, about: str, game: Game, entries: list[Entry], code: str, fault: int | None, others: Others = None,
    key: Key = RITA,
) -> None:  # fmt: skip
    """A bundle of the referee's that does not hold."""
    bad(name, about, game, "R", entries, code, fault, others, key=key)


def right() -> None:
    about = "A referee rules, and the game goes on."
    good("ok-ruled-to-stand-under-a-roll", about, grow(ruled(judged(1), ruling()), ROUNDS[1:]))
    good("ok-ruled-to-stand", about, grow(ruled(judged(3), ruling(days=7)), ROUNDS[3:]))
    again: list[Bundle] = [
        ("A", [seal("bet/1", 7, 2), req("round/1")]),
        ("B", [tell(5), rsp()]),
        ("A", [show("bet/1~1")]),
    ]
    good("ok-ruled-void-under-a-roll", about, grow(ruled(judged(1), ruling("void")), again))
    good("ok-ruled-void-under-an-answer", about, grow(ruled(judged(2), ruling("void", j=60)), again))
    good("ok-ruled-void", about, grow(ruled(judged(3), ruling("void")), again))
    long = grow(Game("rounds", length=256, invite={"referee": {**CLAUSE}}), ROUNDS[:2])
    good("ok-ruled-void-a-hundred-rolls-on", about, grow(ruled(long, ruling("void", j=102)), again))
    offered = then(judged(3), "B", back(1))
    good("ok-ruled-void-under-an-offer", about, ruled(offered, ruling("void", to=7)))
    offered = ruled(then(judged(3), "B", upgrade()), ruling("void", to=7))
    good("ok-ruled-void-under-an-upgrade", "The version stays.", then(offered, "B", call(4)))
    offered = ruled(then(judged(3), "B", back(1)), ruling())
    good("ok-ruled-to-stand-under-an-offer", "It stays open.", then(offered, "A", YES))
    shown = ruled(judged(3), ruling("void", to=2))
    shown = then(then(shown, "A", req("round/1")), "B", tell(1), rsp())
    good("ok-shown-again-after-a-ruling", "What was sealed before stays.", then(shown, "A", show("bet/1")))
    good("ok-ruled-to-stand-with-a-roll", "The next is burnt.",
         then(ruled(judged(3), ruling(j=3)), "B", call(4), req("round/2", openly=True)))  # fmt: skip
    ends: list[Bundle] = [("B", [audit()]), ("A", [audit()])]
    good("ok-ruled-over-under-a-roll", "The vaults are due.",
         grow(ruled(judged(1), ruling("over", winner="tails")), ends))  # fmt: skip
    good("ok-ruled-over", "Nobody wins.", grow(ruled(judged(3), ruling("over")), ends))
    good("ok-ruled-over-at-the-end", "No vault is open.", grow(ruled(judged(13), ruling("over")), ends))
    good("ok-ruled-void-at-the-end", "No vault is open.",
         then(ruled(judged(13), ruling("void", to=24, j=7)), "A", call(1)))  # fmt: skip
    newest = ruled(unjudged(3), appoint(QUIN, "Quin"), ruling(), key=QUIN)
    good("ok-appointed", "Both players have signed.", ruled(newest, ruling("void", to=7), key=QUIN))
    late = ruled(unjudged(3), appoint(QUIN, "Zo\u00eb", days=14), ruling(), key=QUIN)
    good("ok-appointed-with-days", "Both players have signed.", grow(late, ROUNDS[3:]))
    good("ok-appointed-after-a-clause", "The last is in force.",
         ruled(judged(3), appoint(QUIN, "Quin"), ruling(), key=QUIN))  # fmt: skip
    fresh = then(then(unjudged(3), "B", renew(0xC0)), "B", call(4))
    good("ok-appointed-after-a-renewal", "With the keys in force.",
         ruled(fresh, appoint(QUIN), ruling(), key=QUIN))  # fmt: skip
    good("ok-ruled-sixteen-times", "And no more.", _often(16))
    words = "\U0001f3b2" * 500
    good(
        "ok-the-longest-ruling",
        "It fits.",
        ruled(
            unjudged(3),
            appoint(QUIN, "\U0001f3b2" * 64, days=365),
            ruling("over", winner="heads", level="x" * 64, text=words),
            key=QUIN,
        ),
    )


def _often(times: int) -> Game:
    game = judged(3)
    for _ in range(times):
        ruled(game, ruling())
    return game


def who_rules() -> None:
    about = "Nobody rules but the referee in force, and the referee does nothing else."
    wrong("rules-without-a-referee", about, unjudged(3), [ruling()], "no-referee", None)
    deals = Game("rounds", challenge=True)
    deals = grow(deals, [("A", [plain("start"), call(3)])])
    wrong("is-appointed-in-a-challenge", about, deals, [appoint(), ruling()], "no-referee", None)
    wrong("rules-as-a-stranger", about, judged(3), [ruling()], "wrong-key", None, key=QUIN)
    for seat in ("A", "B"):
        own = judged(3).hands[seat].chain.key
        wrong(f"rules-with-the-key-of-{seat.lower()}", about, judged(3), [ruling()], "spoofed-author", None,
              key=own)  # fmt: skip
    own = judged(3).hands["A"].identity
    wrong("rules-with-an-identity-of-a-player", about, judged(3), [ruling()], "wrong-key", None, key=own)
    replaced = ruled(judged(3), appoint(QUIN), ruling(), key=QUIN)
    wrong("rules-when-replaced", about, replaced, [ruling()], "old-key", None)
    bad(
        "is-signed-by-the-referee-for-a-player", about, judged(3), "B", [call(4)], "wrong-key", None, key=RITA
    )
    wrong("plays-as-the-referee", about, judged(3), [call(4)], "beyond-referee", 8)
    wrong("rules-and-plays", about, judged(3), [ruling(), call(4)], "beyond-referee", 9)
    wrong("rules-with-a-note", about, judged(3), [ruling(), note()], "beyond-referee", 9)
    wrong("refuses-as-the-referee", about, judged(3), [reject(sent(judged(3), "B", call(9)))],
          "beyond-referee", 8)  # fmt: skip
    wrong("rules-twice-at-once", about, judged(3), [ruling(), ruling()], "not-now", 8)
    wrong("appoints-and-rules-nothing", about, judged(3), [appoint(QUIN)], "not-now", 8, key=QUIN)
    wrong("appoints-behind-a-ruling", about, judged(3), [ruling(), appoint(QUIN)], "not-now", 8)
    bad("rules-as-a-player", about, judged(3), "B", [ruling()], "out-of-turn", 8)
    bad("rules-as-the-other-player", about, judged(3), "A", [ruling()], "out-of-turn", 8)
    together: list[Entry] = [appoint(QUIN), ruling()]
    bad("appoints-as-a-player", about, judged(3), "B", together, "out-of-turn", 8)
    bad("refuses-a-ruling", about, judged(3), "A", [reject(sent(judged(3), "R", ruling(), key=RITA))],
        "unsigned-refusal", 8)  # fmt: skip
    bad("renews-with-the-key-of-the-referee", "A key of the log.", judged(3), "B",
        [renew(0xC0, key=RITA.hex)], "reused-key", 8)  # fmt: skip
    wrong("rules-at-length", "At most 4,096 bytes.", judged(3), [ruling(text="x" * 4000)], "too-large", None)
    wrong("rules-seventeen-times", "Sixteen in a game.", _often(16), [ruling()], "ruled-often", 24)


def appointments() -> None:
    about = "Both players sign for a referee, with their keys in force."

    def appointing(name: str, made: Entry, code: str = "unsigned-appointment", key: Key = QUIN) -> None:
        wrong(f"is-appointed-{name}", about, unjudged(3), [made, ruling()], code, 8, key=key)

    appointing("by-nobody", appoint(QUIN, a="00" * 64, b="00" * 64))
    one = unjudged(3)
    alone = appoint(QUIN)(one, "R", one.head) if callable(appoint(QUIN)) else {}
    appointing("by-one-twice", appoint(QUIN, b=alone["a"]))
    appointing("the-other-way-round", appoint(QUIN, a=alone["b"], b=alone["a"]))
    appointing("under-another-name", alone | {"who": "Quin"})
    appointing("for-days-that-nobody-signed", alone | {"days": 7})
    appointing("by-another-key", alone | {"key": RITA.hex}, key=RITA)
    appointing("without-a-name", appoint(QUIN, without="who"))
    appointing("with-a-blank", appoint(QUIN, "Quin "))
    appointing("for-no-days", appoint(QUIN, days=0))
    appointing("for-too-many-days", appoint(QUIN, days=366))
    appointing("with-one-thing-more", appoint(QUIN, more=1))
    appointing("in-capitals", alone | {"a": str(alone["a"]).upper()})
    appointing("with-a-key-of-small-order", appoint(QUIN, key="01" + "00" * 31))
    own = one.hands["A"].identity
    appointing("though-a-player", appoint(own), "reused-key", own)
    again = ruled(judged(3), appoint(QUIN), ruling(), key=QUIN)
    wrong("is-appointed-twice", about, again, [appoint(QUIN), ruling()], "reused-key", 10, key=QUIN)
    wrong("is-appointed-though-in-the-clause", about, judged(3), [appoint(), ruling()], "reused-key", 8)
    again = ruled(judged(3), appoint(QUIN), ruling(), key=QUIN)
    wrong("comes-back-when-replaced", about, again, [appoint(), ruling()], "reused-key", 10)
    fresh = then(then(unjudged(3), "B", renew(0xC0)), "B", call(4))
    wrong("is-appointed-with-a-key-given-up", about, fresh, [alone, ruling()], "unsigned-appointment", 10,
          key=QUIN)  # fmt: skip


def places() -> None:
    about = "After the start, and before a vault is open or a ruling has ended the game."
    wrong("rules-before-the-start", about, judged(0), [ruling()], "not-now", 0)
    wrong("rules-behind-a-vault", about, judged(14), [ruling()], "not-now", 27)
    wrong("rules-behind-both-vaults", about, judged(15), [ruling("over")], "not-now", 28)
    over = ruled(judged(3), ruling("over"))
    wrong("rules-behind-the-end", about, over, [ruling("void", to=1)], "not-now", 9)

    def ended() -> Game:
        return ruled(judged(3), ruling("over"))

    about = (
        "The game has ended: the vaults are due, first of the seat that did not write the last entry of play."
    )
    bad("plays-on-when-it-is-over", about, ended(), "B", [call(4)], "not-now", 9)
    bad("offers-when-it-is-over", about, ended(), "B", [back(1)], "not-now", 9)
    bad("renews-when-it-is-over", about, ended(), "B", [renew(0xC0)], "not-now", 9)
    bad("opens-its-vault-first-when-it-is-over", about, ended(), "A", [audit()], "out-of-turn", 9)
    refused = ended()
    bad("refuses-when-it-is-over", about, refused, "A", [reject(sent(refused, "B", call(4)))], "out-of-turn",
        9)  # fmt: skip
    over = ruled(judged(1), ruling("over"))
    bad("answers-when-it-is-over", about, over, "B", [rsp()], "not-now", 5)
    about = "What was under way is dropped."
    gone = ruled(judged(1), ruling("void"))
    bad("answers-what-was-ruled-void", about, gone, "B", [rsp()], "out-of-turn", 5, ("not-now", 5))
    offered = ruled(then(judged(3), "B", back(1)), ruling("void", to=7))
    bad("agrees-to-what-was-ruled-void", about, offered, "A", [YES], "out-of-turn", 10, ("not-now", 10))
    offered = ruled(then(judged(3), "B", upgrade()), ruling("void", to=7))
    bad("follows-an-upgrade-that-was-ruled-void", about, offered, "B", [call(4)], "downgraded-rules", None,
        rules=SECOND[:16])  # fmt: skip
    bad("takes-back-what-was-ruled-void", about, ruled(judged(3), ruling("void")), "A", [back(5)], "bad-back",
        9)  # fmt: skip
    again: list[Entry] = [seal("bet/1", 7, 2), req("round/1", j=2)]
    bad("asks-for-a-roll-that-a-ruling-burnt", about, ruled(judged(1), ruling("void")), "A", again,
        "roll-again", 6)  # fmt: skip
    again = [seal("bet/1", 7, 2), req("round/1", j=4)]
    bad("asks-beyond-what-a-ruling-names", about, ruled(judged(1), ruling("void")), "A", again,
        "skipped-seed", 6)  # fmt: skip
    again = [seal("bet/1", 7, 2, at="bet/1")]
    bad("seals-under-a-label-that-was-ruled-void", about, ruled(judged(3), ruling("void")), "A", again,
        "wrong-label", 9, "sealed-twice")  # fmt: skip


def main() -> None:
    """All of them."""
    right()
    who_rules()
    appointments()
    places()

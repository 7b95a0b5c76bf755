"""Changes in dice: requests, answers, openings."""

from __future__ import annotations

from bases import ROUNDS, grow, rounds
from change import bad, better, capitals, list_of, with_
from changes_play import OPENING, OTHER
from entry_writer import call, opened, reject, req, rsp, seal, seed, sent, show, tell
from second_verifier import Json
from writer import Entry, Game, Made


def requests() -> None:
    def asking(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        bad(name, about, rounds(0), "A", [*OPENING, made], code, 3, others)

    def openly(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        bad(name, about, rounds(3), "B", [call(4), made], code, 9, others)

    asking("asks-for-a-later-roll", "Roll 2 where roll 1 is next.", req("round/1", j=2), "skipped-seed")
    asking("asks-for-roll-zero", "There is none.", req("round/1", j=0), "roll-again")
    asking("asks-for-a-roll-below-zero", "There is none either.", req("round/1", j=-1), "roll-again")
    asking("asks-for-a-roll-as-text", "A number as text.", req("round/1", j="1"), "bad-fields")
    asking("asks-for-another-roll", "Not the roll that is due.", req("round/1", why="round/9"), "wrong-roll",
           "ok")  # fmt: skip
    asking("asks-without-a-name", "The name is missing.", req("round/1", without="why"), "bad-fields")
    asking("asks-by-a-number", "The name is no text.", req("round/1", why=1), "bad-fields")
    asking("asks-without-dice", "The dice are missing.", req("round/1", without="dice"), "bad-fields")
    many: list[Json] = [[6, 1]] * 101
    for name, about, dice in (
        ("asks-for-no-dice", "An empty list.", []),
        ("asks-for-101-dice", "One more than there may be.", many),
        ("asks-for-a-die-without-sides", "No sides.", [[0, 1], [6, 1]]),
        ("asks-for-a-die-of-too-many-sides", "2^32 + 1 sides.", [[2**32 + 1, 1], [6, 1]]),
        ("asks-for-a-die-from-too-high", "A lowest face of 1,001.", [[6, 1001], [6, 1]]),
        ("asks-for-a-die-from-too-low", "A lowest face of -1,001.", [[6, -1001], [6, 1]]),
        ("asks-for-a-die-of-three-numbers", "A die has two.", [[6, 1, 1], [6, 1]]),
        ("asks-for-a-die-of-one-number", "A die has two.", [[6], [6, 1]]),
        ("asks-for-a-die-in-words", "A die is numbers.", ["d6", "d6"]),
        ("asks-for-a-die-as-an-object", "A die is a list.", [{"low": 1, "sides": 6}, [6, 1]]),
        ("asks-for-true-sides", "True is no number.", [[True, 1], [6, 1]]),
        ("asks-for-a-number-of-dice", "A number for a list.", 2),
    ):
        asking(name, about, req("round/1", dice=dice), "bad-fields")  # type: ignore[arg-type]
    for name, about, dice in (
        ("asks-for-better-dice", "A die that counts from 2.", [[6, 1], [6, 2]]),
        ("asks-for-a-die-too-many", "Three for two.", [[6, 1], [6, 1], [6, 1]]),
        ("asks-for-a-die-too-few", "One for two.", [[6, 1]]),
    ):
        asking(name, about, req("round/1", dice=dice), "wrong-dice", "ok")  # type: ignore[arg-type]
    mixed: list[Entry] = [rsp(), call(6), seal("bet/2", 9), req("round/4", dice=[[2, 0], [100, 1]])]
    bad("asks-for-dice-in-another-order", "A percentile die second.", rounds(5), "B", mixed, "wrong-dice", 16,
        "ok")  # fmt: skip
    asking("asks-with-an-empty-seed", "The default is written out.", req("round/1", x=""), "two-forms")
    asking("asks-with-a-null-for-a-seed", "No text at all.", req("round/1", x=None), "bad-fields")
    asking("tells-its-seed-too-early", "Openly, where B has a choice.", req("round/1", openly=True),
           "early-open", "ok")  # fmt: skip
    openly("hides-its-seed", "Sealed, where nobody has a choice.", req("round/2"), "hidden-seed", "ok")
    openly("asks-for-a-used-roll", "Roll 1 again.", req("round/2", openly=True, j=1), "roll-again")
    openly("asks-under-a-used-name", "A name that had its roll.", req("round/2", openly=True, why="round/1"),
           "wrong-roll")  # fmt: skip
    openly(
        "asks-with-an-invented-seed", "Not of its chain.", req("round/2", openly=True, x=OTHER), "wrong-seed"
    )
    openly("asks-with-the-next-seed", "Seed 3 for roll 2.", req("round/2", openly=True, x=seed("B", 3)),
           "wrong-seed")  # fmt: skip
    openly("asks-with-the-last-seed", "Seed 1 for roll 2.", req("round/2", openly=True, x=seed("B", 1)),
           "wrong-seed")  # fmt: skip
    openly("asks-with-the-other's-seed", "Of the other chain.", req("round/2", openly=True, x=seed("A", 2)),
           "wrong-seed")  # fmt: skip
    openly("asks-with-a-short-seed", "One byte.", req("round/2", openly=True, x="00"), "bad-hex")
    openly("asks-with-a-seed-in-capitals", "Upper case.", with_(req("round/2", openly=True), x=capitals),
           "bad-hex")  # fmt: skip
    twice: list[Entry] = [*OPENING, req("round/1"), req("round/1", j=2, why="round/2")]
    bad("asks-twice", "A second request under the first.", rounds(0), "A", twice, "out-of-turn", 4)
    _ends_of_chains()


def burnt(game: Game, by: str, times: int) -> Game:
    """The seat refuses this often what the other never finds right."""
    other = "B" if by == "A" else "A"
    for _ in range(times):
        game.write(by, reject(sent(game, other, call(0)), entry=game.count))
    return game


def _ends_of_chains() -> None:
    short = grow(burnt(Game("rounds", length=8), "B", 4), ROUNDS[:3])
    played = grow(burnt(short, "A", 1), ROUNDS[3:5])
    bad("asks-beyond-the-chains", "Roll 9 of two chains of 8.", played, *ROUNDS[5], "chain-end", 21)


def answers() -> None:
    def answering(name: str, about: str, made: Made, code: str) -> None:
        bad(name, about, rounds(1), "B", [tell(5), made], code, 5)

    answering("answers-another-roll", "Roll 2 for roll 1.", rsp(j=2), "skipped-answer")
    answering("answers-with-an-invented-seed", "Not of its chain.", rsp(x=OTHER), "wrong-seed")
    answering("answers-with-the-next-seed", "Seed 2 for roll 1.", rsp(x=seed("B", 2)), "wrong-seed")
    answering("answers-with-the-tip", "Seed 0 for roll 1.", rsp(x=seed("B", 0)), "wrong-seed")
    answering("answers-with-the-asker's-seed", "Of the other chain.", rsp(x=seed("A", 1)), "wrong-seed")
    answering("answers-in-capitals", "Upper case.", with_(rsp(), x=capitals), "bad-hex")
    answering("answers-with-a-number", "No text.", rsp(x=1), "bad-fields")
    answering("answers-with-faces", "Nobody can know them yet.", rsp(dice=[6, 6]), "better-dice")
    answering("answers-with-no-faces-in-a-list", "The default is written out.", rsp(dice=[]), "two-forms")
    bad("answers-twice", "A second answer.", rounds(1), "B", [tell(5), rsp(), rsp()], "out-of-turn", 6)
    bad("answers-nothing", "No roll is under way.", rounds(3), "B", [rsp()], "not-now", 8)

    def naming(name: str, about: str, made: Made, code: str) -> None:
        bad(name, about, rounds(4), "A", [made], code, 10)

    naming("answers-without-faces", "They are due in the open form.", rsp(without="dice"), "better-dice")
    naming("answers-with-better-dice", "One face is another.", with_(rsp(), dice=better), "better-dice")
    naming("answers-with-a-die-too-many", "Two faces for one.", with_(rsp(), dice=lambda d: [*list_of(d), 9]),
           "better-dice")  # fmt: skip
    naming("answers-with-a-word-for-a-face", "Faces are numbers.", rsp(dice=["nine"]), "bad-fields")
    naming("answers-with-a-true-face", "True is no number.", rsp(dice=[True]), "bad-fields")


def openings() -> None:
    def opening(name: str, about: str, made: Made, code: str) -> None:
        bad(name, about, rounds(2), "A", [show("bet/1"), made], code, 7)

    opening("opens-another-roll", "Roll 2 for roll 1.", opened(j=2), "skipped-open")
    opening("opens-an-invented-seed", "Not of its chain.", opened(x=OTHER), "wrong-seed")
    opening("opens-the-next-seed", "Seed 2 for roll 1.", opened(x=seed("A", 2)), "wrong-seed")
    opening("opens-in-capitals", "Upper case.", with_(opened(), x=capitals), "bad-hex")
    opening("opens-better-dice", "One face is another.", with_(opened(), dice=better), "better-dice")
    opening("opens-a-die-too-many", "Three for two.", with_(opened(), dice=lambda d: [*list_of(d), 6]),
            "better-dice")  # fmt: skip
    opening(
        "opens-a-die-too-few", "One for two.", with_(opened(), dice=lambda d: list_of(d)[:1]), "better-dice"
    )
    opening("opens-without-faces", "They are missing.", opened(without="dice"), "bad-fields")
    opening("opens-no-faces", "An empty list, which is no default here.", opened(dice=[]), "better-dice")
    turned: list[Entry] = [show("bet/2"), with_(opened(), dice=lambda d: list_of(d)[::-1])]
    bad(
        "opens-dice-in-another-order", "The percentile die second.", rounds(7), "B", turned, "better-dice", 20
    )
    bad("opens-for-the-asker", "The answerer opens.", rounds(2), "B", [opened()], "out-of-turn", 6)
    bad("opens-nothing", "No roll is under way.", rounds(3), "B", [opened()], "not-now", 8)


def main() -> None:
    """All of them."""
    for each in (requests, answers, openings):
        each()

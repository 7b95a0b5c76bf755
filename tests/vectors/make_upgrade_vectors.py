"""Writes the vectors of ``upgrade/``: ``python tests/vectors/make_upgrade_vectors.py``, with ``tests`` on the path.

Whole logs of toss between two seats that know three versions of it: what step 4 of verifying says of offers to go on
under another one. No vector fails by the game's own rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from bases import ROUNDS, grow, rounds
from change import then
from reading import VECTORS, write_all
from second_verifier import Json
from writer import DATA, NO, RULES, START, YES, Entry, Game, back, call, tell, upgrade

FOLDER = VECTORS / "upgrade"
OTHER_DATA = "da" * 32
Made = tuple[str, str, int | None, Game]


def _ended(game: Game, done: int) -> Game:
    """Played to the end, from the bundle of the whole game that comes next."""
    return grow(game, ROUNDS[done:])


def _agreed(game: Game, *offer: str) -> Game:
    return then(then(game, "B", upgrade(*offer)), "A", YES)


def _held() -> Iterator[Made]:
    yield "ok-agreed", "ok", None, _ended(_agreed(rounds(3)), 3)
    yield "ok-agreed-data", "ok", None, _ended(_agreed(rounds(3), RULES, OTHER_DATA), 3)
    twice = grow(_agreed(rounds(3)), ROUNDS[3:9])
    yield "ok-agreed-and-back-again", "ok", None, _ended(then(then(twice, "B", upgrade(RULES)), "A", YES), 9)
    yield "ok-declined", "ok", None, _ended(then(then(rounds(3), "B", upgrade()), "A", NO), 3)
    yield "ok-waiting", "ok", None, then(rounds(3), "B", upgrade())
    gone = grow(_agreed(rounds(3)), ROUNDS[3:9])
    yield "ok-take-back-after-it", "ok", None, _ended(then(then(gone, "B", back(22)), "A", YES, call(8)), 9)


def _offers() -> Iterator[Made]:
    """Offers that nobody may make."""
    for name, code, entry in (
        ("same-rules", "same-rules", upgrade(RULES, DATA)),
        ("rules-no-digits", "bad-hex", upgrade(rules="xy" * 32)),
        ("data-too-short", "bad-hex", upgrade(data="cd" * 16)),
        ("state-capitals", "bad-hex", upgrade(state="CD" * 32)),
        ("version-empty", "bad-fields", upgrade(version="")),
        ("version-too-long", "bad-fields", upgrade(version="x" * 65)),
        ("pack-no-name", "bad-fields", upgrade(pack="Not A Name")),
        ("pack-empty", "two-forms", upgrade(pack="")),
        ("field-too-many", "bad-fields", upgrade(more=1)),
        ("field-missing", "bad-fields", upgrade(without="state")),
    ):
        yield name, code, 8, then(rounds(3), "B", entry)
    game = rounds(3)
    for _ in range(3):
        game = then(then(game, "B", upgrade()), "A", NO)
    yield "offered-often", "offered-often", 14, then(game, "B", upgrade())
    yield "no-upgrade", "no-upgrade", 1, then(rounds(0, challenge=True), "A", START, upgrade())


def _answers() -> Iterator[Made]:
    """What is written instead of an answer, or after one."""

    def offered() -> Game:
        return then(rounds(3), "B", upgrade())

    for name, by, code, entry in (
        ("order-for-an-answer", "A", "not-now", call(1)),
        ("offer-for-an-answer", "A", "not-now", upgrade()),
        ("answered-by-oneself", "B", "out-of-turn", YES),
        ("answer-extra-field", "A", "bad-fields", YES | {"state": "00" * 32}),
    ):
        yield name, code, 9, then(offered(), by, entry)
    yield "answer-without-an-offer", "not-now", 8, then(rounds(3), "B", YES)
    under: list[Entry] = [tell(5), upgrade()]
    yield "while-a-roll-is-under-way", "not-now", 5, then(rounds(1), "B", *under)
    yield (
        "old-rules-after-it",
        "downgraded-rules",
        None,
        then(_agreed(rounds(3)), "B", call(4), rules=RULES[:16]),
    )
    yield "beside-a-vault", "not-now", 27, then(rounds(14), "A", upgrade())


def made() -> dict[str, dict[str, Json]]:
    """Name and content of every file."""
    return {
        name: {"entry": entry, "expect": code, "lines": [line.decode() for line in game.lines], "name": name}
        for name, code, entry, game in (*_held(), *_offers(), *_answers())
    }


def main(folder: Path = FOLDER) -> None:
    """All files anew."""
    write_all(folder, made())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

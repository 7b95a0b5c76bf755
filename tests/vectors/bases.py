"""The recorded games of toss that the vectors change, bundle by bundle."""

from __future__ import annotations

from typing import TypeAlias

import deck_writer as cards
from entry_writer import (
    NO,
    SKIP,
    START,
    YES,
    audit,
    back,
    call,
    note,
    opened,
    plain,
    reject,
    renew,
    req,
    rsp,
    seal,
    sent,
    show,
    tell,
    upgrade,
)
from toss_script import CARDS
from writer import Entry, Game

Bundle: TypeAlias = tuple[str, list[Entry]]
ROUNDS: list[Bundle] = [
    ("A", [START, call(3), seal("bet/1", 7, 2), req("round/1")]),  # 0 to 3
    ("B", [tell(5), rsp()]),  # 4, 5
    ("A", [show("bet/1"), opened()]),  # 6, 7
    ("B", [call(4), req("round/2", openly=True)]),  # 8, 9
    ("A", [rsp(), call(2), req("round/3", openly=True)]),  # 10 to 12
    ("B", [rsp(), call(6), seal("bet/2", 9), req("round/4")]),  # 13 to 16
    ("A", [tell(1), rsp()]),  # 17, 18
    ("B", [show("bet/2"), opened()]),  # 19, 20
    ("A", [call(8)]),  # 21
    ("B", [SKIP]),  # 22
    ("A", [req("round/5", openly=True)]),  # 23
    ("B", [rsp()]),  # 24
    ("A", [call(1)]),  # 25
    ("B", [audit()]),  # 26
    ("A", [audit()]),  # 27
]
DECKS: list[Bundle] = [
    ("A", [START, cards.mask(CARDS)]),  # 0, 1
    ("B", [cards.mask(), cards.key(1, 2)]),  # 2, 3
    ("A", [cards.key(3), plain("play", slot=1), cards.card(1), cards.mask(mix=(4, 5))]),  # 4 to 7
    ("B", [cards.mask(), cards.key(4), plain("play", slot=3), cards.card(3)]),  # 8 to 11
    ("A", [audit()]),  # 12
    ("B", [audit()]),  # 13
]


def grow(game: Game, bundles: list[Bundle]) -> Game:
    """The game with these bundles behind it."""
    for by, entries in bundles:
        game.write(by, *entries)
    return game


def rounds(bundles: int, *, challenge: bool = False) -> Game:
    """The first bundles of a whole game."""
    return grow(Game("rounds", challenge=challenge), ROUNDS[:bundles])


def decks(bundles: int) -> Game:
    """The first bundles of a game with a shared deck."""
    return grow(Game("cards"), DECKS[:bundles])


def talk(bundles: int) -> Game:
    """A game in which both call numbers by turns: what may be done often is done here."""
    game = Game("talk")
    for n in range(bundles):
        game.write("AB"[n % 2], *([START] if n == 0 else []), call(1))
    return game


def _illegal(game: Game) -> Entry:
    return reject(sent(game, "B", seal("bet/2", 9, 9)), entry=game.count)


def asides(bundles: int) -> Game:
    """A game with everything beside play: notes, a take-back, a refusal, two offers, a renewal."""
    game = Game("rounds")
    written: list[Bundle] = [
        (
            "A",
            [START, call(3), seal("bet/1", 7, 2), req("round/1"), note("Gl\u00fcck auf, B\u00e9a!")],
        ),  # 0 to 4
        ("B", [tell(5), rsp()]),  # 5, 6
        ("A", [show("bet/1"), opened()]),  # 7, 8
        ("B", [call(4), note()]),  # 9, 10
        ("B", [req("round/2", openly=True)]),  # 11
        ("A", [rsp(), back(9)]),  # 12, 13
        ("B", [YES, req("round/2", openly=True)]),  # 14, 15
        ("A", [rsp(), call(2), req("round/3", openly=True)]),  # 16 to 18
        ("B", [rsp(), call(6)]),  # 19, 20
        ("A", []),  # 21, a refusal
        ("B", [seal("bet/2", 9), req("round/4")]),  # 22, 23
        ("A", [tell(1), rsp(), note("Whew.")]),  # 24 to 26
        ("B", [show("bet/2~1"), opened()]),  # 27, 28
        ("A", [upgrade()]),  # 29
        ("B", [NO]),  # 30
        ("A", [upgrade()]),  # 31
        ("B", [YES]),  # 32
        ("A", [renew(0xC0)]),  # 33
        ("A", [call(8)]),  # 34
        ("B", [SKIP]),  # 35
        ("A", [req("round/5", openly=True)]),  # 36
        ("B", [rsp()]),  # 37
        ("A", [call(1)]),  # 38
        ("B", [audit()]),  # 39
        ("A", [audit()]),  # 40
    ]
    for by, entries in written[:bundles]:
        game.write(by, *(entries or [_illegal(game)]))
    return game

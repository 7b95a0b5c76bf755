"""The recorded games of toss that the vectors change, bundle by bundle."""

from __future__ import annotations

from typing import TypeAlias

import deck_writer as cards
from toss_script import CARDS
from writer import (
    AGENTS,
    NO,
    SKIP,
    START,
    YES,
    Entry,
    Game,
    Key,
    agent,
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


def rounds(bundles: int, agents: str = "", *, challenge: bool = False) -> Game:
    """The first bundles of a whole game; with agents from the first mails on."""
    return grow(Game("rounds", agents=agents, challenge=challenge), ROUNDS[:bundles])


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
    """A game with everything beside play: agents, notes, a take-back, a refusal, two offers, a renewal."""
    game = Game("rounds")
    written: list[tuple[str, Key | None, list[Entry]]] = [
        (
            "A",
            None,
            [START, call(3), seal("bet/1", 7, 2), req("round/1"), note("Gl\u00fcck auf, B\u00e9a!")],
        ),  # 0 to 4
        ("B", None, [tell(5), rsp()]),  # 5, 6
        ("A", None, [show("bet/1"), opened()]),  # 7, 8
        ("B", None, [agent(AGENTS["B"], "call", "skip"), call(4), note()]),  # 9 to 11
        ("B", None, [req("round/2", openly=True)]),  # 12
        ("A", None, [rsp(), back(10)]),  # 13, 14
        ("B", None, [YES, req("round/2", openly=True)]),  # 15, 16
        ("A", None, [rsp(), call(2), req("round/3", openly=True)]),  # 17 to 19
        ("B", AGENTS["B"].key, [rsp(), call(6)]),  # 20, 21
        ("A", None, []),  # 22, a refusal
        ("B", None, [seal("bet/2", 9), req("round/4")]),  # 23, 24
        ("A", None, [tell(1), rsp(), note("Whew.")]),  # 25 to 27
        ("B", None, [show("bet/2~1"), opened()]),  # 28, 29
        ("A", None, [upgrade()]),  # 30
        ("B", None, [NO]),  # 31
        ("A", None, [upgrade()]),  # 32
        ("B", None, [YES]),  # 33
        ("A", None, [renew(0xC0)]),  # 34
        ("A", None, [call(8)]),  # 35
        ("B", None, [SKIP]),  # 36
        ("A", None, [req("round/5", openly=True)]),  # 37
        ("B", AGENTS["B"].key, [rsp()]),  # 38
        ("A", None, [call(1)]),  # 39
        ("B", None, [audit()]),  # 40
        ("A", None, [audit()]),  # 41
    ]
    for by, key, entries in written[:bundles]:
        game.write(by, *(entries or [_illegal(game)]), key=key)
    return game

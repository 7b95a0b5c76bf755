"""A reason is the reason: what is wrong with an order that differs from a legal one in a single part names that part.

With the part as it was the order is legal, so whatever else a sentence tells is not why. One law for every order of every
game, held in positions of random games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from random import Random

import attrs
import pytest
from attrs import AttrsInstance

from pbem.games import boundary, registry
from pbem.port.game import Choice, Conceal
from tests import random_play
from tests.sampling import ALL, games_tried

pytestmark = pytest.mark.wider

DECISIONS, LISTED = 900 if ALL else 120, 400
NOT_ADJACENT = "{unit} cannot go from {frm} to {to}: they are not adjacent"


def named(value: object) -> set[str]:
    """What a sentence may say of a part of an order: its words, or how many they are."""
    if isinstance(value, tuple):
        return {str(len(value))}.union(*map(named, value))
    return {plain(str(value)), *map(plain, str(value).split(":"))} - {""}


def plain(text: str) -> str:
    """Small letters, and words without hyphens: a card is typed ``dug-in-88s`` and called Dug-In 88s."""
    return text.lower().replace("-", " ")


def played(game: str, seed: int) -> Iterator[tuple[random_play.Game[object], str, list[AttrsInstance]]]:
    """Every third decision of a random game, with whose it is and the orders listed."""
    rules = registry.load(game).rules
    play = random_play.of(game).start(rules, rules.scenarios[seed % len(rules.scenarios)], seed)
    for n in range(DECISIONS):
        while play.now.due is not None and not isinstance(play.now.due, Choice | Conceal):
            play.step()
        if play.now.due is None:
            return
        yield (
            play,
            play.now.due.side,
            list(islice(rules.options(play.state, play.now.due.side), LISTED)) if n % 3 == 0 else [],
        )
        play.step()


def beside_the_point(game: str, seed: int) -> tuple[int, dict[str, str]]:
    """How many changed orders were refused, and the sentences that do not name what was changed."""
    rules, draw, found, tried = registry.load(game).rules, Random(seed), dict[str, str](), 0
    values: dict[tuple[type, str], dict[object, None]] = defaultdict(dict)
    for play, side, orders in played(game, seed):
        for order in orders:
            for part in attrs.fields(type(order)):
                values[type(order), part.name][getattr(order, part.name)] = None
        for order in draw.sample(orders, min(4, len(orders))):
            for part in attrs.fields(type(order)):
                old = getattr(order, part.name)
                others = [each for each in values[type(order), part.name] if each != old]
                for new in draw.sample(others, min(2, len(others))):
                    changed = rules.complete(play.state, side, attrs.evolve(order, **{part.name: new}))
                    broken = boundary.check(rules, play.state, side, changed)
                    said = plain(" ".join(each.message for each in broken))
                    words = named(old) | named(new) | named(getattr(changed, part.name)) | {part.name}
                    tried += bool(broken)
                    if broken and not any(word in said for word in words):
                        found[f"{type(order).__name__} {part.name}={new!r}, not {old!r}"] = said
    return tried, found


@pytest.mark.parametrize("game", games_tried())
def test_what_is_wrong_with_an_order_names_what_would_have_to_be_otherwise(game: str) -> None:
    tried, found = beside_the_point(game, 1)
    assert tried > 100
    assert not found, "\n".join(f"{order}: {said}" for order, said in found.items())


@pytest.mark.parametrize("game", games_tried())
def test_a_place_out_of_reach_is_too_far_or_barred_and_never_merely_not_adjacent(game: str) -> None:
    rules, draw, far = registry.load(game).rules, Random(1), 0
    for play, side, orders in played(game, 2):
        moves = [each for each in orders if rules.actions.kind(each) == "move"]
        cells = [cell.name for cell in rules.scene(play.state, None).ground.cells] if moves else []
        for order in draw.sample(moves, min(4, len(moves))):
            lone = attrs.evolve(order, path=(draw.choice(cells),))
            whole = rules.complete(play.state, side, lone)
            broken = boundary.check(rules, play.state, side, whole)
            far += len(getattr(whole, "path", ())) > 1 and bool(broken)
            torn = [each for each in broken if getattr(each.message, "template", "") == NOT_ADJACENT]
            assert not [each for each in torn if each.message.arguments["frm"] != lone.path[0]], (
                lone,
                broken,
            )
    assert far or game == "pegasus"

"""What an option changes, why an order is refused, and which orders are legal in recorded campaigns."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

import attrs
import pytest
from attrs import AttrsInstance

from pbem.bytes import container
from pbem.dev.game_lint.agreed import named_in
from pbem.games import boundary, registry
from pbem.port.game import Choice, Conceal, Ruleset
from pbem.replay.fold import AppliedEntry
from pbem.replay.verify import read
from tests import random_play
from tests.games.options import TOUCHED, Chosen, cases_of, holds, is_offered, touches, values, with_option
from tests.lists import held, tried_with
from tests.sampling import ALL, games_tried, sampled

pytestmark = pytest.mark.wider


VALUES = list(values())
FEW = 40
"""So many cases are tried for each value; all of them with ``PBEM_ALL=1``."""


@tried_with("chosen", VALUES, ids=str)
def test_each_value_has_a_case_that_would_not_hold_at_another(chosen: Chosen) -> None:
    """Else the option could do nothing, and nobody would know."""
    tried = [case for case in cases_of(chosen.game) if chosen.named in named_in(case)]
    assert [case.name for case in tried if not holds(case)] == []
    alike = [
        other
        for other in chosen.others
        if all(holds(with_option(case, chosen.option.name, other)) for case in tried)
    ]
    assert [] == alike, f"no case tells {chosen} from it"


@tried_with("chosen", [each for each in VALUES if each.value != each.option.values[0]], ids=str)
def test_it_changes_no_case_of_other_paragraphs(chosen: Chosen) -> None:
    name = chosen.option.name
    words = (chosen.option.paragraph, *TOUCHED[chosen.game][name])
    others = [
        case
        for case in cases_of(chosen.game)
        if name not in dict(named_in(case)) and not touches(case, words) and is_offered(case, name)
    ]
    tried = sampled(others, FEW, f"options {chosen}")
    assert [] == [case.name for case in tried if not holds(with_option(case, name, chosen.value))]


def test_every_option_says_what_it_touches() -> None:
    offered: dict[str, set[str]] = {info.name: set() for info in registry.installed()}
    for each in VALUES:
        offered[each.game].add(each.option.name)
    assert offered == {game: set(options) for game, options in TOUCHED.items()}


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


ROOT = Path(__file__).resolve().parents[2]
LOGS = {"june6": "campaign", "june44": "june44"}
"""By game the folder of its recorded campaign; beside this file what is pinned in it, by the number of an entry."""
SELDOM = {"june6": {"claim", "waive", "lean"}, "june44": {"beaches", "bombard", "contest"}}
"""Kinds of orders that nobody could give in the recorded campaign."""


def listed(rules: Ruleset[object], state: object) -> dict[str, object]:
    """The legal orders of the side that owes a decision: their number by kind, and a digest of the list as it stands."""
    side = next(each.side for each in rules.demands(state) if isinstance(each, Choice | Conceal))
    orders = [rules.actions.dump(order) for order in rules.options(state, side)]
    assert [] == [order for order in map(rules.actions.load, orders) if rules.check(state, side, order)]
    kinds = Counter(str(order["k"]) for order in orders)
    digest = sha256(json.dumps(orders, sort_keys=True).encode()).hexdigest()[:16]
    return {"side": side, "kinds": dict(sorted(kinds.items())), "order": digest}


@pytest.mark.parametrize("game", LOGS)
def test_the_legal_orders_are_pinned_with_their_order(game: str) -> None:
    pinned = json.loads((Path(__file__).parent / "legal_orders" / f"{game}.json").read_text("utf-8"))
    rules, states = registry.load(game).rules, dict[str, object]()

    def watch(happened: AppliedEntry[object]) -> None:
        if str(happened.entry) in pinned:
            states[str(happened.entry)] = happened.position.game

    def is_as_pinned(entry: str) -> None:
        assert pinned[entry] == listed(rules, states[entry])

    read(container.unpack((ROOT / "examples" / LOGS[game] / "campaign.pbem").read_bytes()), watch=watch)
    held(((entry, entry) for entry in pinned), is_as_pinned)
    assert {*rules.actions.kinds} == SELDOM[game] | {
        kind for each in pinned.values() for kind in each["kinds"]
    }

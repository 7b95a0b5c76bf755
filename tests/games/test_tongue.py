"""Every sentence that some case brings about is said in Spanish too: outcomes, refusals, what is owed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest

from pbem.games import cases, registry
from pbem.home.viewing.languages import tongue
from pbem.port.messages import Message
from pbem_rules.june44.game import June44

Said = Callable[..., Iterable[str]]
_SAID: dict[str, Said] = {
    "apply": lambda step: (each.text for each in step.outcomes),
    "settled": lambda step: (each.text for each in step.outcomes),
    "check": lambda broken: (each.message for each in broken),
    "demands": lambda owed: (each.why for each in owed if hasattr(each, "kinds") or hasattr(each, "at")),
}
"""What is read of what the game answers."""
_READ = {"june44": tuple(_SAID), "pegasus": ("apply", "settled")}
"""The other games are told at length in ``cli/test_spoken.py``."""


def heard(name: str) -> set[str]:
    """What the cases of a game bring about."""
    found: set[str] = set()
    game = type(registry.load(name).rules)

    def listening(asked: Callable[..., object], said: Said) -> Callable[..., object]:
        def told(*given: object) -> object:
            answer = asked(*given)
            found.update(said(answer))
            return answer

        return told

    with pytest.MonkeyPatch.context() as patch:
        for asked in _READ[name]:
            patch.setattr(game, asked, listening(getattr(game, asked), _SAID[asked]))
        for case, text in registry.cases(name).items():
            cases.run(cases.parse(text, case))
    return found


@pytest.mark.parametrize("name", _READ)
def test_every_sentence_of_the_cases_is_translated(name: str) -> None:
    spanish, said = tongue(registry.load(name), "es"), heard(name)
    assert len(said) > 300
    assert [] == sorted(each for each in said if not isinstance(each, Message) or spanish.say(each) == each)


def _on_the_table(rules: June44) -> Iterator[str]:
    """What stands on the map and beside it at the beginning, and the words of cards, weather and terrain."""
    state, data = rules.setup("june44", {}), rules.data
    scene, beside = rules.scene(state, "allied"), rules.furniture(state, "allied")
    yield from (scene.heading, scene.panel[0], scene.panel[-1], *beside.phases)
    yield from (each.title for pile in scene.piles for each in pile.counters)
    yield from (each.title for each in scene.marks)
    yield from (about for _, about in rules.layers())
    yield from (card.text for card in data.cards.values())
    yield from data.scenarios["june44"].turns
    yield from (each.name for each in (*data.charts.weather.values(), *data.charts.terrain.values()))


def test_what_stands_on_the_table_is_translated() -> None:
    game = registry.load("june44")
    assert isinstance(game.rules, June44)
    spanish, seen = tongue(game, "es"), [*_on_the_table(game.rules)]
    assert len(seen) > 100
    assert {"Bocage"} == {each for each in seen if spanish.say(each) == each}

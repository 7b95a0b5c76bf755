"""Every sentence that some case brings about is a message and is said in Spanish too: outcomes, refusals, what is owed."""

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


@pytest.fixture(scope="module")
def heard() -> set[str]:
    """What the cases bring about."""
    found: set[str] = set()

    def listening(asked: Callable[..., object], said: Said) -> Callable[..., object]:
        def told(*given: object) -> object:
            answer = asked(*given)
            found.update(said(answer))
            return answer

        return told

    with pytest.MonkeyPatch.context() as patch:
        for name, said in _SAID.items():
            patch.setattr(June44, name, listening(getattr(June44, name), said))
        for name, text in registry.cases("june44").items():
            assert cases.run(cases.parse(text, name)).holds, name
    return found


def test_every_sentence_of_the_cases_is_translated(heard: set[str]) -> None:
    spanish = tongue(registry.load("june44"), "es")
    assert len(heard) > 300
    assert [] == sorted(each for each in heard if not isinstance(each, Message) or spanish.say(each) == each)


def _on_the_table(rules: June44) -> Iterator[str]:
    """What stands on the map and beside it at the beginning."""
    state = rules.setup("june44", {})
    scene, beside = rules.scene(state, "allied"), rules.furniture(state, "allied")
    yield from (scene.heading, scene.panel[0], scene.panel[-1], *beside.phases)
    yield from (each.title for pile in scene.piles for each in pile.counters)
    yield from (each.title for each in scene.marks)
    yield from (about for _, about in rules.layers())


def test_what_stands_on_the_table_is_translated() -> None:
    game = registry.load("june44")
    assert isinstance(game.rules, June44)
    spanish, seen = tongue(game, "es"), [*_on_the_table(game.rules)]
    assert len(seen) > 60
    assert [] == [each for each in seen if not isinstance(each, Message) or spanish.say(each) == each]


def test_the_words_of_cards_weather_and_terrain_and_the_days_of_turns_are_translated() -> None:
    game = registry.load("june44")
    assert isinstance(game.rules, June44)
    spanish, data = tongue(game, "es"), game.rules.data
    texts = [*(card.text for card in data.cards.values()), *data.scenarios["june44"].turns]
    texts += [each.name for each in (*data.charts.weather.values(), *data.charts.terrain.values())]
    assert {"Bocage"} == {each for each in texts if spanish.say(each) == each}

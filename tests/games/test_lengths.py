"""How long scenarios are, where a publisher, a text or a player tells it: first and last turn, and how many there are."""

from __future__ import annotations

from pbem.games import registry
from pbem.port.map_displays import Furnished
from tests.lists import tried_with

TOLD = {
    ("june6", "campaign"): ("6 June", "29/30 June", 13), ("june44", "june44"): ("6 June", "5-6 July", 16),
    ("darkdecember", "herbstnebel"): ("16 Dec AM", "19 Dec PM", 8),
    ("darkdecember", "campaign"): ("16 Dec AM", "25 Dec PM", 20),
    ("darkdecember", "turning-point"): ("22 Dec AM", "25 Dec PM", 8),
    ("darkdecember", "final-fury"): ("26 Dec AM", "28 Dec PM", 6),
    ("normandy", "omaha"): ("6 June am", "10 June pm", 14),
    ("normandy", "epsom"): ("26 June am", "1 July pm", 17),
    ("normandy", "cherbourg"): ("18 June night", "27 June pm", 30),
    ("normandy", "cobra"): ("25 July night", "31 July pm", 21),
    ("normandy", "goodwood-cobra"): ("18 July night", "31 July pm", 42),
    ("normandy", "campaign"): ("6 June night", "10 August pm", 198),
}  # fmt: skip
"""Bloody Omaha begins with the landing in the morning: one turn less than three a day."""


@tried_with(("game", "scenario"), TOLD)
def test_a_scenario_has_the_turns_that_are_told_of_it(game: str, scenario: str) -> None:
    rules = registry.load(game).rules
    assert isinstance(rules, Furnished)
    beside = rules.furniture(rules.setup(scenario, {}), None)
    track = [
        each for each in beside.turns if each.number >= beside.turn
    ]  # what lies before is on the track as well
    assert TOLD[game, scenario] == (track[0].name, track[-1].name, len(track))

"""Which dice each roll has, and that no other faces are taken for it (3.1)."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port.game import Roll, Rolled
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import State
from pbem_rules.june44.rules.combat.attack import Attack
from pbem_rules.june44.rules.sequence import Done
from tests.lists import tried_with

RULES = registry.load("june44").rules
assert isinstance(RULES, June44)
GAME: June44 = RULES


def _at(phase: str, **more: Json) -> State:
    return GAME.place("empty", {"phase": phase, "deck": True, **more})


def _fight(**more: Json) -> State:
    units: dict[str, Json] = {"3 Br": "2305", "716": "2405"}
    state = _at("allied-combat", supply=1, owners={"2008": "allied"}, units=units, **more)
    return GAME.apply(state, "allied", Attack(target="2405", units=("3 Br",))).state


def _left_over() -> State:
    state = _at("allied-combat", missions={"2113": "", "2210": ""}, air_drawn=[1, 0])
    return GAME.apply(state, "allied", Done()).state


ROLLS: dict[str, tuple[State, tuple[int, ...]]] = {
    "drop": (GAME.place("june44", {"phase": "drop", "done": []}), (6, 5, 4, 3, 2, 10)),
    "weather": (_at("weather", weather=""), (10,)),
    "supply": (_at("supply"), (10,)),
    "replacements of one's own": (_at("supply", options={"own-replacements": True}), (10, 10, 10)),
    "combat": (_fight(), (10, 10)),
    "combat with one die": (_fight(options={"one-die": True}), (10,)),
    "combat under an air unit": (_fight(missions={"2405": ""}), (10, 10, 5)),
    "air units left over": (_left_over(), (4, 3)),
    "a card of 24": (_at("cards", deck=False, options={"random-cards": True}), (24,)),
}


@tried_with("what", sorted(ROLLS))
def test_a_roll_has_its_dice_and_takes_their_faces_only(what: str) -> None:
    state, sides = ROLLS[what]
    owed = GAME.demands(state)[0]
    assert isinstance(owed, Roll)
    assert sides == tuple(die.sides for die in owed.dice)

    def wrong(*faces: int) -> bool:
        return bool(GAME.check(state, owed.side, Rolled(why=owed.why, faces=faces)))

    ones = (1,) * len(sides)
    assert not wrong(*ones)
    assert not wrong(*sides)
    assert all((wrong(), wrong(*ones, 1), wrong(0, *ones[1:]), wrong(*sides[:-1], sides[-1] + 1)))

"""What a side must not know is in nothing that it sees: whatever else could be hidden there looks the same."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port import insight
from pbem.port.map_displays import Furnished
from tests.lists import held

_FRONT: dict[str, Json] = {"half": "allied", "phase": "combat", "options": {"fog": "yes"}}
_STACK: dict[str, Json] = {"1": "2013", "352": "2313", "716": "2315"}
_ROLES: dict[str, Json] = {"phase": "german combat"}
HIDDEN: dict[str, tuple[str, str, dict[str, Json], dict[str, Json]]] = {
    "the counter of an enemy (Dark December, fog of war)": (
        "darkdecember", "allied",
        {**_FRONT, "units": {"117/30": "1101", "39/26VG": "1102"}},
        {**_FRONT, "units": {"117/30": "1101", "164/62VG": "1102"}},
    ),
    "the units beneath another (6.5)": (
        "june44", "allied",
        {"units": {**_STACK, "353": "2313", "30 Mob": "2313"}},
        {"units": {**_STACK, "91": "2313", "77": "2313"}},
    ),
    "the Allies beneath another (6.5)": (
        "june44", "german", {"units": {**_STACK, "2": "2013"}}, {"units": {**_STACK, "9": "2013"}},
    ),
    "what is under chits (1.5)": (
        "pegasus", "british",
        {"chits": ["B1", "B2"], "squads_left": 2, "decoys_left": 0},
        {"chits": ["B1", "B2"], "squads_left": 0, "decoys_left": 2},
    ),
}  # fmt: skip


def _seen(game: str, side: str, position: dict[str, Json]) -> str:
    """Everything that a side sees of a position."""
    rules = registry.load(game).rules
    state = rules.place("empty", position)
    layers = [
        insight.layer(rules, state, each, name) for each in rules.sides for name, _ in insight.layers(rules)
    ]
    beside = rules.furniture(state, side) if isinstance(rules, Furnished) else None
    return repr((rules.scene(state, side), layers if side else (), beside))


def test_whatever_is_hidden_looks_the_same() -> None:
    def looks_the_same(case: tuple[str, str, dict[str, Json], dict[str, Json]]) -> None:
        game, side, one, other = case
        rules = registry.load(game).rules
        (owner,) = {*rules.sides} - {side}
        assert _seen(game, side, one) == _seen(game, side, other)
        assert game == "pegasus" or _seen(game, owner, one) != _seen(game, owner, other)

    held(HIDDEN, looks_the_same)

"""What people see of every game is as it is kept, in words, with its source; and what is hidden looks the same."""

import re

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.port import insight
from pbem.port.map_displays import Furnished
from pbem_rules.kernel.tables import PROVENANCES
from tests.games import seen
from tests.lists import held
from tests.sampling import ALL, GAMES, part_by_turns

_FEW, _PARTS = 24, 1 if ALL else 4
_CODE = re.compile(r"True|False|None|\{")
_SLIPS = {"june6": ("505/83", "505/82", "crt"), "june44": ("2 Amr", "2 Arm", "units"),
    "darkdecember": ("395/98", "395/99", "combat"), "normandy": ("I/115/92", "I/115/29", ""),
    "pegasus": ("fires", "fire", "")}  # fmt: skip


def _is_kept(game: str, names: list[str]) -> None:
    kept = seen.kept(game)

    def is_as_kept(name: str) -> None:
        found, lines = seen.pictures(game, name), kept.get(name, "")
        other = [part for part, a, b in zip(seen.PARTS, found.split(), lines.split(), strict=False) if a != b]
        assert lines == found, f"{', '.join(other)}: as wanted? python -m tests.games.seen"

    held(((f"{game} {name}", name) for name in names), is_as_kept)


@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_and_odds_of_a_few_cases_are_as_they_are_kept(game: str) -> None:
    _is_kept(game, list(seen.cases_of(game))[::_FEW])


@pytest.mark.wider
@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_and_odds_of_all_cases_are_as_they_are_kept(game: str) -> None:
    _is_kept(game, part_by_turns(list(seen.cases_of(game)), _PARTS))


@pytest.mark.parametrize("game", GAMES)
def test_data_and_what_is_shown_are_as_they_are_kept_in_words_and_with_their_labels(game: str) -> None:
    shown, kept, printed = seen.shown(game), seen.kept(game), seen.printed(game)
    assert printed == {name: kept[name] for name in printed}, "as wanted? python -m tests.games.seen"
    assert {*kept} == {*shown, *printed, *seen.cases_of(game)}

    def is_shown(name: str) -> None:
        assert kept[name] == seen.digest(shown[name]), "as wanted? python -m tests.games.seen"
        assert not _CODE.search(shown[name])
        assert name == "scenarios" or any(label in shown[name].lower() for label in PROVENANCES)

    held(((f"{game} {name}", name) for name in shown), is_shown)


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_there_is_not_is_answered_with_names_that_there_are(game: str) -> None:
    slip, *near = _SLIPS[game]
    with pytest.raises(UsageError) as told:
        registry.load(game).rules.show(slip)
    assert [] == [each for each in near if each not in f"{told.value} {told.value.hint}"]


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

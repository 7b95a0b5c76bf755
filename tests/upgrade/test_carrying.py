"""What does not carry over is named: the entry after which it no longer would, the unit and the paragraph."""

from functools import cache
from pathlib import Path

from pbem.games import registry
from pbem.games.registry import Game
from pbem.replay.fold import AppliedEntry
from pbem.replay.upgrading import Prevented, prevented
from pbem.replay.verify import Reading, read

LANDINGS = Path(__file__).resolve().parents[2] / "examples" / "landings" / "campaign.pbem"


@cache
def played() -> tuple[Reading[object], tuple[AppliedEntry[object], ...]]:
    trail: list[AppliedEntry[object]] = []
    return read(LANDINGS.read_bytes(), watch=trail.append), tuple(trail)


def packed(place: Path, text: str) -> Game:
    (place / "less.toml").write_text(f'[pack]\nname = "less"\ngame = "june6"\n{text}\n', encoding="utf-8")
    return registry.load("june6", place / "less.toml")


def reduced() -> tuple[str, int]:
    """A unit that is reduced in the recorded game and still is at its end, and the entry that reduced it."""
    reading, trail = played()
    told = [(each.entry, said.text) for each in trail for said in each.outcomes if " is reduced" in said.text]
    last = {text.partition(" is reduced")[0]: entry for entry, text in told}
    board = reading.position.game.board
    return next((name, entry) for name, entry in last.items() if (unit := board.get(name)) and unit.reduced)


def one_step(name: str) -> str:
    """The text of a pack in which this unit has one step."""
    return f'[units.units."{name}"]\nsteps = 1\nremove = ["back"]'


def test_a_pack_in_which_a_reduced_unit_has_one_step_is_stopped_at_the_entry_that_reduced_it(tmp_path):
    name, entry = reduced()
    found = prevented(played()[0].position, packed(tmp_path, one_step(name)))
    assert entry == found.entry
    assert f"[2.4] {name} has lost a step, and here its counter has only one" in found.reason


def test_the_same_pack_is_fine_as_long_as_the_unit_is_whole(tmp_path: Path) -> None:
    reading, trail = played()
    pack = packed(tmp_path, one_step(reduced()[0]))
    stopped = prevented(reading.position, pack)
    assert isinstance(stopped, Prevented)
    assert stopped.entry is not None
    assert prevented(trail[stopped.entry - 1].position, pack) is None
    assert prevented(trail[stopped.entry].position, pack) is not None


def test_printed_values_typed_in_the_middle_prevent_nothing(tmp_path: Path) -> None:
    reading, _ = played()
    assert prevented(reading.position, packed(tmp_path, '[units.units."16/1"]\ncs = 7')) is None


def test_every_state_of_a_recorded_game_is_sound_under_its_own_rules() -> None:
    for each in played()[1][::25]:
        assert () == each.position.rules.unsound(each.position.game)

"""A copy of each game: what is typed is what the pack says, and nothing that cannot stand there is kept."""

from pathlib import Path

import pytest

from pbem.bytes.errors import UsageError
from pbem.games.forms import Cell, State
from pbem.games.forms.form import Codec
from pbem.home.owner import copies, packing
from pbem.home.owner.copies import Copy
from pbem.home.owner.journal import Entry
from pbem.home.owner.packing import About
from pbem.home.packs import forms as pack_forms
from pbem.home.packs import installed
from pbem.store.home import Home
from tests.home.table import Player
from tests.lists import tried_with
from tests.sampling import one_by_turns, small_and_tried

pytestmark = pytest.mark.wider


def typed(home: Home, game: str, entries: list[Entry]) -> Copy:
    copy = copies.copy_of(home, game)
    for n in range(0, len(entries), copies.MOST_AT_ONCE):
        copy, wrong = copies.enter(home, copy, entries[n : n + copies.MOST_AT_ONCE])
        assert () == wrong
    return copy


def facts(copy: Copy) -> list[Cell]:
    return [cell for form in copy.forms for cell in form.cells if cell.facts]


@pytest.mark.parametrize("game", small_and_tried())
def test_all_of_a_game_typed_as_printed_is_a_sound_pack_with_nothing_ours(game: str, tmp_path: Path) -> None:
    home = Home(tmp_path)
    cells = facts(copies.copy_of(home, game))
    copy = typed(home, game, [Entry(address=each.address, text=each.text) for each in cells])
    assert {State.AS_PRINTED} == {each.state for each in facts(copy)}
    assert sum(each.facts for each in copy.forms) == sum(each.given for each in copy.forms)
    found = packing.check(copy)
    assert () == found.faults
    assert found.game is not None
    assert () == found.game.changed_from(installed.own(found.game))


@pytest.mark.parametrize("game", small_and_tried())
def test_what_is_typed_is_what_the_forms_of_its_pack_say(game: str, tmp_path: Path) -> None:
    """Every seventh cell as it is, every fiftieth in doubt: read back from the pack each has its value and its state."""
    home = Home(tmp_path)
    cells = facts(copies.copy_of(home, game))[::7]
    entries = [Entry(address=each.address, text=each.text, unsure=not n % 50) for n, each in enumerate(cells)]
    copy = typed(home, game, entries)
    read = pack_forms.forms_of(game, packing.pack_of(copy, About()))
    assert 0 == read.faults
    back = {cell.address: cell for form in read.forms for cell in form.cells}
    for each in cells:
        assert (copy.cells[each.address].value, copy.cells[each.address].state) == (
            back[each.address].value,
            back[each.address].state,
        ), each.address


@pytest.mark.parametrize("game", small_and_tried())
def test_taken_back_it_is_as_it_was(game: str, tmp_path: Path) -> None:
    home = Home(tmp_path)
    before = copies.copy_of(home, game)
    first, second = facts(before)[:2]
    one = typed(home, game, [Entry(address=first.address, text=first.text)])
    typed(home, game, [Entry(address=second.address, text=second.text)])
    again = copies.take_back(home, copies.copy_of(home, game))
    assert (one.typed, one.undo) == (again.typed, again.undo)
    blank = copies.take_back(home, again)
    assert before.forms == blank.forms
    with pytest.raises(UsageError, match="Nothing has been typed"):
        copies.take_back(home, blank)


WRONG = (
    ("charts.turns.track/1/first_day", "six", "whole number"), ("charts.turns.track/1/first_day", "7\n8", "one line"),
    ("charts.turns.track/1/first_day", "9" * 500, "400 characters"),
    ("charts.turns.track/1/turn", "1", "names the row"), ("map.roads.primary/E0120-E0220", "perhaps", "yes or no"),
)  # fmt: skip


@tried_with(("address", "text", "said"), WRONG)
def test_what_cannot_stand_there_is_said_and_nothing_of_the_change_is_kept(address, text, said, tmp_path):
    home = Home(tmp_path)
    copy = copies.copy_of(home, "june6")
    fine = facts(copy)[0]
    assert address in copy.cells
    after, wrong = copies.enter(
        home, copy, [Entry(address=fine.address, text=fine.text), Entry(address=address, text=text)]
    )
    assert (address, True) == (wrong[0].address, said in wrong[0].why)
    assert {} == dict(after.typed)
    assert 0 == copies.copy_of(home, "june6").undo


def test_a_number_outside_its_bounds_names_them(tmp_path: Path) -> None:
    copy = copies.copy_of(Home(tmp_path), "june6")
    bounded = next(cell for cell in facts(copy) if cell.kind.most is not None and cell.kind.name == "number")
    _, wrong = copies.enter(Home(tmp_path), copy, [Entry(address=bounded.address, text="999999")])
    assert f"from {bounded.kind.least} to {bounded.kind.most}" in wrong[0].why


def test_a_letter_of_no_ground_is_refused(tmp_path: Path) -> None:
    copy = copies.copy_of(Home(tmp_path), "normandy")
    letter = next(cell for cell in facts(copy) if cell.codec is Codec.LETTER)
    for text, said in (("%", "One of these letters"), ("ab", "one letter")):
        _, wrong = copies.enter(Home(tmp_path), copy, [Entry(address=letter.address, text=text)])
        assert said in wrong[0].why


NEW = (
    ("june6", "map.coast.hexes/E2530"), ("june6", "map.roads.primary/E0101-E0102"),
    ("june6", "scenarios.scenarios.landings.gliders.325/82/W3126"), ("darkdecember", "map.rivers.Alzette/1111/1112"),
    ("normandy", "map.roads.main.courses/A0101/A0102"),
)  # fmt: skip


@tried_with(("game", "address"), one_by_turns(NEW))
def test_a_hex_a_side_and_a_step_that_ours_has_not_can_be_typed(game, address, tmp_path):
    home = Home(tmp_path)
    assert address not in copies.copy_of(home, game).cells
    copy = typed(home, game, [Entry(address=address, text="yes")])
    found = copy.cells[address]
    assert (True, False, State.TYPED) == (found.value, found.ours, found.state)
    assert address in {each.address for each in copy.home_of(address).cells}
    read = pack_forms.forms_of(game, packing.pack_of(copy, About()))
    assert [True] == [cell.value for form in read.forms for cell in form.cells if cell.address == address]


def test_no_other_cell_can_be_made(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for address in (
        "nowhere/1", "map.bridges.sides/1111", "", "units.us/new/attack", "map.bridges.sides/../up",
    ):  # fmt: skip
        with pytest.raises(UsageError, match="There is no cell"):
            copies.enter(home, copies.copy_of(home, "darkdecember"), [Entry(address=address, text="1")])


def test_a_pack_is_installed_under_its_name_and_other_names_are_refused(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with pytest.raises(UsageError, match="Nothing has been typed"):
        packing.pack_of(copies.copy_of(home, "pegasus"), About())
    first = facts(copies.copy_of(home, "pegasus"))[0]
    copy = typed(home, "pegasus", [Entry(address=first.address, text=first.text)])
    for name in ("", "My copy", "../up", "a" * 40):
        with pytest.raises(UsageError, match="cannot be the name"):
            packing.install(home, copy, About(name=name))
    game, _ = packing.install(home, copy, About(name="ours", by="Ann", source='the "printed" map'))
    (listed,) = installed.listed(home)
    assert ("ours", "Ann", game.data_digest) == (listed.pack.name, listed.pack.by, listed.game.data_digest)


def test_a_backup_brings_what_was_typed_into_another_home(tmp_path: Path) -> None:
    ann = Player("Ann", tmp_path)
    assert 0 == ann("identity", "new", "Ann", "--no-password").code
    first = facts(copies.copy_of(ann.home, "pegasus"))[0]
    before = typed(ann.home, "pegasus", [Entry(address=first.address, text=first.text)])
    assert 0 == ann("backup", tmp_path / "ann.backup").code
    again = Player("Again", tmp_path)
    assert 0 == again("backup", "restore", tmp_path / "ann.backup").code
    assert before.typed == copies.copy_of(again.home, "pegasus").typed
    with pytest.raises(ValueError, match="up"):
        copies.put_back(again.home, "../up", b"")

"""What was typed is kept change by change, and looked at a second time."""

import random
from pathlib import Path

import pytest

from pbem.bytes.errors import DataError
from pbem.home.owner import copies, journal, second_look
from pbem.home.owner.journal import NAME, Entry
from pbem.store.home import Home

CHANGES = (
    (Entry(address="a/1", text="5-4-4"),),
    (Entry(address="a/2", text="Forêt de Cerisy", unsure=True), Entry(address="a/3", text=None)),
    (Entry(address="b", text=""),),
)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    for each in CHANGES:
        journal.add(tmp_path, each)
    return tmp_path


def test_what_was_added_is_read_in_its_order(kept: Path) -> None:
    assert journal.read(kept) == CHANGES


def test_each_taking_back_takes_the_last_that_holds(kept: Path) -> None:
    for left in (2, 1, 0, 0):
        journal.add(kept, ())
        assert journal.read(kept) == CHANGES[:left]
    journal.add(kept, CHANGES[2])
    assert journal.read(kept) == CHANGES[2:]


def test_cut_off_at_any_byte_the_changes_before_hold_and_the_next_follows_them(kept: Path) -> None:
    file = kept / NAME
    whole = file.read_bytes()
    ends = [n + 1 for n, byte in enumerate(whole) if byte == 10]
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        held = CHANGES[: sum(end <= length for end in ends)]
        assert journal.read(kept) == held, length
        journal.add(kept, CHANGES[0])
        assert journal.read(kept) == (*held, CHANGES[0]), length


def test_noise_at_the_end_is_nothing_and_in_the_middle_names_its_line(kept: Path) -> None:
    file = kept / NAME
    whole = file.read_bytes()
    file.write_bytes(whole + b"\x00\xff no line\n")
    assert journal.read(kept) == CHANGES
    second = whole.index(b"\n") + 20
    file.write_bytes(whole[:second] + b"!" + whole[second + 1 :])
    with pytest.raises(DataError, match="Line 2 of"):
        journal.read(kept)


def test_a_line_that_is_signed_and_holds_no_cells_is_refused(kept: Path) -> None:
    for body in (b"[[1,2,3]]", b'{"a":1}', b"[[", b'[["a",null]]'):
        line = journal._digest(body) + b"\t" + body + b"\n"
        (kept / NAME).write_bytes(line * 2)
        with pytest.raises(DataError, match="Line 1 of"):
            journal.read(kept)


def test_a_full_file_says_so_and_stays(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = (kept / NAME).stat().st_size
    monkeypatch.setattr(journal, "MOST", size + 10)
    with pytest.raises(DataError, match="larger than"):
        journal.add(kept, CHANGES[0])
    assert journal.read(kept) == CHANGES


@pytest.mark.parametrize(
    ("cells", "wrong", "most"), [(40, 0, 8), (40, 1, 12), (40, 2, 15), (10, 0, 26), (1, 1, 100), (0, 0, 100)]
)
def test_the_bound_is_that_of_clopper_and_pearson(cells: int, wrong: int, most: int) -> None:
    """One-sided, 95 %: 7.2, 11.3 and 14.9 in 100 of 40, 25.9 of 10."""
    assert second_look.bound(cells, wrong) == most


def test_typed_cells_are_drawn_and_those_that_differ_are_told(tmp_path: Path) -> None:
    home = Home(tmp_path)
    copy = copies.copy_of(home, "pegasus")
    assert () == second_look.drawn(copy, random.Random(1))
    numbers = [c for form in copy.forms for c in form.cells if c.facts and c.kind.name == "number"][:60]
    copy, _ = copies.enter(home, copy, [Entry(address=each.address, text=each.text) for each in numbers])
    cells = second_look.drawn(copy, random.Random(1))
    assert 40 == len({each.address for each in cells})
    again = [Entry(address=each.address, text=each.text) for each in cells]
    assert ((), 40, 8) == ((found := second_look.told(copy, again)).wrong, found.cells, found.most)
    other = [
        Entry(address=again[0].address, text="999"), Entry(address=again[1].address, text="?"), *again[2:],
    ]  # fmt: skip
    found = second_look.told(copy, [*other, Entry(address="nowhere", text="1")])
    assert [again[0].address, again[1].address] == [cell.address for cell, _ in found.wrong]

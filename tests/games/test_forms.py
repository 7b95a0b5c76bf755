"""The forms of a game: what is read, written as a pack and read again is the same, for every cell of every game."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.games.forms import Cell, Form, State, Typing, parsed, read, shown, written_files
from pbem.games.forms.form import Codec, Kind, out_of_bounds
from pbem.games.overlay import Overlaid
from pbem.games.packs.pack import Pack
from pbem.games.packs.reading import from_files
from tests.lists import tried_with
from tests.sampling import each_with_one, games_tried

pytestmark = pytest.mark.wider

GAMES = tuple(info.name for info in registry.installed() if info.package.startswith("pbem_rules."))


@cache
def blank(game: str) -> tuple[Form, ...]:
    """The forms of a game on which nothing is typed."""
    package = registry.info(game).package
    return read(registry.own_tables(package), registry.manifest_of(package))


def cells(game: str) -> list[Cell]:
    return [each for form in blank(game) for each in form.cells]


def pack_of(game: str, typed: Iterable[Typing]) -> Pack:
    files = written_files(typed, registry.own_tables(registry.info(game).package))
    head = f'[pack]\nname = "mine"\ngame = "{game}"\nby = "Ann"\nsource = "the card"\n'
    return from_files(
        {"pack.toml": head.encode(), **{f"{name}.toml": text.encode() for name, text in files.items()}}
    )


def laid(game: str, pack: Pack) -> tuple[Overlaid, tuple[Form, ...]]:
    package = registry.info(game).package
    found = registry.lay(game, pack)
    own = registry.own_tables(package)
    return found, read(own, registry.manifest_of(package), found.tables, found.entries, pack)


def other(cell: Cell) -> Json:
    """Another value that may stand in a cell."""
    match cell.value:
        case bool():
            return not cell.value
        case int():
            return cell.value + 1 if out_of_bounds(cell.value + 1, cell.kind) is None else cell.value - 1
        case float():
            return cell.value + 1.0
        case list():
            return [*cell.value, 2 if cell.kind.name == "ratings" else "more"]
        case str() if cell.kind.name == "letter":
            return "w" if cell.value != "w" else "o"
        case str() if cell.value and cell.value.replace("-", "").isdecimal() and cell.kind.most is not None:
            return "1-1-1" if cell.value != "1-1-1" else "2-2-2"
    return f"{cell.value} #'\"é"


@pytest.mark.parametrize("game", games_tried())
def test_every_cell_is_shown_as_what_is_read_as_it(game: str) -> None:
    found = cells(game)
    assert len(found) > 800
    for each in found:
        value = parsed(each.text, each.kind)
        assert (each.value, type(each.value)) == (value, type(value)), each.address
        assert out_of_bounds(each.value, each.kind) is None, each.address


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_and_every_form_has_a_name_of_its_own(game: str) -> None:
    found = cells(game)
    assert len(found) == len({each.address for each in found}) == len({each.path for each in found})
    assert len(blank(game)) == len({each.id for each in blank(game)})


@pytest.mark.parametrize("game", games_tried())
def test_what_is_written_as_printed_is_read_as_printed_in_every_cell(game: str) -> None:
    own = registry.own_tables(registry.info(game).package)
    everything = [each for each in cells(game) if each.facts]
    over, forms = laid(game, pack_of(game, [Typing(cell=each, value=each.value) for each in everything]))
    assert [] == [*map(str, over.faults)]
    again = [each for form in forms for each in form.cells]
    assert [(each.address, each.value) for each in cells(game)] == [
        (each.address, each.value) for each in again
    ]
    assert {State.AS_PRINTED} == {each.state for each in again if each.facts}
    assert all(form.facts == form.given for form in forms)
    assert list(own) == [name for name in over.tables if name in own]


@tried_with(("game", "half"), each_with_one(games_tried(), [0, 1]))
def test_what_is_typed_into_every_second_cell_is_read_there_and_nowhere_else(game: str, half: int) -> None:
    found = cells(game)
    typed = {each.address: other(each) for n, each in enumerate(found) if n % 2 == half and each.facts}
    doubted = set(list(typed)[::3])
    over, forms = laid(
        game,
        pack_of(
            game,
            [
                Typing(cell=each, value=typed[each.address], unsure=each.address in doubted)
                for each in found
                if each.address in typed
            ],
        ),
    )
    assert [] == [*map(str, over.faults)][:5]
    again = {each.address: each for form in forms for each in form.cells}
    assert {each.address for each in found} == again.keys()
    for each in found:
        now = again[each.address]
        assert (now.value, now.ours) == (typed.get(each.address, each.value), each.value), each.address
        if each.facts:
            state = State.UNSURE if each.address in doubted else State.TYPED
            assert now.state is (state if each.address in typed else State.OURS), each.address
            assert ("typed by Ann" in now.source) == (each.address in typed), each.address
    assert sum(form.given for form in forms) == sum(again[each].facts for each in typed)


def test_a_step_that_two_roads_share_goes_with_both(tmp_path: Path) -> None:
    step = next(each for each in cells("normandy") if each.address == "map.roads.main.courses/A2811/A2910")
    over, forms = laid("normandy", pack_of("normandy", [Typing(cell=step, value=False)]))
    assert () == over.faults
    roads = next(each for each in forms if each.id == "map.roads")
    assert [(step.address, False)] == [
        (each.address, each.value) for each in roads.cells if each.state is not State.OURS
    ]


def test_rows_that_a_pack_takes_out_and_puts_in_leave_the_others_their_names() -> None:
    text = (
        "[allied]\narrivals = {remove = [{turn = 2, unit = '51 Br'}], add = [{turn = 3, unit = '51 Br', "
        "place = 'Juno'}]}\n"
    )
    head = '[pack]\nname = "mine"\ngame = "june44"\n'
    pack = from_files({"pack.toml": head.encode(), "schedule.toml": text.encode()})
    over, forms = laid("june44", pack)
    assert () == over.faults
    form = next(each for each in forms if each.id == "schedule.allied")
    assert {"1", "30"} == {each.row for each in form.cells if each.state is State.TYPED}
    assert {None} == {each.value for each in form.cells if each.row == "1"}
    assert [3, "51 Br", "Juno"] == [each.value for each in form.cells if each.row == "30"]


def test_a_new_row_and_one_taken_away_are_typed() -> None:
    text = '[units]\nremove = ["16/1"]\n[units."99/1"]\nnew = true\nlike = "18/1"\ncs = 5\n'
    head = '[pack]\nname = "mine"\ngame = "june6"\n'
    _, forms = laid("june6", from_files({"pack.toml": head.encode(), "units.toml": text.encode()}))
    units = next(each for each in forms if each.id == "units.units")
    assert {"16/1", "99/1"} == {each.row for each in units.cells if each.state is not State.OURS}
    assert {None} == {each.value for each in units.cells if each.row == "16/1"}
    assert {None} == {each.ours for each in units.cells if each.row == "99/1"}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("5-4-4", Kind(name="ratings"), [5, 4, 4]),
        ("YES", Kind(name="flag"), True),
        ("+2", Kind(name="number"), 2),
        ("A; B", Kind(name="list"), ["A", "B"]),
        ("", Kind(name="list"), []),
        ("1.5", Kind(name="decimal"), 1.5),
    ],
)
def test_what_is_typed_is_read_as_its_kind(text: str, kind: Kind, value: Json) -> None:
    assert value == parsed(text, kind)
    assert value == parsed(shown(value, kind), kind)


@tried_with(
    ("text", "kind"),
    [
        ("5-", Kind(name="ratings")),
        ("maybe", Kind(name="flag")),
        ("2.5", Kind(name="number")),
        ("", Kind(name="number")),
        ("٣", Kind(name="number")),
        ("nan", Kind(name="decimal")),
        ("ab", Kind(name="letter")),
        ("9" * 16, Kind(name="number")),
    ],
)
def test_what_cannot_stand_in_a_cell_is_refused(text: str, kind: Kind) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the caller says what is wrong, with the place
        parsed(text, kind)


def test_the_shapes_of_the_forms_are_those_of_what_is_printed() -> None:
    shapes = {f"{game}:{each.id}": each.shape for game in GAMES for each in blank(game)}
    wanted = {
        "june6:charts.crt": "grid", "june6:map.terrain": "hexes", "june6:map.bridges": "sides",
        "june6:map.roads": "steps", "june6:units.units": "list", "june6:schedule.german": "grid",
        "june6:charts.combat": "values", "normandy:map.sheets": "hexes", "normandy:map.roads": "steps",
        "normandy:units.types": "list", "june44:map.roads": "steps", "darkdecember:map.rivers": "sides",
        "darkdecember:charts.crt": "grid", "pegasus:map.areas": "list", "pegasus:tables.fire": "grid",
    }  # fmt: skip
    assert wanted == {key: shapes[key] for key in wanted}


def test_every_codec_of_the_games_is_met() -> None:
    assert set(Codec) == {each.codec for game in GAMES for each in cells(game)}

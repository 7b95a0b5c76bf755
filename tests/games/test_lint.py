"""``pbem game lint``: the example has no slips, and each trap that a new game fell into is caught.

The five games are linted by ``.ci/run`` itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem.games.packs import read_pack
from tests.example_game import install, run

pytestmark = pytest.mark.wider


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The example installed, to be spoilt."""
    return install(tmp_path)


def linted(site: Path, word: str = "ford") -> list[str]:
    """What the check says, as somebody reads it; its exit code must agree."""
    done = run(site, "game", "lint", word, "--games", "3", "--json")
    found = json.loads(done.stdout)
    assert (3 if found else 0) == done.returncode, done.stderr
    assert {"ford"} >= {each["game"] for each in found}
    return [f"{each['about']}: {each['text']}" for each in found]


def spoilt(site: Path, file: str, old: str, new: str) -> None:
    """One text of the example is another."""
    place = site / "ford_rules/ford" / file
    text = place.read_text("utf-8")
    assert old in text
    place.write_text(text.replace(old, new), "utf-8")


def test_the_example_has_none_by_its_name_or_by_its_package(site: Path) -> None:
    assert ([], []) == (linted(site), linted(site, "ford_rules"))


def test_nothing_is_found_under_a_name_that_is_not_installed(site: Path) -> None:
    done = run(site, "game", "lint", "frod")
    assert (2, True) == (done.returncode, "there is no game called 'frod'" in done.stderr)


LAYER = """        layers=(ShownLayer(name="zones", about="zones", draw=lambda view: view.data.units["R/9"]),),
"""
SLIPS: dict[str, tuple[str, str, str, str]] = {
    "an order that does nothing": ("movement.py", "@MOVE.carry_out\n", "",
        "parts: the order move has no carry_out: it does nothing"),
    "an order that is never offered": ("movement.py", "@MOVE.legal\n", "",
        "parts: the order move has no legal and no by_unit: it is never offered"),
    "a card without a picture": ("cover.toml", "[picture]", "[drawing]", "cover.toml: it has no picture"),
    "a card of a scenario that there is not": ("cover.toml", 'scenario = "crossing"\n\n[scenarios',
        'scenario = "bridge"\n\n[scenarios', "cover.toml: there is no scenario bridge"),
    "a card with a side that there is not": ("cover.toml", '["red", "blue"]', '["red", "green"]',
        "cover.toml: there is no side green"),
    "a card that says no length": ("cover.toml", "minutes = 5", "minutes = 0",
        "cover.toml: scenario crossing has no title, or no minutes"),
    "a card with one line": ("cover.toml", ', "An example: learned in a minute, over in five."', "",
        "cover.toml: it has 1 lines, a card has room for two"),
    "a card of a difficulty beyond the scale": ("cover.toml", "difficulty = 1", "difficulty = 6",
        "cover.toml: the difficulty is 6, it goes from 1 to 5"),
    "a card with a word for a number": ("cover.toml", "difficulty = 1", 'difficulty = "easy"',
        "cover.toml: difficulty is missing, or not of its kind"),
    "a picture of a cell that the map has not": ("cover.toml", 'middle = "0402"', 'middle = "9999"',
        "cover.toml: the map has no cell 9999"),
    "a rule on a paragraph that is not listed": ("combat.py", '@BOOK.rule("2.3"', '@BOOK.rule("2.3", "2.9"',
        "2.9: ford_rules.ford.combat.repulsed is bound to it, and it is listed neither in paragraphs/ nor in NOTES.md"),
    "a note that is not in the notes": ("combat.py", '"2.2", "N1"', '"2.2", "N8"',
        "N8: ford_rules.ford.combat.fought is bound to it, and it is listed neither in paragraphs/ nor in NOTES.md"),
    "a rule on a paragraph that is left out": ("combat.py", '@BOOK.rule("2.3"', '@BOOK.rule("2.3", "3.2"',
        "3.2: ford_rules.ford.combat.repulsed is bound to it, and it is listed as left out"),
    "a paragraph without its rule": ("combat.py", '@BOOK.rule("2.3")\n', "",
        "2.3: it is listed as implemented, and no rule is bound to it"),
    "a scenario that only one list knows": ("ruleset.toml", '["crossing"]', '["crossing", "night"]',
        "ruleset.toml: the scenarios are crossing, night, those of the class are crossing"),
    "two sides of one name": ("game.py", "sides = (RED, BLUE)", "sides = (RED, RED)",
        "sides: they must be two different words in small letters, not ('red', 'red')"),
    "a number that nobody reads": ("data/map.toml", "rows = 4", "rows = 4\ndepth = 7",
        "map.depth: no rule reads it; unread.toml can say why"),
    "a value that is read and used by no rule": ("printed.py", "    needed: Annotated[int, Within(9)]\n",
        '    needed: Annotated[int, Within(9)]\n    spare: Annotated[int, Within(9), At("moves")]\n',
        "Data.spare: no rule reads it; unread.toml can say why"),
    "a ground that nobody draws": ("game.py", '"marsh" if', '"swamp" if',
        "picture: swamp: there is no drawing of that ground"),
    "a symbol that nobody draws": ("game.py", 'symbol="infantry"', 'symbol="pikemen"',
        "picture: pikemen: there is no drawing of that symbol"),
    "an arrow that nobody draws": ("game.py", '"moved": "move"', '"moved": "walk"',
        "crossing, random game 0: walk: there is no drawing of that arrow"),
    "a layer of the map that fails": ("game.py", "    )\n\n    @property", f"{LAYER}    )\n\n    @property",
        "KeyError: 'R/9'"),
    "a fight that never ends": ("combat.py", "owed=_roll)", "owed=lambda _: ())",
        "RuntimeError: fight waits for nobody and does not go on"),
    "a game without a result": ("turns.py", "if not view.state.over:", "if True:",
        "crossing, random game 0: nobody owes anything, and there is no result"),
    "a die that the rules cannot take": ("combat.py", "units[target].strength\n",
        "units[str(face)].strength\n", "the rules of The Ford fail at the roll attack/1 (KeyError)."),
    "a game without a method that pbem asks for": ("game.py", "    def provenance(", "    def origins(",
        "parts: the data has no sources, and the game no method provenance (rules/README.md: The port, method by method)"),
    "a game with neither a part nor a method": ("game.py", "    def facts(", "    def known(",
        "parts: there is neither a part facts nor a method facts (rules/README.md: The port, method by method)"),
    "a game without its list of scenarios": ("game.py", "    def scenarios(", "    def situations(",
        "scenarios: the game has none (rules/README.md: The port, method by method)"),
    "a name from a module that may move": ("movement.py", "from pbem.port import Message",
        "from pbem.bytes.errors import DataError\nfrom pbem.port import Message",
        "movement.py:11: take DataError from pbem.port, pbem.bytes.errors may move (rules/README.md: What it may import)"),
    "a name that is not for games": ("movement.py", "from pbem.port import Message",
        "import pbem.games.registry\nfrom pbem.port import Message",
        "movement.py:11: pbem.games.registry is not for games: it may go or change"),
    "a module that cannot be imported": ("movement.py", "from attrs import frozen",
        "from attrs import frosted", "ford_rules.ford: it cannot be loaded: ImportError"),
    "a table without a value": ("data/map.toml", "columns = 6\n", "",
        "ford_rules.ford: the data of the game ford: map: columns"),
}  # fmt: skip


@pytest.mark.parametrize("trap", SLIPS)
def test_the_slip_is_found(trap: str, site: Path) -> None:
    file, old, new, said = SLIPS[trap]
    spoilt(site, file, old, new)
    if "KeyError: 'R/9'" in said:
        spoilt(site, file, "HexMap, Parts", "HexMap, Parts, ShownLayer")
    assert [] != [each for each in linted(site) if said in each], linted(site)


def _bare_folder(ford: Path) -> str:
    (ford / "rules").mkdir()
    (ford / "rules/zones.py").write_text("ZONE = 1\n")
    return "rules: there are modules in it and no __init__.py"


def _chart(ford: Path) -> str:
    (ford / "packs.toml").write_text('[closed]\nunits = "Nothing new."\n[bounds]\n"units.needed" = [2, 4]\n')
    return "units.moves: packs.toml names no bounds for it"


def _narrow(ford: Path) -> str:
    _chart(ford)
    return "units.needed: its own value 5 lies outside of its bounds"


OFFERED = """    def scenario_options(self, scenario: str) -> tuple[Option, ...]:
        return (Option(name="ice", values=VALUES, title="The river is frozen", paragraph="1.1"),)

    def first("""


def _with_an_option(ford: Path, values: str, taken: str) -> None:
    """The example with an option: what it offers, and what its rules make of the ``options`` they are given."""
    file = ford / "game.py"
    text = file.read_text("utf-8")
    text = text.replace("    def first(", OFFERED.replace("VALUES", values))
    text = text.replace("        if options:\n", taken)
    text = text.replace("from pbem.port import (", "from pbem.port import (\n    Option,")
    file.write_text(text, "utf-8")


def _shown_by_cases(ford: Path, *values: str) -> None:
    for value in values:
        case = (ford / "cases/1.1-not-through-the-enemy.toml").read_text("utf-8")
        named = case.replace("[[step]]", f"[position.options]\nice = {value}\n\n[[step]]", 1)
        (ford / f"cases/ice-{value.strip(chr(34))}.toml").write_text(named, "utf-8")


REFUSED = '        if options.get("ice", "no") != "no":\n'
TAKEN = """        if options.get("ice", "no") not in ("no", "yes"):
            raise DataError("bad-option", "ice is yes or no.")
        if options.get("ice") == "yes":
            units = (Unit(id=name, where="0101") for name in self.data.units)
            return State(scenario=scenario, board=Board.of(units))
        if False:
"""


@pytest.mark.parametrize(
    ("values", "taken", "named", "said"),
    [
        (
            '("no", "yes")',
            REFUSED,
            ('"no"', '"yes"'),
            "crossing, --option ice=yes: The Ford has one scenario",
        ),
        (
            '("no", "yes")',
            "        if False:\n",
            ('"no"', '"yes"'),
            "crossing, --option ice=yes: it changes nothing",
        ),
        (
            '("yes", "no")',
            TAKEN,
            ('"no"', '"yes"'),
            "crossing, --option ice=yes: it is listed as the usual value",
        ),
        ('("no", "yes")', TAKEN, ('"no"',), "ice=yes: no case plays with it"),
        ("(0, 1, 2, 3)", "        if False:\n", ("0", "1"), "ice=3: no case plays with it"),
    ],
)
def test_an_option_that_is_offered_is_taken_does_something_and_is_shown(
    values: str, taken: str, named: tuple[str, ...], said: str, site: Path
) -> None:
    _with_an_option(site / "ford_rules/ford", values, taken)
    _shown_by_cases(site / "ford_rules/ford", *named)
    assert [] != [each for each in linted(site) if each.startswith(said)], linted(site)


def test_an_option_as_it_should_be_is_no_slip(site: Path) -> None:
    _with_an_option(site / "ford_rules/ford", '("no", "yes")', TAKEN)
    _shown_by_cases(site / "ford_rules/ford", '"no"', '"yes"')
    assert [] == linted(site)


def _excuse(ford: Path) -> str:
    (ford / "unread.toml").write_text('"Data.moves" = "we shall see"\n')
    return "unread.toml: Data.moves is read, or is not there"


@pytest.mark.parametrize("spoil", [_bare_folder, _chart, _narrow, _excuse])
def test_what_lies_beside_the_code_is_looked_at(spoil: Callable[[Path], str], site: Path) -> None:
    said = spoil(site / "ford_rules/ford")
    assert said in linted(site)


def test_a_value_with_a_reason_is_excused(site: Path) -> None:
    spoilt(site, "data/map.toml", "rows = 4", "rows = 4\ndepth = 7")
    assert [] != linted(site)
    (site / "ford_rules/ford/unread.toml").write_text('"map.depth" = "how deep the river is: for looks"\n')
    assert [] == linted(site)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("        if name in self.data.grid:\n", '        self.data.units["R/9"]\n        if name in self.data.grid:\n',
            ("rules", "show", "ford", "R/1")),
        ("def provenance(", "def origins(", ("rules", "list", "ford")),  # no line of its own fails: one that all games share
    ],
)  # fmt: skip
def test_what_fails_in_a_game_is_called_a_fault_of_the_game(
    old: str, new: str, words: tuple[str, ...], site: Path
) -> None:
    spoilt(site, "game.py", old, new)
    done = run(site, *words)
    assert (1, True, False) == (
        done.returncode,
        "a fault of the game The Ford (ford), not of pbem" in done.stderr,
        "a fault of pbem" in done.stderr,
    )


def test_a_game_that_cannot_be_read_is_named_where_all_are_listed(site: Path) -> None:
    spoilt(site, "data/map.toml", "columns = 6\n", "")
    assert "the game ford: map: columns" in run(site, "rules", "list").stderr


def test_no_pack_drives_a_chart_beyond_its_bounds(tmp_path: Path) -> None:
    """A retreat of forty hexes has more ways than anybody can look through."""
    file = tmp_path / "long.toml"
    text = '[pack]\nname = "long"\ngame = "normandy"\nby = "Ann"\nsource = "a guess"\n[charts.combat]\nretreat = {}\n'
    file.write_text(text.format(40))
    with pytest.raises(DataError) as caught:
        registry.load("normandy", read_pack(file))
    assert "charts.combat.retreat: is 40; it must lie between 0 and 4." in str(caught.value)
    file.write_text(text.format(3))
    assert 3 == registry.load("normandy", read_pack(file)).rules.data.charts.combat.retreat  # type: ignore[attr-defined]

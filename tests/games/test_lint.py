"""``pbem game lint``: the example has no slips, and each trap that a new game fell into is caught.

The five games are linted by ``.ci/run`` itself.
"""

import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from home.table import Said, pbem

from pbem.bytes.errors import DataError
from pbem.games import distributions, game_cards, guides, registry
from pbem.games.packs.reading import read_pack
from tests.example_game import install, run

pytestmark = pytest.mark.wider

_CACHES = (
    distributions._found,
    registry.installed,
    registry._own,
    registry._load,
    game_cards.cover,
    guides.guide,
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The example installed, to be spoilt."""
    return install(tmp_path)


def here(site: Path, *words: str) -> Said:
    """A command of this process, where the packages of ``site`` are installed and nothing is remembered of others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        _forget()
        said = pbem("--home", site / "home", *words)
    _forget()
    return said


def _forget() -> None:
    for cache in _CACHES:
        cache.cache_clear()
    for name in [each for each in sys.modules if each.partition(".")[0] == "ford_rules"]:
        del sys.modules[name]


def linted(site: Path, word: str = "ford") -> list[str]:
    """What the check says, as somebody reads it; its exit code must agree."""
    said = here(site, "game", "lint", word, "--games", "3", "--json")
    found = json.loads(said.out)
    assert (3 if found else 0) == said.code, said
    assert {"ford"} >= {each["game"] for each in found}
    return [f"{each['about']}: {each['text']}" for each in found]


def spoilt(site: Path, file: str, old: str, new: str) -> None:
    """One text of the example is another."""
    place = site / "ford_rules/ford" / file
    text = place.read_text("utf-8")
    assert old in text
    place.write_text(text.replace(old, new), "utf-8")


def test_the_example_has_none_by_its_name_or_by_its_package(site: Path) -> None:
    """By its name in a process of its own, as an author starts it."""
    done = run(site, "game", "lint", "ford", "--games", "3", "--json")
    assert (0, []) == (done.returncode, json.loads(done.stdout))
    assert [] == linted(site, "ford_rules")


def test_nothing_is_found_under_a_name_that_is_not_installed(site: Path) -> None:
    here(site, "game", "lint", "frod").says(2, "There is no game called 'frod'", "Did you mean ford?")


TRAPS = tomllib.loads(Path(__file__).with_name("traps.toml").read_text("utf-8"))


@pytest.mark.parametrize("trap", TRAPS)
def test_the_slip_is_found(trap: str, site: Path) -> None:
    file, old, new, said = TRAPS[trap].values()
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
def test_an_option_that_is_offered_is_taken_does_something_and_is_shown(values, taken, named, said, site):
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
        (
            "        if name in self.data.grid:\n",
            '        self.data.units["R/9"]\n        if name in self.data.grid:\n',
            ("rules", "show", "ford", "R/1"),
        ),
        (
            "def provenance(",
            "def origins(",
            ("rules", "list", "ford"),
        ),  # no line of its own fails: one that all games share
    ],
)
def test_what_fails_in_a_game_is_called_a_fault_of_the_game(old, new, words, site):
    spoilt(site, "game.py", old, new)
    here(site, *words).says(1, "a fault of the game The Ford (ford), not of pbem", no="a fault of pbem")


def test_a_game_that_cannot_be_read_is_named_where_all_are_listed(site: Path) -> None:
    spoilt(site, "data/map.toml", "columns = 6\n", "")
    assert "the game ford: map: columns" in here(site, "rules", "list").err


def test_no_pack_drives_a_chart_beyond_its_bounds(tmp_path: Path) -> None:
    """A retreat of forty hexes has more ways than anybody can look through."""
    file = tmp_path / "long.toml"
    text = '[pack]\nname = "long"\ngame = "normandy"\nby = "Ann"\nsource = "a guess"\n[charts.combat]\nretreat = {}\n'
    file.write_text(text.format(40))
    with pytest.raises(DataError) as caught:
        registry.load("normandy", read_pack(file))
    assert "charts.combat.retreat: is 40; it must lie between 0 and 4." in str(caught.value)
    file.write_text(text.format(3))
    assert 3 == registry.load("normandy", read_pack(file)).rules.data.charts.combat.retreat

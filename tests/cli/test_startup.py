"""What a command loads before it does anything: counted in modules and lines, for seconds depend on the machine.

The lines are those of the program without its games. Where one is above what is allowed, the message says what was loaded:
something that one case in a hundred needs is imported where it is used.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from attrs import evolve, frozen
from home.table import sit_down

from pbem.bytes.errors import NotYourTurn
from pbem.games import compiled, registry, summary
from tests.sampling import games_tried

pytestmark = pytest.mark.wider

GAMES = tuple(each.name for each in registry.installed() if each.package.startswith("pbem_rules."))
_RUN = """
import atexit, json, sys
def told():
    found = {name: getattr(each, "__file__", None) or "" for name, each in sys.modules.items()}
    with open(%r, "w") as file:
        json.dump({name: place for name, place in found.items() if place.endswith(".py")}, file)
atexit.register(told)
from pbem.__main__ import run
run()
"""


@frozen
class Loaded:
    """The modules that a process had at its end, and where each lies."""

    places: dict[str, str]

    @property
    def games(self) -> set[str]:
        """The games whose rules are among them."""
        return {name for name in GAMES if f"pbem_rules.{name}.game" in self.places}

    @property
    def rooms(self) -> Counter[str]:
        """Lines of the program, by floor, and of the home by room."""
        found = Counter[str]()
        for name, place in self.places.items():
            if name.partition(".")[0] == "pbem":
                room = ".".join(name.split(".")[: 3 if name.startswith("pbem.home.") else 2])
                found[room] += len(Path(place).read_text("utf-8").splitlines())
        return found


def run(home: Path, *words: str) -> Loaded:
    """A command in a process of its own."""
    told = home.with_name(f"{home.name}-loaded.json")
    done = subprocess.run(
        [sys.executable, "-c", _RUN % str(told), *words], capture_output=True, text=True, check=False,
        env={**os.environ, "PBEM_HOME": str(home)},
    )  # fmt: skip
    assert done.returncode in (0, NotYourTurn.exit_code), done.stderr
    return Loaded(json.loads(told.read_text()))


def held(loaded: Loaded, most: int) -> None:
    """Raises AssertionError with the rooms of a command that loads more lines of the program than this."""
    assert loaded.rooms.total() <= most, loaded.rooms.most_common(10)
    assert loaded.places.keys().isdisjoint(
        ("pbem.home.acting.hook_sending", "pbem.home.hooks", "http.client")
    )


@pytest.mark.parametrize(
    ("words", "most"), [(["--version"], 1_830), (["--help"], 1_800), (["rules", "list"], 4_480)], ids=str
)
def test_what_needs_no_game_loads_no_rules_no_keys_and_no_home(tmp_path, words, most):
    loaded = run(tmp_path / "home", *words)
    assert set() == loaded.games
    assert [] == [
        name for name in loaded.places if name.startswith(("pbem.home.g", "pbem.store", "pbem.log"))
    ]
    assert "cryptography" not in loaded.places
    held(loaded, most)


def test_the_list_of_commands_says_what_each_says_of_itself_without_loading_any(tmp_path: Path) -> None:
    loaded = run(tmp_path / "home", "--help")
    assert [] == [name for name in ("status", "do", "balance") if f"pbem.cli.{name}" in loaded.places]


@pytest.fixture(scope="module", params=games_tried())
def begun(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A game of each that is installed, just begun, and the home of its host."""
    place = tmp_path_factory.mktemp(request.param)
    return request.param, sit_down(place, request.param)[0].path


@pytest.mark.parametrize(
    ("words", "most"),
    [(["status"], 14_260), (["orders"], 14_215), (["do"], 14_690), (["verify"], 14_715)],
    ids=str,
)
def test_a_command_in_one_game_loads_the_rules_of_no_other(begun, words, most):
    game, home = begun
    loaded = run(home, *words)
    assert {game} == loaded.games
    held(loaded, most)


def test_a_turn_is_sent_and_imported_without_what_few_turns_need(begun: tuple[str, Path]) -> None:
    _, home = begun
    turn = home.with_name("turn.pbem")
    held(run(home, "send", "--partial", "--out", str(turn)), 14_915)
    held(run(home.with_name("ben"), "import", str(turn)), 15_545)


@pytest.mark.parametrize("name", GAMES)
def test_the_summary_of_a_game_is_that_of_its_rules(name: str) -> None:
    info = registry.info(name)
    place = Path(registry.__file__).parents[2] / "rules" / info.package.replace(".", "/") / summary.FILE
    assert summary.written(info) == place.read_text("utf-8"), "python -m tests.tools.summaries writes it"


@pytest.mark.parametrize("name", GAMES)
def test_the_tables_of_a_game_are_those_of_its_data(name: str) -> None:
    folder = files(registry.info(name).package)
    place = folder / compiled.FILE
    wanted = registry.written_tables(registry.info(name).package)
    assert wanted == place.read_text("utf-8"), "python -m tests.tools.summaries writes it"
    read = {
        each.name.removesuffix(".toml"): tomllib.loads(each.read_text("utf-8"))
        for each in (folder / "data").iterdir()
        if each.name.endswith(".toml")
    }
    found = compiled.tables(folder)
    assert registry.digest_of(read) == found.digest
    assert sorted(read) == [*found.values]
    assert [*map(repr, (read[name] for name in found.values))] == [*map(repr, found.values.values())]


def test_tables_of_other_data_or_of_no_form_are_not_believed(tmp_path: Path) -> None:
    copy = tmp_path / "pegasus"
    shutil.copytree(str(files(registry.info("pegasus").package)), copy)
    assert compiled.tables(copy) is not None
    kept = (copy / compiled.FILE).read_bytes()
    of = kept.partition(b"\n")[0]
    for bad in (
        b"", b"\n", b"{}", of, of + b"\n[]", of + b"\n{", of + b'\n{"units":1}', b"0" * 64 + kept[64:],
    ):  # fmt: skip
        (copy / compiled.FILE).write_bytes(bad)
        assert compiled.tables(copy) is None
    (copy / compiled.FILE).write_bytes(kept)
    changed = next(each for each in (copy / "data").iterdir() if each.name.endswith(".toml"))
    before = changed.read_bytes()
    changed.write_bytes(before + b"\n# another edition\n")
    assert compiled.tables(copy) is None
    changed.write_bytes(before)
    (copy / "data" / "more.toml").write_bytes(b"")
    assert compiled.tables(copy) is None


def test_a_summary_of_other_data_is_not_believed(tmp_path: Path) -> None:
    """A copy of a game's folder whose data were changed, and whose summary was not."""
    package = registry.info("pegasus").package
    folder = Path(str(files(package)))
    copy = tmp_path / "copied_rules" / "pegasus"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = (copy / summary.FILE).read_text("utf-8")
    info = evolve(registry.info("pegasus"), package="copied_rules.pegasus")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        assert json.loads(before)["of"] == summary.source(info)
        changed = copy / "data" / sorted(each.name for each in (copy / "data").iterdir())[0]
        changed.write_text(changed.read_text("utf-8") + "\n# another edition\n", encoding="utf-8")
        assert json.loads(before)["of"] != summary.source(info)
        (copy / summary.FILE).write_text(before.replace('"sides"', '"spoilt"'), encoding="utf-8")
        assert summary.asked(info) == summary.summary(info)

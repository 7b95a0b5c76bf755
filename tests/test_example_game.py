"""The example of rules/README.md is a game: installed as a package of its own, it is listed, tried, played and verified."""

import ast
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from pbem.dev.game_lint.imported import DOORS
from pbem_rules.shared import game, parts
from tests.example_game import EXAMPLE, ROOT, install, run

PAGE = (ROOT / "rules" / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages with the example in it, as an installer leaves it behind."""
    return install(tmp_path_factory.mktemp("site"))


def pbem(site: Path, *words: str | Path) -> str:
    """What a command prints, with the example installed; it must end with exit code 0."""
    done = run(site, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_is_listed_with_its_scenario(site: Path) -> None:
    games = {each["name"]: each for each in json.loads(pbem(site, "rules", "list", "--json"))}
    assert (["crossing"], "The Ford") == (games["ford"]["scenarios"], games["ford"]["title"])


def test_its_cases_hold_and_show_every_rule(site: Path) -> None:
    pbem(site, "game", "try", site / "ford_rules/ford/cases")
    found = json.loads(pbem(site, "game", "coverage", "ford", "--json"))
    assert ([], []) == (found["unaccounted"], found["without_case"])


def test_two_players_play_it_by_mail_and_the_log_is_verified(site: Path) -> None:
    pbem(site, "demo", "--game", "ford", "--turns", "0", "--out", site / "demo")
    found = json.loads(pbem(site, "verify", "--json", site / "demo/campaign.pbem"))
    assert ("verified", "ford") == (found["verdict"], found["game"])
    assert (site / "demo" / "turn-4.svg").is_file()


def test_games_against_itself_end(site: Path) -> None:
    found = json.loads(pbem(site, "game", "balance", "ford", "--games", "6", "--json"))
    assert (6, 6) == (found["games"], sum(found["won"].values()))


def test_the_page_names_files_and_modules_that_there_are() -> None:
    paths = re.findall(r"`((?:pbem|schemas|tests|rules)/[\w./-]+)`", PAGE)
    assert {"pbem/port/game.py", "schemas/case.md"} <= set(paths)
    assert [] == [path for path in paths if not (ROOT / path).exists()]
    modules = re.findall(r"^\| `((?:kernel|shared)\.[^|]+)\|", PAGE, re.MULTILINE)
    named = [word for cell in modules for word in re.findall(r"[\w.]+", cell)]
    package = ""
    for word in named:
        package = word.partition(".")[0] if "." in word else package
        path = ROOT / "rules/pbem_rules" / package / word.rpartition(".")[2]
        assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), path


def test_the_page_names_every_method_that_the_port_asks_for() -> None:
    trees = (ast.parse(each.read_text("utf-8")) for each in (ROOT / "pbem/port").glob("*.py"))
    asked = [
        method.name
        for tree in trees
        for each in tree.body
        if isinstance(each, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in each.bases)
        for method in each.body
        if isinstance(method, ast.FunctionDef)
    ]
    assert 40 < len(asked)
    assert [] == [name for name in asked if not re.search(rf"[`.]{name}\b", PAGE)]


def test_a_game_imports_from_the_front_doors_and_the_page_lists_all_that_they_show() -> None:
    rows = re.findall(r"^\| `(pbem[\w.]*)` \| (.+) \|$", PAGE, re.MULTILINE)
    assert list(DOORS) == [door for door, _ in rows]
    for door, names in rows:
        shown = {name for name in vars(import_module(f"{door}.door")) if not name.startswith("__")}
        assert shown == set(re.findall(r"`(\w+)`", names))
        for name in shown:
            exec(f"from {door} import {name}")
    trees = [ast.parse(each.read_text("utf-8")) for each in EXAMPLE.rglob("*.py")]
    taken = {node.module for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {"pbem.port", "pbem_rules.kernel", "pbem_rules.shared"} == {
        each for each in taken if each and each.startswith("pbem")
    }


def test_a_name_of_its_former_place_is_still_found_there() -> None:
    """A game that was written by an older page is loaded, too."""
    for name in ("Looking", "Parts", "ShownLayer", "Working", "Writing"):
        assert getattr(game, name) is getattr(parts, name)

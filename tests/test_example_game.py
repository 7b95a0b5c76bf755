"""The example game, installed by itself, is played and verified; a fold from a checkpoint is that of the whole log."""

import ast
import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from attrs import evolve
from checkpoints import same_fold, same_orders, same_position

from pbem.bytes import container
from pbem.dev.game_lint.imported import DOORS
from pbem.games.registry import Game
from pbem.log import Log, parse_log, start_of
from pbem.replay import checkpoint
from pbem.replay.fold import AppliedEntry, Folded, Mark, fold_bundle, fold_log, opening
from pbem.replay.loading import load_rules
from pbem_rules.shared import game, parts
from tests.example_game import EXAMPLE, ROOT, install, run
from tests.sampling import one_by_turns, part_by_turns, sampled

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


EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
QUICK = "pegasus"
WIDER = ("campaign", "darkdecember", "june44", "landings", "normandy")
GAMES = (QUICK, *(pytest.param(name, marks=pytest.mark.wider) for name in one_by_turns(WIDER)))
PLACES, ON = 12, 8
KEY = bytes(range(32))


class Recorded:
    """A recorded game with every place between two of its bundles, as the whole fold comes by them."""

    def __init__(self, name: str) -> None:
        self.stored = container.unpack((EXAMPLES / name / "campaign.pbem").read_bytes())
        self.log: Log = parse_log(self.stored)
        self.game: Game = load_rules(self.log)
        position, end = opening(self.game, self.log), start_of(self.log)
        self.marks = [Mark(position=position, end=end)]
        for bundle in self.log.bundles:
            folded = fold_bundle(position, end, bundle)
            assert folded.error is None
            position, end = folded.position, folded.end
            self.marks.append(Mark(position=position, end=end))

    def again(self, place: int) -> Mark[object]:
        """A place written down and read."""
        data = checkpoint.write(self.marks[place], self.log, "test", KEY)
        read = checkpoint.read(data, self.stored, "test", KEY)
        assert read.log.encode() == self.stored
        found = read.mark(self.game)
        assert data == checkpoint.write(found, read.log, "test", KEY)
        return found


@pytest.fixture(scope="module", params=GAMES)
def recorded(request: pytest.FixtureRequest) -> Recorded:
    return Recorded(request.param)


def test_from_a_sample_of_places_the_game_goes_on_as_from_its_first_entry(recorded: Recorded) -> None:
    last = len(recorded.log.bundles)
    places = (1, *sampled(range(1, last), PLACES, recorded.log.gid.hex()), last)
    for place in part_by_turns(places, 3):
        mark = recorded.again(place)
        same_position(recorded.marks[place].position, mark.position)
        same_orders(recorded.marks[place].position, mark.position)
        few = evolve(recorded.log, bundles=recorded.log.bundles[: place + ON])
        watched: list[AppliedEntry[object]] = []
        found = fold_log(recorded.game, few, start_of(few), watched.append, mark)
        there = recorded.marks[min(place + ON, len(recorded.log.bundles))]
        same_fold(Folded(position=there.position, end=there.end), found)
        assert [happened.entry for happened in watched] == [*range(mark.end.entries, there.end.entries)]
        same_orders(there.position, found.position)


def test_every_entry_behind_a_checkpoint_is_told_alike(recorded: Recorded) -> None:
    """Outcomes, in words: what the state does not hold is made anew in the same way."""
    (place,) = sampled(range(1, max(2, len(recorded.log.bundles) - 40)), 1, "told")
    few = evolve(recorded.log, bundles=recorded.log.bundles[: place + 40])
    whole, other = list[AppliedEntry[object]](), list[AppliedEntry[object]]()
    fold_log(recorded.game, few, start_of(few), whole.append)
    fold_log(recorded.game, few, start_of(few), other.append, recorded.again(place))
    first = recorded.marks[place].end.entries
    assert [(each.outcomes, each.position) for each in whole[first:]] == [
        (each.outcomes, each.position) for each in other
    ]


def test_what_lies_before_a_checkpoint_is_there_for_who_asks(recorded: Recorded) -> None:
    place = len(recorded.log.bundles) // 2
    mark, whole = recorded.again(place), recorded.marks[place]
    folded = fold_log(
        recorded.game,
        evolve(recorded.log, bundles=recorded.log.bundles[: place + 3]),
        start_of(recorded.log),
        begin=mark,
    )
    there = recorded.marks[place + 3].position
    for position, truth in ((mark.position, whole.position), (folded.position, there)):
        for count in (1, truth.count // 3, mark.end.entries - 1, mark.end.entries, truth.count - 1):
            found, wanted = position.after(count), truth.after(count)
            if wanted is None:
                assert found is None
                continue
            same_position(wanted, found)

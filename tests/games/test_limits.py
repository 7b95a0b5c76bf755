"""Bounds of rolls, keys and scenarios; what is loaded when; positions with one good answer; the file of a pack."""

import re
from pathlib import Path

import pytest
from counting import calls
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bytes import container
from pbem.bytes.errors import DataError, FormatError, GameFault
from pbem.games import registry
from pbem.games.boundary import throwable
from pbem.games.cases import parse, read, run
from pbem.games.driver import Driven
from pbem.games.overlay import Titles, changes
from pbem.games.packs.reading import from_files, read_file, read_pack, write_file
from pbem.games.toml import parse_toml
from pbem.home.packs import installed
from pbem.port.game import MAX_DICE, MAX_FACE, MAX_SIDES, Demand, Die, Roll
from pbem.store.home import Home
from pbem.view.map.counters import describe
from pbem_rules.shared import provenance
from tests.doors.sittings import FIRST, begun
from tests.lists import tried_with
from tests.protocol.tiny import State, Tiny


class Asking(Tiny):
    """The tiny game, asking for so many dice at once."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def demands(self, state: State) -> tuple[Demand, ...]:
        return (Roll(side="red", why="many", dice=(Die(sides=6),) * self.dice),)


def driven(dice: int) -> Driven[State]:
    return Driven(rules=Asking(dice), state=Tiny().setup(Tiny.scenarios[0], {}))


def test_a_hundred_dice_are_a_roll_and_one_more_is_a_fault_of_the_game() -> None:
    assert isinstance(driven(MAX_DICE).due, Roll)
    with pytest.raises(GameFault, match=r"many asks for dice that a roll cannot have: 101"):
        _ = driven(MAX_DICE + 1).due
    with pytest.raises(GameFault):
        _ = driven(0).due


@pytest.mark.parametrize(
    ("die", "fine"),
    [
        (Die(sides=MAX_SIDES), True),
        (Die(sides=MAX_SIDES + 1), False),
        (Die(sides=0), False),
        (Die(sides=6, low=-MAX_FACE), True),
        (Die(sides=6, low=MAX_FACE + 1), False),
    ],
)
def test_a_die_is_one_that_a_request_can_name(die: Die, fine: bool) -> None:
    assert fine == throwable((die,))


TOLD = {
    ("june6", "campaign"): ("6 June", "29/30 June", 13), ("june44", "june44"): ("6 June", "5-6 July", 16),
    ("darkdecember", "herbstnebel"): ("16 Dec AM", "19 Dec PM", 8),
    ("darkdecember", "campaign"): ("16 Dec AM", "25 Dec PM", 20),
    ("darkdecember", "turning-point"): ("22 Dec AM", "25 Dec PM", 8),
    ("darkdecember", "final-fury"): ("26 Dec AM", "28 Dec PM", 6),
    ("normandy", "omaha"): ("6 June am", "10 June pm", 14),
    ("normandy", "epsom"): ("26 June am", "1 July pm", 17),
    ("normandy", "cherbourg"): ("18 June night", "27 June pm", 30),
    ("normandy", "cobra"): ("25 July night", "31 July pm", 21),
    ("normandy", "goodwood-cobra"): ("18 July night", "31 July pm", 42),
    ("normandy", "campaign"): ("6 June night", "10 August pm", 198),
}  # fmt: skip
"""Bloody Omaha begins with the landing in the morning: one turn less than three a day."""


@tried_with(("game", "scenario"), TOLD)
def test_a_scenario_has_the_turns_that_are_told_of_it(game: str, scenario: str) -> None:
    rules = registry.load(game).rules
    beside = rules.furniture(rules.setup(scenario, {}), None)
    track = [
        each for each in beside.turns if each.number >= beside.turn
    ]  # what lies before is on the track as well
    assert TOLD[game, scenario] == (track[0].name, track[-1].name, len(track))


_MANY = "a. b. c. d. e. f. g. h. i. j. k. l. m. n. o. p. q. r. s. t."
_KEY = ".".join("abcdefghijklmnopqrst")
_CASE = f'title = "{_MANY}"\nparagraphs = ["2.1"]\ngame = "normandy"\nnote = "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1"\n'


def test_a_case_may_have_as_many_dots_in_its_text_as_it_likes() -> None:
    found = parse(_CASE + '\n[[step]]\norder = "done"\nbreaks = ["2.1"]\n', "dots.toml")
    assert _MANY == found.title


@pytest.mark.parametrize(
    "text",
    [
        f'a = "{_MANY}"',
        f"a = '{_MANY}'",
        f"a = 1  # {_KEY}",
        f'a = """\n{_KEY}\n"""',
        f"a = '''\n{_KEY} = 1\n'''",
        f'a = "\\"{_MANY}"',
    ],
)
def test_dots_in_text_and_comments_make_no_key(text: str) -> None:
    assert ["a"] == list(parse_toml(text.encode(), "dots.toml"))


@tried_with(
    ("line", "text"),
    [
        (1, f"{_KEY} = 1"),
        (1, f'{_KEY} = "x"'),
        (2, f"a = 1\n[{_KEY}]"),
        (1, ".".join(f'"{each}"' for each in "abcdefghijklmnopqrst") + " = 1"),
        (2, f'z = {{ y = """\n""", {_KEY} = "x" }}'),
        (1, f"z = '\"', {_KEY} = '\"'"),
        (2, f'z = """\\"""\\\n""", {_KEY} = "x"'),
    ],
)
def test_a_long_key_is_refused_with_its_line_whatever_quotes_stand_about_it(line: int, text: str) -> None:
    with pytest.raises(DataError, match=f"dots.toml:{line}: a key of more than 16 parts"):
        parse_toml(text.encode(), "dots.toml")


@pytest.mark.parametrize(("game", "scenario"), FIRST)
def test_nothing_is_said_twice_of_a_counter(tmp_path: Path, game: str, scenario: str) -> None:
    session = begun(tmp_path, game, scenario).app.room.session()
    scene = session.game.rules.scene(session.position.game, session.side)
    lines = [describe(each) for pile in scene.piles for each in pile.counters]
    assert lines
    assert [] == [line for line in lines if line.count(" steps") > 1]


GAMES = tuple(each for each in registry.installed() if each.package.startswith("pbem_rules."))


@pytest.mark.parametrize("chosen", GAMES, ids=lambda each: each.name)
def test_where_values_come_from_is_counted_for_who_asks_and_once(chosen: registry.GameInfo) -> None:
    tables = registry.load_version(chosen).tables
    with calls(provenance.values, provenance.counted) as loading:
        game = registry.build(chosen, tables)
    assert not loading
    with calls(provenance.counted) as asking:
        first, second = registry.sourced(game), registry.sourced(game)
    assert 1 == asking["counted"]
    assert first == second
    assert sum(first.values()) > 500


def test_a_pack_with_a_label_that_there_is_not_is_not_installed(tmp_path: Path) -> None:
    """A game is loaded without its sources; whoever takes a pack in asks for them."""
    place = tmp_path / "mine.toml"
    place.write_text(
        '[pack]\nname = "mine"\ngame = "june6"\n\n[charts.weather.states.clear]\nprovenance = "rumoured"\n'
    )
    home = Home(tmp_path / "home")
    with pytest.raises(DataError, match="rumoured"):
        installed.install(home, "june6", read_pack(place))
    assert not list(home.packs())


_FILES = sorted((Path(__file__).parents[1] / "positions").glob("*/*.toml"))


@tried_with("file", _FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_player_finds_the_good_answer(file: Path) -> None:
    case = read(file)
    tried = run(case)
    assert file.parent.name == case.game
    assert tried.holds, f"{tried.title}: expected {tried.expected}, found {tried.found}"


def test_another_answer_than_the_one_that_is_wanted_does_not_hold() -> None:
    file = next(file for file in _FILES if file.stem == "not-at-bad-odds")
    text = file.read_text().replace('advise = "done"', 'advise = "attack"')
    assert not run(parse(text, file.name)).holds


ROOT = Path(__file__).resolve().parents[2]
NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,8}\.toml", fullmatch=True)


def test_the_example_of_the_specification_is_a_pack_that_the_game_can_use() -> None:
    text = (ROOT / "schemas" / "pack.md").read_text(encoding="utf-8")
    found = re.search(r"```\n(\{\"a\":\"pack\".*?)```", text, re.DOTALL)
    files = read_file(found[1].encode())
    assert found[1].encode() == write_file(files)
    game = registry.load("june6", from_files(files))
    assert ["charts.crt.row[4].probe_stand.retreat"] == [each.name for each in game.entries]


@settings(max_examples=60)
@given(st.dictionaries(NAMES, st.binary(max_size=200), min_size=1, max_size=6))
def test_what_is_written_is_read_and_is_the_same_bytes_again(files: dict[str, bytes]) -> None:
    lines = write_file(files)
    assert (files, lines) == (read_file(container.pack(lines)), write_file(dict(reversed(files.items()))))


@tried_with(
    ("head", "code"),
    [
        (b'{"a":"pack","files":[],"v":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":0,"name":"a.toml"}],"v":2}', "version"),
        (b'{"a":"pack","files":[{"bytes":0,"name":"a.toml"}],"v":1,"w":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":0,"name":"b.toml"},{"bytes":0,"name":"a.toml"}],"v":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":0,"name":"a.toml"},{"bytes":0,"name":"a.toml"}],"v":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":0,"name":"/etc/a.toml"}],"v":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":0,"name":"a.py"}],"v":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":true,"name":"a.toml"}],"v":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":9000000,"name":"a.toml"}],"v":1}', "bad-pack"),
        (b'{"a":"pack","files":{"a":0},"v":1}', "bad-pack"),
        (b'{"a":"pack","files":[{"bytes":1,"name":"a.toml"}],"v":1}', "truncated"),
        (b'{"a":"pack","files":["a.toml"],"v":1}', "bad-pack"),
        (b'{"a":"pack", "files":[{"bytes":0,"name":"a.toml"}],"v":1}', "white-space"),
        (b'{"a":"result","v":1}', "bad-pack"),
    ],
)
def test_a_first_line_as_none_can_be_is_refused_by_its_code(head: bytes, code: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_file(head + b"\n")
    assert code == refused.value.code


def test_sizes_are_bounded_before_anything_is_parsed() -> None:
    listed = ",".join(f'{{"bytes":5000000,"name":"a{n}.toml"}}' for n in range(3))
    with pytest.raises(FormatError) as refused:
        read_file(f'{{"a":"pack","files":[{listed}],"v":1}}\n'.encode())
    assert "too-large" == refused.value.code
    with pytest.raises(FormatError) as refused:
        read_file(container.pack(b'{"a":"pack",' + b" " * 6_000_000))
    assert "too-large" == refused.value.code


def test_changes_are_told_in_words_of_the_game() -> None:
    titles = Titles.of(
        {"words": {"t.crt": "Combat table", "t.crt.row.*.die.#": "die", "t.u.*": "Unit *", "cs": "strength"}}
    )
    old = {
        "t": {
            "crt": {"row": [{"odds": "3:1", "die": ["DR", "AR"]}]},
            "u": {"9": {"cs": 3, "source": "x"}},
            "l": ["a", "b"],
        }
    }
    new = {
        "t": {
            "crt": {"row": [{"odds": "3:1", "die": ["DR", "D2"]}]},
            "u": {"9": {"cs": 4}, "8": {"cs": 1}},
            "l": ["b", "c"],
        }
    }
    found = [(each.title, str(each)) for each in changes(old, new, titles)]
    assert [
        ("Combat table", "row 3:1, die 2: AR -> D2"),
        ("Unit 9", "strength: 3 -> 4"),
        ("Unit 8", "new: strength 1"),
        ("T, l", "new: c"),
        ("T, l", "taken away (was a)"),
    ] == found

"""Bounds of rolls, of dotted keys and of scenarios where each is told; and what is said of a counter."""

from pathlib import Path

import pytest

from pbem.bytes.errors import DataError, GameFault
from pbem.games import registry
from pbem.games.boundary import throwable
from pbem.games.cases import parse
from pbem.games.driver import Driven
from pbem.games.toml import parse_toml
from pbem.port.game import MAX_DICE, MAX_FACE, MAX_SIDES, Demand, Die, Roll
from pbem.port.map_displays import Furnished
from pbem.view.map.counters import describe
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
    due = driven(MAX_DICE).due
    assert isinstance(due, Roll)
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
    assert isinstance(rules, Furnished)
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

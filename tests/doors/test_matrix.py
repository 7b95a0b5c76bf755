"""Every scenario of every game opens by every door of the command line, and at the table.

Whole turns through the same doors are in ``test_first_turns``.
"""

from pathlib import Path

import pytest

from tests.home.table import Player
from tests.sampling import ALL, games_tried, sampled
from tests.table.seats import Seat

from .matrix import Doors, Position, opens, positions, positions_with_options, session_of

pytestmark = pytest.mark.wider

_FIRST = {each.game: each for each in reversed([*positions()])}
POSITIONS = tuple(positions()) if ALL else tuple(_FIRST[game] for game in games_tried())
"""The first scenario of the game of the day; at night each."""
OPTIONS = tuple(each for each in positions_with_options() if each.game in games_tried())


WAITING, NOTHING = 5, 2
"""Exit codes: it is the other's turn; there is nothing of that kind now."""


def looked_at(doors: Doors, player: Player) -> None:
    """What a player looks at before they decide, or while they wait."""
    codes = () if session_of(player).is_my_turn else (WAITING,)
    for name, words, also in (
        ("status", ("status",), ()), ("orders", ("orders",), codes), ("odds", ("odds",), (*codes, NOTHING)),
        ("hand", ("orders", "hand"), ()),
    ):  # fmt: skip
        with doors.door(name):
            opens(player(*words), *also)


def drawn(doors: Doors, player: Player) -> None:
    """What is written into files: pictures, pages, reports, sheets; and what checks."""
    place = doors.place
    for name, words in (
        ("map", ("map", "-o", place / "now.svg")), ("map", ("map", "--text")),
        ("replay", ("replay", "--html", place / "replay.html")),
        ("report", ("replay", "--report", place / "report.md")),
        ("standing", ("standing", "edit")),
        ("standing", ("standing", "usual", "--show")), ("verify", ("verify",)),
    ):  # fmt: skip
        with doors.door(name):
            opens(player(*words))


def put_back(doors: Doors, player: Player) -> None:
    """A backup, and the home that is made of it."""
    copy = doors.place / "copy.backup"
    with doors.door("backup"):
        opens(player("backup", copy))
    with doors.door("doctor"):
        opens(player("setup", "doctor"))
    restored = Player("Copy", doors.place)
    with doors.door("restore"):
        opens(restored("backup", "restore", copy))
        assert player.folder.log() == restored.folder.log()


def at_the_table(doors: Doors, player: Player) -> None:
    """The page with this game open: what is to be decided, the whole board, and an order through it."""
    with doors.door("table"):
        seat = Seat(player.name, player.home)
        seat.ask("position")
        seat.ask("board")


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_every_door_of_a_scenario_opens(position: Position, tmp_path: Path) -> None:
    doors = Doors(tmp_path, position)
    ann, ben = doors.seated()
    assert {} == doors.faults
    for player in (ann, ben):
        looked_at(doors, player)
    doors.first_decisions(ann, ben)
    for player in (ann, ben):
        looked_at(doors, player)
        at_the_table(doors, player)
    drawn(doors, ann)
    put_back(doors, ben)
    alone = Player("Alone", tmp_path)
    with doors.door("practice"):
        opens(alone("practice", *position.words))
        opens(alone("orders"))
    assert {} == doors.faults


@pytest.mark.parametrize("position", sampled(OPTIONS, 3, "options"), ids=str)
def test_a_game_with_an_option_begins_and_is_looked_at(position: Position, tmp_path: Path) -> None:
    doors = Doors(tmp_path, position)
    for player in doors.seated():
        looked_at(doors, player)
    assert {} == doors.faults

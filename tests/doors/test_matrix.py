"""Every scenario opens by every door of the command line and at the table; who comes back; a backup that is opened."""

import json
import sys
from pathlib import Path

import pytest

from pbem.home import games
from pbem.home.standing import lines
from tests.doors.typed import Somebody
from tests.home.table import Player
from tests.sampling import ALL, games_tried, sampled
from tests.table.seats import Seat, away, sit_down

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
    view = games.look(player.folder)
    usual = () if lines.usual(view.game, view.position.game, view.side) else (NOTHING,)
    for name, words, codes in (
        ("map", ("map", "-o", place / "now.svg"), ()), ("map", ("map", "--text"), ()),
        ("replay", ("replay", "--html", place / "replay.html"), ()),
        ("report", ("replay", "--report", place / "report.md"), ()),
        ("standing", ("standing", "edit"), ()), ("verify", ("verify",), ()),
        ("standing", ("standing", "usual", "--show"), usual),
    ):  # fmt: skip
        with doors.door(name):
            opens(player(*words), *codes)


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


def _back(place: Path) -> tuple[Somebody, Seat, Seat]:
    """A real player who looked, went away and comes back; their seat, and the other's."""
    ann, ben = sit_down(place / "homes", game="darkdecember")
    mover = away(ann, ben, 2)
    other = ben if mover is ann else ann
    who = Somebody(place / "desk")
    (who.home).mkdir(parents=True)
    (who.home / "pbem").symlink_to(mover.home.path)
    return who, mover, other


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own")
def test_who_sits_down_again_is_told_what_happened_and_what_is_recommended(tmp_path: Path) -> None:
    who, mover, other = _back(tmp_path)
    assert 0 == who("status").code
    mover.play()
    who("send", "--out", "turn.pbem").says(0)
    assert 0 == who("status").code
    assert "You are needed again when" in who("status").out
    other.upload((who.place / "turn.pbem").read_bytes())
    other.ask("accept")
    away(other, mover, 1)
    told = who.answering(("play",), [("> ", "quit\n")]).says(0, "since your last turn")
    assert told.out.index("since your last turn") < told.out.index("You owe")
    assert "Recommended: " in told.out


@pytest.mark.parametrize(
    ("language", "what", "then"),
    [
        ("en", "the backup of a home of Ann", "Next: pbem --home DIR backup restore copy.backup"),
        (
            "es",
            "la copia de seguridad de una carpeta de Ann",
            "Ahora: pbem --home CARPETA backup restore copy.backup",
        ),
    ],
)
def test_a_backup_is_told_from_any_other_file(language: str, what: str, then: str, tmp_path: Path) -> None:
    ann = Somebody(tmp_path / "ann", language)
    ann.begin("Ann")
    assert 0 == ann("backup", "copy.backup").code
    for command, code in (("open", 0), ("verify", 6)):
        ann(command, "copy.backup").says(code, what, then)
    verdict = json.loads(ann("verify", "--json", "copy.backup").out)
    assert ("backup", "unchecked") == (verdict["paper"], verdict["verdict"])


def test_what_begins_as_a_backup_and_is_none_is_not_put_back(tmp_path: Path) -> None:
    ann = Somebody(tmp_path / "ann")
    (ann.place / "cut.backup").write_bytes(b"pbem-backup-1\n{")
    for command in ("open", "verify"):
        said = ann(command, "cut.backup")
        assert 0 != said.code
        assert "rejected" in said.out
        assert "restore" not in said.out


"""The first scenario of each game."""


def test_a_scenario_that_begins_late_is_played_as_many_turns_as_were_asked_for(tmp_path: Path) -> None:
    """Epsom of June 6 begins with turn 11; one turn of it was none, and the maps begin with that turn too."""
    player = Somebody(tmp_path / "ann")
    said = player("demo", "--game", "june6", "--scenario", "epsom", "--turns", 1, "--out", "out").says(0)
    assert ["1"] == [line.split()[1] for line in said.out.splitlines() if line.startswith("turns ")]
    assert "out/turn-11.svg" in said.err
    assert (player.place / "out/turn-11.svg").is_file()

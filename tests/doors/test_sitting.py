"""Who comes back to a game at a terminal: what has happened, what is recommended, and when they are needed again."""

import sys
from pathlib import Path

import pytest

from tests.doors.typed import Somebody
from tests.table.seats import Seat, away, sit_down

pytestmark = pytest.mark.wider


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
    told = who.answering(("play",), [("> ", "quit\n")]).says(0, "since you last looked")
    assert told.out.index("since you last looked") < told.out.index("You owe")
    assert "Recommended: " in told.out

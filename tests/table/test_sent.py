"""Answers as differences: with what it has got before, a page has every drawing of every position, and gets few."""

from pbem.bytes.canon import Json
from pbem.table import picture_diff
from pbem.table.picture_diff import Sent

from .seats import Seat


class Page:
    """What the page's script does with the answers."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.drawn, self.newest = seat, dict[int, str](), 0

    def ask(self, name: str, **given: Json) -> tuple[list[str], int]:
        """The drawings of the position that is answered, and how many of them came with it."""
        found = self.seat.ask(name, **given, holds=self.newest)
        inner = found.get("position", found)
        came, numbers = inner["drawn"], inner["pieces"]
        self.drawn |= {int(each): str(svg) for each, svg in came.items()}
        self.newest = max(self.newest, *self.drawn)
        if lacking := [each for each in numbers if each not in self.drawn]:
            more = self.seat.ask("pieces", numbers=lacking)["drawn"]
            self.drawn |= {int(each): str(svg) for each, svg in more.items()}
        return [self.drawn[int(str(each))] for each in numbers], len(came)


def test_two_pages_have_every_drawing_of_every_position_and_get_each_once(mover: Seat) -> None:
    first, second = Page(mover), Page(mover)
    whole, came = first.ask("position")
    assert came == len(whole) == len(dict(mover.ask("position"))["pieces"])
    assert first.ask("position")[1] == 0
    for n in range(6):
        stand = mover.app.room.stand()
        order = next(stand.of_kind("move"))
        page = first if n % 2 else second
        found, came = page.ask("do", order=dict(order.obj))
        assert found == mover.ask("position")["pieces"]
        assert came <= 4 or n == 0
    for page in (first, second):
        assert page.ask("undo", count=3)[0] == mover.ask("position")["pieces"]


def test_what_is_on_the_map_is_never_forgotten() -> None:
    kept = Sent()
    for start in range(0, 6 * picture_diff._MOST, picture_diff._MOST // 2):
        pieces: list[Json] = [str(each) for each in range(start, start + picture_diff._MOST)]
        found = kept.fewer({"pieces": pieces}, 10**9)
        drawn = kept.asked(found["pieces"])
        assert [*drawn["drawn"].values()] == pieces
        assert len(kept._drawn) <= 2 * picture_diff._MOST


def test_what_is_no_number_gets_everything() -> None:
    answer: Json = {"position": {"pieces": ["a"]}}
    for holds in (None, True, "7", [1]):
        assert Sent().fewer(answer, holds) == answer
    assert Sent().asked("x") == {"drawn": {}}
    assert Sent().fewer({"came": 1}, 5) == {"came": 1}

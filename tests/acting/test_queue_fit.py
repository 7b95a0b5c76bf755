"""An order that has become legal may mean something else: it is held against what its player saw when they typed it."""

from functools import cache
from itertools import accumulate
from pathlib import Path

import pytest
from attrs import evolve, frozen

from pbem.bytes import container
from pbem.games import registry
from pbem.home.standing import conditions
from pbem.home.standing.kept import Board, Kept, Seen
from pbem.log import parse_log, start_of
from pbem.port.standing import Line
from pbem.replay.fold import AppliedEntry, fold_log
from pbem.replay.loading import load_rules
from pbem.replay.table import Position

pytestmark = pytest.mark.wider

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@frozen
class View:
    """Somebody who looks at a position."""

    position: Position[object]
    side: str
    head: bytes = bytes(32)

    @property
    def game(self) -> registry.Game:
        return self.position.ruling


@cache
def _attacks(name: str) -> tuple[list[AppliedEntry[object]], list[AppliedEntry[object]]]:
    """What happened first in a recorded game, and the attacks among it."""
    data = next((EXAMPLES / name).glob("*.pbem")).read_bytes()
    log = parse_log(container.unpack(data) if data.startswith(container.MAGIC) else data)
    seen: list[AppliedEntry[object]] = []
    ends = accumulate(len(bundle.lines) for bundle in log.bundles)
    log = evolve(log, bundles=log.bundles[: 1 + sum(end < 400 for end in ends)])
    fold_log(load_rules(log), log, start_of(log), seen.append)
    return seen, [each for each in seen if each.kind == "attack"][:12]


def _view(happened: AppliedEntry[object], position: Position[object]) -> View:
    return View(position, position.table.seats[happened.seat].side)


def _typed(view: View, line: str) -> Kept:
    """An order that waits, typed by somebody who looks."""
    seen = Seen(entry=-1, head="", turn=1, board=_board(view))
    return Kept(line=Line(when="next", do=(line,)), seen=seen)


def _board(view: View) -> Board:
    return conditions.board(view)


def _changed(view: View, order: Kept, board: Board) -> str:
    return conditions.changed(view, order, board)


@pytest.mark.parametrize("name", ["june44", "darkdecember", "landings"])
def test_an_order_stands_where_it_was_typed_and_not_where_its_units_have_moved(name: str) -> None:
    seen, attacks = _attacks(name)
    moved = stood = 0
    for attack in attacks:
        view = _view(attack, attack.before)
        codec = view.game.rules.actions
        action = codec.load({key: v for key, v in attack.obj.items() if key != "i"})
        order, was = _typed(view, codec.typed(action)), _board(view)
        assert not _changed(view, order, was)
        words = conditions.named(view, action, parts=True)
        units = [word for word in words if word in was.units]
        assert units
        for later in seen[attack.entry + 1 : attack.entry + 40 : 6]:
            now = _view(attack, later.position)
            board = _board(now)
            said = _changed(now, order, board)
            if any(
                board.units.get(unit, "//").split("/")[:2] != was.units[unit].split("/")[:2] for unit in units
            ):
                assert said
                moved += 1
            elif not said:
                stood += 1
    assert moved
    assert stood


def test_a_hex_that_has_filled_stops_an_order_and_one_that_has_emptied_does_not() -> None:
    _, attacks = _attacks("darkdecember")
    view = _view(attacks[0], attacks[0].before)
    codec = view.game.rules.actions
    action = codec.load({key: v for key, v in attacks[0].obj.items() if key != "i"})
    order, board = _typed(view, codec.typed(action)), _board(view)
    words = conditions.named(view, action)
    place = next(word for word in words if word in board.others)
    there = board.others[place]
    for names, stops in ((there[1:], True), ((*there, "somebody"), False)):
        then = evolve(board, others={**board.others, place: names})
        said = _changed(view, evolve(order, seen=evolve(order.seen, board=then)), board)
        assert stops == (place in said), said


def test_what_an_order_that_waited_has_moved_is_where_its_player_knows_it_to_be() -> None:
    seen, _ = _attacks("darkdecember")
    move = next(each for each in seen if each.kind == "move")
    view, after = _view(move, move.before), _view(move, move.position)
    codec = view.game.rules.actions
    order = _typed(view, codec.typed(codec.load({key: v for key, v in move.obj.items() if key != "i"})))
    before, now = _board(view), _board(after)
    assert _changed(after, order, now)
    (known,) = conditions.followed((order,), before, now)
    assert not _changed(after, known, now)

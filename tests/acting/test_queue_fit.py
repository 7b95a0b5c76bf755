"""An order that has become legal may mean something else: it is held against what its player saw when they typed it."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve, frozen

from pbem.bytes import container
from pbem.games import registry
from pbem.home.play import queue_fit
from pbem.home.play.queue import Queue
from pbem.log import parse_log, start_of
from pbem.replay.fold import Happened, fold_log
from pbem.replay.table import Position
from pbem.replay.verify import load_rules

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


def _attacks(name: str) -> tuple[list[Happened[object]], list[Happened[object]]]:
    data = next((EXAMPLES / name).glob("*.pbem")).read_bytes()
    log = parse_log(container.unpack(data) if data.startswith(container.MAGIC) else data)
    seen: list[Happened[object]] = []
    fold_log(load_rules(log), log, start_of(log), seen.append)
    seen = seen[:400]
    return seen, [each for each in seen if each.kind == "attack"][:12]


def _view(happened: Happened[object], position: Position[object]) -> View:
    return View(position, position.table.seats[happened.seat].side)


@pytest.mark.parametrize("name", ["june44", "darkdecember", "landings"])
def test_an_order_stands_where_it_was_typed_and_not_where_its_units_have_moved(name: str) -> None:
    seen, attacks = _attacks(name)
    moved = stood = 0
    for attack in attacks:
        view = _view(attack, attack.before)
        codec = view.game.rules.actions
        line = codec.typed(codec.load({key: v for key, v in attack.obj.items() if key != "i"}))
        order = queue_fit.waiting(view, line)  # type: ignore[arg-type]  # it is only looked at
        assert order.units or order.others
        assert not queue_fit.changed(view, order, queue_fit.scene(view))  # type: ignore[arg-type]  # as above
        for later in seen[attack.entry + 1 : attack.entry + 40 : 6]:
            now = _view(attack, later.position)
            scene = queue_fit.scene(now)  # type: ignore[arg-type]  # as above
            at = {c.name: (p.cell, c.steps) for p in scene.piles for c in p.counters}
            was = {c.name: (p.cell, c.steps) for p in queue_fit.scene(view).piles for c in p.counters}  # type: ignore[arg-type]
            said = queue_fit.changed(now, order, scene)  # type: ignore[arg-type]  # as above
            if any(at.get(unit) != was[unit] for unit in order.units):
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
    line = codec.typed(codec.load({key: v for key, v in attacks[0].obj.items() if key != "i"}))
    order = queue_fit.waiting(view, line)  # type: ignore[arg-type]  # it is only looked at
    place, there = next((place, found) for place, found in order.others.items() if found)
    scene = queue_fit.scene(view)  # type: ignore[arg-type]  # as above
    fewer = evolve(order, others={**order.others, place: there[1:]})
    assert place in queue_fit.changed(view, fewer, scene)  # type: ignore[arg-type]  # as above
    more = evolve(order, others={**order.others, place: (*there, "somebody")})
    assert not queue_fit.changed(view, more, scene)  # type: ignore[arg-type]  # as above


def test_what_an_order_of_the_queue_has_moved_is_where_its_player_knows_it_to_be() -> None:
    seen, _ = _attacks("darkdecember")
    move = next(each for each in seen if each.kind == "move")
    view, after = _view(move, move.before), _view(move, move.position)
    codec = view.game.rules.actions
    line = codec.typed(codec.load({key: v for key, v in move.obj.items() if key != "i"}))
    order = queue_fit.waiting(view, line)  # type: ignore[arg-type]  # it is only looked at
    before, now = queue_fit.scene(view), queue_fit.scene(after)  # type: ignore[arg-type]  # as above
    assert queue_fit.changed(after, order, now)  # type: ignore[arg-type]  # as above
    known = queue_fit.followed(Queue(orders=(order,)), view.side, before, now).orders[0]
    assert not queue_fit.changed(after, known, now)  # type: ignore[arg-type]  # as above

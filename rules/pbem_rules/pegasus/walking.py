"""British movement, step by step, under opportunity fire."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem_rules.pegasus import charges
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.garrison import wake_around
from pbem_rules.pegasus.ground import border_cost
from pbem_rules.pegasus.losses import check_leader
from pbem_rules.pegasus.model import DEAD, GERMAN, State, Task, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.volleys import opportunity


@BOOK.rule(
    "5.1", text="British units have 4 points, 2 with a prisoner; a wounded leader and who helps him have 2."
)
def allowance(data: Data, unit: Unit, leader: Unit | None = None) -> int:
    """The movement points of a unit in a turn."""
    points = data.movement.with_prisoner if unit.prisoners else data.movement.british
    if unit.wounded or (leader is not None and leader.wounded):
        points = min(points, data.movement.wounded)
    return points


@BOOK.rule(
    "9.2",
    "N35",
    text="A unit that is suppressed does not move, unless opportunity fire has done it on the way.",
)
def may_move(unit: Unit) -> bool:
    """Whether suppression lets a unit move: who has paid points this turn was suppressed on the move, and goes on."""
    return not unit.suppressed or unit.spent > 0


def enemies(data: Data, state: State, where: str) -> bool:
    """Whether a German unit that is known of stands in an area."""
    return any(
        unit.where == where and data.forces.kinds[unit.kind].side == GERMAN for unit in state.units.values()
    )


@BOOK.rule("6.2", text="It costs 1 point more to come into an area of the enemy's.")
def step_cost(data: Data, state: State, start: str, end: str) -> int | None:
    """What a British unit pays for a step; None where it cannot go (6.1, and N13: over a bridge that is gone)."""
    if end == data.terrain.pegasus and state.pegasus == "destroyed":
        return None
    border = border_cost(data, start, end)
    if border is None:
        return None
    return border + (data.movement.enemy if enemies(data, state, end) else 0)


def move(play: Play, task: Task) -> None:
    """A unit, and perhaps a leader with it, along its path; the leader comes along as far as the unit gets."""
    name, leader = task.unit, task.target
    helped = False
    for area in task.path:
        unit, companion = play.units[name], play.units.get(leader)
        if companion is not None and companion.where == DEAD:
            companion = None
        cost = _next_cost(play, unit, companion, area)
        if cost is None:
            break
        for each in (unit, companion):
            if each is not None:
                play.change(each.id, spent=each.spent + cost)
                play.place(each.id, area)
        helped = helped or (companion is not None and companion.wounded)
        play.say(
            "moved",
            f"{name} moves to {area}.",
            "5.1",
            side="british",
            units=(name,),
            areas=(unit.where, area),
        )
        wake_around(play, name)
        charges.sappers_look(play, name)
        opportunity(play, name)
        if play.units[name].where == DEAD:
            break
    if helped and not play.units[leader].jolted and play.units[leader].where != DEAD:
        jolt(play, leader)


@BOOK.rule("5.1", "N52", text="Who cannot pay for the next area of the path any more stops before it.")
def _next_cost(play: Play, unit: Unit, leader: Unit | None, area: str) -> int | None:
    """What the next step costs; None when the points are gone: an enemy has turned up, or the leader is wounded."""
    cost = step_cost(play.data, evolve(play.state, units=play.units), unit.where, area)
    left = points_left(play.data, unit, leader)
    if cost is not None and cost <= left:
        return cost
    text = f"{unit.id} stops in {unit.where}: {area} costs {cost} and {left} are left."
    play.say("stopped", text, "5.1", side="british", units=(unit.id,), areas=(unit.where, area))
    return None


def points_left(data: Data, unit: Unit, leader: Unit | None = None) -> int:
    """The points that a unit, and the leader with it, may still pay this turn; 0 and up."""
    spent = unit.spent if leader is None else max(unit.spent, leader.spent)
    return max(0, allowance(data, unit, leader) - spent)


@BOOK.rule(
    "15.3",
    "N49",
    text="A wounded leader is helped by a unit; after moving he is diced for, once a turn, and only death counts.",
)
def jolt(play: Play, leader: str) -> None:
    """A wounded leader who has been moved."""
    play.change(leader, jolted=True)
    check_leader(play, leader, only_death=True)


@BOOK.rule("6.5", text="A ready position costs 4 points.")
def ready(play: Play, name: str) -> None:
    """A unit makes a ready position in its area."""
    unit = play.units[name]
    play.change(name, spent=unit.spent + play.data.movement.ready)
    play.state = evolve(play.state, ready=tuple(sorted({*play.state.ready, unit.where})))
    play.say("ready", f"{name} makes a ready position.", "6.5", units=(name,), areas=(unit.where,))


def give(play: Play, item: str, unit: str) -> None:
    """A PIAT or bomb changes hands."""
    play.change(item, bearer=unit)
    play.say("given", f"{unit} takes {item}.", "N14", units=(item, unit), areas=(play.units[unit].where,))

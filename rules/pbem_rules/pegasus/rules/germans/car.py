"""The Mercedes with Schmidt."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.rules.germans.road import along, leave, road_cost
from pbem_rules.pegasus.rules.small_arms import opportunity

CAR = ("Mercedes", "Schmidt")


@BOOK.rule("1.6")
def arrive(play: Play) -> None:
    """The car stands in its entry area."""
    where = play.data.terrain.entries[play.data.forces.car_in]
    for each in CAR:
        play.place(each, where)
    said = Message("The Mercedes with Schmidt comes in at {where}.", where=where)
    play.say("arrived", said, "1.6", side=GERMAN, hexes=(where,))
    opportunity(play, "Mercedes")


@BOOK.rule("5.2", "16.4", "N22")
def move(play: Play) -> None:
    """The car with Schmidt, along the road."""
    auto, areas = play.unit("Mercedes"), play.data.terrain.areas
    just_in = auto.since == play.state.turn and auto.where in areas and play.troops(auto.where, BRITISH)
    if auto.where not in areas or just_in or auto.where in play.state.engaged:
        return
    movement, goal = play.data.movement, play.data.terrain.entries[play.data.forces.car_out]
    points = movement.car["fast" if auto.fast else movement.car_die[play.die("car")]]
    while points > 0 and play.unit("Mercedes").where in areas:
        here = play.unit("Mercedes").where
        if here == goal:
            for each in CAR:
                leave(play, each)
            return
        step = along(play, here, goal)
        cost = road_cost(play, here, step) if step else None
        if step is None or cost is None or cost > points:
            return
        points -= cost
        for each in CAR:
            play.place(each, step)
        text = Message("The Mercedes drives to {step}.", step=step)
        play.say("moved", text, "5.2", side=GERMAN, units=("Mercedes",), hexes=(here, step))
        opportunity(play, "Mercedes")
        if play.troops(step, BRITISH):
            return

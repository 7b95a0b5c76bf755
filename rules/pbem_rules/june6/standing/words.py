"""What lines of orders in advance may say in June 6: their keys and their conditions (``schemas/standing.md``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message, counted
from pbem.port.standing import OCCASION, Key, Line, Words
from pbem_rules.june6.model import GERMAN, Activation, Combat, Release, View
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.counterattack import KIND as COUNTER
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.combat.right import ROUT
from pbem_rules.june6.rules.lookup import activation, enemy_of, holder, side_of
from pbem_rules.june6.rules.markers.cup import markers_of
from pbem_rules.june6.standing.strength import at_least, column_of, steps, steps_lost
from pbem_rules.shared.standing import (
    ATTACKED,
    Holds,
    chooser,
    flag,
    folded,
    listed,
    names,
    nearest,
    number,
    odds,
    odds_of,
    texts,
)

_MOST = 999
_ATTACKS = Codec((Attack,))
MODES = ("stand", "retreat", "mix ODDS stand retreat", "mix ODDS retreat stand")
ATTACK_MODES = ("assault", "probe", "mix ODDS assault probe", "mix ODDS probe assault")
IF_ATTACKED = chooser(
    *MODES, about=Message("of an objective: the mode when it is attacked; without a line you are asked")
)
ENEMY, LOSSES = 2, 1
"""So near may an enemy come, and so many steps may an activation cost, before its lines are handed back."""


# --- names ------------------------------------------------------------------------------------------------------------


def units_named(view: View, words: Iterable[str]) -> tuple[str, ...]:
    """Units by name; a formation by its number or its name, and a type of unit, stand for all of this side's."""
    return tuple(dict.fromkeys(name for word in words for name in _units_of(view, word)))


def _units_of(view: View, word: str) -> tuple[str, ...]:
    data, side = view.data, view.side
    if word in data.units:
        return (word,)
    for formation in data.formations.values():
        if formation.side == side and folded(word) in (folded(formation.id), folded(formation.name)):
            return formation.units
    return tuple(
        name for name in data.units if data.unit(name).side == side and data.unit(name).type == folded(word)
    )


def hexes_named(view: View, words: Iterable[str]) -> tuple[str, ...]:
    """Hexes by name; a place on the map stands for every hex that has its name."""
    ground = view.data.ground
    return tuple(
        dict.fromkeys(
            where
            for word in words
            for where in (
                (word,)
                if word in ground.terrain
                else (at for at, (name, _) in ground.names.items() if folded(name) == folded(word))
            )
        )
    )


def _no_unit(view: View) -> Callable[[str], str]:
    def wrong(name: str) -> str:
        data = view.data
        if name in data.units:
            own = data.unit(name).side == view.side
            return "" if own else Message("{name} is not a unit of yours.", name=name)
        if _units_of(view, name):
            return ""
        mine = [each for each in data.units if data.unit(each).side == view.side]
        wide = [each for each in data.formations.values() if each.side == view.side]
        known = (*mine, *(each.id for each in wide), *(each.name for each in wide))
        near = nearest(name, (*known, *{data.unit(each).type for each in mine}))
        return Message(
            "{name!r} is not a unit, formation or type of unit of yours.{near}", name=name, near=near
        )

    return wrong


def _no_hex(view: View) -> Callable[[str], str]:
    def wrong(name: str) -> str:
        if hexes_named(view, (name,)):
            return ""
        ground = view.data.ground
        meant = nearest(name, (*ground.terrain, *(place for place, _ in ground.names.values())))
        return Message("{name!r} is not a hex or a place of this map.{meant}", name=name, meant=meant)

    return wrong


# --- what lines may say -----------------------------------------------------------------------------------------------


def words(view: View) -> Mapping[str, Words]:
    """The kinds of orders that a side's lines answer with, and what each line may say."""
    asks = _conditions(view)
    found = {
        "defend": Words(
            about=Message(
                "12.41, when your units are attacked: stand or retreat, and the support in defence"
            ),
            choose={"by": chooser(*MODES), **_support(view)},
            conditions={**asks, **_of_attacked(view)},
        ),
        **{
            word: Words(about=about, choose=choose, conditions={**asks, **where})
            for word, about, choose, where in _kinds(view)
        },
        "any": Words(conditions=asks),
        OCCASION: _occasion(view),
    }
    if view.side == GERMAN:
        by = {"by": chooser("never", "odds ODDS")}
        about = Message("14.12, with as many as may, at these odds at least, else none")
        found["counterattack"] = Words(about=about, choose=by, conditions=asks)
        found.update({word: Words(about=said, conditions=asks) for word, said in _GERMAN.items()})
    return found


def _conditions(view: View) -> dict[str, Key]:
    return {
        "units": listed(_no_unit(view), Message("one of these is attacked")),
        "odds": odds("4:1", Message("a combat at these odds or better for the attacker")),
        "hexes": listed(_no_hex(view), Message("the enemy is in one of these")),
        "attacked": listed(_no_hex(view), Message("the enemy attacks one of these")),
        "steps": number(6, most=_MOST, about=Message("so many of your steps are in the enemy's combat")),
        "losses": number(10, most=_MOST, about=Message("more steps lost than these")),
        "turn": number(4, most=_MOST, about=Message("this turn is reached")),
    }


def _of_attacked(view: View) -> dict[str, Key]:
    terrain = view.data.charts.terrain
    return {
        "isolated": flag(Message("one of the units attacked is isolated")),
        "reduced": flag(Message("one of the units attacked is reduced")),
        "terrain": names(terrain, terrain, Message("the terrain of the hex")),
    }


def _support(view: View) -> dict[str, Key]:
    points = Message('"all", "none", or the points at most (16.21)')
    guns = {"artillery": number(0, "all", "none", most=_MOST, about=points)}
    if view.side == GERMAN:
        return guns
    return {
        **guns,
        "air": number(1, about=Message("markers at most in a combat (17.31)")),
        "naval": number(1, about=Message("the same (18.31)")),
        "keep_air": number(1, about=Message("and so many are never used")),
        "keep_naval": number(1, about=Message("and so many are never used")),
    }


def _kinds(view: View) -> Iterator[tuple[str, str, Mapping[str, Key], Mapping[str, Key]]]:
    """Kind, what it is about, what it chooses by, and its own conditions."""
    markers = markers_of(view.data, view.side)
    who = {
        "by": chooser("weakest", "strongest"),
        "first": listed(_no_unit(view), Message("these first, in this order")),
        "last": listed(_no_unit(view), Message("and these last")),
    }
    way_back = {
        "by": chooser("safest"),
        "toward": listed(_no_hex(view), Message("hexes to fall back on")),
        "avoid": listed(_no_hex(view), Message("hexes to keep out of")),
    }
    bought = {
        "first": names(markers, markers, Message("bought in this order as far as points go")),
        "keep": names(markers, markers, Message("kept out of the cup: the first of these that you have")),
    }
    yield "suffer", Message("13.71, who takes a loss"), who, {}
    lost = Message("who loses a step on the road (8.31), or in the enemy's formation (10.33)")
    yield "reduce", lost, who, {"own": flag(Message("whether it is a unit of yours"))}
    yield "retreat", Message("13.31, safest is out of zones of control"), way_back, {}
    counter = {"counter": flag(Message("whether it is a counterattack"))}
    for word in ("mode", "lean"):
        yield word, Message("12.41, the mode of an attack of yours"), {"by": chooser(*ATTACK_MODES)}, counter
    rout = {"rout": flag(Message("whether a routed attacker is followed (13.61)"))}
    yield "halt", Message("who goes no farther"), {}, rout
    yield "go-first", Message("who goes first (3.7)"), {}, {}
    yield "buy", Message("5.11, the markers that you buy"), bought, {}


def _occasion(view: View) -> Words:
    enters = Message("who enters the hex if they may; nobody else does")
    return Words(
        about=Message("an activation of yours: its orders, and its attacks one line each"),
        choose={
            "by": chooser(*ATTACK_MODES),
            "advance": listed(_no_unit(view), enters),
            ATTACKED: IF_ATTACKED,
        },
        conditions={
            "enemy": number(ENEMY, about=Message("an enemy has come within so many hexes; 0: never")),
            "losses": number(LOSSES, about=Message("it has cost more steps than these")),
            "retreat": flag(Message("one of its attacks has ended in a retreat")),
            "below": odds("2:1", Message("the odds of its attack are below these")),
        },
        asks={"enemy": ENEMY, "losses": LOSSES, "retreat": True},
    )


_GERMAN = {
    "claim": Message("4.23b, Free Operations kept aside"),
    "waive": Message("4.23b, Free Operations kept aside"),
    "force": Message("10.33, a formation that is not released"),
    "wait": Message("10.33, a formation that is not released"),
}


# --- conditions -------------------------------------------------------------------------------------------------------


def _enemy_combat(view: View) -> Combat | None:
    combat = next((each for each in reversed(view.state.frames) if isinstance(each, Combat)), None)
    return combat if combat is not None and combat.side != view.side else None


def _units(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    combat = _enemy_combat(view)
    named = units_named(view, texts({"": given}, "")) if combat is not None else ()
    found = next((name for name in named if combat is not None and name in combat.defenders), "")
    return Message("{unit} is under attack", unit=found) if found else ""


def _odds(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    combat = _enemy_combat(view)
    if combat is None or not at_least(view, combat, str(given)):
        return ""
    return Message("the attack on {hex} is fought at {limit} or more", hex=combat.target, limit=given)


def _hexes(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    enemy, held = enemy_of(view.side), dict(view.state.held)
    for where in hexes_named(view, texts({"": given}, "")):
        if (holder(view, where) or held.get(where, view.side)) == enemy:
            return Message("{hex} is in enemy hands", hex=where)
    return ""


def _attacked(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    combat = _enemy_combat(view)
    if combat is None or combat.target not in hexes_named(view, texts({"": given}, "")):
        return ""
    return Message("{hex} is attacked", hex=combat.target)


def _steps(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    combat = _enemy_combat(view)
    here = steps(view, combat.defenders) if combat is not None else 0
    if not isinstance(given, int) or not given or here < given:
        return ""
    return counted(here, "{n} step of yours is attacked", "{n} steps of yours are attacked")


def _losses(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    lost = steps_lost(view)
    more = isinstance(given, int) and lost > given
    return counted(lost, "{n} step is lost", "{n} steps are lost") if more else ""


def _terrain(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    combat = _enemy_combat(view)
    there = view.data.ground.terrain.get(combat.target, "") if combat is not None else ""
    return there if there in texts({"": given}, "") else ""


def _mark(name: str) -> Holds[View]:
    def holds(view: View, given: Json, _line: Line, _demand: Demand) -> str:
        combat = _enemy_combat(view)
        units = alive(view.state, combat.defenders) if combat is not None else ()
        return name if any(getattr(unit, name) for unit in units) is given else ""

    return holds


def _own(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    return "own" if (view.state.on_top(Release) is None) is given else ""


def _counter(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    combat = view.state.on_top(Combat)
    return "counter" if combat is not None and (combat.kind == COUNTER) is given else ""


def _rout(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    combat = view.state.on_top(Combat)
    task = combat.tasks[0] if combat is not None and combat.tasks else None
    follows = (
        task is not None
        and combat is not None
        and (task.kind == ROUT or (task.kind == "advance" and task.side != combat.side))
    )
    return "rout" if task is not None and follows is given else ""


# --- conditions of an activation --------------------------------------------------------------------------------------


def own_combat(view: View) -> Combat | None:
    """The attack going on of the side's own activation."""
    combat, frame = view.state.on_top(Combat), activation(view.state)
    if combat is None or not isinstance(frame, Activation) or frame.side != view.side:
        return None
    return combat if combat.kind == "attack" and combat.side == view.side else None


def attacks_of(view: View, line: Line) -> Mapping[str, tuple[str, ...]]:
    """The attacks of a line: target, and who attacks it."""
    found: dict[str, tuple[str, ...]] = {}
    for order in (_parsed(text) for text in line.do if text.split(maxsplit=1)[0] == "attack"):
        found[order.target] = order.units
    return found


def _parsed(text: str) -> Attack:
    order = _ATTACKS.parse(text)
    assert isinstance(order, Attack)
    return order


def _retreated(view: View, given: Json, _line: Line, demand: Demand) -> str:
    combat = own_combat(view)
    if given is not True or combat is None or not isinstance(demand, Choice) or "retreat" not in demand.kinds:
        return ""
    return Message("the attack on {hex} has ended in a retreat", hex=combat.target)


def _below(view: View, given: Json, line: Line, _demand: Demand) -> str:
    frame, enemy = activation(view.state), enemy_of(view.side)
    fought = frame.targets if isinstance(frame, Activation) and frame.side == view.side else ()
    for target, ids in attacks_of(view, line).items():
        defended = any(side_of(view.data, unit.id) == enemy for unit in view.state.board.stack(target))
        now = column_of(view, target, ids)
        if target not in fought and defended and Fraction(*odds_of(now)) < Fraction(*odds_of(str(given))):
            return Message(
                "the attack on {hex} is at {now} now, below {said}", hex=target, now=now, said=given
            )
    return ""


HOLDS: Mapping[str, Holds[View]] = {
    "units": _units,
    "odds": _odds,
    "hexes": _hexes,
    "attacked": _attacked,
    "steps": _steps,
    "losses": _losses,
    "isolated": _mark("isolated"),
    "reduced": _mark("reduced"),
    "terrain": _terrain,
    "own": _own,
    "counter": _counter,
    "rout": _rout,
    "retreat": _retreated,
    "below": _below,
}

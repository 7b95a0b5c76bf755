"""Orders in advance in Dark December: what lines may say, and what they choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.port.game import Demand, Secrets
from pbem.port.messages import Message, counted
from pbem.port.standing import OCCASION, Line, Words
from pbem_rules.darkdecember.player.fight import worth_in_steps
from pbem_rules.darkdecember.player.front import Front
from pbem_rules.darkdecember.printed.data import Places
from pbem_rules.darkdecember.rules.combat.advances import ADVANCE
from pbem_rules.darkdecember.rules.combat.counterattack import COUNTER, Counter
from pbem_rules.darkdecember.rules.combat.losses import LOSE, Lose
from pbem_rules.darkdecember.rules.combat.lowering import Lower
from pbem_rules.darkdecember.rules.combat.responses import RESPOND, Respond
from pbem_rules.darkdecember.rules.commanders import WITHDRAW
from pbem_rules.darkdecember.rules.opening.fuel import STARVE, Starve
from pbem_rules.darkdecember.rules.sequence import Done
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.shared.player.order_choice import Comparable
from pbem_rules.shared.standing import (
    ATTACKED,
    Found,
    Objectives,
    Standing,
    chooser,
    count,
    held,
    names,
    number,
    place_in,
    texts,
)

_FAR = 99


def words(view: View) -> Mapping[str, Words]:
    """What lines may say."""
    data = view.data
    hexes = data.ground.grid.adjacent
    some_units, some_hexes = names(data.units, data.units), names(hexes, hexes)
    fuel = dict.fromkeys((*data.charts.fuel.formations, *data.charts.fuel.independent))
    asks = {
        "turn": number(9, about=Message("this turn is reached")),
        "units": names(data.units, data.units, Message("one of these is in the combat")),
        "hex": names(hexes, hexes, Message("one of these has to stand or to go back")),
        "hexes": names(hexes, hexes, Message("there is a combat about one of these")),
        "steps": number(6, about=Message("so many of your steps are in the combat")),
    }

    def kind(about: str, **choose: object) -> Words:
        return Words(about=about, choose=choose, conditions=asks)  # type: ignore[arg-type]  # each is a key

    return {
        "lower": kind(Message("levels of defence before the dice (4.2)"), by=chooser("never")),
        "lose": kind(
            Message("who loses steps that a result commands (4.3)"),
            by=chooser("weakest", "strongest"),
            first=some_units,
            last=some_units,
        ),
        "respond": kind(
            Message("what becomes of a hex under a result, and which way back (4.3, 4.4)"),
            by=chooser("retreat", "stand"),
            most=number(2, about=Message("it stands only if that costs at most so many steps")),
            toward=some_hexes,
            avoid=some_hexes,
        ),
        "counter": kind(Message("which hexes are struck (4.3)"), by=chooser("weakest"), first=some_hexes),
        "advance": kind(Message("who advances after combat (4.5)"), by=chooser("never", "all")),
        "starve": kind(
            Message("whom the lack of fuel stops: formations, or brigades of their own (1.1)"),
            first=names(fuel, fuel),
        ),
        "withdraw": kind(Message("to the first of the nearest friends (O9.4)"), by=chooser("nearest")),
        "any": Words(conditions=asks),
        OCCASION: Words(about=Message("an objective of yours, when it is attacked"), choose={ATTACKED: _KEY}),
    }


# --- conditions -------------------------------------------------------------------------------------------------------


def _in_combat(view: View) -> tuple[str, ...]:
    battle = view.state.battle
    return (*battle.attackers, *battle.defenders) if battle is not None else ()


def _hex(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    order = next((each for each in RESPOND.listed(view) if isinstance(each, Respond)), None)
    fits = order is not None and order.hex in texts({"": given}, "")
    return Message("it is about {name}", name=order.hex) if order is not None and fits else ""


def _hexes(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    battle = view.state.battle
    levels = {each.hex for each in battle.levels} if battle is not None else set[str]()
    found = next((where for where in texts({"": given}, "") if where in levels), "")
    return Message("there is a combat about {hex}", hex=found) if found else ""


def _units(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    found = next((name for name in texts({"": given}, "") if name in _in_combat(view)), "")
    return Message("{unit} is in the combat", unit=found) if found else ""


def _steps(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    battle = view.state.battle
    if battle is None or not isinstance(given, int):
        return ""
    mine = battle.attackers if battle.side == view.side else battle.defenders
    here = sum(len(view.faces(name)) for name in mine if name in view.board)
    if not given or here < given:
        return ""
    return counted(here, "{n} step of yours is in the combat", "{n} steps of yours are in the combat")


# --- choices ----------------------------------------------------------------------------------------------------------


def _lower(_view: View, _line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    return Lower()


def _lose(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    orders = [each for each in LOSE.listed(view) if isinstance(each, Lose)]
    by = line.choose.get("by")
    if by is None and len(orders) > 1:
        return Message("no rule says which of your units loses the step")
    sign = -1 if by == "strongest" else 1

    def rank(name: str) -> tuple[int, int, str]:
        up = view.face(name)
        return place_in(line.choose, name), sign * (up.attack + up.defence), name

    return _least(orders, lambda each: sorted(map(rank, each.units)))


def _respond(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    orders = [each for each in RESPOND.listed(view) if isinstance(each, Respond)]
    where, by = orders[0].hex if orders else "", line.choose.get("by")
    if by is None:
        return Message("whether {hex} stands is left to you", hex=where)
    most = count(line.choose, "most", _FAR)
    dear = all(each.paths or len(each.lose) > most for each in orders if each.hex == where)
    by = "retreat" if dear else by
    toward, avoid = texts(line.choose, "toward"), texts(line.choose, "avoid")
    far = view.data.ground.grid.distance

    def price(each: Respond) -> tuple[bool, int, int, int, tuple[str, ...]]:
        hexes = [at for path in each.paths for at in path.split(":")[1:]]
        ends = [path.rpartition(":")[2] for path in each.paths]
        away = sum(min((far(end, at) for at in toward), default=0) for end in ends)
        stays = bool(each.paths) == (by == "stand")
        return stays, len(each.lose), sum(at in avoid for at in hexes), away, each.paths

    return _least((each for each in orders if each.hex == where), price)


def _counter(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    orders = [each for each in COUNTER.listed(view) if isinstance(each, Counter)]
    first = texts(line.choose, "first")

    def rank(each: Counter) -> tuple[int, int, tuple[str, ...]]:
        place = min((first.index(at) for at in each.hexes if at in first), default=_FAR)
        units = (name for at in each.hexes for name in view.units_of(view.enemy(view.side), at))
        return place, sum(view.face(name).defence for name in units), each.hexes

    return _least(orders, rank)


def _advance(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    found = next(ADVANCE.listed(view), None) if line.choose.get("by") == "all" else None
    return Done() if found is None else found


def _starve(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    first = texts(line.choose, "first")
    orders = [each for each in STARVE.listed(view) if isinstance(each, Starve) and {*each.what} <= {*first}]
    return _least(orders, lambda each: [first.index(name) for name in each.what])


def _withdraw(view: View, _line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    return _least(WITHDRAW.listed(view), lambda _: 0)


A = TypeVar("A", bound=AttrsInstance)
C = TypeVar("C", bound=Comparable)


def _least(orders: Iterable[A], price: Callable[[A], C]) -> Found:
    """The cheapest of the orders of a list, the earlier of equals."""
    found = min(orders, key=price, default=None)
    return Message("the line knows no answer here") if found is None else found


def usual(view: View) -> Sequence[Line]:
    """The lines of a side that writes none: weakest first, cheapest way back, the weakest struck, the advised advance."""
    return (
        Line(when="any", ask={"steps": 6, "hexes": [*_goals(view)]}),
        Line(when="lower", choose={"by": "never"}),
        Line(when="lose", choose={"by": "weakest"}),
        Line(when="respond", choose={"by": "retreat"}),
        Line(when="counter", choose={"by": "weakest"}),
        Line(when="advance", do=("recommended",)),
        Line(when="withdraw", choose={"by": "nearest"}),
    )


# --- objectives -------------------------------------------------------------------------------------------------------

_KEY = number(
    2,
    "stand",
    "retreat",
    about=Message(
        '"stand", "retreat", or stand if it costs at most so many steps; without a line you are asked'
    ),
)


def _goals(view: View) -> tuple[str, ...]:
    aim = view.data.scenarios[view.state.scenario].victory
    return tuple(sorted(aim.hexes if isinstance(aim, Places) else aim.towns))


def _held(view: View) -> Sequence[str]:
    units = ((unit.where, view.side_of(unit.id)) for unit in view.board)
    return held(view.data.ground.grid, _goals(view), view.side, units)


def _decided(_view: View, where: str, word: Json) -> Sequence[Line]:
    by: dict[str, Json] = {"by": word} if isinstance(word, str) else {"by": "stand", "most": word}
    return (Line(when="respond", where={"hex": [where]}, choose=by),)


def _advised(view: View, where: str) -> Json:
    return worth_in_steps(Front(view=view), where)


STANDING = Standing(
    words=words,
    holds={"hex": _hex, "hexes": _hexes, "units": _units, "steps": _steps},
    choose={
        "lower": _lower,
        "lose": _lose,
        "respond": _respond,
        "counter": _counter,
        "advance": _advance,
        "starve": _starve,
        "withdraw": _withdraw,
    },
    usual=usual,
    beside=frozenset({"waive", "done"}),
    objectives=Objectives(
        key=_KEY,
        gate="hexes",
        goals=_goals,
        held=_held,
        lines=_decided,
        advised=_advised,
        names=lambda view: {**view.data.ground.names, **view.data.ground.towns},
    ),
)

"""Standing orders of Dark December: the sheet, and what it answers without asking, so that mails stay few."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol, Self, TypeVar

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.port.game import Choice, Demand, Secrets
from pbem.port.messages import Message, counted
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
from pbem_rules.shared.standing_sheet import Form, Found, Key, Sheet, Standing, missing, names, number, words

_FAR = 99
_UNITS: Key[View] = names(lambda view: view.data.units)
_HEXES: Key[View] = names(lambda view: view.data.ground.grid.adjacent)
FORM: Form[View] = Form(
    tables={
        "lower": (Message("levels of defence before the dice (4.2)"), {"policy": words("never")}),
        "losses": (
            Message("who loses steps that a result commands (4.3)"),
            {"rule": words("weakest", "strongest"), "first": _UNITS, "last": _UNITS},
        ),
        "retreat": (
            Message("what becomes of a hex under a result, and which way back (4.3, 4.4)"),
            {
                "rule": words("cheapest"),
                "stand": words("never", "always"),
                "hold": _HEXES,
                "toward": _HEXES,
                "avoid": _HEXES,
            },
        ),
        "counterattack": (
            Message("which hexes are struck (4.3)"),
            {"rule": words("weakest"), "first": _HEXES},
        ),
        "advance": (Message("who advances after combat (4.5)"), {"policy": words("never", "all")}),
        "fuel": (
            Message("whom the lack of fuel stops: formations, or brigades of their own (1.1)"),
            {
                "first": names(
                    lambda view: dict.fromkeys(
                        (*view.data.charts.fuel.formations, *view.data.charts.fuel.independent)
                    )
                )
            },
        ),
        "commanders": (Message("to the first of the nearest friends (O9.4)"), {"policy": words("nearest")}),
        "hand_back": (
            Message(
                "you are asked all the same from a turn on, or when one of these units or hexes is in a combat"
            ),
            {"turn": number(9), "units": _UNITS, "hexes": _HEXES, "steps": number(6)},
        ),
    }
)


def answer(view: View, sheet: Sheet, _secrets: Secrets, demand: Demand) -> Found:
    """The order that the sheet gives for a demand of the side of the view."""
    if demand.side != view.side or not isinstance(demand, Choice):
        return Message("standing orders answer decisions of their own side alone")
    found = next((each for word, each in _POLICIES.items() if word in demand.kinds), None)
    if found is None or set(demand.kinds) - {*_POLICIES, "waive", "done"}:
        return Message("the sheet says nothing of {kinds}", kinds=", ".join(demand.kinds))
    table, policy = found
    if not sheet.has(table):
        return missing(table)
    back = next(_handed_back(view, sheet), None)
    return back if back is not None else policy(view, sheet)


def _handed_back(view: View, sheet: Sheet) -> Iterator[str]:
    turn, battle = view.state.turn, view.state.battle
    if turn >= sheet.number("hand_back", "turn", turn + 1):
        yield Message("turn {n} is reached", n=turn)
    if battle is None:
        return
    levels = {each.hex for each in battle.levels}
    for where in sheet.names("hand_back", "hexes"):
        if where in levels:
            yield Message("there is a combat about {hex}", hex=where)
    mine = battle.attackers if battle.side == view.side else battle.defenders
    here = sum(len(view.faces(name)) for name in mine if name in view.board)
    if (limit := sheet.number("hand_back", "steps")) and here >= limit:
        yield counted(here, "{n} step of yours is in the combat", "{n} steps of yours are in the combat")
    for name in sheet.names("hand_back", "units"):
        if name in (*battle.attackers, *battle.defenders):
            yield Message("{unit} is in the combat", unit=name)


def _lower(_view: View, _sheet: Sheet) -> Found:
    return Lower()


def _lose(view: View, sheet: Sheet) -> Found:
    orders = [each for each in LOSE.listed(view) if isinstance(each, Lose)]
    rule = sheet.word("losses", "rule")
    if not rule and len(orders) > 1:
        return Message("no rule says which of your units loses the step")
    sign = -1 if rule == "strongest" else 1

    def rank(name: str) -> tuple[int, int, str]:
        up = view.face(name)
        return sheet.place("losses", name), sign * (up.attack + up.defence), name

    return _least(orders, lambda each: sorted(map(rank, each.units)))


def _respond(view: View, sheet: Sheet) -> Found:
    orders = [each for each in RESPOND.listed(view) if isinstance(each, Respond)]
    where, stand = orders[0].hex if orders else "", sheet.word("retreat", "stand")
    stands = stand == "always" or where in sheet.names("retreat", "hold")
    if not stands and not stand:
        return Message("whether {hex} stands is left to you", hex=where)
    toward, avoid = sheet.names("retreat", "toward"), sheet.names("retreat", "avoid")
    far = view.data.ground.grid.distance

    def price(each: Respond) -> tuple[bool, int, int, int, tuple[str, ...]]:
        hexes = [at for path in each.paths for at in path.split(":")[1:]]
        ends = [path.rpartition(":")[2] for path in each.paths]
        away = sum(min((far(end, at) for at in toward), default=0) for end in ends)
        return bool(each.paths) == stands, len(each.lose), sum(at in avoid for at in hexes), away, each.paths

    return _least((each for each in orders if each.hex == where), price)


def _counter(view: View, sheet: Sheet) -> Found:
    orders = [each for each in COUNTER.listed(view) if isinstance(each, Counter)]
    first = sheet.names("counterattack", "first")
    if not sheet.word("counterattack", "rule") and not first and len(orders) > 1:
        return Message("no rule says where you strike back")

    def rank(each: Counter) -> tuple[int, int, tuple[str, ...]]:
        place = min((first.index(at) for at in each.hexes if at in first), default=_FAR)
        units = (name for at in each.hexes for name in view.units_of(view.enemy(view.side), at))
        return place, sum(view.face(name).defence for name in units), each.hexes

    return _least(orders, rank)


def _advance(view: View, sheet: Sheet) -> Found:
    found = next(ADVANCE.listed(view), None) if sheet.word("advance", "policy") == "all" else None
    return Done() if found is None else found


def _starve(view: View, sheet: Sheet) -> Found:
    first = sheet.names("fuel", "first")
    orders = [
        each for each in STARVE.listed(view) if isinstance(each, Starve) and set(each.what) <= set(first)
    ]
    return _least(orders, lambda each: [first.index(name) for name in each.what])


def _withdraw(view: View, _sheet: Sheet) -> Found:
    return _least(WITHDRAW.listed(view), lambda _: 0)


class _Comparable(Protocol):
    def __lt__(self, other: Self, /) -> bool: ...


A = TypeVar("A", bound=AttrsInstance)
C = TypeVar("C", bound=_Comparable)


def _least(orders: Iterable[A], price: Callable[[A], C]) -> Found:
    """The cheapest of the orders of a list, the earlier of equals."""
    found = min(orders, key=price, default=None)
    return Message("the sheet knows no answer here") if found is None else found


Policy = Callable[[View, Sheet], Found]
_POLICIES: dict[str, tuple[str, Policy]] = {
    "lower": ("lower", _lower),
    "lose": ("losses", _lose),
    "respond": ("retreat", _respond),
    "counter": ("counterattack", _counter),
    "advance": ("advance", _advance),
    "starve": ("fuel", _starve),
    "withdraw": ("commanders", _withdraw),
}


def usual(view: View) -> Mapping[str, Json]:
    """The sheet of a side that fills in none: weakest first, cheapest way back, no advance, no counterattack of its own."""
    return {
        "lower": {"policy": "never"},
        "losses": {"rule": "weakest"},
        "retreat": {"rule": "cheapest", "stand": "never"},
        "commanders": {"policy": "nearest"},
        "hand_back": {"steps": 6, "hexes": [*_objectives(view)]},
    }


def _objectives(view: View) -> tuple[str, ...]:
    """The hexes that count for victory in the scenario."""
    aim = view.data.scenarios[view.state.scenario].victory
    return tuple(sorted(aim.hexes if isinstance(aim, Places) else aim.towns))


STANDING = Standing(form=FORM, kinds=lambda _: (*_POLICIES, "waive", "done"), answer=answer, usual=usual)

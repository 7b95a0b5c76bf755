"""The sheet of standing orders: its tables and keys. What each means is in ``schemas/standing.md``."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.port.game import Slip
from pbem.port.messages import Message
from pbem_rules.june6.model import ALLIED, GERMAN, State, View
from pbem_rules.june6.rules.lookup import activation, on_map, units_of
from pbem_rules.june6.rules.markers.cup import markers_of
from pbem_rules.shared.standing_names import Meaning, folded, nearest
from pbem_rules.shared.standing_sheet import (
    HAND_BACK,
    Form,
    Key,
    Known,
    Sheet,
    fields,
    flag,
    listed,
    number,
    one,
    pairs,
    text,
    value,
    words,
)

ASK, ATTACKS = "ask", "attacks"
_MOST = 999
_ODDS = re.compile(r"([1-9]\d?):([1-9]\d?)")


def odds_of(odds: str) -> tuple[int, int]:
    """``3:2`` as numbers. Raises ValueError."""
    found = _ODDS.fullmatch(odds)
    if found is None:
        raise ValueError(f"{odds!r} is not odds")
    return int(found[1]), int(found[2])


def activation_name(state: State) -> str:
    """The activation going on, as a sheet names it: turn, markers drawn so far, formations; empty when none is."""
    frame = activation(state)
    return f"{state.turn}/{state.draws}/{'+'.join(frame.formations)}" if frame is not None else ""


def steps_lost(view: View) -> int:
    """The steps of a side that are gone: of units that are not on the board any more, and of reduced ones."""
    data, state, side = view.data, view.state, view.side
    gone = {name for name in state.lost if name not in state.board and data.unit(name).side == side}
    reduced_now = sum(unit.reduced for unit in state.board if data.unit(unit.id).side == side)
    return reduced_now + sum(1 if data.unit(name).reduced is None else 2 for name in gone)


def steps(view: View, names: Iterable[str]) -> int:
    """The steps that some units still have."""
    units = (view.state.board[name] for name in names if name in view.state.board)
    return sum(1 if unit.reduced or view.data.unit(unit.id).reduced is None else 2 for unit in units)


# --- names ------------------------------------------------------------------------------------------------------------


def _among(known: Container[Json], name: Json) -> bool:
    return isinstance(name, str) and name in known


def _units(view: View) -> Meaning:
    """A unit; a formation by its number or its name; a type of unit: those of this side."""
    data, side = view.data, view.side

    def meaning(word: str) -> tuple[int, tuple[str, ...]]:
        if word in data.units:
            return 0, (word,)
        for formation in data.formations.values():
            if formation.side == side and folded(word) in (folded(formation.id), folded(formation.name)):
                return 1, formation.units
        fit = (name for name in data.units if data.unit(name).side == side)
        return 2, tuple(name for name in fit if data.unit(name).type == folded(word))

    return meaning


def _hexes(view: View) -> Meaning:
    """A hex, or a place on the map with every hex that has its name."""
    ground = view.data.ground

    def meaning(word: str) -> tuple[int, tuple[str, ...]]:
        if word in ground.terrain:
            return 0, (word,)
        return 1, tuple(where for where, (name, _) in ground.names.items() if folded(name) == folded(word))

    return meaning


def _no_unit(view: View, name: Json) -> str:
    if _among(view.data.units, name):
        own = view.data.unit(str(name)).side == view.side
        return "" if own else Message("{name} is not a unit of yours.", name=name)
    own_units = [each for each in view.data.units if view.data.unit(each).side == view.side]
    wide = [each for each in view.data.formations.values() if each.side == view.side]
    near = nearest(
        str(name),
        (
            *own_units,
            *(each.id for each in wide),
            *(each.name for each in wide),
            *{view.data.unit(each).type for each in own_units},
        ),
    )
    return Message("{name!r} is not a unit, formation or type of unit of yours.{near}", name=name, near=near)


def _nobody(view: View, name: Json) -> str:
    wide = isinstance(name, str) and name not in view.data.units and _units(view)(name)[1]
    return "" if wide else _no_unit(view, name)


def _nowhere(view: View, name: Json) -> str:
    if isinstance(name, str) and _hexes(view)(name)[1]:
        return ""
    ground = view.data.ground
    meant = nearest(str(name), (*ground.terrain, *(place for place, _ in ground.names.values())))
    return Message("{name!r} is not a hex or a place of this map.{meant}", name=name, meant=meant)


def _no_target(view: View, name: Json) -> str:
    if not isinstance(name, str) or name in view.data.ground.terrain:
        return "" if isinstance(name, str) else _nowhere(view, name)
    several = Message("{name} is several hexes; say which.", name=name)
    return several if _hexes(view)(name)[1] else _nowhere(view, name)


def _no_odds(odds: Json) -> str:
    fits = isinstance(odds, str) and _ODDS.fullmatch(odds)
    return "" if fits else Message('{value!r} is not odds; write them like "3:1" or "3:2".', value=odds)


def _no_terrain(view: View, name: Json) -> str:
    there = view.data.charts.terrain
    if _among(there, name):
        return ""
    known, near = ", ".join(there), nearest(str(name), there)
    return Message("{name!r} is not a terrain; there are {known}.{near}", name=name, known=known, near=near)


def _no_gun(view: View, name: Json) -> str:
    unit, _, points = name.partition(":") if isinstance(name, str) else ("", "", "")
    own = unit in view.data.units and view.data.unit(unit).side == view.side
    said = Message('{name!r} is not artillery of yours; write it like "HQ/82:1".', name=name)
    return "" if own and points.isdecimal() else said


def _no_marker(view: View, name: Json) -> str:
    fit = markers_of(view.data, view.side)
    said = Message("{name!r} is not a marker of yours; there are {fit}.", name=name, fit=", ".join(fit))
    return "" if _among(fit, name) else said


_HEX: Known[View] = Known(wrong=_nowhere, meaning=_hexes)
_UNIT: Known[View] = Known(wrong=_nobody, meaning=_units)
_UNITS, _HEXES = listed(_UNIT), listed(_HEX)
_PLAIN_UNITS = listed(Known(wrong=_no_unit))
_MARKERS = listed(Known(wrong=_no_marker))
_AT_MOST: Key[View] = number(0, most=_MOST)


def _odds(example: str = '"2:1"') -> Key[View]:
    return value(_no_odds, example)


def _asked(*known: str) -> Key[View]:
    """One of some words, or that the person is asked."""
    return words(ASK, *known)


# --- the tables -------------------------------------------------------------------------------------------------------

_MODE = ("stand", "retreat", ASK)
_BREAKS: Mapping[str, Key[View]] = {
    "units": _UNITS.noted(Message("one of these is attacked")),
    "odds": _odds('"4:1"').noted(Message("a combat at these odds or better for the attacker")),
    "hexes": _HEXES.noted(Message("the enemy is in one of these")),
    "attacked": _HEXES.noted(Message("the enemy attacks one of these")),
    "steps": number(6, most=_MOST).noted(Message("so many of your steps are in the enemy's combat")),
    "losses": number(0, most=_MOST).noted(
        Message("more steps lost than these; now: {lost}", lost="<lost>"), "<more>"
    ),
    "turn": number(0, most=_MOST).noted(Message("this turn is reached"), "<next>"),
}
_BACK = {HAND_BACK: fields(_BREAKS)}


def _unfinished(sheet: Mapping[str, Json]) -> Iterator[Slip]:
    """A counterattack by odds without odds; an attack that says too little, or a hex attacked twice."""
    said = Sheet(tables=sheet)
    if said.word("counterattack", "policy") == "odds" and not said.word("counterattack", "odds"):
        message = Message('the odds are missing; write odds = "2:1" beside it.')
        yield Slip(path=("counterattack", "policy"), message=message)
    seen: set[str] = set()
    for n, row in enumerate(said.rows(ATTACKS)):
        target = row.word(ATTACKS, "target")
        if not target or not row.names(ATTACKS, "units"):
            yield Slip(path=(ATTACKS, n), message=Message("an attack needs its target and its units."))
        elif target in seen:
            message = Message("{target} is attacked twice.", target=target)
            yield Slip(path=(ATTACKS, n, "target"), message=message)
        seen.add(target)


def _samples(view: View) -> Mapping[str, object]:
    unit = next((each for each in units_of(view, view.side) if on_map(view.data, each)), None)
    return {
        "unit": unit.id if unit is not None else "UNIT",
        "hex": unit.where if unit is not None else "HEX",
        "markers": ", ".join(markers_of(view.data, view.side)),
        "activation": activation_name(view.state),
        "lost": steps_lost(view),
        "more": steps_lost(view) + 10,
        "next": view.state.turn + 1,
    }


FORM: Form[View] = Form(
    head=(
        Message(
            'What you leave out, and what you call "ask", comes to you as before. Try: pbem standing check THIS-FILE'
        ),
        Message(
            "Where units are listed you may name a formation or a type of unit, where hexes are listed a place on the map."
        ),
    ),
    samples=_samples,
    lists=frozenset({ATTACKS}),
    also=_unfinished,
    tables={
        "modes": (
            Message("12.41, when your units are attacked: stand, retreat or ask"),
            {
                "default": words(*_MODE).noted(Message("when nothing else below says"), '"ask"'),
                "hexes": pairs(_HEX, *_MODE).noted(Message("for a hex"), '{<hex> = "retreat"}'),
                "units": pairs(_UNIT, *_MODE).noted(
                    Message("for a unit, before its hex"), '{"<unit>" = "stand"}'
                ),
                "odds": pairs(Known(wrong=lambda _, odds: _no_odds(odds)), *_MODE).noted(
                    Message("for an attack at these odds or better"), '{"4:1" = "retreat"}'
                ),
                "isolated": words(*_MODE).noted(Message("for units that are isolated")),
                "reduced": words(*_MODE).noted(Message("for units one of which is reduced")),
                "terrain": pairs(Known(wrong=_no_terrain), *_MODE).noted(
                    Message("for the terrain of the hex"), '{woods = "stand"}'
                ),
                "mix": _odds().noted(
                    Message(
                        "the likelier mode so often, the other one now and then: nobody can foretell it (12.43)"
                    )
                ),
                **_BACK,
            },
        ),
        "support": (
            Message("in defence only"),
            {
                "artillery": number(0, "all", "none", most=_MOST).noted(
                    Message('"all", "none", or the points at most (16.21)'), '"none"'
                ),
                "air": _AT_MOST.noted(Message("markers at most in a combat (17.31)"), side=ALLIED),
                "naval": _AT_MOST.noted(Message("the same (18.31)"), side=ALLIED),
                "keep_air": _AT_MOST.noted(Message("and so many are never used"), side=ALLIED),
                "keep_naval": _AT_MOST.noted(Message("and so many are never used"), side=ALLIED),
            },
        ),
        "losses": (
            Message("13.71, who takes a loss"),
            {
                "first": _UNITS.noted(Message("these first, in this order: {example}", example='["<unit>"]')),
                "last": _UNITS.noted(Message("and these last")),
                "rule": _asked("weakest", "strongest"),
                **_BACK,
            },
        ),
        "retreat": (
            Message("13.31, safest is out of zones of control"),
            {
                "rule": _asked("safest"),
                "toward": _HEXES.noted(Message("hexes to fall back on: {example}", example='["<hex>"]')),
                "avoid": _HEXES.noted(Message("hexes to keep out of")),
                **_BACK,
            },
        ),
        "counterattack": (
            "14.12",
            {
                "policy": _asked("never", "odds").noted(side=GERMAN),
                "odds": _odds().noted(Message("at least these, terrain apart"), side=GERMAN),
                "mode": _asked("assault", "probe").noted(side=GERMAN),
                **_BACK,
            },
        ),
        "rout": (
            Message("13.61, whether to follow and attack when an attacker is routed"),
            {"policy": _asked("never"), **_BACK},
        ),
        "storm": (
            Message("4.23b, Free Operations kept aside"),
            {"claim": _asked("never", "always").noted(side=GERMAN), **_BACK},
        ),
        "release": (
            Message("10.33, a formation that is not released"),
            {
                "failed": _asked("force", "wait").noted(side=GERMAN),
                "enemy": _asked("weakest", "strongest").noted(side=ALLIED),
                **_BACK,
            },
        ),
        "initiative": (
            Message("who goes first (3.7), and with which marker (4.21)"),
            {
                "order": _asked("first", "second"),
                "marker": _MARKERS.noted(Message("kept out of the cup: the first of these that you have")),
                **_BACK,
            },
        ),
        "purchase": (
            Message("5.11, bought in this order as far as points go"),
            {"markers": _MARKERS.noted(Message("of {markers}", markers="<markers>")), **_BACK},
        ),
        "activation": (
            Message(
                "12.21, this activation's attacks declared together: they follow one another without you"
            ),
            {
                "id": text('"<activation>"').noted(
                    Message("the activation going on; it has a name while you fight")
                ),
                "done": flag().noted(Message("true: and then it is over")),
                **_BACK,
            },
        ),
        ATTACKS: (
            Message("once for each, in their order"),
            {
                "target": one(Known(wrong=_no_target, meaning=_hexes)).noted(Message("a hex"), '"<hex>"'),
                "units": _PLAIN_UNITS.noted(Message("who attacks"), '["<unit>"]'),
                "artillery": listed(Known(wrong=_no_gun)).noted('["HQ:1"]'),
                "air": _AT_MOST.noted("markers", side=ALLIED),
                "naval": _AT_MOST.noted("markers", side=ALLIED),
                "mode": _asked("assault", "probe"),
                "advance": _PLAIN_UNITS.noted(Message("who enters the hex if they may; nobody else does")),
            },
        ),
        HAND_BACK: (
            Message(
                "when one of these holds, everything comes to you; [losses.hand_back] is for losses alone"
            ),
            _BREAKS,
        ),
    },
)

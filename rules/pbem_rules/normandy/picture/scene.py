"""A position as a scene: the map, every counter, what has just happened, and the panel beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.port.game import Moment, Outcome
from pbem.port.messages import Message, counted
from pbem.port.scene import Arrow, Counter, Pile, Scene, Spot
from pbem_rules.normandy.model import Piece
from pbem_rules.normandy.picture.ground import Chart, chart, standing
from pbem_rules.normandy.printed import Type
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.show.summary import summary
from pbem_rules.normandy.show.words import WEATHER, described, marks, strength
from pbem_rules.shared.picture import BROWN, GREY, SS, arrows, division_band, results, spot

_ROUTES = {"moved": "move", "marched": "move", "entered": "move", "sailed": "move"} | {
    "retreated": "retreat",
    "advanced": "advance",
}
_ATTACKS = ("declared", "fire")
_RESULTS = ("combat", "recon", "bombed", "flak")
_SIZES = {"company": "I", "battalion": "II", "brigade": "X", "division": "XX", "corps": "XXX"}
_SYMBOLS = {
    "tank": "armour",
    "mechanised": "panzergrenadier",
    "headquarters": "hq",
    "pathfinder": "parachute",
    "replacement": "medical",
    "avre": "engineer",
    "crocodile": "armour",
    "ship": "naval",
}
_NATIONS = {"us": "#7d8f3c", "cw": BROWN, "german": GREY}
_CORNER, _OTHER = (-0.33, -0.27), (0.36, 0.28)


def scene(view: View, recent: Iterable[Outcome], moment: Moment) -> Scene:
    """What both players see: nothing on the map is hidden. ``recent`` becomes arrows and marks."""
    drawn, said = chart(view.data.scenarios[view.state.scenario], view.data.ground), tuple(recent)
    return Scene(
        ground=standing(drawn, view.data.ground, view.state),
        piles=tuple(_piles(view, drawn)),
        arrows=(*arrows(said, drawn.at, _ROUTES), *_attacks(view, drawn, said)),
        marks=(*_objectives(view, drawn), *_works(view, drawn), *results(said, drawn.at, _RESULTS)),
        heading=Message(
            "Turn {n}, {turn} - {phase} - {weather}",
            n=moment.turn,
            turn=moment.turn_name,
            phase=moment.phase,
            weather=WEATHER.get(view.state.weather, view.state.weather),
        ),
        panel=tuple(summary(view)),
    )


# --- counters ---------------------------------------------------------------------------------------------------------


def _piles(view: View, drawn: Chart) -> Iterator[Pile]:
    for where in view.board.places():
        units = sorted(view.board.stack(where), key=lambda unit: _rank(view, unit))
        counters = tuple(_counter(view, unit) for unit in units)
        if where in drawn.hexes:
            yield Pile(cell=where, counters=counters)
        else:
            yield Pile(cell=where, counters=counters, label=_tray(where))


def _tray(where: str) -> str:
    """What a place off the map is called."""
    kind, _, name = where.partition(":")
    match kind:
        case "fleet":
            return Message("fleet {name}", name=name)
        case "wave":
            return Message("wave {name}", name=name)
        case "box":
            return Message("box {name}", name=name)
        case "drop":
            return Message("drop {name}", name=name)
    return where.replace(":", " ")


def _rank(view: View, unit: Piece) -> tuple[int, str]:
    """The strongest uppermost."""
    return -view.face(unit.id).defence, unit.id


def _counter(view: View, unit: Piece) -> Counter:
    kind, side = view.type_of(unit.id), view.side_of(unit.id)
    return Counter(
        name=unit.id,
        side=side,
        symbol=symbol(kind),
        size=_SIZES.get(kind.size, ""),
        values=strength(kind, unit.lost),
        band=_band(view, unit.id),
        steps=view.steps(unit.id),
        full_steps=kind.steps,
        marks=marks(kind, unit),
        title=Message("{unit}: {said}", unit=unit.id, said=described(kind, unit)),
    )


def symbol(kind: Type) -> str:
    """The sign of a counter."""
    if kind.flak:
        return "flak"
    if kind.rocket:
        return "nebelwerfer"
    if kind.fixed:
        return "coastal-artillery" if kind.branch == "artillery" else "strongpoint"
    if kind.branch == "artillery" and kind.circle:
        return "self-propelled-artillery"
    return _SYMBOLS.get(kind.branch, kind.branch)


def _band(view: View, name: str) -> str:
    """A colour for each division, so that one can be found on the map; black for the SS."""
    formation = view.formation_of(name)
    if "SS" in formation.id.split():
        return SS
    if formation.size != "division":
        return _NATIONS[formation.nation]
    return division_band(formation.id)


# --- arrows and marks -------------------------------------------------------------------------------------------------


def _attacks(view: View, drawn: Chart, recent: tuple[Outcome, ...]) -> Iterator[Arrow]:
    """An arrow from every hex of attackers, or from the gun, to the hex that is attacked."""
    for outcome in recent:
        if outcome.kind in _ATTACKS and len(outcome.hexes) > 1:
            end = drawn.at(outcome.hexes[-1])
            for start in map(drawn.at, outcome.hexes[:-1]):
                if start is not None and end is not None and start != end:
                    yield Arrow(style="attack", points=(start, end), title=outcome.text)


def _objectives(view: View, drawn: Chart) -> Iterator[Spot]:
    """The places that count, in the corner that counters leave free."""
    for goal in view.data.scenarios[view.state.scenario].goals:
        for where in goal.hexes:
            at = drawn.at(where)
            if at is not None:
                title = counted(goal.points, "{goal}: {n} point", "{goal}: {n} points", goal=goal.name)
                yield spot(at, _CORNER, "objective", title)


def _works(view: View, drawn: Chart) -> Iterator[Spot]:
    """Trenches and beachheads, and the area of a carpet."""
    state = view.state
    for style, said, hexes in (
        ("strongpoint", Message("trench"), state.trenches),
        ("supply", Message("beachhead"), state.beachheads),
        ("delay-point", Message("under the carpet of bombs"), state.carpet),
    ):
        for where in hexes:
            at = drawn.at(where)
            if at is not None:
                yield spot(at, _OTHER, style, Message("{what} in {hex}", what=said, hex=where))

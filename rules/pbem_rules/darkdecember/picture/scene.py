"""A position as a scene: the map, every counter as a side may see it, what has just happened, and the panel beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.port.game import Moment, Outcome
from pbem.port.messages import Message, counted
from pbem.port.scene import Arrow, Counter, Pile, Scene, Spot
from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.picture.ground import chart, standing
from pbem_rules.darkdecember.printed.counters import Kind
from pbem_rules.darkdecember.printed.data import Places
from pbem_rules.darkdecember.rules.fog import hidden
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.show.summary import sky, summary
from pbem_rules.darkdecember.show.words import SIDES, arm, described, face, led, marks, places, strength
from pbem_rules.kernel.board import Board
from pbem_rules.shared.picture import BROWN, GREY, SAND, SS, arrows, division_band, results, spot

_ROUTES = {
    "moved": "move",
    "entered": "move",
    "retreated": "retreat",
    "advanced": "advance",
    "exited": "move",
}
_ATTACKS = ("attack", "counterattack")
_SIZES = {"battalion": "II", "regiment": "III", "brigade": "X"}
_SYMBOLS = {
    "armoured infantry": "panzergrenadier",
    "parachute infantry": "parachute",
    "engineers": "engineer",
}
_NATIONS = {"british": BROWN, "french": "#3f5f9a"}
_COMMAND, _LOOSE = "#c9a227", {"german": GREY, "allied": SAND}
_CORNER, _OPPOSITE, _FORT = (-0.33, -0.27), (0.33, -0.27), (0.38, 0.3)


def scene(view: View, recent: Iterable[Outcome], moment: Moment) -> Scene:
    """What ``view.side`` may see ("": what both know); ``recent`` becomes arrows and marks."""
    ground, said = view.data.ground, tuple(recent)
    at = chart(ground).paper.find
    return Scene(
        ground=standing(ground, view.state),
        piles=tuple(_piles(view)),
        arrows=(*arrows(said, at, _ROUTES), *_attacks(view, said)),
        marks=(*_objectives(view), *_forts(view), *_exits(view), *results(said, at, ("combat",))),
        heading=Message(
            "Turn {n}, {turn} - {side} half - {phase} - {weather}",
            n=moment.turn,
            turn=moment.turn_name,
            side=SIDES[view.state.half],
            phase=moment.phase,
            weather=sky(view),
        ),
        panel=tuple(summary(view)),
    )


# --- counters ---------------------------------------------------------------------------------------------------------


def _piles(view: View) -> Iterator[Pile]:
    board: Board[Unit] = view.state.board
    for where in board.places():
        units = sorted(board.stack(where), key=lambda unit: _rank(view, unit))
        counters = tuple(_counter(view, unit) for unit in units)
        kind, _, door = where.partition(":")
        if where in view.data.ground.grid:
            yield Pile(cell=where, counters=counters)
        else:
            label = Message("Entry {door}", door=door) if kind == "entry" else where
            yield Pile(cell=where, counters=counters, label=label)


def _rank(view: View, unit: Unit) -> tuple[int, str]:
    """The strongest uppermost, commanders last."""
    kind = view.data.units.get(unit.id)
    return (-face(kind, unit).defence if kind is not None else 1, unit.id)


def _counter(view: View, unit: Unit) -> Counter:
    """A unit or commander as it is seen; an enemy under the fog of war shows its back (O7.0)."""
    kind = view.data.units.get(unit.id)
    if kind is None:
        leader = view.data.leaders[unit.id]
        values = f"{leader.attack}-{leader.defence}-{leader.move}"
        said = led(leader)
        return Counter(
            name=unit.id, side=leader.side, symbol="hq", size="", values=values, band=_COMMAND, title=said
        )
    if hidden(view, unit.id, view.side):
        return Counter(
            name="",
            side=kind.side,
            symbol="unknown",
            size="",
            values="?",
            title=Message("an enemy unit, not looked at (O7.0)"),
        )
    full = 1 if kind.back is None else 2
    return Counter(
        name=unit.id,
        side=kind.side,
        symbol=_SYMBOLS.get(arm(kind), arm(kind)),
        size=_SIZES[kind.size],
        values=strength(face(kind, unit)),
        band=_band(kind),
        steps=full - unit.reduced,
        full_steps=full,
        marks=marks(kind, unit),
        title=Message("{unit}: {said}", unit=unit.id, said=described(kind, unit)),
    )


def _band(kind: Kind) -> str:
    """A colour for each division, so that one can be found on the map; black for the SS."""
    if kind.ss:
        return SS
    if kind.nation in _NATIONS:
        return _NATIONS[kind.nation]
    if not kind.formation:
        return _LOOSE[kind.side]
    return division_band(kind.formation)


# --- arrows and marks -------------------------------------------------------------------------------------------------


def _attacks(view: View, recent: tuple[Outcome, ...]) -> Iterator[Arrow]:
    """An arrow from every hex of attackers to every hex beside it that is attacked."""
    ground = view.data.ground
    paper = chart(ground).paper
    for outcome in recent:
        if outcome.kind in _ATTACKS:
            for a, b in _pairs(view, outcome):
                yield Arrow(style="attack", points=(paper.at(a), paper.at(b)), title=outcome.text)


def _pairs(view: View, outcome: Outcome) -> Iterator[tuple[str, str]]:
    board, beside = view.state.board, view.data.ground.grid.adjacent
    stands = {board[name].where for name in outcome.units if name in board}
    for a in sorted(stands):
        for b in outcome.hexes:
            if b in beside.get(a, ()) and b not in stands:
                yield a, b


def _objectives(view: View) -> Iterator[Spot]:
    """The places that count, in the corner of the hex that counters leave free."""
    paper, aim = chart(view.data.ground).paper, view.data.scenarios[view.state.scenario].victory
    worth = (
        dict.fromkeys(aim.hexes, Message("to be held"))
        if isinstance(aim, Places)
        else {where: counted(n, "{n} point", "{n} points") for where, n in aim.towns.items()}
    )
    for where, said in sorted(worth.items()):
        title = Message("{place}: {said}", place=places(view.data, where), said=said)
        yield spot(paper.at(where), _CORNER, "objective", title)


def _forts(view: View) -> Iterator[Spot]:
    """Fortifications, in the corner of their hex, over the counters (5.3)."""
    paper = chart(view.data.ground).paper
    for where, side in view.state.forts:
        said = Message("{side} fortification in {hex}", side=SIDES[side], hex=where)
        yield spot(paper.at(where), _FORT, "strongpoint", said)


def _exits(view: View) -> Iterator[Spot]:
    """Exits that German units have used: no reinforcements come in there (3.5)."""
    paper = chart(view.data.ground).paper
    for where, points in view.state.exits:
        title = Message(
            "German units have left by {where}, {points} attack points", where=where, points=points
        )
        yield spot(paper.at(where), _OPPOSITE, "left", title, str(points))

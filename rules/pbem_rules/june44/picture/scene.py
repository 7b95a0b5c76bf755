"""A position of June '44 as a scene: the map, every counter, recent arrows, and the lines of the panel beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.values import evolve
from pbem.port.game import Moment, Outcome
from pbem.port.messages import Message, Series, counted
from pbem.port.scene import Counter, Pile, Scene, Spot
from pbem_rules.june44.model import ALLIED, GERMAN, OVER, Unit
from pbem_rules.june44.picture.beside import losses
from pbem_rules.june44.picture.ground import Chart, chart
from pbem_rules.june44.picture.layers import NAMES
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules import control, fog, victory
from pbem_rules.june44.rules.cards import hands
from pbem_rules.june44.rules.lookup import SIDES, enemy_of, face, off, place_name
from pbem_rules.june44.rules.play import Position, View
from pbem_rules.shared.picture import GREY, SAND, arrows, spot

_SIZES = {"division": "XX", "brigade": "X", "regiment": "III"}
_SYMBOLS = {
    "mechanised": "panzergrenadier",
    "parachute": "airborne",
    "mobile": "bicycle",
    "garrison": "infantry",
}
_BANDS = {"us": "#5d7a3a", "cw": SAND, "german": GREY}
_ROUTES = {"moved": "move", "advanced": "advance", "landed": "landing", "attack": "attack"}
_CORNER, _OPPOSITE, _BELOW = (-0.34, -0.27), (0.34, -0.27), (0.34, 0.27)


def scene(at: View, recent: Iterable[Outcome], moment: Moment) -> Scene:
    """The whole map; what ``at.side`` ("": nobody) may not look at is drawn face down (6.5). ``recent`` becomes arrows."""
    drawn = chart(at.data)
    return Scene(
        ground=drawn.ground,
        piles=tuple(_piles(at, drawn, at.side or None)),
        arrows=tuple(arrows(map(_from_the_sea, recent), drawn.find, _ROUTES)),
        marks=tuple(_marks(at, drawn)),
        heading=_heading(at, moment),
        panel=tuple(_panel(at)),
    )


def _heading(at: Position, moment: Moment) -> str:
    found = at.data.charts.weather.get(at.state.weather)
    phase = (
        moment.phase
        if found is None
        else Message("{weather} - {phase}", weather=found.name, phase=moment.phase)
    )
    return Message("Turn {n}, {turn} - {phase}", n=moment.turn, turn=moment.turn_name, phase=phase)


def _from_the_sea(outcome: Outcome) -> Outcome:
    """Landing units come from off the beach."""
    landed = outcome.kind == "landed" and outcome.hexes
    return evolve(outcome, hexes=(off(outcome.hexes[0]), *outcome.hexes)) if landed else outcome


# --- counters -------------------------------------------------------------------------------------------------------------


def counter(data: Data, unit: Unit, turn: int) -> Counter:
    """A unit as it is drawn; ``NEW`` is on those that have come ashore this turn."""
    kind, values = data.unit(unit.id), face(data, unit)
    guns = kind.type == "artillery"
    attack = f"({values.attack})" if guns else str(values.attack)
    full = 1 if kind.back is None else 2
    marks = tuple(word for word, on in (("FIRED", unit.fired), ("NEW", unit.landed == turn)) if on)
    return Counter(
        name=unit.id,
        side=kind.side,
        symbol=_SYMBOLS.get(kind.type, kind.type),
        size=_SIZES[kind.size],
        values=f"{attack}-{values.defence}-{values.move}",
        band=_BANDS[kind.nation],
        steps=full - unit.reduced,
        full_steps=full,
        marks=marks,
        title=Message(
            "{unit}: attack {attack}, defence {defence}, movement {move}",
            unit=kind.name,
            attack=attack,
            defence=values.defence,
            move=values.move,
        ),
    )


def _piles(at: Position, drawn: Chart, viewer: str | None) -> Iterator[Pile]:
    defences = {each.hex: each.strength for each in at.state.defences if each.strength != 0}
    for where in sorted({*at.board.places(), *defences}):
        counters = list(_seen(at, where, viewer))
        if where in defences:
            strength = defences[where]
            shown = "?" if strength is None else str(strength)
            said = Message("beach defence, strength {n}", n=shown)
            counters.append(_marker(f"beach {where}", "strongpoint", shown, said))
        if ":" in where:
            called = place_name(at.data, where)
            yield Pile(cell=where, counters=tuple(counters), at=drawn.find(where), label=called)
        else:
            yield Pile(cell=where, counters=tuple(counters))


def _seen(at: Position, where: str, viewer: str | None) -> Iterator[Counter]:
    """The units in a place that the viewer may look at, then one face down for each beneath (6.5)."""
    found = fog.stack(at, where, viewer)
    yield from (counter(at.data, unit, at.state.turn) for unit in found.units)
    for n in range(1, found.beneath + 1):
        said = Message("a unit beneath, {hex}: seen when it is in a combat (6.5)", hex=where)
        yield _marker(f"{where} ?{n}", "", "?", said, found.side)


def _marker(name: str, symbol: str, values: str, title: str, side: str = GERMAN) -> Counter:
    return Counter(name=name, side=side, symbol=symbol, size="", values=values, title=title)


def _marks(at: Position, drawn: Chart) -> Iterator[Spot]:
    for where, name in sorted(at.data.ground.cities.items()):
        side = ALLIED if control.holds(at, ALLIED, where) else enemy_of(ALLIED)
        said = counted(
            victory.worth(at, where),
            "{city}: {n} victory point, {side}",
            "{city}: {n} victory points, {side}",
            city=name,
            side=NAMES[side],
        )
        yield spot(drawn.at(where), _CORNER, "objective", said)
    for where in at.state.mulberries:
        said = Message("Mulberry, {hex}", hex=where)
        yield spot(drawn.at(where), _OPPOSITE, "box", said, "M")
    for each in at.state.missions:
        said = Message("air unit over {hex}: {result}", hex=each.hex, result=_MISSIONS[each.result])
        yield spot(drawn.at(each.hex), _BELOW, "plain", said, each.result[:1] or "?")


_MISSIONS = {"": Message("face down"), "success": Message("success"), "abort": Message("abort")}


# --- panel ----------------------------------------------------------------------------------------------------------------


def _panel(at: Position) -> Iterator[str]:
    state, terms = at.state, victory.terms(at)
    score = sum(term.value for term in terms)
    yield Message("Victory points: {n} of {needed}", n=score, needed=victory.needed(at))
    yield from (Message("  {what} {n:+d}", what=term.text, n=term.value) for term in terms)
    if state.phase == OVER:
        return
    yield Message(
        "Allied supply points: {supply}; naval points: {naval}; air units: {air}",
        supply=state.supply,
        naval=state.naval,
        air=state.air,
    )
    yield Message(
        "Event cards held: {held}; undrawn: {undrawn}, discarded: {discarded}",
        held=Series(
            Message("{side} {n}", side=SIDES[side], n=len(hands.hand(at, side))) for side in (GERMAN, ALLIED)
        ),
        undrawn=len(state.undrawn),
        discarded=len(state.discards),
    )
    for effect, turn in state.effects:
        cards = (card.name for card in at.data.cards.values() if card.effect == effect)
        event = next(cards, effect.replace("-", " "))
        yield Message("  in force: {event}, up to turn {n}", event=event, n=turn)
    for side in (ALLIED, GERMAN):
        lost = [name for name in losses(at) if at.side_of(name) == side]
        if lost:
            yield Message("Lost, {side}: {units}", side=SIDES[side], units=", ".join(lost))
    yield from _due(at)


def _due(at: Position) -> Iterator[str]:
    turns, first = at.scenario.turns, at.scenario.first_turn
    for turn in sorted({each.turn for each in at.state.due})[:2]:
        units = (
            Message("{unit} ({place})", unit=each.unit, place=each.place)
            for each in at.state.due
            if each.turn == turn
        )
        number = turn - first
        name = turns[number] if number < len(turns) else Message("turn {n}", n=turn)
        yield Message("Due {turn}: {units}", turn=name, units=Series(units))

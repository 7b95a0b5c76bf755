"""The areas as cells of a map, with every counter and marker on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pbem.port.game import Moment, Outcome
from pbem.port.messages import Message
from pbem.port.scene import Counter, Pile, Scene, Spot
from pbem_rules.pegasus.model import DEAD, ITEMS, QUEUE, State, Unit
from pbem_rules.pegasus.picture.ground import Chart, chart
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.rules import victory
from pbem_rules.shared.picture import arrows

_CALLED = {
    "platoon": Message("platoon"),
    "sappers": Message("sappers"),
    "hq": Message("headquarters"),
    "para": Message("paratroopers"),
    "leader": Message("leader"),
    "squad": Message("squad"),
    "german": Message("Germans"),
    "tank": Message("tank"),
    "officer": Message("officer"),
    "car": Message("car"),
    "piat": Message("PIAT"),
    "gammon": Message("Gammon bomb"),
}
"""What a counter is, by the kind of its unit."""
_ARROWS = {"moved": "move", "fired": "attack", "grenade": "attack", "shelled": "attack", "piat": "attack"}
_CHIT = partial(
    Counter, side="german", symbol="infantry", size="", values="?", title=Message("a chit face down")
)

CHARGES = {
    "": Message("none"),
    "hidden": Message("chit face down"),
    "blank": Message("none under the bridge"),
    "connected": Message("connected"),
    "removed": Message("removed"),
}
BRIDGE = {"intact": Message("intact"), "damaged": Message("damaged"), "destroyed": Message("destroyed")}
_SYMBOLS = {
    "platoon": ("airborne", "..."),
    "para": ("airborne", "..."),
    "sappers": ("engineer", ".."),
    "hq": ("headquarters", ".."),
    "leader": ("leader", ""),
    "squad": ("infantry", ".."),
    "german": ("infantry", "..."),
    "tank": ("armour", "."),
    "officer": ("leader", ""),
    "car": ("mechanized", "."),
}


def scene(view: View, recent: Iterable[Outcome], moment: Moment) -> Scene:
    """The whole map; ``recent`` becomes arrows."""
    drawn = chart(view.data.terrain)
    return Scene(
        ground=drawn.ground,
        piles=tuple(_piles(view)),
        arrows=tuple(arrows(recent, drawn.at.get, _ARROWS)),
        marks=tuple(_marks(view.state, drawn)),
        heading=Message(
            "Turn {n}, {time} - {phase}",
            n=moment.turn,
            time=moment.turn_name,
            phase=moment.phase,
        ),
        panel=tuple(_panel(view)),
    )


# --- counters ---------------------------------------------------------------------------------------------------------


def _piles(view: View) -> Iterator[Pile]:
    for where in view.data.terrain.areas:
        counters = [counter(view, unit) for unit in view.board.stack(where) if unit.kind not in ITEMS]
        if where in view.state.chits:
            counters.append(_CHIT(name=f"chit {where}"))
        if counters:
            yield Pile(cell=where, counters=tuple(counters))
    for entry in sorted(view.data.terrain.entries):
        line = tuple(counter(view, unit) for unit in view.board.stack(QUEUE + entry))
        if line:
            yield Pile(cell=QUEUE + entry, counters=line, label=Message("before {entry}", entry=entry))


def counter(view: View, unit: Unit) -> Counter:
    """A unit as it is drawn."""
    kind = view.data.forces.kinds[unit.kind]
    symbol, size = _SYMBOLS[unit.kind]
    marks = {
        "SUP": unit.suppressed,
        "W": unit.wounded,
        "IMM": unit.immobile,
        f"P{unit.prisoners}": bool(unit.prisoners),
        **{each.id: each.where != DEAD for each in view.carried(unit.id)},
    }
    return Counter(
        name=unit.id,
        side=kind.side,
        symbol=symbol,
        size=size,
        values=f"{unit.strength}" if kind.strength else "",
        steps=unit.strength or 1,
        full_steps=kind.strength or 1,
        marks=tuple(word for word, holds in marks.items() if holds),
        title=Message("{unit}: {said}", unit=unit.id, said=_CALLED[unit.kind]),
    )


def _marks(state: State, drawn: Chart) -> Iterator[Spot]:
    for where in state.held:
        if where in drawn.at and where in {*state.cleared}:
            x, y = drawn.at[where]
            yield Spot(
                style="objective",
                at=(x - 0.75, y - 0.65),
                title=Message("{area}: cleared and held", area=where),
            )
    if state.pegasus == "destroyed":
        for cell in drawn.ground.cells:
            if cell.name == "PB":
                yield Spot(
                    style="blown-bridge", at=cell.centre, title=Message("the canal bridge is destroyed")
                )


def _panel(view: View) -> Iterator[str]:
    state, terms = view.state, victory.score(view)
    yield Message("Score: {n}", n=sum(term.value for term in terms))
    yield from (Message("  {what} {n}", what=term.text, n=f"{term.value:+d}") for term in terms)
    drawn = Message("German plan: {letter}; chits face down: {n}", letter=state.plan, n=len(state.chits))
    yield drawn if state.plan else Message("German plan: not drawn; chits face down: {n}", n=len(state.chits))
    yield Message(
        "Charges: {charges}; canal bridge: {bridge}",
        charges=CHARGES[state.charges],
        bridge=BRIDGE[state.pegasus],
    )
    if state.german_force:
        british = state.british_force or "-"
        yield Message("German force: {n}; British force: {m}", n=state.german_force, m=british)
    dead = [unit.id for unit in view.board.stack(DEAD) if unit.kind not in ITEMS]
    if dead:
        yield Message("Lost: {units}", units=", ".join(dead))

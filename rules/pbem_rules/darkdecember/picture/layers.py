"""What no counter shows: zones of control, lines of supply, ground closed to restricted units, and defence levels."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem.port.scene import Layer, Tint
from pbem_rules.darkdecember.picture.ground import chart
from pbem_rules.darkdecember.printed.data import ALLIED
from pbem_rules.darkdecember.rules import supply, zones
from pbem_rules.darkdecember.rules.combat.levels import ground as level_of
from pbem_rules.darkdecember.rules.fog import hidden
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.show.words import SIDES
from pbem_rules.shared import layers
from pbem_rules.shared.layers import SUPPLY, ZOC, Head, of_a_side
from pbem_rules.shared.parts import ShownLayer
from pbem_rules.shared.picture import spot

RESTRICTED, LEVELS = "restricted", "levels"
_STRONG = 4
_CLOSED = Message("closed to restricted units")
_BEHIND_SEMOIS = Message("closed to restricted British and French units")
_CORNER = (0.25, 0.41)


def zones_of_control(view: View) -> Layer:
    """The hexes in the zones of a side, and where the enemy's lie over them (3.8)."""
    mine, theirs = zones.zone(view, view.side), zones.zone(view, view.enemy(view.side))
    head = Head(side=view.side, name=SIDES[view.side], paragraph="3.8")
    return layers.zones(head, sorted(mine), theirs, lambda where: _exerted(view, where))


def _exerted(view: View, where: str) -> str:
    around = view.data.ground.grid.adjacent[where]
    names = dict.fromkeys(_told(view, name, at) for at in around for name in view.units_of(view.side, at))
    return Message("{side} zone of {units}", side=SIDES[view.side], units=", ".join(names))


def _told(view: View, name: str, where: str) -> str:
    """A unit by its name, or by its hex while the other side may not know it (O7.0)."""
    return where if hidden(view, name, view.enemy(view.side)) else name


def lines_of_supply(view: View) -> Layer:
    """The line of every unit to an edge of its own, and who has none (1.0)."""
    units = view.units(view.side)
    found = ((_told(view, unit.id, unit.where), unit.where, supply.line(view, unit)) for unit in units)
    head = Head(side=view.side, name=SIDES[view.side], paragraph="1.0")
    return layers.lines(
        head,
        Message("lines of supply"),
        found,
        chart(view.data.ground).paper.at,
        lambda names: Message("{units} without supply", units=", ".join(names)),
    )


def closed_to_restricted(view: View) -> Layer | None:
    """The ground that restricted units may not enter: beyond the Meuse, for US units beyond the Semois (3.6)."""
    ground = view.data.ground
    if view.side != ALLIED:
        return None
    semois = (where for where in ground.grid.hexes if where not in ground.behind_meuse)
    tints = tuple(
        Tint(
            cell=where,
            why=_BEHIND_SEMOIS if where in ground.behind_semois else _CLOSED,
            strength="shared" if where in ground.behind_semois else "full",
        )
        for where in semois
    )
    return Layer(name=RESTRICTED, side=ALLIED, title=_CLOSED, paragraph="3.6", tints=tints)


def defence_levels(view: View) -> Layer:
    """The level of every hex for who of a side defends there, rivers apart; strong ones are coloured (4.2)."""
    paper, tints, signs = chart(view.data.ground).paper, [], []
    for where in view.data.ground.grid.hexes:
        level = level_of(view, where, view.side)
        said = Message("{hex}: level {n}, {ground}", hex=where, n=level.value, ground=level.text.lower())
        signs.append(spot(paper.at(where), _CORNER, "number", said, str(level.value)))
        if level.value >= _STRONG:
            tints.append(Tint(cell=where, why=said))
    title = Message(
        "{side} defence levels, rivers apart; coloured: {n} and more", side=SIDES[view.side], n=_STRONG
    )
    return Layer(
        name=LEVELS, side=view.side, title=title, paragraph="4.2", tints=tuple(tints), signs=tuple(signs)
    )


LAYERS = (
    ShownLayer(
        ZOC,
        Message("zones of control, and where the enemy's lie over them (3.8)"),
        of_a_side(SIDES, zones_of_control),
    ),
    ShownLayer(
        SUPPLY,
        Message("lines of supply to the edges, and units without one (1.0)"),
        of_a_side(SIDES, lines_of_supply),
    ),
    ShownLayer(
        RESTRICTED,
        Message("ground that restricted units may not enter (3.6)"),
        of_a_side(SIDES, closed_to_restricted),
    ),
    ShownLayer(LEVELS, Message("what a hex is worth in defence (4.2)"), of_a_side(SIDES, defence_levels)),
)

"""What lines choose in June 6: modes and support in defence, losses, retreats, counterattacks, purchases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.port.game import Demand, Secrets
from pbem.port.messages import Message
from pbem.port.standing import OCCASION, Line
from pbem_rules.june6.model import ALLIED, Bombardment, Combat, Release, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import advance, counterattack, drawn_modes, retreat, support
from pbem_rules.june6.rules.combat.advance import Advance
from pbem_rules.june6.rules.combat.counterattack import KIND as COUNTER
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.combat.results import ESCAPE, alive
from pbem_rules.june6.rules.combat.retreat import Retreat, zone_hexes
from pbem_rules.june6.rules.combat.right import AGAIN
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.lookup import ratings, side_of
from pbem_rules.june6.rules.markers import attrition, release
from pbem_rules.june6.rules.markers.cup import cup_of, wrong_marker
from pbem_rules.june6.rules.markers.logistics import Buy, firsts
from pbem_rules.june6.rules.markers.reduce import Reduce
from pbem_rules.june6.standing.strength import at_least
from pbem_rules.june6.standing.words import IF_ATTACKED, attacks_of, hexes_named, own_combat, units_named
from pbem_rules.shared.standing import Chooses, Found, Objectives, count, held, odds_of, place_in, texts

_FAR = 99
_MIXED = Message("the mode is mixed, and only your own home can do that")


def usual(view: View) -> Sequence[Line]:
    """The lines of a side that writes none: stand, give way to the worst odds, now and then the other way round."""
    allied, backed = view.side == ALLIED, _backed(view)
    lines = (
        # One that is attacked is asked about; one that was lost long ago stops no answer.
        Line(when="any", ask={"steps": 6, "attacked": [*_goals(view)]}),
        Line(when="defend", where={"odds": "3:1"}, choose={"by": "mix 2:1 retreat stand", **backed}),
        Line(when="defend", choose={"by": "mix 2:1 stand retreat", **backed}),
        Line(when="suffer", choose={"by": "weakest"}),
        Line(when="reduce", where={"own": True}, choose={"by": "weakest"}),
        Line(when="retreat", choose={"by": "safest"}),
        Line(when="halt", where={"rout": True}, do=("halt",)),
    )
    if allied:
        return lines
    return (
        *lines,
        Line(when="counterattack", choose={"by": "odds 2:1"}),
        Line(
            when="lean" if drawn_modes.on(view) else "mode", where={"counter": True}, choose={"by": "assault"}
        ),
    )


# --- objectives -------------------------------------------------------------------------------------------------------


def _goals(view: View) -> Sequence[str]:
    return sorted(view.data.scenarios[view.state.scenario].goals)


def _held(view: View) -> Sequence[str]:
    units = ((unit.where, side_of(view.data, unit.id)) for unit in view.state.board)
    return held(view.data.ground.grid, _goals(view), view.side, units)


def _backed(view: View) -> dict[str, Json]:
    """The support of a defence: only the Allies have markers of air and sea."""
    markers: dict[str, Json] = {"air": 1, "naval": 1, "keep_air": 1, "keep_naval": 1}
    return {"artillery": "all", **(markers if view.side == ALLIED else {})}


def _decided(view: View, where: str, word: Json) -> Sequence[Line]:
    return (Line(when="defend", where={"attacked": [where]}, choose={"by": word, **_backed(view)}),)


OBJECTIVES = Objectives(
    key=IF_ATTACKED,
    gate="attacked",
    goals=_goals,
    held=_held,
    lines=_decided,
    advised=lambda _view, _where: "mix 2:1 stand retreat",  # a mode must not be foretold
    names=lambda view: {where: name for where, (name, _) in view.data.ground.names.items()},
)


# --- modes and support ------------------------------------------------------------------------------------------------


def mode_of(by: Json, secrets: Secrets) -> str:
    """The mode that ``by`` names; where it mixes, by bytes that nobody else has (12.43): "" without them."""
    parts = str(by).split()
    if len(parts) == 1:
        return parts[0]
    if not secrets.mix:
        return ""
    likelier, other = odds_of(parts[1])
    return parts[3 if int.from_bytes(secrets.mix, "big") % (likelier + other) >= likelier else 2]


def _defend(view: View, line: Line, secrets: Secrets, _demand: Demand) -> Found:
    combat = view.state.current(Combat)
    if "by" not in line.choose:
        return Message("the mode in {hex} is left to you", hex=combat.target)
    mode = mode_of(line.choose["by"], secrets)
    if not mode:
        return _MIXED
    if not combat.support:
        return Defend(mode=mode)
    air, naval = _markers(view, line, combat.target)
    return Defend(mode=mode, artillery=_guns(view, line, combat), air=air, naval=naval)


def _guns(view: View, line: Line, combat: Combat) -> tuple[str, ...]:
    """Headquarters by name as long as their points fit; the last one with what is left of the limit."""
    if line.choose.get("artillery", "none") == "none":
        return ()
    units = alive(view.state, combat.defenders)
    guns = support.sources(view, view.side, combat.target, units, attacking=False)
    left = count(line.choose, "artillery", sum(support.parse(gun)[1] for gun in guns))
    found = []
    for gun in guns:
        name, points = support.parse(gun)
        fired = min(points, left)
        if fired:
            found.append(f"{name}:{fired}")
        left -= fired
    return tuple(found)


def _markers(view: View, line: Line, target: str) -> tuple[int, int]:
    """Air and naval markers: naval ones where they reach, else air; never both (17.32)."""
    if view.side != ALLIED:
        return 0, 0
    have = {"air": view.state.air, "naval": view.state.naval}
    use = {
        word: min(
            count(line.choose, word),
            support.most_markers(view.data, word),
            max(0, have[word] - count(line.choose, f"keep_{word}")),
        )
        for word in have
    }
    if use["naval"] and target in view.data.ground.naval_range:
        return 0, use["naval"]
    return use["air"], 0


def in_mode(view: View, word: str) -> Lean | Mode:
    """Sealed, or named in the open, as the game has it."""
    return Lean(mode=word) if drawn_modes.on(view) else Mode(mode=word)


def _mode(view: View, line: Line, secrets: Secrets, _demand: Demand) -> Found:
    if "by" not in line.choose:
        return None
    mode = mode_of(line.choose["by"], secrets)
    return in_mode(view, mode) if mode else _MIXED


# --- losses and retreats ----------------------------------------------------------------------------------------------


def _ranked(data: Data, units: Iterable[Unit], by: Json) -> list[Unit]:
    """By printed strength of the face that is up, the weakest or the strongest first, then by name."""
    sign = -1 if by == "strongest" else 1
    return sorted(units, key=lambda unit: (sign * ratings(data, unit).cs, unit.id))


def _queue(view: View, line: Line, units: Sequence[Unit]) -> list[Unit] | str:
    """The units in the order in which they take losses, or why there is none: no rule decides."""
    named: dict[str, Json] = {key: [*units_named(view, texts(line.choose, key))] for key in ("first", "last")}
    if "by" not in line.choose and sum(not place_in(named, unit.id) for unit in units) > 1:
        return Message("no rule says which of your units takes the loss")
    return sorted(_ranked(view.data, units, line.choose.get("by")), key=lambda unit: place_in(named, unit.id))


def _suffer(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    """Who takes a result, or who is spared it (13.71)."""
    frame = view.state.frames[-1]
    if not isinstance(frame, Combat | Bombardment):
        return None
    task = frame.tasks[0]
    order = _queue(view, line, alive(view.state, task.units))
    if isinstance(order, str):
        return order
    spared = task.kind == ESCAPE and not task.instead
    return Suffer(unit=order[-1 if spared else 0].id) if order else None


def _reduce(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    """Who loses a step on the road (8.31), or in the enemy's formation that forced its entry (10.33)."""
    frame = view.state.on_top(Release)
    if frame is None:
        order = _queue(view, line, alive(view.state, attrition.candidates(view)))
        return order if isinstance(order, str) else Reduce(unit=order[0].id) if order else None
    if "by" not in line.choose:
        return None
    names = tuple(release.candidates(view, frame))
    units = _ranked(view.data, alive(view.state, names), line.choose["by"])
    return Reduce(unit=units[0].id) if units else None


def _retreat(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    """The safest of the legal retreats."""
    if "by" not in line.choose:
        return None
    combat, state = view.state.current(Combat), view.state
    enemies = tuple(
        unit.where
        for unit in state.board
        if ":" not in unit.where and side_of(view.data, unit.id) != view.side
    )
    avoid, toward = (hexes_named(view, texts(line.choose, key)) for key in ("avoid", "toward"))
    distance = view.data.ground.grid.distance

    def cost(order: Retreat) -> tuple[int, int, int, int, int, tuple[str, ...], tuple[str, ...]]:
        """Lower is better; staying costs a Reduction and comes after every way that costs one."""
        if not order.path:
            return (1, 0, _FAR, _FAR, 0, (), order.units)
        end = order.path[-1]
        return (
            len(zone_hexes(view, alive(state, order.units), order.path)),
            -len(order.units),
            sum(where in avoid for where in order.path),
            min((distance(end, where) for where in toward), default=0),
            -min((distance(end, where) for where in enemies), default=0),
            order.path,
            order.units,
        )

    return min(retreat.options(view, combat, combat.tasks[0]), key=cost, default=None)


# --- counterattacks, markers ------------------------------------------------------------------------------------------


def _counter(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    """With as many as may, at these odds at least, else none (14.12)."""
    if "by" not in line.choose:
        return None
    combat, by = view.state.current(Combat), str(line.choose["by"])
    task = combat.tasks[0]
    order = None if by == "never" else next(counterattack.options(combat, task), None)
    if order is None:
        return Halt()
    blow = Combat(
        n=0,
        side=task.side,
        target=combat.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in view.state.board.stack(combat.target)),
        kind=COUNTER,
    )
    return order if at_least(view, blow, by.split()[1]) else Halt()


def _buy(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    """The markers in their order as long as points and limits allow, and the one kept out (5.11, 4.21)."""
    cup, bought = cup_of(view.state, view.side), list[str]()
    wanted = texts(line.choose, "first")
    if cup.points and not wanted:
        return Message("the markers to be bought are left to you")
    for marker in wanted:
        held = (*cup.free, *bought)
        if len(bought) < cup.points and not wrong_marker(view, cup, marker, held):
            bought.append(marker)
    open_to = firsts(cup, tuple(bought)) if view.side == view.state.initiative else ()
    first = next((each for each in texts(line.choose, "keep") if each in open_to), "")
    if open_to and not first:
        return Message("the marker that is played first is left to you")
    return Buy(markers=tuple(bought), first=first)


# --- attacks of an activation -----------------------------------------------------------------------------------------


def _in_combat(view: View, line: Line, secrets: Secrets, demand: Demand) -> Found:
    """The mode of an attack of an activation's line, who advances, and no second attack (13.42, 13.53)."""
    combat = own_combat(view)
    if combat is None or combat.target not in attacks_of(view, line):
        return None
    if combat.stage == "mode":
        return _mode(view, line, secrets, demand)
    task = combat.tasks[0] if combat.tasks else None
    if task is None or task.side != view.side or task.kind not in (AGAIN, advance.KIND):
        return None
    if task.kind == AGAIN:
        return Halt()
    for name in texts(line.choose, "advance"):
        order = Advance(unit=name, path=(combat.target,))
        due = name in task.units and name not in combat.advanced
        if due and not advance.check(view, combat, task, order):
            return order
    if not advance.compelled(view, combat, task):
        return Halt()
    fit = (each for each in advance.options(view, combat, task) if not view.data.unit(each.unit).hq)
    nobody = Message("somebody must advance into {hex}, and nobody that you named can", hex=combat.target)
    return next(fit, nobody)


CHOOSE: Mapping[str, Chooses[View]] = {
    "defend": _defend,
    "suffer": _suffer,
    "reduce": _reduce,
    "retreat": _retreat,
    "mode": _mode,
    "lean": _mode,
    "counterattack": _counter,
    "buy": _buy,
    OCCASION: _in_combat,
}

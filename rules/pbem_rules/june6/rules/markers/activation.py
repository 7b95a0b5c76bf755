"""Activations: formations that wake, what they may still do, and their end (3.6, 3.7, 7.2, 7.3, 7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, CorpsActivation, Play, Position, State, Unit
from pbem_rules.june6.printed.data import Data, Formation
from pbem_rules.june6.rules.air_and_sea import barrage
from pbem_rules.june6.rules.arrivals.arriving import GLIDER, ways_in
from pbem_rules.june6.rules.command import led
from pbem_rules.june6.rules.engineers import bridges, sites
from pbem_rules.june6.rules.ground import line_of_communication, terrain, zones_of_control
from pbem_rules.june6.rules.lookup import (
    enemy_of,
    formation_of,
    on_map,
    ratings,
    title,
    titles,
    units_of,
    waits,
)
from pbem_rules.june6.rules.markers.cup import FREE, LOOSE, commanded, formations_of, headquarters
from pbem_rules.june6.rules.movement import breaking, move, refitting
from pbem_rules.shared.orders import broken

MOVE, COMBAT = "move", "combat"
_STAGES = {
    MOVE: ("move", "strategic", "rally", "assign", "fight", "done"),
    COMBAT: ("attack", "rally", "done"),
}


# --- formations that wake ------------------------------------------------------------------------------------------------


def wake(play: Play, side: str, marker: str) -> None:
    """What a marker that has come up does: an activation begins, or the marker is laid aside without effect."""
    wake_formations(play, side, formations_of(play.data, marker), marker)


@BOOK.rule("3.62", "5.2", "5.33", "7.24d")
@BOOK.rule("7.24b")
def wake_formations(play: Play, side: str, formations: tuple[str, ...], marker: str) -> None:
    """Each headquarters tries for itself; those that can act together. Gliders land without one (10.23, N73)."""
    fit = awake(play, side, formations)
    if fit:
        begin(play, side, fit, full=True)
        return
    play.change(baton=side)
    text = Message("The marker is laid aside without effect: {title}.", title=title(play.data, marker))
    play.say("no-effect", text, "7.24d", side=side)


def awake(play: Play, side: str, formations: tuple[str, ...]) -> tuple[str, ...]:
    """Which of the formations act at full efficiency; the headquarters cut off take their marker (3.62)."""
    data, fit = play.data, list[str]()
    for formation in formations:
        found = headquarters(play, formation)
        if worn_out(play, formation):
            text = Message(
                "{title} has acted three times this turn and does not act again.",
                title=title(data, formation),
            )
            play.say("worn-out", text, "4.23b", side=side)
        elif gliders(play.state, formation):
            fit.append(formation)
        elif found is not None and not commanded(play, formation):
            why = Message("isolated") if found.isolated else Message("at Reduced Efficiency")
            text = Message("{found} is {why} and is not activated.", found=found.id, why=why)
            play.say("unfit", text, "3.62", side=side, units=(found.id,))
        elif found is not None and not line_of_communication.supplied(play, (found,))[found.id]:
            play.mark(found.id, efficiency=False)
            text = Message(
                "{found} has no line of communication and goes to Reduced Efficiency.", found=found.id
            )
            play.say("cut-off", text, "3.62", side=side, units=(found.id,), hexes=(found.where,))
        elif found is not None:
            fit.append(formation)
    return tuple(fit)


def gliders(state: State, formation: str) -> bool:
    """Whether glider units of a formation are still in the air."""
    return bool(state.board.at(f"{GLIDER}{formation}"))


@BOOK.rule("4.23b", "7.24e")
def worn_out(at: Position, formation: str) -> bool:
    """Whether a formation has been active as often as it may be in one turn, whatever wakes it (N81)."""
    limit = at.data.numbers.activation.free_operations_most
    return dict(at.state.activations).get(formation, 0) >= limit


@BOOK.rule("3.63", "7.3")
def begin(play: Play, side: str, formations: tuple[str, ...], *, full: bool) -> None:
    """An activation frame; it remembers who starts next to an enemy and who in his zone (13.12, 7.4)."""
    data, state = play.data, play.state
    mine = tuple(unit for unit in units_of(play, side) if on_map(data, unit))
    near, zones = zones_of_control.pressed(play, enemy_of(side))
    banks = terrain.banks(data)
    frame = Activation(
        side=side,
        formations=formations,
        full=full,
        starters=tuple(u.id for u in mine if u.where in near),
        in_zone=tuple(u.id for u in mine if u.where in zones),
        ashore=tuple(u.id for u in mine if u.where in banks and terrain.on_the_bank(data, u)),
        spent=_spent_before(state),
    )
    if full:
        counts = dict(state.activations)
        counts.update({each: counts.get(each, 0) + 1 for each in formations})
        play.change(activations=tuple(sorted(counts.items())))
    names = titles(data, formations)
    many = len(formations) + formations.count(LOOSE)  # units without a headquarters are many
    text = counted(
        many, "{names} acts at reduced efficiency.", "{names} act at reduced efficiency.", names=names
    )
    if full:
        text = counted(
            many, "{names} acts at full efficiency.", "{names} act at full efficiency.", names=names
        )
    play.say("activated", text, "7.3" if full else "7.4", side=side)
    play.push(frame)
    members = move.members(play, frame)
    busy = any(able(play, unit, frame) for unit in members)
    if not busy and not (side == GERMAN and breaking.possible(play)):
        end(play)


def _spent_before(state: State) -> tuple[tuple[str, int], ...]:
    """What the corps headquarters has fired for divisions that acted before in a Corps Activation (16.22)."""
    below = state.frames[-1] if state.frames else None
    return below.spent if isinstance(below, CorpsActivation) else ()


def _keep_count(play: Play, frame: Activation) -> None:
    """What the corps headquarters has fired counts for the divisions that act after this one (16.22)."""
    below = play.state.frames[-1] if play.state.frames else None
    if isinstance(below, CorpsActivation):
        fired = tuple(pair for pair in frame.spent if play.data.unit(pair[0]).formation == below.corps)
        play.alter(spent=fired)


def able(at: Position, unit: Unit, frame: Activation) -> bool:
    """Whether a unit could do anything at all in an activation."""
    if frame.full and waits(unit):
        return False
    somewhere = on_map(at.data, unit) or bool(ways_in(at, unit))
    moves = somewhere and not unit.pinned and not unit.scattered and ratings(at.data, unit).ma > 0
    mends = unit.reduced and refitting.in_season(at)
    if moves or mends or unit.disorder > 0 or zones_of_control.next_to_enemy(at, unit.where, frame.side):
        return True
    return at.data.unit(unit.id).hq and _has_orders(at, unit, frame)


def _has_orders(at: Position, staff: Unit, frame: Activation) -> bool:
    """What a headquarters that can do nothing itself may still order: engineers' work, a corps unit to join (6.13a)."""
    own = evolve(frame, formations=(at.data.unit(staff.id).formation,))
    return bool(sites.kinds(at, own)) or next(move.joiners(at, own), None) is not None


# --- what an active formation owes ------------------------------------------------------------------------------------


@BOOK.rule("7.24f", "3.64")
def demands(at: Position, frame: Activation) -> tuple[Demand, ...]:
    """What the active side may do next; ``refit`` once there can be any (21.31), engineers' work where there is some."""
    why = Message(
        "{titles}: {stage}",
        titles=titles(at.data, frame.formations),
        stage=Message("movement") if frame.stage == MOVE else Message("combat"),
    )
    paragraph = "7.3" if frame.full else "7.4"
    kinds = _STAGES[frame.stage]
    if refitting.in_season(at) and move.any_reduced(at, frame):
        kinds = (*kinds, "refit")
    if frame.stage == COMBAT and frame.side == ALLIED:
        kinds = (*kinds, "announce")
    if frame.side == GERMAN and breaking.possible(at):
        kinds = (*kinds, "break-down")
    if barrage.equipped(at, frame):
        kinds = (*kinds, "barrage")
    kinds = (*kinds, *sites.kinds(at, frame))
    return (Choice(side=frame.side, kinds=kinds, why=why, paragraph=paragraph),)


def barred_from_ending(at: Position, side: str, *, fight: bool) -> tuple[Violation, ...]:
    """Why movement (``fight``) or the activation cannot end here."""
    frame = at.state.on_top(Activation)
    if frame is None or frame.side != side:
        return (broken("7.24f", Message("no formation of yours is active now")),)
    if fight and frame.stage != MOVE:
        return (broken("12.21", Message("the combats of this activation are already on")),)
    return tuple(_gliders_land_first(at, frame))


@BOOK.rule("10.23")
def _gliders_land_first(at: Position, frame: Activation) -> Iterator[Violation]:
    """A glider unit whose landing zones are all closed may stay in the air (N73)."""
    if frame.stage != MOVE:
        return
    for formation in frame.formations:
        for name in at.state.board.at(f"{GLIDER}{formation}"):
            if move.reach(at, name):
                yield broken("10.23", Message("{name} has yet to land", name=name), name)


def fight(play: Play) -> None:
    """Movement is over."""
    frame = play.state.current(Activation)
    text = Message("{titles}: movement is over.", titles=titles(play.data, frame.formations))
    play.say("combats", text, "12.21", side=frame.side)
    bridges.finish(play)
    play.alter(stage=COMBAT)


@BOOK.rule("7.24c")
def end(play: Play) -> None:
    """The frame is gone; in the Reduced phase its units lose their markers (3.7)."""
    frame = play.state.current(Activation)
    members = move.members(play, frame)
    bridges.finish(play)
    play.pop()
    play.change(baton=frame.side)
    _keep_count(play, frame)
    if frame.full:
        play.change(asked=False)
    else:
        play.change(finished=(*play.state.finished, *frame.formations))
        take_markers(play, members)
    said = Message("{titles}: done.", titles=titles(play.data, frame.formations))
    play.say("done", said, "7.24f", side=frame.side)


@BOOK.rule("3.7")
def take_markers(play: Play, units: tuple[Unit, ...]) -> None:
    """Units on the map without a headquarters there and the garrison keep theirs (3.85, 3.86)."""
    board = play.board
    play.put(*(evolve(unit, efficiency=led(play.data, unit, board)) for unit in units))


# --- Free Operations --------------------------------------------------------------------------------------------------


@BOOK.rule("7.24e", "7.12")
@BOOK.rule("5.14")
def free_choices(at: Position, side: str) -> tuple[str, ...]:
    """The formations that a Free Operations marker may wake, in counter order."""
    return tuple(
        each.id
        for each in at.data.formations.values()
        if each.side == side and next(_not_freely(at, each), None) is None
    )


def _not_freely(at: Position, formation: Formation) -> Iterator[Violation]:
    """Every reason why Free Operations cannot wake a formation."""
    name, head = formation.name, headquarters(at, formation.id)
    said: list[tuple[str, str]] = []
    if formation.kind == "garrison":
        said.append(("7.11", Message("{name} is a garrison and always at reduced efficiency", name=name)))
    if head is None:
        said.append(("7.12", Message("{name} has no headquarters in play", name=name)))
    else:
        if head.isolated:
            said.append(("7.12", Message("{hq} is isolated", hq=head.id)))
        if not head.efficiency and formation.kind != "garrison":
            said.append(("7.12", Message("{hq} is at Reduced Efficiency", hq=head.id)))
    if worn_out(at, formation.id):
        said.append(("7.24e", Message("{name} has acted three times this turn", name=name)))
    for paragraph, why in said:
        message = Message("Free Operations cannot wake {formation}: {why}", formation=formation.id, why=why)
        yield broken(paragraph, message, formation.id)


def free_wrong(at: Position, side: str, formation: str) -> tuple[Violation, ...]:
    """Why Free Operations cannot wake a formation."""
    found = at.data.formations.get(formation)
    if found is None or found.side != side:
        said = Message("{formation} is not a formation of yours", formation=formation)
        return (broken("7.24e", said, formation),)
    return tuple(_not_freely(at, found))


def free_operation(play: Play, side: str, formation: str) -> None:
    """The chosen formation wakes like one whose marker was drawn."""
    play.pop()
    wake_formations(play, side, (formation,), FREE)


# --- the Reduced Efficiency phase -------------------------------------------------------------------------------------


@BOOK.rule("3.7", "7.26")
def mark_reduced(play: Play) -> None:
    """Also every unit whose headquarters is isolated or at Reduced Efficiency, and every unit without one (N74).

    Isolated and scattered units of a formation that has acted were not active with it (N12).
    """
    data, state, changed = play.data, play.state, list[str]()
    woken = {name for name, count in state.activations if count}
    for unit in state.board:
        name = formation_of(data, unit)
        head = headquarters(play, name)
        if name in woken and _landed_today(data, unit):
            continue
        if name not in woken or head is None or head.isolated or not head.efficiency or waits(unit):
            changed.append(unit.id)
    play.mark(*changed, efficiency=False)


@BOOK.rule("10.23", "3.7")
def _landed_today(data: Data, unit: Unit) -> bool:
    """Glider units act at full efficiency though their headquarters is not (N190)."""
    return data.unit(unit.id).type == "glider" and unit.efficiency and unit.moved and on_map(data, unit)


@BOOK.rule("7.26")
def reduced_choices(at: Position, side: str) -> tuple[str, ...]:
    """The formations (``loose`` for units without one) that may act now in the Reduced Efficiency phase."""
    fit = still_to_act(at, side)
    with_hq = [name for name in fit if headquarters(at, name) is not None]
    return tuple(with_hq) or fit


def still_to_act(at: Position, side: str) -> tuple[str, ...]:
    """The formations that have yet to act in the Reduced Efficiency phase, with a headquarters or without."""
    groups: dict[str, list[Unit]] = {}
    for unit in at.state.board.pieces.values():
        if not unit.efficiency and at.data.unit(unit.id).side == side:
            groups.setdefault(formation_of(at.data, unit) or LOOSE, []).append(unit)
    frame = Activation(side=side, formations=(), full=False)
    return tuple(
        name
        for name in (*at.data.formations, LOOSE)
        if name not in at.state.finished
        if any(able(at, unit, frame) for unit in groups.get(name, ()))
    )


def reduced_wrong(at: Position, side: str, formation: str) -> tuple[Violation, ...]:
    """Why a formation cannot act next in the Reduced Efficiency phase."""
    fit = reduced_choices(at, side)
    if formation in fit:
        return ()
    said = Message(
        "{formation} cannot act now; those that can are {fit}",
        formation=formation,
        fit=", ".join(fit) or Message("none"),
    )
    return (broken("7.26", said, formation),)


@BOOK.rule("4.23b")
def can_claim(at: Position) -> bool:
    """Whether the German is to be asked for Free Operations that he keeps aside.

    A marker without effect is no activation (N72).
    """
    return at.state.kept > 0 and not at.state.asked and bool(free_choices(at, GERMAN))

"""Armed reconnaissance: the order ``strafe`` (10.6 to 10.13)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Die, Reason, Roll, Rolled
from pbem.port.messages import Message, counted
from pbem_rules.kernel.hexes import hexes_of_side, side_name
from pbem_rules.normandy.battle import Mission
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules.air import flak
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Strafe:
    """So many attacks of armed reconnaissance on a unit, or on the bridge over a hexside (10.9)."""

    target: str
    attacks: int = 1


STRAFE = Kind[Strafe, View, Play](Strafe, early="10.6")
RECON = Label[View, Play]("recon", early="10.12")


@BOOK.rule("10.6", "10.7", "N47")
def row(at: Position) -> tuple[int, int]:
    """The attacks of the turn's points, and the number to hit."""
    found = (0, 0)
    for each in at.data.charts.recon.rows:
        if at.state.recon >= each.least:
            found = (each.attacks, each.hit)
    return found


def left(at: Position) -> int:
    """Attacks that have not been made."""
    return row(at)[0] - at.state.sky.strafed


@BOOK.rule("10.6", "N90")
def recon_owed(view: View) -> tuple[Demand, ...]:
    """Reconnaissance goes on as long as there are attacks and targets; then its dice."""
    going = view.state.stage != "over" and left(view) > 0
    if going and next(STRAFE.listed(view), None) is not None:
        why = Message("armed reconnaissance")
        return (Choice(side=ALLIED, kinds=("strafe", "done"), why=why, paragraph="10.6"),)
    return _dice(view) if view.state.sky.missions else ()


def _bridge(at: Position, target: str) -> tuple[str, str] | None:
    """The hexes of a bridge that stands, named by its hexside."""
    one, between, other = target.partition("/")
    grid = at.data.ground.grid
    if not between or other not in grid.adjacent.get(one, ()):
        return None
    name = side_name(one, other)
    printed = at.data.ground.bridges.has(one, other) and name not in at.state.blown
    return hexes_of_side(name) if printed or name in at.state.built else None


STRAFE.passed_over(
    lambda view: (
        view.side == ALLIED and not view.night and view.state.phase in ("recon", "carpet", "allied-move")
    )
)


@STRAFE.invalid
def no_target(view: View, order: Strafe) -> Iterator[Violation]:
    unit = view.board.get(order.target)
    there = unit is not None and view.on_map(order.target) and view.side_of(order.target) == GERMAN
    if not there and _bridge(view, order.target) is None:
        said = Message("{target} is neither a German unit nor a bridge", target=order.target)
        yield broken("10.6", said, order.target)


@STRAFE.wrong
@BOOK.rule("10.9")
def too_often(view: View, order: Strafe) -> Iterator[Violation]:
    if not 1 <= order.attacks <= left(view):
        yield broken(
            "10.9", counted(max(0, left(view)), "there is {n} attack left", "there are {n} attacks left")
        )


@STRAFE.legal
def strafes(view: View) -> Iterator[Strafe]:
    """One attack on each German unit, the fewest on bridges."""
    for unit in view.board:
        if view.on_map(unit.id) and view.side_of(unit.id) == GERMAN:
            yield Strafe(target=unit.id)
    for one, other in view.data.ground.bridges:
        yield Strafe(target=side_name(one, other))


@STRAFE.carry_out
def sent(play: Play, order: Strafe) -> None:
    sky, made = play.state.sky, Mission(target=order.target, attacks=order.attacks)
    play.change(sky=evolve(sky, strafed=sky.strafed + order.attacks, missions=(*sky.missions, made)))
    said = counted(
        order.attacks,
        "Aircraft are to attack {target} once.",
        "Aircraft are to attack {target} {n} times.",
        target=order.target,
    )
    play.say("strafe", said, "10.9", side=ALLIED, hexes=(where(play, order.target),))


def where(at: Position, target: str) -> str:
    """The hex of a target; of a bridge the first of its two."""
    found = _bridge(at, target)
    return found[0] if found is not None else at.board[target].where


def _guarded(at: Position) -> tuple[bool, ...]:
    """Which missions meet flak."""
    return tuple(bool(flak.in_range(at, where(at, each.target))) for each in at.state.sky.missions)


def _dice(view: View) -> tuple[Demand, ...]:
    """For each mission a die of flak if some is in range, and one for each attack."""
    number = sum(each.attacks for each in view.state.sky.missions) + sum(_guarded(view))
    dice = (Die(sides=view.data.charts.recon.die),) * number
    return (Roll(side=ALLIED, why=f"recon/{view.state.rolls + 1}", dice=dice, paragraph="10.12"),)


@RECON.rolled
@BOOK.rule("10.10", "10.11")
def recon_rolled(play: Play, roll: Rolled) -> None:
    """Mission by mission: flak first, then attack by attack."""
    faces, missions, guarded = list(roll.faces), play.state.sky.missions, _guarded(play)
    play.change(sky=evolve(play.state.sky, missions=()), rolls=play.state.rolls + 1)
    for mission, met in zip(missions, guarded, strict=True):
        mine, faces = faces[: mission.attacks + met], faces[mission.attacks + met :]
        if _bridge(play, mission.target) is None and mission.target not in play.board:
            continue  # an earlier mission has destroyed it
        if met:
            lost = flak.fires(play, where(play, mission.target), mine[0])
            if lost == flak.STOPPED:
                continue
            play.change(air=max(0, play.state.air - lost))
        for face in mine[met:]:
            _attacked(play, mission.target, face)


@BOOK.rule("10.8", "N12", "N32")
def modifiers(at: Position, hex_: str, *, marching: bool) -> tuple[Reason, ...]:
    """What ground and strategic movement add to the die."""
    chart, ground = at.data.charts.recon, at.data.ground
    names = [each for each in (ground.terrain[hex_], ground.settlements.get(hex_)) if each and each != "sea"]
    value, name = min(((chart.terrain[each], each) for each in names), default=(0, ""))
    terms = [Reason(paragraph="10.8", text=name, value=value)]
    if marching:
        terms.append(Reason(paragraph="10.8", text=Message("strategic movement"), value=chart.strategic))
    return tuple(each for each in terms if each.value)


@BOOK.rule("10.12", "10.13")
def _attacked(play: Play, target: str, face: int) -> None:
    """One attack: a step or a bridge; a die of 1 or less costs an air point."""
    chart = play.data.charts.recon
    ends = _bridge(play, target)
    if ends is None and target not in play.board:
        return
    at = ends[0] if ends else play.unit(target).where
    terms = () if ends else modifiers(play, at, marching=play.unit(target).strategic)
    total = face + sum(each.value for each in terms)
    needed = chart.bridge_hit if ends else row(play)[1]
    hit = total >= needed
    said = (
        Message("Aircraft hit {target}; it took {n} or more.", target=target, n=needed)
        if hit
        else Message("Aircraft missed {target}; it takes {n} or more.", target=target, n=needed)
    )
    hexes = ends or (at,)
    play.say("recon", said, "10.12", side=ALLIED, hexes=hexes, faces=(face,), reasons=terms, total=total)
    if total <= chart.lose:
        play.change(air=max(0, play.state.air - 1))
        play.say("air-lost", Message("An air point was lost."), "10.13", side=ALLIED, hexes=(at,))
    if hit and ends:
        name = side_name(*ends)
        play.change(
            built=tuple(each for each in play.state.built if each != name),
            blown=tuple(sorted({*play.state.blown, name}))
            if play.data.ground.bridges.has(*ends)
            else play.state.blown,
        )
        said = Message("The bridge {bridge} was destroyed.", bridge=name)
        play.say("bridge-blown", said, "10.12", side=ALLIED, hexes=ends)
    elif hit:
        play.step_loss(target, "10.12")

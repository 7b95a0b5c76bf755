"""Bombardment from its roll to its end: what the table says, and who takes it (16.4, 17.22, 18.22).

Missions that were declared together have one roll, a die each, and are resolved in the order of their declaration. Only a
unit to be chosen by its owner (13.71) stops them.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Choice, Demand, Reason, Roll, Rolled
from pbem.port.messages import Message, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import GERMAN, Bombardment, Mission, Play, Position, State, Task, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.losses import EFFECT_NAMES, PIN, suffer
from pbem_rules.june6.rules.combat.results import SUFFER, living, read_losses, tasks
from pbem_rules.june6.rules.combat.support import is_corps
from pbem_rules.june6.rules.lookup import enemy_of, side_of
from pbem_rules.june6.rules.weather import D10
from pbem_rules.june6.words import word
from pbem_rules.shared.chance import Label

ROCKETS = "nebelwerfer"
_STRONGPOINT = "strongpoint"
_ROLL, _AFTER = "roll", "after"
BOMBARDMENT_ROLL = Label[View, Play]("bombardment")
BARRAGE_ROLL = Label[View, Play]("barrage")


# --- what is owed -----------------------------------------------------------------------------------------------------


def demands(_at: Position, frame: Bombardment) -> tuple[Demand, ...]:
    """The roll of all missions; then, where the owner of the units hit may choose, his choice."""
    if frame.stage == _ROLL:
        count = len(frame.missions) + frame.resources
        return (Roll(side=frame.side, why=frame.why, dice=(D10,) * count, paragraph=_paragraph(frame)),)
    task = frame.tasks[0]
    effect = EFFECT_NAMES[task.result]
    why = Message(
        "the unit that {fate} the bombardment: {effect}",
        fate=Message("takes") if task.kind == SUFFER else Message("is spared"),
        effect=effect,
    )
    return (Choice(side=task.side, kinds=("suffer",), why=why, paragraph="13.71"),)


def _paragraph(frame: Bombardment) -> str:
    return "16.41" if any(mission.by for mission in frame.missions) else "3.32"


# --- what happens -----------------------------------------------------------------------------------------------------


@BOMBARDMENT_ROLL.rolled
@BARRAGE_ROLL.rolled
@BOOK.rule("3.32", "N120")
def rolled(play: Play, roll: Rolled) -> None:
    """The dice of all missions have come, and with them, perhaps, the German resource die."""
    frame, faces = play.state.on_top(Bombardment), roll.faces
    assert frame is not None
    if frame.resources:
        play.change(german_die=faces[-1])
        faces = faces[:-1]
    play.alter(stage=_AFTER, dice=faces)


def chosen(play: Play, unit: str) -> None:
    """The owner has named a unit."""
    frame = play.state.current(Bombardment)
    _take(play, frame.tasks[0], unit)
    play.alter(tasks=frame.tasks[1:])


def goes_on(play: Play) -> bool:
    """One task or mission that needs no choice; the bombardment is over when none is left."""
    frame = play.state.current(Bombardment)
    if frame.stage == _ROLL:
        return False
    if frame.tasks:
        task = living(play.state, frame.tasks[0])
        pick = _forced(play.state, task)
        if pick is None:
            play.alter(tasks=(task, *frame.tasks[1:]))
            return False
        _take(play, task, pick)
        play.alter(tasks=frame.tasks[1:])
    elif frame.missions:
        found = _hit(play, frame.missions[0], frame.dice[0])
        play.alter(missions=frame.missions[1:], dice=frame.dice[1:], tasks=found)
    else:
        play.pop()
    return True


@BOOK.rule("N124")
def _forced(state: State, task: Task) -> str | None:
    """The unit that takes a result (or is spared) without asking anybody; ``""`` for none; None when it is a choice."""
    if len(task.units) <= 1:
        return task.units[0] if task.units else ""
    if task.kind == SUFFER and task.result == PIN:
        return next((name for name in task.units if state.board[name].pinned), None)
    return None


def _take(play: Play, task: Task, pick: str) -> None:
    """A result carried out: on the chosen unit, or on all but the one that is spared or takes the other part."""
    if task.kind == SUFFER:
        if pick:
            suffer(play, pick, task.result)
        return
    for name in sorted((*task.units, *task.others)):
        effect = task.instead if name == pick else task.result
        if effect:
            suffer(play, name, effect)


# --- the table --------------------------------------------------------------------------------------------------------


def _hit(play: Play, mission: Mission, die: int) -> tuple[Task, ...]:
    """One mission: what its die does to the units that are in the hex now."""
    data, state = play.data, play.state
    units = state.board.stack(mission.target)
    reasons = terms(play, mission)
    modifier = sum(reason.value for reason in reasons)
    total = die + modifier
    parts = data.charts.bombing.results[total] if units else ()
    owner = enemy_of(side_of(data, mission.by)) if mission.by else GERMAN
    result = read_parts(parts) if units else Message("nobody is left there")
    at = state.board.get(mission.by) if mission.by else None
    play.say(
        "bombarded",
        Message(
            "{firer} {target}: {die}{modifier:+d} = {total}; {result}.",
            firer=_firer(mission),
            target=mission.target,
            die=die,
            modifier=modifier,
            total=total,
            result=result,
        ),
        paragraph_of(data, mission),
        side=enemy_of(owner),
        units=tuple(unit.id for unit in units),
        hexes=(mission.target,) if at is None else (at.where, mission.target),
        faces=(die,),
        reasons=reasons,
        total=total,
    )
    return _tasks(data, owner, units, parts)


@BOOK.rule("17.22", "18.22", "16.42", "16.43")
@BOOK.rule("N123")
def _tasks(
    data: Data, owner: str, units: tuple[Unit, ...], parts: tuple[tuple[str, str], ...]
) -> tuple[Task, ...]:
    """Pins first, each by its letter; then the losses, which may be a double result (13.72)."""
    found: list[Task] = []
    for part in parts:
        if part[1] == PIN:
            found.extend(tasks(data, owner, units, (part,)))
    losses = tuple(part for part in parts if part[1] != PIN)
    return (*found, *tasks(data, owner, units, losses))


def paragraph_of(data: Data, mission: Mission) -> str:
    """The paragraph that a mission is flown or fired under."""
    if mission.by:
        return "16.43" if data.unit(mission.by).type == ROCKETS else "16.42"
    return "17.22" if mission.air else "18.22"


def terms(at: Position, mission: Mission) -> tuple[Reason, ...]:
    """The modifiers of one mission: who fires, and what shelters the target."""
    chart, cited = at.data.charts.bombing, paragraph_of(at.data, mission)
    kind, name = _kind(at, mission)
    ground = at.data.ground.terrain[mission.target]
    found = [
        Reason(paragraph=cited, text=name, value=chart.firers[kind]),
        *_in_strongpoint(at, mission),
        Reason(
            paragraph=cited,
            text=word(at.data.charts.terrain[ground].name.lower()),
            value=chart.targets.get(ground, 0),
        ),
    ]
    return tuple(reason for reason in found if reason.value)


def _kind(at: Position, mission: Mission) -> tuple[str, str]:
    """The row of the firer in the table, and its name for people."""
    if not mission.by:
        count = mission.air + mission.naval
        return (
            f"markers_{count}",
            counted(count, "{n} air marker", "{n} air markers")
            if mission.air
            else counted(count, "{n} naval marker", "{n} naval markers"),
        )
    if at.data.unit(mission.by).type == ROCKETS:
        return ROCKETS, Message("rockets")
    corps = is_corps(at.data, at.state.board[mission.by])
    return (
        ("tot_corps", Message("corps artillery"))
        if corps
        else ("tot_division", Message("divisional artillery"))
    )


@BOOK.rule("19.41")
def _in_strongpoint(at: Position, mission: Mission) -> Iterator[Reason]:
    where = mission.target
    german = any(side_of(at.data, name) == GERMAN for name in at.state.board.at(where))
    if german and where in at.data.ground.strongpoints and where not in at.state.destroyed:
        yield Reason(
            paragraph="19.41",
            text=Message("strongpoint"),
            value=at.data.charts.bombing.targets.get(_STRONGPOINT, 0),
        )


def _firer(mission: Mission) -> str:
    if mission.by:
        return Message("{unit} bombards", unit=mission.by)
    count = mission.air + mission.naval
    if mission.air:
        return Message("Air bombardment ({n}) of", n=count)
    return Message("Naval bombardment ({n}) of", n=count)


def read_parts(parts: tuple[tuple[str, str], ...]) -> str:
    """A result of the Bombardment Table in words."""
    return read_losses(parts) if parts else Message("no effect")

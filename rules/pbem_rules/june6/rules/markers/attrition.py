"""Attrition of German formations that use strategic movement by day (8.3): a die for each, and the step it may cost."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand, Reason, Roll, Rolled
from pbem.port.messages import Message, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import GERMAN, Activation, Attrition, Play, Position, State, View
from pbem_rules.june6.rules.combat import losses
from pbem_rules.june6.rules.lookup import formation_of, title
from pbem_rules.june6.rules.markers import activation
from pbem_rules.june6.rules.weather import D10, conditions
from pbem_rules.june6.words import word
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import broken

ATTRITION_ROLL = Label[View, Play]("attrition")


ROLL, LOSS = "roll", "loss"


@BOOK.rule("8.31")
@BOOK.rule("4.12")
def due(at: Position, frame: Activation) -> tuple[str, ...]:
    """The active formations that roll for attrition when the movement of the activation ends, in order (N144)."""
    if frame.side != GERMAN or not frame.strategic or not conditions(at).attrition:
        return ()
    return tuple(name for name in frame.formations if _marched(at, frame, name))


def _marched(at: Position, frame: Activation, formation: str) -> tuple[str, ...]:
    """The units of a formation, those assigned to it included, that have used strategic movement in an activation."""
    units = (at.state.board.get(name) for name in sorted(frame.strategic))
    return tuple(unit.id for unit in units if unit is not None and formation_of(at.data, unit) == formation)


def movement_over(play: Play, frame: Activation, *, fight: bool) -> None:
    """The active formations have moved: attrition first, then the combats (``fight``) or the end of the activation."""
    formations = due(play, frame) if frame.stage == activation.MOVE else ()
    if formations:
        play.push(Attrition(formations=formations, fight=fight))
    else:
        _after_movement(play, fight=fight)


def _after_movement(play: Play, *, fight: bool) -> None:
    if fight:
        activation.fight(play)
    else:
        activation.end(play)


def demands(at: Position, frame: Attrition) -> tuple[Demand, ...]:
    """One die for each formation; then the German chooses a unit for every step lost."""
    if frame.stage == ROLL:
        first = frame.formations[0]
        why = f"attrition/{first}/{at.state.turn}/{_times(at.state, first)}"
        return (Roll(side=GERMAN, why=why, dice=(D10,) * len(frame.formations), paragraph="8.31"),)
    why = Message(
        "{title} suffers attrition: a unit that moved by road loses a step",
        title=title(at.data, frame.losses[0]),
    )
    return (Choice(side=GERMAN, kinds=("reduce",), why=why, paragraph="8.31"),)


def _times(state: State, formation: str) -> int:
    """Which activation of the formation this is in the turn; 0 in the Reduced Efficiency phase."""
    around = state.frames[-2]
    full = isinstance(around, Activation) and around.full
    return dict(state.activations).get(formation, 0) if full else 0


@ATTRITION_ROLL.rolled
@BOOK.rule("8.31", "4.12")
def rolled(play: Play, roll: Rolled) -> None:
    """A line for each formation; the activation goes on once the steps are lost."""
    data, frame, lost = play.data, play.state.current(Attrition), list[str]()
    for formation, face in zip(frame.formations, roll.faces, strict=True):
        terms = _terms(play)
        total = face + sum(term.value for term in terms)
        steps = data.charts.attrition_steps(total)
        lost.extend([formation] * steps)
        loss = counted(steps, "loses {n} step", "loses {n} steps") if steps else Message("comes through")
        text = Message(
            "Attrition by road: {title} {loss} ({total}).",
            title=title(data, formation),
            loss=loss,
            total=total,
        )
        kind = "attrition" if steps else "unharmed"
        play.say(kind, text, "8.31", side=GERMAN, faces=(face,), reasons=terms, total=total)
    play.alter(stage=LOSS, losses=tuple(lost))


def _terms(at: Position) -> tuple[Reason, ...]:
    kind = conditions(at)
    drm = kind.attrition_drm
    return (Reason(paragraph="4.12b", text=word(kind.name), value=drm),) if drm else ()


def candidates(at: Position) -> tuple[str, ...]:
    """The units that may lose the next step: those of the formation that used strategic movement, its HQ too (6.16).

    A headquarters stacked with another of them is the last (N230).
    """
    frame, around = at.state.frames[-1], at.state.frames[-2]
    assert isinstance(frame, Attrition)
    assert isinstance(around, Activation)
    names = _marched(at, around, frame.losses[0])
    return tuple(name for name in names if not _comes_last(at, name, names))


@BOOK.rule("6.16")
def _comes_last(at: Position, name: str, marched: tuple[str, ...]) -> bool:
    """Whether a headquarters is spared because another unit that has marched stands with it (N230)."""
    there = at.state.board.at(at.state.board[name].where)
    return at.data.unit(name).hq and any(each in there and not at.data.unit(each).hq for each in marched)


def goes_on(play: Play) -> bool:
    """A step over which there is nothing to choose is lost at once; after the last the activation goes on."""
    frame = play.state.current(Attrition)
    if frame.stage != LOSS:
        return False
    if not frame.losses:
        play.pop()
        _after_movement(play, fight=frame.fight)
        return True
    names = candidates(play)
    if len(names) > 1:
        return False
    _lost(play, names)
    return True


def _lost(play: Play, names: tuple[str, ...]) -> None:
    for name in names:
        losses.suffer(play, name, losses.RED)
    frame = play.state.current(Attrition)
    play.alter(losses=frame.losses[1:])


@BOOK.rule("8.31", "6.16")
def reduced(play: Play, unit: str) -> None:
    """The chosen unit loses a step."""
    _lost(play, (unit,))


def not_to_be_reduced(view: View, unit: str) -> Iterator[Violation]:
    """Why a unit cannot be the one that loses the step."""
    frame = view.state.on_top(Attrition)
    if frame is None or frame.stage != LOSS or view.side != GERMAN:
        yield broken("8.31", Message("no step is yours to take off now"), unit)
        return
    names = candidates(view)
    if unit not in names:
        said = Message(
            "{unit} has not used strategic movement with {title}: {names}",
            unit=unit,
            title=title(view.data, frame.losses[0]),
            names=", ".join(names),
        )
        yield broken("8.31", said, unit)

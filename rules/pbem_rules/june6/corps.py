"""A Corps Activation under way: who acts when, and the artillery of its headquarters (7.52 to 7.55, 16.26)."""

from __future__ import annotations

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Outcome, Step
from pbem_rules.june6 import activation, barrage
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.corps_marker import DIVISION, parse, woken
from pbem_rules.june6.cup import cup_of
from pbem_rules.june6.lookup import pop, push, title, titles, top
from pbem_rules.june6.model import GERMAN, CorpsActivation, State
from pbem_rules.june6.printed import BICYCLE, LEG, Data


@BOOK.rule("7.52", text="One corps headquarters is woken, not all those of its nationality.")
@BOOK.rule("7.5", text="The corps and its divisions act one after the other.")
def declare(data: Data, state: State, side: str, marker: str) -> Step[State]:
    """The marker is opened: every headquarters tries for itself, and those with a line act in turn (N186)."""
    corps, _ = parse(marker)
    if side == GERMAN:
        state = evolve(state, german_corps_activation=True)
    formations = (*woken(data, cup_of(state, side), marker), corps)
    state, awake, said = activation.awake(data, state, side, formations)
    name = title(data, corps)
    if not awake:
        text = f"The Corps Activation of {name} wakes nobody."
        lost = Outcome(kind="no-effect", text=text, paragraph="7.24d", side=side)
        return Step(state=evolve(state, baton=side), outcomes=(*said, lost))
    text = f"Corps Activation of {name}: {titles(data, awake)}."
    told = Outcome(kind="corps-activation", text=text, paragraph="7.5", side=side)
    state = push(state, CorpsActivation(side=side, corps=corps, waiting=awake))
    return Step(state=state, outcomes=(told, *said))


def running(state: State) -> CorpsActivation | None:
    """The Corps Activation whose next formation is to be named now."""
    frame = state.frames[-1] if state.frames else None
    return frame if isinstance(frame, CorpsActivation) else None


def armoured(data: Data, division: str) -> bool:
    """Whether a division is an armoured, Panzer or Panzer Grenadier one: no fighting unit of it is on foot (N186)."""
    units = (data.unit(name) for name in data.formations[division].units)
    return all(unit.move not in (LEG, BICYCLE) for unit in units if unit.combat)


@BOOK.rule(
    "7.55", text="Foot divisions act first, then armoured ones, then the troops of the corps, one at a time."
)
def next_up(data: Data, frame: CorpsActivation) -> tuple[str, ...]:
    """The formations one of which acts next."""
    divisions = [name for name in frame.waiting if data.formations[name].kind == DIVISION]
    on_foot = [name for name in divisions if not armoured(data, name)]
    return tuple(on_foot or divisions) or frame.waiting


def demand(data: Data, state: State, frame: CorpsActivation) -> Choice:
    """Who acts next is for the owner to say; before that a US corps may bombard (16.26b)."""
    if barrage.free_mission(data, state, frame) is not None:
        why = (
            f"Corps Activation of {title(data, frame.corps)}: a mission that costs no artillery, or who acts"
        )
        return Choice(side=frame.side, kinds=("barrage", "activate"), why=why, paragraph="16.26")
    why = f"Corps Activation of {title(data, frame.corps)}: who acts next"
    return Choice(side=frame.side, kinds=("activate",), why=why, paragraph="7.55")


def wrong_next(data: Data, frame: CorpsActivation, formation: str) -> tuple[Violation, ...]:
    """Why a formation does not act next."""
    fit = next_up(data, frame)
    if formation in fit:
        return ()
    said = f"{formation} does not act now; those that can are {', '.join(fit)}"
    return (Violation(paragraph="7.55", message=said, subject=formation),)


def start(data: Data, state: State, frame: CorpsActivation, formation: str) -> Step[State]:
    """A formation acts; the Corps Activation waits beneath it."""
    left = tuple(name for name in frame.waiting if name != formation)
    return activation.begin(
        data, top(state, evolve(frame, waiting=left, mission=True)), frame.side, (formation,), full=True
    )


def follow(data: Data, state: State, frame: CorpsActivation) -> Step[State] | None:
    """The last formation of a kind acts without being named; after the troops of the corps it is over."""
    fit = next_up(data, frame)
    if len(fit) > 1 or (fit and barrage.free_mission(data, state, frame) is not None):
        return None
    if fit:
        return start(data, state, frame, fit[0])
    text = f"The Corps Activation of {title(data, frame.corps)} is over."
    said = Outcome(kind="done", text=text, paragraph="7.5", side=frame.side)
    return Step(state=evolve(pop(state), baton=frame.side), outcomes=(said,))

"""A Corps Activation under way: who acts when, and the artillery of its headquarters (7.52 to 7.55, 16.26)."""

from __future__ import annotations

from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import GERMAN, CorpsActivation, Play, Position
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.marks import BICYCLE, LEG
from pbem_rules.june6.rules.air_and_sea import barrage
from pbem_rules.june6.rules.lookup import title, titles
from pbem_rules.june6.rules.markers import activation
from pbem_rules.june6.rules.markers.corps_marker import DIVISION, parse, woken
from pbem_rules.june6.rules.markers.cup import cup_of
from pbem_rules.shared.orders import broken


@BOOK.rule("7.52")
@BOOK.rule("7.5")
def declare(play: Play, side: str, marker: str) -> None:
    """The marker is opened: every headquarters tries for itself, and those with a line act in turn (N186)."""
    corps, _ = parse(marker)
    if side == GERMAN:
        play.change(german_corps_activation=True)
    formations = (*woken(play.data, cup_of(play.state, side), marker), corps)
    before = len(play.outcomes)
    awake, name = activation.awake(play, side, formations), title(play.data, corps)
    if not awake:
        play.change(baton=side)
        said = Message("The Corps Activation of {name} wakes nobody.", name=name)
        play.say("no-effect", said, "7.24d", side=side)
        return
    text = Message("Corps Activation of {name}: {titles}.", name=name, titles=titles(play.data, awake))
    play.say("corps-activation", text, "7.5", side=side)
    play.outcomes.insert(before, play.outcomes.pop())  # it is read before what became of each headquarters
    play.push(CorpsActivation(side=side, corps=corps, waiting=awake))


def armoured(data: Data, division: str) -> bool:
    """Whether a division is an armoured, Panzer or Panzer Grenadier one: no fighting unit of it is on foot (N186)."""
    units = (data.unit(name) for name in data.formations[division].units)
    return all(unit.move not in (LEG, BICYCLE) for unit in units if unit.combat)


@BOOK.rule("7.55")
def next_up(data: Data, frame: CorpsActivation) -> tuple[str, ...]:
    """The formations one of which acts next."""
    divisions = [name for name in frame.waiting if data.formations[name].kind == DIVISION]
    on_foot = [name for name in divisions if not armoured(data, name)]
    return tuple(on_foot or divisions) or frame.waiting


def demands(at: Position, frame: CorpsActivation) -> tuple[Demand, ...]:
    """Who acts next is for the owner to say; before that a US corps may bombard (16.26b)."""
    if barrage.free_mission(at, frame) is not None:
        why = Message(
            "Corps Activation of {title}: a mission that costs no artillery, or who acts",
            title=title(at.data, frame.corps),
        )
        return (Choice(side=frame.side, kinds=("barrage", "activate"), why=why, paragraph="16.26"),)
    why = Message("Corps Activation of {title}: who acts next", title=title(at.data, frame.corps))
    return (Choice(side=frame.side, kinds=("activate",), why=why, paragraph="7.55"),)


def wrong_next(data: Data, frame: CorpsActivation, formation: str) -> tuple[Violation, ...]:
    """Why a formation does not act next."""
    fit = next_up(data, frame)
    if formation in fit:
        return ()
    said = Message(
        "{formation} does not act now; those that can are {fit}", formation=formation, fit=", ".join(fit)
    )
    return (broken("7.55", said, formation),)


def start(play: Play, formation: str) -> None:
    """A formation acts; the Corps Activation waits beneath it."""
    frame = play.state.current(CorpsActivation)
    play.alter(waiting=tuple(name for name in frame.waiting if name != formation), mission=True)
    activation.begin(play, frame.side, (formation,), full=True)


def follow(play: Play) -> bool:
    """The last formation of a kind acts without being named; after the troops of the corps it is over.

    False: its owner has to say something.
    """
    frame = play.state.current(CorpsActivation)
    fit = next_up(play.data, frame)
    if len(fit) > 1 or (fit and barrage.free_mission(play, frame) is not None):
        return False
    if fit:
        start(play, fit[0])
        return True
    play.pop()
    play.change(baton=frame.side)
    text = Message("The Corps Activation of {title} is over.", title=title(play.data, frame.corps))
    play.say("done", text, "7.5", side=frame.side)
    return True

"""The nights and 6 June: their orders, what the dice of them do, and their phases for the sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules import (
    arrivals,
    engineers,
    mulberry,
    port,
    replacements,
    returning,
    sail,
    trucks,
    weather,
)
from pbem_rules.normandy.rules.june6 import drop, embark, fire, gliders, landing, walk
from pbem_rules.normandy.rules.night import ROLL, choice, is_over, seen
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.sequence import Phase

KINDS = (
    arrivals.ENTER,
    returning.REPLACE,
    replacements.RESTORE,
    replacements.REBUILD,
    trucks.TRUCK,
    mulberry.MULBERRIES,
    port.DEMOLISH,
    port.REPAIR,
    engineers.BRIDGE,
    engineers.DIG,
    engineers.ABANDON,
    sail.SAIL,
    gliders.GLIDE,
    embark.EMBARK,
    fire.SHOOT,
    landing.SHIFT,
    landing.EMERGENCY,
)
LABELS = (
    weather.NIGHT,
    engineers.BRIDGES,
    sail.MINES,
    drop.PATHFINDERS,
    drop.DROPPING,
    drop.GLIDERS,
    fire.SHOTS,
    landing.LANDING,
)
PROCEDURES = (sail.PROCEDURE,)

GLIDERS = "gliders"

Owed = Callable[[View], tuple[Demand, ...]]


def done(play: Play) -> bool:
    """Whether a side that is done has named something that is now rolled for: then the phase waits for it."""
    landing_hexes = play.state.phase == GLIDERS and bool(drop.flying(play))
    if play.state.stage or not (play.state.shots or play.state.spans or landing_hexes):
        return False
    play.change(stage=ROLL)
    return True


# --- the night -------------------------------------------------------------------------------------------------


@BOOK.rule("N2", "N95")
def _arrivals(side: str) -> Owed:
    def owed(view: View) -> tuple[Demand, ...]:
        entering = next(arrivals.comers(view, side), None) if side == ALLIED else None
        coming = entering or next(returning.returning(view, side), None)
        if is_over(view) or not coming:
            return ()
        kinds = ("replace",) if side == GERMAN else ("enter", "replace")
        return choice(side, Message("reinforcements"), "7.1", *kinds)

    return owed


def _replacements(side: str) -> Owed:
    def owed(view: View) -> tuple[Demand, ...]:
        kinds = ("restore", "rebuild", *(("truck", "replace") if side == GERMAN else ()))
        more = side == GERMAN and bool(view.state.trucks or next(returning.battle_groups(view, side), None))
        if is_over(view) or not (more or replacements.anything(view, side)):
            return ()
        return choice(side, Message("replacements"), "7.10", *kinds)

    return owed


def _engineers(side: str) -> Owed:
    def owed(view: View) -> tuple[Demand, ...]:
        if is_over(view):
            return ()
        if view.state.stage == ROLL:
            return engineers.dice(view)
        of_port = port.can_demolish(view) if side == GERMAN else port.taken(view)
        if not (engineers.can_work(view, side) or of_port):
            return ()
        return choice(
            side, Message("engineers"), "15.1", "bridge", "demolish" if side == GERMAN else "repair"
        )

    return owed


def _lapse(side: str) -> Callable[[Play], None]:
    return lambda play: replacements.lapse(play, side)


def _call(side: str) -> Callable[[Play], None]:
    return lambda play: arrivals.call(play, side)


def _to_move(_play: Play) -> str:
    return "allied-move"


_NIGHT = (
    Phase[View, Play]("mulberries", Message("Mulberries"), owed=mulberry.to_choose),
    Phase[View, Play]("weather", Message("Weather"), owed=weather.owed),
    Phase[View, Play](
        "allied-arrivals", Message("Allied reinforcements"), owed=_arrivals(ALLIED), opens=_call(ALLIED)
    ),
    Phase[View, Play](
        "allied-replacements",
        Message("Allied replacements"),
        owed=_replacements(ALLIED),
        closes=_lapse(ALLIED),
    ),
    Phase[View, Play]("allied-engineers", Message("Allied engineers"), owed=_engineers(ALLIED)),
    Phase[View, Play](
        "german-arrivals", Message("German reinforcements"), owed=_arrivals(GERMAN), opens=_call(GERMAN)
    ),
    Phase[View, Play](
        "german-replacements",
        Message("German replacements"),
        owed=_replacements(GERMAN),
        opens=trucks.deal,
        closes=_lapse(GERMAN),
    ),
    Phase[View, Play](
        "german-engineers", Message("German engineers"), owed=_engineers(GERMAN), closes=_to_move
    ),
)


def _since(*phases: str) -> Callable[[View], bool]:
    """Whether one of these phases of the night, which bear the side in their name, was passed over by its side."""
    names = [phase.name for phase in _NIGHT]

    def when(view: View) -> bool:
        mine = [names.index(each) for each in phases if each.startswith(view.side)]
        now = view.state.phase
        return view.night and now in names and any(names.index(now) >= n for n in mine)

    return when


replacements.RESTORE.passed_over(_since("allied-replacements", "german-replacements"))
replacements.REBUILD.passed_over(_since("allied-replacements", "german-replacements"))
engineers.BRIDGE.passed_over(_since("allied-engineers", "german-engineers"))
port.REPAIR.passed_over(_since("allied-engineers"))
port.DEMOLISH.passed_over(_since("german-engineers"))
trucks.TRUCK.passed_over(_since("german-replacements"))

# --- 6 June ----------------------------------------------------------------------------------------------------


def _choice(
    side: str, why: str, paragraph: str, *kinds: str, if_any: Callable[[View], bool] | None = None
) -> Owed:
    """A choice that is owed until the side is done, or as long as anything is possible."""

    def owed(view: View) -> tuple[Demand, ...]:
        if is_over(view) or (if_any is not None and not if_any(view)):
            return ()
        return choice(side, why, paragraph, *kinds)

    return owed


def _fires(side: str, why: str, paragraph: str, *kinds: str) -> Owed:
    """Fire is named, then rolled."""

    def owed(view: View) -> tuple[Demand, ...]:
        if is_over(view):
            return ()
        if view.state.stage == ROLL:
            return fire.owed(view)
        return choice(side, why, paragraph, "shoot", *kinds)

    return owed


@BOOK.rule("21.8", "21.26", "N94")
def _landing_move(view: View) -> tuple[Demand, ...]:
    """The dice of the first phase, then what the Allied side moves."""
    dice = landing.tide(view)
    if dice or not landing.moves(view):
        return dice
    return (Choice(side=ALLIED, kinds=("move", "shift", "done"), why=Message("landing"), paragraph="21.8"),)


def _to_end(_play: Play) -> str:
    return "end"


def _first_wave(play: Play) -> None:
    """The waves are made up: missing DD tanks are laid, and the first phase of the landing begins."""
    embark.lay_tanks(play)
    landing.begin(play)


_JUNE6 = (
    Phase[View, Play]("pathfinders", Message("Pathfinders"), owed=drop.pathfinders_owed, opens=drop.begin),
    Phase[View, Play]("drop", Message("The drop"), owed=drop.drop_owed, opens=drop.begin),
    Phase[View, Play](
        "drop-allied-move",
        Message("The drop: Allied movement"),
        owed=_choice(ALLIED, Message("movement after the drop"), "20.8", "move", "join"),
        opens=walk.begin,
    ),
    Phase[View, Play](
        "drop-allied-fire",
        Message("The drop: Allied fire"),
        owed=_fires(ALLIED, Message("fire after the drop"), "20.9"),
    ),
    Phase[View, Play](
        "drop-german-move",
        Message("The drop: German reaction"),
        owed=_choice(GERMAN, Message("reaction to the drop"), "20.12", "move"),
        opens=walk.begin,
    ),
    Phase[View, Play](
        "drop-german-fire",
        Message("The drop: German fire"),
        owed=_fires(GERMAN, Message("fire at those who have dropped"), "20.13"),
    ),
    Phase[View, Play](GLIDERS, Message("Gliders"), owed=gliders.owed, closes=_to_end),
    Phase[View, Play](
        "embark",
        Message("Assault waves"),
        owed=_choice(ALLIED, Message("the waves of the landing"), "21.2", "embark", "break-down"),
        closes=_first_wave,
    ),
    Phase[View, Play](
        "landing-move",
        Message("Landing: arrival"),
        owed=_landing_move,
        opens=walk.begin,
        closes=landing.closes,
    ),
    Phase[View, Play](
        "landing-german-fire",
        Message("Landing: German fire"),
        owed=_fires(GERMAN, Message("fire at the beaches"), "21.10"),
    ),
    Phase[View, Play](
        "landing-allied-fire",
        Message("Landing: Allied fire"),
        owed=_fires(ALLIED, Message("fire from the beaches"), "21.22", "join", "emergency"),
        closes=landing.ships_rest,
    ),
    Phase[View, Play](
        "landing-german-move",
        Message("Landing: German movement"),
        owed=_choice(GERMAN, Message("movement during the landing"), "21.25", "move"),
        opens=walk.begin,
        closes=landing.next_wave,
    ),
    Phase[View, Play](
        "regroup",
        Message("Regrouping"),
        owed=_choice(ALLIED, Message("regrouping"), "21.29", "join"),
        closes=landing.regroup,
    ),
    Phase[View, Play](
        "ships",
        Message("Ships"),
        owed=_choice(ALLIED, Message("naval movement"), "21.33", "sail", if_any=sail.any_ship),
        closes=_to_end,
    ),
)
PHASES: Mapping[str, Phase[View, Play]] = {each.name: each for each in (*_NIGHT, *_JUNE6)}


def first_of_6_june(play: Play) -> str:
    """The phase in which a turn of 6 June begins that is played by sections 20 and 21; empty for another turn."""
    state = play.state
    if state.day != "06-06":
        return ""
    view = seen(play)
    if state.part == 0 and any(unit.where.startswith("drop:") for unit in view.board):
        return "pathfinders"
    if state.part == 1 and any(unit.where.startswith(("wave:", "box:")) for unit in view.board):
        return "embark"
    return ""

"""Weather, initiative and what the weather brings (3.1, 4.0)."""

from __future__ import annotations

from pbem.port.game import Die, Reason, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Play, Position, State, View
from pbem_rules.june6.printed.data import WeatherState
from pbem_rules.june6.rules.setup import chosen
from pbem_rules.june6.words import SIDES, word
from pbem_rules.shared.chance import Label


@BOOK.rule("2.3")
def ten_sided() -> Die:
    """The die of the game."""
    return Die(sides=10, low=0)


D10 = ten_sided()
HEAVY, STORM = "heavy", "storm"
WEATHER_ROLL = Label[View, Play]("weather")
INITIATIVE_ROLL = Label[View, Play]("initiative")


def conditions(at: Position) -> WeatherState:
    """What the weather of this turn brings."""
    return at.data.charts.weather[at.state.weather]


@BOOK.rule("3.1")
@BOOK.rule("3.21")
def roll(state: State) -> Roll:
    """The German, the Allied and the resource die; after a tie the Allied die alone."""
    if not state.dice:
        return Roll(side=ALLIED, why=f"weather/{state.turn}", dice=(D10, D10, D10), paragraph="3.1")
    return Roll(side=ALLIED, why=f"initiative/{state.turn}/{state.ties}", dice=(D10,), paragraph="4.21")


@WEATHER_ROLL.rolled
@INITIATIVE_ROLL.rolled
def rolled(play: Play, roll: Rolled) -> None:
    """Weather at the first roll; initiative as soon as the dice differ. ``ties`` stays above 0 until then."""
    dice = play.state.dice
    if dice:
        play.change(dice=(dice[0], roll.faces[0], dice[2]))
    else:
        play.change(dice=roll.faces)
        _weather(play)
    _initiative(play)


def settled(state: State) -> bool:
    """Whether weather and initiative of the turn stand."""
    return bool(state.dice) and not state.ties


@BOOK.rule("4.11")
def _weather(play: Play) -> None:
    """After a Storm it is Heavy Overcast whatever the die says (4.12d); with historical weather it is the date's."""
    state, charts = play.state, play.data.charts
    weather, why = charts.weather_die[state.dice[0]], Message("the German die is {die}", die=state.dice[0])
    if chosen(play, "historical_weather"):
        weather, why = charts.historical_weather[state.turn], Message("as it was in June 1944")
    elif state.storm_before:
        weather, why = HEAVY, Message("after the storm")
    kind = charts.weather[weather]
    play.change(weather=weather)
    bring(play)
    text = Message(
        "The weather is {kind} ({why}): {air} air and {naval} naval markers.",
        kind=word(kind.name),
        why=why,
        air=kind.air,
        naval=kind.naval,
    )
    play.say("weather", text, "4.11", faces=state.dice)


@BOOK.rule("4.12")
@BOOK.rule("17.11")
@BOOK.rule("18.11")
@BOOK.rule("3.84")
def bring(play: Play) -> None:
    """The markers that the weather brings; in a Storm the German keeps Free Operations aside (4.23b)."""
    kind = conditions(play)
    kept = kind.free_german if kind.free_aside else 0
    play.change(air=kind.air, naval=kind.naval, kept=kept)


@BOOK.rule("4.23")
def free_operations(at: Position, side: str) -> int:
    """How many Free Operations markers go into the cup of a side."""
    kind = conditions(at)
    if side == ALLIED:
        return kind.free_allied
    return 0 if kind.free_aside else kind.free_german


@BOOK.rule("4.21")
@BOOK.rule("4.22")
def _initiative(play: Play) -> None:
    dice = play.state.dice
    penalty = play.data.charts.initiative_penalty.get(play.state.turn, 0)
    reasons: tuple[Reason, ...] = (Reason(paragraph="4.21", text=Message("German die"), value=dice[0]),)
    if penalty:
        reasons += (Reason(paragraph="4.22", text=Message("slow German reaction"), value=penalty),)
    total, allied, side = dice[0] + penalty, dice[1], None
    if total == allied:
        play.change(ties=play.state.ties + 1)
        text = Message("Initiative: both have {allied}; the Allied side rolls again.", allied=allied)
    else:
        side = GERMAN if total > allied else ALLIED
        play.change(ties=0, initiative=side, baton=side)
        text = Message(
            "The {side} side has the initiative (German {total}, Allied {allied}).",
            side=SIDES[side],
            total=total,
            allied=allied,
        )
    play.say("initiative", text, "4.21", side=side, faces=dice[:2], reasons=reasons, total=total)

"""Weather, initiative and what the weather brings (3.1, 4.0)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Die, Outcome, Reason, Roll, Rolled, Step
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Play, State, View
from pbem_rules.june6.printed import Data, WeatherState
from pbem_rules.june6.setup import chosen
from pbem_rules.shared.chance import Label


@BOOK.rule("2.3", text="All dice have ten sides, and 0 counts as 0.")
def ten_sided() -> Die:
    """The die of the game."""
    return Die(sides=10, low=0)


D10 = ten_sided()
HEAVY, STORM = "heavy", "storm"
WEATHER_ROLL = Label[View, Play]("weather")
INITIATIVE_ROLL = Label[View, Play]("initiative")


def conditions(data: Data, state: State) -> WeatherState:
    """What the weather of this turn brings."""
    return data.charts.weather[state.weather]


@BOOK.rule("3.1", text="From 7 June the dice of both sides settle weather and initiative.")
@BOOK.rule("3.21", text="The Allied resource die is rolled with them; nothing is decided in between.")
def roll(state: State) -> Roll:
    """The German, the Allied and the resource die; after a tie the Allied die alone."""
    if not state.dice:
        return Roll(side=ALLIED, why=f"weather/{state.turn}", dice=(D10, D10, D10), paragraph="3.1")
    return Roll(side=ALLIED, why=f"initiative/{state.turn}/{state.ties}", dice=(D10,), paragraph="4.21")


def rolled(data: Data, state: State, faces: tuple[int, ...]) -> Step[State]:
    """Weather at the first roll; initiative as soon as the dice differ. ``ties`` stays above 0 until then."""
    said: tuple[Outcome, ...] = ()
    if not state.dice:
        step = _weather(data, evolve(state, dice=faces))
        state, said = step.state, step.outcomes
    else:
        state = evolve(state, dice=(state.dice[0], faces[0], state.dice[2]))
    step = _initiative(data, state)
    return Step(state=step.state, outcomes=(*said, *step.outcomes))


def settled(state: State) -> bool:
    """Whether weather and initiative of the turn stand."""
    return bool(state.dice) and not state.ties


@BOOK.rule("4.11", text="The German die, never modified, gives the weather.")
def _weather(data: Data, state: State) -> Step[State]:
    """After a Storm it is Heavy Overcast whatever the die says (4.12d); with historical weather it is the date's."""
    die, charts = state.dice[0], data.charts
    weather = charts.weather_die[die]
    why = f"the German die is {die}"
    if chosen(data, state, "historical_weather"):
        weather, why = charts.historical_weather[state.turn], "as it was in June 1944"
    elif state.storm_before:
        weather, why = HEAVY, "after the storm"
    kind = charts.weather[weather]
    text = f"The weather is {kind.name} ({why}): {kind.air} air and {kind.naval} naval markers."
    said = Outcome(kind="weather", text=text, paragraph="4.11", faces=state.dice)
    return Step(state=bring(data, evolve(state, weather=weather)), outcomes=(said,))


@BOOK.rule(
    "4.12", text="The weather sets the Allied air and naval markers and the Free Operations of both sides."
)
@BOOK.rule("17.11", text="Eight air markers in clear weather, four in light overcast, otherwise none.")
@BOOK.rule(
    "18.11",
    text="Six naval markers in clear weather or light overcast, three in heavy overcast, none in a storm.",
)
@BOOK.rule("3.84", text="Air and naval markers come back every turn, as many as the weather allows.")
def bring(data: Data, state: State) -> State:
    """The markers that the weather brings; in a Storm the German keeps Free Operations aside (4.23b)."""
    kind = conditions(data, state)
    kept = kind.free_german if kind.free_aside else 0
    return evolve(state, air=kind.air, naval=kind.naval, kept=kept)


@BOOK.rule("4.23", text="Free Operations markers go into the cup, in a Storm the German keeps them aside.")
def free_operations(data: Data, state: State, side: str) -> int:
    """How many Free Operations markers go into the cup of a side."""
    kind = conditions(data, state)
    if side == ALLIED:
        return kind.free_allied
    return 0 if kind.free_aside else kind.free_german


@BOOK.rule("4.21", text="The higher die has the initiative; on a tie the Allied side rolls again.")
@BOOK.rule("4.22", text="The German die is lowered in the turns of 7/8 and 9/10 June.")
def _initiative(data: Data, state: State) -> Step[State]:
    german, allied = state.dice[0], state.dice[1]
    penalty = data.charts.initiative_penalty.get(state.turn, 0)
    reasons = [Reason(paragraph="4.21", text="German die", value=german)]
    if penalty:
        reasons.append(Reason(paragraph="4.22", text="slow German reaction", value=penalty))
    total = german + penalty
    if total == allied:
        said = f"Initiative: both have {allied}; the Allied side rolls again."
        state = evolve(state, ties=state.ties + 1)
    else:
        side = GERMAN if total > allied else ALLIED
        said = f"The {side.capitalize()} side has the initiative (German {total}, Allied {allied})."
        state = evolve(state, ties=0, initiative=side, baton=side)
    outcome = Outcome(
        kind="initiative",
        text=said,
        paragraph="4.21",
        side=None if state.ties else state.initiative,
        faces=state.dice[:2],
        reasons=tuple(reasons),
        total=total,
    )
    return Step(state=state, outcomes=(outcome,))


@WEATHER_ROLL.rolled
@INITIATIVE_ROLL.rolled
def _came(play: Play, roll: Rolled) -> None:
    play.take(rolled(play.data, play.state, roll.faces))

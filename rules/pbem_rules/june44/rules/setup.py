"""The first state: who stands where, what is still to come, and the options (4.0, 13.0, 16.0)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.port.agreed import Option
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import BEACHES, GERMAN, WEATHER, Defence, Due, State, Unit
from pbem_rules.june44.printed.data import Data, Scenario
from pbem_rules.kernel.board import Board

PLAIN = {
    "random-cards": "16.1",
    "own-replacements": "16.2",
    "one-die": "16.3",
    "naval-planning": "16.4",
    "artillery-turns": "16.5",
    "solitaire": "14.0",
}
"""Options that are on or off, with their paragraphs."""
_TITLES = {
    "random-cards": Message("One card a turn, drawn at random, happens at once"),
    "own-replacements": Message("Each side rolls for its own replacements"),
    "one-die": Message("One die gives both results of a combat"),
    "naval-planning": Message("Naval support is placed before the defences are turned over"),
    "artillery-turns": Message("Artillery fires or moves, once a turn"),
    "solitaire": Message("A game for one: beach defences and cards come by chance"),
}
VICTORY = "victory"
_VICTORY_LEAST, _VICTORY_MOST = 5, 9


@BOOK.rule("4.0")
def start(data: Data, scenario: str, options: Mapping[str, Json]) -> State:
    """The position before the first decision. Raises DataError for an unknown scenario, option or value."""
    found = data.scenarios.get(scenario)
    if found is None:
        known = ", ".join(data.scenarios)
        raise DataError("no-scenario", f"June '44 has no scenario {scenario!r}.", hint=f"There is: {known}.")
    chosen = read_options(found, options)
    invades = found.first_turn == 1
    return State(
        scenario=scenario,
        options=chosen,
        turn=found.first_turn,
        phase=BEACHES if invades else WEATHER,
        board=Board.of(Unit(id=name, where=where) for name, where in found.units.items()),
        due=tuple(Due(unit=each.unit, turn=each.turn, place=each.place) for each in found.arrivals),
        naval=found.invasion_naval if invades else 0,
        defences=_defences(data, found) if invades else (),
        owners=tuple((where, GERMAN) for where in sorted({*data.ground.cities, *data.ground.beaches})),
    )


def _defences(data: Data, scenario: Scenario) -> tuple[Defence, ...]:
    """A hidden defence for each beach, in the order of the hexes."""
    return tuple(Defence(hex=where, n=n) for n, where in enumerate(beaches(data), start=1))


def beaches(data: Data) -> tuple[str, ...]:
    """The beach hexes in the order of their numbers, which is that of the sealed strengths."""
    return tuple(sorted(data.ground.beaches))


def offered(scenario: Scenario) -> tuple[Option, ...]:
    """The options for the player who begins a game; those of a value of their own come last."""
    plain = (
        Option(name=name, values=("no", "yes"), title=_TITLES[name], paragraph=paragraph)
        for name, paragraph in PLAIN.items()
    )
    others = (n for n in range(_VICTORY_LEAST, _VICTORY_MOST + 1) if n != scenario.victory)
    points = Option(
        name=VICTORY,
        values=(scenario.victory, *others),
        title=Message("Points that the Allied side needs for victory"),
        paragraph="16.6",
    )
    return (*plain, points)


@BOOK.rule("16.6")
def read_options(scenario: Scenario, options: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    """Options as text, in order of name; what the scenario has anyway is left out. Raises DataError."""
    found: list[tuple[str, str]] = []
    for name in sorted(options):
        value = options[name]
        if name == VICTORY:
            points = int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 9 else value
            least = min(_VICTORY_LEAST, scenario.victory)
            if type(points) is not int or not least <= points <= _VICTORY_MOST:
                raise DataError("bad-option", f"victory is a number from {least} to {_VICTORY_MOST}.")
            if points != scenario.victory:
                found.append((name, str(points)))
        elif name not in PLAIN:
            known = ", ".join((*PLAIN, VICTORY))
            raise DataError("bad-option", f"June '44 has no option {name!r}.", hint=f"Options: {known}.")
        elif value in (True, "yes", "true"):
            found.append((name, "yes"))
        elif value not in (False, "no", "false"):
            raise DataError("bad-option", f"{name} is yes or no.")
    if ("solitaire", "yes") in found and ("random-cards", "yes") not in found:
        found.append(("random-cards", "yes"))  # 14.0 draws its cards as 16.1 does
    return tuple(sorted(found))

"""The orders of June '44 and what the protocol tells: to each what is wrong with it, which are legal, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.port.game import Masked, Rolled, Sealed, Shown, Shuffle, Table
from pbem.port.insight import Forecast
from pbem_rules.june44 import (
    air,
    card_course,
    cards,
    combat,
    combining,
    forecast,
    hands,
    invasion,
    movement,
    reinforcements,
    replacements,
    results,
    sequence,
    shuffling,
    stacking,
    weather,
)
from pbem_rules.june44 import orders as o
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import scenario_of
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind

# --- before the fighting ------------------------------------------------------------------------------------------------

BEACHES = Kind[o.Beaches, View, Course](o.Beaches, secret=True)
BEACHES.wrong(lambda view, order: invasion.wrong_strengths(view.data, view.state, order))


@BEACHES.legal
def layouts(view: View) -> Iterator[o.Beaches]:
    mix = scenario_of(view.data, view.state).defences
    return (o.Beaches(strengths=strengths) for strengths in sorted(set(permutations(mix))))


@BEACHES.conceal
def concealed(_view: View, order: o.Beaches, _shuffle: Shuffle) -> tuple[str, tuple[Json, ...]]:
    """In the order of the beaches: there is nothing to shuffle."""
    return invasion.concealed(order)


REPLACE = Kind[o.Replace, View, Course](o.Replace, exact=True)
REPLACE.wrong(lambda view, order: replacements.wrong(view.data, view.state, view.side, order))
REPLACE.legal(lambda view: replacements.options(view.data, view.state, view.side))
REPLACE.carry_out(lambda play, order: replacements.apply(play, replacements.replacer(play.state), order))

LAND = Kind[o.Land, View, Course](o.Land, exact=True)
LAND.wrong(lambda view, order: reinforcements.wrong(view.data, view.state, order))
LAND.legal(lambda view: reinforcements.options(view.data, view.state))
LAND.carry_out(reinforcements.apply)

PLAY = Kind[o.Play, View, Course](o.Play, exact=True)
PLAY.wrong(lambda view, order: cards.wrong_play(view.data, view.state, view.side, order))
DISCARD = Kind[o.Discard, View, Course](o.Discard)
DISCARD.wrong(lambda view, order: cards.wrong_discard(view.data, view.state, view.side, order))


@PLAY.legal
def plays(view: View) -> Iterator[o.Play]:
    listed = cards.options(view.data, view.state, view.side, ("play",))
    return (each for each in listed if isinstance(each, o.Play))


@DISCARD.legal
def discards(view: View) -> Iterator[o.Discard]:
    listed = cards.options(view.data, view.state, view.side, ("discard",))
    return (each for each in listed if isinstance(each, o.Discard))


PLAY.carry_out(lambda play, order: card_course.lay(play, sequence.decider(play), order))
DISCARD.carry_out(lambda play, order: card_course.lay(play, sequence.decider(play), order))

FLY = Kind[o.Fly, View, Course](o.Fly)
FLY.wrong(lambda view, order: air.wrong_flight(view.data, view.state, order))
FLY.legal(lambda view: (o.Fly(hex=where) for where in sorted(view.data.ground.terrain)))
FLY.carry_out(air.fly)

BOMBARD = Kind[o.Bombard, View, Course](o.Bombard)
BOMBARD.wrong(lambda view, order: air.wrong_plan(view.data, view.state, order))
BOMBARD.legal(lambda view: (o.Bombard(hex=where) for where in sorted(view.data.ground.terrain)))
BOMBARD.carry_out(air.plan_naval)

CONTEST = Kind[o.Contest, View, Course](o.Contest)
CONTEST.wrong(lambda view, order: air.wrong_contest(view.state, order))
CONTEST.legal(lambda view: (o.Contest(hex=each.hex) for each in view.state.missions))
CONTEST.carry_out(air.contest)

COMBINE = Kind[o.Combine, View, Course](o.Combine, exact=True)
COMBINE.wrong(lambda view, order: combining.wrong(view.data, view.state, order))
COMBINE.legal(lambda view: combining.options(view.data, view.state))
COMBINE.carry_out(combining.apply)

# --- movement and combat ------------------------------------------------------------------------------------------------

MOVE = Kind[o.Move, View, Course](o.Move, exact=True)
MOVE.wrong(lambda view, order: movement.check(view.data, view.state, view.side, order))
MOVE.legal(lambda view: movement.options(view.data, view.state, view.side))
MOVE.carry_out(movement.apply)
MOVE.complete(lambda view, order: movement.complete(view.data, view.state, view.side, order))

ATTACK = Kind[o.Attack, View, Course](o.Attack, exact=True)
ATTACK.wrong(lambda view, order: combat.check_attack(view.data, view.state, view.side, order))
ATTACK.legal(lambda view: combat.attacks(view.data, view.state, view.side))
ATTACK.carry_out(lambda play, order: results.begin(play, sequence.fighter(play.state), order))
ATTACK.complete(lambda view, order: combat.complete(view.state, view.side, order))

DEFEND = Kind[o.Defend, View, Course](o.Defend, exact=True)
DEFEND.wrong(lambda v, order: combat.check_defend(v.data, v.state, results.under_way(v.state), order))
DEFEND.legal(lambda view: iter(combat.answers(view.data, view.state, results.under_way(view.state))))
DEFEND.carry_out(results.defend)


@ATTACK.forecast
def of_attack(view: View, order: o.Attack) -> Forecast | None:
    return forecast.forecast(view.data, view.state, view.side, order)


@DEFEND.forecast
def of_answer(view: View, order: o.Defend) -> Forecast | None:
    return forecast.forecast(view.data, view.state, view.side, order)


LOSE = Kind[o.Lose, View, Course](o.Lose)


@LOSE.wrong
def wrong_losses(view: View, order: o.Lose) -> Iterable[Violation]:
    if view.state.combat is None:
        return stacking.check_removal(view.data, view.state, view.side, order)
    return results.check_lose(view.data, view.state, order)


@LOSE.legal
def losses(view: View) -> Iterator[o.Lose]:
    if view.state.combat is None:
        return iter(stacking.removals(view.data, view.state, view.side))
    return iter(results.lose_options(view.data, view.state))


@LOSE.carry_out
def lose(play: Course, order: o.Lose) -> None:
    if play.state.combat is None:
        stacking.remove(play, order)
    else:
        results.lose(play, order)


ADVANCE = Kind[o.Advance, View, Course](o.Advance)
ADVANCE.wrong(lambda view, order: results.check_advance(view.data, view.state, order))
ADVANCE.legal(lambda view: iter(results.advance_options(view.data, view.state)))
ADVANCE.carry_out(results.advance)

DONE = Kind[o.Done, View, Course](o.Done)


@DONE.wrong
def not_yet(view: View, _order: o.Done) -> Iterable[Violation]:
    """Why a phase cannot end yet."""
    if view.state.combat is not None:
        return ()
    if sequence.mover(view.state):
        return stacking.before_done(view.data, view.state, view.side)
    if sequence.fighter(view.state) == "allied":
        return invasion.unattacked(view.data, view.state)
    return ()


DONE.legal(lambda _view: iter((o.Done(),)))


@DONE.carry_out
def done(play: Course, _order: o.Done) -> None:
    """A side has finished the phase, or passes in a combat, or does without a card drawn at random."""
    if play.state.combat is not None:
        results.answered(play)
    elif play.state.pending is not None:
        card_course.passed_at_random(play)
    else:
        play.change(done=(*play.state.done, sequence.decider(play)))


KINDS = (
    BEACHES,
    REPLACE,
    LAND,
    PLAY,
    DISCARD,
    FLY,
    BOMBARD,
    CONTEST,
    COMBINE,
    MOVE,
    ATTACK,
    DEFEND,
    LOSE,
    ADVANCE,
    DONE,
)

# --- what the protocol tells ----------------------------------------------------------------------------------------------

DEFENCES = Label[View, Course](invasion.LABEL)
DEFENCES.rolled(invasion.laid_by_chance)
DEFENCES.shown(invasion.shown)


@DEFENCES.sealed
def sealed(play: Course, _told: Sealed) -> None:
    invasion.sealed(play)


@DEFENCES.wrong
def wrong_defences(view: View, told: Table) -> Iterable[Violation]:
    if isinstance(told, Sealed):
        return invasion.wrong_seal(view.state, told)
    return invasion.wrong_shown(view.data, view.state, told) if isinstance(told, Shown) else ()


EVENTS = Label[View, Course](hands.DECK)
EVENTS.dealt(shuffling.dealt)


@EVENTS.masked
def masked(play: Course, _told: Masked) -> None:
    shuffling.masked(play)


@EVENTS.shown
def shown(play: Course, _told: Shown) -> None:
    card_course.shown(play)


@EVENTS.wrong
def wrong_card(view: View, told: Table) -> Iterable[Violation]:
    return cards.wrong_shown(view.data, view.state, told) if isinstance(told, Shown) else ()


DROP, WEATHER, SUPPLY = (Label[View, Course](word) for word in (invasion.DROP_ROLL, "weather", "supply"))
CARD, AIR, COMBAT = (Label[View, Course](word) for word in ("card", "air", "combat"))
DROP.rolled(invasion.dropped)
WEATHER.rolled(weather.rolled_weather)
SUPPLY.rolled(weather.rolled_supply)
CARD.rolled(card_course.drawn_at_random)
COMBAT.rolled(results.rolled)


@AIR.rolled
def turned_over(play: Course, roll: Rolled) -> None:
    air.turn_over(play, air.left_over(play.data, play.state), roll)


LABELS = (DEFENCES, EVENTS, DROP, WEATHER, SUPPLY, CARD, AIR, COMBAT)

"""The course of a combat phase, stage by stage (12.1)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.normandy import battle as stages
from pbem_rules.normandy.battle import Battle, Declared, Result, Salvo
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules.air.shares import FLAK_TOLD
from pbem_rules.normandy.rules.combat import advances, alone, course, fight, guns, losses, results, retreats
from pbem_rules.normandy.rules.combat.support import SUPPORT
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.sequence import Phase, Procedure, Sequence

Demands = tuple[Demand, ...]


def under_way(at: Position) -> bool:
    """Whether a fight has begun and is not over."""
    return course.battle(at).stage not in (stages.NAMING, stages.ENDED)


def _ask(side: str, why: Message, paragraph: str, *kinds: str) -> Demands:
    return (Choice(side=side, kinds=kinds, why=why, paragraph=paragraph),)


# --- naming ----------------------------------------------------------------------------------------------------------


@BOOK.rule("12.1", "N92", "N95")
def owed(view: View) -> Demands:
    """What a combat phase waits for."""
    if course.battle(view).stage != stages.NAMING or not (fight.targets(view) or _near(view)):
        return ()
    kinds = ["attack", "fire", "fight"]
    if fight.targets(view):
        kinds.insert(2, "call-off")
    return _ask(course.attacker(view), Message("attacks"), "12.1", *kinds)


def _near(view: View) -> bool:
    """Whether an enemy stands beside a unit of the side in phase, or in range of one of its guns."""
    side, grid = course.attacker(view), view.data.ground.grid
    enemies = [
        where for where in view.board.places() if where in grid and view.units_of(view.enemy(side), where)
    ]
    if any(view.units_of(side, each) for where in enemies for each in grid.adjacent[where]):
        return True
    ready = tuple(guns.shooters(view, side))
    return any(guns.in_range(view, gun, where) for gun in ready for where in enemies)


@fight.FIGHT.carry_out
def begin(play: Play, _order: fight.Fight) -> None:
    """Who has a duty and cannot do it has to go back (11.6); then the first attack."""
    view = View(data=play.data, state=play.state, side=course.attacker(play))
    back = tuple(fight.owing(view))
    course.change(play, back=back)
    _STAGES.begin(play, stages.BACK)


# --- before the dice -------------------------------------------------------------------------------------------------


def _back(view: View) -> Demands:
    due = retreats.leaving(view)
    return _ask(course.attacker(view), Message("who goes back"), "11.6", "retreat") if due else ()


@BOOK.rule("12.1", "N92")
def _support(view: View) -> Demands:
    side, battle = course.defender(view), course.battle(view)
    other = evolve(view, side=side)
    kinds = []
    if any(each.support or each.defence_air for each in battle.attacks) or any(SUPPORT.listed(other)):
        kinds.append("support")
    if any(True for _ in alone.replies(other)):
        kinds.append("fire-back")
    return _ask(side, Message("support in defence"), "13.7", *kinds, "done") if kinds else ()


def _just_asked(view: View) -> bool:
    """Whether the defender could have helped just before, and the dice have not come."""
    return view.side == course.defender(view) and course.battle(view).stage in (stages.FLAK, stages.DICE)


SUPPORT.passed_over(_just_asked)
alone.FIRE_BACK.passed_over(_just_asked)


def _flak(view: View) -> Demands:
    due = results.under_flak(view)
    why, dice = f"flak/{view.state.rolls + 1}", (results.die(view.data.charts),) * len(due)
    return (Roll(side=course.attacker(view), why=why, dice=dice, paragraph="10.15"),) if due else ()


@FLAK_TOLD.rolled
def _flak_rolled(play: Play, roll: Rolled) -> None:
    results.flak_rolled(play, roll.faces)
    play.change(rolls=play.state.rolls + 1)
    _STAGES.leave(play, stages.FLAK)


# --- the dice -----------------------------------------------------------------------------------------------------------


def _dice(view: View) -> list[tuple[Declared | Salvo, int]]:
    """What is rolled for, and with how many dice: none for what has no defence."""
    found: list[tuple[Declared | Salvo, int]] = []
    for item in course.named(view):
        if not _alive(view, item):
            continue
        if isinstance(item, Salvo):
            found.append((item, 1 + bool(item.reply)))
        elif not results.helpless(view, item):
            found.append((item, 1))
    return found


def _alive(at: Position, item: Declared | Salvo) -> bool:
    """Whether there is still somebody who attacks, and somebody to attack."""
    if isinstance(item, Salvo):
        return item.unit in at.board and bool(results.crowd(at, item))
    return bool(course.attackers(at, item) and course.defenders(at, item))


@BOOK.rule("12.1", "14.12", "N92", "N148")
def _roll(view: View) -> Demands:
    due = _dice(view)
    if not due:
        return ()
    first, side = due[0][0], course.attacker(view)
    word, paragraph = ("fire", "14.12") if isinstance(first, Salvo) else ("combat", "12.1")
    dice = (results.die(view.data.charts),) * sum(number for _, number in due)
    return (Roll(side=side, why=f"{word}/{first.number}", dice=dice, paragraph=paragraph),)


COMBAT, FIRED = Label[View, Play]("combat", early="12.1"), Label[View, Play]("fire", early="14.12")


@COMBAT.rolled
@FIRED.rolled
def _rolled(play: Play, roll: Rolled) -> None:
    faces = list(roll.faces)
    for item, number in _dice(View(data=play.data, state=play.state)):
        mine, faces = tuple(faces[:number]), faces[number:]
        course.replaced(
            play, evolve(item, faces=mine) if isinstance(item, Salvo) else evolve(item, face=mine[0])
        )
    _STAGES.leave(play, stages.DICE)


# --- one after another --------------------------------------------------------------------------------------------------


def _following(play: Play) -> str:
    """The next attack or salvo that can still be made is made."""
    for item in course.named(play):
        if item.number <= course.battle(play).number or not _alive(play, item):
            continue
        course.change(play, number=item.number, result=Result())
        if isinstance(item, Salvo):
            results.salvo_rolled(play, item.faces)
        elif results.helpless(play, item):
            results.overrun(play, item)
        elif item.face:
            results.attack_rolled(play, item.face)
        return stages.LOSSES
    return stages.ENDED


def _lose(view: View) -> Demands:
    side = losses.owed(view)
    paragraph = "14.12" if isinstance(course.current(view), Salvo) else "12.1"
    return _ask(side, Message("steps"), paragraph, "lose") if side else ()


def _losses_end(play: Play) -> str | None:
    return _following(play) if isinstance(course.current(play), Salvo) else None


def _defender_goes(play: Play) -> None:
    item, found = course.current(play), course.battle(play).result
    names = play.units_of(course.defender(play), item.target) if found.defender_retreat else ()
    course.change(play, back=tuple(names))


def _attacker_goes(play: Play) -> None:
    item, found = course.current(play), course.battle(play).result
    names = course.attackers(play, item) if isinstance(item, Declared) and found.attacker_retreat else ()
    course.change(play, back=tuple(names))


def _goes(play: Play) -> bool:
    """A unit with nowhere to go is dealt with before anybody is asked."""
    before = play.state
    retreats.give_way(play)
    return play.state is not before and play.state != before


def _retreat(view: View) -> Demands:
    due, side = retreats.leaving(view), retreats.side_of_them(view)
    if not due:
        return ()
    kinds = ["retreat"] if any(not retreats.cornered(view, name) for name in due) else []
    if any(retreats.may_stand(view, view.board[name].where) for name in due) or not kinds:
        kinds.append("stand")
    return _ask(side, Message("retreats"), "12.13", *kinds)


def _advance(view: View) -> Demands:
    able = advances.possible(view)
    return _ask(course.attacker(view), Message("an advance"), "12.17", "advance", "done") if able else ()


@advances.ADVANCE.carry_out
def _advanced(play: Play, _order: advances.Advance) -> None:
    _STAGES.leave(play, stages.ADVANCE)


_STAGES = Sequence[View, Play](
    (
        Phase(stages.BACK, "", owed=_back, opens=retreats.give_way),
        Phase(stages.SUPPORT, "", owed=_support),
        Phase(stages.FLAK, "", owed=_flak),
        Phase(stages.DICE, "", owed=_roll, closes=_following),
        Phase(stages.LOSSES, "", owed=_lose, opens=losses.forced, closes=_losses_end),
        Phase(stages.DEFENDER, "", opens=_defender_goes, at_once=_goes, owed=_retreat),
        Phase(stages.ATTACKER, "", opens=_attacker_goes, at_once=_goes, owed=_retreat),
        Phase(stages.ADVANCE, "", owed=_advance, closes=_following),
        Phase(stages.ENDED, ""),
    ),
    phase=lambda view: course.battle(view).stage,
    enter=lambda play, stage: course.change(play, stage=stage),
)


def no_more(play: Play) -> None:
    """The stage is over, by itself or by ``done``."""
    _STAGES.leave(play, course.battle(play).stage)


def _go_on(play: Play) -> bool:
    no_more(play)
    return True


def _at_once(play: Play) -> bool:
    return course.battle(play).stage in (stages.DEFENDER, stages.ATTACKER) and _goes(play)


PROCEDURE = Procedure[View, Play](
    name="combat", under_way=under_way, owed=_STAGES.owed, go_on=_go_on, at_once=_at_once
)


def closes(play: Play) -> None:
    """The phase is over: of the last attack its odds are kept."""
    last = course.battle(play)
    play.change(battle=Battle(odds=last.odds, hex=last.hex, survivors=last.survivors))

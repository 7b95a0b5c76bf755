"""What standing orders answer: a pure function of the sheet and the position (``schemas/standing.md``).

An answer is legal, or there is none and a
reason: :func:`answer` names the order, and the game checks it like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pbem.bytes.canon import Json
from pbem.port.game import Choice, Conceal, Demand, Secrets
from pbem.port.messages import Message, Series, counted
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, Bombardment, Combat, Release, State, View
from pbem_rules.june6.rules.combat import counterattack, drawn_modes, retreat
from pbem_rules.june6.rules.combat.counterattack import KIND as COUNTER
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.combat.right import ROUT
from pbem_rules.june6.rules.lookup import enemy_of, holder
from pbem_rules.june6.rules.markers import release
from pbem_rules.june6.rules.markers.drawing import Claim, Waive
from pbem_rules.june6.rules.markers.release import Force, Wait
from pbem_rules.june6.rules.turns import GoFirst
from pbem_rules.june6.standing.attacks import ACTIVATION, mode, next_attack, own
from pbem_rules.june6.standing.form import ASK, FORM, steps, steps_lost
from pbem_rules.june6.standing.losses import loser, marched, released, way_back
from pbem_rules.june6.standing.support import at_least, defence, purchase
from pbem_rules.shared.standing_sheet import HAND_BACK, Found, Sheet, Standing

MODES, LOSSES, RETREAT, ROUTED = "modes", "losses", "retreat", "rout"
STORM, RELEASE, INITIATIVE, PURCHASE = "storm", "release", "initiative", "purchase"
COUNTERATTACK = "counterattack"

_Policy: TypeAlias = Callable[[View, Sheet], Found]

SILENT = Message("the standing orders leave this to you")

_BOTH = ("advance", "attack", "defend", "done", "go-first", "halt", "lean", "reduce", "retreat", "suffer")
_GERMAN = ("claim", "counterattack", "force", "wait", "waive")


# --- which table speaks -----------------------------------------------------------------------------------------------


def topic(state: State, demand: Demand) -> str:
    """The table of the sheet that a demand is answered from; empty when standing orders do not speak of it."""
    if isinstance(demand, Conceal):
        if demand.kind == "mode":
            return _of_mode(state)
        return PURCHASE if demand.kind == "buy" else ""
    if not isinstance(demand, Choice):
        return ""
    for kind in demand.kinds:
        found = _CHOICES.get(kind)
        if found is not None:
            return found(state)
    return ""


def _of_task(state: State) -> str:
    """Attacks and advances: those that answer a rout, and those of the side's own activation."""
    combat, active = state.on_top(Combat), state.on_top(Activation)
    if combat is None or not combat.tasks:
        return ACTIVATION if active is not None and active.stage == "combat" else ""
    task = combat.tasks[0]
    if task.kind == ROUT or (task.kind == "advance" and task.side != combat.side):
        return ROUTED
    return ACTIVATION if combat.kind == "attack" else ""


def _of_mode(state: State) -> str:
    combat = state.on_top(Combat)
    return {COUNTER: COUNTERATTACK, "attack": ACTIVATION}.get(combat.kind, "") if combat is not None else ""


def _of_reduce(state: State) -> str:
    return LOSSES if state.on_top(Release) is None else RELEASE


_CHOICES: Mapping[str, Callable[[State], str]] = {
    "defend": lambda _: MODES,
    "suffer": lambda _: LOSSES,
    "retreat": lambda _: RETREAT,
    "counterattack": lambda _: COUNTERATTACK,
    "lean": _of_mode,
    "claim": lambda _: STORM,
    "force": lambda _: RELEASE,
    "reduce": _of_reduce,
    "go-first": lambda _: INITIATIVE,
    "attack": _of_task,
    "advance": _of_task,
}


def kinds(side: str) -> tuple[str, ...]:
    """The open orders that some sheet of a side answers with."""
    return (*_BOTH, *(_GERMAN if side == GERMAN else ()))


# --- handing back -----------------------------------------------------------------------------------------------------


def _handed_back(view: View, breaks: Sheet) -> Iterator[str]:
    """Every condition of a table that hands an answer back to the person now, in words."""
    _data, state, side = view.data, view.state, view.side
    combat = next((f for f in reversed(state.frames) if isinstance(f, Combat)), None)
    if combat is not None and combat.side != side:
        for name in breaks.names(HAND_BACK, "units"):
            if name in combat.defenders:
                yield Message("{unit} is under attack", unit=name)
        limit = breaks.word(HAND_BACK, "odds")
        if limit and at_least(view, combat, limit):
            yield Message("the attack on {hex} is fought at {limit} or more", hex=combat.target, limit=limit)
    for where in breaks.names(HAND_BACK, "hexes"):
        held = holder(view, where) or dict(state.held).get(where, side)
        if held == enemy_of(side):
            yield Message("{hex} is in enemy hands", hex=where)
    if combat is not None and combat.side != side and combat.target in breaks.names(HAND_BACK, "attacked"):
        yield Message("{hex} is attacked", hex=combat.target)
    if combat is not None and combat.side != side and (most := breaks.number(HAND_BACK, "steps")):
        here = steps(view, combat.defenders)
        if here >= most:
            yield counted(here, "{n} step of yours is attacked", "{n} steps of yours are attacked")
    lost = steps_lost(view)
    if lost > breaks.number(HAND_BACK, "losses", lost):
        yield counted(lost, "{n} step is lost", "{n} steps are lost")
    if state.turn >= breaks.number(HAND_BACK, "turn", state.turn + 1):
        yield Message("turn {n} is reached", n=state.turn)


# --- the answers ------------------------------------------------------------------------------------------------------


def answer(view: View, sheet: Sheet, secrets: Secrets, demand: Demand) -> Found:
    """The order that a sheet without slips gives for a demand of its side, or why it gives none."""
    table = topic(view.state, demand)
    if demand.side != view.side or table not in (MODES, *_POLICIES):
        return SILENT
    reasons = tuple(reason for each in sheet.breaks(table) for reason in _handed_back(view, each))
    if reasons:
        return Series(reasons, "; ")
    if table == MODES:
        return defence(view, sheet, secrets, view.state.current(Combat)) or SILENT
    return _POLICIES[table](view, sheet) or SILENT


def usual(view: View) -> Mapping[str, Json]:
    """The sheet of a side that fills in none: stand, give way to the worst odds, now and then the other way round."""
    allied = view.side == ALLIED
    modes: dict[str, Json] = {"default": "stand", "odds": {"3:1": "retreat"}, "mix": "2:1"}
    markers: dict[str, Json] = {"air": 1, "naval": 1, "keep_air": 1, "keep_naval": 1} if allied else {}
    sheet: dict[str, Json] = {
        MODES: modes,
        "support": {"artillery": "all", **markers},
        LOSSES: {"rule": "weakest"},
        RETREAT: {"rule": "safest"},
        ROUTED: {"policy": "never"},
        HAND_BACK: {"steps": 6, "attacked": [*sorted(_goals(view))]},
    }
    if not allied:
        sheet[COUNTERATTACK] = {"policy": "odds", "odds": "2:1", "mode": "assault"}
    return sheet


def _goals(view: View) -> frozenset[str]:
    """The hexes of objectives: one that is attacked is asked about, one that was lost long ago stops no answer."""
    return frozenset(view.data.scenarios[view.state.scenario].goals)


def _losses(view: View, sheet: Sheet) -> Found:
    frame = view.state.frames[-1]
    if isinstance(frame, Combat | Bombardment):
        return loser(view, sheet, frame.tasks[0])
    return marched(view, sheet)


def _retreat(view: View, sheet: Sheet) -> Found:
    combat = view.state.current(Combat)
    return way_back(view, sheet, retreat.options(view, combat, combat.tasks[0]))


def _counter(view: View, sheet: Sheet) -> Found:
    combat = view.state.current(Combat)
    if combat.kind == COUNTER and combat.stage == "mode":
        return in_mode(view, sheet.word(COUNTERATTACK, "mode", ASK))
    policy = sheet.word(COUNTERATTACK, "policy", ASK)
    if policy == ASK:
        return ""
    task = combat.tasks[0]
    order = None if policy == "never" else next(counterattack.options(combat, task), None)
    if order is None:
        return Halt()
    blow = Combat(
        n=0,
        side=task.side,
        target=combat.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in view.state.board.stack(combat.target)),
        kind=COUNTER,
    )
    return order if at_least(view, blow, sheet.word(COUNTERATTACK, "odds")) else Halt()


def _activation(view: View, sheet: Sheet) -> Found:
    """Combats declared together."""
    combat = view.state.on_top(Combat)
    if combat is not None and combat.stage == "mode":
        return in_mode(view, mode(view, sheet, combat))
    return next_attack(view, sheet) if own(view) else ""


def in_mode(view: View, word: str) -> Found:
    """Sealed, or named in the open, as the game has it."""
    drawn = drawn_modes.on(view)
    return "" if word == ASK else Lean(mode=word) if drawn else Mode(mode=word)


def _rout(_view: View, sheet: Sheet) -> Found:
    return Halt() if sheet.word(ROUTED, "policy") == "never" else ""


def _storm(_view: View, sheet: Sheet) -> Found:
    claim = sheet.word(STORM, "claim", ASK)
    return "" if claim == ASK else Claim() if claim == "always" else Waive()


def _release(view: View, sheet: Sheet) -> Found:
    frame = view.state.on_top(Release)
    if frame is not None and frame.stage == release.LOSS:
        return released(view, sheet, frame)
    failed = sheet.word(RELEASE, "failed", ASK)
    return "" if failed == ASK else Force() if failed == "force" else Wait()


def _initiative(_view: View, sheet: Sheet) -> Found:
    order = sheet.word(INITIATIVE, "order", ASK)
    return "" if order == ASK else GoFirst(first=order == "first")


_POLICIES: Mapping[str, _Policy] = {
    LOSSES: _losses,
    RETREAT: _retreat,
    COUNTERATTACK: _counter,
    ROUTED: _rout,
    STORM: _storm,
    RELEASE: _release,
    INITIATIVE: _initiative,
    PURCHASE: purchase,
    ACTIVATION: _activation,
}
STANDING = Standing(form=FORM, kinds=kinds, answer=answer, usual=usual)

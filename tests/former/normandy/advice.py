"""The demonstration player of either side: what practice and rehearsals do.

It brings up who is due, goes towards the places that count, attacks where the chart promises something, and answers attacks
by a plain sheet of standing orders. The same position and salt always give the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol
from zlib import crc32

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand, Secrets
from pbem.port.insight import Forecast
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.rules.air.shares import Flak, Share
from pbem_rules.normandy.rules.combat import fight
from pbem_rules.normandy.rules.combat.alone import FIRE
from pbem_rules.normandy.rules.combat.attack import ATTACK, Attack
from pbem_rules.normandy.rules.combat.fight import Fight
from pbem_rules.normandy.rules.done import Done
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.standing import answers
from pbem_rules.shared.orders import AnyKind
from pbem_rules.shared.standing_sheet import Sheet
from tests.former.normandy import moves

_LOOKED_AT = 120
_WORTH = 20
"""So many hundredths must the chance to hurt the enemy be above that of being hurt."""
_SPARE = 20
"""With so many points of supply or fewer, Allied guns do not fire alone."""
_AT_ONCE = ("mulberries", "enter", "replace", "rebuild", "restore", "shoot")
"""Orders that are given as long as there are any; of all others none is, unless nothing else is due."""
_SHEET: Mapping[str, Json] = {
    "support": {"guns": 2, "ships": 1, "air": 1, "points": 2, "keep": 4},
    "fire-back": {"policy": "always"},
    "losses": {"rule": "weakest"},
    "retreat": {"rule": "safest", "stand": "never"},
    "advance": {"policy": "all"},
}


class Parts(Protocol):
    """The kinds of orders of the game."""

    @property
    def by_word(self) -> Mapping[str, AnyKind[View, Play]]: ...


class Asked(Protocol):
    """What the player asks of its game."""

    @property
    def parts(self) -> Parts: ...
    def view(self, state: State, side: str = "") -> View: ...
    def demands(self, state: State) -> tuple[Demand, ...]: ...
    def options(self, state: State, side: str) -> Iterator[AttrsInstance]: ...
    def complete(self, state: State, side: str, action: AttrsInstance) -> AttrsInstance: ...
    def check(self, state: State, side: str, action: AttrsInstance) -> Sequence[Violation]: ...
    def forecast(self, state: State, side: str, action: AttrsInstance) -> Forecast | None: ...


def advise(game: Asked, state: State, side: str, _secrets: Secrets, salt: int) -> AttrsInstance:
    """An order that is legal and that takes the game on; ``salt`` varies it."""
    due, view = game.demands(state)[0], game.view(state, side)
    if not isinstance(due, Choice):
        return _flak(view)
    for order in _wanted(game, view, due, salt):
        full = game.complete(state, side, order)
        if not game.check(state, side, full):
            return full
    return next(game.options(state, side))


def _wanted(game: Asked, view: View, due: Choice, salt: int) -> Iterator[AttrsInstance]:
    """What the side would like, best first; what is not legal is passed over."""
    said = answers.answer(view, Sheet(tables=_SHEET), Secrets(), due)
    if not isinstance(said, str):
        yield said
    if "share" in due.kinds:
        yield _share(view)
    if "strafe" in due.kinds:
        yield from _strafes(game, view)
    if "fight" in due.kinds:
        yield from _attacks(game, view, salt)
    for word in _AT_ONCE:
        if word in due.kinds:
            yield from islice(game.parts.by_word[word].listed(view), 1)
    if "move" in due.kinds:
        yield from moves.best(view, salt)
    if "done" in due.kinds:
        yield Done()


# --- air ----------------------------------------------------------------------------------------------------------------


def _crowded(view: View, side: str) -> str:
    """The map with most units of a side."""
    counts: dict[str, int] = {}
    for unit in view.board:
        if view.on_map(unit.id) and view.side_of(unit.id) == side:
            counts[unit.where[0].lower()] = counts.get(unit.where[0].lower(), 0) + 1
    return max(sorted(counts), key=lambda name: counts[name], default="b")


def _flak(view: View) -> Flak:
    return Flak(**{_crowded(view, GERMAN): view.state.flak})


def _share(view: View) -> Share:
    """Half for the map with most Germans, a quarter for reconnaissance, a quarter for ground support."""
    there = view.state.air
    return Share(**{_crowded(view, GERMAN): there // 2, "recon": there // 4})


def _strafes(game: Asked, view: View) -> Iterator[AttrsInstance]:
    """The unit in the most open ground that is nearest to the front."""
    chart, ground = view.data.charts.recon.terrain, view.data.ground
    front = [where for where in view.board.places() if where in ground.grid and view.units_of(ALLIED, where)]

    def rank(order: AttrsInstance) -> tuple[int, int, str]:
        name = str(getattr(order, "target", ""))
        unit = view.board.get(name)
        if unit is None:
            return 99, 99, name
        hidden = min(
            chart.get(ground.terrain[unit.where], 0), chart.get(ground.settlements.get(unit.where, ""), 0)
        )
        return -hidden, min((ground.grid.distance(unit.where, each) for each in front[:40]), default=99), name

    after = len(view.state.sky.missions)
    yield from sorted(islice(game.parts.by_word["strafe"].listed(view), _LOOKED_AT), key=rank)[
        after : after + 1
    ]


# --- combat -------------------------------------------------------------------------------------------------------------


def _attacks(game: Asked, view: View, salt: int) -> Iterator[AttrsInstance]:
    """Attacks worth making whose enemies are all seen to, then guns alone, then the fight; last what duty asks for."""
    free = [each for each in islice(ATTACK.listed(view), _LOOKED_AT) if isinstance(each, Attack)]
    fit = [each for each in free if fight.covered(view, each)]
    ranked = sorted(fit, key=lambda each: (-_worth(game, view, each), crc32(f"{salt}{each}".encode())))
    yield from (each for each in ranked[:3] if _worth(game, view, each) >= _WORTH)
    if len(view.state.battle.salvos) < _LOOKED_AT // 10 and (
        view.side != ALLIED or view.state.points > _SPARE
    ):
        yield from islice(FIRE.listed(view), 1)
    yield Fight()
    yield from ranked


def _worth(game: Asked, view: View, order: Attack) -> int:
    """The chance that the enemy is hurt less that of being hurt, in hundredths."""
    found = game.forecast(view.state, view.side, order)
    if found is None:
        return 0
    if not found.branches:
        return 100
    branch = found.branches[0]
    points = sum(
        each.ways * (("defender hurt" in each.signs) - ("attacker hurt" in each.signs))
        for each in branch.chances
    )
    return 100 * points // branch.of

"""The combat under way, and the order of its stages (11.2.1, 12.0)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import GERMAN, Combat
from pbem_rules.june44.rules.lookup import enemy_of
from pbem_rules.june44.rules.play import Play, Position

DEFEND, ANSWER, ROLL, LOSSES, ADVANCE = "defend", "answer", "roll", "losses", "advance"


def under_way(at: Position) -> Combat:
    """The combat under way. Raises ValueError when there is none."""
    if at.state.combat is None:
        raise ValueError("no combat is under way")
    return at.state.combat


@BOOK.rule("11.2.1", "12.0", "N56")
def stages(side: str) -> tuple[str, ...]:
    """The order of stages: ``answer`` is the attacker's card, ``defend`` the defender's card and artillery."""
    first = (ANSWER, DEFEND) if side == GERMAN else (DEFEND, ANSWER)
    return (*first, ROLL)


def asked(on: Combat) -> str:
    """Whose answer a stage is."""
    return on.side if on.stage == ANSWER else enemy_of(on.side)


def answered(play: Play, asker: str) -> None:
    """The next stage; ``asker`` has acted last and asks for the roll, so that no mail goes for the asking."""
    on = under_way(play)
    order = stages(on.side)
    play.change(combat=evolve(on, stage=order[order.index(on.stage) + 1], asker=asker))

"""How a game may end: the quick player against itself from one seat's position, some times with other dice.

What that seat cannot see is guessed: cards lie as they might, and what the other side has sealed is what the quick player
would have sealed there. The same log and seed give the same ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from pbem.bytes.canon import Json
from pbem.bytes.errors import CONFUSED, PbemError
from pbem.bytes.records import frozen
from pbem.games.driver import Seeded
from pbem.games.self_play import Hotseat, advised
from pbem.home.play.imagined import copied
from pbem.home.practice import PLAYOUTS
from pbem.port.game import Secrets
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry

_ACTIONS = 100 if sys.platform == "emscripten" else 600
"""One that goes on for longer says nothing: in a browser nobody waits for more."""


@frozen(kw_only=True)
class End:
    """How one playout has ended: its winner ("": nobody), and in which turn."""

    winner: str
    turn: int


def ends(session: Session, trail: Sequence[AppliedEntry[object]], seed: int) -> Iterator[End | None]:
    """The ends of the playouts, one after the other as they are asked for; None where one has none within its bounds.

    ``trail`` is what has happened in the log of the session.
    """
    for n in range(PLAYOUTS):
        dice = Random(f"pbem end {seed} {session.position.count} {n}")  # noqa: S311  # a rehearsal
        chance = Seeded(dice)
        try:
            start = copied(session, chance, _guessed(session, trail, chance, n))
            yield _end(Hotseat(now=start, chance=chance, salt=n))
        except (PbemError, *CONFUSED):  # a guess that cannot be, or a player that knows no order
            yield None


def _end(table: Hotseat[object]) -> End | None:
    while table.step(advised):
        if table.actions >= _ACTIONS:
            return None
    found = table.rules.result(table.state)
    if found is None:
        return None
    return End(winner=found.winner or "", turn=table.rules.moment(table.state).turn)


def _guessed(
    session: Session, trail: Sequence[AppliedEntry[object]], chance: Seeded, salt: int
) -> Mapping[str, tuple[Json, ...]]:
    """What the other side may have sealed and not opened: what was opened of it as it is, the rest as a guess."""
    found: dict[str, tuple[Json, ...]] = {}
    for name, made in session.position.table.shut.items():
        if made.by == session.seat:
            continue
        shown = {
            int(str(each.obj["n"])): each.obj["v"]
            for each in trail
            if each.kind == "show" and each.obj["at"] == made.label
        }
        before = next(each.before for each in trail if each.kind == "seal" and each.obj["at"] == made.label)
        side = before.table.seats[made.by].side
        order = before.rules.advise(before.game, side, Secrets(), salt)
        left = list(before.rules.conceal(before.game, order, chance.shuffled)[1])
        for value in shown.values():
            if value in left:
                left.remove(value)
        rest = iter(left)
        found[name] = tuple(shown[n] if n in shown else next(rest) for n in range(1, len(made.hashes) + 1))
    return found

"""The combat phase as it stands: whose it is, what is being fought, who takes part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import changed
from pbem_rules.normandy.battle import Battle, Declared, Salvo
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.printed.counters import Type
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position
from pbem_rules.shared.orders import not_among

PHASES = {"allied-combat": ALLIED, "german-combat": GERMAN}


def attacker(at: Position) -> str:
    """Whose combat phase it is."""
    return PHASES.get(at.state.phase, ALLIED)


def defender(at: Position) -> str:
    """The other side."""
    return at.enemy(attacker(at))


def battle(at: Position) -> Battle:
    """What is under way."""
    return at.state.battle


def change(play: Play, **fields: object) -> None:
    """What is under way goes on."""
    play.change(battle=changed(play.state.battle, **fields))


def replaced(play: Play, item: Declared | Salvo) -> None:
    """An attack or a salvo with other fields."""
    now = battle(play)
    if isinstance(item, Salvo):
        change(play, salvos=tuple(item if each.number == item.number else each for each in now.salvos))
    else:
        change(play, attacks=tuple(item if each.number == item.number else each for each in now.attacks))


def named(at: Position) -> list[Declared | Salvo]:
    """Everything that was named in the phase, in order."""
    return sorted((*battle(at).attacks, *battle(at).salvos), key=lambda each: each.number)


def current(at: Position) -> Declared | Salvo:
    """What is being fought."""
    number = battle(at).number
    return next(each for each in named(at) if each.number == number)


def there(at: Position, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that are still on the map."""
    return tuple(name for name in names if name in at.board and at.on_map(name))


def attackers(at: Position, attack: Declared) -> tuple[str, ...]:
    """Who still attacks."""
    return there(at, attack.units)


def defenders(at: Position, attack: Declared) -> tuple[str, ...]:
    """Who is attacked: everybody in the hex who has not been attacked this turn (11.1)."""
    return tuple(name for name in at.units_of(defender(at), attack.target) if not at.board[name].hit)


def tank(kind: Type) -> bool:
    """Whether it is a tank: a white dot (12.4)."""
    return kind.dot == "white"


def strongpoint(at: Position, side: str, where: str) -> bool:
    """Whether a strongpoint of a side stands in a hex."""
    kinds = (at.type_of(name) for name in at.units_of(side, where))
    return any(kind.fixed and kind.branch != "artillery" for kind in kinds)


def steps(at: Position, names: Iterable[str]) -> int:
    """The steps of these units together."""
    return sum(at.steps(name) for name in there(at, names))


def not_theirs(
    at: Position, names: Iterable[str], among: Iterable[str], paragraph: str
) -> Iterator[Violation]:
    """Names that an order may not have."""
    kept = tuple(among)
    for name in names:
        if name not in kept:
            yield not_among(paragraph, name, kept)


def crosses(at: Position, frm: str, to: str) -> str:
    """The paragraph of the water between two hexes: a river (9.11), a stream (9.13), or none; bridges do not matter."""
    ground = at.data.ground
    return "9.11" if ground.rivers.has(frm, to) else "9.13" if ground.streams.has(frm, to) else ""

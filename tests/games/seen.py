"""What people see of every game, kept as digests in ``seen/GAME.txt``: pictures and odds of its cases, and what is shown.

    python -m tests.games.seen [GAME...]

writes them anew; say what changed before you keep it. A line of a case has a digest for each of ``PARTS``, a line of a data
file, of a map, or of a name under which something is shown has one.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from pbem.bytes.errors import PbemError
from pbem.games import cases, registry
from pbem.games.driver import Driven
from pbem.port import insight
from pbem.port.game import Ruleset
from pbem.port.map_displays import Furnished
from pbem.port.scene import Scene
from tests.sampling import GAMES

FOLDER = Path(__file__).with_name("seen")
PARTS = ("ground", "piles", "arrows", "heading", "layers", "beside", "odds")
"""Arrows with the marks of rolls, the heading with the panel, the turn track and boxes beside the map, odds with tolls."""
_LETTERS, _MANY, _APART = 6, ("map", "scenarios", "schedule", "units"), 20
"""Letters of a digest; files with many names, of which each twentieth is shown."""


cases_of = cache(registry.cases)


def digest(value: object) -> str:
    """A few letters that stand for a value."""
    return sha256(repr(value).encode()).hexdigest()[:_LETTERS]


def pictures(game: str, name: str) -> str:
    """The digests of what one side and a stranger see at the end of a case, and of the odds of its orders."""
    case = cases.parse(cases_of(game)[name], name)
    rules = registry.load(game, case.pack).rules
    side = rules.sides[len(name) % len(rules.sides)]
    played = cases._Run(at=Driven(rules=rules, state=rules.place(case.scenario, case.position)))
    odds: list[object] = []
    for step in case.steps:
        played = played if "order" in step else played.alone()
        odds += _odds(rules, played.at, step) if "order" in step and "breaks" not in step else ()
        played = cases._step(played, step)
    state = played.at.state
    seen = [rules.scene(state, viewer, recent=played.outcomes) for viewer in (None, side)]
    layers = [insight.layer(rules, state, side, each) for each, _ in insight.layers(rules)]
    beside = rules.furniture(state, side) if isinstance(rules, Furnished) else None
    return " ".join(map(digest, (*_parts(seen), layers, beside, odds)))


def _odds(rules: Ruleset[object], at: Driven[object], step: Mapping[str, object]) -> Iterator[object]:
    side = str(step.get("side", at.due.side if at.due is not None else rules.sides[0]))
    order = rules.complete(at.state, side, rules.actions.parse(str(step["order"])))
    yield insight.forecast(rules, at.state, side, order)
    yield insight.toll(rules, at.state, side, order)


def _parts(seen: list[Scene]) -> Iterator[object]:
    yield seen[0].ground.spots
    yield [each.piles for each in seen]
    yield [(each.arrows, each.marks) for each in seen]
    yield [(each.heading, each.panel) for each in seen]


def shown(game: str) -> dict[str, str]:
    """What is shown under the names of a game: tables, scenarios, cards, and some counters and places."""
    found = registry.load(game)
    many = dict.fromkeys(_keys({name: found.tables.get(name, {}) for name in _MANY}))
    others = _keys({name: table for name, table in found.tables.items() if name not in _MANY})
    names = dict.fromkeys((*others, *found.rules.scenarios, *list(many)[::_APART]))
    texts = ((name, _text(found.rules, name)) for name in names)
    return {name: text for name, text in texts if text}


def printed(game: str) -> dict[str, str]:
    """The digests of each data file of a game, and of what is drawn on its maps."""
    found = registry.load(game)
    grounds = {
        each: found.rules.scene(found.rules.setup(each, {}), None).ground for each in found.rules.scenarios
    }
    files = {f"{name}.toml": digest(table) for name, table in found.tables.items()}
    return files | {f"map of {name}": digest(ground) for name, ground in grounds.items()}


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inside in value.items():
            yield key
            yield from _keys(inside)
    for inside in value if isinstance(value, list) else ():
        yield from _keys(inside)


def _text(rules: Ruleset[object], name: str) -> str:
    try:
        return rules.show(name)
    except PbemError:
        return ""


def kept(game: str) -> dict[str, str]:
    """The lines of a game by case (with ``.toml``) and by name."""
    lines = (FOLDER / f"{game}.txt").read_text("utf-8").splitlines()
    return dict(line.split(" = ", 1) for line in lines)


def main() -> None:
    """Write what is seen of every game."""
    FOLDER.mkdir(exist_ok=True)
    for game in sys.argv[1:] or GAMES:
        found = printed(game) | {name: digest(text) for name, text in shown(game).items()}
        found |= {name: pictures(game, name) for name in cases_of(game)}
        text = "".join(f"{name} = {digests}\n" for name, digests in found.items())
        (FOLDER / f"{game}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

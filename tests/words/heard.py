"""What a game says to its players: of a recorded game, of positions on its way, and of the cases of its rules."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path

import pytest

from pbem.bytes.errors import Violation
from pbem.games import boundary, cases, registry
from pbem.home.play import odds, order_lines
from pbem.home.viewing import logs as looking
from pbem.port import insight
from pbem.port.described import described
from pbem.port.game import Choice, Conceal, Demand, Outcome
from pbem.port.player import intentions
from pbem.port.scene import Scene

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
_RECORDED = {"june6": "landings"}
"""Where the recorded game of a name lies; the others in a folder of their own name."""
_POSITIONS = 12
_ORDERS = 5
Said = Callable[..., Iterable[str]]


def log_of(game: str) -> Path:
    """The recorded game."""
    return EXAMPLES / _RECORDED.get(game, game) / "campaign.pbem"


def told(happened: Iterable[Outcome]) -> Iterator[str]:
    """Sentences of what happened, and of each modifier."""
    for outcome in happened:
        yield outcome.text
        yield from (reason.text for reason in outcome.reasons)


def owed(demands: Iterable[Demand]) -> Iterator[str]:
    """Why something has to be decided; the names of rolls are the program's own."""
    return (due.why for due in demands if isinstance(due, Choice | Conceal))


def _drawn(scene: Scene) -> Iterator[str]:
    yield from (scene.heading, *scene.panel)
    for pile in scene.piles:
        yield pile.label
        yield from (text for unit in pile.counters for text in (unit.title, unit.said))
    yield from (mark.title for mark in (*scene.marks, *scene.arrows))
    yield from (part.title for part in (*scene.ground.strokes, *scene.ground.spots))


def recorded(name: str) -> Iterator[tuple[str, str]]:
    """A recorded game from end to end, and what stands and may be done at some of its positions; each with what it is."""
    film = looking.film_of_log(log_of(name).read_bytes())
    rules = film.game.rules
    for entry in film.trail:
        yield from (("result", text) for text in told(entry.outcomes))
    decisions = [
        (before.position.game, film.first.table.seats[entry.seat].side, rules.actions.load(entry.obj))
        for before, entry in pairwise(film.trail)
        if entry.kind in rules.actions.kinds
    ]
    chosen = decisions[:: max(1, len(decisions) // _POSITIONS)]
    others = [action for _, _, action in decisions[:: max(1, len(decisions) // 60)]]
    for state, side, _ in chosen:
        yield from position(rules, state, side, others)
    yield from (("odds", text) for text in forecasts(rules, decisions))


def forecasts(rules, decisions):
    """What some orders of each kind may bring."""
    asked: dict[str, int] = {}
    for state, side, action in decisions:
        kind = rules.actions.kind(action)
        if asked.get(kind, 0) < _POSITIONS and (found := insight.forecast(rules, state, side, action)):
            asked[kind] = asked.get(kind, 0) + 1
            yield from (*odds.lines(found), odds.line(found))


def position(rules, state, side, others):
    """What a player reads in a position: the map, what is owed, orders, a preview, advice, and why others are refused."""
    yield from (("owed", text) for text in owed(rules.demands(state)))
    now = rules.moment(state)
    yield from (("moment", text) for text in (now.turn_name, now.phase))
    yield from (("map", text) for text in _drawn(rules.scene(state, side)))
    yield from (("aim", text) for text in intentions(rules, state, side))
    for action in islice(rules.options(state, side), _ORDERS):
        yield "order", order_lines.shown(rules, action)
        yield "toll", insight.toll(rules, state, side, action)
        yield from (("preview", text) for text in told(rules.apply(state, side, action).outcomes))
    for action in others:
        for violation in boundary.check(rules, state, side, action):
            yield "refusal", violation.message
        yield from (
            ("refused", of) for each in boundary.check(rules, state, side, action) if (of := _subject(each))
        )


def _subject(broken: Violation) -> str:
    """What stands in brackets behind a refusal that does not name it."""
    return f"({broken.subject})" if broken.subject and broken.subject not in broken.message else ""


def tried(name: str) -> Iterator[tuple[str, str]]:
    """What the cases of a game bring about: results, refusals, and what is owed."""
    found: dict[tuple[str, str], None] = {}
    rules = registry.load(name).rules
    asked: dict[str, tuple[str, Said]] = {
        "apply": ("result", lambda step: told(step.outcomes)),
        "check": ("refusal", lambda broken: (each.message for each in broken)),
        "demands": ("owed", owed),
    }

    def listening(question: Callable[..., object], what: str, said: Said) -> Callable[..., object]:
        def heard(*given: object) -> object:
            answer = question(*given)
            found.update(dict.fromkeys((what, text) for text in said(answer)))
            return answer

        return heard

    with pytest.MonkeyPatch.context() as patch:
        for question, (what, said) in asked.items():
            patch.setattr(type(rules), question, listening(getattr(type(rules), question), what, said))
        for case, text in registry.cases(name).items():
            cases.run(cases.parse(text, case))
    yield from found


def orders(name: str) -> Iterator[tuple[str, str]]:
    """How each kind of order is typed and explained."""
    rules = registry.load(name).rules
    for kind in rules.actions.kinds:
        yield "explained", described(rules.actions.cls(kind))
        yield "usage", rules.actions.usage(kind)

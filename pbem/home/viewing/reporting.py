"""A report with its pictures: the map at the end of each turn and a chart of luck, as files beside it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.luck import strokes
from pbem.home.viewing.logs import Film
from pbem.port.messages import ENGLISH, Catalogue, Message
from pbem.view.brief import luck_chart
from pbem.view.language import scene as in_language
from pbem.view.map.svg import draw

_SHOWN = 1000.0
_TENTHS = 10.0


def files(
    film: Film, stem: str, entry: int | None, tongue: Catalogue = ENGLISH, *, appendix: bool = False
) -> Iterator[tuple[str, str]]:
    """The files of a report: name and text of each, the report itself last. ``stem`` is its name without the ending."""
    ends: dict[int, int] = {}
    begins: dict[int, int] = {}
    _, trail = film.at(entry)
    position = film.first
    for each in trail:
        turn = position.rules.moment(position.game).turn
        begins.setdefault(turn, each.entry)
        ends[turn] = each.entry
        position = each.position
    pictures = {turn: f"{stem}-turn-{turn}.svg" for turn in ends}
    for turn, last in ends.items():
        scene = in_language(tongue, film.scene(last, None))
        yield pictures[turn], draw(scene, title=film.game.info.title, word=tongue.say, width=_SHOWN)
    sums = list(_sums(film, entry))
    luck = f"{stem}-luck.svg" if sums else ""
    if luck:
        first, second = film.game.rules.sides[:2]
        turns = [(begun, turn) for turn, begun in begins.items()]
        said = (tongue.say(first), tongue.say(second))
        yield luck, luck_chart(sums, said, turns, tongue.say(Message("Luck along the game")), tongue.say)
    yield f"{stem}.md", film.report(entry, tongue, pictures=pictures, luck=luck, appendix=appendix)


def _sums(film: Film, entry: int | None) -> Iterator[tuple[int, float]]:
    """After each roll its entry, and the luck of the first side so far."""
    total = 0.0
    for stroke in strokes(film.first, film.at(entry)[1]):
        total += stroke.luck if stroke.side == film.game.rules.sides[0] else -stroke.luck
        yield stroke.entry, total / _TENTHS

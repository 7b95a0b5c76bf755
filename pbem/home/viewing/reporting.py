"""A report with its pictures: the map at the end of each turn and a chart of luck, as files beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.audit.luck import strokes
from pbem.games.game_cards import title
from pbem.home import verdict_sentence
from pbem.home.identity import called
from pbem.home.viewing.logs import Film
from pbem.home.viewing.stills import played_on
from pbem.home.viewing.turn_notes import of_turns
from pbem.port.messages import ENGLISH, Catalogue, Message
from pbem.replay.outcome import ending
from pbem.view import report as reports
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
    yield f"{stem}.md", report(film, entry, tongue, pictures=pictures, luck=luck, appendix=appendix)


def report(
    film: Film,
    entry: int | None = None,
    tongue: Catalogue = ENGLISH,
    *,
    pictures: Mapping[int, str] | None = None,
    luck: str = "",
    appendix: bool = True,
) -> str:
    """The after-action report in Markdown, up to an entry, in the reader's language.

    With ``pictures`` (file names by turn) each turn is told by its rolls; the whole log is an ``appendix`` or left out.
    """
    invite = film.log.invite
    position, trail = film.at(entry)
    before = (film.first, *(each.position for each in trail))
    titled = Message(
        "{title}: {who} against {other}",
        title=title(invite.game, invite.scenario),
        who=called(invite.seat.who),
        other=called(film.log.accepted.seat.who),
    )
    said = tongue.say(verdict_sentence.banner(film.verdict))
    told = reports.report(
        tongue.say(titled),
        reports.chapters(trail),
        ending(position),
        pictures or {},
        tongue,
        said,
        parts="whole" if pictures is None else "both" if appendix else "brief",
        luck=luck,
        notes=of_turns(film.first, trail, strokes(film.first, trail, certain=True)),
    )
    played = {game.data_digest: game for each in before if (game := each.ruling).pack is not None}
    for game in played.values():
        told = f"{told.rstrip()}\n\n{tongue.say(played_on(game))}\n"
    return told


def _sums(film: Film, entry: int | None) -> Iterator[tuple[int, float]]:
    """After each roll its entry, and the luck of the first side so far."""
    total = 0.0
    for stroke in strokes(film.first, film.at(entry)[1]):
        total += stroke.luck if stroke.side == film.game.rules.sides[0] else -stroke.luck
        yield stroke.entry, total / _TENTHS

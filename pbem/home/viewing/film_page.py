"""A film as the page that replays it: every picture and every word that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.audit.luck import strokes
from pbem.bytes import container
from pbem.games.game_cards import title, titles
from pbem.home import verdict_sentence
from pbem.home.identity import called
from pbem.home.installation import installed_version
from pbem.home.viewing import bookmarks, languages
from pbem.home.viewing import luck as fortunes
from pbem.home.viewing.bookmarks import Notes
from pbem.home.viewing.logs import Film
from pbem.home.viewing.stills import captioned, known_side
from pbem.port.messages import ENGLISH, Catalogue, Message
from pbem.replay.fold import AppliedEntry
from pbem.view import language as tongues
from pbem.view.page import html
from pbem.view.page.film import Shot, reel
from pbem.view.page.html import Made, Story


def page(
    film: Film,
    name: str,
    entry: int | None = None,
    side: str | None = None,
    tongue: Catalogue = ENGLISH,
    notes: Notes | None = None,
) -> str:
    """The replay page up to an entry, as ``side`` may see it (None: what both know); ``name`` is the log's file name, and
    ``notes`` are put into it.

    Only what is signed is shown: a draft is nobody else's business yet. In another ``tongue`` the page begins in it,
    with what is told of the events in it too; the game's other language is in the page as well.
    """
    known_side(film.game.rules.sides, side)
    signed = sum(len(bundle.entries) for bundle in film.log.bundles)
    trail = film.at(entry)[1][:signed]
    first, invite = film.first, film.log.invite
    second = languages.second(film.game, tongue)
    seats = film.first.table.seats
    told = reel(
        tongues.scene(tongue, captioned(first.rules.scene(first.game, side), first.ruling)),
        tongues.moment(tongue, first.rules.moment(first.game)),
        _shots(film, trail, side, tongue),
        speak=tongues.speaker(second) if second is not None else None,
        code=second.code if second is not None else "",
        plain=(first.rules.moment(first.game), (), first.rules.scene(first.game, side)),
        word=tongue.say,
    )
    story = Story(
        title=tongue.say(
            Message(
                "{title}: {who} against {other}",
                title=title(invite.game, invite.scenario),
                who=called(seats["A"].name),
                other=called(seats["B"].name),
            )
        ),
        scenario=tongue.say(titles(invite.game, invite.scenario)[1]),
        file=name,
        game=film.log.gid.hex(),
        log=film.data if film.data.startswith(container.MAGIC) else container.pack(film.data),
        players=((seats["A"].name, seats["A"].side), (seats["B"].name, seats["B"].side)),
        verdict=film.verdict.verdict,
        entries=film.verdict.entries,
        fault=tongue.say(verdict_sentence.warning(film.verdict)),
        at=film.verdict.fault.entry if film.verdict.fault is not None else None,
        source=told.ground.attribution,
        language="" if tongue.code == ENGLISH.code else tongue.code,
        luck=fortunes.for_page(first.rules.sides, strokes(first, trail)),
        made=Made(program=installed_version(), side=side or "", entries=len(trail)),
        notes=bookmarks.written(notes, film.log, len(trail)) if notes is not None else b"",
    )
    return html.page(told, story)


def _shots(
    film: Film, trail: Iterable[AppliedEntry[object]], side: str | None, tongue: Catalogue
) -> Iterator[Shot]:
    before = film.first.game
    for each in trail:
        state, rules = each.position.game, each.position.rules
        scene = rules.scene(state, side, recent=each.outcomes) if state is not before else None
        yield Shot(
            entry=each.entry,
            seat=each.seat,
            kind=each.kind,
            moment=tongues.moment(tongue, rules.moment(state)),
            outcomes=tuple(tongues.outcome(tongue, outcome) for outcome in each.outcomes),
            scene=tongues.scene(tongue, scene) if scene is not None else None,
            plain=(rules.moment(state), each.outcomes, scene),
        )
        before = state

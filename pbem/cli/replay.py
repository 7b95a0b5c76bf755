"""``pbem replay``: through a game step by step, as a report or as a page."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import asdict, evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.files import write
from pbem.cli.log_lines import FILE, film_of, lang_option, pack_option
from pbem.cli.scenario_options import side_called
from pbem.cli.verdict_first import judging
from pbem.cli.words import Words
from pbem.home import identity, sentences, verdict_sentence
from pbem.home.viewing import film_page, languages, reporting
from pbem.home.viewing import luck as fortunes
from pbem.home.viewing.audited import lucks
from pbem.home.viewing.logs import Film
from pbem.log import REFEREE
from pbem.port.messages import Message, counted
from pbem.replay.fold import AppliedEntry
from pbem.replay.rewinding import undone
from pbem.replay.table import owed


@click.command()
@click.argument("file", required=False, type=FILE)
@click.option("--to", "entry", type=click.IntRange(min=0), metavar="N", help="Stop after entry N.")
@click.option(
    "--report", type=FILE, metavar="OUT", help="Write an after-action report in Markdown, with its pictures."
)
@click.option(
    "--appendix", is_flag=True, help="With --report: the whole log behind it, every modifier named."
)
@click.option(
    "--html", type=FILE, metavar="OUT", help="Write a page that replays the game and verifies itself."
)
@click.option(
    "--side",
    type=side_called,
    default=None,
    metavar="SIDE",
    help="The page shows only what this side may see.",
)
@lang_option
@pack_option
@click.option("--undone", "show_undone", is_flag=True, help="Show what was taken back as well.")
@click.option("--with-notes", is_flag=True, help="With --html: your notes on this game are in the page.")
@json_option
@home_options
def replay(  # noqa: PLR0913  # a game has as many ways to be told
    *,
    file: Path | None,
    entry: int | None,
    report: Path | None,
    appendix: bool,
    html: Path | None,
    side: str | None,
    lang: str,
    pack: Path | None,
    show_undone: bool,
    with_notes: bool,
    as_json: bool,
) -> None:
    """Step through a game: what happened at every entry, and how it stands after entry N; beside a file, only that.

    \b
    Examples:
      pbem replay campaign.pbem --to 120
      pbem replay campaign.pbem --report report.md
      pbem replay campaign.pbem --html campaign.html --lang es
    """
    if with_notes and html is None:
        raise UsageError.of("usage", "--with-notes goes with --html OUT.")
    called, film = film_of(file, pack)
    if as_json:
        output.data_json(verdict_sentence.as_json(film.verdict, called))
    with judging(called, film.verdict, aside=as_json):
        tongue = languages.tongue(film.game, lang)
        _steps(film, entry, show_undone=show_undone, as_json=as_json, brief=bool(report or html))
        if report is not None:
            stem = report.name.removesuffix(".md")
            *beside, (_, told) = reporting.files(film, stem, entry, tongue, appendix=appendix)
            for picture, drawn in beside:
                write(report.with_name(picture), drawn.encode())
            write(report, told.encode())
            output.talk(
                counted(
                    len(beside),
                    "Wrote {shown} and {n} picture beside it.",
                    "Wrote {shown} and {n} pictures beside it.",
                    shown=shown(report),
                )
            )
        if html is not None:
            name = file.name if file is not None else f"{film.log.invite.game}.pbem"
            notes = _notes(film) if with_notes else None
            write(html, film_page.page(film, name, entry, side, tongue, notes).encode())
            output.talk(
                "Wrote {shown}: open it in a browser; it loads nothing and verifies the log by itself.",
                shown=shown(html),
            )


def _notes(film: Film) -> dict[int, str]:
    """The notes of this home on a game. Raises UsageError ``no-game`` for one that is not here."""
    from pbem.home import games  # noqa: PLC0415  # few pages hold notes
    from pbem.home.viewing import bookmarks  # noqa: PLC0415

    known = setting()
    return bookmarks.read(games.choose(known.home, film.log.gid.hex()[:16]), known.unlocked())


def _steps(film: Film, entry: int | None, *, show_undone: bool, as_json: bool, brief: bool) -> None:
    """What happened up to an entry, and how it stands then; ``brief``: only that, for a file tells the rest."""
    position, trail = film.at(entry)
    if as_json:
        for each in trail:
            output.data_json(_json(film, each))
    else:
        gone: frozenset[int] = (
            frozenset()
            if show_undone or brief
            else undone((each.entry, each.kind, each.obj) for each in trail)
        )
        if show_undone and not brief:
            from pbem.home.viewing import taken_back  # noqa: PLC0415  # few games have anything to show

            output.data_all(taken_back.told(trail))
        elif not brief:
            output.data_all(sentences.told(each for each in trail if each.entry not in gone))
        if gone:
            output.data("{len} entries were taken back; --undone shows them.", len=len(gone))
        moment = position.rules.moment(position.game)
        due = owed(position)
        who = position.table.seats[due.seat]
        debt = (
            Message(
                "{who} ({side}) owes {thing}",
                who=identity.called(who.name),
                side=Message(who.side),
                thing=sentences.thing(due, position.rules.name),
            )
            if due.kind
            else Message("the game is over")
        )
        output.data(
            "After {count} entries: {when}; {debt}. State {digest}.",
            count=position.count,
            when=sentences.when(moment if due.kind else evolve(moment, phase="")),
            debt=debt,
            digest=film.digest(entry)[:16],
        )
        if luck := fortunes.short(lucks(film, entry)):
            output.data(luck)


def _json(film: Film, each: AppliedEntry[object]) -> Json:
    moment = each.position.rules.moment(each.position.game)
    outcomes: list[Json] = [
        asdict(outcome, filter=lambda key, _: key.name != "when") for outcome in each.outcomes
    ]
    return {
        "entry": each.entry,
        "seat": each.seat,
        "side": "" if each.seat == REFEREE else each.position.table.seats[each.seat].side,
        "turn": moment.turn,
        "phase": moment.phase,
        "written": each.obj,
        "outcomes": outcomes,
        "state": film.digest(each.entry),
    }


COMMAND = Words(
    "replay",
    alone=replay,
    later={
        "mark": "Your own notes and bookmarks on a game.",
        "spectate": "A file for spectators, some turns late.",
    },
)

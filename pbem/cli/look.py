"""``pbem verify`` and ``replay``: looking at a log."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.delivery import write
from pbem.cli.verdict_first import judging, spoken
from pbem.games.registry import Finder
from pbem.home import games, sentences, verdict_sentence
from pbem.home.packs import installed as packs
from pbem.home.papers import disputed_step, reader, result_comparison, verdict_text
from pbem.home.papers import kept as kept_papers
from pbem.home.papers.reading import Reading
from pbem.home.viewing import languages, turn_files
from pbem.home.viewing import logs as looking
from pbem.home.viewing import luck as fortunes
from pbem.home.viewing.logs import Film
from pbem.log import REFEREE
from pbem.papers.paper import Finding
from pbem.replay.fold import Happened
from pbem.replay.rewinding import undone
from pbem.replay.table import owed
from pbem.replay.verify import Verdict
from pbem.store.home import Home
from pbem.view.markup import clean

_LONG = 600
_FILE = click.Path(path_type=Path)
pack_option = click.option(
    "--pack",
    type=_FILE,
    metavar="PACK",
    help="The data pack the players agreed on (else found in your home).",
)
"""Of every command that reads a log."""
lang_option = click.option(
    "--lang",
    type=click.Choice(languages.LANGUAGES),
    default="en",
    show_default=True,
    help="The language of what is drawn and told.",
)
"""Of every command that writes a picture, a report or a page."""


@click.command(short_help="Check files: one verdict each.")
@click.argument("files", nargs=-1, type=_FILE, metavar="[FILE...]")
@click.option(
    "--map",
    "picture",
    type=_FILE,
    metavar="OUT",
    help="Draw the position before a disputed step (.svg, .png).",
)
@click.option("--details", is_flag=True, help="Show keys, heads and digests too.")
@pack_option
@json_option
@home_options
def verify(
    files: tuple[Path, ...], picture: Path | None, details: bool, pack: Path | None, as_json: bool
) -> None:
    """Check turn files, mails, papers or whole games: one verdict a file. Without FILE, the game of this home.

    Every signature, hash, die, secret and rule is checked again. Exit code 0 only when all files hold, and results among
    them contradict neither each other nor a log. A log beside a paper shows which keys had been given up.

    \b
    Examples:
      pbem verify campaign.pbem
      pbem verify evidence-5.pbem campaign.pbem
      pbem verify capsule-7.pbem --map step.svg
    """
    known = setting()
    chosen = packs.chosen(known.home, pack)
    find = packs.finder(known.home, chosen)
    files = tuple(kept_papers.anywhere(known.home, file) for file in files)
    judged: list[tuple[str, Verdict | Finding | Reading]] = [
        (
            games.shown(file),
            reader.of_file(file, known.home, find, files)
            or looking.verify(file, home=known.home, pack=chosen),
        )
        for file in files
    ]
    if not files:
        folder = known.folder()
        judged = [(f"game {folder.name}", looking.film_of_game(folder, draft=False).verdict)]
    judged += [("together", each) for each in result_comparison.contradictions(files, home=known.home)]
    for at, (name, verdict) in enumerate(judged):
        if as_json:
            output.data_json(
                verdict_sentence.as_json(verdict, name)
                if isinstance(verdict, Verdict)
                else verdict.json(name)
            )
        elif isinstance(verdict, Reading):
            output.data_all(finding_lines(Path(name), verdict.finding, verdict, details=details))
        elif isinstance(verdict, Finding):
            output.data_all(finding_lines(Path(name), verdict, details=details))
        else:
            output.data_all(
                log_lines(files[at], name, verdict, known.home)
                if files
                else verdict_lines(Path(name), verdict)
            )
            if details:
                output.data_all(f"  {line}" for line in verdict_text.details(verdict))
    if picture is not None:
        _draw(files, picture, find)
    codes = {
        verdict_sentence.exit_code(each) if isinstance(each, Verdict) else each.exit_code
        for each in (each.finding if isinstance(each, Reading) else each for _, each in judged)
    }
    # What is wrong counts before what is missing.
    if codes - {0}:
        sys.exit(min(codes - {0}))


_GRADES = {
    "witnessed": "witnessed, both keys have their part in every roll",
    "challenge": "challenge {tip}, dealt by the second key from one published chain, the same for all who enter it",
    "unwitnessed": "unwitnessed, both seats are signed with one key: consistent, and no proof",
}


def _draw(files: tuple[Path, ...], picture: Path, find: Finder | None) -> None:
    """The position before the disputed step of the first paper that holds one."""
    found = next((step for file in files if (step := disputed_step.step(file, find)) is not None), None)
    if found is None:
        raise UsageError(
            "no-step",
            "None of these files is a paper with a disputed step.",
            hint="pbem map FILE draws the position of a log.",
        )
    write(picture, disputed_step.drawn(found, picture))
    output.talk(
        f"Wrote {games.shown(picture)}: the position before entry {found.entry}, with what both players may see."
    )


_WORDS = {
    "unsigned": "not signed by all yet",
    "undecided": "cannot be decided by itself",
    "unchecked": "cannot be checked here",
}


def finding_lines(
    file: Path, finding: Finding, read: Reading | None = None, *, details: bool = False
) -> Iterator[str]:
    """The verdict on a paper for people, with what it means for the reader and the next step."""
    verdict = finding.verdict
    word = _WORDS.get(verdict, verdict)
    word = output.good(word) if finding.proved else output.bad(word) if verdict == "rejected" else word
    yield f"{games.shown(file)}: {word}. {finding.paper}{f' of {finding.game}' if finding.game else ''}:"
    said = finding.lines if read is None else (*read.told, *read.means, f"Next: {read.next}")
    said = (*said, *(finding.details if details else ()))
    yield from (f"{'    ' if line.startswith(' ') else '  '}{clean(line.strip(), _LONG)}" for line in said)


def log_lines(file: Path, name: str, verdict: Verdict, home: Home | None = None) -> Iterator[str]:
    """The verdict on a file that is no paper, for people, with the next step."""
    if verdict_text.nothing_yet(file, verdict):
        yield f"{name}: {output.good('signed')}. {verdict.game} {verdict.scenario}: a game that has not begun."
    else:
        yield from verdict_lines(Path(name), verdict)
    beside = turn_files.told(file, setting().home) if verdict.good else ()
    yield from (f"  {clean(line, _LONG)}" for line in beside or verdict_text.beside(file, verdict, home))


def verdict_lines(file: Path, verdict: Verdict) -> Iterator[str]:
    """A verdict for people."""
    held = (
        f"{verdict.entries} entries in {verdict.bundles} turn files, {verdict.rolls} rolls, {verdict.draws} draws, "
        f"{verdict.secrets_open} secrets opened"
    )
    yield spoken(games.shown(file), verdict)
    if verdict.game:
        yield f"  {clean(verdict.game, 64)} {clean(verdict.scenario, 64)}: {held}."
    if verdict.pack:
        yield f"  On {clean(verdict.pack, 120)}."
    if verdict.result:
        yield f"  Result: {verdict.result}."
    if verdict.dice:
        yield f"  Dice: {_GRADES[verdict.dice].format(tip=verdict.challenge[:16])}."


def film_of(file: Path | None, pack: Path | None = None, *, draft: bool = True) -> tuple[str, Film]:
    """The log named, or the game of this home: what it is called, and as far as it holds."""
    known = setting()
    if file is None:
        folder = known.folder()
        return f"game {folder.name}", looking.film_of_game(folder, draft=draft)
    return games.shown(file), looking.film(file, home=known.home, pack=packs.chosen(known.home, pack))


@click.command(short_help="Step through a game; write a report or a page.")
@click.argument("file", required=False, type=_FILE)
@click.option("--to", "entry", type=click.IntRange(min=0), metavar="N", help="Stop after entry N.")
@click.option("--report", type=_FILE, metavar="OUT", help="Write an after-action report in Markdown.")
@click.option(
    "--html", type=_FILE, metavar="OUT", help="Write a page that replays the game and verifies itself."
)
@click.option("--side", default=None, metavar="SIDE", help="The page shows only what this side may see.")
@lang_option
@pack_option
@click.option("--undone", "show_undone", is_flag=True, help="Show what was taken back as well.")
@json_option
@home_options
def replay(  # noqa: PLR0913  # a game has as many ways to be told
    *,
    file: Path | None,
    entry: int | None,
    report: Path | None,
    html: Path | None,
    side: str | None,
    lang: str,
    pack: Path | None,
    show_undone: bool,
    as_json: bool,
) -> None:
    """Step through a game: what happened at every entry, and how it stands after entry N.

    \b
    Examples:
      pbem replay campaign.pbem --to 120
      pbem replay campaign.pbem --report report.md
      pbem replay campaign.pbem --html campaign.html --lang es
    """
    called, film = film_of(file, pack)
    if as_json:
        output.data_json(verdict_sentence.as_json(film.verdict, called))
    with judging(called, film.verdict, aside=as_json):
        tongue = languages.tongue(film.game, lang)
        _steps(film, entry, show_undone=show_undone, as_json=as_json)
        if report is not None:
            write(report, film.report(entry, tongue).encode())
            output.talk(f"Wrote {games.shown(report)}.")
        if html is not None:
            name = file.name if file is not None else f"{film.log.invite.game}.pbem"
            write(html, film.page(name, entry, side, tongue).encode())
            output.talk(
                f"Wrote {games.shown(html)}: open it in a browser; it loads nothing and verifies the log by itself."
            )


def _steps(film: Film, entry: int | None, *, show_undone: bool, as_json: bool) -> None:
    """What happened up to an entry, and how it stands then."""
    position, trail = film.at(entry)
    if as_json:
        for each in trail:
            output.data_json(_json(film, each))
    else:
        gone: frozenset[int] = (
            frozenset() if show_undone else undone((each.entry, each.kind, each.obj) for each in trail)
        )
        for line in sentences.told(each for each in trail if each.entry not in gone):
            output.data(line)
        if gone:
            output.data(f"{len(gone)} entries were taken back; --undone shows them.")
        moment = position.rules.moment(position.game)
        due = owed(position)
        who = position.table.seats[due.seat]
        debt = f"{who.name} ({who.side}) owes {sentences.thing(due)}" if due.what else "the game is over"
        output.data(
            f"After {position.count} entries: {sentences.when(moment)}; {debt}. State {film.digest(entry)[:16]}."
        )
        if luck := fortunes.short(film.luck(entry)):
            output.data(luck)


def _json(film: Film, each: Happened[object]) -> Json:
    moment = each.position.rules.moment(each.position.game)
    outcomes: list[Json] = [
        {
            "kind": outcome.kind,
            "text": outcome.text,
            "paragraph": outcome.paragraph,
            "side": outcome.side,
            "units": list(outcome.units),
            "hexes": list(outcome.hexes),
            "faces": list(outcome.faces),
            "reasons": [
                {"paragraph": r.paragraph, "text": r.text, "value": r.value} for r in outcome.reasons
            ],
            "total": outcome.total,
        }
        for outcome in each.outcomes
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


COMMANDS = (verify, replay)

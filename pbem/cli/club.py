"""``pbem club``: members, seasons, pairings, results with their proofs, and pages that anybody can check."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import asdict, evolve

from pbem.bytes.errors import PbemError, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.clock import now
from pbem.cli.extras import needs_club
from pbem.cli.words import Words
from pbem.games.game_cards import title as title_of
from pbem.port.messages import Message
from pbem.view.markup import clean

if TYPE_CHECKING:
    from pbem.club.folder import Club
    from pbem.club.proofs import Proofs

_JUDGED = "judged"
"""What this home has judged before, by content; a club's folder may come from anybody and holds none of it."""
_CLUB = click.argument("folder", metavar="CLUB", type=click.Path(path_type=Path, file_okay=False))


@click.group(cls=Words, later={"archive": "Judge a whole archive.", "wanted": "Show who looks for a game."})
def club() -> None:
    """A folder that is a club. Results are logs that verify and papers that are signed, so any member can check the table.

    \b
    Examples:
      pbem club new normandy "Normandy Club"
      pbem club table normandy
    """
    needs_club("Clubs")


@club.command(short_help="Begin a club in a folder.")
@_CLUB
@click.argument("name")
def new(folder: Path, name: str) -> None:
    """Begin a club called NAME.

    \b
    Example:
      pbem club new normandy "Normandy Club"
    """
    from pbem.club import folder as files  # noqa: PLC0415  # an extra

    made = files.begin(folder, name)
    output.talk("{title} lies in {folder}.", title=made.title, folder=folder)
    output.talk(
        "Next: pbem club member {folder} NAME KEY (members see their key with: pbem identity show)",
        folder=folder,
    )


@club.command(short_help="Take a member in.")
@_CLUB
@click.argument("name")
@click.argument("key")
@click.option("--also", multiple=True, metavar="NAME", help="Another name they go by; may repeat.")
def member(folder: Path, name: str, key: str, also: tuple[str, ...]) -> None:
    """Take NAME in, who plays with the identity KEY (64 hex digits: `pbem identity show`).

    Who changes their key sends the paper of `pbem seat rotate`: pbem club add takes it.

    \b
    Example:
      pbem club member normandy Ann 3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29
    """
    from pbem.club import folder as files  # noqa: PLC0415  # an extra
    from pbem.club import reading, submissions  # noqa: PLC0415

    changed = submissions.member(reading.read(folder), name, key, also)
    files.write(changed)
    output.talk(
        "{name} is a member of {title}; it has {n} now.",
        name=name,
        title=changed.title,
        n=len(changed.members),
    )


@club.command(short_help="Begin a season.")
@_CLUB
@click.argument("name")
@click.option("--title", default="", help="What it is called.")
@click.option("--game", default="", metavar="GAME", help="Which game (see pbem rules list).")
@click.option("--scenario", default="", metavar="NAME", help="Which scenario (else the game's first).")
@click.option(
    "--system",
    type=click.Choice(["round-robin", "swiss"]),
    default="round-robin",
    show_default=True,
    help="How people are paired.",
)
@click.option("--rounds", type=int, default=0, metavar="N", help="How many rounds (round robin: else all).")
@click.option(
    "--player", "players", multiple=True, metavar="NAME", help="Who plays; may repeat (else every member)."
)
@click.option(
    "--challenge",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A challenge that everybody enters: the same dice for all.",
)
@click.option("--referee", default="", metavar="KEY", help="The referee whom each invitation has to name.")
def season(  # noqa: PLR0913, PLR0917  # a season pins that much
    folder: Path,
    name: str,
    title: str,
    game: str,
    scenario: str,
    system: str,
    rounds: int,
    players: tuple[str, ...],
    challenge: Path | None,
    referee: str,
) -> None:
    """Begin the season NAME: a game with its rules pinned, who plays it, and how they are paired.

    \b
    Examples:
      pbem club season normandy autumn --game pegasus --system swiss --rounds 3
      pbem club season normandy same-dice --challenge autumn.challenge
    """
    from pbem.club import folder as files  # noqa: PLC0415  # an extra
    from pbem.club import reading, submissions  # noqa: PLC0415

    known = reading.read(folder)
    if challenge is not None:
        made = submissions.of_challenge(name, title, challenge)
    elif game:
        everybody = players or tuple(each.name for each in known.members)
        pinned = submissions.pinned(name, title, game, scenario, system)
        made = evolve(pinned, players=tuple(sorted(everybody)), rounds=rounds)
    else:
        raise UsageError.of("no-game", "A season is of a game.", hint="--game GAME, or --challenge FILE")
    if referee and not files.is_key(referee):
        raise UsageError(
            "bad-key",
            Message("A referee is named by their public key, 64 hex digits."),
            hint="pbem identity show",
        )
    changed = submissions.season(known, evolve(made, referee=referee))
    files.write(changed)
    output.talk(
        "{title}: {game}, rules {edition}.",
        title=made.title,
        game=title_of(made.game, made.scenario),
        edition=made.edition,
    )
    output.talk(
        "Next: pbem club {tail} {folder} {tail_b}",
        tail="add" if challenge else "pair",
        folder=folder,
        tail_b="FILE" if challenge else name,
    )


@club.command(short_help="Draw the next round of a season.")
@_CLUB
@click.argument("name", default="", metavar="[SEASON]")
@home_options
def pair(folder: Path, name: str) -> None:
    """Draw the next round: who meets whom, and who plays which side.

    \b
    Example:
      pbem club pair normandy autumn
    """
    from pbem.club import folder as files  # noqa: PLC0415  # an extra
    from pbem.club import submissions  # noqa: PLC0415

    known, found = _read(folder)
    changed, number = submissions.next_round(known, name, found, setting().entropy)
    files.write(changed)
    drawn = changed.season(name)
    output.talk("{title}, round {number}:", title=drawn.title, number=number)
    for each in (one for one in drawn.pairings if one.round == number):
        output.data(
            f"{each.first} ({drawn.sides[0]}) - {each.second} ({drawn.sides[1]})"
            if each.second
            else Message("{first}: a bye", first=each.first)
        )
        if each.second:
            typed = files.invitation(drawn, each)
            output.data("  {first} types: {command}", first=each.first, command=typed)
    output.talk("Send everybody their line: only a game that was begun with it counts for the season.")


@club.command(short_help="Take in logs and signed papers: results with their proof.")
@_CLUB
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
)
@home_options
def add(folder: Path, files: tuple[Path, ...]) -> None:
    """Take FILEs in: logs of games, signed results, papers of a changed key. What proves nothing here stays outside.

    \b
    Example:
      pbem club add normandy ann-ben.pbem
    """
    from pbem.club import folder as own  # noqa: PLC0415  # an extra
    from pbem.club import submissions  # noqa: PLC0415

    refused = 0
    for path in files:
        known, found = _read(folder)
        try:
            changed, said = submissions.proof(known, path, found)
        except PbemError as error:
            refused += 1
            output.talk(
                Message(
                    "{name}: not taken in. {message} {hint}",
                    name=clean(path.name, 120),
                    message=error.message,
                    hint=error.hint,
                ).strip()
            )
            continue
        own.write(changed)
        output.talk(f"{clean(path.name, 120)}: {said}.")
    output.talk("Next: pbem club table {folder}", folder=folder)
    if refused:
        sys.exit(1)


@club.command(short_help="Settle a result that the proofs leave open.")
@_CLUB
@click.argument("name", metavar="SEASON")
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 1_000))
@click.argument("player", metavar="NAME")
@click.argument("result", type=click.Choice(["won", "lost", "draw"]))
@click.option("--why", required=True, metavar="TEXT", help="The reason, which everybody reads.")
def settle(folder: Path, name: str, number: int, player: str, result: str, why: str) -> None:
    """Settle as the organiser that NAME has won or lost in ROUND of SEASON, or drawn. It is shown as yours, with the reason.

    \b
    Example:
      pbem club settle normandy autumn 2 Ann won --why "Ben signed two versions."
    """
    from pbem.club import folder as files  # noqa: PLC0415  # an extra
    from pbem.club import reading, submissions  # noqa: PLC0415

    changed, said = submissions.settled(reading.read(folder), name, number, player, result, why)
    files.write(changed)
    output.talk(said)


@club.command(short_help="Close a challenge: nothing more is taken in, and all is shown.")
@_CLUB
@click.argument("name", default="", metavar="[SEASON]")
@home_options
def close(folder: Path, name: str) -> None:
    """Close the challenge SEASON after its last day. Its entries and their dice are public from then on, not before.

    \b
    Example:
      pbem club close normandy same-dice
    """
    from pbem.club import folder as files  # noqa: PLC0415  # an extra
    from pbem.club import reading, submissions  # noqa: PLC0415

    changed = submissions.closed(reading.read(folder), name, now().date().isoformat())
    files.write(changed)
    title = changed.season(name).title
    output.talk("{title} is closed. Next: pbem club publish {folder} OUT", title=title, folder=folder)


@club.command(short_help="Show the table of a season, or of all, and the ladder.")
@_CLUB
@click.argument("name", default="", metavar="[SEASON]")
@json_option
@home_options
def table(folder: Path, name: str, as_json: bool) -> None:
    """Show the table of SEASON (else of every season) and the ladder, worked out from the proofs.

    \b
    Example:
      pbem club table normandy
    """
    from pbem.cli.club_lines import ladder_lines, table_lines  # noqa: PLC0415  # an extra
    from pbem.club import standing  # noqa: PLC0415

    known, found = _read(folder)
    tables = [
        standing.table(known, each, found) for each in ((known.season(name),) if name else known.seasons)
    ]
    ladder = standing.ladder(known, standing.tables(known, found))
    if as_json:
        rows = [
            {
                "season": each.season.name,
                "rows": [asdict(row) for row in each.rows],
                "trouble": [*each.trouble],
            }
            for each in tables
        ]
        output.data(
            json.dumps({"seasons": rows, "ladder": [asdict(each) for each in ladder]}, ensure_ascii=False)
        )
        return
    for each in tables:
        output.data_all(table_lines(each))
    output.data_all(ladder_lines(ladder))


@club.command(short_help="Write the pages, with every proof beside them.")
@_CLUB
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path, file_okay=False))
@home_options
def publish(folder: Path, out: Path) -> None:
    """Write the club into the folder OUT as pages for any web host: tables, players, every result linked to its proof.

    \b
    Example:
      pbem club publish normandy public
    """
    from pbem.club import checking  # noqa: PLC0415  # an extra

    known, found = _read(folder)
    count = checking.publish(known, found, out)
    waiting = [each.title for each in known.seasons if each.challenge and not each.closed]
    if waiting:
        output.talk("Nothing is shown yet of {titles}: pbem club close.", titles=", ".join(waiting))
    output.talk("Wrote {count} files into {out}.", count=count, out=out)
    output.talk(
        "Next: open {out}; any member checks it with: pbem club check {folder}",
        out=out / "index.html",
        folder=out,
    )


@club.command(short_help="Check a club, or its published folder, from the proofs.")
@_CLUB
def check(folder: Path) -> None:
    """Verify every proof again, work out every table, and hold the pages that lie there against them.

    \b
    Example:
      pbem club check public
    """
    from pbem.club import checking, proofs, reading  # noqa: PLC0415  # an extra

    known = reading.read(folder)
    found = proofs.read(known)
    if checking.check(known, found, output.data):
        games = sum(each.ended for each in found.games.values())
        output.data(
            "{title} holds: {games} results from {sum} proofs.",
            title=known.title,
            games=games,
            sum=sum(len(each.files) for each in found.games.values()),
        )
        return
    sys.exit(1)


def _read(folder: Path) -> tuple[Club, Proofs]:
    from pbem.club import proofs, reading  # noqa: PLC0415  # an extra

    known = reading.read(folder)
    return known, proofs.read(known, setting().home.path / _JUDGED)


COMMAND = club

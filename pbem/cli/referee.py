"""``pbem referee``: a third person looks at a game and rules on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from pbem.bytes.errors import ConflictError, PbemError, UsageError
from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.files import write
from pbem.cli.log_lines import finding_lines
from pbem.cli.scenario_options import side_called
from pbem.cli.signed_results import (
    agreed_to,
    draw_option,
    folder_of,
    out_option,
    paper_argument,
    same,
    tell,
    winner_of,
    winner_option,
    yes_option,
)
from pbem.home import identity, packs
from pbem.home.identity import Card
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.papers import refused_turns, results
from pbem.home.papers import verdict as paper_verdict
from pbem.home.referee import decision, hearing
from pbem.home.referee.decision import Wish
from pbem.home.rulings import signed_rulings
from pbem.home.viewing import logs as looking
from pbem.home.viewing import map_options
from pbem.log.clause import MAX_DAYS
from pbem.papers.kinds import is_paper
from pbem.papers.results import RULED, Outcome
from pbem.port.messages import Message
from pbem.store.atomic import read_bytes, write_bytes
from pbem.store.home import Home
from pbem.view.map.svg import draw

T = TypeVar("T")

_FILE = click.Path(path_type=Path)
_MOST_SHOWN = 8
_AGAIN = click.option("--again", is_flag=True, help="Sign although you have signed for this game before.")
_APPOINTMENT = b'{"a":"appointment"'
_MAX_FILE = 64 * 1024 * 1024


@click.group()
def referee() -> None:
    """A third person to whom both players are bound: by the invitation (pbem invite --referee), or by an appointment that
    both sign later. What they rule joins the game like a turn, and neither player can refuse it.

    \b
    Examples:
      pbem referee key
      pbem referee open june6-s0412.claim
    """


@referee.command(short_help="Appoint a referee; both players have to.")
@paper_argument
@click.option(
    "--key", default="", metavar="KEY", help="The referee's public key: 64 digits, from pbem referee key."
)
@click.option("--name", default="", metavar="NAME", help="The referee's name.")
@click.option(
    "--days",
    type=click.IntRange(1, MAX_DAYS),
    metavar="N",
    help="After so many days of silence a player may turn to the referee.",
)
@yes_option
@out_option
@home_options
def appoint(  # an appointment has as many parts
    paper: Path | None, key: str, name: str, *, days: int | None, yes: bool, out: Path | None
) -> None:
    """Sign for a referee (--key and --name, and --days); or, with PAPER, for the one whom the other has signed for.

    \b
    Examples:
      pbem referee appoint --key 64-DIGITS --name Rita --days 14
      pbem referee appoint appointment-52cc5c01.pbem
    """
    known = setting()
    folder, own = folder_of(paper), known.unlocked()
    if paper is not None and days:
        raise UsageError.of(
            "one-choice",
            "The paper that the other has signed says after how many days of silence; --days goes with a new one.",
            hint="Sign it without --days, or appoint anew: pbem referee appoint --key KEY --name NAME --days N",
        )
    place = kept_papers.named(folder, paper) if paper is not None else None
    if place is not None:
        agreed_to(results.told(place), Message("Sign for this referee?"), yes=yes)
    made = results.appointed(folder, own, paper=place, key=key, name=name, days=days or 0)
    tell(made, out or same(paper, place), folder)


@referee.command(short_help="Your public key, for those who appoint you.")
@home_options
def key() -> None:
    """Print your public identity key as 64 digits: for an invitation (pbem invite --referee), or to be appointed by.

    \b
    Example:
      pbem referee key
    """
    output.data(setting().unlocked().keypair.public.hex())


@referee.command(name="open", short_help="Look at what you were sent to judge.")
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.option("--map", "out", type=_FILE, metavar="OUT", help="Draw the position (.svg, .png).")
@click.option("--all", "everything", is_flag=True, help="List every entry that the game can go back to.")
@home_options
def open_(files: tuple[Path, ...], out: Path | None, everything: bool) -> None:
    """Say what the FILES show, who owes what, what both players agreed on, and the commands that rule on it.

    FILES are what the players sent you: a log, a claim, an appointment; papers such as evidence; a turn and the
    refusal of it; other versions of turns. The first log or claim is the game that is judged. Nothing is signed.

    \b
    Examples:
      pbem referee open june6-s0412.claim --map now.svg
      pbem referee open campaign.pbem appointment.pbem theirs.pbem
    """
    home = setting().home
    find = packs.finder(home)
    logs, appointments, others = _sorted(files)
    for file in (*appointments, *others):
        finding = paper_verdict.verify(file, find, home=home, beside=files)
        if finding is not None:
            output.data_all(finding_lines(file, finding))
    if not logs:
        output.talk("{wanted} {send_log}", wanted=hearing.WANTED, send_log=hearing.SEND_LOG)
        output.talk("Next: pbem referee open LOG, with these files behind it")
        return
    for read in refused_turns.verdicts(files, home, find):
        output.data_all(finding_lines(Path("together"), read.finding, read))
    main, *rest = logs
    heard = hearing.hear(home, main, (*rest, *others), appointments[0] if appointments else None)
    output.data_all(hearing.story(heard))
    output.data(hearing.bound(home, _card(home), heard))
    output.data_all(signed_rulings.before(home, heard.log.gid))
    if heard.can.to:
        most = len(heard.can.to) if everything else _MOST_SHOWN
        output.data("The game can go on from the position after one of these entries:")
        output.data_all(hearing.back_to(heard, most))
        if most < len(heard.can.to):
            output.data("       ({len} earlier ones: --all lists them)", len=len(heard.can.to) - most)
    output.data("You can rule:")
    output.data_all(Message("  {line}", line=line) for line in hearing.choices(heard))
    if out is not None:
        scene = heard.film.scene(None, None)
        write(out, map_options.encoded(draw(scene, title=heard.film.game.info.title), out))
        output.talk("Wrote {shown}: the position, with what both players may see.", shown=shown(out))
    else:
        output.talk(
            "The position as a picture: pbem referee open {heard} --map position.svg", heard=heard.name
        )


def _card(home: Home) -> Card | None:
    """Whose home it is, as far as anybody knows without a password; None when it has no identity yet."""
    try:
        return identity.card(home)
    except PbemError:
        return None


def _sorted(files: tuple[Path, ...]) -> tuple[list[Path], list[Path], list[Path]]:
    """Logs and claims, appointments, and everything else, each in the order in which they were named."""
    logs: list[Path] = []
    appointments: list[Path] = []
    others: list[Path] = []
    for file in files:
        lines = looking.lines_of(file)
        if lines.startswith(_APPOINTMENT):
            appointments.append(file)
        elif is_paper(lines) or lines.startswith(b'{"by":'):
            others.append(file)
        else:
            logs.append(file)
    return logs, appointments, others


@referee.command(short_help="Rule on a game whose players are bound to you.")
@click.argument("file", type=_FILE)
@click.option(
    "--void", type=click.IntRange(min=0), metavar="N", help="Go on from the position after entry N."
)
@click.option("--stands", is_flag=True, help="All of it stands; go on from here.")
@click.option(
    "--over",
    type=side_called,
    default="",
    metavar="SIDE",
    help="The game is over: this side wins, or `draw`.",
)
@click.option("--time", "on_time", is_flag=True, help="Of a claim: the silent side loses, as both agreed.")
@click.option("--level", default="", help="With --over: how it ended, in a few words.")
@click.option("--text", default="", help="Why you rule so, in 1 to 500 characters; both players read it.")
@click.option(
    "--days",
    type=click.IntRange(1, MAX_DAYS),
    metavar="N",
    help="The player who owes the next step has so many days.",
)
@click.option(
    "--appointment",
    type=_FILE,
    metavar="PAPER",
    help="The appointment that both signed, when the invitation names no referee.",
)
@click.option(
    "--beside",
    multiple=True,
    type=_FILE,
    metavar="FILE",
    help="Another log, turn or paper of the game that you have seen; may repeat.",
)
@winner_option
@draw_option
@click.option(
    "--log", type=_FILE, metavar="FILE", help="On paper alone: name the last turn file of this log."
)
@_AGAIN
@out_option
@home_options
def rule(  # noqa: PLR0913  # a ruling has as many parts
    file: Path,
    *,
    void: int | None,
    stands: bool,
    over: str,
    on_time: bool,
    level: str,
    text: str,
    days: int | None,
    appointment: Path | None,
    beside: tuple[Path, ...],
    winner: str | None,
    draw: bool,
    log: Path | None,
    again: bool,
    out: Path | None,
) -> None:
    """Rule on the log or the claim in FILE: writes your signed ruling as a turn file that both players import. What you have
    signed for this game before is said first, and needs --again.

    Name every version of the game that you have seen (--beside): no die of any of them is used again. With an appointment
    as FILE, --winner or --draw, and --level you rule on paper, for a game whose log you cannot get; nothing of that joins a
    log.

    \b
    Examples:
      pbem referee rule campaign.pbem --void 412 --text "Entry 413 breaks 10.11." --beside theirs.pbem
      pbem referee rule campaign.pbem --stands --text "The turn is legal." --days 7 --appointment appointment.pbem
      pbem referee rule june6-s0412.claim --time
      pbem referee rule appointment-52cc5c01.pbem --winner allied --level "entry 412 is illegal"
    """
    file = kept_papers.anywhere(setting().home, file)
    wish = Wish(void=void, stands=stands, over=over, time=on_time, level=level, text=text, days=days or 0)
    if looking.lines_of(file).startswith(_APPOINTMENT):
        if void is not None or stands or over or on_time:
            raise UsageError.of(
                "needs-log",
                "{shown} is an appointment, and no log to rule on. {wanted}",
                shown=typed(file),
                wanted=hearing.WANTED,
                hint="pbem referee rule LOG --appointment {shown}, and the rest as you have typed it",
            )
        _on_paper(file, winner_of(winner, draw=draw), level, log, again=again, out=out)
        return
    if winner is not None or draw or log is not None:
        raise UsageError.of(
            "one-choice",
            "--winner, --draw and --log are for a ruling on an appointment alone.",
            shown=typed(file),
            hint="For a log: pbem referee rule {shown} --over SIDE (or --over draw)",
        )
    _on_log(hearing.hear(setting().home, file, beside, appointment), wish, again=again, out=out)


def _on_log(heard: hearing.Hearing, wish: Wish, *, again: bool, out: Path | None) -> None:
    known, day = setting(), now().date().isoformat()
    own = known.unlocked()
    made = _as_referee(
        lambda again: decision.ruled(known.home, own, heard, wish, day=day, again=again), again=again
    )
    place = out or Path(made.name)
    if out is None and place.exists() and read_bytes(place, _MAX_FILE) != made.data:
        place = Path(made.name.replace(".pbem", f"-{heard.log.gid.hex()[:8]}.pbem"))
    write_bytes(place, made.data, mode=0o644)
    output.talk_all(made.before)
    output.talk("Wrote {shown}.", shown=shown(place))
    output.talk(made.said)
    output.talk(
        "Next: send {shown} to both players, who type: pbem import {shown_a}",
        shown=typed(place),
        shown_a=typed(Path(place.name)),
    )
    output.talk(
        "To a player who is told there that turn files are missing, send the whole log that you have ruled on."
    )


def _on_paper(
    paper: Path, winner: str, level: str, log: Path | None, *, again: bool, out: Path | None
) -> None:
    if not level:
        raise UsageError.of(
            "no-level", "A ruling on paper is told in one line.", hint='Add --level "the ruling"'
        )
    known, day = setting(), now().date().isoformat()
    own, ruling = known.unlocked(), Outcome(how=RULED, winner=winner, level=level)
    tell(
        _as_referee(
            lambda again: results.ruled(known.home, own, paper, ruling, log, day=day, again=again),
            again=again,
        ),
        out,
    )


@referee.command(short_help="Countersign how far a log holds.")
@click.argument("paper", type=_FILE)
@click.argument("log", type=_FILE)
@_AGAIN
@out_option
@home_options
def sign(paper: Path, log: Path, again: bool, out: Path | None) -> None:
    """Verify LOG and sign its head, on the appointment PAPER: it is not a result, the game goes on.

    Laid beside another log of the game (pbem verify SIGNED LOG) it shows whether that one leads through the same turn.

    \b
    Example:
      pbem referee sign appointment-52cc5c01.pbem campaign.pbem
    """
    known, day = setting(), now().date().isoformat()
    paper, own = kept_papers.anywhere(known.home, paper), known.unlocked()
    tell(
        _as_referee(
            lambda again: results.countersigned(known.home, own, paper, log, day=day, again=again),
            again=again,
        ),
        out,
    )


def _as_referee(made: Callable[[bool], T], *, again: bool) -> T:
    """What a referee signs; asked for, where somebody can answer, when this home has signed for the game before."""
    try:
        return made(again)
    except ConflictError as error:
        if error.code != "signed-already" or not output.can_ask():
            raise
        output.talk(error.message)
        questions.agreed(Message("Sign this one as well?"), default=False, abort=True)
        return made(True)


COMMAND = referee

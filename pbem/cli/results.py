"""``pbem result``, ``resign``, ``agree`` and ``referee``: how a game ended, on signed paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.delivery import now
from pbem.desk import keeping, outcomes
from pbem.desk.outcomes import Made
from pbem.errors import ConflictError
from pbem.store.game import GameFolder
from pbem.trust.results import RULED, Outcome

_OUT = click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it.")
_PAPER = click.argument("paper", required=False, type=click.Path(path_type=Path))
_WINNER = click.option("--winner", metavar="SIDE", help="The side that wins.")
_YES = click.option("--yes", is_flag=True, help="Do not ask.")
_AGAIN = click.option("--again", is_flag=True, help="Sign although you have signed for this game before.")
_DRAW = click.option("--draw", is_flag=True, help="Nobody wins.")


@click.command(short_help="The signed result of a finished game, for a ladder.")
@_PAPER
@_YES
@_OUT
@home_options
def result(paper: Path | None, yes: bool, out: Path | None) -> None:
    """Write the result of this home's finished game, signed by you; or, with PAPER, sign the other's as well.

    With a resignation or an agreement that both have signed, your vault key is put under it, so that everybody can audit the
    game: do not play on after that.

    \b
    Examples:
      pbem result
      pbem result result-52cc5c01.pbem
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    place = keeping.named(folder, paper) if paper is not None else None
    if place is not None:
        _ask(outcomes.told(place), "Sign it?", yes=yes)
    _tell(outcomes.played(folder, identity, place), out or _same(paper, place), folder)


@click.command(short_help="Give the game up.")
@_YES
@_OUT
@home_options
def resign(yes: bool, out: Path | None) -> None:
    """Write and sign your resignation: the other side wins. Your signature alone makes it bind. When the other has signed it
    too, `pbem result FILE` puts your vault key under it, so that the game can be audited.

    \b
    Example:
      pbem resign
    """
    known = setting()
    folder = known.folder()
    if not yes:
        click.confirm("Resign this game?", abort=True, err=True)
    _tell(outcomes.resigned(folder, known.unlocked()), out, folder)


@click.command(short_help="Agree on how the game ends.")
@_PAPER
@_WINNER
@_DRAW
@click.option("--level", default="by agreement", show_default=True, help="The result in words.")
@_YES
@_OUT
@home_options
def agree(
    paper: Path | None, winner: str | None, draw: bool, level: str, yes: bool, out: Path | None
) -> None:
    """Offer a result (--winner SIDE or --draw), signed by you; or, with PAPER, accept the other's offer.

    It binds when both have signed. Who signs second opens their vault under it; `pbem result FILE` opens the other's.

    \b
    Examples:
      pbem agree --draw
      pbem agree result-52cc5c01.pbem
    """
    known = setting()
    folder = known.folder()
    if paper is not None:
        place = keeping.named(folder, paper)
        _ask(outcomes.told(place), "Sign it?", yes=yes)
        _tell(outcomes.accepted(folder, known.unlocked(), place), out or _same(paper, place), folder)
        return
    _tell(outcomes.offered(folder, known.unlocked(), _winner(winner, draw=draw), level), out, folder)


@click.group(short_help="A third person rules on a game.")
def referee() -> None:
    """A third person whom both players appoint, and whose signed ruling then binds them. The referee needs no part in the
    game: appointment and disputed step are files (pbem dispute) that stand alone.

    \b
    Examples:
      pbem referee key
      pbem referee appoint appointment-52cc5c01.pbem
    """


@referee.command(short_help="Appoint a referee; both players have to.")
@_PAPER
@click.option(
    "--key", default="", metavar="KEY", help="The referee's public key: 64 digits, from pbem referee key."
)
@click.option("--name", default="", metavar="NAME", help="The referee's name.")
@_YES
@_OUT
@home_options
def appoint(paper: Path | None, key: str, name: str, yes: bool, out: Path | None) -> None:
    """Sign for a referee (--key and --name); or, with PAPER, for the one whom the other has signed for.

    \b
    Examples:
      pbem referee appoint --key 64-DIGITS --name Rita
      pbem referee appoint appointment-52cc5c01.pbem
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    place = keeping.named(folder, paper) if paper is not None else None
    if place is not None:
        _ask(outcomes.told(place), "Sign for this referee?", yes=yes)
    made = outcomes.appointed(folder, identity, paper=place, key=key, name=name)
    _tell(made, out or _same(paper, place), folder)


@referee.command(short_help="Your public key, for those who appoint you.")
@home_options
def key() -> None:
    """Print your public identity key as 64 digits, for the players to appoint you by.

    \b
    Example:
      pbem referee key
    """
    output.data(setting().unlocked().keypair.public.hex())


@referee.command(short_help="Rule on a game whose players have appointed you.")
@click.argument("paper", type=click.Path(path_type=Path))
@_WINNER
@_DRAW
@click.option("--level", required=True, help="The ruling in one line.")
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Name the last turn file of this log in it.",
)
@_AGAIN
@_OUT
@home_options
def rule(
    paper: Path, winner: str | None, draw: bool, level: str, log: Path | None, again: bool, out: Path | None
) -> None:
    """Write and sign a ruling on the appointment that both players have signed. What you have signed for this game before is
    said first, and needs --again.

    \b
    Example:
      pbem referee rule appointment-52cc5c01.pbem --winner allied --level "entry 412 is illegal"
    """
    known = setting()
    paper = keeping.anywhere(known.home, paper)
    identity, day = known.unlocked(), now().date().isoformat()
    ruling = Outcome(how=RULED, winner=_winner(winner, draw=draw), level=level)

    def made(again: bool) -> Made:
        return outcomes.ruled(known.home, identity, paper, ruling, log, day=day, again=again)

    _tell(_as_referee(made, again=again), out)


@referee.command(short_help="Countersign how far a log holds.")
@click.argument("paper", type=click.Path(path_type=Path))
@click.argument("log", type=click.Path(path_type=Path))
@_AGAIN
@_OUT
@home_options
def sign(paper: Path, log: Path, again: bool, out: Path | None) -> None:
    """Verify LOG and sign its head, on the appointment PAPER: it is no result, the game goes on.

    Laid beside another log of the game (pbem verify SIGNED LOG) it shows whether that one leads through the same turn.

    \b
    Example:
      pbem referee sign appointment-52cc5c01.pbem campaign.pbem
    """
    known = setting()
    paper = keeping.anywhere(known.home, paper)
    identity, day = known.unlocked(), now().date().isoformat()

    def made(again: bool) -> Made:
        return outcomes.countersigned(known.home, identity, paper, log, day=day, again=again)

    _tell(_as_referee(made, again=again), out)


def _as_referee(made: Callable[[bool], Made], *, again: bool) -> Made:
    """What a referee signs; asked for, where somebody can answer, when this home has signed for the game before."""
    try:
        return made(again)
    except ConflictError as error:
        if error.code != "signed-already" or not output.can_ask():
            raise
        output.talk(error.message)
        click.confirm("Sign this one as well?", default=False, abort=True, err=True)
        return made(True)


def _winner(winner: str | None, *, draw: bool) -> str:
    if draw == (winner is not None):
        raise click.UsageError("Say either --winner SIDE or --draw.")
    return winner or ""


def _ask(lines: tuple[str, ...], question: str, *, yes: bool) -> None:
    """Show what a paper says before it is signed: the name of its file may say anything."""
    output.talk_all(lines)
    if not yes:
        click.confirm(question, abort=True, err=True)


def _same(given: Path | None, place: Path | None) -> Path | None:
    """The file that was named is written over with one more signature; a paper of the home is copied out instead."""
    return given if given == place else None


def _tell(made: Made, out: Path | None, folder: GameFolder | None = None) -> None:
    """Write a paper, keep it with its game where that is here, and say what it is and what comes next."""
    place = out or Path(made.name)
    outcomes.store(made, place)
    if folder is not None:
        with setting().home.lock():
            keeping.keep(folder, made.data)
    output.talk(f"Wrote {place}.")
    output.talk_all(made.lines)
    output.talk(f"Next: {made.next.format(file=place)}")


COMMANDS = (result, resign, agree, referee)

"""``pbem seat ask``, ``offer``, ``agree``, ``give``, ``take``, ``keep``: a seat changes hands."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.errors import ConflictError, NotYourTurn, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.scenario_options import side_called
from pbem.cli.seat import WAITING
from pbem.cli.signed_results import agreed_to, folder_of, out_option, same, tell, yes_option
from pbem.home import games, people, sentences
from pbem.home.identity import Identity
from pbem.home.kept_papers import kept
from pbem.home.papers import asking, handing
from pbem.home.papers.results import Made
from pbem.home.viewing import logs as looking
from pbem.log import Log
from pbem.papers import seat as papers
from pbem.papers.reader import Reader
from pbem.papers.seat import SeatPaper
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("log", type=_FILE)
@click.option(
    "--side",
    type=side_called,
    default="",
    metavar="SIDE",
    help="The side that you want to play (else your own).",
)
@click.option("--mine", is_flag=True, help="It is your own seat: this is another machine of yours.")
@out_option
@home_options
def ask(log: Path, side: str, *, mine: bool, out: Path | None) -> None:
    """Ask for the seat of a player in a running game: to take it over, or for your other machine (--mine).

    LOG is any log of it, however old. Nobody is bound before the player gives you the seat.

    \b
    Examples:
      pbem seat ask campaign.pbem --side german
      pbem seat ask campaign.pbem --mine
    """
    if mine and side:
        raise UsageError.of("one-choice", "--mine is the side that you play; say --side for another one.")
    known = setting()
    found, identity = _log(log), known.unlocked()
    with known.home.lock():
        made = asking.ask(known.home, identity, found, side, known.entropy)
    _tell(made, out)


@click.command()
@click.argument("paper", type=_FILE)
@yes_option
@out_option
@home_options
def offer(paper: Path, *, yes: bool, out: Path | None) -> None:
    """Sign what somebody asks for your seat, to show it to your opponent before you give it. It binds nobody.

    \b
    Example:
      pbem seat offer seat-ask-52cc5c01.pbem
    """
    folder, identity, found = _shown(paper)
    agreed_to((), Message("Offer it to your opponent?"), yes=yes)
    _tell(asking.offered(folder, identity, found), out, folder)


@click.command()
@click.argument("paper", type=_FILE)
@yes_option
@out_option
@home_options
def agree(paper: Path, *, yes: bool, out: Path | None) -> None:
    """Sign that your opponent may hand their seat to who asked. It holds without; it shows that you knew.

    \b
    Example:
      pbem seat agree seat-52cc5c01.pbem
    """
    folder, identity, found = _shown(paper)
    agreed_to((), Message("Do you agree?"), yes=yes)
    _tell(asking.agreed(folder, identity, found), out or same(paper, kept.named(folder, paper)), folder)


@click.command()
@click.argument("paper", type=_FILE, required=False)
@yes_option
@out_option
@home_options
def give(paper: Path | None, *, yes: bool, out: Path | None) -> None:
    """Write the box with the secrets of your seat for who asked; only they can open it.

    It needs your turn, and no roll under way. From then on the game stands still here, until you import their receipt: that
    signs the seat over. Typed again it writes the box again. `pbem seat keep` ends it.

    \b
    Examples:
      pbem seat give seat-ask-52cc5c01.pbem
      pbem seat give
    """
    known = setting()
    folder, identity = folder_of(paper), known.unlocked()
    found = _shown(paper)[2] if paper is not None else None
    with known.home.lock():
        if found is not None:
            asking.keep_paper(folder, found)
        if on_receipt(folder, identity):
            return
        try:
            handing.check(folder, identity, found)
        except (NotYourTurn, ConflictError, UsageError) as error:
            if error.code not in WAITING or found is None:
                raise
            output.talk("Not yet: {message}", message=sentences.of_error(error))
            output.talk("It is kept. Next: play on, and when it is your turn: pbem seat give")
            sys.exit(error.exit_code)
    if found is not None:
        agreed_to((), Message("Give them the seat?"), yes=yes)
    with known.home.lock():
        made = handing.give(folder, identity, found, known.entropy)
    _tell(made, out, folder)
    output.talk("The game stands still here until you import their receipt (pbem seat keep ends that).")


@click.command()
@click.argument("box", type=_FILE)
@out_option
@home_options
def take(box: Path, out: Path | None) -> None:
    """Open the box with the secrets of a seat that you asked for, and hold each of them against the log.

    If all are right, it writes the receipt; the seat is yours when the turn file is here that puts your keys in force.

    \b
    Example:
      pbem seat take seat-box-52cc5c01.pbem
    """
    known = setting()
    paper, identity = asking.read(box), known.unlocked()
    with known.home.lock():
        folder, made = handing.take(known.home, identity, paper)
    output.talk("Every secret in the box fits the log. The game is here as {name}.", name=folder.name[:8])
    _tell(made, out)


@click.command(name="keep")
@home_options
def keep() -> None:
    """Play on yourself: what you gave and have no receipt for counts for nothing.

    \b
    Example:
      pbem seat keep
    """
    known = setting()
    with known.home.lock():
        name = handing.keep(known.folder())
    output.talk("The seat stays yours; the box that {name} has opens nothing that is new.", name=name)
    output.talk("Next: pbem status")


def received(folder: GameFolder, identity: Identity, session: Session) -> Session:
    """The game behind what a receipt lets be signed, where one has come; it is said."""
    return games.open_session(folder, identity) if on_receipt(folder, identity) else session


def on_receipt(folder: GameFolder, identity: Identity, *, quiet: bool = False) -> bool:
    """Hand the seat over where the receipt for its box has come; whether that was done."""
    with setting().home.lock():
        n = handing.finish(folder, identity)
    if not n or quiet:
        return bool(n)
    output.talk(
        "The receipt is here, and the seat is handed over: turn file {n} puts their keys in force.", n=n
    )
    output.talk("Next: pbem send, to your opponent and to who has the seat now")
    return True


def _log(given: Path) -> Log:
    log = next(iter(looking.logs_in(given)), None)
    if log is None:
        looking.lines_of(given)  # one that is not there, or cannot be read, is said to be so
        raise UsageError.of(
            "no-log",
            "{name} holds no game.",
            name=given.name,
            hint="Ask a player for the log: pbem replay spectate --turn-files 0 --out FILE",
        )
    return log


def _shown(given: Path) -> tuple[GameFolder, Identity, SeatPaper]:
    """A paper behind what it says and whether its asker is known here: that is shown before anything is signed."""
    known = setting()
    folder, identity = folder_of(given), known.unlocked()
    paper = asking.read(kept.named(folder, given))
    output.talk_all(papers.finding(paper, Reader(logs=(paper.log,))).lines)
    output.talk_all(people.meet(setting().home, identity, paper.ask.who, paper.ask.to).sentences)
    return folder, identity, paper


def _tell(made: Made, out: Path | None, folder: GameFolder | None = None) -> None:
    if folder is not None:
        with setting().home.lock():
            asking.keep_paper(folder, papers.read(made.data))
    tell(made, out)

"""``pbem plan``: what your formations do when their markers come up, while you are away."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import DataError, UsageError
from pbem.cli import output
from pbem.cli.app import Setting, home_options, setting
from pbem.home import games
from pbem.home.identity import Identity
from pbem.home.play import kept_plans, plan_sheets, plans
from pbem.home.play.plans import Plan, Plans
from pbem.port.messages import Message, counted
from pbem.protocol.session import Session
from pbem.store import atomic
from pbem.store.game import GameFolder

_MARKERS = click.argument("markers", nargs=-1, metavar="[MARKER...]")


@click.group(name="plan")
def group() -> None:
    """Plans for activations: what your formations do when their markers come up.

    A plan is carried out by pbem watch --act, or pbem standing follow, order by order, as long as what it assumes holds;
    otherwise it is handed back to you with the reason. Nobody else sees it: it lies locked in your home.

    \b
    Examples:
      pbem plan draft
      pbem plan show
      pbem plan drop 82
    """


@group.command(short_help="Draft plans for your markers, as pbem would recommend.")
@_MARKERS
@click.option("--again", is_flag=True, help="Also for markers whose plan still stands.")
@home_options
def draft(markers: tuple[str, ...], again: bool) -> None:
    """Draft plans on the board as it is: for these markers, or for all that would wake you.

    \b
    Examples:
      pbem plan draft
      pbem plan draft 82 "21 Pz"
    """
    known = setting()
    with known.home.lock():
        folder, session, kept = _opened(known)
        wanted = markers
        if not markers and not again:
            found = plans.outlook(session, kept)
            wanted = found.awake if found is not None else ()
            if found is not None and not wanted:
                output.talk(found.said())
                output.talk(Message("To draft them anew: pbem plan draft --again"))
                return
        new = plans.drafted(session, wanted)
        _keep(known, folder, session, plans.with_more(kept, new))
    output.talk(counted(len(new), "{n} plan was drafted.", "{n} plans were drafted."))
    output.talk(Message("Next: pbem plan show (and pbem watch --act carries them out)"))


@group.command(short_help="Your plans as a sheet, and which would wake you.")
@_MARKERS
@home_options
def show(markers: tuple[str, ...]) -> None:
    """Print your plans as a sheet that pbem plan give takes back, and say of each whether it stands.

    \b
    Example:
      pbem plan show > plans.toml
    """
    known = setting()
    with known.home.lock():
        _folder, session, kept = _opened(known)
    chosen = _chosen(kept, markers) if markers else kept
    output.data(plan_sheets.sheet(chosen).rstrip("\n"))
    for each in chosen:
        for doubt in plans.doubts(session, each)[:1]:
            output.talk(Message("{when} would wake you: {reason}.", when=each.when, reason=doubt))
    _outlook(session, kept)


@group.command(short_help="Take plans from a sheet.")
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def give(file: Path) -> None:
    """Let the plans of a sheet stand, each in the place of the one for the same marker. When there are slips, none stands.

    \b
    Example:
      pbem plan give plans.toml
    """
    known = setting()
    data = _bytes(file)
    with known.home.lock():
        folder, session, kept = _opened(known)
        new = plan_sheets.from_sheet(session, data, games.shown(file))
        _keep(known, folder, session, plans.with_more(kept, new))
    output.talk(counted(len(new), "{n} plan stands.", "{n} plans stand."))
    _outlook(session, plans.with_more(kept, new))


def _bytes(file: Path) -> bytes:
    try:
        data = atomic.read_bytes(file, plan_sheets.MAX_SHEET)
    except OSError as error:
        said = Message(
            "{file} cannot be read ({n} bytes at most).", file=games.shown(file), n=plan_sheets.MAX_SHEET
        )
        raise UsageError("plans", said) from error
    if data is None:
        said = Message("There is no file {file}.", file=games.shown(file))
        raise UsageError("plans", said, hint="pbem plan show > plans.toml")
    return data


@group.command(short_help="Let plans stand on the board as it is now.")
@_MARKERS
@home_options
def keep(markers: tuple[str, ...]) -> None:
    """Say that you have looked: these plans, or all, stand on the board as it is now, also one that was handed back.

    \b
    Example:
      pbem plan keep 82
    """
    known = setting()
    with known.home.lock():
        folder, session, kept = _opened(known)
        chosen = _chosen(kept, markers) if markers else kept
        new = tuple(plans.renewed(session, each) for each in chosen)
        _keep(known, folder, session, plans.with_more(kept, new))
    output.talk(counted(len(new), "{n} plan stands.", "{n} plans stand."))
    _outlook(session, plans.with_more(kept, new))


@group.command(short_help="Drop plans: their markers wake you.")
@_MARKERS
@click.option("--all", "everything", is_flag=True, help="All of them, also when they cannot be read.")
@home_options
def drop(markers: tuple[str, ...], everything: bool) -> None:
    """Remove the plans for these markers, or all. What has been signed stands.

    \b
    Example:
      pbem plan drop 82
    """
    known = setting()
    if everything == bool(markers):
        raise UsageError("which-plans", Message("Name the markers, or type: pbem plan drop --all"))
    with known.home.lock():
        folder = known.folder()
        if everything:
            folder.save(kept_plans.kept(folder, known.unlocked(), ()))
            output.talk(Message("There are no plans any more."))
            return
        folder, session, kept = _opened(known)
        gone = {each.when for each in _chosen(kept, markers)}
        left = tuple(each for each in kept if each.when not in gone)
        _keep(known, folder, session, left)
    _outlook(session, left)


def _opened(known: Setting) -> tuple[GameFolder, Session, Plans]:
    folder, identity = known.folder(), known.unlocked()
    known.keep(identity)  # who is asked for a password is asked once
    session = games.open_session(folder, identity)
    plans.planning(session.game)
    return folder, session, kept_plans.read(folder, identity)


def _keep(known: Setting, folder: GameFolder, session: Session, new: Plans) -> None:
    folder.save(kept_plans.kept(folder, known.unlocked(), plans.unused(session, new)))


def _chosen(kept: Plans, markers: tuple[str, ...]) -> tuple[Plan, ...]:
    """The plans for some markers. Raises UsageError ``no-plan``."""
    by_name = {each.when: each for each in kept}
    for each in markers:
        if each not in by_name:
            names = ", ".join(by_name) or Message("none")
            said = Message("There is no plan for {marker}; there are: {names}.", marker=each, names=names)
            raise UsageError(
                "no-plan", said, hint=Message("Type: pbem plan draft {marker}", marker=f'"{each}"')
            )
    return tuple(by_name[each] for each in dict.fromkeys(markers))


def _outlook(session: Session, kept: Plans) -> None:
    found = plans.outlook(session, kept)
    if found is not None:
        tell(found)


def tell(found: plans.Outlook) -> None:
    """How many markers have a plan, and what drafts the rest."""
    output.talk(found.said())
    if found.awake:
        output.talk(Message("Next: pbem plan draft drafts those as pbem would recommend"))


def at_the_end(folder: GameFolder, identity: Identity, session: Session) -> None:
    """Say which markers would wake the player, who has plans or lets a program act for them."""
    if plans.taking(session.game) is None:
        return
    try:
        found = plans.outlook(session, kept_plans.read(folder, identity))
    except DataError as error:
        output.talk(error.message)
        return
    if found is not None:
        tell(found)


COMMAND = group

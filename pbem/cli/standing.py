"""``pbem standing``: orders that stand, so that nobody has to be asked."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output, usual_sheet
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.language import say
from pbem.home import games, sentences
from pbem.home.play import kept_plans, plans, standing_orders
from pbem.home.play.orders import DECISIONS
from pbem.home.play.standing_orders import Sheet
from pbem.port.messages import Message, counted
from pbem.store.atomic import write_bytes
from pbem.store.game import GameFolder

_FILE = click.Path(path_type=Path)


@click.group(name="standing")
def group() -> None:
    """Answers given in advance, so that your opponent's combats need no mail of yours.

    A sheet says what your units do when they are attacked, who takes losses, where they retreat, and when you
    want to be asked all the same. It stays in your home: pbem watch --act, or pbem standing follow, answers from it.

    \b
    Examples:
      pbem standing new orders.toml
      pbem standing check orders.toml
      pbem standing give orders.toml
    """


@group.command(short_help="Write an empty sheet to fill in.")
@click.argument("file", type=_FILE, required=False)
@home_options
def new(file: Path | None) -> None:
    """Write a commented sheet for your side of the game, which hands everything back, to FILE or the screen.

    \b
    Example:
      pbem standing new orders.toml
    """
    view = games.look(setting().folder())
    text = say(standing_orders.taking(view.game).standing_template(view.position.game, view.side))
    if file is None:
        output.data(text.rstrip("\n"))
        return
    if file.exists():
        raise UsageError(
            "exists",
            Message("{shown} is there already.", shown=games.shown(file)),
            hint=Message("Name another file."),
        )
    write_bytes(file, text.encode(), mode=0o644)
    output.talk(Message("Written: {shown}. Fill it in.", shown=games.typed(file)))
    output.talk(Message("Next: pbem standing check {shown}", shown=games.typed(file)))


@group.command(short_help="Name every slip of a sheet.")
@click.argument("file", type=_FILE)
@json_option
@home_options
def check(file: Path, as_json: bool) -> None:
    """Name every slip of a sheet with its line. Exit code 2 when there are any.

    \b
    Example:
      pbem standing check orders.toml
    """
    folder = setting().folder()
    slips = _slips(folder, standing_orders.load(file), file, as_json=as_json)
    if slips:
        sys.exit(UsageError.exit_code)
    output.talk(Message("Nothing is wrong with it."))
    output.talk(Message("Next: pbem standing give {shown}", shown=games.typed(file)))


def _slips(folder: GameFolder, sheet: Sheet, file: Path, *, as_json: bool = False) -> int:
    """Print every slip; how many there are."""
    view = games.look(folder)
    found = standing_orders.faults(view.game, view.position.game, view.side, sheet)
    for each in found:
        if as_json:
            output.data_json({"line": each.line, "path": each.path, "message": each.message})
        else:
            output.data(
                Message(
                    "{shown}:{line}: {what}: {message}",
                    shown=games.shown(file),
                    line=each.line,
                    what=each.path or Message("the sheet"),
                    message=each.message,
                )
            )
    return len(found)


@group.command(short_help="Let a sheet stand for a game.")
@click.argument("file", type=_FILE)
@home_options
def give(file: Path) -> None:
    """Let a sheet stand: it is checked, and a copy is kept in your home until you give another.

    A program that acts for you (pbem watch --act) follows the same sheet from its next round.

    \b
    Example:
      pbem standing give orders.toml
    """
    known = setting()
    folder, sheet = known.folder(), standing_orders.load(file)
    if count := _slips(folder, sheet, file):
        said = counted(count, "{n} slip: these orders do not stand.", "{n} slips: these orders do not stand.")
        raise UsageError(
            "slips",
            said,
            hint=Message("Put them right, then: pbem standing give {shown}", shown=games.typed(file)),
        )
    with games.home_of(folder).lock():
        standing_orders.keep(folder, sheet)
    output.talk(Message("These orders stand, code {code}.", code=standing_orders.code(sheet.data)))
    output.talk(
        Message(
            "They answer when you type pbem standing follow, or by themselves while pbem watch --act runs."
        )
    )
    output.talk(Message("Next: pbem standing follow (or pbem status)"))


@group.command(name="usual", short_help="Let the usual sheet stand, without filling one in.")
@click.option("--show", "only_show", is_flag=True, help="Print it; nothing stands yet.")
@home_options
def usual(only_show: bool) -> None:
    """Let losses, retreats and the like be answered as pbem would recommend, and be asked when much is at stake.

    Where an answer must not be foretold it is mixed with bytes that only your home has. Nobody else sees the sheet.

    \b
    Example:
      pbem standing usual
    """
    folder = setting().folder()
    view = games.look(folder)
    sheet = usual_sheet.of(view)
    if sheet is None:
        raise UsageError(
            "nothing-asked",
            Message("In {title} your opponent's turn asks nothing of you.", title=view.game.info.title),
        )
    if only_show:
        output.data(sheet.data.decode().rstrip("\n"))
        output.talk(Message("Next: pbem standing usual"))
        return
    usual_sheet.keep(folder, sheet)
    output.talk(Message("Next: pbem watch --act answers from it (or pbem standing follow)"))


@group.command(short_help="The sheet that stands, and what it answers now.")
@home_options
def show() -> None:
    """Print the sheet that stands in this game, and say what it answers to what you owe now.

    \b
    Example:
      pbem standing show
    """
    known = setting()
    folder = known.folder()
    output.data(_kept(folder).data.decode().rstrip("\n"))
    view = games.look(folder)
    due = view.owed
    if due.seat != view.seat or due.what not in DECISIONS:
        output.talk(sentences.next_debt(view))
        return
    session = games.open_session(folder, known.unlocked())
    found = standing_orders.standing_answer(session, _kept(folder).tables, standing_orders.mixing(session))
    if found.action is None:
        output.talk(
            Message(
                "{next_debt} It comes to you: {reason}.",
                next_debt=sentences.next_debt(view),
                reason=found.reason,
            )
        )
    else:
        output.talk(
            Message(
                "{next_debt} They answer: {write}",
                next_debt=sentences.next_debt(view),
                write=view.game.rules.actions.write(found.action),
            )
        )
        output.talk(Message("Next: pbem standing follow"))


def _kept(folder: GameFolder) -> Sheet:
    sheet = standing_orders.kept(folder)
    if sheet is None:
        raise UsageError("no-sheet", Message("No orders stand in this game."), hint="pbem standing new FILE")
    return sheet


@group.command(short_help="Answer from your sheet and plans what you owe now.")
@click.option("--dry-run", is_flag=True, help="Say what would be answered and write nothing.")
@home_options
def follow(dry_run: bool) -> None:
    """Write into your turn everything that your sheet and your plans answer, up to the first decision that is yours.

    \b
    Example:
      pbem standing follow
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    with known.home.lock():
        before, kept = games.open_session(folder, identity), kept_plans.read(folder, identity)
        sheet = None if kept and standing_orders.kept(folder) is None else _kept(folder).tables
        done = plans.follow(before, sheet, kept)
        after, count, reason = done.session, done.answered, done.reason
        if not dry_run:
            change = kept_plans.kept(folder, identity, done.plans) if done.plans != kept else None
            games.save_session(folder, identity, after, change=change)
    output.talk_all(sentences.told(after.happened[len(before.happened) :]))
    output.talk(
        counted(
            count,
            "{n} answer from the standing orders and plans.",
            "{n} answers from the standing orders and plans.",
        )
    )
    if dry_run:
        output.talk(Message("Nothing was written."))
    if reason:
        output.talk(
            Message(
                "{next_debt} It comes to you: {reason}.", next_debt=sentences.next_debt(after), reason=reason
            )
        )
    output.talk(
        Message("Next: pbem orders")
        if reason
        else Message("Next: pbem send")
        if after.draft
        else Message("Next: pbem status")
    )


@group.command(short_help="No orders stand any more.")
@home_options
def drop() -> None:
    """Remove the sheet that stands in this game: everything is asked of you again.

    \b
    Example:
      pbem standing drop
    """
    known = setting()
    folder = known.folder()
    _kept(folder)
    with games.home_of(folder).lock():
        standing_orders.keep(folder, None)
    output.talk(Message("No orders stand in this game any more."))
    output.talk(Message("Next: pbem status"))


COMMAND = group

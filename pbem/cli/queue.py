"""``pbem queue``: the orders that wait until a roll or an answer is there."""

from __future__ import annotations

from collections.abc import Callable

import click
from attrs import evolve

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.do import from_queue
from pbem.home import games, sentences
from pbem.home.kept_papers import game_over
from pbem.home.play import orders as playing
from pbem.home.play import queue as waiting
from pbem.home.play import queue_giving
from pbem.home.play.queue import Queue
from pbem.port.messages import Message, counted

_NUMBER = click.IntRange(min=1)


@click.group(name="queue", invoke_without_command=True)
@home_options
@click.pass_context
def group(context: click.Context) -> None:
    """Show the orders that you typed while a roll or an answer was open, in the order in which they will be given.

    They wait in your home, locked with your key, and nobody else sees them. Each is given when it is asked for and legal,
    by `pbem watch --act`, by the next `pbem do` or `pbem send`, in `pbem play` and at the table. The first that is not
    legal, or that names something which has changed, stops the queue: you are told which and why.

    \b
    Examples:
      pbem queue
      pbem queue drop 2
      pbem queue go
    """
    if context.invoked_subcommand is not None:
        return
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    session = games.open_session(folder, identity)
    kept = waiting.read(folder, identity)
    output.data_all(queue_giving.listed(session, kept))
    output.talk(sentences.next_debt(session))


@group.command(short_help="Drop an order that waits, or all.")
@click.argument("number", metavar="N", type=_NUMBER, required=False)
@home_options
def drop(number: int | None) -> None:
    """Drop order N; without N, drop all of them.

    \b
    Example:
      pbem queue drop 2
    """
    known = setting()
    folder = known.folder()
    with known.home.lock():
        if number is None:  # needs no key: a queue that cannot be read goes, too
            count = waiting.count(folder)
            folder.save(waiting.emptied())
            output.talk(counted(count, "{n} order dropped.", "{n} orders dropped."))
            return
    _change(lambda queue: queue.without(number), number)


@group.command(short_help="Put an order that waits in another place.")
@click.argument("number", metavar="N", type=_NUMBER)
@click.argument("to", metavar="PLACE", type=_NUMBER)
@home_options
def move(number: int, to: int) -> None:
    """Give order N in place PLACE.

    \b
    Example:
      pbem queue move 3 1
    """
    _change(lambda queue: queue.moved(number, to), number, to)


@group.command(short_help="Go on with a queue that has stopped.")
@home_options
def go() -> None:
    """Give what waits as far as it is legal now, also where the queue has stopped.

    \b
    Example:
      pbem queue go
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    game_over.check(folder)
    with known.home.lock():
        kept = waiting.read(folder, identity)
        if not kept.orders:
            raise UsageError("no-queue", Message("No orders wait."), hint=Message("See: pbem status"))
        folder.save(waiting.change(folder, identity, evolve(kept, stopped=False)))
        before = games.open_session(folder, identity)
        given = from_queue(folder, identity, before)
    session = given.session
    if not given.lines and given.queue.orders and not given.illegal:
        output.talk(Message("Nothing of it is asked for now."))
    output.talk(sentences.next_debt(session))
    mine = session.mine and session.owed.what in playing.DECISIONS
    output.talk(Message("Next: {what}", what="pbem orders" if mine else "pbem send"))


def _change(how: Callable[[Queue], Queue], *numbers: int) -> None:
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    with known.home.lock():
        kept = waiting.read(folder, identity)
        if any(number > len(kept.orders) for number in numbers):
            raise UsageError(
                "no-such-order",
                counted(len(kept.orders), "{n} order waits.", "{n} orders wait."),
                hint=Message("Their numbers: pbem queue"),
            )
        changed = how(kept)
        folder.save(waiting.change(folder, identity, changed))
        session = games.open_session(folder, identity)
    output.data_all(queue_giving.listed(session, changed))


COMMAND = group

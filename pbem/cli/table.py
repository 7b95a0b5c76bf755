"""``pbem table``: the game in the browser of this machine."""

from __future__ import annotations

import os
import secrets
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.system_words import system_says
from pbem.cli import language, output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.home import identity
from pbem.home.installation import adding

if TYPE_CHECKING:
    from pbem.table.app import App

_LETTERS = 32


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Listen here (else the system chooses)."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@home_options
def table(port: int, no_browser: bool) -> None:
    """Open your game as a page in the browser: click a unit, see where it can go, attack, seal and send.

    Without a game, the page shows all that can be played: one click begins a game against the computer.

    Only this machine can reach it, and only with the address that is printed; each address opens once.

    \b
    Example:
      pbem table
    """
    try:
        from pbem.table.serve import listen  # noqa: PLC0415  the extra may not be installed
    except ModuleNotFoundError as error:
        raise UsageError.of(
            "no-table",
            "The table is an extra.",
            command=adding("werkzeug", "waitress"),
            hint="Type: {command}",
        ) from error
    app = _app()
    try:
        run = listen(app, port)
    except OSError as error:
        raise UsageError.of(
            "port",
            "Port {port} cannot be listened on: {what}.",
            port=port,
            what=system_says(error),
            hint="Leave --port away.",
        ) from error
    address = app.guard.address()
    output.data(address)
    output.talk("The table is open at this address, for this machine alone. Ctrl-C closes it.")
    if not no_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    if sys.stdin.isatty():
        output.talk("Enter shows another address, for another tab.")
        threading.Thread(target=_again, args=(app,), daemon=True).start()
    run()


def _app() -> App:
    from pbem.table.app import App  # noqa: PLC0415  the extra may not be installed
    from pbem.table.guard import Guard  # noqa: PLC0415
    from pbem.table.open_home import Room  # noqa: PLC0415

    known = setting()
    card = identity.card(known.home) if known.home.identity() is not None else None
    given = known.password_file is not None or "PBEM_PASSWORD" in os.environ
    room = Room(
        home=known.home,
        environ=os.environ,
        clock=now,
        wanted=known.folder().name if known.wanted else "",
        password=known.password(card.name) if card is not None and card.password and given else None,
    )
    spoken = language.asked(sys.argv[1:], os.environ)
    return App(guard=Guard(secret=lambda: secrets.token_urlsafe(_LETTERS)), room=room, language=spoken)


def _again(app: App) -> None:
    for _ in sys.stdin:
        output.data(app.guard.address())


COMMAND = table

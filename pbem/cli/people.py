"""``pbem identity``: making a key and showing it."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.desk import identity as identities
from pbem.errors import ConflictError, UsageError


@click.group(name="identity", short_help="Make your key (new), or show it (show).")
def identity() -> None:
    """Your key: who you are in every game.

    \b
    Example:
      pbem identity new "Ann"
    """


@identity.command()
@click.argument("name")
@click.option(
    "--no-password", is_flag=True, help="Leave the key file unprotected: whoever has it can play as you."
)
@home_options
def new(name: str, no_password: bool) -> None:
    """Make your key and store it in the home, locked with a password.

    \b
    Example:
      pbem identity new "Ann"
    """
    known = setting()
    name = identities.check_name(name)
    if known.home.identity() is not None:
        there = identities.card(known.home)
        raise ConflictError("identity", f"{known.home.path} has the identity of {there.name} already.")
    password = "" if no_password else known.password(name, new=True)
    if not password and not no_password:
        raise UsageError("empty-password", "The password is empty.", hint="Choose one, or say --no-password.")
    identities.create_identity(known.home, name, password, known.entropy)
    card = identities.card(known.home)
    output.talk(
        f"The key of {card.name} is in {known.home.path}. Keep a copy of that folder in a safe place."
    )
    if not card.password:
        output.talk("It has no password: whoever can read that folder can play as you.")
    output.talk(f"Your code, to compare by voice: {card.voice}")
    output.talk("Next: pbem new GAME (see pbem games), or pbem join FILE")


@identity.command()
@json_option
@home_options
def show(as_json: bool) -> None:
    """Show name, code and public key of this home.

    \b
    Example:
      pbem identity show
    """
    card = identities.card(setting().home)
    if as_json:
        output.data_json(
            {"name": card.name, "public": card.public.hex(), "voice": card.voice, "password": card.password}
        )
        return
    output.data(f"{card.name}, {'with' if card.password else 'without'} a password")
    output.data(f"code to compare by voice: {card.voice}")
    output.data(f"public key: {card.public.hex()}")


COMMANDS = (identity,)

"""``pbem identity``: making a key, showing it, handing over to another, following others, and its password."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from pbem.bytes.errors import ConflictError, UsageError
from pbem.cli import output, questions
from pbem.cli.app import from_file, home_options, json_option, setting
from pbem.cli.words import Words
from pbem.home import identity as identities
from pbem.home import new_identity
from pbem.port.messages import Message


@click.group(cls=Words, name="identity", later={"people": "Whom you have met, and by which key."})
def identity() -> None:
    """Your key: who you are in every game.

    \b
    Example:
      pbem identity new "Ann"
    """


def card_lines(card: identities.Card) -> Iterator[str]:
    """A card for people: whose it is, and its code."""
    what = Message("with") if card.password else Message("without")
    yield Message("{card}, {what} a password", card=card.name, what=what)
    yield Message("code to compare by voice: {voice}", voice=card.voice)


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
    name = new_identity.check_name(name)
    if known.home.identity() is not None:
        there = identities.card(known.home)
        raise ConflictError.of(
            "identity",
            "{path} has the identity of {there} already.",
            path=known.home.path,
            there=there.name,
            hint="To see it: pbem identity show. Another one needs another folder: --home DIR",
        )
    new_identity.check_new(known.home)
    password = "" if no_password else known.password(name, new=True)
    if not password and not no_password:
        raise UsageError.of(
            "empty-password", "The password is empty.", hint="Choose one, or say --no-password."
        )
    new_identity.create_identity(known.home, name, password, known.entropy)
    card = identities.card(known.home)
    output.talk(
        "The key of {card} is in {path}. Keep a copy of that folder in a safe place.",
        card=card.name,
        path=known.home.path,
    )
    if not card.password:
        output.talk("It has no password: whoever can read that folder can play as you.")
    output.talk("Your code, to compare by voice: {voice}", voice=card.voice)
    output.talk("Next: pbem invite GAME (see pbem rules list), or pbem accept FILE")


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
    output.data_all(card_lines(card))
    output.data("public key: {hex}", hex=card.public.hex())


@identity.command()
@click.option("--no-password", is_flag=True, help="Leave the key file unprotected from now on.")
@click.option(
    "--new", "new_file", type=click.Path(path_type=Path), metavar="FILE", help="Read the new one here."
)
@home_options
def password(no_password: bool, new_file: Path | None) -> None:
    """Change the password of your key file. Games and backups are not touched: a backup keeps the one it was made with.

    \b
    Example:
      pbem identity password
    """
    known = setting()
    held = known.unlocked()
    if no_password:
        chosen = ""
    elif new_file is not None:
        chosen = from_file(new_file)
    else:
        chosen = questions.typed(Message("New password"), hidden=True, twice=True)
    if not chosen and not no_password:
        raise UsageError.of(
            "empty-password", "The password is empty.", hint="Choose one, or say --no-password."
        )
    known.home.save_identity(identities.locked(held, chosen), replace=True)
    output.talk("The password is changed. Copies of the home from before open with the old one.")


COMMAND = identity

"""``pbem identity``: making a key, showing it, handing over to another, following others, and its password."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import ConflictError, UsageError
from pbem.cli import output
from pbem.cli.app import from_file, home_options, json_option, setting
from pbem.cli.delivery import free, write
from pbem.crypto import keys as crypto
from pbem.home import identity as identities
from pbem.home.keys import succession as succeeding
from pbem.home.viewing import logs as looking


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


@identity.command()
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def rotate(file: Path) -> None:
    """Make a new identity key and write FILE, the paper that hands over to it, for everybody with whom you play.

    Your games go on as they are: their turns have keys of their own (pbem keys renew exchanges those). New invitations are
    signed with the new key.

    \b
    Example:
      pbem identity rotate ann-new-key.pbem
    """
    known = setting()
    free(file)
    card = identities.card(known.home)
    password = known.password(card.name) if card.password else ""
    old = identities.unlock(known.home, password)
    fresh, paper = succeeding.rotate(known.home, old, password, known.entropy)
    write(file, paper)
    output.talk(f"Your code was {crypto.fingerprint(old.keypair.public)}")
    output.talk(
        f"and is from now on {crypto.fingerprint(fresh.keypair.public)}: let your friends compare it by voice."
    )
    output.talk(
        "The 24 words on paper and backups from before open with the old key only: pbem backup FILE --words"
    )
    output.talk(f"Next: send {file} to your friends, who type: pbem identity follow {file.name}")


@identity.command()
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def succession(file: Path) -> None:
    """Write the paper of your last `pbem identity rotate` again, the same bytes.

    \b
    Example:
      pbem identity succession ann-new-key.pbem
    """
    paper = succeeding.paper(setting().unlocked())
    if not file.is_file() or file.read_bytes() != paper:
        free(file)
    write(file, paper)
    output.talk(f"Wrote {file}: pbem verify {file}")


@identity.command()
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def follow(file: Path) -> None:
    """Take in the paper with which a friend hands over to a new key. A paper of somebody else is refused.

    \b
    Example:
      pbem identity follow ann-new-key.pbem
    """
    friend = succeeding.follow(setting().home, looking.lines_of(file))
    output.talk(f"{friend.name} has a new key. Its code: {crypto.fingerprint(friend.key)}")
    output.talk(
        "Let it be read to you by voice once: the paper does not prove that nobody else holds the old key."
    )


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
        chosen = str(click.prompt("New password", hide_input=True, confirmation_prompt=True, err=True))
    if not chosen and not no_password:
        raise UsageError("empty-password", "The password is empty.", hint="Choose one, or say --no-password.")
    known.home.save_identity(identities.locked(held, chosen), replace=True)
    output.talk("The password is changed. Copies of the home from before open with the old one.")


COMMAND = identity

"""``pbem identity``: making a key, showing it, handing over to another, following others, and its password."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import ConflictError, UsageError
from pbem.cli import output, questions
from pbem.cli.app import from_file, home_options, json_option, setting
from pbem.cli.files import free, write
from pbem.crypto import keys as crypto
from pbem.home import identity as identities
from pbem.home import succession as succeeding
from pbem.home.viewing import logs as looking
from pbem.port.messages import Message


@click.group(name="identity")
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
        raise ConflictError(
            "identity",
            Message("{path} has the identity of {there} already.", path=known.home.path, there=there.name),
            hint=Message("To see it: pbem identity show. Another one needs another folder: --home DIR"),
        )
    password = "" if no_password else known.password(name, new=True)
    if not password and not no_password:
        raise UsageError(
            "empty-password",
            Message("The password is empty."),
            hint=Message("Choose one, or say --no-password."),
        )
    identities.create_identity(known.home, name, password, known.entropy)
    card = identities.card(known.home)
    output.talk(
        Message(
            "The key of {card} is in {path}. Keep a copy of that folder in a safe place.",
            card=card.name,
            path=known.home.path,
        )
    )
    if not card.password:
        output.talk(Message("It has no password: whoever can read that folder can play as you."))
    output.talk(Message("Your code, to compare by voice: {voice}", voice=card.voice))
    output.talk(Message("Next: pbem new GAME (see pbem games), or pbem join FILE"))


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
    output.data(
        Message(
            "{card}, {what} a password",
            card=card.name,
            what=Message("with") if card.password else Message("without"),
        )
    )
    output.data(Message("code to compare by voice: {voice}", voice=card.voice))
    output.data(Message("public key: {hex}", hex=card.public.hex()))


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
    output.talk(Message("Your code was {fingerprint}", fingerprint=crypto.fingerprint(old.keypair.public)))
    output.talk(
        Message(
            "and is from now on {fingerprint}: let your friends compare it by voice.",
            fingerprint=crypto.fingerprint(fresh.keypair.public),
        )
    )
    output.talk(
        Message(
            "The 24 words on paper and backups from before open with the old key only: pbem backup FILE --words"
        )
    )
    output.talk(
        Message(
            "Next: send {file} to your friends, who type: pbem identity follow {file_a}",
            file=file,
            file_a=file.name,
        )
    )


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
    output.talk(Message("Wrote {file}: pbem verify {file}", file=file))


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
    output.talk(
        Message(
            "{friend} has a new key. Its code: {fingerprint}",
            friend=friend.name,
            fingerprint=crypto.fingerprint(friend.key),
        )
    )
    output.talk(
        Message(
            "Let it be read to you by voice once: the paper does not prove that nobody else holds the old key."
        )
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
        chosen = questions.typed(Message("New password"), hidden=True, twice=True)
    if not chosen and not no_password:
        raise UsageError(
            "empty-password",
            Message("The password is empty."),
            hint=Message("Choose one, or say --no-password."),
        )
    known.home.save_identity(identities.locked(held, chosen), replace=True)
    output.talk(Message("The password is changed. Copies of the home from before open with the old one."))


COMMAND = identity

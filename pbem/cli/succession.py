"""``pbem seat rotate``, ``follow``, ``succession``: handing over to another identity key, and following others."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.files import free, write
from pbem.crypto import keys as crypto
from pbem.home import identity as identities
from pbem.home import succession as succeeding
from pbem.home.viewing import logs as looking


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def rotate(file: Path) -> None:
    """Make a new identity key and write FILE, the paper that hands over to it, for everybody with whom you play.

    Your games go on as they are: their turns have keys of their own (pbem seat renew exchanges those). New invitations are
    signed with the new key.

    \b
    Example:
      pbem seat rotate ann-new-key.pbem
    """
    known = setting()
    free(file)
    card = identities.card(known.home)
    password = known.password(card.name) if card.password else ""
    old = identities.unlock(known.home, password)
    fresh, paper = succeeding.rotate(known.home, old, password, known.entropy)
    write(file, paper)
    output.talk("Your code was {fingerprint}", fingerprint=crypto.fingerprint(old.keypair.public))
    output.talk(
        "and is from now on {fingerprint}: let your friends compare it by voice.",
        fingerprint=crypto.fingerprint(fresh.keypair.public),
    )
    output.talk(
        "The 24 words on paper and backups from before open with the old key only: pbem backup FILE --words"
    )
    output.talk(
        "Next: send {file} to your friends, who type: pbem seat follow {file_a}", file=file, file_a=file.name
    )


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def succession(file: Path) -> None:
    """Write the paper of your last `pbem seat rotate` again, the same bytes.

    \b
    Example:
      pbem seat succession ann-new-key.pbem
    """
    paper = succeeding.paper(setting().unlocked())
    if not file.is_file() or file.read_bytes() != paper:
        free(file)
    write(file, paper)
    output.talk("Wrote {file}: pbem verify {file}", file=file)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@home_options
def follow(file: Path) -> None:
    """Take in the paper with which a friend hands over to a new key. A paper of somebody else is refused.

    \b
    Example:
      pbem seat follow ann-new-key.pbem
    """
    friend = succeeding.follow(setting().home, looking.lines_of(file))
    output.talk(
        "{friend} has a new key. Its code: {fingerprint}",
        friend=friend.name,
        fingerprint=crypto.fingerprint(friend.key),
    )
    output.talk(
        "Let it be read to you by voice once: the paper does not prove that nobody else holds the old key."
    )

"""A key for somebody who has none yet and only wants to try."""

from __future__ import annotations

from pbem.cli import output
from pbem.cli.app import setting
from pbem.home import identity as identities
from pbem.home import new_identity


def first_key(name: str) -> None:
    """Make an identity without a password where there is none, and say so."""
    known = setting()
    if known.home.identity() is None:
        new_identity.create_identity(known.home, name, "", known.entropy)
        output.talk(
            "You are {name} here; the key has no password. See: pbem identity --help",
            name=identities.called(name),
        )

"""Games of a home of which a file is lost that nothing makes again: their facts, or their secrets.

One whose facts are lost is named wherever games are, and never taken for a game that is not here."""

from __future__ import annotations

from pbem.bytes.errors import KeyFileError, PbemError
from pbem.bytes.text import shown
from pbem.log import Invite, invite_hash, scan_log
from pbem.port.messages import Message, Series
from pbem.store.game import GameFolder
from pbem.store.home import Home

PUT_BACK = Message(
    "Put back your copy of the home: pbem backup restore FILE --home DIR. No secret can be made again."
)
"""What to do where a vault is gone or does not open."""


def no_vault(folder: GameFolder) -> KeyFileError:
    """The error for a game whose secrets are not there."""
    return KeyFileError(
        "no-vault",
        Message("The secrets of this game are gone: there is no {path}/vault.box.", path=shown(folder.path)),
        hint=PUT_BACK,
    )


def other_home(folder: GameFolder, name: str) -> KeyFileError:
    """The error for secrets that do not open with the identity of ``name``."""
    either = Message("Either vault.box is damaged, or this is not the home in which the game was begun.")
    return KeyFileError(
        "other-home",
        Message(
            "The secrets in {path} do not open with the identity of {name}.",
            path=shown(folder.path),
            name=name,
        ),
        hint=Series((either, PUT_BACK), " "),
    )


def lost(home: Home) -> tuple[tuple[GameFolder, PbemError], ...]:
    """The folders of games and invitations of which nobody can say whose they are, and what to do about each.

    A folder that was made and never filled, because the machine stopped, is none of them.
    """
    found = ((folder, _problem(folder)) for folder in (*home.games(), *home.invitations()))
    return tuple((folder, error) for folder, error in found if error is not None)


def of_game(home: Home, name: str) -> PbemError | None:
    """The same for the game or invitation whose id begins with ``name``, "" for any; None where none is lost."""
    return next((error for folder, error in lost(home) if folder.name.startswith(name)), None)


def check(home: Home, name: str = "") -> None:
    """Raises PbemError ``damaged`` where :func:`of_game` finds one."""
    if (why := of_game(home, name)) is not None:
        raise why


def of_letter(home: Home, offer: Invite, gid: str = "") -> PbemError | None:
    """The same for the game that an invitation or an acceptance began: by its id, or by the invitation on its log."""
    if gid and (why := of_game(home, gid[:16])) is not None:
        return why
    digest = invite_hash(offer.line)
    logs = ((scan_log(folder.log())[0], error) for folder, error in lost(home))
    return next(
        (error for log, error in logs if log is not None and invite_hash(log.invite.line) == digest), None
    )


def _problem(folder: GameFolder) -> PbemError | None:
    try:
        if folder.facts() or not (folder.vault() or folder.log()):
            return None
    except PbemError:
        pass
    return PbemError.of(
        "damaged",
        "The game in {path} cannot be read: its game.json is damaged or gone, and game-again.json, too.",
        path=shown(folder.path),
        hint="Put your backup into a new folder: pbem backup restore FILE --home DIR. What has come since is taken in from "
        "{path}/log.pbem of this folder, or from your mails: pbem import PATH... --home DIR. Without a backup, its "
        "secrets are lost: ask your opponent to end the game.",
    )

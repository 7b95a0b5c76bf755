"""What an import says of a game whose log was damaged."""

from __future__ import annotations

from pbem.bytes.errors import ConflictError
from pbem.bytes.text import shown
from pbem.home import mending
from pbem.home.mending import Mended
from pbem.home.turns.notes import Note
from pbem.port.messages import Message, counted
from pbem.protocol.session import Session
from pbem.store.game import GameFolder


def mended(folder: GameFolder, found: Mended) -> Note:
    """A damaged log of which the whole turn files were kept, before what has come is joined to it."""
    if found.aside is None:
        return Note(
            kind="mended", text=Message("Game {game}: its log was empty.", game=folder.name), code="mended"
        )
    text = counted(
        found.kept,
        "Game {game}: its log was damaged. {n} whole turn file in it is kept; as it was found it lies in {path}.",
        "Game {game}: its log was damaged. {n} whole turn files in it are kept; as it was found it lies in {path}.",
        game=folder.name,
        path=shown(found.aside),
    )
    return Note(kind="mended", text=text, code="mended")


def after_mending(folder: GameFolder, session: Session) -> Note:
    """Whether the log of a mended game is as long as the signing record says, and if not what is missing and who has it."""
    lacking = session.vault.record.missing(session.log)
    if lacking is None:
        text = counted(
            len(session.log.bundles),
            "Game {game} goes on: it has {n} turn file, and none that you have signed is missing.",
            "Game {game} goes on: it has {n} turn files, and none that you have signed is missing.",
            game=folder.name,
        )
        return Note(kind="mended", text=text)
    who = mending.opponent(folder)
    return Note(
        kind="gap",
        text=Message(
            "Game {game}: your turn file {n} is missing. You have signed it, and {who} has it. Nothing is signed in "
            "this game until it is here.",
            game=folder.name,
            n=lacking,
            who=who,
        ),
        hint=Message(
            "Ask {who} for the file log.pbem of this game in their home, or take your sent mails: pbem import PATH...",
            who=who,
        ),
        code="signed-already",
        exit_code=ConflictError.exit_code,
    )

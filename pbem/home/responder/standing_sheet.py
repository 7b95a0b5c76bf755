"""Which sheet of standing orders a responder follows, and what is said of that where one is given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.home.entrusted import both_homes
from pbem.home.entrusted.both_homes import OWNER
from pbem.home.entrusted.left import ENDED, RESPONDER
from pbem.home.entrusted.owner_home import game_in
from pbem.home.games import look, shown
from pbem.home.responder.report import named
from pbem.port.messages import Message
from pbem.store.game import GameFolder


def of(folder: GameFolder) -> GameFolder:
    """The folder whose sheet counts for a game: the player's, also when asked in the responder's home beside it."""
    if not folder.facts().get(OWNER):
        return folder
    return game_in(both_homes.find(folder), folder) or folder


def given(folder: GameFolder, file: str) -> Iterator[str]:
    """Who answers by a sheet that was given now."""
    there, may = _responder(folder)
    place = shown(Path(str(folder.facts().get(RESPONDER) or "")))
    if there == "":
        yield Message(
            "They answer when you type pbem standing follow, or when you have a responder: pbem "
            "responder setup DIR"
        )
    elif there == "here":
        yield Message("Your responder follows them from its next round.")
        if not may:
            yield Message(
                "But its key may sign no decision: pbem responder setup {place} --may all, with your "
                "next turn.",
                place=place,
            )
    else:
        yield Message(
            "Your responder in {place} is not on this machine, and follows the sheet that it has.",
            place=place,
        )
        yield Message(
            "To give it this one, there: pbem --home {place} standing give {file}", place=place, file=file
        )


def dropped(folder: GameFolder) -> Iterator[str]:
    """What a responder does when a sheet was taken back."""
    there, _ = _responder(folder)
    place = shown(Path(str(folder.facts().get(RESPONDER) or "")))
    if there == "here":
        yield Message("Your responder does so too: it leaves every decision to you.")
    elif there:
        yield Message(
            "Your responder in {place} is not on this machine, and follows the sheet that it has.",
            place=place,
        )
        yield Message("To take it back there: pbem --home {place} standing drop", place=place)


def _responder(folder: GameFolder) -> tuple[str, bool]:
    """Whether the responder of a game is "here" or "away", "" without one; and whether its key may sign decisions."""
    if folder.facts().get(OWNER):
        return "here", True
    view = look(folder)
    agent = named(view.log, view.seat)
    if not folder.facts().get(RESPONDER):
        return "", False
    ended = str(folder.facts().get(ENDED) or "").split()
    if agent is not None and agent.key.hex() in ended:
        return "", False
    home = both_homes.find(folder)
    return ("here" if game_in(home, folder) is not None else "away"), agent is None or bool(agent.may)

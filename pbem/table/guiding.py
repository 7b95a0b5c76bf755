"""How far a player is in the guided first turn of a game: a fact of its folder, so that any table takes it up."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.games import guides, registry
from pbem.games.guides import Guide, Step
from pbem.games.registry import GameInfo
from pbem.port.messages import Message
from pbem.store.game import Change, GameFolder

_AT, _LEFT = "guide", "guide-left"


def known(info: GameInfo) -> Guide | None:
    """The guide of a game; None where there is none that can be read."""
    try:
        return guides.guide(info)
    except DataError:  # pbem lint says what is wrong with it
        return None


def asked(game: str) -> Guide:
    """The guide that somebody wants. Raises UsageError ``no-guide``, ``unknown-game``."""
    found = known(registry.info(game))
    if found is None:
        raise UsageError("no-guide", Message("{game} has no guided first turn.", game=game))
    return found


def follows(folder: GameFolder) -> bool:
    """Whether this game was begun with a guide."""
    return _AT in folder.facts()


def keep(folder: GameFolder, at: int, *, left: bool) -> None:
    """Remember the step that comes next, and whether the player has put the guide away."""
    folder.save(Change(facts={**folder.facts(), _AT: at, _LEFT: left}))


def told(folder: GameFolder, info: GameInfo, given: Mapping[str, Json]) -> dict[str, Json]:
    """All steps, the next one's number, and whether the guide is put away; what is ``given`` is kept first."""
    found = known(info)
    if found is None or not follows(folder):
        return {"steps": [], "at": 0, "left": True}
    at, left = given.get("at"), given.get("left")
    if type(at) is int and type(left) is bool:
        keep(folder, max(0, min(at, len(found.steps))), left=left)
    facts = folder.facts()
    return {
        "steps": [_step(each) for each in found.steps],
        "at": facts.get(_AT),
        "left": facts.get(_LEFT) is True,
    }


def _step(step: Step) -> Json:
    return {
        "title": Message(step.title),
        "lines": [Message(each) for each in step.lines],
        "paragraphs": [*step.paragraphs],
        "kinds": [*step.kinds],
        "among": step.among,
        "light": [*step.light],
    }

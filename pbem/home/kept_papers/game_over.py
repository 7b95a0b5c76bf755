"""A game that a paper ended (a resignation, an agreement, a ruling that binds), and the word with which one plays on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.bytes.errors import ConflictError, PbemError
from pbem.home.games import home_of
from pbem.port.messages import Message
from pbem.store.game import Change, GameFolder

if TYPE_CHECKING:
    from pbem.home.kept_papers.reading import Reading

_FACT = "play_on"


def over(folder: GameFolder) -> Iterator[tuple[str, Reading]]:
    """The papers kept with a game that end it, by their digits; what has lapsed because both played on ends nothing."""
    if not folder.papers():
        return  # most games, at every order: the readers of papers are not even loaded
    from pbem.home.kept_papers import kept as kept_papers  # noqa: PLC0415
    from pbem.home.kept_papers import result_reading  # noqa: PLC0415
    from pbem.home.kept_papers.reading import Here, log_of  # noqa: PLC0415
    from pbem.papers import results  # noqa: PLC0415

    log = log_of(folder)
    if log is None:
        return
    here = Here(home=home_of(folder), folder=folder, log=log, seat=str(folder.facts().get("seat", "")))
    for each, paper in kept_papers.of(folder, results.PAPER, results.read):
        try:
            read = result_reading.read(here, paper, results.finding(paper), each.digits)
        except PbemError:
            continue
        if read.over:
            yield each.digits, read


def said(folder: GameFolder) -> str:
    """That a game is over by a signed paper, and how; "" where it is not, or its player plays on all the same."""
    if playing_on(folder):
        return ""
    return Message("The game is over by a signed paper. {over}", over=next(over(folder))[1].over)


def playing_on(folder: GameFolder) -> bool:
    """Whether the player has said that they play on all the same."""
    given = str(folder.facts().get(_FACT) or "").split()
    return all(digits in given for digits, _ in over(folder))


def play_on(folder: GameFolder) -> None:
    """Remember the word of the player that they play on although these papers end the game."""
    found = " ".join(digits for digits, _ in over(folder))
    if found:
        folder.save(Change(facts={**folder.facts(), _FACT: found}))


def check(folder: GameFolder) -> None:
    """Raises ConflictError ``over-on-paper`` when a paper ends the game and its player has not said that they play on."""
    refuse(
        folder,
        Message(
            "To play on all the same: pbem do --play-on, or pbem send --play-on. The paper lapses when both do."
        ),
    )


def refuse(folder: GameFolder, hint: str = "") -> None:
    """Raises the same with another hint; without one, with the paper's next step."""
    if not playing_on(folder):
        digits, read = next(over(folder))
        said = Message("The game is over by a signed paper ({digits}). {over}", digits=digits, over=read.over)
        hint = hint or next(iter(read.then), Message("Nothing is left to do."))
        raise ConflictError("over-on-paper", said, hint=hint)

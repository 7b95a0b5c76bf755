"""What this home has signed as the referee of a game: nothing is signed for it a second time without a word."""

from __future__ import annotations

from pbem.bytes.errors import ConflictError
from pbem.log import Bundle
from pbem.log.entries import Ruling
from pbem.papers.results import SEEN, ResultPaper
from pbem.port.messages import Message
from pbem.replay.ruling_words import told
from pbem.store.game import Change, content_hash
from pbem.store.home import Home
from pbem.view.markup import clean

_TWO_PAPERS = Message("two rulings that name different winners count for nothing.")
_TWO_RULINGS = Message("a second ruling counts only behind the first, so rule on a log that holds that one.")


def remember(home: Home, paper: ResultPaper, day: str, *, again: bool) -> tuple[str, ...]:
    """Note a paper about to be signed as a referee, as :func:`note` does."""
    name, gid = content_hash(paper.sheet.line), paper.log.gid
    return note(home, gid, name, _said(paper), day, again=again, harm=_TWO_PAPERS)


def remember_ruling(
    home: Home, gid: bytes, made: Bundle, ruling: Ruling, day: str, *, again: bool
) -> tuple[str, ...]:
    """Note a ruling that is about to be signed for a game, as :func:`note` does."""
    said = f"{told('', ruling).removeprefix('The referee ')} That is turn file {made.header.n}."
    return note(home, gid, content_hash(made.encode()), said, day, again=again, harm=_TWO_RULINGS)


def note(
    home: Home, gid: bytes, name: str, said: str, day: str, *, again: bool, harm: str
) -> tuple[str, ...]:
    """Note what is about to be signed on ``day`` (ISO) for a game; what was signed for it before, a sentence each.

    ``name`` tells it from everything else, ``harm`` is what a second one would do. The very same once more is no second
    one. Raises ConflictError ``signed-already`` for another one unless ``again``.
    """
    with home.lock():
        folder = home.new_ruling(gid.hex())
        before = folder.facts()
        told_before = tuple(
            Message("You have signed for this game before, {text}", text=text) for text in before.values()
        )
        if name in before:
            return (Message("You have signed this very paper before; it is the same again."),)
        if before and not again:
            raise ConflictError(
                "signed-already",
                " ".join(told_before),
                hint=Message("Nothing was signed. To sign this one as well, add --again: {harm}", harm=harm),
            )
        folder.save(Change(facts={**before, name: Message("on {day}: {said}", day=day, said=said)}))
    return told_before


def before(home: Home, gid: bytes) -> tuple[str, ...]:
    """What this home has signed for a game as its referee, a sentence each; nothing is made."""
    found = next((each for each in home.rulings() if gid.hex().startswith(each.name)), None)
    if found is None:
        return ()
    return tuple(
        Message("You have signed for this game before, {text}", text=text) for text in found.facts().values()
    )


def _said(paper: ResultPaper) -> str:
    outcome, n = paper.outcome, paper.sheet.fields["n"]
    if outcome.how == SEEN:
        return Message("that the log holds as far as turn file {n}.", n=n)
    won = Message("{side} wins", side=outcome.winner) if outcome.winner else Message("a draw")
    return Message("{won} ({level}), after turn file {n}.", won=won, level=clean(outcome.level, 200), n=n)

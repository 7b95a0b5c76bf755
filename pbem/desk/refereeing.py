"""What this home has signed as the referee of a game: nothing is signed for it a second time without a word."""

from __future__ import annotations

from pbem.errors import ConflictError
from pbem.store.game import Change, content_hash
from pbem.store.home import Home
from pbem.trust.results import SEEN, ResultPaper
from pbem.view.markup import clean


def remember(home: Home, paper: ResultPaper, day: str, *, again: bool) -> tuple[str, ...]:
    """Note what is about to be signed as a referee on ``day`` (ISO); what was signed for this game before, a sentence each.

    The very same paper once more is no second one. Raises ConflictError ``signed-already`` for another one unless ``again``.
    """
    with home.lock():
        folder = home.new_ruling(paper.log.gid.hex())
        before = folder.facts()
        name = content_hash(paper.sheet.line)
        told = tuple(f"You have signed for this game before, {text}" for text in before.values())
        if name in before:
            return ("You have signed this very paper before; it is the same again.",)
        if before and not again:
            raise ConflictError(
                "signed-already",
                " ".join(told),
                hint="Nothing was signed. To sign this one as well, add --again: two rulings that name different winners "
                "count for nothing.",
            )
        folder.save(Change(facts={**before, name: f"on {day}: {_said(paper)}"}))
    return told


def _said(paper: ResultPaper) -> str:
    outcome, n = paper.outcome, paper.sheet.fields["n"]
    if outcome.how == SEEN:
        return f"that the log holds as far as turn file {n}."
    won = f"{outcome.winner} wins" if outcome.winner else "a draw"
    return f"{won} ({clean(outcome.level, 200)}), after turn file {n}."

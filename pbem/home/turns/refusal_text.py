"""A refusal in words, for the player whose turn it refuses: which order, why, and what can be done."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import PbemError
from pbem.games import registry
from pbem.home import sentences
from pbem.home.games import Seen
from pbem.home.turns.dropped_turns import refused_by
from pbem.log import Bundle
from pbem.papers import entry_text
from pbem.port.messages import Message, Series, spelled
from pbem.protocol.session import Session
from pbem.view.markup import clean

_WHY = {
    "illegal": Message("the rules do not allow it"),
    "out-of-turn": Message("it was the other side's turn"),
    "not-now": Message("that was not what was owed"),
    "better-dice": Message("the dice were chosen"),
    "wrong-dice": Message("the dice are not those that were thrown"),
    "other-state": Message("the position that it claims is another"),
}


def told(view: Seen | Session, refusal: Bundle, beside: Iterable[Bundle]) -> tuple[str, ...]:
    """What a refusal says of a turn of the reader's, a sentence each; ``beside`` are turn files among which it may be."""
    reject, n = refusal.entries[0], refusal.header.n
    refuser = sentences.who(view, refusal.header.by)
    entry, code = reject.get("entry"), clean(str(reject.get("code", "")), 64)
    number = clean(str(reject.get("par", "")), 40)
    why = Series((_WHY[code], f" ({code})"), "") if code in _WHY else code
    order = _typed(view, refusal, refused_by(refusal, beside))
    lines = [
        Message(
            "{refuser} refuses your turn file {n}: entry {entry}{order}.",
            refuser=refuser,
            n=n,
            entry=entry,
            order=order,
        )
    ]
    rule = _paragraph(view, number)
    lines.append(
        Message(
            "The reason given: {why}{number}{rule}",
            why=why,
            number=f" [{number}]" if number else "",
            rule=Message(": {rule}", rule=rule) if rule else ".",
        )
    )
    return tuple(lines)


def ways(refusal: Bundle, referee: str = "") -> tuple[str, ...]:
    """The two ways of a player whose turn was refused, and the third where there is a referee."""
    accept = Message(
        "`pbem dispute settle --take {hash}` accepts it, if they are right: you write that turn anew.",
        hash=refusal.hash().hex()[:12],
    )
    legal = Message(
        "`pbem dispute evidence` writes the proof, if you hold your turn to be legal, for your opponent "
        "and a referee."
    )
    return (
        accept,
        legal,
        *(
            [Message("{referee} is the referee of this game: send them that proof.", referee=referee)]
            if referee
            else []
        ),
    )


def _typed(view: Seen | Session, refusal: Bundle, refused: Bundle | None) -> str:
    """The order that was refused, as it would be typed; nothing where the turn file is not here."""
    entry = refusal.entries[0].get("entry")
    if refused is None or type(entry) is not int or not refused.header.first <= entry <= refused.header.last:
        return ""
    return f", {clean(entry_text.named(refused, entry, view.game.rules.actions), 300)}"


def _paragraph(view: Seen | Session, number: str) -> str:
    """What a paragraph says, in the words of the program."""
    try:
        found = registry.paragraphs(view.game.info.name) if number else ()
    except (PbemError, OSError, KeyError, TypeError):  # a game without a package has no book at hand
        return ""
    text = next((each.text for each in found if each.number == number), "")
    return clean(spelled(text), 240) if text else ""

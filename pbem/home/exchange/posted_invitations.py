"""An invitation that is posted where many read it: who answers is kept, and one of them is taken.

It is an invitation as any other: no log names a guest, and one game begins from it. That it is posted is known in this home
alone (the fact ``posted``). Answers lie among the papers of the invitation until one of them is taken.
"""

from __future__ import annotations

import textwrap

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, UsageError
from pbem.bytes.records import frozen
from pbem.crypto.keys import fingerprint
from pbem.games import registry
from pbem.games.game_cards import titles
from pbem.home import people
from pbem.home.exchange import invitations
from pbem.home.exchange.waiting_invitations import named
from pbem.home.games import POSTED, pending
from pbem.home.identity import Card, Identity
from pbem.home.rulings import clause as clauses
from pbem.home.turns.agreed_options import agreed_line
from pbem.log import Log, parse_log
from pbem.port.messages import Catalogue, Message, spelled
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home
from pbem.view.markup import clean

MOST = 50
"""Answers that are kept with an invitation."""
_COLUMNS = 72


@frozen(kw_only=True)
class Answer:
    """Somebody who wants to play: ``number`` from 1 in the order in which they answered, and what is known of them."""

    number: int
    log: Log
    met: people.Meeting

    @property
    def who(self) -> str:
        """Their name, as it may be shown, and the code of their key."""
        seat = self.log.accepted.seat
        return Message("{who}, code {code}", who=clean(seat.who, 40), code=fingerprint(seat.identity))


def post(log: Log, tongue: Catalogue, *, until: str = "", pace: str = "", sender: str = "") -> str:
    """What is posted of an invitation: lines for people, then the invitation in letters.

    ``until`` and ``pace`` are words of who posts, ``sender`` is where answers go; each may be "". The last day is for
    readers: nothing happens by itself when it has come.
    """
    offer = log.invite
    info, who, sides = registry.info(offer.game), offer.seat.who, offer.sides
    said = (
        Message("{title}: who plays?", title=info.title),
        "",
        Message("Game: {title}, {edition}", title=info.title, edition=info.edition),
        Message("Scenario: {scenario}", scenario=titles(offer.game, offer.scenario)[1]),
        *agreed_line(offer),
        Message("{who} plays {side}; you play {yours}.", who=who, side=spelled(sides[0]), yours=spelled(sides[1])),
        *((clauses.sentence(offer.referee, known=False),) if offer.referee is not None else ()),
        *((Message("Pace: {pace}", pace=pace),) if pace else ()),
        *((Message("Answers until: {until}", until=until),) if until else ()),
        Message("The code of {who}: {code}", who=who, code=fingerprint(offer.seat.identity)),
        "",
        Message(
            "To answer, save this post as a file and open it in pbem, or type: pbem accept FILE. What that writes goes back "
            "to {sender}. Nobody is bound before {who} has taken one of those who answer.",
            sender=sender or Message("the place where you read this"),
            who=who,
        ),
        "",
    )  # fmt: skip
    lines = (textwrap.fill(clean(tongue.say(line), 500), _COLUMNS) for line in said)
    return "\n".join((*lines, container.armour(container.pack(log.encode()), {"File": "invitation.pbem"})))


def put_up(folder: GameFolder) -> Log:
    """An invitation that was written before is posted from here on."""
    folder.save(Change(facts={**folder.facts(), POSTED: True}))
    return parse_log(folder.log())


def posted(home: Home) -> tuple[GameFolder, ...]:
    """The posted invitations of a home of which nobody is taken yet."""
    return tuple(folder for folder in pending(home) if folder.facts().get(POSTED))


def keep(home: Home, own: Identity | Card, log: Log) -> tuple[GameFolder, Answer] | None:
    """Keep the acceptance of a posted invitation; None when it answers none. A later one of the same key stands in place of
    theirs before.

    Raises ConflictError ``many-answers``.
    """
    with home.lock():
        digest = invitations.digest_of(log.invite)
        folder = next((each for each in posted(home) if each.name == digest[:16]), None)
        if folder is None:
            return None
        data, papers = log.encode(), folder.papers()
        theirs = [name for name, paper in papers if _identity(paper) == log.accepted.seat.identity]
        if not theirs and len(papers) >= MOST:
            raise ConflictError.of(
                "many-answers",
                "{most} answers to this invitation are kept already: this one is not.",
                most=MOST,
                hint="Take one of them: pbem invite answers",
            )
        if data not in [paper for _, paper in papers]:
            folder.save(Change(keep=(data,), drop=tuple(theirs)))
        return folder, next(each for each in answers(home, own, folder) if each.log.encode() == data)


def answers(home: Home, own: Identity | Card, folder: GameFolder) -> tuple[Answer, ...]:
    """Who has answered, in the order in which they did."""
    logs = [invitations.read_acceptance(paper) for _, paper in folder.papers()]
    return tuple(
        Answer(
            number=n, log=log, met=people.meet(home, own, log.accepted.seat.who, log.accepted.seat.identity)
        )
        for n, log in enumerate(logs, 1)
    )


def chosen(home: Home, own: Identity | Card, number: int, wanted: str) -> tuple[Answer, tuple[Answer, ...]]:
    """The answer with a number, and the others; ``wanted``: how the id of the invitation begins, where several are posted.

    UsageError ``no-answer``, and ``no-invitation`` or ``which-invitation``.
    """
    found = answers(home, own, named(posted(home), wanted))
    one = next((each for each in found if each.number == number), None)
    if one is None:
        raise UsageError.of(
            "no-answer",
            "There is no answer {number}.",
            number=number,
            hint="They are listed by: pbem invite answers",
        )
    return one, tuple(each for each in found if each is not one)


def _identity(paper: bytes) -> bytes:
    return invitations.read_acceptance(paper).accepted.seat.identity

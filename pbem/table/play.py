"""What the page can ask for once its door is open: each request by name, with the values that came along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import SystemRandom
from urllib.parse import unquote

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.home import sentences
from pbem.home.disputes import refusing
from pbem.home.exchange import fetching, receiving
from pbem.home.exchange.receiving import Import
from pbem.home.papers import game_over
from pbem.home.play import orders as playing
from pbem.home.play import recommended
from pbem.mail.settings import read_settings
from pbem.mail.sources import Letter
from pbem.port.messages import ENGLISH, LANGUAGES, Message
from pbem.table import (
    beginning,
    beside,
    forms,
    incoming,
    looks,
    news,
    orders,
    position,
    sending,
    side_entries,
    unasked,
)
from pbem.table.incoming import Incoming
from pbem.table.legal_orders import Stand
from pbem.table.open_home import Room
from pbem.table.sending import Letter as Outgoing
from pbem.table.what_if import Trial
from pbem.view.markup import clean

_MAX_UNITS = 40
_MAX_WORD = 200
_MAX_THEN = 4
Given = Mapping[str, Json]


def chosen(room: Room) -> str:
    """The game that is looked at; empty while one has to be chosen."""
    try:
        return room.folder().name
    except UsageError:
        return ""


# --- looking ----------------------------------------------------------------------------------------------------------


def _choose(room: Room, given: Given) -> Json:
    room.choose(_word(given, "game"))
    return position.position(room)


def _position(room: Room, _given: Given) -> Json:
    return position.position(room)


def _board(room: Room, _given: Given) -> Json:
    return room.board(room.stand().scene).json()


def _unit(room: Room, given: Given) -> Json:
    names = _words(given, "units")
    found = orders.unit(room.stand(), names)
    if len(names) != 1:
        return found
    unsent = beside.Annals()
    for each in room.session().happened if room.trial is None else ():
        unsent.add(each)
    return {**found, "history": [*unsent.of(names[0]), *room.annals.of(names[0])]}


def _cell(room: Room, given: Given) -> Json:
    """What the chosen units, or the side without any, could do there; the cell's sheet where that is nothing."""
    stand, cell, units = _aim(room, given)
    aimed = orders.aimed(stand, units, cell)
    return {"cell": cell, "sheet": [] if units or aimed["count"] else orders.sheet(stand, cell), **aimed}


def _why(room: Room, given: Given) -> Json:
    """Why the chosen units may not be ordered to a cell: asked by itself, because to find what is missing may take long."""
    stand, cell, units = _aim(room, given)
    return {"cell": cell, "why": orders.why(stand, units, cell)}


def _aim(room: Room, given: Given) -> tuple[Stand, str, list[str]]:
    stand, cell = room.stand(), _word(given, "cell")
    if cell not in stand.cells and cell not in stand.places.values():
        raise UsageError("no-cell", Message("There is no place {cell!r}.", cell=cell[:60]))
    return stand, cell, [name for name in _words(given, "units") if name in stand.places]


def _legend(room: Room, given: Given) -> Json:
    """The key of the map, in the language asked for."""
    stand = room.stand()
    return beside.legend(room.board(stand.scene), stand, room.tongue(_word(given, "language") or "en").say)


def _orders(room: Room, given: Given) -> Json:
    start = given.get("start")
    return orders.listed(
        room.stand(), _word(given, "kind"), _word(given, "words"), start if type(start) is int else 0
    )


def _form(room: Room, given: Given) -> Json:
    stand, kind = room.stand(), _word(given, "kind")
    if not stand.codec.knows(kind):
        raise UsageError("unknown-order", Message("There is no order {kind!r}.", kind=kind[:40]))
    return forms.form(stand, kind)


def _rule(room: Room, given: Given) -> Json:
    """What a paragraph says, in the words of this program."""
    number, game = _word(given, "paragraph"), room.session().game.info.name
    found = next((each for each in registry.paragraphs(game) if each.number == number), None)
    return {"text": found.text if found is not None else ""}


def _check(room: Room, given: Given) -> Json:
    return orders.preview(room.stand(), _order(room, given))


# --- acting -----------------------------------------------------------------------------------------------------------


def _do(room: Room, given: Given) -> Json:
    """An order, and with it the answers (``then``) to what it asks at once: all of them or none."""
    action = _order(room, given)
    more = given.get("then")
    answers = more[:_MAX_THEN] if isinstance(more, list) else []
    then = [forms.loaded(room.stand(), each) for each in answers if isinstance(each, dict)]
    if room.trial is not None:
        room.trial.give(action)
        for each in then:
            room.trial.give(each)
        return position.position(room)
    game_over.check(room.folder())
    with room.home.lock():
        session = playing.onward(playing.onward(room.session()).order(action))
        for each in then:
            session = playing.onward(session.order(each))
        room.keep(session)
        wrote = unasked.write(room)
    return {**position.position(room), "wrote": wrote}


def _recommended(room: Room, _given: Given) -> Json:
    """All of a decision as the game's own player would take it, each order judged; one undo takes it back."""
    _real(room)
    game_over.check(room.folder())
    with room.home.lock():
        session = playing.onward(room.session())
        had = playing.undoable(session)[0]
        room.keep(recommended.given(session, lambda now, order: playing.onward(now.order(order))))
        wrote = unasked.write(room)
        count = playing.undoable(room.session())[0] - had
        recommended.remember(room.folder(), room.session(), count)
    return {**position.position(room), "wrote": wrote, "together": count}


def _undo(room: Room, given: Given) -> Json:
    """The last ``count`` orders, ``all``, or without either the last one with those that were given with it."""
    if room.trial is not None:
        room.trial.undo()
        return position.position(room)
    count = given.get("count")
    with room.home.lock():
        session = room.session()
        last = count if type(count) is int else recommended.last(room.folder(), session)
        session = unasked.back(session, last, everything=given.get("all") is True)
        room.keep(session)
    return position.position(room)


def _onward(room: Room, _given: Given) -> Json:
    """What decides nothing is written; the position after it, and what that was."""
    wrote = unasked.write(room)
    return {**position.position(room), "wrote": wrote}


def _answer(room: Room, _given: Given) -> Json:
    """Write what needs no decision; the page has asked before, because it cannot be taken back."""
    _real(room)
    with room.home.lock():
        room.keep(room.session().automatic())
    return position.position(room)


# --- mail -------------------------------------------------------------------------------------------------------------


def _mail(room: Room, _given: Given) -> Json:
    return sending.settings(room)


def _send(room: Room, given: Given) -> Json:
    _real(room)
    spoken = _word(given, "language")
    letter = Outgoing(
        way=_word(given, "way"),
        sender=_word(given, "from").strip(),
        recipient=_word(given, "to").strip(),
        language=spoken if spoken in LANGUAGES else ENGLISH.code,
    )
    sent = sending.send(room, letter, partial=given.get("partial") is True)
    wrote = unasked.write(room) if "out" not in sent else []
    return {"sent": sent, "position": {**position.position(room), "wrote": wrote}}


def upload(room: Room, data: bytes, name: str) -> Json:
    """A file, a mail or pasted letters: what is in it, and nothing stored."""
    _real(room)
    where = clean(unquote(name), 80) or Message("what you gave")
    pieces, bad = receiving.pieces_of(Letter(data=data, where=where), "")
    paper = side_entries.look(room, pieces)
    if paper is not None:
        room.incoming = Incoming(pieces=pieces, found=Import(notes=(), games={}), steps=())
        return paper
    room.incoming = incoming.look(room.home, room.identity, room.folder().name, pieces, bad, room.opened)
    return room.incoming.json()


def _fetch(room: Room, _given: Given) -> Json:
    """The turns in the mailbox: stored as ``pbem fetch`` stores them, then played back."""
    _real(room)
    got = fetching.fetch(
        room.home, room.identity, read_settings(room.home.path), room.environ, today=room.clock().date()
    )
    game = room.folder().name
    room.incoming = Incoming(pieces=(), found=got.found, steps=incoming.steps(got.found, game), kept=True)
    _took(room, room.incoming)
    return {**room.incoming.json(), "mails": got.mails}


def _step(room: Room, given: Given) -> Json:
    """One step of what came in: the position after it, and what happened."""
    came, n = _came(room), given.get("n")
    if type(n) is not int or not 0 <= n < len(came.steps):
        raise UsageError("no-step", Message("There is no such step."))
    each, session = came.steps[n], room.session()
    rules = session.game.rules
    scene = rules.scene(each.position.game, session.side, recent=each.outcomes)
    return {
        **position.scenery(room, scene, rules, each.position.game, session.side),
        "n": n,
        "entry": each.entry,
        "outcomes": [orders.outcome(outcome) for outcome in each.outcomes],
    }


def _accept(room: Room, _given: Given) -> Json:
    came = _came(room)
    room.incoming = incoming.accept(room.home, room.identity, room.folder().name, came, room.opened)
    _took(room, room.incoming)
    wrote = unasked.write(room)
    return {"came": room.incoming.json(), "position": {**position.position(room), "wrote": wrote}}


def _beside(name: str) -> Callable[[Room, Given], Json]:
    """A request that writes something beside the orders, and the position after it."""

    def answer(room: Room, given: Given) -> Json:
        _real(room)
        side_entries.CHANGES[name](room, given)
        return position.position(room)

    return answer


def _took(room: Room, came: Incoming) -> None:
    """What happened in the game looked at."""
    here = came.found.games.get(room.folder().name)
    if here is not None:
        room.keep(here.session, store=False, more=here.happened)


def _drop(room: Room, given: Given) -> Json:
    room.incoming = None
    return _onward(room, given)


def _play_on(room: Room, _given: Given) -> Json:
    """The player's word that they play on although the game is over on paper; the page has asked before."""
    _real(room)
    with room.home.lock():
        game_over.play_on(room.folder())
    return position.position(room)


def _refuse(room: Room, _given: Given) -> Json:
    """Sign the refusal of a turn file that does not hold; sending it is the next step."""
    _real(room)
    with room.home.lock():
        session, _ = refusing.refuse(room.folder(), room.identity, room.session())
        room.keep(session, store=False)
    room.incoming = None
    return {"said": [sentences.next_debt(session)], "position": position.position(room)}


# --- what if ----------------------------------------------------------------------------------------------------------


def _try(room: Room, _given: Given) -> Json:
    if room.trial is None:
        room.trial = Trial.of(room.session(), SystemRandom())
    return position.position(room)


def _advise(room: Room, _given: Given) -> Json:
    if room.trial is None:
        raise UsageError("no-trial", Message("Only in the sandbox does the computer decide for you."))
    room.trial.advise()
    return position.position(room)


def _discard(room: Room, _given: Given) -> Json:
    room.trial = None
    return position.position(room)


# --- reading what came ------------------------------------------------------------------------------------------------


def _real(room: Room) -> None:
    if room.trial is not None:
        raise UsageError(
            "trial", Message("A what-if is open: it changes nothing real."), hint=Message("Discard it first.")
        )


def _came(room: Room) -> Incoming:
    if room.incoming is None:
        raise UsageError(
            "nothing-came", Message("There is no turn to look at."), hint=Message("Choose the file again.")
        )
    return room.incoming


def _order(room: Room, given: Given) -> AttrsInstance:
    stand, obj = room.stand(), given.get("order")
    if isinstance(obj, dict):
        return forms.loaded(stand, obj)
    fields = given.get("fields")
    return forms.filled(stand, _word(given, "kind"), fields if isinstance(fields, dict) else {})


def _word(given: Given, name: str) -> str:
    value = given.get(name, "")
    return value[:_MAX_WORD] if isinstance(value, str) else ""


def _words(given: Given, name: str) -> list[str]:
    value = given.get(name)
    found = value if isinstance(value, list) else []
    return [item[:_MAX_WORD] for item in found[:_MAX_UNITS] if isinstance(item, str)]


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "accept": _accept,
    "advise": _advise,
    "answer": _answer,
    "board": _board,
    "cell": _cell,
    "check": _check,
    "choose": _choose,
    "discard": _discard,
    "do": _do,
    "drop": _drop,
    "fetch": _fetch,
    "form": _form,
    "layer": lambda room, given: looks.layer(room, _word(given, "layer"), _word(given, "side")),
    "legend": _legend,
    "look": lambda room, given: looks.look(room, _word(given, "mode")),
    "mail": _mail,
    "news": news.news,
    "onward": _onward,
    "orders": _orders,
    "play-on": _play_on,
    "position": _position,
    "recommended": _recommended,
    "refuse": _refuse,
    "rule": _rule,
    "send": _send,
    "step": _step,
    "try": _try,
    "undo": _undo,
    "unit": _unit,
    "why": _why,
    **beginning.ANSWERS,
    **side_entries.ANSWERS,
    **{name: _beside(name) for name in side_entries.CHANGES},
}

UPLOADS: Mapping[str, Callable[[Room, bytes, str], Json]] = {
    "brought": beginning.brought,
    "incoming": upload,
}
"""Requests whose body is a file, which has a name."""

SLOW = frozenset({"fetch", "send"})
"""Requests that may wait for a mail server: they hold the home only while they read or write it."""

__all__ = ["ANSWERS", "SLOW", "UPLOADS", "chosen"]

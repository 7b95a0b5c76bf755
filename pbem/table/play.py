"""What the page can ask for once its door is open: each request by name, with the values that came along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import unquote

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.home import sentences
from pbem.home.arriving import fetching, receiving
from pbem.home.arriving.receiving import Import
from pbem.home.disputes import refusing
from pbem.home.kept_papers import game_over
from pbem.home.viewing import map_options
from pbem.mail.settings import read_settings
from pbem.mail.sources import Letter
from pbem.port import insight
from pbem.port.messages import ENGLISH, LANGUAGES, Message
from pbem.port.scene import Layer
from pbem.table import (
    acting,
    automatic_entries,
    beginning,
    beside,
    forms,
    incoming,
    my_copy,
    my_copy_compare,
    my_pictures,
    news,
    noting,
    orders,
    position,
    roll_results,
    sending,
    side_entries,
    sitting,
)
from pbem.table.incoming import Incoming
from pbem.table.legal_orders import Stand
from pbem.table.open_home import Room
from pbem.table.request_fields import Given, order, real, word, words
from pbem.table.sending import Letter as Outgoing
from pbem.table.turn_guide import turn_guide
from pbem.view.map import layers
from pbem.view.markup import clean


def chosen(room: Room) -> str:
    """The game that is looked at; empty while one has to be chosen."""
    try:
        return room.folder().name
    except UsageError:
        return ""


# --- looking ----------------------------------------------------------------------------------------------------------


def _choose(room: Room, given: Given) -> Json:
    room.choose(word(given, "game"))
    return position.position(room)


def _unit(room: Room, given: Given) -> Json:
    names = words(given, "units")
    found = orders.unit(room.stand(), names)
    if len(names) != 1:
        return found
    unsent = beside.Annals()
    for each in room.session().happened if room.trial is None else ():
        unsent.add(each)
    return {**found, "history": [*unsent.of(names[0]), *room.annals().of(names[0])]}


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
    stand, cell = room.stand(), word(given, "cell")
    if cell not in stand.cells and cell not in stand.places.values():
        raise UsageError.of("no-cell", "There is no place {cell!r}.", cell=cell[:60])
    return stand, cell, [name for name in words(given, "units") if name in stand.places]


def _legend(room: Room, given: Given) -> Json:
    """How a turn goes, and the key of the map, in the language asked for."""
    stand = room.stand()
    language = word(given, "language") or "en"
    return {
        **beside.legend(room.board(stand.scene), stand, room.tongue(language).say),
        "turn": turn_guide(stand.game.info.name, language),
    }


def _orders(room: Room, given: Given) -> Json:
    start = given.get("start")
    return orders.listed(
        room.stand(), word(given, "kind"), word(given, "words"), start if type(start) is int else 0
    )


def _form(room: Room, given: Given) -> Json:
    stand, kind = room.stand(), word(given, "kind")
    if not stand.codec.knows(kind):
        raise UsageError.of("unknown-order", "There is no order {kind!r}.", kind=kind[:40])
    return forms.form(stand, kind)


def _rule(room: Room, given: Given) -> Json:
    """What a paragraph says, in the words of this program."""
    number, game = word(given, "paragraph"), room.session().game.info.name
    found = next((each for each in registry.paragraphs(game) if each.number == number), None)
    return {"text": found.text if found is not None else ""}


# --- mail -------------------------------------------------------------------------------------------------------------


def _send(room: Room, given: Given) -> Json:
    real(room)
    spoken = word(given, "language")
    letter = Outgoing(
        way=word(given, "way"),
        sender=word(given, "from").strip(),
        recipient=word(given, "to").strip(),
        language=spoken if spoken in LANGUAGES else ENGLISH.code,
    )
    sent = sending.send(room, letter, partial=given.get("partial") is True)
    wrote = automatic_entries.write(room) if "out" not in sent else []
    sitting.go_on(room)
    return {"sent": sent, "position": {**position.position(room), "wrote": wrote}}


def upload(room: Room, data: bytes, name: str) -> Json:
    """A file, a mail or pasted letters: what is in it, and nothing stored."""
    real(room)
    where = clean(unquote(name), 80) or Message("what you gave")
    pieces, bad = receiving.pieces_of(Letter(data=data, where=where), "")
    paper = side_entries.look(room, pieces)
    if paper is not None:
        room.incoming = Incoming(pieces=pieces, found=Import(notes=(), games={}), steps=())
        return paper
    room.incoming = incoming.look(room.home, room.identity, room.folder().name, pieces, bad, room.opened)
    return room.incoming.json()


def _fetch(room: Room, _given: Given) -> Json:
    """The turns in the mailbox: stored as ``pbem import`` stores them, then played back."""
    real(room)
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
        raise UsageError.of("no-step", "There is no such step.")
    each, session = came.steps[n], room.session()
    rules = session.game.rules
    scene = rules.scene(each.position.game, session.side, recent=each.outcomes)
    return {
        **position.scenery(room, scene, rules, each.position.game, session.side),
        "n": n,
        "entry": each.entry,
        "outcomes": [orders.outcome(outcome) for outcome in each.outcomes],
        "fell": roll_results.told((each,)) if roll_results.own(each, session.seat) else [],
    }


def _accept(room: Room, _given: Given) -> Json:
    came = _came(room)
    room.incoming = incoming.accept(room.home, room.identity, room.folder().name, came, room.opened)
    _took(room, room.incoming)
    sitting.go_on(room)
    wrote = automatic_entries.write(room)
    return {"came": room.incoming.json(), "position": {**position.position(room), "wrote": wrote}}


_CHANGES = {**side_entries.CHANGES, "follow": automatic_entries.follow}


def _beside(name: str) -> Callable[[Room, Given], Json]:
    """A request that writes something beside the orders, and the position after it."""

    def answer(room: Room, given: Given) -> Json:
        real(room)
        _CHANGES[name](room, given)
        return position.position(room)

    return answer


def _took(room: Room, came: Incoming) -> None:
    """What happened in the game looked at."""
    here = came.found.games.get(room.folder().name)
    if here is not None:
        room.keep(here.session, store=False)


def _drop(room: Room, given: Given) -> Json:
    room.incoming = None
    sitting.go_on(room)
    return acting.onward(room, given)


def _play_on(room: Room, _given: Given) -> Json:
    """The player's word that they play on although the game is over by a signed paper; the page has asked before."""
    real(room)
    with room.home.lock():
        game_over.play_on(room.folder())
    return position.position(room)


def _refuse(room: Room, _given: Given) -> Json:
    """Sign the refusal of a turn file that does not hold; sending it is the next step."""
    real(room)
    with room.home.lock():
        session, _ = refusing.refuse(room.folder(), room.identity, room.session())
        room.keep(session, store=False)
    room.incoming = None
    return {"said": [sentences.next_debt(session)], "position": position.position(room)}


def _came(room: Room) -> Incoming:
    if room.incoming is None:
        raise UsageError.of("nothing-came", "There is no turn to look at.", hint="Choose the file again.")
    return room.incoming


def _layer(room: Room, given: Given) -> Json:
    """A layer of the map for one side: its ``drawing``, what the ``key`` says of it, and a sample for each line of that
    (``swatches``, 24 by 17 pixels). Raises UsageError ``no-layer``."""
    stand, name, side = room.stand(), word(given, "layer"), word(given, "side")
    rules = stand.game.rules
    if side not in rules.sides or name not in [known for known, _ in insight.layers(rules)]:
        raise UsageError.of("no-layer", "There is no such layer.")
    found = insight.layer(rules, stand.state, side, name)
    return _drawn(room, () if found is None else (found,))


def _look(room: Room, given: Given) -> Json:
    """What lies over the ground in a mode of the map (``units``, ``control``, ``supply``, ``terrain``), as :func:`_layer`
    gives it; the page itself takes the counters away. Raises UsageError ``no-look``."""
    stand, mode = room.stand(), word(given, "mode")
    if mode not in map_options.MODES:
        raise UsageError.of("no-look", "There is no such layer.")
    return _drawn(room, map_options.mode_layers(stand.game.rules, stand.state, stand.scene, mode))


def _drawn(room: Room, found: Sequence[Layer]) -> Json:
    if not found:
        return {"drawing": "", "key": [], "swatches": []}
    on = room.board(room.stand().scene)
    drawing = layers.definitions(found) + layers.draw_layers(found, on.layout)
    rows = tuple(layers.entries(found))
    return {
        "drawing": drawing,
        "key": [words for _, _, words in rows],
        "swatches": [layers.swatch(style) for _, style, _ in rows],
    }


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "accept": _accept,
    "board": lambda room, _given: room.board(room.stand().scene).json(room.reader),
    "cell": _cell,
    "check": lambda room, given: orders.preview(room.stand(), order(room, given)),
    "choose": _choose,
    "drop": _drop,
    "fetch": _fetch,
    "form": _form,
    "layer": _layer,
    "legend": _legend,
    "look": _look,
    "mail": lambda room, _given: sending.settings(room),
    "news": news.news,
    "orders": _orders,
    "play-on": _play_on,
    "position": lambda room, _given: position.position(room),
    "refuse": _refuse,
    "rule": _rule,
    "send": _send,
    "step": _step,
    "unit": _unit,
    "why": _why,
    **acting.ANSWERS,
    **beginning.ANSWERS,
    **noting.ANSWERS,
    **my_copy.ANSWERS,
    **my_copy_compare.ANSWERS,
    **my_pictures.ANSWERS,
    **automatic_entries.ANSWERS,
    **side_entries.ANSWERS,
    **sitting.ANSWERS,
    **{name: _beside(name) for name in _CHANGES},
}

UPLOADS: Mapping[str, Callable[[Room, bytes, str], Json]] = {
    "brought": beginning.brought,
    "incoming": upload,
    "copy-compare": my_copy_compare.compare,
    "own-part": my_pictures.part,
}
"""Requests whose body is a file, which has a name."""

SLOW = frozenset({"fetch", "own-end", "send"})
"""Requests that may wait for a mail server, or read a large file of others: they hold the home only while they read or
write it."""

__all__ = ["ANSWERS", "SLOW", "UPLOADS", "chosen"]

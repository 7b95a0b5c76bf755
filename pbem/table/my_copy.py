"""The page "My copy": what an owner of the printed game types, cell by cell, with every request by name."""

from __future__ import annotations

import base64
import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.games.forms import Cell, Form, State, shown
from pbem.games.forms.form import column_of
from pbem.games.packs.pack import code_of
from pbem.home import identity
from pbem.home.owner import copies, packing, second_look
from pbem.home.owner.copies import Copy
from pbem.home.owner.journal import Entry
from pbem.home.owner.packing import About
from pbem.home.packs import installed
from pbem.table import my_copy_map
from pbem.table.open_home import Room
from pbem.table.request_fields import Given, word
from pbem.view.markup import clean

ROWS = 40
"""So many rows of a form are shown at once."""
_CELLS = 600
_LONG = 400
_NOTHING = "-"
"""What is typed where nothing is printed."""
_DOUBT = " ?"
"""What a typed text ends with when its writer is not sure of it."""


def _open(room: Room, given: Given) -> Copy:
    return copies.copy_of(room.home, word(given, "game"))


def _overview(room: Room, given: Given) -> Json:
    """The forms of a game and how far each is typed."""
    copy = _open(room, given)
    card = identity.card(room.home) if room.home.identity() is not None else None
    by = card.name if card is not None and not identity.unnamed(card) else ""
    return {**_counted(copy), "title": registry.info(copy.game).title, "by": by}


def _counted(copy: Copy) -> dict[str, Json]:
    return {
        "game": copy.game,
        "undo": copy.undo,
        "facts": sum(each.facts for each in copy.forms),
        "left": sum(each.facts - each.given for each in copy.forms),
        "forms": [
            {
                "id": each.id,
                "title": each.title,
                "facts": each.facts,
                "left": each.facts - each.given,
                "unsure": each.unsure,
            }
            for each in copy.forms
        ],
    }


# --- one form -----------------------------------------------------------------------------------------------------------


def _page(room: Room, given: Given) -> Json:
    """So many rows of a form, from row ``from`` on or from that of the cell ``at``."""
    copy = _open(room, given)
    form = copy.form(word(given, "form"))
    rows, first, at = _rows(form), given.get("from"), word(given, "at")
    start = first if type(first) is int and 0 <= first < len(rows) else 0
    if at:
        start = next((n for n, row in enumerate(rows) if any(each.address == at for each in row)), start)
        start -= start % ROWS
    chosen: list[Sequence[Cell]] = []
    for row in rows[start : start + ROWS]:
        if chosen and sum(map(len, chosen)) + len(row) > _CELLS:
            break
        chosen.append(row)
    several = len({row[0].table for row in rows}) > 1
    columns = dict.fromkeys(each.column for row in chosen for each in row if each.facts)
    return {
        "form": form.id,
        "title": form.title,
        "from": start,
        "rows": [_row(row, several=several) for row in chosen],
        "of": len(rows),
        "columns": [clean(each, 60) for each in columns],
        "lists": [[table, words] for table, words in copies.addable(copy.game, form.id).items()],
        "map": my_copy_map.paintable(form),
    }


def _map(room: Room, given: Given) -> Json:
    """A form of hexes as a map to be painted."""
    copy = _open(room, given)
    form = copy.form(word(given, "form"))
    if not my_copy_map.paintable(form):
        raise UsageError.of("no-map", "This form is no map of hexes: type it as a grid.")
    return my_copy_map.painted(copy, form)


def _rows(form: Form) -> list[Sequence[Cell]]:
    found: dict[object, list[Cell]] = {}
    for cell in form.cells:
        found.setdefault((cell.table, cell.row), []).append(cell)
    return list(found.values())


def _row(cells: Sequence[Cell], *, several: bool) -> Json:
    """A row: what names it, with its table where a form has several, and its cells by column."""
    names = [each.text for each in cells if not each.facts and each.text]
    table = column_of(cells[0].table[2:]) if several else ""
    return {
        "name": clean(" · ".join(filter(None, (table, " ".join(names) or cells[0].row))), 80),
        "cells": {clean(each.column, 60): _cell(each) for each in cells if each.facts},
    }


def _cell(cell: Cell) -> Json:
    ours = shown(cell.ours, cell.kind)
    found: dict[str, Json] = {"at": cell.address, "ours": clean(ours, _LONG), "state": cell.state.value}
    if cell.state is not State.OURS:
        found["text"] = clean(cell.text, _LONG)
    if cell.source and cell.state is State.OURS:
        found["source"] = clean(cell.source, 200)
    if cell.kind.words and cell.kind.name == "text":
        found["words"] = [clean(each, 60) for each in cell.kind.words]
    return found


# --- typing -------------------------------------------------------------------------------------------------------------


def _type(room: Room, given: Given) -> Json:
    """Some cells, ``[address, text]`` each; a text that is null is ours again, "-" is nothing, " ?" behind it doubt."""
    entries = _entries(given)
    copy, wrong = copies.enter(room.home, _open(room, given), entries)
    places = [each.address for each in entries if not wrong]
    return {
        **_counted(copy),
        "wrong": [{"at": clean(each.address, 120), "why": each.why} for each in wrong],
        # One that ours has not is gone when it is ours again.
        "cells": {each: _cell(copy.cells.get(each) or copy.blank_cell(each)) for each in places},
    }


def _entries(given: Given) -> list[Entry]:
    """The cells of a request. Raises UsageError ``bad-cells``."""
    cells = given.get("cells")
    found: list[Entry] = []
    for each in cells if isinstance(cells, list) else [None]:
        match each:
            case [str(address), None]:
                found.append(Entry(address=address, text=None))
            case [str(address), str(text)]:
                plain = unicodedata.normalize("NFC", text.strip())
                unsure = plain.endswith(_DOUBT)
                sure = plain.removesuffix(_DOUBT).strip()
                found.append(Entry(address=address, text="" if sure == _NOTHING else sure, unsure=unsure))
            case _:
                raise UsageError.of("bad-cells", "A cell is its address and its text.")
    return found


def _undo(room: Room, given: Given) -> Json:
    before = _open(room, given)
    after = copies.take_back(room.home, before)
    changed = [
        address
        for address in {**before.typed, **after.typed}
        if before.typed.get(address) != after.typed.get(address)
    ]
    place = before if changed and changed[0] not in after.cells else after
    where: dict[str, Json] = {"form": place.home_of(changed[0]).id, "at": changed[0]} if changed else {}
    return {**_counted(after), "n": len(changed), **where}


def _next(room: Room, given: Given) -> Json:
    """The next cell that is still ours, behind ``at`` or from the beginning of ``form``; none when all is typed."""
    copy = _open(room, given)
    cells = [(form, cell) for form in copy.forms for cell in form.cells if cell.facts]
    form, at = word(given, "form"), word(given, "at")
    start = next((n + 1 for n, (_, cell) in enumerate(cells) if cell.address == at), None)
    if start is None:
        start = next((n for n, (found, _) in enumerate(cells) if found.id == form), 0)
    turned = (*cells[start:], *cells[:start])
    found = next(((each, cell) for each, cell in turned if cell.state is State.OURS), None)
    return {"form": found[0].id, "at": found[1].address} if found is not None else {}


# --- looking again ------------------------------------------------------------------------------------------------------


def _check(room: Room, given: Given) -> Json:
    copy = _open(room, given)
    found = packing.check(copy)
    return {
        "faults": [_fault(copy, fault.text, fault.hint, at) for fault, at in found.faults],
        "warnings": [_fault(copy, fault.text, fault.hint, at) for fault, at in found.warnings],
        "usable": found.game is not None,
    }


def _fault(copy: Copy, text: str, hint: str, at: str) -> Json:
    form = copy.home_of(at).id if at in copy.cells else ""
    return {"text": text, "hint": hint, "at": clean(at, 120), "form": form}


def _look(room: Room, given: Given) -> Json:
    """Cells to be typed again: where they stand, and not what was typed."""
    copy = _open(room, given)
    cells = second_look.drawn(copy, secrets.SystemRandom())
    return {
        "cells": [
            {
                "at": each.address,
                "title": copy.home_of(each.address).title,
                "row": clean(each.row, 80),
                "column": clean(each.column, 60),
            }
            for each in cells
        ]
    }


def _told(room: Room, given: Given) -> Json:
    """What came of it: how many came out otherwise, and how bad the rest may be."""
    found = second_look.told(_open(room, given), _entries(given))
    return {
        "n": found.cells,
        "most": found.most,
        "wrong": [
            {"at": cell.address, "typed": clean(cell.text, _LONG), "again": clean(text, _LONG)}
            for cell, text in found.wrong
        ],
    }


def _save(room: Room, given: Given) -> Json:
    """The copy as a pack of the home, on which games can be begun, and the file to pass it on."""
    about = About(name=word(given, "name"), by=word(given, "by"), source=word(given, "source"))
    copy = _open(room, given)
    game, warnings = packing.install(room.home, copy, about)
    return {
        "name": about.name,
        "code": code_of(game.data_digest),
        "file": base64.b64encode(installed.packed(packing.pack_of(copy, about))).decode(),
        "as": f"{about.name}-pack.pbem",
        "warnings": [each.text for each in warnings],
    }


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "copy": _overview,
    "copy-check": _check,
    "copy-look": _look,
    "copy-map": _map,
    "copy-next": _next,
    "copy-page": _page,
    "copy-save": _save,
    "copy-told": _told,
    "copy-type": _type,
    "copy-undo": _undo,
}

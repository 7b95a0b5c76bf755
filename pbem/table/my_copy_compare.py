"""Two owners compare what they have typed by digests form by form (``schemas/pack.md``): neither shows a number of it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.games.forms.digests import block_of, read_digests, written
from pbem.home.owner import copies, packing
from pbem.home.owner.copies import Copy
from pbem.home.owner.packing import About
from pbem.home.packs import forms as pack_forms
from pbem.home.packs.forms import Forms
from pbem.table.open_home import Room
from pbem.table.request_fields import Given, word
from pbem.view.markup import clean

_MOST = 40
"""So many rows of a form are named."""


def _forms(copy: Copy) -> Forms:
    return pack_forms.forms_of(copy.game, packing.pack_of(copy, About()) if copy.typed else None)


def _digests(room: Room, given: Given) -> Json:
    """The file to be passed on."""
    copy = copies.copy_of(room.home, word(given, "game"))
    data = written(pack_forms.salted(_forms(copy)))
    return {"file": base64.b64encode(data).decode(), "name": f"{copy.game}.digests"}


def compare(room: Room, data: bytes, about: str) -> Json:
    """The forms in which another owner's digests differ from what was typed here, with the first cell of each row."""
    copy, theirs = copies.copy_of(room.home, about), read_digests(data)
    if theirs.game != copy.game:
        raise UsageError.of(
            "pack-game",
            "The digests are for {game}, not for {mine}.",
            game=theirs.game,
            mine=registry.info(copy.game).title,
        )
    mine = _forms(copy)
    places = {block_of(cell): cell.address for form in reversed(mine.forms) for cell in reversed(form.cells)}
    return {
        "same": theirs.data == mine.data,
        "forms": [
            {
                "id": clean(each.id, 80),
                "title": clean(each.title, 120),
                "rows": each.blocks,
                "of": each.of,
                "first": [[clean(block, 80), places.get(block, "")] for block in each.first],
            }
            for each in pack_forms.compared(mine, theirs, _MOST)
        ],
    }


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {"copy-digests": _digests}

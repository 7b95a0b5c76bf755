"""Two packs held against each other without showing a number (``schemas/pack.md``, *Digests*).

Each form is cut into blocks: the row of a chart or a counter, ten hexes of a column, the sides and roads that begin there.
A block has a digest over its cells and a salt that both share, so that two players find the block in which they differ, and
look there at the paper. The digests are not secret: the values of a small block can be guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pbem.bytes.canon import tagged_hash
from pbem.bytes.errors import FormatError
from pbem.bytes.records import frozen
from pbem.bytes.text import shown
from pbem.games.forms.form import Cell, Form, column_of
from pbem.port.messages import Message

HEAD = "pbem pack digests 1"
MOST_BYTES = 4_000_000
_SALT = re.compile(r"[0-9a-f]{32}")
_DATA = re.compile(r"[0-9a-f]{64}")
_DIGEST = re.compile(r"[0-9a-f]{12}")
_GAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_HEX = re.compile(r"([A-Z]*[0-9]{3})[0-9](?:[/-][A-Z]*[0-9]{4})?")


@frozen(kw_only=True)
class Digests:
    """The digests of a game's forms: by form, by block. ``data`` is the digest of all tables (64 hex digits)."""

    game: str
    data: str
    salt: str
    forms: Mapping[str, Mapping[str, str]]


def block_of(cell: Cell) -> str:
    """The block in which a cell lies: ``map.terrain/E011*``, ``units.units/16/1``."""
    found = _HEX.fullmatch(cell.row)
    row = f"{found[1]}*" if found is not None and not cell.tail else cell.row
    return shown(f"{column_of(cell.table)}/{row}")


def digests_of(forms: Iterable[Form], game: str, data: str, salt: str) -> Digests:
    """The digests of these forms under a salt (32 hex digits)."""
    found: dict[str, dict[str, str]] = {}
    for form in forms:
        blocks: dict[str, list[tuple[str, str]]] = {}
        for each in form.cells:
            if each.value is not None and each.value is not False:  # nothing printed is nothing said
                blocks.setdefault(block_of(each), []).append((each.address, each.text))
        found[form.id] = {name: _digest(salt, form.id, some) for name, some in blocks.items()}
    return Digests(game=game, data=data, salt=salt, forms=found)


def _digest(salt: str, form: str, cells: list[tuple[str, str]]) -> str:
    parts = (each.encode() for cell in sorted(cells) for each in cell)
    return tagged_hash("form", bytes.fromhex(salt), form.encode(), *parts).hex()[:12]


def written(digests: Digests) -> bytes:
    """The file: a line that says what it is, game, data and salt, then a line for each block."""
    lines = [HEAD, f"game\t{digests.game}", f"data\t{digests.data}", f"salt\t{digests.salt}"]
    for form, blocks in digests.forms.items():
        lines += [f"{form}\t{block}\t{digest}" for block, digest in blocks.items()]
    return "".join(f"{line}\n" for line in lines).encode()


def is_digests(data: bytes) -> bool:
    """Whether these bytes are a file of digests."""
    return data.startswith(HEAD.encode())


def read_digests(data: bytes) -> Digests:
    """The digests in a file. Raises FormatError ``bad-digests``, with the line that cannot be read."""
    if len(data) > MOST_BYTES:
        raise _bad(Message("The file of digests is larger than {most} bytes.", most=MOST_BYTES))
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError as error:
        raise _bad(Message("The file of digests is not text.")) from error
    head = [line.partition("\t") for line in lines[1:4]]
    kinds = (("game", _GAME), ("data", _DATA), ("salt", _SALT))
    if lines[0] != HEAD or len(head) < 3 or lines[-1] != "":
        raise _bad(Message("This is not a whole file of digests."))
    for n, ((word, _, value), (wanted, pattern)) in enumerate(zip(head, kinds, strict=True), 2):
        if word != wanted or not pattern.fullmatch(value):
            raise _unread(n)
    forms: dict[str, dict[str, str]] = {}
    for n, line in enumerate(lines[4:-1], 5):
        parts = line.split("\t")
        if len(parts) != 3 or not _DIGEST.fullmatch(parts[2]) or parts[1] in forms.get(parts[0], {}):
            raise _unread(n)
        forms.setdefault(parts[0], {})[parts[1]] = parts[2]
    game, digest, salt = (value for _, _, value in head)
    return Digests(game=game, data=digest, salt=salt, forms=forms)


def differing(ours: Digests, theirs: Digests) -> dict[str, tuple[str, ...]]:
    """The forms that differ, each with its blocks that do, in the order of ours and then of theirs."""
    found: dict[str, tuple[str, ...]] = {}
    for form in dict.fromkeys((*ours.forms, *theirs.forms)):
        mine, yours = ours.forms.get(form, {}), theirs.forms.get(form, {})
        blocks = tuple(each for each in dict.fromkeys((*mine, *yours)) if mine.get(each) != yours.get(each))
        if blocks:
            found[form] = blocks
    return found


def _unread(line: int) -> FormatError:
    return _bad(Message("Line {line} of the file of digests cannot be read.", line=line))


def _bad(text: str) -> FormatError:
    return FormatError(
        "bad-digests",
        text,
        hint=Message("Ask for it again; it is made with: pbem packs compare PACK --out FILE"),
    )

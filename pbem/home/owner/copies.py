"""A player's copy of a game: its forms with what was typed in them, and what may be typed next.

Every cell of the game's own forms (``schemas/pack.md``, *Forms*) can be typed: as ours, which says that it is as printed, or
as something else. Where a form lists hexes, sides or steps of roads, or has a word for each of them, one that ours has not
can be typed too: land where our map has sea. Nothing of it leaves the home before it is made a pack
(:mod:`pbem.home.owner.packing`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path as Folder

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.toml_lines import Path
from pbem.games import registry
from pbem.games.forms import Cell, Form, Kind, State, Typing, parsed, read, shown
from pbem.games.forms.form import Codec, column_of, out_of_bounds
from pbem.games.overlay.shape import matches, patterns
from pbem.home.owner import journal
from pbem.home.owner.journal import Change, Entry
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.store.home import Home

FOLDER = "owner"
MOST_AT_ONCE = 500
"""So many cells are typed or pasted at once at the most."""
LONGEST = 400
"""Characters in a cell."""
_GAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_PLACE = re.compile(r"[A-Z]*[0-9]{4}(?:([/-])[A-Z]*[0-9]{4})?")


@frozen(kw_only=True, slots=False)
class Copy:
    """A game's forms and what was typed of them. ``undo``: how many changes can be taken back."""

    game: str
    place: Folder
    own: Mapping[str, Json] = field(repr=False)
    blank: tuple[Form, ...] = field(repr=False)
    typed: Mapping[str, Entry] = field(repr=False)
    undo: int = 0

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The forms with what was typed; cells that ours has not stand behind the others of their form."""
        more: dict[str, list[Cell]] = {}
        for address in self.typed:
            if address not in self._blank_cells:
                form, cell = self._added(address)
                more.setdefault(form.id, []).append(cell)
        return tuple(
            evolve(form, cells=tuple(self._filled(each) for each in (*form.cells, *more.get(form.id, ()))))
            for form in self.blank
        )

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """The cells by address."""
        return {cell.address: cell for form in self.forms for cell in form.cells}

    @cached_property
    def _blank_cells(self) -> Mapping[str, Cell]:
        return _cells(self.game)

    def form(self, name: str) -> Form:
        """The form of an id. Raises UsageError ``no-form``."""
        for each in self.forms:
            if each.id == name:
                return each
        raise UsageError.of("no-form", "There is no form {name!r} in this game.", name=name[:60])

    def home_of(self, address: str) -> Form:
        """The form in which a cell of :attr:`cells` stands."""
        return self._forms_by_cell[address]

    @cached_property
    def _forms_by_cell(self) -> Mapping[str, Form]:
        return {cell.address: form for form in self.forms for cell in form.cells}

    def typings(self) -> Iterator[Typing]:
        """What was typed, in the order of the forms."""
        for form in self.forms:
            for cell in form.cells:
                if cell.state is not State.OURS:
                    yield Typing(cell=cell, value=cell.value, unsure=cell.state is State.UNSURE)

    def blank_cell(self, address: str) -> Cell:
        """The cell as it is in ours. Raises UsageError ``no-cell``."""
        found = self._blank_cells.get(address)
        return found if found is not None else self._added(address)[1]

    def _added(self, address: str) -> tuple[Form, Cell]:
        """A hex, a side or a step that ours has not, in a list of such or with a word of its own."""
        for n, table, cell in _addable(self.game):
            row = address.removeprefix(f"{table}/")
            if row != address and _alike(row, cell):
                ours = None if cell.codec is Codec.VALUE else False
                path = (*cell.table, row)
                return self.blank[n], evolve(cell, path=path, row=row, value=ours, ours=ours, source="")
        raise UsageError.of(
            "no-cell",
            "There is no cell {address!r} in this game.",
            address=address[:80],
            hint="Choose it in its form; a hex is typed as W1234, a side or a step as W1234/W1235.",
        )

    def _filled(self, cell: Cell) -> Cell:
        entry = self.typed.get(cell.address)
        if entry is None or entry.text is None:
            return cell
        value = parsed(entry.text, cell.kind)
        state = State.AS_PRINTED if value == cell.ours else State.TYPED
        return evolve(
            cell,
            value=value,
            state=State.UNSURE if entry.unsure else state,
            given=max(1, cell.facts) if cell.facts else 0,
        )


def _alike(row: str, cell: Cell) -> bool:
    """Whether a name is one as a list of hexes, sides or steps has them; a step names the lower hex first."""
    found, like = _PLACE.fullmatch(row), _PLACE.fullmatch(cell.row)
    if found is None or like is None or found[1] != like[1]:
        return False
    return cell.codec is not Codec.STEP or row.split("/") == sorted(row.split("/"))


@frozen(kw_only=True)
class Wrong:
    """A cell in which something cannot be typed, and why."""

    address: str
    why: str


def copy_of(home: Home, game: str) -> Copy:
    """The copy of a game as it is kept. Raises UsageError for an unknown game, DataError when the file is damaged."""
    registry.info(game)
    place = home.path / FOLDER / game
    changes = journal.read(place)
    return Copy(
        game=game,
        place=place,
        own=registry.own_tables(registry.info(game).package),
        blank=blank(game),
        typed=_held(changes),
        undo=len(changes),
    )


def _held(changes: Sequence[Change]) -> dict[str, Entry]:
    """The last word on each cell; those that are ours again are gone."""
    found: dict[str, Entry] = {}
    for change in changes:
        for each in change:
            found[each.address] = each
    return {address: each for address, each in found.items() if each.text is not None}


@lru_cache(maxsize=2)
def blank(game: str) -> tuple[Form, ...]:
    """The forms of a game as ours is, with nothing typed."""
    package = registry.info(game).package
    return read(registry.own_tables(package), registry.manifest_of(package))


@lru_cache(maxsize=2)
def _cells(game: str) -> Mapping[str, Cell]:
    return {cell.address: cell for form in blank(game) for cell in form.cells}


@lru_cache(maxsize=2)
def _addable(game: str) -> tuple[tuple[int, str, Cell], ...]:
    """A cell of each table to which more can be added: the number of its form, the name of the table, and the cell."""
    found: dict[tuple[str, str], tuple[int, str, Cell]] = {}
    for n, form in enumerate(blank(game)):
        for cell in form.cells:
            if (place := _PLACE.fullmatch(cell.row)) and _is_addable(cell, _open(game)):
                table = column_of(cell.table)
                found.setdefault((table, place[1] or ""), (n, table, cell))
    return tuple(found.values())


@lru_cache(maxsize=2)
def _open(game: str) -> tuple[Path, ...]:
    return patterns(registry.manifest_of(registry.info(game).package).get("open"))


def _is_addable(cell: Cell, tables: tuple[Path, ...]) -> bool:
    if cell.codec is Codec.VALUE:
        return not cell.tail and any(matches(each, cell.table) for each in tables)
    return cell.codec in (Codec.ELEMENT, Codec.STEP)


def addable(game: str, form: str) -> dict[str, bool]:
    """The tables of a form to which a hex, a side or a step can be added, and whether it has a word of its own there."""
    return {
        table: cell.codec is Codec.VALUE for n, table, cell in _addable(game) if blank(game)[n].id == form
    }


def kept(home: Home) -> dict[str, bytes]:
    """What a backup takes of the copies of a home: by game the file of what was typed."""
    base = home.path / FOLDER
    names = (
        sorted(each.name for each in base.iterdir() if _GAME.fullmatch(each.name)) if base.is_dir() else []
    )
    found = {name: atomic.read_bytes(base / name / journal.NAME, journal.MOST) for name in names}
    return {name: data for name, data in found.items() if data}


def is_name(game: str) -> bool:
    """Whether a copy can lie under this name."""
    return _GAME.fullmatch(game) is not None


def put_back(home: Home, game: str, data: bytes) -> None:
    """Put the file of a game's copy into a home. Raises ValueError when ``game`` cannot be a game's name. Hold the lock."""
    if not is_name(game):
        raise ValueError(game)
    folder = home.path / FOLDER / game
    atomic.make_folder(folder)
    atomic.write_bytes(folder / journal.NAME, data)


# --- typing -------------------------------------------------------------------------------------------------------------


def enter(home: Home, copy: Copy, entries: Sequence[Entry]) -> tuple[Copy, tuple[Wrong, ...]]:
    """Type into some cells, all at once or, when something is wrong with one of them, not at all. Hold the lock.

    Gives the copy as it is then, and what is wrong. Raises UsageError ``too-many``, ``no-cell``.
    """
    if len(entries) > MOST_AT_ONCE:
        raise UsageError.of(
            "too-many",
            "{n} cells at once are too many: {most} are the most.",
            n=len(entries),
            most=MOST_AT_ONCE,
            hint="Paste in parts.",
        )
    said = ((each, why(copy.blank_cell(each.address), each)) for each in entries)
    wrong = tuple(Wrong(address=each.address, why=text) for each, text in said if text)
    if wrong or not entries:
        return copy, wrong
    journal.add(copy.place, [_spelled(copy.blank_cell(each.address), each) for each in entries])
    return copy_of(home, copy.game), ()


def take_back(home: Home, copy: Copy) -> Copy:
    """Without the last change. Raises UsageError ``nothing-typed``. Hold the lock."""
    if not copy.undo:
        raise UsageError.of("nothing-typed", "Nothing has been typed that could be taken back.")
    journal.add(copy.place, ())
    return copy_of(home, copy.game)


def _spelled(cell: Cell, entry: Entry) -> Entry:
    """As the cell shows it: a value has one spelling."""
    return (
        entry if entry.text is None else evolve(entry, text=shown(parsed(entry.text, cell.kind), cell.kind))
    )


def why(cell: Cell, entry: Entry) -> str:
    """Why a text cannot stand in a cell; "" when it can."""
    text, kind = entry.text, cell.kind
    if text is None:
        return ""
    if not cell.facts and cell.codec is Codec.VALUE:
        return Message("This only names the row.")
    if len(text) > LONGEST or not text.isprintable():
        return Message("At most {most} characters fit, on one line.", most=LONGEST)
    try:
        value = parsed(text, kind)
    except ValueError:
        return _expected(kind)
    beyond = out_of_bounds(value, kind)
    if beyond is not None:
        return Message(
            "{value} cannot be: from {least} to {most}.", value=beyond, least=kind.least, most=kind.most
        )
    if kind.name == "letter" and kind.words and text not in kind.words:
        return Message("One of these letters: {words}.", words=" ".join(kind.words))
    return ""


def _expected(kind: Kind) -> str:
    """What can be typed into a cell of this kind."""
    match kind.name:
        case "flag":
            return Message("Type yes or no.")
        case "number":
            return Message("Type a whole number.")
        case "decimal":
            return Message("Type a number.")
        case "ratings":
            return Message("Type numbers with a hyphen between them: 5-4-4.")
    return Message("Type one letter.")

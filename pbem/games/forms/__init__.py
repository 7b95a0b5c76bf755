"""The forms of a game: everything printed that an owner can type, as grids of cells (``schemas/pack.md``, *Forms*).

A form is one printed thing: a chart, the counters of a nation, the roads of the map. Nothing of it is written twice: which
forms there are follows from the game's tables and from its ``packs.toml``, which names them (``[words]``), says what no
printed game corrects (``fixed``, ``unprinted``), in which lists the place counts (``ordered``, ``letters``), which are roads
(``courses``), and how far numbers go (``[bounds]``). From the same cells come the sheet, the progress and the digests.
"""

from pbem.games.forms.form import Cell, Form, Kind, State, parsed, shown
from pbem.games.forms.reading import read
from pbem.games.forms.writing import Typing, written_files

__all__ = ["Cell", "Form", "Kind", "State", "Typing", "parsed", "read", "shown", "written_files"]

"""Laying a data pack over a game's tables, key by key. Knows no game.

What a pack may write where ours has

- a table: keys of its own, each laid over ours; ``whole = true`` puts the pack's table in the place of ours, and
  ``remove = [keys]`` takes keys away. A key that ours has not is a mistake, unless a table that the game calls alike
  has it, or the game calls the table open (both in its ``packs.toml``); a new table in an open table says
  ``new = true``, so that a misspelt name is not a new unit.
- a list of rows (tables): rows that name one of ours by its first key, by ``where = {key = value}``,
  or counted from 1: ``where = {row = 3}``.
- any list: the new list; or ``{whole = [...]}``, ``{add = [...]}``, ``{remove = [...]}``.
- a value: a value of the same kind.

Nothing is raised for what is wrong: every fault is listed with its file and line.
"""

from pbem.games.overlay.apply_pack import overlay as overlay
from pbem.games.overlay.differences import Change as Change
from pbem.games.overlay.differences import Titles as Titles
from pbem.games.overlay.differences import changes as changes
from pbem.games.overlay.shape import TYPED as TYPED
from pbem.games.overlay.shape import Entry as Entry
from pbem.games.overlay.shape import Fault as Fault
from pbem.games.overlay.shape import Overlaid as Overlaid
from pbem.games.overlay.shape import Shape as Shape
from pbem.games.overlay.shape import numbers_in as numbers_in
from pbem.games.overlay.shape import written as written

"""One pack laid over all the tables of a game."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path
from pbem.games.overlay.apply_pack import Laying
from pbem.games.overlay.shape import TYPED, Overlaid, Shape
from pbem.games.packs.pack import HEADER, Pack
from pbem.port.messages import Message


def overlay(
    tables: Mapping[str, Json], pack: Pack, shape: Shape, without: frozenset[tuple[str, Path]] = frozenset()
) -> Overlaid:
    """``pack`` laid over ``tables`` (name without ``.toml`` to content), which are left as they are.

    What stands in the pack at the places ``without`` (file name and path) is passed over.
    """
    work = Laying(tables=tables, pack=pack, shape=shape, without=without)
    merged = dict(tables)
    for file in pack.files:
        for name, value in file.tables.items():
            if name == HEADER:
                continue
            if name not in tables:
                known = ", ".join(sorted(tables))
                work.fault(
                    file,
                    (name,),
                    Message("is not a table of this game."),
                    Message("Known: {known}.", known=known),
                )
                continue
            merged[name] = work.lay(merged[name], value, (name,), (name,), file)
    if work.entries:
        # What reads the tables alone, as `rules show` does, can say whose each value is.
        paths: list[Json] = [*sorted({each.typed for each in work.entries} - {""})]
        merged[TYPED] = {"by": pack.origin, "paths": paths}
    return Overlaid(tables=merged, entries=tuple(work.entries), faults=tuple(work.faults))

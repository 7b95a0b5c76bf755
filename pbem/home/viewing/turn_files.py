"""A turn file as a file that somebody looks at: what it says beside the orders, and whether it is in the game already."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.home import games
from pbem.home.disputes import versions
from pbem.home.exchange import import_notes, side_entries
from pbem.home.games import Seen
from pbem.home.papers.reading import reader_of
from pbem.home.viewing import logs as looking
from pbem.log import read_bundles, refusal_of
from pbem.store.home import Home

_HEADER = b'{"by":'


def told(path: Path, home: Home) -> tuple[str, ...]:
    """What a turn file that holds is for the player of this home, and the next step; nothing for any other file, or where
    its game is not here."""
    try:
        lines = container.unpack(looking.data_of(path))
        if not lines.startswith(_HEADER):
            return ()
        bundles = read_bundles(lines)
        folder = home.game(bundles[0].header.gid.hex())
        view = games.look(folder)
    except PbemError:
        return ()
    here = reader_of(home, view.log)
    last = bundles[-1]
    name = here.name(view.log, last.header.by)
    known = {each.hash() for each in view.log.bundles}
    beside = {each.bundle.hash() for each in versions.held(folder)}
    first = bundles[0].header.n
    ns = f"turn file {first}" if len(bundles) == 1 else f"turn files {first}-{last.header.n}"
    found = [f"It is {ns} of {here.label}, signed by {name}."]
    for bundle in bundles:
        if refusal_of(bundle) is not None:
            other = here.name(view.log, "B" if bundle.header.by == "A" else "A")
            found.append(f"It refuses turn file {bundle.header.n} of {other}: {import_notes.reason(bundle)}.")
        found += side_entries.aside(bundle, lambda seat: here.name(view.log, seat))
    if all(each.hash() in known for each in bundles):
        return (
            *found,
            f"It is in {here.label} already.",
            f"Next: {_step(view, ours=here.mine(last.header.by))}",
        )
    if last.hash() in beside:
        return (*found, f"It lies beside {here.label}, and is no part of it.", "Next: pbem status")
    return (*found, f"It is not in {here.label} yet.", f"Next: pbem import {games.typed(path)}")


def _step(view: Seen, *, ours: bool) -> str:
    """What comes next for somebody to whom a turn came again."""
    if view.owed.what and view.owed.seat == view.seat and not ours:
        return "pbem status: you have not answered it yet"
    return "pbem status"

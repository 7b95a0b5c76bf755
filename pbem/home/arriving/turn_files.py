"""A turn file as a file that somebody looks at: what it says beside the orders, and whether it is in the game already."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.bytes.paths import typed
from pbem.home import games
from pbem.home.games import Seen
from pbem.home.kept_papers.reading import reader_of
from pbem.home.kept_papers.verdict_text import next_line
from pbem.home.turns import import_notes, versions
from pbem.home.viewing import logs as looking
from pbem.log import read_bundles, refusal_of
from pbem.port.messages import Message, counted
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
    last = bundles[-1]
    here = reader_of(home, view.log)
    name = here.at(last.header.n - 1).name(view.log, last.header.by)
    known = {each.hash() for each in view.log.bundles}
    beside = {each.bundle.hash() for each in versions.files_beside(folder)}
    first = bundles[0].header.n
    found: list[str] = [
        counted(
            len(bundles),
            "It is turn file {first} of {game}, signed by {name}.",
            "It is turn files {first}-{last} of {game}, signed by {name}.",
            first=first,
            last=last.header.n,
            game=here.label,
            name=name,
        )
    ]
    for bundle in bundles:
        if refusal_of(bundle) is not None:
            other = here.name(view.log, "B" if bundle.header.by == "A" else "A")
            reason = import_notes.reason(bundle)
            found.append(
                Message(
                    "It refuses turn file {n} of {who}: {reason}.",
                    n=bundle.header.n,
                    who=other,
                    reason=reason,
                )
            )
        there = here.at(bundle.header.n - 1)
        found += import_notes.aside(bundle, partial(there.name, view.log))
    if all(each.hash() in known for each in bundles):
        return (
            *found,
            Message("It is in {game} already.", game=here.label),
            next_line(_step(view, ours=here.mine(last.header.by))),
        )
    if last.hash() in beside:
        beside_it = Message("It lies beside {game}, and is no part of it.", game=here.label)
        return (*found, beside_it, next_line("pbem status"))
    absent = Message("It is not in {game} yet.", game=here.label)
    return (*found, absent, next_line(f"pbem import {typed(path)}"))


def _step(view: Seen, *, ours: bool) -> str:
    """What comes next for somebody to whom a turn came again."""
    if view.owed.kind and view.owed.seat == view.seat and not ours:
        return Message("pbem status: you have not answered it yet")
    return "pbem status"

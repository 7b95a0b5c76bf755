"""What people wait for: ``pbem status`` and ``pbem orders`` as processes, early in a game and late."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from attrs import evolve, frozen

from pbem.bytes.canon import Json
from pbem.home.new_identity import create_identity
from pbem.home.play.orders import DECISIONS
from pbem.log import Log, start_of
from pbem.replay.fold import fold_bundle, opening
from pbem.replay.loading import load_rules
from pbem.replay.table import owed
from pbem.store.game import Change
from pbem.store.home import Home
from tests.tools.bench.clock import process

_EARLY = 20
"""Early is behind the first twentieth of the entries."""


@frozen(kw_only=True)
class _Moment:
    """A place in a log where a player owes a decision: so many bundles and entries stand before it."""

    bundles: int
    entries: int
    seat: str


def measured(log: Log, runs: int) -> dict[str, Json]:
    """By ``early`` and ``late``, the entries before it and what each command takes there, in microseconds."""
    moments = tuple(_moments(log))
    if not moments:
        return {}
    few = moments[-1].entries // _EARLY
    early = next(each for each in moments if each.entries >= few)
    return {"early": _at(log, early, runs), "late": _at(log, moments[-1], runs)}


def _at(log: Log, moment: _Moment, runs: int) -> Json:
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "home"
        _furnish(home, evolve(log, bundles=log.bundles[: moment.bundles]), moment.seat)
        found: dict[str, Json] = {"entries": moment.entries}
        for command in ("status", "orders"):
            process([command], home)  # makes the checkpoint, and compiled files where there were none
            found[f"{command}_us"] = round(median(process([command], home) for _ in range(runs)))
        return found


def _furnish(place: Path, log: Log, seat: str) -> None:
    """A home in which the game lies as its player has it; without their secrets, which neither command needs."""
    invite, mine = log.invite, "AB".index(seat)
    home = Home(place)
    # Behind a password that nobody gives: where cards are held, a list of orders is then that of an open table.
    create_identity(home, "Bench", "bench", os.urandom)
    folder = home.new_game(log.gid.hex())
    folder.save(
        Change(
            facts={
                "gid": log.gid.hex(),
                "game": invite.game,
                "scenario": invite.scenario,
                "seat": seat,
                "side": invite.sides[mine],
                "opponent": (log.accepted.seat, invite.seat)[mine].who,
            },
            log=log.encode(),
        )
    )


def _moments(log: Log) -> Iterator[_Moment]:
    position, end = opening(load_rules(log), log), start_of(log)
    for count, bundle in enumerate(log.bundles, 1):
        folded = fold_bundle(position, end, bundle)
        if folded.error is not None:
            raise folded.error
        position, end = folded.position, folded.end
        due = owed(position)
        if due.kind in DECISIONS:
            yield _Moment(bundles=count, entries=end.entries, seat=due.seat)

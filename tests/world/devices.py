"""Copies of a home, by accident and on purpose: ``cp -r``, an old one put back over the home, a second device."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from pbem.bytes.errors import ConflictError
from pbem.home import backup as backups
from pbem.home.beside import copied_home
from pbem.store.home import Home

from . import hand
from .kept import Kept
from .seat import Doing, Seat

if TYPE_CHECKING:
    from .world import World


def copied(world: World, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """The whole folder is copied; the copy of the last time is thrown away."""
    shutil.rmtree(_copy(world, seat), ignore_errors=True)
    shutil.copytree(seat.path, _copy(world, seat))
    return "a copy is made"


def copy_plays(world: World, seat: Seat, doing: Doing, chance: Random) -> str:
    """Somebody opens the copy and plays on in it, as if it were the home."""
    copy = Seat(who=seat.who, name=seat.name, path=_copy(world, seat), seed=seat.seed)
    if copy.identity is None:
        return "there is no copy"
    doing.copy = copy.home.is_copy()
    try:
        return f"in the copy: {hand.play(world, copy, doing, chance)}"
    except ConflictError as error:
        if error.code not in ("copied-home", "stale-home"):
            raise
        return f"in the copy: {error.code}"


def folder_back(world: World, seat: Seat, doing: Doing, chance: Random) -> str:
    """The copy is put in the place of the home, by a program that saves folders: as a new folder, or written over it."""
    copy = _copy(world, seat)
    if not copy.exists() or seat.who in world.strays:
        return "there is no copy, or it is one already"
    world.strays.add(seat.who)
    world.lost[seat.who] = doing.before
    doing.before = Kept()  # what is not in the copy is gone for the time being, and that is no fault
    shutil.rmtree(seat.path / "games" if chance.random() < 0.5 else seat.path)
    shutil.copytree(copy, seat.path, dirs_exist_ok=True, copy_function=shutil.copyfile)
    seat.forgets()
    world.disk.changed = True
    return "an old copy is the home now"


def moves_in(world: World, seat: Seat, doing: Doing, _chance: Random) -> str:
    """What the refusal says: everything that came and went is brought in, and then the player says that this is the home."""
    try:
        copied_home.check_home(seat.home)
    except ConflictError as error:
        hint = str(error.hint)
    else:
        return "is at home"
    other, post = world.other(seat), world.post
    letters = (*post.everything[seat.who], *post.everything[other.who])
    if letters and "pbem import --all" in hint:
        hand.taken(seat, doing, letters)
    copied_home.check(seat.home, nothing_since=not letters or "nothing-since" in hint)
    seat.home.settle_down()
    world.strays.discard(seat.who)
    doing.moved_in = True
    return "this is the home"


def second_device(world: World, seat: Seat, doing: Doing, _chance: Random) -> str:
    """A backup is put back on another device, which is told that nothing was signed since; the first one is given away."""
    identity = seat.identity
    if identity is None or seat.who in world.strays:
        return "stays"
    place = world.disk.place / f"{seat.who.lower()}-device-{len(world.trace)}"
    device = Home(place)
    backups.restore(device, backups.backup(seat.home, identity).data, password="")
    copied_home.check(device, nothing_since=True)
    device.settle_down()
    seat.path, doing.before = place, Kept()
    world.lost[seat.who] = world.kept[seat.who]
    doing.moved_in = True
    seat.forgets()
    world.disk.changed = True
    return "plays on another device"


def _copy(world: World, seat: Seat) -> Path:
    return world.disk.place / f"{seat.who.lower()}-copy"


VERBS: Mapping[str, Callable[[World, Seat, Doing, Random], str]] = {
    each.__name__: each for each in (copied, copy_plays, folder_back, moves_in, second_device)
}

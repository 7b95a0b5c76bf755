"""Copies of a home, by accident and on purpose: ``cp -r``, an old one put back over the home, a second device."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from pbem.bytes.errors import ConflictError
from pbem.home import backup as backups
from pbem.home import games
from pbem.home.beside import machines
from pbem.store import machines as store
from pbem.store.home import Home

from . import hand
from .kept import Kept
from .seat import Doing, Seat


def copied(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """The whole folder is copied; the copy of the last time is thrown away."""
    shutil.rmtree(_copy(world, seat), ignore_errors=True)
    shutil.copytree(seat.path, _copy(world, seat))
    return "a copy is made"


def copy_plays(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Somebody opens the copy and plays on in it, as if it were the home."""
    copy = Seat(who=seat.who, name=seat.name, path=_copy(world, seat), seed=seat.seed)
    if copy.identity is None:
        return "there is no copy"
    copy.machine = seat.machine
    doing.copy = copy.home.is_copy()
    try:
        return f"in the copy: {hand.play(world, copy, doing, chance)}"
    except ConflictError as error:
        if error.code not in ("copied-home", "stale-home"):
            raise
        return f"in the copy: {error.code}"


def folder_back(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """The copy is put in the place of the home, by a program that saves folders: as a new folder, or written over it.

    Whatever its player says then, this machine knows what it has signed.
    """
    copy = _copy(world, seat)
    if not copy.exists() or seat.who in world.strays:
        return "there is no copy, or it is one already"
    signed = dict(store._mine(seat.home.path).signed)
    world.strays.add(seat.who)
    world.lost[seat.who] = doing.before
    doing.before = Kept()  # what is not in the copy is gone for the time being, and that is no fault
    shutil.rmtree(seat.path / "games" if chance.random() < 0.5 else seat.path)
    shutil.copytree(copy, seat.path, dirs_exist_ok=True, copy_function=shutil.copyfile)
    seat.forgets()
    seat.desk, world.disk.changed = None, True
    lacks = any(
        not store.stands(each, games.look(seat.home.game(name)).log.bundles) for name, each in signed.items()
    )
    if lacks:
        said = ""
        try:
            machines.settle(seat.home)
        except ConflictError as error:
            said = error.code
        assert said == "ahead", (
            f"an old copy takes in the machine that has signed more: {said or 'nothing'} is said"
        )
    return "an old copy is the home now"


def moves_in(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """What the refusal says: everything that came and went is brought in, and the player names what they signed last."""
    try:
        machines.check_home(seat.home)
    except ConflictError as error:
        hint = str(error.hint)
    else:
        return "is at home"
    other, post = world.other(seat), world.post
    letters = (*post.everything[seat.who], *post.everything[other.who])
    if letters and "pbem import --all" in hint:
        hand.taken(seat, doing, letters)
    machines.settle(seat.home, _last(seat))
    world.strays.discard(seat.who)
    doing.moved_in = True
    return "this is the home"


def _last(seat: Seat) -> dict[str, int]:
    return {each.game: each.n for each in machines.last_signed(seat.home)}


def second_device(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """A backup is put back on another device, which is told that nothing was signed since; the first one is given away."""
    identity = seat.identity
    if identity is None or seat.who in world.strays:
        return "stays"
    place = world.disk.place / f"{seat.who.lower()}-device-{len(world.trace)}"
    device = Home(place)
    backups.restore(device, backups.backup(seat.home, identity).data, password="")
    seat.path, seat.machine, seat.desk, doing.before = place, place.name, None, Kept()
    machines.settle(seat.home, _last(seat))
    world.lost[seat.who] = world.kept[seat.who]
    doing.moved_in = True
    seat.forgets()
    world.disk.changed = True
    return "plays on another device"


def other_machine(world, seat: Seat, _doing: Doing, chance: Random) -> str:
    """The folder is kept the same on two machines, and its player sits down at the other one. The first time there they name
    what they signed last; later nothing is asked. What machines say may come before the rest.
    """
    if seat.identity is None or seat.who in world.strays:
        return "stays"
    here, before = (seat.path, seat.machine), _last(seat)
    name = f"{seat.who.lower()}-desk-{len(world.trace)}"
    there, machine = seat.desk or (world.disk.place / name, name)
    at_desk = Seat(who=seat.who, name=seat.name, path=there, seed=seat.seed, machine=machine)
    if seat.desk is not None and chance.random() < 0.5:
        behind = _last(at_desk) != before
        _synchronised(seat.path / "machines", there / "machines")
        ahead = any(each.ahead for each in machines.last_signed(at_desk.home))
        assert ahead == behind, "what was signed elsewhere and is not here is not seen"
    _synchronised(seat.path, there)
    if seat.desk is None:
        machines.settle(at_desk.home, before)
    assert not at_desk.home.is_copy(), "a folder that is the same on two machines is taken for a copy"
    assert not any(each.ahead for each in machines.last_signed(at_desk.home)), "what is here is missed"
    seat.path, seat.machine, seat.desk = there, machine, here
    seat.forgets()
    world.disk.changed = True
    return "goes to another machine"


def _synchronised(here: Path, there: Path) -> None:
    """What differs is copied, and what is gone here goes there."""
    files = {each.relative_to(here) for each in here.rglob("*") if each.is_file() and each.name != "lock"}
    for name in {each.relative_to(there) for each in there.rglob("*") if each.is_file()} - files:
        (there / name).unlink()
    for name in files:
        if not (there / name).exists() or (there / name).read_bytes() != (here / name).read_bytes():
            (there / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(here / name, there / name)


def _copy(world, seat: Seat) -> Path:
    return world.disk.place / f"{seat.who.lower()}-copy"


VERBS: Mapping[str, Callable[..., str]] = {
    each.__name__: each for each in (copied, copy_plays, folder_back, moves_in, second_device, other_machine)
}

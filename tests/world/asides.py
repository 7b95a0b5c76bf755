"""What honest players do besides playing: offers, notes, refusals, new keys, another version, and older copies put back."""

from contextlib import suppress
from random import Random

from attrs import evolve
from protocol import tiny

from pbem.bytes.errors import PbemError, UsageError
from pbem.games import registry
from pbem.home.disputes import refusing
from pbem.home.exchange import sending
from pbem.home.keys import game_keys
from pbem.home.viewing import bookmarks
from pbem.log import renewals_in
from pbem.port.game import Result
from pbem.protocol import side_entries
from pbem.store.drafts import Draft
from pbem.store.game import Change

from .clock import stream
from .hand import clears, composer, leaves, mailed, ordered, taken
from .post import Letter
from .seat import Doing, Seat

OWN_NOTE = "Only these eyes read what is noted here."
OLD_VAULT = "old-vault"
"""What a home says that reads of a renewal of its own keys and has not got the new ones."""


class Second(tiny.Tiny):
    """Version 2: the same model, and red wins above 10."""

    def result(self, state: tiny.State) -> Result | None:
        found = super().result(state)
        winner = "red" if state.score > 10 else "blue"
        return found and evolve(found, winner=winner, level=f"{winner} wins")


def version(number: str, digest: str, data: str, rules: object) -> registry.Game:
    """A version of the tiny game."""
    info = evolve(tiny.INFO, version=number, digest=digest * 32)
    return evolve(tiny.GAME, info=info, rules=rules, data_digest=data * 32)


SECOND = version("2", "a2", "cd", Second())
MANY = (tiny.GAME, SECOND, version("1", "ab", "ce", tiny.Tiny()))
"""The versions of the tiny game that every home has installed."""

UNHEARD = version("3", "77", "cd", Second())
"""Nobody has it; it can be offered all the same."""


def find(name: str, rules: str, data: str, packs: object = None) -> registry.Game:
    """The version with these digests, out of those that are installed."""
    for each in MANY:
        if (name, rules, data) == (each.info.name, each.info.digest, each.data_digest):
            return each
    raise UsageError("unknown-version", f"ruleset {rules[:12]} is not installed.", hint="Install it.")


def offer_version(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Offer to go on under another version."""
    if world.script.game != "tiny":
        return "there is no other version"
    new, session = chance.choice((*MANY, UNHEARD)), clears(seat, doing)
    try:
        seat.keep(side_entries.offer_upgrade(session, new))
    except PbemError as error:
        return f"cannot offer: {error.code}"
    return sends(world, seat, doing, chance)


def sends(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Sign what the draft holds, and hand it over; where that may not be, the draft goes."""
    folder, identity, session = seat.game()
    try:
        _, out = sending.seal(folder, identity, session, partial=True)
    except Exception:
        clears(seat, doing)
        raise
    if out is None:
        return "goes on"
    leaves(world, seat, doing, out.file, (Letter(file=out.file),), chance)
    return f"sends {out.n}{' again' if out.again else ''}"


def take_back(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Offer to go back."""
    session = clears(seat, doing)
    to = max(0, session.position.count - chance.randrange(2, 32))
    try:
        seat.keep(side_entries.offer_back(session, to))
    except PbemError as error:
        return f"cannot offer: {error.code}"
    return sends(world, seat, doing, chance)


def note(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Play, and write a word to the other, and one that stays at home."""
    folder, identity, session = seat.game()
    if not session.is_my_turn:
        return "waits"
    if (entries := bookmarks.signed(session.log)) and not world.weather.memory:
        bookmarks.keep(folder, identity, session.log, {entries - 1: OWN_NOTE})
    session = ordered(folder, identity, session, chance.random(), one=False)
    text = chance.choice(("Well played.", "\u00bfOtra vez?"))
    compose = composer(world, seat, folder, chance)
    _, out = sending.seal(folder, identity, session, partial=True, note=text, compose=compose)
    return "goes on" if out is None else mailed(world, seat, doing, out, chance)


def refuse(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Sign the refusal of the kept turn file that would come next."""
    folder, identity, _ = seat.game()
    _, turn = refusing.refuse(folder, identity, clears(seat, doing))
    leaves(world, seat, doing, turn, (Letter(file=turn),), chance)
    return "refuses"


def renew(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Renew the keys of the game. It leaves as the file in which it was stored, or with what comes next."""
    folder, identity, session = seat.game()
    if not session.is_my_turn:
        return "waits"
    world.made += 1
    found = game_keys.renew(folder, identity, stream(f"renewal/{world.made}"))
    doing.clears = "draft"
    sent = folder.sent(found.n)
    assert sent is not None, "new keys leave in a file of their own"
    if chance.random() < 0.5:
        with suppress(PbemError):
            if (said := sends(world, seat, doing, chance)) != "goes on":
                return said
    leaves(world, seat, doing, sent.turn, (Letter(file=sent.turn),), chance)
    return f"renews in {found.n}"


def elsewhere(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """A turn of another game comes."""
    return taken(seat, doing, (Letter(file=world.elsewhere, spoilt="of another game"),))


def log_put_back(_world, seat: Seat, doing: Doing, chance: Random) -> str:
    """The log comes from an older copy; the vault is the newest."""
    log, cut = seat.session.log, chance.randrange(1, 4)
    older = evolve(log, bundles=log.bundles[: max(0, len(log.bundles) - cut)])
    seat.shelf.save(Change(log=older.encode(), draft=Draft(head="", lines=())))
    seat.copied, doing.clears = True, "home"
    return f"has a log of {len(older.bundles)}"


def copies(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Copy the home, and keep the copy."""
    world.copies[seat.who] = dict(seat.shelf.files)
    return f"copies {len(seat.session.log.bundles)}"


def put_back(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """The whole home is the copy, secrets and all; then all that came and went since is read.

    A copy that lacks keys in force says so and takes in nothing of what they signed; then the newest is put back.
    """
    if seat.who not in world.copies:
        return "has no copy"
    newest = dict(seat.shelf.files)
    seat.shelf.put_back(world.copies[seat.who])
    seat.copied = True
    clears(seat, doing)
    doing.clears = "home"
    said = taken(seat, doing, world.every_letter())
    if any(each.code == OLD_VAULT for each in doing.notes):
        session = seat.session
        known = session.vault.publics
        assert all(each.key in known for each in renewals_in(session.log.bundles) if each.by == seat.who)
        seat.shelf.put_back(newest)
        clears(seat, doing)
    return said

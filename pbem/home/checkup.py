"""What could go wrong on this machine: the home, its key, its games, the installed rules."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from pbem.bytes.errors import NOT_THE_OTHERS, PbemError, unexpected
from pbem.bytes.records import frozen
from pbem.bytes.system_words import system_says
from pbem.crypto.keys import fingerprint
from pbem.games import registry
from pbem.home import games, kept_hooks, last_backup, lost_facts, mending
from pbem.home import identity as identities
from pbem.home.identity import Identity
from pbem.log import parse_log
from pbem.port.messages import Message, Series, counted
from pbem.store import atomic
from pbem.store.game import GameFolder
from pbem.store.home import Home

_SHOWN = 5
_ROOM = 256 * 1024
"""Bytes that a turn may need beside what is there: an empty file is written on a full disk, too."""


@frozen(kw_only=True)
class Check:
    """One thing looked at: whether it is well, what was seen, and what to do when it is not."""

    name: str
    good: bool
    text: str
    hint: str = ""


def checks(home: Home, identity: Identity | None = None) -> Iterator[Check]:
    """Everything about a home and the installed games, one after the other; nothing is raised and nothing changed.

    With the unlocked ``identity`` it is looked whether each game's secrets open and whether its log names that key, too.
    """
    yield _rules()
    yield _written(home.path)
    if home.path.is_dir():
        yield _private(home.path)
    yield _key(home)
    for folder in games.begun(home):
        yield _game(folder, identity)
        yield _vault(folder, identity, Message("secrets of game {id}", id=folder.name[:8]))
    for folder, error in lost_facts.lost(home):
        name = Message("game {id}", id=folder.name[:8])
        yield Check(name=name, good=False, text=error.message, hint=error.hint)
    for folder in games.pending(home):
        yield _vault(folder, identity, Message("secrets of invitation {id}", id=folder.name[:8]))
    yield _backup(home)
    if kept_hooks.are_set_up(home):
        yield _notices(home)


def _rules() -> Check:
    found = registry.installed()
    each_one = [
        Message(
            "{game} {version} (rules {digest})", game=each.name, version=each.version, digest=each.digest[:12]
        )
        for each in found
    ]
    hint = Message("Install pbem again; compare the digests with your opponent's when a game does not open.")
    text = Series(each_one) if found else Message("no game is installed")
    return Check(name=Message("rules"), good=bool(found), text=text, hint=hint)


def _written(path: Path) -> Check:
    """A file written and removed in the home, or in the folder it would be made in."""
    place = path
    while not place.is_dir() and place != place.parent:
        place = place.parent
    probe = place / ".pbem-doctor"
    try:
        atomic.write_bytes(probe, bytes(_ROOM))
        atomic.remove(probe)
    except OSError as error:
        return Check(
            name=Message("disk"),
            good=False,
            text=Message("{place} cannot be written: {error}", place=place, error=system_says(error)),
            hint=Message("Make room there, or choose another --home."),
        )
    return Check(name=Message("disk"), good=True, text=Message("{place} can be written", place=path))


def _private(path: Path) -> Check:
    mode = stat.S_IMODE(path.stat().st_mode)
    good = os.name == "nt" or not mode & 0o077
    return Check(
        name=Message("privacy"),
        good=good,
        text=Message("{place} has the mode {mode}", place=path, mode=f"{mode:o}"),
        hint=Message("Other users can look into it. Type: chmod 700 {place}", place=path),
    )


def _key(home: Home) -> Check:
    try:
        card = identities.card(home)
    except PbemError as error:
        fresh = error.code == "no-identity"
        hint = error.hint if fresh else identities.PUT_BACK
        return Check(name=Message("key"), good=fresh, text=error.message, hint=hint)
    kept = Message("locked with a password") if card.password else Message("not protected by a password")
    text = Message("{name}, {kept}, code {code}", name=card.name, kept=kept, code=card.voice)
    return Check(name=Message("key"), good=True, text=text)


def _game(folder: GameFolder, identity: Identity | None) -> Check:
    """Whether the game's log is for what is installed here, holds, and names this identity."""
    name = Message("game {id}", id=folder.name[:8])
    try:
        facts = folder.facts()
        games.rules_of(parse_log(folder.log()), folder)
        seen = games.look(folder)
    except PbemError as error:
        damage = mending.damage(folder)
        return Check(
            name=name,
            good=False,
            text=error.message if damage is None else damage.sentence(),
            hint=games.MENDING if damage is not None else error.hint or identities.PUT_BACK,
        )
    ours = (seen.log.invite if seen.seat == "A" else seen.log.accepted).seat.identity
    if identity is not None and ours not in {each.public for each in identity.keypairs}:
        return Check(
            name=name,
            good=False,
            text=Message(
                "{game}: its log names a key with the code {theirs} for your side, and yours has {code}",
                game=games.label(facts),
                theirs=fingerprint(ours),
                code=fingerprint(identity.keypair.public),
            ),
            hint=Message("Put back the key with which this game was begun: no key can be made again."),
        )
    text = counted(
        seen.position.count,
        "{game}: {n} entry, verified",
        "{game}: {n} entries, all verified",
        game=games.label(facts),
    )
    return Check(name=name, good=True, text=text)


def _vault(folder: GameFolder, identity: Identity | None, name: str) -> Check:
    """Whether the secrets of a game are here, and this key opens them: it is the one file that nothing brings back."""
    hint = lost_facts.PUT_BACK
    try:
        if folder.vault() is None:
            return Check(name=name, good=False, text=Message("vault.box is missing"), hint=hint)
        if identity is None:
            text = Message("they are here; whether they open was not looked at, for want of the password")
            return Check(name=name, good=True, text=text)
        games.open_vault(folder, identity)
    except NOT_THE_OTHERS as error:
        failed = unexpected(error)
        return Check(name=name, good=False, text=failed.message, hint=failed.hint or hint)
    return Check(name=name, good=True, text=Message("they open with your key"))


def _backup(home: Home) -> Check:
    """Whether all that cannot be made again is in the last backup, as far as the home remembers it."""
    lacking, day = last_backup.lacking(home), last_backup.last_backup(home).day
    if not lacking:
        text = (
            Message("the last one is of {day}, and has all that cannot be made again", day=day)
            if day
            else Message("there is nothing yet that could not be made again")
        )
        return Check(name=Message("backup"), good=True, text=text)
    shown = Series((*lacking[:_SHOWN], *(("...",) if lacking[_SHOWN:] else ())))
    text = (
        Message(
            "the last one is of {day}, and lacks what cannot be made again: {things}", day=day, things=shown
        )
        if day
        else Message("there is none of what cannot be made again: {things}", things=shown)
    )
    hint = Message("Type: pbem backup FILE, and keep it away from this machine.")
    return Check(name=Message("backup"), good=False, text=text, hint=hint)


def _notices(home: Home) -> Check:
    """Whether a place that tells of waiting games has failed too often."""
    off = kept_hooks.off(home)
    text = (
        counted(
            off,
            "{n} place has failed five times in a row, and is off",
            "{n} places have failed five times in a row, and are off",
        )
        if off
        else Message("they go to places of your own")
    )
    hint = Message("Type: pbem setup notify test")
    return Check(name=Message("notices"), good=not off, text=text, hint=hint)

"""One identity key after another: exchanging one's own, and following the successions of those one plays with.

Running games are not touched: their turns are signed with game keys. The secrets of the games are locked anew under the new
identity; until that is done, and after a crash in the middle of it, the old secret in the key file still opens them.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from pbem import container
from pbem.crypto import fingerprint, key_id
from pbem.desk.games import begun, label, open_vault, pending, seal_vault
from pbem.desk.identity import Identity, locked, with_new_secret
from pbem.errors import ConflictError, PbemError, UsageError
from pbem.log import parse_log
from pbem.protocol.vault import Entropy
from pbem.store import atomic
from pbem.store.game import Change
from pbem.store.home import Home
from pbem.trust import succession
from pbem.trust.succession import Succession

FOLDER = "successions"
_LIMIT = 64 * 1024
_MOST = 64


def rotate(home: Home, identity: Identity, password: str, entropy: Entropy) -> tuple[Identity, bytes]:
    """Another identity key for this home, and the paper that says so, packed. ``password`` locks the key file again."""
    with home.lock():
        fresh = with_new_secret(identity, entropy)
        home.save_identity(locked(fresh, password), replace=True)
        lock_again(home, fresh)
    return fresh, paper(fresh)


def paper(identity: Identity) -> bytes:
    """The succession from the key before, packed; the same bytes each time. UsageError ``never-rotated``."""
    if not identity.older:
        raise UsageError(
            "never-rotated",
            "Your key is your first: there is nothing to hand over.",
            hint="pbem identity rotate",
        )
    new, old, *_ = identity.keypairs
    return container.pack(succession.write(identity.name, old, new).encode())


def lock_again(home: Home, identity: Identity) -> int:
    """Lock the secrets of every game and invitation under the identity as it is now; how many there were."""
    folders = (*begun(home), *pending(home), *home.challenges())
    for folder in folders:
        vault, name = open_vault(folder, identity), str(folder.facts().get("vault", ""))
        folder.save(Change(vault=seal_vault(identity, name, vault)))
    return len(folders)


# --- those one plays with ---------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Friend:
    """Somebody with whom games are played: name, the key in force, those before it (oldest first), and the games."""

    name: str
    key: bytes
    before: tuple[bytes, ...]
    games: tuple[str, ...]

    def sentence(self) -> str:
        """Name, code and games in one line."""
        earlier = f", before: {'; '.join(map(fingerprint, self.before))}" if self.before else ""
        return f"{self.name}: {fingerprint(self.key)}{earlier} ({', '.join(self.games)})"


def follow(home: Home, lines: bytes) -> Friend:
    """Take in the succession of somebody one plays with; from here on invitations with the new key are his.

    Raises FormatError and VerifyError for a paper that does not hold, UsageError ``unknown-key`` for a key that nobody has
    with whom one plays, ConflictError ``two-successors`` when the old key has handed over to another one before.
    """
    made = succession.read(lines)
    with home.lock():
        known = {key: name for name, key, _ in _opponents(home)}
        papers = _papers(home)
        reached = known.keys() | {each.new for each in papers.values()}
        if made.old not in reached:
            raise UsageError(
                "unknown-key",
                f"Nobody with whom you play has the key {fingerprint(made.old)}.",
                hint="pbem keys lists those whom you know.",
            )
        before = papers.get(made.old)
        if before is not None and before.new != made.new:
            raise ConflictError(
                "two-successors",
                f"The key {fingerprint(made.old)} has handed over to {fingerprint(before.new)} already; this paper "
                f"names {fingerprint(made.new)}. Two people hold the old key.",
                hint="Ask the player, by voice, which code is his. Nothing was changed.",
            )
        if len(papers) >= _MOST:
            raise UsageError("too-many", f"{_MOST} successions are kept here already.")
        place = home.path / FOLDER
        atomic.make_folder(place)
        atomic.write_bytes(place / f"{key_id(made.old)}.pbem", container.pack(made.encode()))
    return next(each for each in friends(home) if made.new == each.key or made.new in each.before)


def friends(home: Home) -> tuple[Friend, ...]:
    """Everybody with whom games of this home are played, by the key they have now."""
    papers = _papers(home)
    found: dict[bytes, Friend] = {}
    for name, key, game in _opponents(home):
        *before, now = _line(papers, key)
        held = found.get(now, Friend(name=name, key=now, before=(), games=()))
        longest = max((held.before, tuple(before)), key=len)
        found[now] = Friend(name=held.name, key=now, before=longest, games=(*held.games, game))
    return tuple(sorted(found.values(), key=lambda each: (each.name, each.key)))


def acquaintance(home: Home, key: bytes) -> str:
    """What this home knows of an identity key, in one sentence."""
    for each in friends(home):
        if key == each.key:
            since = f" (he or she handed over the key {fingerprint(each.before[-1])})" if each.before else ""
            return f"The key is that of {each.name}, with whom you play {each.games[0]}{since}."
        if key in each.before:
            return f"The key is one that {each.name} has given up: ask by voice whether this is genuine."
    return "You have not met this key: compare codes by voice."


def _line(papers: dict[bytes, Succession], key: bytes) -> tuple[bytes, ...]:
    """A key and its successors."""
    keys = [key]
    while (made := papers.get(keys[-1])) is not None and made.new not in keys:
        keys.append(made.new)
    return tuple(keys)


def _opponents(home: Home) -> Iterator[tuple[str, bytes, str]]:
    for folder in begun(home):
        log = parse_log(folder.log())
        if log.accept is not None:
            seat = log.accepted.seat if folder.facts().get("seat") == "A" else log.invite.seat
            yield (
                seat.who,
                seat.identity,
                f"{folder.name[:8]} {label(folder.facts()).partition(' against ')[0]}",
            )


def _papers(home: Home) -> dict[bytes, Succession]:
    """The successions kept here, by the key that is succeeded; a file that does not hold says nothing."""
    found: dict[bytes, Succession] = {}
    place = home.path / FOLDER
    for file in sorted(place.glob("*.pbem"))[:_MOST] if place.is_dir() else ():
        try:
            made = succession.read(container.unpack(atomic.read_bytes(file, _LIMIT) or b""))
        except PbemError:
            continue
        found[made.old] = made
    return found

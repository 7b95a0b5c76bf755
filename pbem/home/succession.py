"""One identity key after another: exchanging one's own, and following the successions of those one plays with.

Running games are not touched: their turns are signed with game keys. The secrets of the games are locked anew under the new
identity; until that is done, and after a crash in the middle of it, the old secret in the key file still opens them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, PbemError, UsageError
from pbem.bytes.records import frozen
from pbem.crypto.keys import fingerprint, key_id
from pbem.home.games import begun, open_vault, pending, seal_vault, title
from pbem.home.identity import Identity, locked, with_new_secret
from pbem.log import Log, parse_log
from pbem.papers import succession
from pbem.papers.succession import Succession
from pbem.port.messages import Message, Series
from pbem.protocol.vault import Entropy
from pbem.store import atomic
from pbem.store.contacts import read_contacts
from pbem.store.game import Change
from pbem.store.home import Home

FOLDER = "successions"
_LIMIT = 64 * 1024
MOST = 64
_GENESIS_LINES = 4  # two letters, each with its signature


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
            Message("Your key is your first: there is nothing to hand over."),
            hint="pbem seat rotate",
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
    """Somebody whom this home has met: the key in force, the names it came under, and the keys before it, oldest first.

    ``games`` are those played here; ``day`` is that of the first meeting, ``compared`` that on which the code of the key in
    force was compared by voice (ISO dates, empty when there is none).
    """

    names: tuple[str, ...]
    key: bytes
    before: tuple[bytes, ...] = ()
    games: tuple[str, ...] = ()
    day: str = ""
    compared: str = ""

    @property
    def name(self) -> str:
        """The name they came under first."""
        return self.names[0]

    def sentence(self) -> str:
        """Name, code and games in one line."""
        earlier = (
            Message(", before: {code}", code="; ".join(map(fingerprint, self.before))) if self.before else ""
        )
        compared = (
            Message("compared by voice on {compared}", compared=self.compared)
            if self.compared
            else Message("never compared by voice")
        )
        also = Message(", also called {names}", names=", ".join(self.names[1:])) if self.names[1:] else ""
        met = Message(", met on {day}", day=self.day) if self.day else ""
        games = Series((" (", Series(self.games, ", "), ")"), "") if self.games else ""
        code = fingerprint(self.key)
        return Series((self.name, also, ": ", code, ", ", compared, met, earlier, games), "")


def follow(home: Home, lines: bytes) -> Friend:
    """Take in the succession of somebody this home has met; from here on invitations with the new key are theirs.

    Raises FormatError and VerifyError for a paper that does not hold, UsageError ``unknown-key`` for a key that nobody has
    whom this home has met, ConflictError ``two-successors`` when the old key has handed over to another one before.
    """
    made = succession.read(lines)
    with home.lock():
        papers = _papers(home)
        known = {key for _, key, _ in _opponents(home)} | read_contacts(home.path).keys()
        reached = known | {each.new for each in papers.values()}
        if made.old not in reached:
            raise UsageError.of(
                "unknown-key",
                "Nobody with whom you play has the key {fingerprint}.",
                fingerprint=fingerprint(made.old),
                hint="pbem identity people lists those whom you know.",
            )
        before = papers.get(made.old)
        if before is not None and before.new != made.new:
            raise ConflictError.of(
                "two-successors",
                "The key {fingerprint} has handed over to {fingerprint_a} already; this paper names "
                "{fingerprint_b}. Two people hold the old key.",
                fingerprint=fingerprint(made.old),
                fingerprint_a=fingerprint(before.new),
                fingerprint_b=fingerprint(made.new),
                hint="Ask the player, by voice, which code is theirs. Nothing was changed.",
            )
        if len(papers) >= MOST:
            raise UsageError.of("too-many", "{most} successions are kept here already.", most=MOST)
        place = home.path / FOLDER
        atomic.make_folder(place)
        atomic.write_bytes(place / f"{key_id(made.old)}.pbem", container.pack(made.encode()))
    return next(each for each in friends(home) if made.new == each.key or made.new in each.before)


def friends(home: Home) -> tuple[Friend, ...]:
    """Everybody whom this home has met, by the key they have now."""
    papers, contacts = _papers(home), read_contacts(home.path)
    found: dict[bytes, Friend] = {}
    met = [(name, each.key, "") for each in contacts.values() for name in each.names]
    for name, key, game in (*met, *_opponents(home)):
        *before, now = _line(papers, key)
        held = found.get(now, Friend(names=(name,), key=now))
        first, last = contacts.get(key), contacts.get(now)
        found[now] = Friend(
            names=tuple(dict.fromkeys((*held.names, name))),
            key=now,
            before=max((held.before, tuple(before)), key=len),
            games=(*held.games, *([game] if game else [])),
            day=min(filter(None, (held.day, first.day if first else "")), default=""),
            compared=last.compared if last is not None else "",
        )
    return tuple(sorted(found.values(), key=lambda each: (each.name, each.key)))


def _line(papers: dict[bytes, Succession], key: bytes) -> tuple[bytes, ...]:
    """A key and its successors."""
    keys = [key]
    while (made := papers.get(keys[-1])) is not None and made.new not in keys:
        keys.append(made.new)
    return tuple(keys)


def _opponents(home: Home) -> Iterator[tuple[str, bytes, str]]:
    """Name, identity key and game of every other seat; a game that is damaged says nothing."""
    for folder in begun(home):
        try:
            log, facts = _beginning(folder.log()), folder.facts()
        except (PbemError, OSError):
            continue
        if log.accept is None or log.accepted.seat.identity == log.invite.seat.identity:
            continue  # nobody yet, or the computer, which has no key of its own
        seat = log.accepted.seat if facts.get("seat") == "A" else log.invite.seat
        yield seat.who, seat.identity, Series((folder.name[:8], title(facts)), " ")


def _beginning(data: bytes) -> Log:
    """Invitation and acceptance of a log, without what was played."""
    return parse_log(b"".join(line + b"\n" for line in data.split(b"\n", _GENESIS_LINES)[:_GENESIS_LINES]))


def papers_in(home: Home) -> list[Path]:
    """The files of the successions kept here, at most 64."""
    place = home.path / FOLDER
    return sorted(place.glob("*.pbem"))[:MOST] if place.is_dir() else []


def put_back(home: Home, papers: Iterable[bytes]) -> None:
    """Keep successions out of a backup again, under names of our own; what does not hold is left out."""
    for data in list(papers)[:MOST]:
        try:
            made = succession.read(container.unpack(data))
        except PbemError:
            continue
        with home.lock():
            atomic.make_folder(home.path / FOLDER)
            atomic.write_bytes(home.path / FOLDER / f"{key_id(made.old)}.pbem", data)


def _papers(home: Home) -> dict[bytes, Succession]:
    """The successions kept here, by the key that is succeeded; a file that does not hold says nothing."""
    found: dict[bytes, Succession] = {}
    for file in papers_in(home):
        try:
            made = succession.read(container.unpack(atomic.read_bytes(file, _LIMIT) or b""))
        except (PbemError, OSError):
            continue
        found[made.old] = made
    return found

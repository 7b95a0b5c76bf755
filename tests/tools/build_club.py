"""Plays the season of a club of eight and publishes it: ``examples/club``.

    python tests/tools/build_club.py

Two seasons of pairings and a challenge, over three games. Most games are given up early, so that the proofs stay small; the
entries of the challenge are played to their end. Keys and dice repeat themselves: the same files come out each time.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from attrs import define, evolve

from pbem.bytes import container
from pbem.club import checking, folder, proofs, taking
from pbem.club.folder import Club, Pairing
from pbem.dev.demo import decide
from pbem.games import registry
from pbem.home.challenges import dealt, entering
from pbem.home.exchange import invitations
from pbem.home.identity import Identity, create_identity
from pbem.home.keys import succession
from pbem.papers import results
from pbem.papers.results import AGREED, RESIGNED, Outcome
from pbem.protocol.session import Session
from pbem.store.home import Home

CLUB = Path(__file__).resolve().parents[2] / "examples/club"
NAMES = ("Ann", "Ben", "Clara", "Dídac", "Elena", "Fritz", "Grace", "Hugo")
BEACHES = NAMES[:4]
ROUNDS = 3
README = """# A season of a club

Eight players, three seasons: a Swiss tournament of June '44, a round robin of the June 6 landings among four, and a
challenge of Pegasus Bridge with the same dice for everybody. Most games are given up early, so that the proofs stay small.
Open `index.html`: every result is a link to its proof. Whoever has this folder works everything out again:

```console
pbem club check examples/club
pbem club table examples/club
```

Clara changes her key in the middle: the paper that says so is among the proofs. Made by `tests/tools/build_club.py`, with
keys that repeat themselves: nobody should play with them.
"""


@define
class Friend:
    """A member at home."""

    name: str
    home: Home
    identity: Identity

    def bytes_of(self, what: str) -> Callable[[int], bytes]:
        """Bytes that repeat themselves."""
        count = iter(range(1_000_000))
        return lambda size: sha256(f"pbem club {self.name} {what} {next(count)}".encode()).digest()[:size]


def main() -> None:
    """Play, take in, publish."""
    with tempfile.TemporaryDirectory() as place:
        everybody = _friends(Path(place))
        club = folder.begin(Path(place) / "club", "Club Normandía")
        for each in (everybody[name] for name in NAMES):
            club = taking.member(club, each.name, each.identity.keypair.public.hex(), ())
        folder.write(club)
        files = Path(place) / "files"
        files.mkdir()
        _swiss(club, everybody, files)
        _round_robin(club, everybody, files)
        _challenge(club, everybody, files)
        shutil.rmtree(CLUB, ignore_errors=True)
        club = folder.read(club.folder)
        checking.publish(club, proofs.read(club.folder), CLUB)
        (CLUB / "README.md").write_text(README, encoding="utf-8")


def _friends(place: Path) -> dict[str, Friend]:
    found = {}
    for name in (*NAMES, "Rita"):
        home = Home(place / "homes" / name)
        made = Friend(name, home, create_identity(home, name, "", _first(name)))
        found[name] = made
    return found


def _first(name: str) -> Callable[[int], bytes]:
    return lambda size: sha256(f"pbem club {name}".encode()).digest()[:size]


def _swiss(club: Club, everybody: dict[str, Friend], files: Path) -> None:
    made = taking.pinned("autumn", "Autumn 2026", "june44", "to-22-june", folder.SWISS)
    folder.write(taking.season(folder.read(club.folder), _with(made, NAMES, ROUNDS)))
    for number in range(1, ROUNDS + 1):
        for n, (pair, seed) in enumerate(_drawn(club, "autumn", number)):
            one, other = everybody[pair.first], everybody[pair.second]
            end = AGREED if n == 3 else RESIGNED
            _take(club, files, _game(one, other, "june44", "to-22-june", seed, 6 + 2 * (seed % 3), end))
        if number == 1:
            clara = everybody["Clara"]
            clara.identity, paper = succession.rotate(
                clara.home, clara.identity, "", clara.bytes_of("second key")
            )
            _take(club, files, [paper])


def _round_robin(club: Club, everybody: dict[str, Friend], files: Path) -> None:
    made = taking.pinned("beaches", "The beaches", "june6", "landings", folder.ROUND_ROBIN)
    folder.write(taking.season(folder.read(club.folder), _with(made, BEACHES, 0)))
    for number in range(1, len(BEACHES)):
        for pair, seed in _drawn(club, "beaches", number):
            one, other = everybody[pair.first], everybody[pair.second]
            _take(club, files, _game(one, other, "june6", "landings", seed, 8, RESIGNED))


def _challenge(club: Club, everybody: dict[str, Friend], files: Path) -> None:
    rita, game = everybody["Rita"], registry.load("pegasus")
    scenario, side = game.info.scenarios[0], game.rules.sides[0]
    paper = dealt.make(
        rita.home,
        rita.identity,
        game,
        name="same-dice",
        scenario=scenario,
        side=side,
        options={},
        text="Every member may enter, once. The best score wins.",
        entropy=rita.bytes_of("chain"),
    )
    file = files / "same-dice.challenge"
    file.write_bytes(dealt.file_of(paper))
    folder.write(
        taking.season(folder.read(club.folder), taking.of_challenge("same-dice", "The same dice", file))
    )
    for salt, name in enumerate(NAMES, 1):
        one = everybody[name]
        offered, _ = entering.enter(one.home, one.identity, paper, entropy=one.bytes_of("entry"))
        _take(club, files, [container.pack(_played(one, rita, offered.file, salt, None).log.encode())])


def _with(made: folder.Season, players: tuple[str, ...], rounds: int) -> folder.Season:
    return evolve(made, players=tuple(sorted(players)), rounds=rounds)


def _drawn(club: Club, name: str, number: int) -> Iterator[tuple[Pairing, int]]:
    """The pairings of a round, drawn now, each with a number of its own."""
    known = folder.read(club.folder)
    changed, _ = taking.next_round(known, name, proofs.read(club.folder))
    folder.write(changed)
    drawn = [each for each in changed.season(name).pairings if each.round == number]
    print(name, number, [(each.first, each.second) for each in drawn], file=sys.stderr)
    return ((each, 10 * number + n) for n, each in enumerate(drawn))


def _game(
    one: Friend, other: Friend, game: str, scenario: str, seed: int, turns: int, end: str
) -> list[bytes]:
    """A game as far as so many turn files, and the paper that ends it then."""
    side = registry.load(game).rules.sides[0]
    offered = invitations.new_game(
        one.home,
        one.identity,
        game=game,
        scenario=scenario,
        side=side,
        entropy=one.bytes_of(f"{game} {seed}"),
    )
    mine = _played(one, other, offered.file, seed, turns)
    if not mine.owed.what:
        return [container.pack(mine.log.encode())]
    sides, keys = mine.log.invite.sides, _KEYS[mine.log.gid]
    if end == AGREED:
        paper = results.write(mine.log, Outcome(how=AGREED, winner="", level="a draw"))
        paper = paper.signed(keys[0]).signed(keys[1])
    else:
        loser = seed % 2
        paper = results.write(
            mine.log, Outcome(how=RESIGNED, winner=sides[1 - loser], level=f"{sides[loser]} resigns")
        )
        paper = paper.signed(keys[loser])
    return [container.pack(mine.log.encode()), container.pack(paper.encode())]


_KEYS: dict[bytes, tuple[object, object]] = {}


def _played(one: Friend, other: Friend, invitation: bytes, salt: int, turns: int | None) -> Session:
    begun = invitations.join(
        other.home,
        other.identity,
        container.unpack(invitation),
        new_key=True,
        entropy=other.bytes_of(f"acceptance {sha256(invitation).hexdigest()}"),
    )
    mine, theirs = (
        invitations.start(one.home, one.identity, container.unpack(begun.file), new_key=True).session,
        begun.session,
    )
    count = 0
    while mine.owed.what and (turns is None or count < turns):
        mover, waiter = (mine, theirs) if mine.mine or mine.draft else (theirs, mine)
        mover, bundle = decide(mover, salt).sealed()
        waiter = waiter.receive(bundle)
        mine, theirs = (mover, waiter) if mover.seat == mine.seat else (waiter, mover)
        count += 1
    _KEYS[mine.log.gid] = (mine.vault.keypair, theirs.vault.keypair)
    return mine


def _take(club: Club, files: Path, made: list[bytes]) -> None:
    for data in made:
        path = files / f"{sha256(data).hexdigest()[:16]}.pbem"
        path.write_bytes(data)
        changed, said = taking.proof(folder.read(club.folder), path, proofs.read(club.folder))
        folder.write(changed)
        print(f"  {len(data):7} {said}", file=sys.stderr)


if __name__ == "__main__":
    main()

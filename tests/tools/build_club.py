"""Plays the season of a club of eight and publishes it: ``examples/club``.

    python tests/tools/build_club.py

Two seasons of pairings and a challenge, over three games. Most games are given up early, so that the proofs stay small; the
entries of the challenge are played to their end. Keys and dice repeat themselves: the same files come out each time.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

from attrs import evolve

from pbem.bytes import container
from pbem.club import checking, folder, proofs, reading, submissions
from pbem.club.folder import Club, Pairing
from pbem.games import registry
from pbem.home import dealt_challenges as dealt
from pbem.home import succession
from pbem.home.challenges import entering
from pbem.papers import results
from pbem.papers.results import AGREED, RESIGNED, Outcome
from tests.tools import short_games
from tests.tools.short_games import Friend

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


def main() -> None:
    """Play, take in, publish."""
    with tempfile.TemporaryDirectory() as place:
        everybody = _friends(Path(place))
        club = folder.begin(Path(place) / "club", "Club Normandía")
        for each in (everybody[name] for name in NAMES):
            club = submissions.member(club, each.name, each.identity.keypair.public.hex(), ())
        folder.write(club)
        files = Path(place) / "files"
        files.mkdir()
        _swiss(club, everybody, files)
        _round_robin(club, everybody, files)
        _challenge(club, everybody, files)
        shutil.rmtree(CLUB, ignore_errors=True)
        club = reading.read(club.folder)
        checking.publish(club, proofs.read(club, club.folder.parent / "judged"), CLUB)
        (CLUB / "README.md").write_text(README, encoding="utf-8")


def _friends(place: Path) -> dict[str, Friend]:
    return {name: short_games.friend(name, place / "homes" / name) for name in (*NAMES, "Rita")}


def _swiss(club: Club, everybody: dict[str, Friend], files: Path) -> None:
    made = submissions.pinned("autumn", "Autumn 2026", "june44", "to-22-june", folder.SWISS)
    folder.write(submissions.season(reading.read(club.folder), _with(made, NAMES, ROUNDS)))
    for number in range(1, ROUNDS + 1):
        for n, (pair, seed) in enumerate(_drawn(club, "autumn", number)):
            one, other = everybody[pair.first], everybody[pair.second]
            end = AGREED if n == 3 else RESIGNED
            turns = 6 + 2 * (seed % 3)
            _take(club, files, _game(one, other, "june44", "to-22-june", seed, turns, end, pair.number))
        if number == 1:
            clara = everybody["Clara"]
            clara.identity, paper = succession.rotate(
                clara.home, clara.identity, "", clara.bytes_of("second key")
            )
            _take(club, files, [paper])


def _round_robin(club: Club, everybody: dict[str, Friend], files: Path) -> None:
    made = submissions.pinned("beaches", "The beaches", "june6", "landings", folder.ROUND_ROBIN)
    folder.write(submissions.season(reading.read(club.folder), _with(made, BEACHES, 0)))
    for number in range(1, len(BEACHES)):
        for pair, seed in _drawn(club, "beaches", number):
            one, other = everybody[pair.first], everybody[pair.second]
            _take(club, files, _game(one, other, "june6", "landings", seed, 8, RESIGNED, pair.number))


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
        submissions.season(
            reading.read(club.folder), submissions.of_challenge("same-dice", "The same dice", file)
        )
    )
    for salt, name in enumerate(NAMES, 1):
        one = everybody[name]
        offered, _ = entering.enter(one.home, one.identity, paper, entropy=one.bytes_of("entry"))
        _take(club, files, [container.pack(short_games.played(one, rita, offered.file, salt).log.encode())])
    folder.write(submissions.closed(reading.read(club.folder), "same-dice", "2026-12-01"))


def _with(made: folder.Season, players: tuple[str, ...], rounds: int) -> folder.Season:
    return evolve(made, players=tuple(sorted(players)), rounds=rounds)


def _drawn(club: Club, name: str, number: int) -> Iterator[tuple[Pairing, int]]:
    """The pairings of a round, drawn now, each with a number of its own."""
    known = reading.read(club.folder)
    numbers = count(number * 100)
    changed, _ = submissions.next_round(
        known,
        name,
        proofs.read(known, club.folder.parent / "judged"),
        lambda n: sha256(f"{name} {next(numbers)}".encode()).digest()[:n],
    )
    folder.write(changed)
    drawn = [each for each in changed.season(name).pairings if each.round == number]
    print(name, number, [(each.first, each.second) for each in drawn], file=sys.stderr)
    return ((each, 10 * number + n) for n, each in enumerate(drawn))


def _game(one, other, game, scenario, seed, turns, end, pairing):
    """A game as far as so many turn files, and the paper that ends it then."""
    short = short_games.game(one, other, game, scenario, seed, turns, pairing)
    log = container.pack(short.log.encode())
    if short.over:
        return [log]
    sides, (first, second) = short.log.invite.sides, short.keys
    if end == AGREED:
        paper = (
            results.write(short.log, Outcome(how=AGREED, winner="", level="a draw"))
            .signed(first)
            .signed(second)
        )
    else:
        loser = seed % 2
        level = f"{sides[loser]} resigns"
        paper = results.write(short.log, Outcome(how=RESIGNED, winner=sides[1 - loser], level=level))
        paper = paper.signed(short.keys[loser])
    return [log, container.pack(paper.encode())]


def _take(club: Club, files: Path, made: list[bytes]) -> None:
    for data in made:
        path = files / f"{sha256(data).hexdigest()[:16]}.pbem"
        path.write_bytes(data)
        known = reading.read(club.folder)
        changed, said = submissions.proof(known, path, proofs.read(known, club.folder.parent / "judged"))
        folder.write(changed)
        print(f"  {len(data):7} {said}", file=sys.stderr)


if __name__ == "__main__":
    main()

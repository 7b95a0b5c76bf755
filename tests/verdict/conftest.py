"""Two players at the tiny game, and logs of it that a cheat has signed or somebody has cut."""

from pathlib import Path

import pytest
from attrs import evolve, frozen
from home.table import Player, play, sit_down, use_tiny
from protocol.forging import Entry, signed_by

from pbem.bytes import canon, container
from pbem.home import games, identity
from pbem.home.play import orders as playing
from pbem.log import Bundle, Log
from tests.tape import tape


@frozen
class Rejected:
    """A file, the home that has the game up to the fault, and what everything must say of it."""

    file: Path
    home: Player
    other: Player
    said: str
    entry: int


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player]:
    """Ann and Ben at the tiny game, four turns into it; nothing of the environment comes in."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for name in ("PBEM_HOME", "PBEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    ann, ben = sit_down(tmp_path)
    play(ann, ben, 4)
    return ann, ben


WRONG: dict[str, Entry] = {"go": {"k": "go", "to": 9}, "guard": {"k": "guard", "guard": "nowhere"}}
"""An illegal order of each kind."""


def cheated(table: tuple[Player, Player]) -> tuple[Player, Player, Bundle]:
    """Who has to choose, the other, and the turn file in which the first signs an illegal order with their own key."""
    for _ in range(20):
        for mover, other in (table, table[::-1]):
            session = games.open_session(mover.folder, identity.unlock(mover.home, "")).automatic()
            kind = next((kind for kind in playing.kinds_of(session.owed) if kind in WRONG), "")
            if session.is_my_turn and kind:
                entries = [canon.decode(line) for line in session.draft]
                wrong = [*({k: v for k, v in each.items() if k != "i"} for each in entries), WRONG[kind]]
                return mover, other, signed_by(session, session.vault.keypair, wrong)
        play(*table, 1)
    raise AssertionError("nobody ever chooses")


def write(path: Path, log: Log) -> Path:
    """A log as a file."""
    path.write_bytes(container.pack(log.encode()))
    return path


@pytest.fixture
def illegal(table: tuple[Player, Player], tmp_path: Path) -> Rejected:
    """An illegal step, signed by who had to step."""
    mover, other, bundle = cheated(table)
    log, header = games.look(other.folder).log, bundle.header
    file = write(tmp_path / "cheat.pbem", evolve(log, bundles=(*log.bundles, bundle)))
    side = games.look(mover.folder).side
    said = f"rejected at entry {header.last} (turn file {header.n}, by {mover.name}, {side}): illegal ["
    return Rejected(file=file, home=mover, other=other, said=said, entry=header.last)


@pytest.fixture
def cut(table: tuple[Player, Player], tmp_path: Path) -> Rejected:
    """A log that ends in the middle of its last turn file."""
    ann, ben = table
    log = games.look(ann.folder).log
    last = log.bundles[-1].header
    data = log.encode()
    file = tmp_path / "cut.pbem"
    file.write_bytes(data[:-100])
    said = f"rejected at entry {last.first} (turn file {last.n}): "
    return Rejected(file=file, home=ann, other=ben, said=said, entry=last.first)


@pytest.fixture
def shuffled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rejected:
    """A shuffle whose proof is no proof, signed by who shuffled."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    game = tape("june44")
    mask = game.entry("deck-mask")
    bits = str(mask["bits"])
    mask["bits"] = bits[:-1] + ("0" if bits[-1] != "0" else "1")
    part, at = game.find("deck-mask")
    entry = sum(len(each.entries) for each in game.parts[:part]) + at
    file = tmp_path / "shuffled.pbem"
    file.write_bytes(container.pack(game.sign()))
    by = {"A": "Ann, allied", "B": "Ben, german"}[game.parts[part].by]
    said = f"rejected at entry {entry} (turn file {part + 1}, by {by}): bad-shuffle: "
    nobody = Player("Nobody", tmp_path)
    return Rejected(file=file, home=nobody, other=nobody, said=said, entry=entry)


@pytest.fixture
def spoilt(table: tuple[Player, Player], tmp_path: Path) -> Rejected:
    """A log of which nothing holds: the very first turn file is not signed as it stands."""
    ann, ben = table
    file = tmp_path / "spoilt.pbem"
    file.write_bytes(container.pack(ann.folder.log().replace(b'"k":"start"', b'"k":"stark"')))
    said = "rejected at entry 0 (turn file 1, in the name of "
    return Rejected(file=file, home=ben, other=ann, said=said, entry=0)


@pytest.fixture(params=["illegal", "cut", "shuffled", "spoilt"])
def rejected(request: pytest.FixtureRequest) -> Rejected:
    """Each of them."""
    found: Rejected = request.getfixturevalue(request.param)
    return found

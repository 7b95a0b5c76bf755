"""One signed turn of a bent player, at every door through which it may come in: it is refused by name, and nothing stops.

The first is the order that stopped every program: the rules of Normandy looked a unit up before they had asked whether it is
there. That is a rule of the game now; the other doors are tried with a game that still falls over.
"""

import json
from pathlib import Path

import pytest
from attrs import frozen

from pbem.archive import judging
from pbem.bytes import container
from pbem.dev import demo
from pbem.home import games, identity
from tests.archive.conftest import mail
from tests.border.cheating import Cheat, seated, signed
from tests.border.faulty import number
from tests.home.table import Player
from tests.table.seats import Seat

NOBODY = {"k": "restore", "unit": ""}
JUDGED = "the rules of Tiny cannot judge this go (KeyError)"
_FROM = b"From ann@example.org Sat Jun  6 06:30:00 2026\n"
SCENARIOS = (pytest.param("epsom", marks=pytest.mark.night), "cherbourg", "cobra", "goodwood-cobra")


def no_crash(said: str) -> None:
    assert "unexpected" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_is_refused_by_entry_and_rule_and_the_game_goes_on(bare: Path, scenario: str) -> None:
    ann, ben = seated(bare, "normandy", scenario)
    found = signed(ann, ben, NOBODY)
    opened, verified = found.other("open", found.file), found.other("verify", found.log)
    said, refusal = found.other("import", found.file), bare / "refusal.pbem"
    assert (3, 3, 3) == (opened.code, verified.code, said.code)
    place = f"at entry {found.bundle.header.last} (turn file {found.bundle.header.n}, by {found.mover.name}, "
    for each in (opened, verified, said):
        assert place in each.sentences
        assert "illegal [7.10]: there is no unit" in each.sentences
        no_crash(each.sentences)
    assert 0 == found.other("dispute", "refuse", "--out", refusal).code
    assert 0 == found.mover("import", refusal).code
    assert 0 == found.other("verify").code


@frozen
class Two:
    """Two games in the same two homes: in the first somebody cheats, and in the other an honest turn is due."""

    cheat: Cheat
    honest: Path
    game: str
    folder: Path

    def taken(self) -> bool:
        """Whether the honest turn stands in the log of whom it was for."""
        log = games.choose(self.cheat.other.home, self.game).log()
        return container.unpack(self.honest.read_bytes()) in log


@pytest.fixture
def two(table: tuple[Player, Player], bare: Path) -> Two:
    """Both turn files in one folder, the bad one first: a step over which the game falls with a KeyError."""
    ann, ben = table
    first = {folder.name for folder in games.begun(ann.home)}
    found = signed(ann, ben, {"k": "go", "to": number("KeyError")})
    seated(bare, "tiny", "only")
    (game,) = {folder.name for folder in games.begun(ann.home)} - first
    mover = found.mover
    own = identity.unlock(mover.home, "")
    folder = games.choose(mover.home, game)
    games.save_session(folder, own, demo.decide(games.open_session(folder, own), 1))
    honest = mover.sent("--game", game)
    downloads = bare / "downloads"
    downloads.mkdir()
    (downloads / "1-bad.pbem").write_bytes(found.file.read_bytes())
    (downloads / "2-good.pbem").write_bytes(honest.read_bytes())
    return Two(found, honest, game, downloads)


@pytest.mark.parametrize("door", ["import", "watch"])
def test_files_of_other_games_in_the_same_folder_are_taken_in(two: Two, door: str) -> None:
    words = ("import", two.folder) if door == "import" else ("watch", "--once", two.folder)
    said = two.cheat.other(*words)
    assert 3 == said.code, said
    assert JUDGED in said.sentences
    no_crash(said.sentences)
    assert two.taken()


def test_a_mailbox_is_read_to_its_end(two: Two) -> None:
    """An mbox with the bad turn, half a turn, and the honest one behind them."""
    bad, good = two.cheat.file.read_bytes(), two.honest.read_bytes()
    letters = [mail(f"turn-{n}.pbem", data).as_bytes() for n, data in enumerate((bad, bad[:99], good))]
    box = two.folder.parent / "all.mbox"
    box.write_bytes(b"".join(_FROM + each + b"\n\n" for each in letters))
    said = two.cheat.other("import", box)
    assert 3 == said.code, said
    assert JUDGED in said.sentences
    no_crash(said.sentences)
    assert two.taken()


def test_an_archive_has_the_verdict_of_verify(two: Two) -> None:
    found = judging.judged(two.cheat.log.read_bytes(), "0" * 64)
    said = json.loads(two.cheat.other("verify", "--json", two.cheat.log).out)
    assert (said["verdict"], said["error"]["code"], said["said"]) == (found.verdict, found.code, found.said)
    assert ("rejected", "illegal", 3) == (found.verdict, found.code, found.exit_code)


def test_the_table_says_so_and_goes_on(two: Two) -> None:
    other = two.cheat.other
    assert 0 == other("games", two.cheat.bundle.header.gid.hex()[:16]).code
    seat = Seat(other.name, other.home)
    told = json.dumps(seat.upload(two.cheat.file.read_bytes()))
    assert JUDGED in told
    no_crash(told)
    assert "error" not in seat.ask("hello")

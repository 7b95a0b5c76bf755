"""A referee rules: what both homes say of it, whose rulings count, and two rulings side by side."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import frozen
from protocol.tiny import GAME

from pbem.bytes import canon, container
from pbem.bytes.errors import FormatError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.home import identity as identities
from pbem.home.exchange.invitations import Wanted, asked_for, new_game
from pbem.home.people import remember
from pbem.log import Clause, Log, parse_log, sign_bundle
from pbem.log.entries import Ruling
from pbem.papers import results
from pbem.papers.equivocation import check_authors
from pbem.papers.rulings import make_ruling, possibilities

from .table import Player, decide, newcomers, play, stream, use_tiny

pytestmark = pytest.mark.night

RITA, QUIN = (Keypair.from_seed(sha256(name).digest()) for name in (b"rita", b"quin"))
STANDS = Ruling(how="stands", text="The turn is legal.")
SHOW = "pbem replay spectate --delay 0 --out mine.pbem"
BACK = "The wrong road was taken. The game goes on from entry 3."
ON = "The turn is legal. All of it stands"


@frozen
class Court:
    """Ann and Ben at a game of which Rita is the referee."""

    ann: Player
    ben: Player

    def rule(self, log: Log, ruling: Ruling, name: str = "ruling") -> Path:
        """A ruling as a file."""
        place = self.ann.place / f"{name}.pbem"
        place.write_bytes(container.pack(make_ruling(GAME, log, RITA, ruling).encode()))
        return place


@pytest.fixture
def court(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Court:
    """Three turn files have been played: Ann has sealed a mode and asked for a roll, and Ben owes the answer."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = newcomers(tmp_path, "Ann", "Ben")
    clause = Clause(key=RITA.public, days=14, then="referee")
    me = identities.unlock(ann.home, "")
    terms = asked_for(ann.home, Wanted(game="tiny"))
    offered = new_game(ann.home, me, terms, referee=clause, entropy=stream("court"))
    (tmp_path / "invitation.pbem").write_bytes(offered.file)
    ben("accept", "invitation.pbem", "--yes", "--out", "acceptance.pbem").says(0)
    ann("accept", "acceptance.pbem").says(0)
    play(ann, ben, 3)
    return Court(ann, ben)


def log_of(player: Player) -> Log:
    return parse_log(player.folder.log())


def void(log: Log, to: int) -> Ruling:
    can = possibilities(GAME, log)
    assert to in can.to
    return Ruling(how="void", to=to, j=can.j, text="The wrong road was taken.", days=7)


def test_a_ruling_in_the_middle_of_a_roll_is_told_in_words_and_the_game_goes_on_from_there(court):
    log = log_of(court.ann)
    assert ["go", "seal", "req"] == [each["k"] for each in log.bundles[-1].entries][-3:]
    before = int(str(log.bundles[-1].entries[-3]["i"])) - 1
    file = court.rule(log, void(log, before))
    remember(court.ben.home, "Rita", RITA.public, game="")
    for player, name in ((court.ann, "The referee"), (court.ben, "Rita (referee)")):
        player("import", file).says(
            0, f"{name} ruled: The wrong road was taken.", f"The game goes on from entry {before}.",
            "The player who owes the next step has 7 days.",
        )  # fmt: skip
    play(court.ann, court.ben, 1)
    asked = [entry for entry in log_of(court.ann).bundles[-1].entries if entry["k"] in ("req", "seal")]
    assert ["mode/1~1", "fight/1~1"] == [str(entry.get("at", entry.get("why"))) for entry in asked]


def test_what_can_be_ruled_lies_beyond_every_roll_that_any_version_names(court: Court) -> None:
    play(court.ann, court.ben, 2)
    log = log_of(court.ann)
    short = Log(invite=log.invite, accept=log.accept, bundles=log.bundles[:2])
    alone, knowing = possibilities(GAME, short), possibilities(GAME, short, log.bundles[2:])
    asked = [int(str(e["j"])) for each in log.bundles for e in each.entries if e["k"] == "req"]
    assert (2, max(asked) + 1) == (alone.j, knowing.j)


def test_orders_that_were_never_sent_are_dropped_by_their_player_alone(court: Court) -> None:
    file = court.rule(log_of(court.ann), void(log_of(court.ann), 3))
    assert decide(court.ben)
    court.ben("import", file).says(6, "pbem undo --all")
    court.ben("undo", "--all").says(0)
    court.ben("import", file).says(0)


def test_a_ruling_on_paper_binds_by_the_clause_of_the_invitation_alone(court: Court) -> None:
    outcome = results.Outcome(how=results.RULED, winner="red", level="by the clause")
    made = results.write(log_of(court.ann), outcome)
    unsigned = results.finding(results.read(made.encode()))
    signed = results.finding(results.read(made.signed(RITA).encode()))
    assert (False, True) == (unsigned.proved, signed.proved)
    with pytest.raises(VerifyError):
        results.finding(results.read(made.signed(QUIN).encode()))


def test_no_paper_is_taken_in_with_a_referees_turn_file_in_it(court: Court) -> None:
    log = log_of(court.ann)
    outcome = results.Outcome(how=results.RULED, winner="red", level="by the clause")
    made = results.write(log, outcome).signed(RITA)
    keys = {name: QUIN.public.hex() for name in ("key", "tip", "vault")}
    line = canon.encode({"i": 0, "k": "renew", "n": 1024, **keys})
    false = sign_bundle(
        RITA, by="R", gid=log.gid, n=1, prev=log.gid, lines=[line], rules=log.invite.rules, state="00" * 32
    )
    with pytest.raises(FormatError) as caught:
        results.read(made.encode() + false.encode())
    assert "bad-paper" == caught.value.code
    with pytest.raises(VerifyError) as needs:
        check_authors(log, [*log.bundles, make_ruling(GAME, log, RITA, STANDS)])
    assert "needs-log" == needs.value.code


@pytest.fixture
def torn(court: Court) -> Court:
    """Ann has gone back by the one ruling, Ben goes on by the other; neither knows."""
    log = log_of(court.ann)
    for player, ruling, name in ((court.ann, void(log, 3), "back"), (court.ben, STANDS, "on")):
        player("import", court.rule(log, ruling, name)).says(0)
        assert "two rulings" not in player("status").out
    return court


def played(player: Player) -> Path:
    while decide(player):
        pass
    return player.sent()


def test_who_is_sent_a_turn_behind_another_ruling_is_told_of_both_then_and_in_every_status(torn):
    ann, ben = torn.ann, torn.ben
    for sender, reader, ours, theirs in ((ann, ben, ON, BACK), (ben, ann, BACK, ON)):
        turn, before = played(sender), reader.folder.log()
        for words, code in ((("import", turn), 6), (("import", turn), 6), (("status",), 0)):
            reader(*words).says(
                code, "The referee has signed two rulings that cannot both stand.",
                f"In your game stands turn file 4: The referee ruled: {ours}",
                f"The other is turn file 4: The referee ruled: {theirs}",
                "Send each other your logs, and both to the referee", SHOW, "pbem end agree",
            )  # fmt: skip
        assert before == reader.folder.log()
        reader("status").says(0, f"Next: {SHOW}", no="pbem dispute settle")


def test_what_it_names_can_be_typed_and_shows_the_referee_both(torn: Court, tmp_path: Path) -> None:
    files = []
    for player in (torn.ann, torn.ben):
        player(*SHOW.split()[1:]).says(0)
        files.append(Path(shutil.move("mine.pbem", tmp_path / f"{player.name}.pbem")))
    torn.ann("referee", "open", *files).says(0, "Beside it you have turn file 4")

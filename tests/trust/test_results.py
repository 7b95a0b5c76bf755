"""Results on paper: who signed what, and when it binds, from the file alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from pbem import container, registry
from pbem.cli import main
from pbem.crypto import Keypair
from pbem.desk.papers import judge
from pbem.errors import UsageError
from pbem.log import parse_log
from pbem.trust import results
from pbem.trust.results import AGREED, PLAYED, RULED, SEEN, Outcome
from tests.protocol.conftest import begin, entropy, play_out
from tests.protocol.tiny import GAME


class Table:
    """A game of two homes, typed at the command line in one folder."""

    def __init__(self, place: Path) -> None:
        self.place = place
        for who in ("ann", "ben", "rita"):
            self.run(who, "identity", "new", who.capitalize(), "--no-password")
        self.run(
            "ann", "new", "june6", "--scenario", "epsom", "--side", "allied", "--out", self.file("invite")
        )
        self.run("ben", "join", self.file("invite"), "--out", self.file("accept"))
        self.run("ann", "start", self.file("accept"))

    def file(self, name: str) -> str:
        return str(self.place / f"{name}.pbem")

    def type(self, who: str, *words: str) -> Result:
        return CliRunner().invoke(main, ["--home", str(self.place / who), *words])

    def run(self, who: str, *words: str) -> str:
        found = self.type(who, *words)
        assert 0 == found.exit_code, found.output
        return found.output

    def verdict(self, name: str) -> tuple[str, str]:
        """The word and the code of the verdict in an empty home."""
        found = json.loads(self.type("nobody", "verify", "--json", self.file(name)).output)
        return found["verdict"], found["code"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("table"))


def test_a_resignation_binds_by_the_losers_signature_alone(table: Table) -> None:
    said = table.run("ben", "resign", "--yes", "--out", table.file("resigned"))
    assert "allied wins by resignation: german resigns." in said
    assert ("signed", "") == table.verdict("resigned")


def test_an_offer_binds_when_both_have_signed(table: Table) -> None:
    table.run("ann", "agree", "--draw", "--out", table.file("offer"))
    assert ("rejected", "unsigned") == table.verdict("offer")
    table.run("ben", "agree", table.file("offer"), "--yes", "--out", table.file("agreed"))
    assert ("signed", "") == table.verdict("agreed")


def test_signing_ones_own_offer_twice_is_one_signature(table: Table) -> None:
    table.run("ann", "agree", "--winner", "allied", "--out", table.file("mine"))
    table.run("ann", "agree", table.file("mine"), "--yes", "--out", table.file("again"))
    assert ("rejected", "unsigned") == table.verdict("again")


def test_a_referee_rules_when_both_have_appointed_him(table: Table) -> None:
    key = table.run("rita", "referee", "key").strip()
    table.run("ann", "referee", "appoint", "--key", key, "--name", "Rita", "--out", table.file("half"))
    assert ("rejected", "unsigned") == table.verdict("half")
    early = [table.file("half"), "--winner", "german", "--level", "too early", "--out", table.file("early")]
    table.run("rita", "referee", "rule", *early)
    assert ("rejected", "unsigned") == table.verdict("early")
    table.run("ben", "referee", "appoint", table.file("half"), "--yes", "--out", table.file("whole"))
    assert ("signed", "") == table.verdict("whole")
    ruling = [
        table.file("whole"),
        "--winner",
        "allied",
        "--level",
        "entry 3 is illegal",
        "--out",
        table.file("ruling"),
    ]
    assert "allied wins by the referee's ruling: entry 3 is illegal." in table.run(
        "rita", "referee", "rule", *ruling
    )
    assert ("signed", "") == table.verdict("ruling")


def test_a_referee_countersigns_how_far_a_log_holds(table: Table) -> None:
    """The paper ends nothing; a ruling with the log names the same head."""
    key = table.run("rita", "referee", "key").strip()
    table.run("ann", "referee", "appoint", "--key", key, "--name", "Rita", "--out", table.file("half"))
    table.run("ben", "referee", "appoint", table.file("half"), "--yes", "--out", table.file("whole"))
    table.run("ann", "send", "--partial", "--out", table.file("turn"))
    log = next((table.place / "ann").glob("games/*/log.pbem"))
    said = table.run("rita", "referee", "sign", table.file("whole"), str(log), "--out", table.file("seen"))
    assert "the game goes on; all of it holds so far" in said
    assert ("countersigned", "") == table.verdict("seen")
    ruling = [table.file("whole"), "--draw", "--level", "so be it", "--log", str(log)]
    table.run("rita", "referee", "rule", *ruling, "--out", table.file("ruling"))
    sheets = [
        results.read(container.unpack(Path(table.file(each)).read_bytes())) for each in ("seen", "ruling")
    ]
    last = parse_log(container.unpack(log.read_bytes())).bundles[-1].header
    assert [last.head.hex()] * 2 == [each.sheet.fields["head"] for each in sheets]
    assert [last.n] * 2 == [each.sheet.fields["n"] for each in sheets]
    both = table.type("rita", "verify", table.file("seen"), table.file("ruling"), str(log))
    assert 0 == both.exit_code, both.output
    torn = table.place / "torn.pbem"
    torn.write_bytes(log.read_bytes()[:-20])
    assert 3 == table.type("rita", "referee", "sign", table.file("whole"), str(torn)).exit_code


def test_what_a_referee_has_seen_names_no_winner_and_contradicts_no_result() -> None:
    pair = begin()
    rita = Keypair.from_seed(b"\x07" * 32)
    made = results.appoint(pair.a.log, rita.public, "Rita")
    for key in (pair.a.vault.keypair, pair.b.vault.keypair):
        made = evolve(made, sheet=made.sheet.signed(key))
    assert judge(results.seen(pair.a.log, made).signed(rita).encode()).proved
    assert not judge(results.seen(pair.a.log, made).encode()).proved
    crooked = results.write(pair.a.log, Outcome(how=SEEN, winner="red", level="red wins"), made).signed(rita)
    assert (False, "bad-paper") == ((found := judge(crooked.encode())).proved, found.code)


def test_nobody_else_rules(table: Table) -> None:
    key = table.run("rita", "referee", "key").strip()
    table.run("ann", "referee", "appoint", "--key", key, "--name", "Rita", "--out", table.file("for-rita"))
    found = table.type("ben", "referee", "rule", table.file("for-rita"), "--draw", "--level", "mine")
    assert 2 == found.exit_code
    assert "by another key than yours" in found.output


def test_a_game_that_goes_on_has_no_played_result(table: Table) -> None:
    found = table.type("ann", "result")
    assert (2, True) == (found.exit_code, "The game is not over." in found.output)


# --- on the tiny game -------------------------------------------------------------------------------------------------


@pytest.fixture
def paper(monkeypatch: pytest.MonkeyPatch) -> results.ResultPaper:
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    pair = play_out(begin())
    found = GAME.rules.result(pair.a.position.game)
    assert found is not None
    outcome = Outcome(how=PLAYED, winner=found.winner or "", level=found.level, score=found.score)
    return results.write(pair.a.log, outcome).signed(pair.a.vault.keypair)


def test_one_signature_under_a_played_result_is_called_one_players_word(paper: results.ResultPaper) -> None:
    found = judge(paper.encode())
    assert (True, "claimed") == (found.proved, found.word)
    assert found.lines[-1].startswith("It is the word of one player")


def test_the_paper_survives_reading_and_writing(paper: results.ResultPaper) -> None:
    assert paper.encode() == results.read(paper.encode()).encode()


def test_a_flipped_bit_anywhere_is_refused(paper: results.ResultPaper) -> None:
    data = paper.encode()
    for at in range(0, len(data), 29):
        bent = bytearray(data)
        bent[at] ^= 1
        assert not judge(bytes(bent)).proved, at


def test_a_strangers_signature_is_refused(paper: results.ResultPaper) -> None:
    stranger = Keypair.from_seed(entropy("stranger")(32))
    found = judge(paper.signed(stranger).encode())
    assert (False, "wrong-key") == (found.proved, found.code)


def test_a_winners_resignation_of_the_other_does_not_bind(paper: results.ResultPaper) -> None:
    pair = begin()
    outcome = Outcome(how="resigned", winner="red", level="blue resigns")
    forged = results.write(pair.a.log, outcome).signed(pair.a.vault.keypair)
    assert (False, "unsigned") == ((found := judge(forged.encode())).proved, found.code)


def test_a_ruling_without_an_appointment_does_not_bind() -> None:
    pair = begin()
    ruling = results.write(pair.a.log, Outcome(how=RULED, winner="red", level="so be it"))
    both = ruling.signed(pair.a.vault.keypair).signed(pair.b.vault.keypair)
    assert (False, "unsigned") == ((found := judge(both.encode())).proved, found.code)


def test_a_player_cannot_be_his_own_referee() -> None:
    pair = begin()
    with pytest.raises(UsageError) as refused:
        results.appoint(pair.a.log, pair.a.vault.keypair.public, "Ann")
    assert "bad-referee" == refused.value.code


def test_a_result_of_a_side_that_does_not_exist_cannot_be_written() -> None:
    with pytest.raises(UsageError) as refused:
        results.write(begin().a.log, Outcome(how=AGREED, winner="green", level="green wins"))
    assert "bad-result" == refused.value.code


def test_a_paper_travels_packed_like_a_turn_file(paper: results.ResultPaper) -> None:
    packed = container.pack(paper.encode())
    assert paper.encode() == container.unpack(packed)
    assert len(packed) < 2000

"""Results on paper: who signed what, and when it binds, from the file alone."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from pbem.bytes import container
from pbem.bytes.errors import UsageError, VerifyError
from pbem.cli import main
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.home.papers.verdict import judge
from pbem.home.viewing.audited import audited
from pbem.home.viewing.logs import film_of_log
from pbem.log import parse_log
from pbem.papers import appointment as appointments
from pbem.papers import results
from pbem.papers.results import AGREED, PLAYED, RULED, SEEN, Outcome
from tests.protocol.conftest import begin, entropy, play_out
from tests.protocol.tiny import GAME


class Table:
    """A game of two homes, typed at the command line in one folder."""

    def __init__(self, place: Path) -> None:
        self.place = place
        for who in ("ann", "ben", "rita"):
            self.run(who, "identity", "new", who.capitalize(), "--no-password")
        self.run(
            "ann", "invite", "june6", "--scenario", "epsom", "--side", "allied", "--out", self.file("invite")
        )
        self.run("ben", "accept", self.file("invite"), "--out", self.file("accept"))
        self.run("ann", "accept", self.file("accept"))

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
    said = table.run("ben", "end", "resign", "--yes", "--out", table.file("resigned"))
    assert "allied wins by resignation: german resigns." in said
    assert ("signed", "") == table.verdict("resigned")


def test_an_offer_binds_when_both_have_signed(table: Table) -> None:
    table.run("ann", "end", "agree", "--draw", "--yes", "--out", table.file("offer"))
    assert ("unsigned", "unsigned") == table.verdict("offer")
    table.run("ben", "end", "agree", table.file("offer"), "--yes", "--out", table.file("agreed"))
    assert ("signed", "") == table.verdict("agreed")


def test_signing_ones_own_offer_twice_is_one_signature(table: Table) -> None:
    table.run("ann", "end", "agree", "--winner", "allied", "--yes", "--out", table.file("mine"))
    table.run("ann", "end", "agree", table.file("mine"), "--yes", "--out", table.file("again"))
    assert ("unsigned", "unsigned") == table.verdict("again")


def test_a_referee_rules_when_both_have_appointed_him(table: Table) -> None:
    key = table.run("rita", "referee", "key").strip()
    table.run("ann", "referee", "appoint", "--key", key, "--name", "Rita", "--out", table.file("half"))
    assert ("unsigned", "unsigned") == table.verdict("half")
    early = [table.file("half"), "--winner", "german", "--level", "too early", "--out", table.file("early")]
    table.run("rita", "referee", "rule", *early)
    assert ("unsigned", "unsigned") == table.verdict("early")
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
    before = table.type("rita", "referee", "rule", *ruling)
    assert 6 == before.exit_code
    assert "You have signed for this game before, on " in before.output
    assert ": german wins (too early), after turn file 0." in before.output
    assert "add --again" in before.output
    assert not Path(table.file("ruling")).exists()
    said = table.run("rita", "referee", "rule", *ruling, "--again")
    assert "allied wins by the referee's ruling: entry 3 is illegal." in said
    assert "german wins (too early)" in said
    assert "this very paper before" in table.run("rita", "referee", "rule", *ruling)
    assert ("signed", "") == table.verdict("ruling")


def test_a_referee_countersigns_how_far_a_log_holds(table: Table) -> None:
    """The paper ends nothing; a ruling with the log names the same head."""
    key = table.run("rita", "referee", "key").strip()
    table.run("ann", "referee", "appoint", "--key", key, "--name", "Rita", "--out", table.file("half"))
    table.run("ben", "referee", "appoint", table.file("half"), "--yes", "--out", table.file("whole"))
    table.run("ann", "send", "--partial", "--out", table.file("turn"))
    log = next((table.place / "ann").glob("games/*/log.pbem"))
    seen = ["referee", "sign", table.file("whole"), str(log), "--out", table.file("seen")]
    assert 6 == table.type("rita", *seen).exit_code
    said = table.run("rita", *seen, "--again")
    assert "the game goes on; all of it holds so far" in said
    assert ("countersigned", "") == table.verdict("seen")
    ruling = [table.file("whole"), "--draw", "--level", "so be it", "--log", str(log)]
    again = table.type("rita", "referee", "rule", *ruling, "--out", table.file("ruling"))
    assert "that the log holds as far as turn file" in again.output
    assert 6 == again.exit_code
    table.run("rita", "referee", "rule", *ruling, "--out", table.file("ruling"), "--again")
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
    made = appointments.appoint(pair.a.log, rita.public, "Rita")
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
    found = table.type("ann", "end", "result")
    assert (2, True) == (found.exit_code, "The game is not over." in found.output)


@pytest.fixture
def paper(monkeypatch: pytest.MonkeyPatch) -> results.ResultPaper:
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    pair = play_out(begin())
    found = GAME.rules.result(pair.a.position.game)
    outcome = Outcome(how=PLAYED, winner=found.winner or "", level=found.level, score=found.score)
    return results.write(pair.a.log, outcome).signed(pair.a.vault.keypair)


def test_one_signature_under_a_played_result_is_called_one_players_word(paper: results.ResultPaper) -> None:
    found = judge(paper.encode())
    assert (True, "claimed") == (found.proved, found.word)
    assert found.lines[1].startswith("It is the word of one player")


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
        appointments.appoint(pair.a.log, pair.a.vault.keypair.public, "Ann")
    assert "bad-referee" == refused.value.code


def test_a_result_of_a_side_that_does_not_exist_cannot_be_written() -> None:
    with pytest.raises(UsageError) as refused:
        results.write(begin().a.log, Outcome(how=AGREED, winner="green", level="green wins"))
    assert "bad-result" == refused.value.code


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of its own, in which nothing is played on."""
    return Table(tmp_path_factory.mktemp("ending"))


def deal(ending: Table, name: str) -> None:
    """Ann resigns, Ben signs that too, and each opens their vault when both have."""
    ending.run("ann", "end", "resign", "--yes", "--out", ending.file(name))
    assert b"vaults" not in container.unpack(Path(ending.file(name)).read_bytes())
    ending.run("ben", "end", "result", ending.file(name), "--yes")
    ending.run("ann", "end", "result", ending.file(name), "--yes")


def test_both_vaults_open_when_both_have_signed_the_end_and_the_log_is_audited(ending: Table) -> None:
    deal(ending, "given-up")
    assert ("signed", "") == ending.verdict("given-up")
    log = next((ending.place / "ann" / "games").glob("*/log.pbem"))
    said = ending.run("nobody", "audit", str(log), "--paper", ending.file("given-up"))
    assert "Keys opened at the end: allied, german." in said
    told = ending.type("nobody", "verify", ending.file("given-up")).output
    assert "Vault opened by Ann (allied) and Ben (german)" in told


def test_an_offer_opens_no_vault_and_who_signs_second_opens_theirs(ending: Table) -> None:
    offer = Path(ending.file("draw"))
    ending.run("ann", "end", "agree", "--draw", "--yes", "--out", str(offer))
    assert b"vaults" not in container.unpack(offer.read_bytes())
    said = ending.run("ben", "end", "agree", str(offer), "--yes")
    assert "your opponent types pbem end result" in said
    lines = container.unpack(offer.read_bytes())
    assert (1, True) == (lines.count(b'"k":"vaults"'), b'"by":"B"' in lines)
    assert "The vault of Ann (allied) is shut" in ending.type("nobody", "verify", str(offer)).output
    assert "have 128 bits" in ending.type("nobody", "verify", str(offer)).output


def test_a_vault_under_a_paper_that_one_has_signed_is_refused(ending: Table) -> None:
    deal(ending, "stripped")
    rows = container.unpack(Path(ending.file("stripped")).read_bytes()).splitlines(keepends=True)
    assert judge(b"".join(rows)).proved
    for gone in (1, 2):
        found = judge(b"".join((*rows[:gone], *rows[gone + 1 :])))
        assert (False, "bad-paper") == (found.proved, found.code)


def test_a_vault_that_is_another_or_unsigned_or_twice_is_refused(ending: Table) -> None:
    deal(ending, "bent")
    data = container.unpack(Path(ending.file("bent")).read_bytes())
    rows = data.splitlines(keepends=True)
    vaults = [at for at, row in enumerate(rows) if b'"k":"vaults"' in row]
    assert [3, 5] == vaults
    swapped = b"".join((*rows[:3], *rows[5:7], *rows[3:5], *rows[7:]))
    doubled = b"".join((*rows[:5], *rows[3:5], *rows[5:]))
    unsigned = b"".join((*rows[:4], *rows[5:]))
    for wrong in (swapped, doubled, unsigned):
        assert (False, "bad-paper") == ((found := judge(wrong)).proved, found.code)
    first = rows[3].index(b'"vaults":["') + len(b'"vaults":["')
    digit = b"1" if rows[3][first : first + 1] == b"0" else b"0"
    other = rows[3][:first] + digit + rows[3][first + 1 :]
    found = judge(b"".join((*rows[:3], other, *rows[4:])))
    assert (False, "other-vault") == (found.proved, found.code)
    for at in range(sum(map(len, rows[:3])), sum(map(len, rows[:7])), 23):
        changed = bytearray(data)
        changed[at] ^= 1
        assert not judge(bytes(changed)).proved, at


def test_a_vault_of_another_game_is_not_taken_for_this_one(ending: Table) -> None:
    deal(ending, "mine")
    pair = play_out(begin())
    log = ending.place / "tiny.pbem"
    log.write_bytes(container.pack(pair.a.log.encode()))
    found = ending.type("nobody", "audit", str(log), "--paper", ending.file("mine"))
    assert found.exit_code


def test_a_vault_opened_on_paper_shows_a_secret_that_the_rules_do_not_allow(monkeypatch):
    """The audit on paper is the audit in the log: salts, masks and what was never opened."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    pair = play_out(begin(), most=6)
    film = film_of_log(pair.a.log.encode())
    keys = {"A": (pair.a.vault.salts,), "B": (pair.b.vault.salts,)}
    assert ("red", "blue") == audited(film, keys).commitments.keys
    with pytest.raises(VerifyError) as caught:
        audited(film, {"A": (pair.b.vault.salts,)})
    assert "other-vault" == caught.value.code

"""A referee rules, and both homes go over to it: by turn files alone, whatever had been played beside it."""

from __future__ import annotations

import itertools
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import frozen
from protocol.tiny import GAME

from pbem.bytes import canon, container
from pbem.bytes.errors import FormatError, VerifyError
from pbem.crypto.keys import Keypair, fingerprint
from pbem.home import identity as identities
from pbem.home.exchange.invitations import new_game
from pbem.home.games import open_session, save_session
from pbem.home.people import remember
from pbem.home.viewing.logs import film
from pbem.log import Bundle, Clause, Log, parse_log, read_bundles, sign_bundle
from pbem.log.entries import Ruling
from pbem.papers import appointment as appointments
from pbem.papers import evidence, results
from pbem.papers.authors import check_authors
from pbem.papers.rulings import make_ruling, possibilities
from pbem.protocol.side_entries import refusal

from .table import Player, Said, decide, pbem, play, put_back, stream, use_tiny

pytestmark = pytest.mark.slow

RITA = Keypair.from_seed(sha256(b"rita").digest())
QUIN = Keypair.from_seed(sha256(b"quin").digest())


@frozen
class Court:
    """Ann and Ben at a game of which Rita is the referee."""

    ann: Player
    ben: Player

    def rule(
        self, log: Log, ruling: Ruling, name: str = "ruling", *before: Bundle, key: Keypair = RITA
    ) -> Path:
        """A ruling as a file, behind turn files that go with it."""
        made = make_ruling(GAME, log, key, ruling)
        place = self.ann.place / f"{name}.pbem"
        place.write_bytes(container.pack(b"".join(each.encode() for each in (*before, made))))
        return place

    def same(self) -> Log:
        """Both homes hold one log."""
        assert self.ann.folder.log() == self.ben.folder.log()
        return log_of(self.ann)

    def to_the_end(self) -> None:
        """The game goes on to its end, both vaults opened, and everybody can verify it."""
        self.same()
        while '"owed_by": ""' not in self.ann("status", "--json").out:
            play(self.ann, self.ben, 1)
        place = self.ann.place / "whole.pbem"
        place.write_bytes(self.same().encode())
        said = pbem("verify", place)
        assert (0, True) == (said.code, "verified" in said.out), said


@pytest.fixture
def court(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Court:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return sit(tmp_path, Clause(key=RITA.public, days=14, then="referee"))


def sit(place: Path, clause: Clause | None) -> Court:
    ann, ben = Player("Ann", place), Player("Ben", place)
    for player in (ann, ben):
        assert player("identity", "new", player.name, "--no-password").code == 0
    offered = new_game(
        ann.home, identities.unlock(ann.home, ""), game="tiny", referee=clause, entropy=stream("court")
    )
    (place / "invitation.pbem").write_bytes(offered.file)
    assert ben("join", place / "invitation.pbem", "--yes", "--out", place / "acceptance.pbem").code == 0
    assert ann("start", place / "acceptance.pbem").code == 0
    return Court(ann, ben)


def log_of(player: Player) -> Log:
    return parse_log(player.folder.log())


def void(
    log: Log, to: int, *versions: Bundle, text: str = "The wrong road was taken.", days: int = 0
) -> Ruling:
    can = possibilities(GAME, log, versions)
    assert to in can.to
    return Ruling(how="void", to=to, j=can.j, text=text, days=days)


STANDS = Ruling(how="stands", text="The turn is legal.")
OVER = Ruling(how="over", winner="blue", level="forfeit", text="Ann has been silent for 14 days.")


def imported(player: Player, *files: Path) -> Said:
    said = player("import", *files)
    assert said.code == 0, said
    return said


def whose(player: Player) -> str:
    return player("status", "--json").out


# --- the ruling comes next --------------------------------------------------------------------------------------------


def test_a_ruling_in_the_middle_of_a_roll_is_told_in_words_and_the_game_goes_on_from_there(
    court: Court,
) -> None:
    play(court.ann, court.ben, 3)  # Ann has sealed a mode and asked for a roll: Ben owes the answer
    log = log_of(court.ann)
    assert ["go", "seal", "req"] == [each["k"] for each in log.bundles[-1].entries][-3:]
    before = int(str(log.bundles[-1].entries[-3]["i"])) - 1
    file = court.rule(log, void(log, before, days=7))
    for player in (court.ann, court.ben):
        said = imported(player, file)
        for words in (
            "The referee ruled: The wrong road was taken.",
            f"The game goes on from entry {before}.",
            "Whoever owes the next step has 7 days.",
        ):
            assert words in said.sentences, said
    assert '"mine": true' in whose(court.ann)
    assert '"mine": false' in whose(court.ben)
    play(court.ann, court.ben, 1)
    asked = [entry for entry in log_of(court.ann).bundles[-1].entries if entry["k"] in ("req", "seal")]
    assert ["mode/1~1", "fight/1~1"] == [str(entry.get("at", entry.get("why"))) for entry in asked]
    rolls = [entry["j"] for each in log.bundles for entry in each.entries if entry["k"] == "req"]
    assert int(str(asked[-1]["j"])) > max(int(str(j)) for j in rolls) + 1
    court.to_the_end()


def test_a_home_that_knows_the_referee_calls_them_by_name(court: Court) -> None:
    play(court.ann, court.ben, 2)
    remember(court.ben.home, "Rita", RITA.public, game="")
    said = imported(court.ben, court.rule(log_of(court.ann), STANDS))
    assert "Turn file 3 of Rita (referee): a ruling, verified." in said.sentences, said
    assert "Rita (referee) ruled: The turn is legal. All of it stands" in said.sentences, said


def test_what_stands_leaves_the_game_where_it_was(court: Court) -> None:
    play(court.ann, court.ben, 3)
    file = court.rule(log_of(court.ann), STANDS)
    for player in (court.ann, court.ben):
        imported(player, file)
    assert '"mine": true' in whose(court.ben)
    court.to_the_end()


def test_a_game_that_a_ruling_has_ended_is_over_everywhere_and_only_the_vaults_are_due(court: Court) -> None:
    play(court.ann, court.ben, 3)
    file = court.rule(log_of(court.ann), OVER)
    for player in (court.ann, court.ben):
        said = imported(player, file)
        assert "The game is over: blue wins, forfeit." in said.sentences, said
        assert "forfeit (the referee's ruling)" in player("status").out
    assert 0 != court.ben("do", "guard run").code
    play(court.ann, court.ben, 2)  # Ben's vault, then Ann's: she wrote the last entry of play
    assert ["B", "A"] == [each.header.by for each in log_of(court.ann).bundles[-2:]]
    court.to_the_end()
    place = court.ann.place / "whole.pbem"
    assert "forfeit (the referee's ruling)" in pbem("verify", "--json", place).out
    assert "**Blue**: forfeit (the referee's ruling)" in film(place).report()
    paper = court.ann.place / "result.pbem"
    assert 0 == court.ben("result", "--yes", "--out", paper).code
    said = pbem("verify", paper, place)
    assert (0, True) == (
        said.code,
        "The result of a game that is over: Ben (blue) wins: forfeit." in said.sentences,
    ), said


def test_nothing_is_ruled_any_more_once_the_game_was_ended_or_a_vault_is_open(court: Court) -> None:
    play(court.ann, court.ben, 3)
    imported(court.ann, court.rule(log_of(court.ann), OVER))
    assert possibilities(GAME, log_of(court.ann)).why_not
    with pytest.raises(VerifyError) as caught:
        make_ruling(GAME, log_of(court.ann), RITA, STANDS)
    assert "not-now" == caught.value.code


# --- the game goes over -----------------------------------------------------------------------------------------------


def test_a_home_that_has_played_on_goes_over_and_keeps_what_it_gives_up(court: Court) -> None:
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    before = int(str(log.bundles[-1].entries[-3]["i"])) - 1
    file = court.rule(log, void(log, before))
    play(court.ann, court.ben, 2)  # the roll is answered and opened beside the ruling
    given_up = {each.hash() for each in log_of(court.ann).bundles[3:]}
    for player in (court.ann, court.ben):
        said = imported(player, file)
        assert "takes the place of turn files 4 to 5" in said.sentences, said
        kept = {each.hash() for held in player.folder.refused() for each in read_bundles(held.data)}
        assert given_up <= kept
        assert 4 == len(log_of(player).bundles)
    court.to_the_end()
    log = log_of(court.ann)
    every = [*log.bundles, *(each for held in court.ann.folder.refused() for each in read_bundles(held.data))]
    assert () == evidence.found(log, *every), "whoever follows a ruling has cheated nobody"


def test_in_whatever_order_the_files_come_both_homes_arrive_at_one_log(court: Court) -> None:
    play(court.ann, court.ben, 2)
    shutil.copytree(court.ben.path, court.ben.place / "start")
    files = play(court.ann, court.ben, 1)
    log = log_of(court.ann)
    file = court.rule(log, void(log, log.bundles[1].header.last))
    imported(court.ann, file)
    after = play_alone(court.ann)
    for n, order in enumerate(itertools.permutations((*files, file, after))):
        home = Player("Ben", court.ben.place / f"order-{n}")
        home.place.mkdir()
        shutil.copytree(court.ben.place / "start", home.path)
        for each in order:
            home("import", each)
        for each in order:
            home("import", each)
        assert home.folder.log() == court.ann.folder.log(), [each.name for each in order]


def play_alone(player: Player) -> Path:
    while decide(player):
        pass
    return player.sent()


def test_a_turn_that_comes_after_the_ruling_that_settled_its_place_stops_nobody(court: Court) -> None:
    play(court.ann, court.ben, 2)
    file = court.rule(log_of(court.ann), STANDS)
    late = play_alone(court.ann)
    imported(court.ben, file)
    said = imported(court.ben, late)
    assert "stood beside what the referee ruled" in said.sentences, said
    assert "pbem settle" not in court.ben("status").out
    said = court.ann("import", file)
    assert (6, True) == (said.code, "You have asked for roll 1" in said.sentences), said
    log = log_of(court.ann)
    again = court.rule(log, Ruling(how="stands", j=possibilities(GAME, log).j, text="Go on."), "again")
    for player in (court.ann, court.ben):
        imported(player, again)
    court.to_the_end()


def test_a_seed_that_has_left_in_what_is_given_up_stops_the_roll_until_a_higher_one_is_ruled(
    court: Court,
) -> None:
    play(court.ann, court.ben, 3)
    early = log_of(court.ann)
    ruling = court.rule(Log(invite=early.invite, accept=early.accept, bundles=early.bundles[:2]), STANDS)
    play(court.ann, court.ben, 2)
    said = court.ben("import", ruling)
    assert (6, True) == (said.code, "never done twice" in said.sentences), said
    assert "rule again, with roll" in said.sentences
    assert court.ann("import", ruling).code == 6
    log = court.same()
    given_up = [each for held in court.ann.folder.refused() for each in read_bundles(held.data)]
    can = possibilities(GAME, log, given_up)
    again = court.rule(log, Ruling(how="stands", j=can.j, text="With fresh dice."), "again")
    for player in (court.ann, court.ben):
        imported(player, again)
    court.to_the_end()


def test_orders_that_were_never_sent_are_dropped_by_their_player_alone(court: Court) -> None:
    play(court.ann, court.ben, 3)
    file = court.rule(log_of(court.ann), void(log_of(court.ann), 3))
    assert decide(court.ben)
    said = court.ben("import", file)
    assert (6, True) == (said.code, "pbem undo --all" in said.sentences), said
    assert 6 == court.ben("send", "--partial", "--out", court.ben.place / "early.pbem").code
    assert 0 == court.ben("undo", "--all").code
    imported(court.ben, file)
    imported(court.ann, file)
    court.to_the_end()


def test_a_ruling_that_continues_what_is_not_here_waits_and_nothing_is_signed_past_it(court: Court) -> None:
    play(court.ann, court.ben, 2)
    shutil.copytree(court.ann.path, court.ann.place / "copy")
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    file = court.rule(log, void(log, log.bundles[1].header.last))
    put_back(court.ann.place / "copy", court.ann.path)
    said = court.ann("import", file)
    assert (6, True) == (said.code, "Ask the referee for the whole log" in said.sentences), said
    assert "A ruling of the referee (turn file 6) has come" in court.ann("status").out
    assert decide(court.ann)
    said = court.ann("send", "--partial", "--out", court.ann.place / "early.pbem")
    assert (6, True) == (said.code, "A ruling of the referee has come" in said.err), said
    assert 0 == court.ann("undo", "--all").code
    (whole := court.ann.place / "whole-log.pbem").write_bytes(container.pack(log.encode()))
    imported(court.ann, whole)
    imported(court.ben, file)
    court.to_the_end()


def test_who_is_invited_reads_to_whom_they_bind_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    sit(tmp_path, Clause(key=RITA.public, days=14, then="loses"))
    cy = Player("Cy", tmp_path)
    assert cy("identity", "new", "Cy", "--no-password").code == 0
    said = cy("import", tmp_path / "invitation.pbem").sentences
    assert f"the code {fingerprint(RITA.public)}" in said, said
    assert "silent for 14 days can be reported; then their side loses." in said


# --- two versions, refusals -------------------------------------------------------------------------------------------


def test_of_two_versions_the_one_that_the_ruling_continues_stands(court: Court) -> None:
    ann, ben = court.ann, court.ben
    play(ann, ben, 2)
    shutil.copytree(ann.path, ann.place / "copy")
    one = play_alone(ann)
    put_back(ann.place / "copy", ann.path)
    for order in ("go 1", "mode hit"):
        assert ann("do", order).code == 0
    two = ann.sent()
    imported(ben, one)
    assert ben("import", two).code == 6
    assert decide(ben)
    assert ben("settle", "--take", "1").code == 0
    ben.sent()  # Ben has answered the first version, and cannot leave it by himself
    chosen = read_bundles(container.unpack(two.read_bytes()))
    log = log_of(ann)
    assert chosen[-1].hash() == log.bundles[-1].hash()
    can = possibilities(GAME, log)
    assert can.j
    file = court.rule(log, void(log, log.bundles[1].header.last), "ruling", *chosen)
    for player in (ann, ben):
        player("import", file)
        assert "pbem settle" not in player("status").out
    court.to_the_end()


def test_a_refused_turn_stands_when_the_referee_says_so(court: Court) -> None:
    ann, ben = court.ann, court.ben
    play(ann, ben, 2)
    turn = play_alone(ann)
    bundle = read_bundles(container.unpack(turn.read_bytes()))[-1]
    identity = identities.unlock(ben.home, "")
    session = open_session(ben.folder, identity)
    refused = refusal(session, bundle, VerifyError("illegal", "not so", entry=bundle.header.first))
    save_session(ben.folder, identity, session.receive(refused))
    (place := ann.place / "refusal.pbem").write_bytes(container.pack(refused.encode()))
    assert 6 == ann("import", place).code
    file = court.rule(log_of(ann), STANDS, "ruling", bundle)
    for player in (ann, ben):
        imported(player, file)
        assert "pbem settle" not in player("status").out
    court.to_the_end()


# --- who may rule -----------------------------------------------------------------------------------------------------


def test_a_stranger_rules_nothing(court: Court) -> None:
    play(court.ann, court.ben, 2)
    made = make_ruling(GAME, log_of(court.ann), RITA, STANDS)
    header = made.header
    forged = sign_bundle(
        QUIN,
        by="R",
        gid=header.gid,
        n=header.n,
        prev=header.prev,
        lines=made.lines,
        rules=header.rules * 4,
        state=header.state,
    )
    (place := court.ann.place / "forged.pbem").write_bytes(container.pack(forged.encode()))
    before = court.ben.folder.log()
    said = court.ben("import", place)
    assert (3, True) == (said.code, "wrong-key" in said.sentences), said
    assert (before, (), ()) == (court.ben.folder.log(), court.ben.folder.refused(), court.ben.folder.parked())
    court.to_the_end()


def test_a_referee_who_signs_two_rulings_is_named_and_the_second_joins_nothing(court: Court) -> None:
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    one, two = court.rule(log, STANDS), court.rule(log, void(log, 3), "second")
    imported(court.ben, one)
    before = court.ben.folder.log()
    said = court.ben("import", two)
    assert (6, True) == (said.code, "The referee has signed two rulings" in said.sentences), said
    assert before == court.ben.folder.log()
    assert {"two-rulings"} == {each.code for each in court.ben.folder.refused()}
    imported(court.ann, one)
    court.to_the_end()


def test_who_was_appointed_on_paper_brings_the_appointment_onto_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    court = sit(tmp_path, None)
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    with pytest.raises(VerifyError) as caught:
        make_ruling(GAME, log, QUIN, STANDS)
    assert "no-referee" == caught.value.code
    paper = tmp_path / "appointment.pbem"
    said = court.ann(
        *("referee", "appoint", "--key", QUIN.public.hex(), "--name", "Quin", "--yes", "--out", paper)
    )
    assert 0 == said.code, said
    assert 0 == court.ben("referee", "appoint", paper, "--yes", "--out", paper).code
    _, appointed = appointments.read(container.unpack(paper.read_bytes()))
    made = make_ruling(GAME, log, QUIN, void(log, 3), appointed)
    (place := tmp_path / "ruling.pbem").write_bytes(container.pack(made.encode()))
    for player in (court.ann, court.ben):
        said = imported(player, place)
        assert (
            "Quin (referee) ruled: The wrong road was taken. The game goes on from entry 3." in said.sentences
        )
    again = court.rule(court.same(), STANDS, "again", key=QUIN)
    for player in (court.ann, court.ben):
        imported(player, again)
    court.to_the_end()


def test_a_ruling_on_paper_binds_by_the_clause_of_the_invitation_alone(court: Court) -> None:
    play(court.ann, court.ben, 2)
    outcome = results.Outcome(how=results.RULED, winner="red", level="by the clause")
    made = results.write(log_of(court.ann), outcome)
    unsigned = results.finding(results.read(made.encode()))
    signed = results.finding(results.read(made.signed(RITA).encode()))
    assert (False, True) == (unsigned.proved, signed.proved)
    with pytest.raises(VerifyError):
        results.finding(results.read(made.signed(QUIN).encode()))


def test_no_paper_is_taken_in_with_a_referees_turn_file_in_it(court: Court) -> None:
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    made = results.write(log, results.Outcome(how=results.RULED, winner="red", level="by the clause")).signed(
        RITA
    )
    keys = {name: QUIN.public.hex() for name in ("key", "tip", "vault")}
    line = canon.encode({"i": 0, "k": "renew", "n": 1024, **keys})
    false = sign_bundle(
        RITA, by="R", gid=log.gid, n=1, prev=log.gid, lines=[line], rules=log.invite.rules, state="00" * 32
    )
    with pytest.raises(FormatError) as caught:
        results.read(made.encode() + false.encode())
    assert "bad-paper" == caught.value.code
    ruling = make_ruling(GAME, log, RITA, STANDS)
    with pytest.raises(VerifyError) as needs:
        check_authors(log, [*log.bundles, ruling])
    assert "needs-log" == needs.value.code


def test_what_can_be_ruled_lies_beyond_every_roll_that_any_version_names(court: Court) -> None:
    play(court.ann, court.ben, 5)
    log = log_of(court.ann)
    short = Log(invite=log.invite, accept=log.accept, bundles=log.bundles[:2])
    alone, knowing = possibilities(GAME, short), possibilities(GAME, short, log.bundles[2:])
    asked = [int(str(e["j"])) for each in log.bundles for e in each.entries if e["k"] == "req"]
    assert (2, max(asked) + 1) == (alone.j, knowing.j)
    assert 101 == alone.most
    for to in alone.to:
        make_ruling(GAME, short, RITA, Ruling(how="void", to=to, j=knowing.j, text="x"))

"""A referee rules, and both homes go over to it: by turn files alone, whatever had been played beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from protocol.tiny import GAME

from pbem.bytes import container
from pbem.bytes.errors import VerifyError
from pbem.crypto.keys import fingerprint
from pbem.home.people import remember
from pbem.home.viewing.logs import film
from pbem.home.viewing.reporting import report
from pbem.log import Clause, Log, read_bundles
from pbem.log.entries import Ruling
from pbem.papers.rulings import make_ruling, possibilities

from .court import OVER, RITA, STANDS, Court, imported, log_of, sit, void, whose
from .table import Player, decide, pbem, play, put_back, use_tiny

pytestmark = pytest.mark.night


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
            "The player who owes the next step has 7 days.",
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
    assert "**Blue**: forfeit (the referee's ruling)" in report(film(place))
    paper = court.ann.place / "result.pbem"
    assert 0 == court.ben("end", "result", "--yes", "--out", paper).code
    pbem("verify", paper, place).says(0, "The result of a game that is over: Ben (blue) wins: forfeit.")


def test_nothing_is_ruled_any_more_once_the_game_was_ended_or_a_vault_is_open(court: Court) -> None:
    play(court.ann, court.ben, 3)
    imported(court.ann, court.rule(log_of(court.ann), OVER))
    assert possibilities(GAME, log_of(court.ann)).why_not
    with pytest.raises(VerifyError) as caught:
        make_ruling(GAME, log_of(court.ann), RITA, STANDS)
    assert "not-now" == caught.value.code


def test_a_seed_that_has_left_in_what_is_given_up_stops_the_roll_until_a_higher_one_is_ruled(
    court: Court,
) -> None:
    play(court.ann, court.ben, 3)
    early = log_of(court.ann)
    ruling = court.rule(Log(invite=early.invite, accept=early.accept, bundles=early.bundles[:2]), STANDS)
    play(court.ann, court.ben, 2)
    court.ben("import", ruling).says(6, "never done twice", "rule again, with roll")
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
    court.ben("import", file).says(6, "pbem undo --all")
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
    court.ann("import", file).says(6, "Ask the referee for the whole log")
    assert "A ruling of the referee (turn file 6) has come" in court.ann("status").out
    assert decide(court.ann)
    court.ann("send", "--partial", "--out", court.ann.place / "early.pbem").says(
        6, "A ruling of the referee has come"
    )
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

"""A conflict comes to an end: two homes with two versions of one turn agree on one, by commands alone."""

import shutil
from pathlib import Path

import pytest
from attrs import evolve, frozen

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.home import identity as identities
from pbem.home.disputes.settling import check_safe
from pbem.home.games import open_session, opened, save_session
from pbem.home.turns.dropped_turns import exposed
from pbem.log import Bundle, parse_log, read_bundles, sign_bundle
from pbem.protocol.side_entries import refusal
from pbem.protocol.signing_record import Record

from .table import Player, Two, decide, pbem, play, put_back

pytestmark = pytest.mark.night


@frozen
class Twice:
    """Turn file 3 of Ann twice: ``one`` was written first, and is not in her home any more; ``other`` is."""

    ann: Player
    ben: Player
    one: Path
    other: Path


@pytest.fixture
def two(table: Two) -> Twice:
    """Ann restores an old copy of her home and writes her turn, with its seal and its sealed roll, a second time."""
    ann, ben = table
    play(ann, ben, 2)
    shutil.copytree(ann.path, ann.place / "copy")
    while decide(ann):
        pass
    one = ann.sent()
    put_back(ann.place / "copy", ann.path)
    for order in ("go 1", "mode hit"):
        assert ann("do", order).code == 0
    return Twice(ann, ben, one, ann.sent())


def sent_third(table: Two) -> tuple[Player, Player, Path]:
    """Ann and Ben when she has sent turn file 3, and that file."""
    ann, ben = table
    play(ann, ben, 2)
    while decide(ann):
        pass
    return ann, ben, ann.sent()


def name(path: Path) -> str:
    return read_bundles(container.unpack(path.read_bytes()))[-1].hash().hex()[:12]


def bundles(player: Player) -> list[str]:
    return [each.hash().hex()[:12] for each in parse_log(player.folder.log()).bundles]


def clash(two: Twice) -> None:
    """Ben has both, and the first in his game."""
    assert two.ben("import", two.one).code == 0
    assert two.ben("import", two.other).code == 6


def test_both_homes_say_what_to_type_and_show_both_versions_with_what_happens_in_them(two: Twice) -> None:
    clash(two)
    assert "Next: pbem dispute settle" in two.ben("status").out
    two.ben("dispute", "settle").says(0, name(two.one), name(two.other), "by Ann (red)", "in your game")
    assert (two.ben.home.evidence / "evidence-3.pbem").is_file()


def test_the_versions_are_numbered_and_a_number_takes_one(two: Twice) -> None:
    clash(two)
    assert 0 == two.ben("dispute", "settle", "--take", "2").code
    assert bundles(two.ben)[2] == name(two.other)


def test_what_cannot_be_settled_or_proved_is_refused_and_changes_nothing(two: Twice) -> None:
    two.ann("dispute", "settle").says(2, "two versions")
    two.ann("dispute", "evidence").says(2, "no legal turn of yours was refused")
    clash(two)
    for wanted in ("9", "ffffffffffff", "", "nonsense", "0"):
        assert 2 == two.ben("dispute", "settle", "--take", wanted).code


def refused(ben: Player, path: Path) -> Path:
    """Ben's program finds a legal turn illegal, and signs that."""
    identity = identities.unlock(ben.home, "")
    session = open_session(ben.folder, identity)
    bundle: Bundle = read_bundles(container.unpack(path.read_bytes()))[-1]
    made = refusal(session, bundle, VerifyError("illegal", "so it says", entry=bundle.header.first))
    save_session(ben.folder, identity, session.receive(made))
    place = ben.place / "refusal.pbem"
    place.write_bytes(container.pack(made.encode()))
    return place


def test_a_refused_player_is_told_why_and_what_to_type_and_the_proof_is_read_by_anybody(table: Two) -> None:
    ann, ben, turn = sent_third(table)
    ann("import", refused(ben, turn)).says(
        6,
        "Ben (blue) refuses your turn file 3: entry 3, `go 2`. The reason given: the rules do not allow it (illegal).",
        "`pbem dispute evidence` writes the proof, if you hold your turn to be legal",
    )
    proof = ann("dispute", "evidence")
    assert 0 == proof.code, proof
    assert "Ben (blue) refused a legal turn: your turn file 3." in proof.sentences
    assert 0 == ann("dispute", "settle", "--take", "2").code
    kept = sorted(ann.home.evidence.glob("*-3.pbem"))
    assert ["refusal-3.pbem", "refused-turn-3.pbem"] == [each.name for each in kept]
    read = pbem("--home", ann.place / "empty", "verify", *kept)
    assert 0 == read.code, read
    for word in ("proved", "could not know then how any roll would fall", "Next: "):
        assert word in read.sentences, read
    kept[0].unlink()
    assert 0 == ann("dispute", "evidence").code
    assert kept == sorted(ann.home.evidence.glob("*-3.pbem"))


def test_import_and_settle_and_audit_say_that_the_refuser_knew_the_faces(table: Two) -> None:
    """Ben answers a sealed roll: Ann, who asked, knows the faces, and refuses."""
    ann, ben = table
    play(ann, ben, 3)
    while decide(ben):
        pass
    turn = ben.sent()
    no = refused(ann, turn)
    for said in (ben("import", no), ben("dispute", "settle")):
        assert "could work out how roll 1 falls before signing the refusal" in said.sentences, said
    assert 0 == ben("dispute", "settle", "--take", "2").code
    told = ben("audit").sentences
    assert "Ann (red) refused turn file 4 of Ben (blue): entry 6, illegal." in told, told
    assert "could work out how roll 1 falls" in told
    alone = pbem("--home", ben.place / "empty", "audit", ben.folder.path / "log.pbem").sentences
    assert "whose faces Ann (red) may have known" in alone, alone


def test_log_turn_and_refusal_prove_a_false_refusal_in_an_empty_home(table: Two) -> None:
    ann, ben, turn = sent_third(table)
    no = refused(ben, turn)
    log = ben.folder.path / "log.pbem"
    pbem("--home", ann.place / "empty", "dispute", "evidence", log, turn, "--out", ann.place).says(0)
    assert list(ann.place.glob("refused-turn-3.pbem"))
    pbem("--home", ann.place / "empty", "verify", ann.folder.path / "log.pbem", turn, no).says(
        0,
        "Ben (blue) refused a legal turn: turn file 3 of Ann (red).",
        "In the log at hand Ben (blue) had not given that key up.",
    )
    said = ben("verify", ben.folder.path / "log.pbem", turn)
    assert "You (blue) refused a legal turn" in said.sentences, said


def test_what_was_opened_in_a_version_that_is_given_up_is_said() -> None:
    """A vault that was opened has to be renewed before anything is sealed again; what was shown stays known."""
    entries: list[dict[str, Json]] = [
        {"i": 0, "k": "audit", "vault": "a" * 64},
        {"at": "cup/red", "i": 1, "k": "show", "n": 2, "salt": "b" * 64, "v": "bold"},
        {"at": "d", "i": 2, "k": "deck-key", "n": [1]},
    ]
    bundle = sign_bundle(
        Keypair.from_seed(b"k" * 32), by="A", gid=b"g" * 32, n=1, prev=b"g" * 32,
        lines=tuple(canon.encode(each) for each in entries), rules="0" * 64, state="0" * 64,
    )  # fmt: skip
    vault, shown, cards = exposed((bundle,), "A", "Ben (blue)")
    assert vault.endswith("Renew your keys first: pbem seat renew")
    assert "cup/red/2" in shown
    assert "cards" in cards
    assert () == exposed((bundle,), "B", "Ann (red)")


def test_nobody_goes_back_behind_his_own_answer(two: Twice) -> None:
    """Ben has answered the first version: with the second he would roll the same seeds again."""
    clash(two)
    assert 0 == two.ben("dispute", "settle", "--take", name(two.one)).code
    while decide(two.ben):
        pass
    two.ben.sent()
    before = two.ben.folder.log()
    two.ben("dispute", "settle", "--take", name(two.other)).says(6, "has been answered")
    assert before == two.ben.folder.log()
    assert "pbem dispute settle" not in two.ben("status").out


def test_a_roll_asked_for_in_another_version_is_not_asked_for_again(two: Twice) -> None:
    """The game behind turn file 2 would ask for the roll of either version once more."""
    identity = identities.unlock(two.ann.home, "")
    session = open_session(two.ann.folder, identity)
    log = evolve(session.log, bundles=session.log.bundles[:2])
    before = opened(session.game, log, evolve(session.vault, record=Record()))
    other = read_bundles(container.unpack(two.other.read_bytes()))[-1]
    moved = evolve(other, header=evolve(other.header, prev=b"elsewhere"))
    with pytest.raises(ConflictError, match=r"asked for roll 1 in another version"):
        check_safe(before, before, (moved,))
    with pytest.raises(ConflictError, match=r"signed turn file 3 already"):
        check_safe(before, before, (other,))
    with pytest.raises(ConflictError, match=r"signed turn file 3 already"):
        check_safe(before, evolve(before, vault=session.vault), ())
    check_safe(before, session, ())


def test_nobody_withdraws_a_refusal_that_was_taken(table: Two) -> None:
    """Else he would choose between the rolls of two turns that he has seen."""
    ann, ben, turn = sent_third(table)
    reject = refused(ben, turn)
    assert 6 == ann("import", reject).code
    assert 6 == ben("import", turn).code
    assert 0 == ann("dispute", "settle", "--take", name(reject)).code
    while decide(ann):
        pass
    assert ben("import", ann.sent()).code in (0, 6)
    assert 4 == len(bundles(ben))
    assert 6 == ben("dispute", "settle", "--take", name(turn)).code


def test_orders_that_were_never_sent_are_not_lost_by_settling(two: Twice) -> None:
    clash(two)
    assert decide(two.ben)
    two.ben("dispute", "settle", "--take", name(two.other)).says(6, "pbem undo --all")

"""A seat is handed over on the command line: what each person types and sees, and what is tried against it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, begin, decide, newcomers, play, put_back, use_tiny

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, NotYourTurn, PbemError
from pbem.home import games, identity
from pbem.home.papers import asking, handing
from pbem.log import parse_log
from pbem.papers import seat as papers
from pbem.papers import seat_box
from pbem.papers.seat import SeatPaper
from pbem.protocol.vault import Vault
from pbem.replay.verify import verify


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Homes in which Ben has the pen, with secrets of his sealed, and Carl has asked for his seat."""
    where = tmp_path_factory.mktemp("asked")
    with pytest.MonkeyPatch.context() as patch:
        use_tiny(patch)
        ann, ben = begin(*newcomers(where, "Ann", "Ben"))
        (carl,) = newcomers(where, "Carl")
        play(ann, ben, 2)
        assert "choice" == games.look(ann.folder).owed.kind
        place(ben, "campaign.pbem").write_bytes(ann.folder.log())
        said = carl(
            "seat", "ask", place(ben, "campaign.pbem"), "--side", "red", "--out", place(ben, "ask.pbem")
        )
        said.says(0, "asks to play", "Nobody is bound", "Next: send", "pbem seat give FILE")
    return where


@pytest.fixture
def three(asked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player, Player]:
    """Who plays across, who has the seat (Ann, of red), and Carl, in copies of those homes."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(asked, tmp_path, dirs_exist_ok=True)
    ann, ben, carl = (Player(name, tmp_path) for name in ("Ann", "Ben", "Carl"))
    for each in (ann, ben, carl):
        each.home.settle_down()
    return ben, ann, carl


def place(player: Player, name: str) -> Path:
    return player.place / name


def given(ben: Player, *, name: str = "box.pbem") -> Path:
    """The box that Ben writes for who asked last."""
    box = place(ben, name)
    ben("seat", "give", place(ben, "ask.pbem"), "--yes", "--out", box).says(0, "stands still", "Next: send")
    return box


def taken(carl: Player, box: Path) -> Path:
    """The receipt that Carl writes."""
    receipt = place(carl, "receipt.pbem")
    carl("seat", "take", box, "--out", receipt).says(0, "Every secret in the box fits the log", "Next: send")
    return receipt


def handed(ann: Player, ben: Player, carl: Player) -> Path:
    """The turn file with which Ben's seat went to Carl, who has it."""
    ben("import", taken(carl, given(ben))).says(0, "handed over", "Next: pbem send")
    turn = ben.sent()
    carl("import", turn).says(0)
    ann("import", turn).says(0)
    return turn


def read(path: Path) -> SeatPaper:
    return papers.read(container.unpack(path.read_bytes()))


def boxed(ben: Player, change: Callable[[Vault], Vault]) -> SeatPaper:
    """A box that Ben's program would not make: his vault, changed, sealed for Carl."""
    session = games.open_session(ben.folder, identity.unlock(ben.home, ""))
    paper = read(given(ben))
    return evolve(paper, box=seat_box.seal(paper, change(session.vault), lambda size: bytes(range(size))))


def refused(carl: Player, paper: SeatPaper) -> str:
    """Why Carl's program takes no such box; it stores nothing, and writes no receipt."""
    with pytest.raises(PbemError) as caught:
        handing.take(carl.home, identity.unlock(carl.home, ""), paper)
    assert () == carl.home.games()
    return caught.value.code


def test_a_seat_goes_to_another_home_and_the_game_goes_on(three: tuple[Player, ...]) -> None:
    """With Ann's agreement: each is told what is waited for; the old home signs nothing; every secret opens."""
    ann, ben, carl = three
    ben("import", place(ben, "ask.pbem")).says(0, "asks to play", "pbem seat give", "pbem seat offer")
    ben("seat", "offer", place(ben, "ask.pbem"), "--yes", "--out", place(ben, "offer.pbem")).says(0)
    ann("import", place(ben, "offer.pbem")).says(0, "knows as well afterwards", "pbem seat agree")
    ann("seat", "agree", place(ben, "offer.pbem"), "--yes").says(0, "agreed to it")
    ben("import", place(ben, "offer.pbem")).says(0)
    box = given(ben)
    for words in (("status",), ("games",)):
        ben(*words).says(0, "given this seat to Carl", no="Your turn.")
    receipt = taken(carl, box)
    carl("status").says(0, "taken this seat", "import their turn file")
    ben("import", receipt).says(0, "handed over", "Next: pbem send", no="Next: pbem seat give")
    ben("status").says(0, "handed this seat to Carl", "to be read", "Next: send Carl and your opponent")
    turn = ben.sent()
    ben("status").says(0, "Next: nothing is left to do here, once Carl and your opponent have")
    assert turn.read_bytes() == ben.sent().read_bytes()
    carl("import", turn).says(0)
    n = len(parse_log(ben.folder.log()).bundles)
    ann("import", turn).says(0, "Carl (red) owes", "From here on Carl has the seat of")
    ann("games").says(0, "tiny-carl", "against Carl", no="Ben")
    ann("verify", receipt).says(
        0, f"From turn file {n} on Carl (code", "agreed to it", "handed over", "write to Carl"
    )
    ann("seat").says(0, f"Carl from turn file {n} on")
    ben("do", "go 1").says(ConflictError.exit_code, "played from another home")
    play(ann, carl, 4)
    assert verify(ann.folder.log()).good
    ann("status").says(0, "against Carl (red)")
    ann("verify", turn).says(0, "signed by Ann (red)")
    carl("end", "resign", "--yes", "--out", place(carl, "up.pbem")).says(0)
    ann("import", place(carl, "up.pbem")).says(0, "Carl (red) gives the game up")
    first = parse_log(ann.folder.log()).bundles[n - 1].header.first
    for entry, who in ((first - 1, "Ann"), (first, "Carl")):
        ann("replay", "--to", entry).says(0, f"{who} (red) owes")


def test_a_box_with_wrong_secrets_gets_no_receipt(three: tuple[Player, ...]) -> None:
    """Another salt, another sealed value, one left out, eras of another number: each is named, nothing is stored."""
    _, ben, carl = three
    wrong = bytes(32)
    assert "other-vault" == refused(
        carl, boxed(ben, lambda v: evolve(v, current=evolve(v.current, salts=wrong)))
    )
    assert "other-vault" == refused(carl, boxed(ben, lambda v: evolve(v, before=(v.current,))))
    vault = games.open_session(ben.folder, identity.unlock(ben.home, "")).vault
    assert vault.sealed
    assert "other-secret" == refused(carl, boxed(ben, lambda v: evolve(v, sealed={})))
    other = {at: ("other",) * len(values) for at, values in vault.sealed.items()}
    assert "other-secret" == refused(carl, boxed(ben, lambda v: evolve(v, sealed=other)))


def test_a_box_at_another_head_is_taken_by_nobody(three: tuple[Player, ...]) -> None:
    """The log in it ends where the line says, and the box opens under no other line."""
    _, ben, carl = three
    paper = read(given(ben))
    older = evolve(paper, log=evolve(paper.log, bundles=paper.log.bundles[:-1]))
    assert "other-head" == refused(carl, older)
    ben("seat", "keep").says(0, "stays yours")
    while decide(ben):
        pass
    ben.sent()
    assert paper.place is not None
    moved = papers.handed_over(paper, parse_log(ben.folder.log()), paper.place.origin)
    assert "box" == refused(carl, evolve(moved, box=paper.box))


def test_nobody_else_opens_the_box(three: tuple[Player, ...]) -> None:
    """Not Ann, not Ben himself, not one with an ask of their own; and a bit turned is noticed."""
    ann, ben, carl = three
    box = given(ben)
    for other in (ann, ben):
        other("seat", "take", box).says(2, "not from this home")
    (dora,) = newcomers(ann.place, "Dora")
    dora("seat", "ask", place(ben, "campaign.pbem"), "--side", str(ben.folder.facts()["side"]))
    dora("seat", "take", box).says(2, "not from this home")
    paper = read(box)
    assert "box" == refused(carl, evolve(paper, box=paper.box[:-1] + bytes([paper.box[-1] ^ 1])))
    assert "box" == refused(carl, evolve(paper, box=bytes(32) + paper.box[32:]))
    secrets = games.open_vault(ben.folder, identity.unlock(ben.home, "")).every_secret()
    lines = container.unpack(box.read_bytes())
    assert all(each.hex().encode() not in lines for each in secrets)


def test_between_box_and_receipt_the_giver_plays_nothing_and_after_keeping_the_receipt_counts_for_nothing(
    three: tuple[Player, ...],
) -> None:
    _, ben, carl = three
    receipt = taken(carl, given(ben))
    ben("do", "go 1").says(ConflictError.exit_code, "given this seat to Carl", "pbem seat keep")
    ben("seat", "keep").says(0)
    ben("import", receipt).says(0, no="handed over")
    while decide(ben):
        pass
    ben.sent()
    carl("do", "go 1").says(ConflictError.exit_code, "It is yours when the turn file is here")


def test_given_to_two_goes_to_the_one_it_was_given_to_last(three: tuple[Player, ...]) -> None:
    """The receipt of the first counts for nothing: no second renewal is ever signed in that place."""
    ann, ben, carl = three
    first = taken(carl, given(ben))
    (dora,) = newcomers(ann.place, "Dora")
    side = str(ben.folder.facts()["side"])
    dora("seat", "ask", place(ben, "campaign.pbem"), "--side", side, "--out", place(ben, "ask.pbem")).says(0)
    second = place(ben, "second.pbem")
    dora("seat", "take", given(ben, name="other.pbem"), "--out", second).says(0)
    ben("import", first).says(0, no="handed over")
    ben("import", second).says(0, "handed over")
    ben("import", first).says(0)
    turn = ben.sent()
    dora("import", turn).says(0)
    carl("import", turn)
    carl("status").says(0, "taken this seat")
    assert 0 != carl("send", "--partial").code
    ann("verify", first, place(ben, "campaign.pbem"))
    ann("import", turn).says(0)
    ann("verify", first).says(ConflictError.exit_code, "lapsed")


def test_everything_may_be_lost_and_is_made_again(three: tuple[Player, ...]) -> None:
    """The same ask, a box anew, a receipt anew, the same turn; doubled and crossed too."""
    ann, ben, carl = three
    log, side = place(ben, "campaign.pbem"), str(ben.folder.facts()["side"])
    again = place(carl, "again.pbem")
    carl("seat", "ask", log, "--side", side, "--out", again).says(0)
    assert again.read_bytes() == place(carl, "ask.pbem").read_bytes()
    one = given(ben)
    two = place(ben, "two.pbem")
    ben("seat", "give", "--out", two).says(0)
    assert one.read_bytes() != two.read_bytes()
    taken(carl, two)
    receipt = taken(carl, one)
    ben("import", receipt, receipt).says(0, "handed over")
    ben("import", receipt).says(0, no="handed over")
    turn = ben.sent()
    carl("import", turn).says(0)
    carl("seat", "take", one).says(ConflictError.exit_code, "has the seat already")
    while decide(carl):
        pass
    ann("import", carl.sent()).says(0)  # the renewal goes with it: Ben's turn was never sent to Ann
    assert parse_log(ann.folder.log()).bundles == parse_log(carl.folder.log()).bundles


def test_an_old_copy_of_the_giver_signs_nothing_that_counts(
    three: tuple[Player, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that knows nothing of it: it is an old key, as after any renewal."""
    ann, ben, carl = three
    copy = tmp_path / "copy"
    shutil.copytree(ben.path, copy)
    handed(ann, ben, carl)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    put_back(copy, ben.path)
    while decide(ben):
        pass
    said = ann("import", ben.sent())
    assert 0 != said.code, said


def test_a_refused_renewal_gives_the_seat_back(three: tuple[Player, ...]) -> None:
    """The log decides: the giver plays or gives anew; the taker signs nothing."""
    _, ben, carl = three
    ben("import", taken(carl, given(ben))).says(0, "handed over")
    log = parse_log(ben.folder.log())
    key = games.open_session(ben.folder, identity.unlock(ben.home, "")).vault
    assert not key.signs
    before = evolve(log, bundles=log.bundles[:-1])
    assert key.aligned(before.keys_of(log.bundles[-1].header.by)).signs
    paper = next(each for each in asking.of_game(ben.folder) if each.received)
    assert ("handed", log.bundles[-1].header.n) == papers.standing(paper, log)
    assert ("offered", 0) == papers.standing(paper, before)


def test_another_identity_than_the_first_mail_s_that_hands_over_is_said(three: tuple[Player, ...]) -> None:
    """Without any, the game key alone makes no paper: that is among the vectors."""
    _, ben, carl = three
    paper = read(given(ben))
    stolen = games.open_vault(ben.folder, identity.unlock(ben.home, "")).keypair
    thief = identity.unlock(carl.home, "").keypair
    own = papers.handed_over(paper, paper.log, thief.public)
    assert own.place is not None
    whole = evolve(own, place=evolve(own.place, sheet=own.place.sheet.signed(stolen).signed(thief)))
    said = papers.finding(papers.read(whole.paper().encode())).lines
    assert any("not the identity of the first mail" in each for each in said)


def test_another_machine_of_ones_own(three: tuple[Player, ...]) -> None:
    """--mine finds the seat by the player's name; the old machine signs nothing afterwards."""
    ann, ben, _ = three
    (new,) = newcomers(place(ben, "elsewhere"), ben.name)
    new("seat", "ask", place(ben, "campaign.pbem"), "--mine", "--out", place(ben, "ask.pbem")).says(
        0, "on the machine where you play now"
    )
    handed(ann, ben, new)
    while decide(new):
        pass
    ann("import", new.sent()).says(0)
    with pytest.raises(ConflictError):
        _ = games.open_session(ben.folder, identity.unlock(ben.home, "")).vault.keypair


def test_a_seat_that_has_changed_hands_may_do_so_again(three: tuple[Player, ...]) -> None:
    """What is kept of the offer carries the renewal before it, so that its signatures still hold."""
    ann, ben, carl = three
    handed(ann, ben, carl)
    while decide(carl):
        pass
    ann("import", carl.sent()).says(0)
    (dora,) = newcomers(place(ben, "far"), "Dora")
    place(ben, "later.pbem").write_bytes(ann.folder.log())
    dora("seat", "ask", place(ben, "later.pbem"), "--side", "red", "--out", place(ben, "ask.pbem")).says(0)
    carl("seat", "offer", place(ben, "ask.pbem"), "--yes", "--out", place(ben, "offer.pbem")).says(0)
    ann("seat", "agree", place(ben, "offer.pbem"), "--yes", "--out", place(ben, "offer.pbem")).says(0)
    carl("import", place(ben, "offer.pbem")).says(0, "agreed to it")
    for each in (ann, carl):
        each("status").says(0, "Dora", "agreed to it", no="does not hold")


def test_giving_waits_for_the_pen(three: tuple[Player, ...]) -> None:
    """What may not be now is kept, and said; nothing is signed for it."""
    _, ben, _ = three
    assert decide(ben)
    ben("seat", "give", place(ben, "ask.pbem")).says(
        ConflictError.exit_code,
        "Not yet: There are orders of yours",
        "pbem undo --all",
        no="Give them the seat?",
    )
    while decide(ben):
        pass
    ben.sent()
    ben("seat", "give", place(ben, "ask.pbem"), "--yes").says(
        NotYourTurn.exit_code, "Not yet", "pbem seat give"
    )
    ben("status").says(0, "asks to play", "pbem seat give")

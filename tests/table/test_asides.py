"""Beside the orders: offers and their answer, going back, the end of a game, papers, and what stands."""

import base64
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.games import editions, registry
from pbem.games.packs.reading import read_pack
from pbem.home import games, new_identity
from pbem.home.arriving.receiving import receive
from pbem.home.papers import asking, handing, results
from pbem.home.papers import verdict as paper_verdict
from pbem.home.play import upgrades
from pbem.home.turns.notes import Piece
from pbem.papers import seat as papers
from pbem.store.home import Home
from tests.lists import tried_with

from .seats import Seat, alone, carry, stream

pytestmark = pytest.mark.wider

PACK = Path(__file__).resolve().parents[2] / "examples" / "packs" / "june6-example"
DIGEST = editions.load(registry.info("june6"), read_pack(PACK)).data_digest


def _position(answer: dict[str, Json]) -> dict[str, Json]:
    assert "offer" in answer
    return answer


def _offer(seat: Seat) -> dict[str, Json]:
    return seat.ask("position")["offer"]


def test_a_declined_offer_leaves_the_game_as_it_was(deciding: tuple[Seat, Seat]) -> None:
    mover, other = deciding
    game = mover.app.room.session().position.game
    mover.ask("back", to=2)
    carry(mover, other)
    other.ask("reply", yes=False)
    carry(other, mover)
    assert game == mover.app.room.session().clean().position.game
    log = mover.app.room.folder().log()
    mover.ask("back", to=2)
    mover.ask("withdraw")
    assert (None, log) == (_offer(mover), mover.app.room.folder().log())


def _offered_upgrade(mover: Seat, other: Seat) -> tuple[dict[str, bytes], str]:
    """The example pack offered from the mover's home and come to the other's table; his files then, and its digest."""
    room = mover.app.room
    session = room.session()
    new = upgrades.wanted(room.home, session.game, to="", pack=PACK, own=False)
    room.keep(upgrades.offer(room.home, session, new))
    assert "upgrade" == mover.ask("position")["aside"]
    assert (True, None) == (_offer(mover)["mine"], _offer(mover)["entry"])
    carry(mover, other)
    return other.files(), new.data_digest


def test_an_upgrade_is_shown_with_what_it_changes_and_agreed_to_from_page_to_page(deciding):
    mover, other = deciding
    other.home.install_pack(DIGEST, read_pack(PACK).stored())
    _, digest = _offered_upgrade(mover, other)
    assert DIGEST == digest
    shown = other.ask("position")
    assert "reply" == shown["step"]
    offer = _offer(other)
    assert (False, None, True) == (offer["mine"], offer["entry"], offer["answer"])
    assert "offers to go on under" in offer["said"]
    lines = offer["lines"]
    assert "The game as it stands carries over." == lines[-1]
    changed = " ".join(str(line).strip() for line in lines)
    assert "Unit 16/1" in changed
    assert "6 -> 7" in changed
    answered = _position(other.ask("reply", yes=True))
    assert (None, "reply") == (answered["offer"], answered["aside"])
    other.play()
    carry(other, mover)
    for seat in (mover, other):
        session = seat.app.room.session().clean()
        assert (digest, None) == (session.game.data_digest, session.position.table.offer)


def test_an_upgrade_to_data_that_is_not_here_says_so_and_cannot_be_agreed_to(deciding):
    mover, other = deciding
    before, _ = _offered_upgrade(mover, other)
    lines = _offer(other)["lines"]
    assert any("You cannot agree to it as things are" in str(line) for line in lines)
    assert "missing-pack" == other.error("reply", yes=True)["code"]
    assert before == other.files()


@tried_with(
    ("name", "given", "code"),
    [
        ("back", {"to": "3"}, "missing-word"),
        ("back", {"to": 10**9}, "bad-back"),
        ("back", {"to": -1}, "bad-back"),
        ("reply", {"yes": "yes"}, "missing-word"),
        ("reply", {"yes": True}, "no-offer"),
        ("withdraw", {}, "nothing-unsent"),
        ("end", {"how": "agree", "winner": "nobody"}, "no-side"),
        ("end", {"how": "win"}, "missing-word"),
        ("end", {"how": "result"}, "not-over"),
        ("sign", {}, "nothing-to-sign"),
        ("follow", {}, "no-sheet"),
        ("pace", {"how": "away", "first": "", "last": ""}, "bad-days"),
        ("pace", {"how": "give", "time": "soon"}, "bad-time"),
        ("pace", {"how": ""}, "missing-word"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence_and_writes_nothing(deciding, name, given, code):
    mover, _ = deciding
    before = mover.files()
    assert code == mover.error(name, **given)["code"]
    assert before == mover.files()


def test_what_becomes_of_objectives_is_decided_with_one_press_and_asked_again_when_the_orders_end(tmp_path):
    seat = alone(Home(tmp_path), "darkdecember", "turning-point", "allied")
    assert seat.ask("usual")["draft"] is True
    assert "1914 (Marche), 2922 (Bastogne), 3708 (Malmedy) would wake you" in str(
        seat.ask("stands")["outlook"]
    )
    decided = seat.ask("prepare")
    assert decided["draft"] is False
    assert "attacked = " in decided["sheet"]
    assert decided == seat.ask("prepare")
    assert "attacked" not in str(seat.ask("usual", drop=True)["sheet"])


def test_a_resignation_is_a_paper_that_binds_and_the_other_s_page_reads_it(seats: tuple[Seat, Seat]) -> None:
    ann, ben = seats
    made = ann.ask("end", how="resign")
    data = base64.b64decode(made["file"])
    finding = paper_verdict.judge(container.unpack(data))
    assert (True, "signed") == (finding.proved, finding.word)
    before = ben.files()
    paper = ben.upload(data)["paper"]
    assert ("resignation", True, False) == (paper["kind"], paper["good"], paper["sign"])
    lines = paper["lines"]
    assert any("A resignation: Ann (allied) gives the game up" in str(line) for line in lines)
    assert any(str(line).startswith("Next: ") for line in lines)
    assert before == ben.files()


def test_a_damaged_paper_is_told_as_such_and_cannot_be_signed(seats: tuple[Seat, Seat]) -> None:
    ann, ben = seats
    offered = base64.b64decode(ann.ask("end", how="agree", winner="")["file"])
    lines = container.unpack(offered).replace(b'"winner":""', b'"winner":"allied"')
    paper = ben.upload(container.pack(lines))["paper"]
    assert ("rejected", False, False) == (paper["word"], paper["good"], paper["sign"])
    assert "nothing-to-sign" == ben.error("sign")["code"]


def test_nothing_is_signed_while_a_what_if_is_open(deciding: tuple[Seat, Seat]) -> None:
    mover, _ = deciding
    mover.ask("try")
    assert "trial" == mover.error("back", to=0)["code"]


def test_a_referee_s_appointment_is_signed_at_the_table_and_binds_when_both_have(seats):
    ann, ben = seats
    referee = new_identity.create_identity(Home(ann.home.path.parent / "r"), "Rita", "", stream("rita"))
    room = ann.app.room
    half = results.appointed(
        room.folder(), room.identity, paper=None, key=referee.keypair.public.hex(), name="Rita"
    )
    before = ben.files()
    paper = ben.upload(container.pack(half.data))["paper"]
    assert ("appointment", "unsigned", True) == (paper["kind"], paper["word"], paper["sign"])
    assert before == ben.files()
    both = container.unpack(base64.b64decode(ben.ask("sign")["file"]))
    found = paper_verdict.judge(both)
    assert (True, "signed", "") == (found.proved, found.word, found.code)
    assert "nothing-to-sign" == ben.error("sign")["code"]
    again = ann.upload(container.pack(both))["paper"]
    assert (True, False) == (again["good"], again["sign"])


def test_a_seat_is_given_at_the_table_and_handed_over_by_its_receipt(deciding: tuple[Seat, Seat]) -> None:
    """Looked at first, then one press each: agreed to across, a box saved, kept again, and signed behind the receipt."""
    mover, other = deciding
    room = mover.app.room
    home = Home(mover.home.path.parent / "c")
    carl = new_identity.create_identity(home, "Carl", "", stream("carl"))
    side = room.session().side
    asked = asking.ask(home, carl, room.session().log, side, stream("ask"))
    paper = mover.upload(container.pack(asked.data))["paper"]
    assert isinstance(paper, dict)
    assert ("unsigned", "give") == (paper["word"], paper["sign"])
    box = mover.ask("sign")
    assert mover.ask("position")["given"] is True
    across = other.upload(
        container.pack(papers.read(container.unpack(base64.b64decode(box["file"]))).paper().encode())
    )
    assert isinstance(across["paper"], dict)
    assert "agree" == across["paper"]["sign"]
    assert "agreed to it" in str(other.ask("sign")["lines"])
    assert _position(mover.ask("keep-seat"))["given"] is False
    mover.upload(container.pack(asked.data))
    again = papers.read(container.unpack(base64.b64decode(mover.ask("sign")["file"])))
    _, receipt = handing.take(home, carl, again)
    shown = mover.upload(container.pack(receipt.data))["paper"]
    assert isinstance(shown, dict)
    assert "receive" == shown["sign"]
    turn = mover.ask("sign")
    assert "handed over" in str(turn["lines"])
    receive(home, carl, [Piece(data=container.unpack(base64.b64decode(turn["file"])), where="", path="")])
    assert games.open_session(games.choose(home), carl).vault.signs
    assert not room.session().vault.signs
    assert mover.upload(container.pack(asked.data))["paper"] is not None

"""Beside the orders: offers and their answer, going back, the end of a game, papers, and what stands."""

from __future__ import annotations

import base64

import pytest

from pbem import container
from pbem.canon import Json
from pbem.desk import papers

from .seats import Seat, carry, sealed


def _position(answer: dict[str, Json]) -> dict[str, Json]:
    assert "offer" in answer
    return answer


def _offer(seat: Seat) -> dict[str, Json]:
    found = seat.ask("position")["offer"]
    assert isinstance(found, dict)
    return found


def _text(value: Json) -> str:
    assert isinstance(value, str)
    return value


def _deciding(ann: Seat, ben: Seat) -> tuple[Seat, Seat]:
    """Play until each has signed something and one owes a decision; that one first."""
    mover, waiter = ann, ben
    for _ in range(14):
        mover, waiter = (ann, ben) if ann.app.room.session().mine else (ben, ann)
        session = mover.app.room.session()
        quiet = session.end.bundles >= 2 and session.position.table.pending is None
        if quiet and mover.ask("position")["step"] == "decide":
            return mover, waiter
        mover.play()
        carry(mover, waiter)
    raise AssertionError("nobody decides")


def test_an_offer_to_go_back_is_made_shown_and_accepted_from_page_to_page(seats: tuple[Seat, Seat]) -> None:
    mover, other = _deciding(*seats)
    rows = mover.ask("history")["rows"]
    assert isinstance(rows, list)
    entries = [int(str(dict(row)["entry"])) for row in rows if isinstance(row, dict)]
    assert entries == sorted(entries, reverse=True)
    assert entries
    to = 2
    before = mover.files()
    made = _position(mover.ask("back", to=to))
    assert "back" == made["aside"]
    assert _offer(mover)["mine"] is True
    mover.ask("withdraw")
    assert mover.ask("position")["offer"] is None
    log = next(name for name in before if name.endswith("log.pbem"))
    assert before[log] == mover.files()[log]
    mover.ask("back", to=to)
    carry(mover, other)
    shown = other.ask("position")
    assert "reply" == shown["step"]
    offer = _offer(other)
    assert (False, to, True) == (offer["mine"], offer["entry"], offer["answer"])
    assert f"after entry {to}" in _text(offer["said"])
    answered = _position(other.ask("reply", yes=True))
    assert (None, "reply") == (answered["offer"], answered["aside"])
    carry(other, mover)
    session = mover.app.room.session()
    assert session.position.table.backs == 1


def test_a_declined_offer_leaves_the_game_as_it_was(seats: tuple[Seat, Seat]) -> None:
    mover, other = _deciding(*seats)
    game = mover.app.room.session().position.game
    mover.ask("back", to=2)
    carry(mover, other)
    other.ask("reply", yes=False)
    carry(other, mover)
    assert game == mover.app.room.session().clean().position.game
    assert mover.ask("position")["offer"] is None


@pytest.mark.parametrize(
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
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence_and_writes_nothing(
    seats: tuple[Seat, Seat], name: str, given: dict[str, Json], code: str
) -> None:
    mover, _ = _deciding(*seats)
    before = mover.files()
    assert code == mover.error(name, **given)["code"]
    assert before == mover.files()


def test_a_resignation_is_a_paper_that_binds_and_the_other_s_page_reads_it(
    seats: tuple[Seat, Seat],
) -> None:
    ann, ben = seats
    made = ann.ask("end", how="resign")
    data = base64.b64decode(_text(made["file"]))
    finding = papers.judge(container.unpack(data))
    assert (True, "signed") == (finding.proved, finding.word)
    before = ben.files()
    paper = ben.upload(data)["paper"]
    assert isinstance(paper, dict)
    assert ("result", True, False) == (paper["kind"], paper["good"], paper["sign"])
    lines = paper["lines"]
    assert isinstance(lines, list)
    assert any("by resignation" in str(line) for line in lines)
    assert any(str(line).startswith("Next: ") for line in lines)
    assert before == ben.files()


def test_a_draw_binds_when_the_other_has_signed_it_at_his_table(seats: tuple[Seat, Seat]) -> None:
    ann, ben = seats
    offered = base64.b64decode(_text(ann.ask("end", how="agree", winner="")["file"]))
    assert "unsigned" == papers.judge(container.unpack(offered)).code
    paper = ben.upload(offered)["paper"]
    assert isinstance(paper, dict)
    assert paper["sign"] is True
    both = base64.b64decode(_text(ben.ask("sign")["file"]))
    found = papers.judge(container.unpack(both))
    assert (True, "") == (found.proved, found.code)
    assert "nothing-to-sign" == ben.error("sign")["code"]


def test_a_damaged_paper_is_told_as_such_and_cannot_be_signed(seats: tuple[Seat, Seat]) -> None:
    ann, ben = seats
    offered = base64.b64decode(_text(ann.ask("end", how="agree", winner="")["file"]))
    lines = container.unpack(offered).replace(b'"winner":""', b'"winner":"allied"')
    paper = ben.upload(container.pack(lines))["paper"]
    assert isinstance(paper, dict)
    assert ("rejected", False, False) == (paper["word"], paper["good"], paper["sign"])
    assert "nothing-to-sign" == ben.error("sign")["code"]


def test_a_turn_is_still_a_turn(seats: tuple[Seat, Seat]) -> None:
    ann, ben = seats
    ann.play()
    came = ben.upload(sealed(ann))
    assert "paper" not in came
    assert came["joins"] is True


def test_nothing_is_signed_while_a_what_if_is_open(seats: tuple[Seat, Seat]) -> None:
    mover, _ = _deciding(*seats)
    mover.ask("try")
    assert "trial" == mover.error("back", to=0)["code"]


def test_what_stands_is_shown(seats: tuple[Seat, Seat]) -> None:
    found = seats[0].ask("stands")
    assert (True, "", []) == (found["taken"], found["sheet"], found["slips"])

"""Orders that wait for a roll: they lie in the home, are given once in their order, and stop where they do not fit."""

import tomllib
from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, Said, put_back
from protocol.forging import turn_of
from store.copies import copied

from pbem.bytes.errors import IllegalOrder, Violation
from pbem.games import registry
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.standing.kept import MOST_WAITING
from pbem.protocol.session import Session
from pbem.protocol.side_entries import refusal

from .desk import Desk, begin
from .one_turn import LONG

NEW_DICE = "New dice: behind this take-back both programs give the same orders again"
pytestmark = pytest.mark.wider


def _use_long(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(registry, "load", lambda name, pack=None: LONG)
    patch.setattr(registry, "info", lambda name: LONG.info)
    patch.setattr(registry, "installed", lambda: (LONG.info,))


@pytest.fixture(scope="module")
def _stepping(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("stepping")
    with pytest.MonkeyPatch.context() as patch:
        _use_long(patch)
        patch.chdir(place)
        to_a_step(begin(place))
    return place


@pytest.fixture
def long(_stepping: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Ann and Ben at the tiny game in one turn; Ann is to step."""
    _use_long(monkeypatch)
    monkeypatch.chdir(copied(_stepping, tmp_path, more=True))
    return Desk(Player("Ann", tmp_path), Player("Ben", tmp_path), tmp_path)


def to_a_step(desk: Desk) -> Desk:
    """Both have sealed their cups, and Ann owes a step."""
    for player in (desk.ann, desk.ben):
        gives(desk, player, "pick bold,calm")
    assert "pbem do go" in desk.ann("orders").out
    return desk


def ok(said: Said) -> Said:
    assert said.code == 0, said
    return said


def gives(desk: Desk, player: Player, orders: str) -> None:
    """A player gives orders and sends them, and both programs write what decides nothing after it."""
    ok(player("do", orders))
    desk.send(player)
    desk.settle()


def guards(desk: Desk) -> None:
    gives(desk, desk.ben, "guard run")


def steps(player: Player, desk: Desk) -> list[object]:
    """Where the steps in the player's log went."""
    return [entry["to"] for entry in desk.lines(player) if entry["k"] == "go"]


def waits(player: Player) -> list[str]:
    """What waits, as it is shown."""
    rows = tomllib.loads(ok(player("standing", "show")).out).get("order", [])
    return [row["do"][0] for row in rows]


def test_orders_behind_an_open_roll_wait_in_the_home_and_nowhere_else(long: Desk) -> None:
    said = ok(long.ann("do", "go", "2", "then", "mode", "hit", "then", "go", "3", "then", "mode", "feint"))
    assert "It waits: go 3" in said.sentences
    assert "2 orders wait" in said.sentences
    assert "2 orders wait" in ok(long.ann("status")).out
    long.send(long.ann)
    everything = b"".join(each.read_bytes() for each in long.ann.path.rglob("*") if each.is_file())
    assert b'"to":2' in everything
    assert b"go 3" not in everything
    assert b'"to":3' not in everything
    assert ["go 3", "mode feint"] == waits(long.ann)


def test_more_is_typed_when_the_roll_has_been_sent(long: Desk) -> None:
    ok(long.ann("do", "go 2 then mode hit"))
    long.send(long.ann)
    assert "It waits" in ok(long.ann("do", "go 1")).sentences
    assert "It waits" in ok(long.ann("do", "mode feint")).sentences
    assert ["go 1", "mode feint"] == waits(long.ann)


def test_what_is_wrong_dry_or_out_of_turn_lets_nothing_wait(long: Desk) -> None:
    for words in ("go 9 then mode hit then go 3", "--dry-run go 2 then mode hit then go 3"):
        assert ("It waits" in long.ann("do", *words.split()).sentences) == words.startswith("--dry-run")
    ok(long.ann("do", "go 2 then mode hit"))
    for line in ("fly 3", "go far", "recommended"):
        assert long.ann("do", line).code == 2, line
    long.send(long.ann)
    long.settle()
    assert long.ben("do", "go 1 then guard run").code != 0  # Ben owes a guard, and decides now
    assert 0 == long.ann.folder.standing_counts()[1] == long.ben.folder.standing_counts()[1]


def test_the_same_line_typed_again_waits_once(long: Desk) -> None:
    ok(long.ann("do", "go 2 then mode hit then go 3 then mode feint"))
    assert "waits already" in long.ann("do", "go 3 then mode feint").sentences
    assert long.ann.folder.standing_counts()[1] == 2


def _waiting(desk: Desk, orders: str = "go 3 then mode feint") -> None:
    gives(desk, desk.ann, f"go 2 then mode hit then {orders}")


def test_the_program_that_acts_gives_them_and_sends(long: Desk) -> None:
    _waiting(long)
    guards(long)
    assert [2, 3] == steps(long.ann, long)
    assert long.lines(long.ann)[-1]["k"] == "req"
    assert long.ann.folder.standing_counts()[1] == 0
    guards(long)
    assert ok(long.ann("verify")).code == 0


def test_do_gives_them_first_and_says_so(long: Desk) -> None:
    _waiting(long, "go 3")
    _by_hand(long)
    said = ok(long.ann("do", "mode", "feint"))
    assert "It waited, and is given: go 3" in said.sentences
    assert long.ann.folder.standing_counts()[1] == 0


def test_go_gives_them(long: Desk) -> None:
    _waiting(long)
    _by_hand(long)
    assert "pbem standing go" in ok(long.ann("status")).out
    assert "It waited, and is given: mode feint" in ok(long.ann("standing", "go")).sentences


def _by_hand(desk: Desk) -> None:
    """Ben guards; nobody's program acts for Ann, but what is due of her is written until she has to step."""
    ok(desk.ben("do", "guard run"))
    desk.send(desk.ben)
    kept = desk.ann.path / "game-queue"
    box = desk.ann.folder.path / "standing.box"
    box.rename(kept)  # her program must not see it here
    desk.settle()
    kept.rename(box)


def test_an_order_that_waits_is_not_asked_for_while_something_else_is(long: Desk) -> None:
    _waiting(long, "mode feint")
    guards(long)
    assert "pbem do go" in long.ann("orders").out
    assert long.ann.folder.standing_counts()[1] == 1
    said = ok(long.ann("do", "go 1"))  # then it is asked for, and goes behind it
    assert said.sentences.index("Red steps 1") < said.sentences.index("It waited, and is given: mode feint")
    assert long.ann.folder.standing_counts()[1] == 0


def test_what_was_typed_for_a_decision_that_the_queue_takes_does_not_wait(long: Desk) -> None:
    _waiting(long)
    _by_hand(long)
    said = long.ann("do", "go 1")  # the queue steps and seals first
    assert said.code != 0
    assert "It waited, and is given: go 3" in said.sentences
    assert long.ann.folder.standing_counts()[1] == 0
    long.send(long.ann)
    assert [2, 3] == steps(long.ann, long)


def test_the_first_that_is_illegal_stops_it_and_says_the_rule(long: Desk) -> None:
    _waiting(long, "go 9 then mode feint")
    guards(long)
    assert [2] == steps(long.ann, long)
    assert ["go 9", "mode feint"] == waits(long.ann)
    assert "a step is one to three spaces [1.1]" in long.ann("standing", "show").sentences
    assert "go 9" not in ok(long.ann("do", "go 1")).sentences  # it has stopped, and the player decides
    ok(long.ann("standing", "drop", "1"))
    assert "It waited, and is given: mode feint" in ok(long.ann("standing", "go")).sentences


def test_do_says_which_and_why_and_gives_what_was_typed(long: Desk) -> None:
    _waiting(long, "go 9 then mode feint")
    _by_hand(long)
    said = ok(long.ann("do", "go 1"))
    assert "What waits stops at: go 9" in said.sentences
    assert "[1.1]" in said.sentences
    assert long.ann.folder.standing_counts()[1] == 2


def test_drop_and_another_order(long: Desk) -> None:
    _waiting(long, "go 1 then go 2 then go 3")
    sheet = long.place / "lines.toml"
    rows = [f'[[order]]\nwhen = "next"\ndo = ["go {n}"]\n' for n in (3, 1, 2)]
    sheet.write_text("".join(rows), encoding="utf-8")
    ok(long.ann("standing", "edit", sheet))
    assert ["go 3", "go 1", "go 2"] == waits(long.ann)
    ok(long.ann("standing", "drop", "2"))
    assert ["go 3", "go 2"] == waits(long.ann)
    assert long.ann("standing", "drop", "7").code == 2
    ok(long.ann("standing", "drop", "next"))
    assert [] == waits(long.ann)
    assert long.ann("standing", "go").code == 2


def test_no_more_than_forty_wait(long: Desk) -> None:
    ok(long.ann("do", "go 2 then mode hit"))
    ok(long.ann("do", " then ".join(["go 1"] * MOST_WAITING)))
    assert long.ann("do", "go 1").code == 2
    assert long.ann.folder.standing_counts()[1] == MOST_WAITING


def test_an_undo_drops_what_was_to_follow(long: Desk) -> None:
    ok(long.ann("do", "go 2 then mode hit then go 3"))
    said = ok(long.ann("undo"))
    assert "1 order that waited" in said.sentences
    assert long.ann.folder.standing_counts()[1] == 0


def _offered(desk: Desk) -> None:
    """Ben guards, and then offers to go back instead of asking for the next roll."""
    ok(desk.ben("do", "guard run"))
    desk.send(desk.ben)
    ok(desk.act(desk.ann))
    ok(desk.ben("import", desk.box(desk.ben)))
    ok(desk.ben("offer", "takeback", "--to", "2"))
    desk.send(desk.ben)
    desk.settle()


def test_a_take_back_drops_it_with_a_word(long: Desk) -> None:
    _waiting(long)
    _offered(long)
    ok(long.ann("offer", "takeback", "--accept"))
    long.settle()
    assert [2] == steps(long.ann, long)
    said = ok(long.ann("do", "go 1"))
    assert "2 orders that waited are dropped" in said.sentences
    assert long.ann.folder.standing_counts()[1] == 0


def test_a_take_back_that_is_declined_leaves_it(long: Desk) -> None:
    _waiting(long)
    _offered(long)
    ok(long.ann("offer", "takeback", "--decline"))
    long.send(long.ann)
    long.settle()
    assert [2, 3] == steps(long.ann, long)


def test_a_refused_turn_drops_it_with_a_word(long: Desk) -> None:
    """Ben refuses Ann's turn falsely, with a program of his own: it stands in the place of hers when she settles for it."""
    _waiting(long)
    session = games.open_session(long.ben.folder, unlock(long.ben.home, ""))
    last = session.log.bundles[-1]
    assert last.header.by == "A"
    shorter = evolve(session.log, bundles=session.log.bundles[:-1])
    wrong = IllegalOrder((Violation(paragraph="1.1", message="no"),))
    refused = refusal(Session.open(LONG, shorter, session.vault), last, wrong)
    (long.place / "refusal.pbem").write_bytes(turn_of([refused]))
    long.ann("import", long.place / "refusal.pbem")
    ok(long.ann("dispute", "settle", "--take", refused.hash().hex()[:12]))
    said = ok(long.ann("do", "go 1"))
    assert "2 orders that waited are dropped" in said.sentences
    assert long.ann.folder.standing_counts()[1] == 0


def test_the_end_of_the_turn_drops_it(desk: Desk) -> None:
    to_a_step(desk)
    _waiting(desk)
    guards(desk)
    assert [2] == steps(desk.ann, desk)
    said = ok(desk.ann("do", "go 1"))
    assert "the turn for which they were typed is over" in said.sentences
    assert desk.ann.folder.standing_counts()[1] == 0


def test_a_queue_that_was_changed_on_the_disk_is_not_given(long: Desk) -> None:
    _waiting(long)
    box = long.ann.folder.path / "standing.box"
    box.write_bytes(box.read_bytes()[:-1] + b"x")
    guards(long)
    assert [2] == steps(long.ann, long)
    assert long.ann("standing", "show").code != 0
    ok(long.ann("standing", "drop", "next"))
    ok(long.ann("do", "go 1"))


def test_an_old_copy_of_the_home_does_not_give_again_what_was_given(long: Desk, tmp_path: Path) -> None:
    _waiting(long)
    copied(long.ann.path, tmp_path / "old")
    guards(long)
    assert [2, 3] == steps(long.ann, long)
    log = long.ben.folder.log()
    put_back(tmp_path / "old", long.ann.path)
    (long.place / "all.pbem").write_bytes(log)
    said = ok(long.ann("import", long.place / "all.pbem"))
    assert "2 orders that waited are dropped" in said.sentences
    guards(long)
    assert [2, 3] == steps(long.ann, long)
    assert long.ann.folder.standing_counts()[1] == 0


def _round(desk: Desk) -> None:
    """Ann steps and seals a mode, Ben guards, and the dice of both are thrown; Ann is to step again."""
    gives(desk, desk.ann, "go 2 then mode hit")
    guards(desk)


def _again(desk: Desk, *struck: str) -> Desk:
    """Ann offers to play the round again without some kinds of order; her offer has come to Ben."""
    _round(desk)
    shown = ok(desk.ann("offer", "takeback")).out
    number = {
        str(entry["at"] if entry["k"] == "seal" else entry["k"]): n
        for n, entry in enumerate(desk.lines(desk.ann))
    }
    assert f"{number['go'] - 1:>5}  turn 1" in shown
    but = (word for each in struck for word in ("--but", number[each]))
    said = ok(desk.ann("offer", "takeback", "--to", number["go"] - 1, "--again", *but))
    assert said.sentences.startswith(NEW_DICE)
    desk.send(desk.ann)
    ok(desk.ben("import", desk.box(desk.ben)))
    return desk


def _agree(desk: Desk) -> None:
    ok(desk.ben("offer", "takeback", "--accept"))
    assert ["guard run"] == waits(desk.ben)
    desk.send(desk.ben)


def test_the_same_orders_again_are_those_that_a_hand_would_type(long: Desk, tmp_path: Path) -> None:
    _agree(_again(long))
    by_hand = copied(long.place, tmp_path / "by-hand")
    long.settle()
    assert [2, 2] == steps(long.ann, long)
    assert [0, 0] == [each.folder.standing_counts()[1] for each in (long.ann, long.ben)]
    first, second = (n for n, entry in enumerate(long.lines(long.ann)) if entry["k"] == "go")
    told = ok(long.ben("replay", "--undone")).out
    assert f"{second:>4} The same order as entry {first}." in told
    assert f" offers to go back to entry {first - 1}.\n" in told
    assert f" agrees: what followed entry {first - 1} is taken back.\n" in told
    assert f"{first:>4} Red steps 2. [1.1] (taken back)\n" in told
    assert f"{second:>4} Red steps 2. [1.1]\n" in told
    hand = Desk(Player("Ann", by_hand), Player("Ben", by_hand), by_hand)
    for each in (hand.ann, hand.ben):
        ok(each("standing", "drop", "next"))
    hand.settle()
    _round(hand)
    assert long.lines(long.ann) == hand.lines(hand.ann) == long.lines(long.ben)
    ok(long.ben("verify"))


def test_who_agrees_sees_what_is_struck_out_and_the_next_stops(long: Desk) -> None:
    shown = ok(_again(long, "mode/1").ben("offer", "takeback")).sentences
    assert shown.startswith(NEW_DICE)
    assert ("Struck out: " in shown, "a secret order" in shown) == (True, True)
    _agree(long)
    long.settle()
    gives(long, long.ann, "mode feint")  # asked for: it was struck out
    assert [2, 2] == steps(long.ann, long)
    assert [] == waits(long.ben)


def test_a_take_back_with_the_same_orders_that_is_declined_gives_none(long: Desk) -> None:
    _again(long)
    assert ["go 2", "mode hit"] == waits(long.ann)
    ok(long.ben("offer", "takeback", "--decline"))
    long.send(long.ben)
    long.settle()
    assert "the take-back was declined" in ok(long.ann("do", "go 1")).sentences
    assert [] == waits(long.ann)


def test_what_is_given_again_stops_where_something_else_is_asked(long: Desk) -> None:
    _agree(_again(long, "go"))
    long.settle()
    said = ok(long.ann("standing", "show")).sentences
    assert "What waits has stopped" in said
    assert "nothing asks for it now" in said
    ok(long.ann("do", "go 3"))
    assert "It waited, and is given: mode hit" in ok(long.ann("standing", "go")).sentences

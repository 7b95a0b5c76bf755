"""A game that falls over, in every way there is, is told by entry and rule; no odd order makes a real one do so."""

import json

import pytest

from pbem.bytes import canon, container
from pbem.bytes.errors import IllegalOrder
from pbem.games import boundary, registry
from pbem.home import games, identity
from pbem.log.entries import PROTOCOL
from pbem.port.game import Outcome, Result, Step
from pbem.protocol.automatic import due_entry
from pbem.replay.verify import verify
from tests.border.cheating import Cheat, signed
from tests.border.faulty import (
    APPLIED,
    CHECKED,
    ENDLESS,
    FAULTY_DICE,
    GAME,
    MACHINE,
    NO_RESULT,
    UNWRITABLE,
    Faulty,
    number,
)
from tests.home.table import Player, decide, play
from tests.protocol.forging import signed_by
from tests.protocol.tiny import Go, State, Tiny
from tests.tools import odd_orders

pytestmark = pytest.mark.wider


BEGINNINGS = [
    ("darkdecember", "herbstnebel"),
    ("june44", "june44"),
    ("june6", "landings"),
    ("normandy", "omaha"),
    ("normandy", "epsom"),
    ("pegasus", "beginner"),
]


@pytest.mark.parametrize(("game", "scenario"), BEGINNINGS)
def test_odd_orders_are_refused_in_words(game: str, scenario: str) -> None:
    found = odd_orders.along(game, scenario, 1, positions=25, inputs=25)
    assert {} == found.findings
    assert found.inputs > 100
    assert found.legal > 0


def test_the_search_finds_a_game_that_falls_over_and_an_order_that_changes_nothing() -> None:
    found = odd_orders.Found()
    rules, state = Faulty(), State(stage="go")
    for name in ("KeyError", "ValueError"):
        odd_orders.judged(rules, state, "red", Go(to=number(name)), found)
    odd_orders.judged(Idle(), state, "red", Go(to=1), found)
    assert [
        "tiny go: apply raises ValueError",
        "tiny go: changes nothing",
        "tiny go: check raises KeyError",
    ] == sorted(found.findings)


class Idle(Tiny):
    """Steps lead nowhere."""

    def apply(self, state: State, side: str, action: object) -> Step[State]:
        return Step(state=state, outcomes=(Outcome(kind="moved", text="Red steps."),))


def test_an_order_that_changes_nothing_is_refused_in_every_game() -> None:
    with pytest.raises(IllegalOrder) as wrong:
        boundary.apply(Idle(), State(stage="go"), "red", Go(to=1))
    assert "this go changes nothing" in str(wrong.value)


def test_a_thousand_assignments_to_and_fro_are_one() -> None:
    """Normandy: each of them used to be a legal entry of play, after which everything that is counted began anew."""
    rules = registry.load("normandy").rules
    kind = odd_orders.random_play.of("normandy")
    game = kind.start(rules, "epsom", "assign")
    while "assign" not in odd_orders.kinds(game.now.due):
        assert game.step()
    due = game.now.due
    first = next(each for each in rules.options(game.state, due.side) if rules.actions.kind(each) == "assign")
    now = game.now.given(first, game.chance)
    back = rules.actions.load(
        {"k": "assign", "headquarters": rules.actions.dump(first)["headquarters"], "units": []}
    )
    for order in (first, back):
        assert rules.check(now.state, due.side, order)


Table = tuple[Player, Player]


def cheat(table: Table, to: int) -> Cheat:
    return signed(*table, {"k": "go", "to": to})


def refused(found: Cheat, code: str) -> None:
    """The honest side refuses it, and the bent player's own program takes the refusal and can play on."""
    refusal = found.file.with_name("refusal.pbem")
    said = found.other("dispute", "refuse", "--out", refusal)
    assert 0 == said.code, said
    back = found.mover("import", refusal)
    assert 0 == back.code, back
    assert code in back.sentences
    assert 0 == found.mover("do", "go 2").code


@pytest.mark.parametrize("name", [*CHECKED, *APPLIED])
def test_what_a_game_cannot_judge_is_illegal_by_entry_rule_and_class_and_can_be_refused(table, name):
    found = cheat(table, number(name))
    said = found.other("import", found.file)
    assert (3, True) == (
        said.code,
        f"illegal [1]: the rules of Tiny cannot judge this go ({name})" in said.err,
    ), said
    assert "unexpected" not in said.sentences
    assert "Traceback" not in said.sentences
    for file in (found.file, found.log):
        told = json.loads(found.other("verify", "--json", file).out)
        fault = told["error"]
        at = found.bundle.header.last
        assert ("rejected", "illegal", "1", at, True) == (
            told["verdict"], fault["code"], fault["paragraph"], fault["entry"], fault["signed"],
        )  # fmt: skip
    refused(found, "illegal")


@pytest.mark.parametrize("name", UNWRITABLE)
def test_an_order_that_leads_to_a_state_which_cannot_be_written_is_illegal(table: Table, name: str) -> None:
    found = cheat(table, number(name))
    said = found.other("import", found.file)
    assert 3 == said.code, said
    assert "illegal [1]: after this go the rules of Tiny cannot write the state" in said.err
    verdict = verify(found.log.read_bytes())
    fault = verdict.fault
    assert ("rejected", found.bundle.header.last, fault.entry) == (
        verdict.verdict,
        fault.entry,
        verdict.entries,
    )
    refused(found, "illegal")


def test_violations_without_end_are_cut_by_count(table: Table) -> None:
    found = cheat(table, ENDLESS)
    assert 3 == found.other("import", found.file).code
    assert boundary.MOST_VIOLATIONS == len(
        boundary.check(GAME.rules, State(stage="go"), "red", Go(to=ENDLESS))
    )
    refused(found, "illegal")


@pytest.mark.parametrize("name", MACHINE)
def test_what_hangs_on_the_machine_is_held_against_nobody_and_can_still_be_refused(table, name):
    found = cheat(table, number(name))
    said = found.other("import", found.file)
    assert (8, True) == (said.code, f"({name})" in said.err), said
    assert "Nobody broke a rule" in said.err
    shown = found.other("verify", "--json", found.log)
    told = json.loads(shown.out)
    assert (8, "unchecked", "game-fault") == (shown.code, told["verdict"], told["error"]["code"])
    refused(found, "game-fault")


def test_dice_over_which_a_game_fails_are_held_against_nobody_and_refusing_throws_others(table):
    """Red's step is legal; the roll behind it fails. Blue's guard and both seeds are honest."""
    ann, ben = table
    until_due(ann, ben, "go")
    assert 0 == ann("do", f"go {FAULTY_DICE}").code
    until_due(ann, ben, "guard")
    assert decide(ben)
    assert 0 == ann("import", ben.sent()).code
    own = ann("send", "--out", ann.place / "own.pbem")
    assert (8, True) == (own.code, "fail at the roll fight/1 (IndexError)" in own.err), own
    session = games.open_session(ann.folder, identity.unlock(ann.home, ""))
    assert "disclose" == session.owed.kind
    session = session.automatic(1)
    opened = PROTOCOL.dump(due_entry(session.game.rules, session.position, "A", session.vault, session.owed))
    entries = [{k: v for k, v in canon.decode(line).items() if k != "i"} for line in session.draft]
    bundle = signed_by(session, session.vault.keypair, [*entries, opened])
    file = ann.place / "open.pbem"
    file.write_bytes(container.pack(bundle.encode()))
    said = ben("import", file)
    assert (8, True) == (said.code, "Nobody broke a rule" in said.err), said
    refusal = ann.place / "refusal.pbem"
    assert 0 == ben("dispute", "refuse", "--out", refusal).code
    assert 0 == ann("import", refusal).code


def until_due(ann: Player, ben: Player, kind: str) -> None:
    """Play until somebody has to give an order of this kind."""
    for _ in range(20):
        for player, other in ((ann, ben), (ben, ann)):
            if f"pbem do {kind}" in player("orders").out:
                return
            if '"mine": true' in player("status", "--json").out:
                while f"pbem do {kind}" not in player("orders").out and decide(player):
                    pass
                if f"pbem do {kind}" in player("orders").out:
                    return
                assert 0 == other("import", player.sent()).code
    raise AssertionError(f"nobody ever has to {kind}")


def test_a_result_that_cannot_be_told_is_the_game_s_fault(table: Table) -> None:
    ann, ben = table
    until_due(ann, ben, "go")
    assert 0 == ann("do", f"go {NO_RESULT}").code
    assert 0 == ann("do", "mode hit").code
    ann.sent()
    said = ann("verify")
    assert (8, True) == (said.code, "fail at the result (LookupError)" in said.err), said


@pytest.mark.parametrize(
    "result",
    [
        "nonsense",
        Result(winner="\x1b[2J", level="Red wins", score=1),
        Result(winner="red", level=None, score=1),
        Result(winner="red", level="\x1b]0;mine\x07", score=1),
        Result(winner="red", level="x" * 1_000_000, score=1),
        Result(winner="red", level="Red wins", score="many"),
        Result(winner="red", level="Red wins", score=2**80),
        Result(winner="red", level="Red wins", score=1, reasons=("x",)),
    ],
    ids=["no result", "winner", "no level", "escapes", "long", "score", "huge", "reasons"],
)
def test_a_result_that_no_game_can_have_is_the_game_s_fault(table, monkeypatch, result):
    """It is told, and reaches neither a terminal nor a table as it is."""
    ann, ben = table
    play(ann, ben, 2)
    monkeypatch.setattr(Faulty, "result", lambda *_: result)
    said = ann("verify")
    assert 8 == said.code, said
    assert "fail at the result (a result that no game can have)" in said.err
    assert "\x1b" not in said.sentences
    assert len(said.sentences) < 5_000


def test_a_fault_of_the_game_is_told_apart_from_a_broken_rule_in_both_languages(table: Table) -> None:
    found = cheat(table, number("RecursionError"))
    english, spanish = (found.other("verify", "--lang", lang, found.log) for lang in ("en", "es"))
    assert (8, 8) == (english.code, spanish.code)
    assert "cannot be judged from entry" in english.out
    assert "no se puede juzgar" in spanish.out
    assert "Nadie ha infringido" in spanish.out


@pytest.mark.parametrize("name", ["KeyError", "ValueError", "RecursionError"])
def test_a_player_who_types_it_reads_a_rule_and_no_trace(table: Table, name: str) -> None:
    ann, ben = table
    until_due(ann, ben, "go")
    said = ann("do", f"go {number(name)}")
    assert said.code == (8 if name in MACHINE else 4), said
    assert f"({name})" in said.err
    assert "unexpected" not in said.err

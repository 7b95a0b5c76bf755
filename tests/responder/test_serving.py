"""A responder as its player meets it: every command as people type it, in homes on one machine and apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import define
from home.table import Player, Said, decide, pbem, sit_down, use_tiny

from pbem.home.games import begun
from pbem.home.responder.state import LOG
from pbem.log import parse_log
from pbem.replay.verify import verify
from pbem.store.home import Home

from .ordered import use_ordered
from .world import ADDRESSES, last

pytestmark = pytest.mark.wider


@define
class Table:
    """Ann (red) and Ben (blue), a Maildir each, and responders that read their owner's Maildir alone."""

    ann: Player
    ben: Player
    place: Path

    def other(self, player: Player) -> Player:
        return self.ben if player is self.ann else self.ann

    def box(self, player: Player) -> Path:
        return self.place / f"{player.name.lower()}-mail"

    def robot(self, player: Player) -> Path:
        return self.place / f"{player.name.lower()}-responder"

    def setup(self, player: Player, *words: str) -> Said:
        to = ("--to", ADDRESSES[self.other(player).name], "--from", ADDRESSES[player.name])
        return player("responder", "setup", self.robot(player), *to, *words)

    def round(self, player: Player) -> Said:
        """One round of a player's responder, as from cron."""
        boxes = ("--from", self.box(player), "--maildir", self.box(self.other(player)))
        boxes = (*boxes, "--maildir", self.box(player))
        return pbem("--home", self.robot(player), "responder", "--once", *boxes)

    def send(self, player: Player) -> None:
        """As in the manual: into the other's Maildir, and nowhere else."""
        other = self.other(player)
        addresses = ("--to", ADDRESSES[other.name], "--from", ADDRESSES[player.name])
        said = player("send", "--maildir", self.box(other), *addresses)
        assert said.code == 0, said
        said = other("import", self.box(other))
        assert said.code == 0, said

    def mine(self, player: Player) -> bool:
        return '"mine": true' in player("status", "--json").out

    def play(self, player: Player) -> None:
        """The player decides whatever is theirs, and sends."""
        while decide(player):
            pass
        self.send(player)

    def guarding(self) -> None:
        """Play until Ben owes a guard under Ann's roll, and only his responder has not looked."""
        for _ in range(12):
            mover = self.ann if self.mine(self.ann) else self.ben
            if mover is self.ben and "pbem do guard" in self.ben("orders").out:
                return
            self.play(mover)
        raise AssertionError("nobody ever attacked")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    use_ordered(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = sit_down(tmp_path)
    found = Table(ann, ben, tmp_path)
    for player in (ann, ben):
        for part in ("new", "cur", "tmp"):
            (found.box(player) / part).mkdir(parents=True)
    return found


def sheet(table: Table, player: Player, text: str) -> Said:
    file = table.place / f"{player.name}.toml"
    file.write_text(text, encoding="utf-8")
    return player("standing", "give", file)


def ready(table: Table, guard: str = "ask") -> None:
    """Ben's responder is in force, with a sheet, and he owes a guard."""
    while not table.mine(table.ben):
        table.play(table.ann)
    assert 0 == sheet(table, table.ben, f'guard = "{guard}"\n').code
    assert 0 == table.setup(table.ben, "--may", "guard").code
    table.play(table.ben)
    table.guarding()


# --- it starts --------------------------------------------------------------------------------------------------------


def test_set_up_in_a_draft_and_sent_to_the_opponent_alone_it_starts(table: Table) -> None:
    ready(table, "stand")
    said = table.round(table.ben)
    assert 0 == said.code, said
    assert "taken over from the player's home" in said.err
    assert "old copy" not in said.sentences
    assert "by your standing orders: guard: guard stand" in said.err
    assert "answered roll 1 (fight/1)" in said.err
    assert 0 == table.ann("import", table.box(table.ann)).code
    assert ["guard", "rsp"] == [entry["k"] for entry in last(table.ann).entries]


def test_set_up_after_the_turn_was_sent_it_says_when_and_starts_then(table: Table) -> None:
    table.play(table.ann)
    said = table.setup(table.ann)
    assert 5 == said.code
    assert "Ben has to act first" in said.err
    assert "When you have the move again, type this command once more." in said.err
    assert not table.robot(table.ann).exists()
    while not table.mine(table.ann):
        table.play(table.ben)
    said = table.setup(table.ann)
    assert (0, True) == (said.code, "Next: pbem send" in said.err), said
    assert "Not in force yet" in table.ann("responder", "status").out
    assert "Not in force yet: its key is in your draft" in table.ann("status").out
    table.play(table.ann)
    assert "In force since turn file" in table.ann("responder", "status").out


def test_set_up_before_the_first_turn_behind_a_request_for_dice_it_goes_out_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft hands the pen over: the key is named before the request, which is asked for again."""
    monkeypatch.chdir(tmp_path)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        assert 0 == player("identity", "new", player.name, "--no-password").code
    assert 0 == ann("new", "pegasus", "--out", tmp_path / "i.pbem").code
    assert 0 == ben("join", tmp_path / "i.pbem", "--out", tmp_path / "a.pbem").code
    assert 0 == ann("start", tmp_path / "a.pbem").code
    said = ann("responder", "setup", tmp_path / "responder", "--to", "ben@example.org")
    assert (0, True) == (said.code, "Next: pbem send" in said.err), said
    turn = ann.sent()
    assert 0 == ben("import", turn).code
    assert ["start", "agent", "req"] == [str(entry["k"]) for entry in last(ben).entries]
    assert "In force since turn file 1;" in ann("responder", "status").out


def test_behind_an_order_that_hands_the_move_over_it_says_how_to_name_the_key_all_the_same(
    table: Table,
) -> None:
    assert decide(table.ann)
    said = table.setup(table.ann)
    assert (5, True) == (said.code, "pbem undo, this command, and your order again" in said.err), said
    assert 0 == table.ann("undo").code
    assert 0 == table.setup(table.ann).code
    assert decide(table.ann)
    table.send(table.ann)
    assert "In force since turn file 1" in table.ann("responder", "status").out


def test_an_order_taken_back_with_the_key_behind_it_takes_the_key_too_and_status_names_the_cure(
    table: Table,
) -> None:
    while "pbem do go" not in table.ann("orders").out:
        table.play(table.ann if table.mine(table.ann) else table.ben)
    assert 0 == table.ann("do", "go 2").code
    assert 0 == table.setup(table.ann).code
    assert 0 == table.ann("undo", "--all").code
    assert "With your next turn: pbem responder setup" in table.ann("status").out
    assert 0 == table.setup(table.ann).code
    table.play(table.ann)
    assert "In force since" in table.ann("responder", "status").out


def test_where_the_players_home_is_away_it_names_the_turn_that_it_lacks_and_the_cure(table: Table) -> None:
    ready(table, "stand")
    mails = sorted((table.box(table.ann) / "new").iterdir(), key=lambda each: each.stat().st_mtime_ns)
    table.ben.path.rename(table.place / "elsewhere")
    said = table.round(table.ben)
    assert "the player's own turn file" in said.err
    assert "has not reached it" in said.err
    assert "old copy" not in said.sentences
    assert f"pbem --home {table.robot(table.ben)} import FILE" in said.err
    assert 0 == pbem("--home", table.robot(table.ben), "import", *mails).code
    assert "answered roll 1 (fight/1)" in table.round(table.ben).err


# --- the sheet --------------------------------------------------------------------------------------------------------


def test_what_it_handed_back_it_answers_when_the_sheet_has_changed(table: Table) -> None:
    ready(table)
    said = table.round(table.ben)
    why = "Ben (blue) owes a decision: guard (guard): the guard is left to you."
    assert f"left to the player: {why}" in said.err
    assert why in (table.robot(table.ben) / LOG).read_text("utf-8")
    assert f"Your responder left to you: {why}" in table.ben("status").out
    again = table.round(table.ben)
    assert "Nothing new to answer." in again.err
    assert f"still left to the player: {why}" in again.err
    given = sheet(table, table.ben, 'guard = "run"\n')
    assert "Your responder follows them from its next round" in given.err
    said = table.round(table.ben)
    assert "new standing orders of the player" in said.err
    assert "by your standing orders: guard: guard run" in said.err
    assert "Your responder: " in table.ben("status").out
    assert "left to you" not in table.ben("status").out


def test_a_sheet_that_was_dropped_answers_nothing_any_more(table: Table) -> None:
    ready(table, "stand")
    assert "does so too" in table.ben("standing", "drop").err
    said = table.round(table.ben)
    assert "no orders stand in this game" in said.err
    assert "answered" not in said.err


def test_there_is_one_sheet_whichever_home_it_is_given_in(table: Table) -> None:
    ready(table)
    file = table.place / "there.toml"
    file.write_text('guard = "run"\n', encoding="utf-8")
    assert 0 == pbem("--home", table.robot(table.ben), "standing", "give", file).code
    assert 'guard = "run"' in table.ben("standing", "show").out
    assert "guard run" in table.round(table.ben).err


def test_a_responder_elsewhere_has_its_own_sheet_and_give_says_so(table: Table) -> None:
    ready(table)
    table.robot(table.ben).rename(table.place / "far")
    given = sheet(table, table.ben, 'guard = "run"\n')
    assert "is not on this machine, and follows the sheet that it has" in given.err
    assert "pbem --home" in given.err
    assert "standing give" in given.err


# --- what it may ------------------------------------------------------------------------------------------------------


def test_kinds_that_no_sheet_can_answer_are_refused_and_the_promise_is_that_of_the_key(table: Table) -> None:
    said = table.setup(table.ann, "--may", "guard")
    assert (2, True) == (said.code, "They can give: go; or all." in said.err), said
    assert not table.robot(table.ann).exists()
    said = table.setup(table.ann, "--may", "all")
    assert "By your standing orders it may decide: go." in said.err
    assert "cannot give orders" not in said.err
    assert "No orders stand yet" in said.err
    table.play(table.ann)
    while not table.mine(table.ann):
        table.play(table.ben)
    assert "may decide: go." in table.setup(table.ann).err  # again, without --may: what it had
    said = table.setup(table.ann, "--may", "none")
    assert "It cannot give orders" in said.err
    table.play(table.ann)
    agent = parse_log(table.ben.folder.log()).bundles
    assert None is verify(table.ben.folder.log()).fault
    given = [entry for bundle in agent for entry in bundle.entries if entry["k"] == "agent"]
    assert [["go"], None] == [entry.get("may") for entry in given]


def test_a_game_without_standing_orders_lets_it_sign_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        assert 0 == player("identity", "new", player.name, "--no-password").code
    assert 0 == ann("new", "tiny", "--out", tmp_path / "i.pbem").code
    assert 0 == ben("join", tmp_path / "i.pbem", "--out", tmp_path / "a.pbem").code
    assert 0 == ann("start", tmp_path / "a.pbem").code
    said = ann("responder", "setup", tmp_path / "responder", "--may", "move")
    assert 2 == said.code
    assert "no responder may sign it" in said.err


# --- several games ----------------------------------------------------------------------------------------------------


def test_one_folder_serves_two_games_and_a_second_is_added_with_one_command(table: Table) -> None:
    ready(table, "stand")
    assert 0 == table.ann("new", "tiny", "--out", table.place / "i2.pbem").code
    assert 0 == table.ben("join", table.place / "i2.pbem", "--out", table.place / "a2.pbem").code
    assert 0 == table.ann("start", table.place / "a2.pbem").code
    names = {each.name for each in begun(table.ben.home)}
    served = {each.name for each in begun(Home(table.robot(table.ben)))}
    (second,) = names - served
    to_ann = ("--to", ADDRESSES["Ann"], "--from", ADDRESSES["Ben"])
    turn = table.ann("--game", second, "do", "pick bold,calm")
    assert 0 == turn.code, turn
    assert 0 == table.ann("--game", second, "send", "--maildir", table.box(table.ben), "--to", "b@x.org").code
    assert 0 == table.ben("import", table.box(table.ben)).code
    said = table.ben("--game", second, "responder", "setup", table.robot(table.ben), *to_ann)
    assert 0 == said.code, said
    assert names == {each.name for each in begun(Home(table.robot(table.ben)))}
    told = table.ben("responder", "status").out
    assert (1, 1) == (told.count("Seeds up to roll"), told.count("Not in force yet")), told
    said = table.round(table.ben)
    assert f"Game {next(iter(served))[:8]}: answered roll 1" in said.err


def test_every_game_at_once_says_for_which_it_is_not_the_time(table: Table) -> None:
    table.play(table.ann)
    said = table.ann("responder", "setup", table.robot(table.ann), "--all")
    assert 5 == said.code
    assert "(tiny only against Ben):" in said.err
    while not table.mine(table.ann):
        table.play(table.ben)
    assert 0 == table.ann("responder", "setup", table.robot(table.ann), "--all").code


def test_what_a_killed_round_has_answered_is_said_by_the_next(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(table)
    table.round(table.ben)  # up to date, and nothing to say when the sheet changes but the answer
    sheet(table, table.ben, 'guard = "run"\n')
    said = list[str]()

    def killed(_: object, _folder: object, text: str) -> None:
        said.append(text)
        if "new standing orders" not in text:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pbem.home.responder.record.Record.tell", killed)
        assert 130 == table.round(table.ben).code
    assert "by your standing orders: guard: guard run" == said[-1]
    after = table.round(table.ben).err
    assert "by your standing orders: guard: guard run" in after
    assert 1 == after.count("answered roll 1 (fight/1)")
    assert "guard run" in table.ben("status").out

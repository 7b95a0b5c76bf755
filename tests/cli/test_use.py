"""Several games in one home, what comes next after every way of sending, and what a phase that ends leaves open."""

import json
import re
from pathlib import Path

import pytest
from home.table import ORDERS, Player, Said, Two, decide, newcomers, pbem

from pbem.games import game_cards, registry
from tests.sampling import small_and_tried


@pytest.fixture
def three(table: Two) -> Two:
    """Ann and Ben at two games, and an invitation of Ann's that nobody has answered."""
    ann, ben = table
    ann("invite", "tiny", "--out", ann.place / "two.pbem")
    ben("accept", ann.place / "two.pbem", "--out", ann.place / "two-back.pbem")
    ann("accept", ann.place / "two-back.pbem")
    ann("invite", "tiny", "--out", ann.place / "three.pbem")
    return table


def ids(player: Player) -> list[str]:
    return [folder.name[:8] for folder in player.home.games()]


def test_the_games_of_a_home_are_listed_with_whose_turn_it_is(three: Two) -> None:
    ann, ben = three
    said = ann("games").out
    assert 2 == said.count("tiny-ben")
    assert 2 == said.count("Your turn. You owe a secret order: pick")
    assert 0 == ann("do", "--game", ids(ann)[0], "pick", "bold", "calm").code
    assert "*" not in said
    found = [json.loads(line) for line in ben("games", "--json").out.splitlines()]
    assert [False, False] == [each["mine"] for each in found]


def test_one_game_is_used_until_another_is_and_can_be_given_a_name(three: Two) -> None:
    ann, _ = three
    first, second = ids(ann)
    ann("orders").says(2, "several games", "Type pbem games NAME once")
    assert 2 == ann("games", "tiny-ben").code, "two games are called so"
    assert "In use: caen" in ann("games", first, "--as", "caen").err
    assert 0 == ann("orders").code
    decide(ann)
    assert "Draft: 1 order" in ann("status", "--game", "caen").out
    assert "Draft: 0" in ann("status", "--game", second).out
    assert "* caen  (Tiny" in ann("games").out
    assert 0 == ann("games", "tiny-ben").code, "only one is called so now"
    assert "9 legal" in ann("orders").out
    assert 0 == ann("status", "--game", "CA").code


def test_a_name_is_given_once_and_has_a_form(three: Two) -> None:
    ann, _ = three
    first, second = ids(ann)
    ann("games", first, "--as", "caen")
    ann("games", second, "--as", "caen").says(6, "Another game here is called caen.")
    ann("games", second, "--as", "../../x").says(2, "cannot be the name of a game")
    ann("games", "bayeux").says(2, "Games here: caen")
    Player("Zoe", ann.place)("games", "tiny").says(2, "pbem rules list tiny")


def test_the_prompt_goes_over_to_another_game(three: Two) -> None:
    ann, _ = three
    ann("games", ids(ann)[0], "--as", "caen")
    ann("games", ids(ann)[1], "--as", "bayeux")
    ann("play", given="games caen\npick bold calm\nquit\n").says(0)
    assert "Draft: 1 order" in ann("status", "--game", "caen").out
    assert "Draft: 0" in ann("status", "--game", "bayeux").out


def test_an_invitation_is_taken_back_and_its_acceptance_begins_nothing(three: Two) -> None:
    ann, ben = three
    assert "Invitation " in ann("status").out
    ann("invite", "withdraw").says(0, "Withdrawn: the invitation")
    assert "Invitation " not in ann("status").out
    ben("accept", ann.place / "three.pbem", "--out", ann.place / "three-back.pbem")
    ann("accept", ann.place / "three-back.pbem").says(
        6, "You have withdrawn the invitation that Ben accepts: no game begins."
    )
    assert 2 == len(ann.home.games())
    ann("invite", "withdraw").says(2, "There is no open invitation here.")


WAYS = (
    (), ("--out", "mine.pbem"), ("--eml", "mine.eml"), ("--maildir", "box"), ("--stdout",), ("--by", "text"),
    ("--to", "ben@example.org", "--from", "ann@example.org"),
)  # fmt: skip


def over_to_ben(ann: Player) -> None:
    """Ann's turn is written as far as she decides."""
    for _ in range(9):
        said = ann("orders")
        kind = next((kind for kind in ORDERS if f"pbem do {kind}" in said.out), "")
        if said.code or not kind:
            return
        assert 0 == ann("do", ORDERS[kind]).code


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_after_every_way_of_sending_the_next_step_is_said(table: Two, way: tuple[str, ...]) -> None:
    ann, _ = table
    over_to_ben(ann)
    for again in range(2):
        said = ann("send", *way).says(0)
        steps = [line for line in said.err.splitlines() if line.startswith("Next: ")]
        assert 1 == len(steps), (again, said.err)
        assert steps == [line for line in ann("status").out.splitlines() if line.startswith("Next: ")]


def test_a_dry_run_says_how_the_turn_is_sent(table: Two) -> None:
    ann, _ = table
    over_to_ben(ann)
    assert "Next: pbem send" in ann("send", "--dry-run").err


@pytest.mark.parametrize("name", small_and_tried())
def test_a_game_is_named_by_its_titles_and_an_empty_log_in_plain_words(name: str, tmp_path: Path) -> None:
    """The first scenario of each game, in both languages: no id where a title belongs."""
    ann, ben = newcomers(tmp_path, "Ann", "Ben")
    assert 0 == ann("invite", name, "--out", tmp_path / "i.pbem").code
    assert 0 == ben("accept", tmp_path / "i.pbem", "--out", tmp_path / "a.pbem").code
    first, second = ben("status").out.splitlines()[:2]
    info = registry.info(name)
    scenario = registry.load(name).rules.scenarios[0]
    assert first.startswith(f"{info.title}, {game_cards.cover(info).titles[scenario]}: you play ")
    assert second.endswith(". Nothing is signed yet.")


@pytest.mark.parametrize("command", ["orders", "odds"])
def test_the_other_sides_turn_is_no_error(table: Two, command: str) -> None:
    """Whose turn it is, what is waited for, and the next step: first to send, then to wait; the code says it to programs."""
    ann, ben = table
    ben(command).says(
        5, "It is not your turn. Ann (red) owes ", "Next: pbem import FILE, when their turn has come", no="Error",
    )  # fmt: skip
    over_to_ben(ann)
    ann(command).says(5, "Next: pbem send")
    assert 0 == ann("send").code
    ann(command).says(5, "Next: pbem import FILE", no="Error")


def test_a_unit_that_has_moved_is_not_among_those_that_have_not(tmp_path: Path) -> None:
    def ann(*words: str) -> Said:
        return pbem("--home", tmp_path / "ann", *words)

    assert ann("practice", "pegasus", "--name", "Ann").code == 0
    ann("end", "agree", "--winner", "witness").says(2, "Witness only has a part in the dice")
    ann("end", "resign").says(2, "nobody would win by it", "--winner british", no="Resign ")
    orders = re.findall(r"pbem do (move (\w+) .+)", ann("orders", "--all").out)
    line, unit = orders[0]
    named = re.compile(r"Not moved: .*\b" + unit + r"\b")
    said = ann("do", "--dry-run", "done").err
    assert named.search(said)
    left = re.search(r"Not moved: (.+) and (\d+) more\.\n.*pbem undo", said)
    assert left is not None, said
    assert len({each[1] for each in orders}) == int(left[2]) + len(left[1].split(", "))
    assert ann("do", line).code == 0
    assert f"move {unit}" in ann("orders", "--all").out
    said = ann("do", "--dry-run", "done").err
    assert "Not moved" in said
    assert not named.search(said)


def test_nothing_is_said_where_no_unit_could_move(table: Two) -> None:
    ann, _ = table
    assert "Not moved" not in ann("do", "pick bold,calm").err


def test_what_the_computer_has_answered_is_not_said_to_be_undone(tmp_path: Path) -> None:
    """June 6: the end of an activation draws the next marker at once. Pegasus Bridge: the draft is still open."""
    lines = {"june6": "buy first=1; done; done", "pegasus": "done"}
    undone = {}
    for game, typed in lines.items():
        home = tmp_path / game
        assert pbem("--home", home, "practice", game, "--name", "Ann").code == 0
        said = pbem("--home", home, "play", given=f"{typed}\nundo\nquit\n").sentences
        assert "Not moved: " in said
        undone[game] = "To move them after all: undo." in said
        assert undone[game] is ("order taken back" in said)
    assert undone == {"june6": False, "pegasus": True}

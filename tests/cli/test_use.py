"""Several games in one home: their names, the one in use, whose turn it is; and invitations taken back."""

from __future__ import annotations

import json

import pytest
from home.table import Player, Two, decide


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
    assert "* caen  (tiny" in ann("games").out
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

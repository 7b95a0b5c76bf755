"""The player of a commit: unpacked from git, asked in a process of its own, and as good as it was."""

from __future__ import annotations

import click
import pytest

from pbem.games import registry
from pbem.games.playout import Hotseat
from pbem.port.game import Choice, Conceal
from tests.tools.former import commit_of, former


@pytest.mark.wider
@pytest.mark.parametrize(("game", "scenario"), [("june44", "june44"), ("pegasus", "beginner")])
def test_the_player_of_the_last_commit_orders_what_its_own_code_orders(game: str, scenario: str) -> None:
    """Where the player has not been changed since, both give the same orders; the other's come from its own folder."""
    table: Hotseat[object] = Hotseat.start(registry.load(game).rules, scenario, {}, 1)
    with former(game, commit_of("HEAD")) as old:
        asked = 0
        while asked < 12:
            due = table.owed
            if isinstance(due, Choice | Conceal):
                asked += 1
            assert table.step(old)
    assert table.actions > 12


def test_what_is_no_commit_is_named() -> None:
    with pytest.raises(click.ClickException, match="no-such-tag is no commit or tag"):
        commit_of("no-such-tag")

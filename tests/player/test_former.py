"""The player of a commit: unpacked from git, asked in a process of its own, at today's table."""

from pathlib import Path

import click
import pytest
from attrs import AttrsInstance

from pbem.games import registry
from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal
from tests.tools.former import Advise, commit_of, former, player_in, unpack

pytestmark = pytest.mark.wider

_STUBBORN = """

def think(rules, state, side, secrets, salt):
    return Advice(order=list(rules.options(state, side))[-1])
"""
"""Behind the module that asks a game's player, this makes a program whose player takes the last order of the list."""


def played(game: str, player: Advise, decisions: int) -> list[tuple[AttrsInstance, AttrsInstance]]:
    """So many decisions of a new game: what was ordered, and the last order that was legal."""
    table: Hotseat[object] = Hotseat.start(registry.load(game).rules, registry.info(game).scenarios[0], {}, 1)
    orders: list[tuple[AttrsInstance, AttrsInstance]] = []

    def asked(now: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
        order = player(now, due)
        orders.append((order, list(now.options())[-1]))
        return order

    while len(orders) < decisions:
        assert table.step(asked)
    return orders


@pytest.mark.parametrize("game", ["june44", "pegasus"])
def test_the_player_of_the_last_commit_plays_at_the_table_of_today(game: str) -> None:
    with former(game, commit_of("HEAD")) as old:
        orders = played(game, old, 12)
    assert [] != [order for order, last in orders if order != last]


def test_the_code_in_the_folder_decides_and_not_that_of_today(tmp_path: Path) -> None:
    unpack(commit_of("HEAD"), tmp_path)
    with (tmp_path / "pbem" / "port" / "player.py").open("a", encoding="utf-8") as module:
        module.write(_STUBBORN)
    with player_in(tmp_path, "pegasus", "the stubborn one") as stubborn:
        orders = played("pegasus", stubborn, 6)
    assert [last for _, last in orders] == [order for order, _ in orders]


def test_what_is_no_commit_is_named() -> None:
    with pytest.raises(click.ClickException, match="no-such-tag is no commit or tag"):
        commit_of("no-such-tag")

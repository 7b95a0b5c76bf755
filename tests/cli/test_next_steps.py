"""What comes next is said after every way of sending, and when the other side has to act."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import ORDERS, Player, Two, newcomers

from pbem.games import game_cards, registry
from tests.sampling import small_and_tried

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

"""Samples are the same for everybody, and the game of the day can be said."""

from __future__ import annotations

import pytest

from tests import sampling


def test_a_sample_is_the_same_each_time_and_keeps_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ALL", False)
    items = range(100)
    once = sampling.sampled(items, 7, "one")
    assert (7, sorted(once), once) == (len(once), once, sampling.sampled(items, 7, "one"))
    assert once != sampling.sampled(items, 7, "another")
    monkeypatch.setattr(sampling, "ALL", True)
    assert list(items) == sampling.sampled(items, 7, "one")


def test_the_game_of_the_day_follows_the_number_of_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_GAME", raising=False)
    days = []
    for number in range(5):
        monkeypatch.setattr(sampling, "commits", lambda number=number: number)
        days.append(sampling.game_of_the_day())
    assert list(sampling.GAMES) == days
    monkeypatch.setenv("PBEM_GAME", "pegasus")
    assert sampling.game_of_the_day() == "pegasus"

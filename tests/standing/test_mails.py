"""The table of mails in the manual is counted, not estimated."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests.tools import count_mails
from tests.tools.count_mails import ROOT, Count, count


@cache
def landings() -> Count:
    return count((ROOT / "examples" / "landings" / "campaign.pbem").read_bytes())


@pytest.mark.night
def test_the_rows_of_recorded_games_are_what_their_logs_cost() -> None:
    """When it fails after games were recorded anew: python -m tests.tools.count_mails table."""
    text = count_mails.PAGE.read_text(encoding="utf-8")
    assert [] == [row for row in count_mails.recorded_lines() if row not in text]


def test_the_rows_of_played_games_are_those_that_were_kept() -> None:
    text = count_mails.PAGE.read_text(encoding="utf-8")
    for game, rows in json.loads(count_mails.PLAYED.read_text(encoding="utf-8")).items():
        for name, row in rows.items():
            assert count_mails.line(f"{game}: {name}", row) in text


@pytest.mark.wider
@pytest.mark.parametrize("sheets", [False, True])
def test_every_mail_is_decided_by_one_side_or_by_nobody(sheets: bool) -> None:
    found = landings()
    sides = sum(found.decided(sheets=sheets, seat=seat) for seat in "AB")
    assert found.decided(sheets=sheets) == sides
    assert 0 < sides < len(found.mails)
    assert found.decided(sheets=True) < found.decided(sheets=False)

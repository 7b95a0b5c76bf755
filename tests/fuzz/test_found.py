"""What was found on the way and is no input of a target."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import PbemError, UsageError
from pbem.store import journal
from pbem.table import forms


@pytest.mark.parametrize("given", ["--5", "-", "\u0665", "5 5", "9" * 5000, "1e3"])
def test_a_number_in_a_form_is_digits_with_one_sign_at_most(given: str) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        forms._value("slot", "number", given)
    assert -5 == forms._value("slot", "number", " -5 ")


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/x", "", ".", "a//x", "..\\x", "a/./x"])
def test_a_journal_is_carried_out_in_its_folder_alone(name: str, tmp_path: Path) -> None:
    """A folder that somebody hands over may hold one; its digest is no secret."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / journal.JOURNAL).write_bytes(journal._encode({name: b"x"}))
    with pytest.raises(PbemError, match="is damaged"):
        journal.recover(folder)
    assert [folder] == list(tmp_path.iterdir())
    assert [journal.JOURNAL] == [each.name for each in folder.iterdir()]

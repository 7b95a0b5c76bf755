"""The computer has no name of its own: lists of games call it by a word of the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.dev import practice
from pbem.home import games
from pbem.home.new_identity import create_identity
from pbem.port.messages import catalogue
from pbem.store.home import Home
from pbem.table import lobby
from pbem.table.translated import spoken

from .seats import stream

pytestmark = pytest.mark.wider


def test_the_computer_is_called_so_in_the_list_of_games_and_where_one_is_chosen(tmp_path: Path) -> None:
    home, spanish = Home(tmp_path / "home"), catalogue("es", "pbem")
    practice.begin(home, create_identity(home, "Ann", "", stream("n")), game="pegasus", entropy=stream("m"))
    (listed,) = lobby.begun(home)
    told = spoken(listed, spanish)
    assert isinstance(told, dict)
    assert "Ordenador" == told["opponent"]
    (folder,) = games.begun(home)
    assert games.label(folder.facts()).endswith(" against Computer")
    assert spanish.say(games.label(folder.facts())).endswith(" contra Ordenador")

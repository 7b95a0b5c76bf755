"""What a game does when it is loaded, counted in calls: what nobody plays with waits until somebody asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from counting import calls

from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem.games.packs.reading import read_pack
from pbem.home.packs import installed
from pbem.store.home import Home
from pbem_rules.shared import provenance

GAMES = tuple(each for each in registry.installed() if each.package.startswith("pbem_rules."))


@pytest.mark.parametrize("chosen", GAMES, ids=lambda each: each.name)
def test_where_values_come_from_is_counted_for_who_asks_and_once(chosen: registry.GameInfo) -> None:
    tables = registry.load_version(chosen).tables
    with calls(provenance.values, provenance.counted) as loading:
        game = registry.build(chosen, tables)
    assert not loading
    with calls(provenance.counted) as asking:
        first, second = registry.sourced(game), registry.sourced(game)
    assert 1 == asking["counted"]
    assert first == second
    assert sum(first.values()) > 500


def test_a_pack_with_a_label_that_there_is_not_is_not_installed(tmp_path: Path) -> None:
    """A game is loaded without its sources; whoever takes a pack in asks for them."""
    place = tmp_path / "mine.toml"
    place.write_text(
        '[pack]\nname = "mine"\ngame = "june6"\n\n[charts.weather.states.clear]\nprovenance = "rumoured"\n'
    )
    home = Home(tmp_path / "home")
    with pytest.raises(DataError, match="rumoured"):
        installed.install(home, "june6", read_pack(place))
    assert not list(home.packs())

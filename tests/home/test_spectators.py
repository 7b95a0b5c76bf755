"""What spectators get verifies, grows, and is late."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.home.viewing import logs as looking
from pbem.home.viewing import spectators
from pbem.home.viewing.logs import Film
from pbem.replay.verify import verify

GAME = Path(__file__).resolve().parents[2] / "examples" / "pegasus" / "campaign.pbem"


@cache
def film(bundles: int) -> Film:
    """The recorded game as it stood after so many turn files."""
    whole = looking.film(GAME)
    return looking.film_of_log(evolve(whole.log, bundles=whole.log.bundles[:bundles]).encode())


@pytest.mark.parametrize("delay", [0, 1, 2])
def test_it_verifies_and_ends_so_many_turns_before_the_newest(delay: int) -> None:
    found = spectators.stream(film(90), delay)
    verdict = verify(found.data)
    assert ("incomplete", found.entries) == (verdict.verdict, verdict.entries)
    newest = film(90).game.rules.moment(film(90).at(None)[0].game).turn
    assert newest - delay >= found.turn


def test_it_is_the_beginning_of_the_log_byte_for_byte() -> None:
    found = spectators.stream(film(90), 1)
    assert film(90).log.encode().startswith(container.unpack(found.data))
    assert found.entries + found.kept_back == len(film(90).trail)


def test_it_grows_and_never_shrinks() -> None:
    sizes = [spectators.stream(film(count), 1).entries for count in (60, 80, 100)]
    assert sorted(sizes) == sizes
    assert sizes[0] < sizes[-1]


def test_a_finished_game_is_given_whole() -> None:
    found = spectators.stream(looking.film(GAME), 3)
    assert ("verified", 0) == (verify(found.data).verdict, found.kept_back)


def test_before_the_delay_is_over_there_is_nothing() -> None:
    with pytest.raises(UsageError) as refused:
        spectators.stream(film(3), 5)
    assert "nothing-yet" == refused.value.code


@pytest.mark.parametrize("files", [0, 1, 7])
def test_a_delay_can_be_counted_in_turn_files(files: int) -> None:
    """So many turn files are held back, whatever the turn of the game is; what is given verifies."""
    found = spectators.stream(film(90), 0, files=files)
    assert 90 - files == found.bundles
    assert "incomplete" == verify(found.data).verdict

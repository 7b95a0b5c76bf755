"""A home in a browser: two places, of which the newest whole one counts, whenever the tab dies."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from pbem.bytes.errors import KeyFileError
from pbem.home import new_identity
from pbem.home.identity import Identity
from pbem.site import kept
from pbem.store.home import Home


@pytest.fixture
def home(tmp_path: Path) -> tuple[Home, Identity]:
    made = Home(tmp_path / "ann")
    identity = new_identity.create_identity(made, "Ann", "", os.urandom)
    (made.path / "contacts.json").write_bytes(b"[]")
    return made, identity


def test_a_home_comes_back_as_it_was_and_is_no_copy(home: tuple[Home, Identity], tmp_path: Path) -> None:
    found = kept.newest([kept.written(*home, 1), b""])
    assert found is not None
    identity, files = found.open("")
    again = Home(tmp_path / "again")
    kept.put(again, files)
    assert identity == home[1]
    assert (again.path / "contacts.json").read_bytes() == b"[]"
    assert not again.is_copy()
    assert kept.marks(again).keys() == kept.marks(home[0]).keys()


def test_a_copy_stays_a_copy_with_what_it_has_caught_up(home: tuple[Home, Identity], tmp_path: Path) -> None:
    (home[0].path / "here.json").unlink()
    home[0].note_import(["ab" * 8])
    found = kept.newest([kept.written(*home, 1)])
    assert found is not None
    again = Home(tmp_path / "again")
    kept.put(again, found.open("")[1])
    assert again.is_copy()
    assert again.caught_up() == {"ab" * 8}


def test_a_write_that_stopped_at_any_byte_leaves_the_one_before(home: tuple[Home, Identity]) -> None:
    before, older = kept.written(*home, 7), kept.written(*home, 6)
    after = kept.written(*home, 8)
    for stop in range(len(after)):
        # The place is cut to its new length first, or written over what was longer.
        for torn in (
            after[:stop],
            after[:stop] + older[stop : len(after)],
            after[:stop].ljust(len(after), b"\0"),
        ):
            found = kept.newest([torn, before])
            assert found is not None
            assert (found.place, found.count) == (1, 7), stop
    found = kept.newest([after, before])
    assert found is not None
    assert found.count == 8


def test_what_another_program_changed_is_not_opened(home: tuple[Home, Identity]) -> None:
    data = bytearray(kept.written(*home, 1)[:-32])
    data[-1] ^= 1
    found = kept.newest([bytes(data) + hashlib.sha256(data).digest()])
    assert found is not None
    with pytest.raises(KeyFileError, match="changed by another program"):
        found.open("")


def test_nothing_is_found_in_places_that_hold_something_else() -> None:
    assert kept.newest([]) is None
    assert kept.newest([b"", os.urandom(4000)]) is None
    assert kept.newest([b"pbem home in a browser 1\n"]) is None

"""A home in a browser: the newest whole place counts, and nobody is told to type a command."""

import hashlib
import json
import os
import re
from pathlib import Path

import click
import pytest
from attrs import evolve

from pbem.bytes.errors import KeyFileError
from pbem.cli import main
from pbem.games import registry
from pbem.home import new_identity
from pbem.home.identity import Identity
from pbem.port.messages import ENGLISH, catalogue
from pbem.site import commands, kept
from pbem.site.program import Site
from pbem.store.home import Home


@pytest.fixture
def home(tmp_path: Path) -> tuple[Home, Identity]:
    made = Home(tmp_path / "ann")
    identity = new_identity.create_identity(made, "Ann", "", os.urandom)
    (made.path / "contacts.json").write_bytes(b"[]")
    return made, identity


def test_a_home_comes_back_as_it_was_and_is_no_copy(home: tuple[Home, Identity], tmp_path: Path) -> None:
    found = kept.newest([kept.written(*home, 1), b""])
    identity, files = found.open("")
    again = Home(tmp_path / "again")
    kept.put(again, files)
    assert identity == home[1]
    assert (again.path / "contacts.json").read_bytes() == b"[]"
    assert not again.is_copy()
    assert kept.marks(again).keys() == kept.marks(home[0]).keys()


def test_a_copy_stays_a_copy(home: tuple[Home, Identity], tmp_path: Path) -> None:
    (home[0].path / "here").unlink()
    found = kept.newest([kept.written(*home, 1)])
    again = Home(tmp_path / "again")
    kept.put(again, found.open("")[1])
    assert again.is_copy()


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
            assert (found.place, found.count) == (1, 7), stop
    found = kept.newest([after, before])
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


ROOT = Path(__file__).resolve().parents[2]
SPANISH = catalogue("es", "pbem")
LOG = ROOT / "examples/pegasus/campaign.pbem"


def test_every_command_has_a_meaning_in_a_browser() -> None:
    names = main.list_commands(click.Context(main))
    assert names
    assert [name for name in names if commands.meant(name, f"pbem {name}") is None] == []


@pytest.mark.parametrize("tongue", [ENGLISH, SPANISH])
def test_a_hint_says_what_to_do_here_and_keeps_what_is_no_command(tongue: object) -> None:
    assert tongue in (ENGLISH, SPANISH)
    for name in main.list_commands(click.Context(main)):
        said = commands.in_browser(
            f"It is early. Type: pbem {name} game.pbem.", ENGLISH if tongue is ENGLISH else SPANISH
        )
        assert said.startswith("It is early. ")
        assert re.search(r"\bpbem [a-z]+ game", said) is None or name in commands.INSTALLED


def test_what_names_no_command_stays_as_it_is() -> None:
    for text in ("", "pbem speaks to nobody.", "The pbem file is damaged.", "See example.org/pbem-manual."):
        assert commands.in_browser(text, ENGLISH) == text


def test_the_words_of_a_player_stay_theirs() -> None:
    body = json.dumps({"hint": "Type: pbem send", "outcomes": [{"text": "Ann: try pbem send"}]})
    found = json.loads(commands.body_in_browser(body, ENGLISH))
    assert found["outcomes"][0]["text"] == "Ann: try pbem send"
    assert found["hint"] == "At the table of the game: seal and send the turn."


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Load this page again"), ("es", "Vuelve a cargar esta página")]
)
@pytest.mark.parametrize("there", [True, False])
def test_an_older_build_that_meets_a_newer_game_says_so_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, there: bool, language: str, said: str
) -> None:
    older = tuple(
        evolve(each, digest="0" * 64) for each in registry.installed() if there or each.name != "pegasus"
    )
    monkeypatch.setattr(registry, "installed", lambda: older)
    site = Site(tmp_path, (b"", b""))
    given = json.dumps({"name": "game.pbem", "language": language})
    found = json.loads(site.call("look", given, LOG.read_bytes()).text)
    assert not found["good"]
    assert said in found["said"]
    assert "pip" not in found["said"]

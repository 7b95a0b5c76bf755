"""In a browser nobody is told to type a command: the sentence names the button instead, or the way to the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from attrs import evolve

from pbem.cli import main
from pbem.games import registry
from pbem.port.messages import ENGLISH, catalogue
from pbem.site import commands
from pbem.site.program import Site

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

"""What a responder did, leaves and waits for is read in the language of its player, in its log too."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from pbem.cli.language import reading, say
from pbem.home.responder.rounds import once
from pbem.home.responder.setup import responder_identity
from pbem.home.responder.state import LOG
from tests.cli.test_spoken import english
from tests.home.table import pbem

from .world import World

pytestmark = pytest.mark.wider

_TINY = re.compile(r"\bonly\b")
"""What the tiny game says of itself: it has no catalogue."""
_BEFORE = re.compile(r"(?m)^ *2026-06-06 .*$")
"""What rounds in English wrote down, a day before."""


def spoken(world: World) -> list[str]:
    """A round in Spanish: what it says."""
    world.now += timedelta(days=1)
    with reading("es"):
        home = world.home
        done = once(home, responder_identity(home), world.post, world.now, say=say)
        return [*map(say, (*done.lines, *done.waiting))]


def told(world: World, monkeypatch: pytest.MonkeyPatch) -> str:
    """Status of the responder, as its player reads it in both homes, and its log."""
    monkeypatch.setenv("PBEM_LANG", "es")
    said = [
        pbem("--home", world.home.path, "responder", "status"),
        world.ann("responder", "status"),
        world.ann("status"),
    ]
    monkeypatch.delenv("PBEM_LANG")
    assert [0, 0, 0] == [each.code for each in said]
    text = "\n".join(each.out.replace(str(world.place), "") for each in said)
    return _BEFORE.sub("", text + (world.home.path / LOG).read_text("utf-8"))


def test_an_answer_is_told_in_spanish(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.until_asked()
    lines = spoken(world)
    assert any("sale el envío" in each for each in lines)
    whole = "\n".join((*lines, told(world, monkeypatch)))
    assert "2026-06-07" in whole
    assert not (found := [*english(_TINY.sub("", whole))]), "\n".join(found)


def test_what_is_left_and_why_it_stopped_is_told_in_spanish(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.until_asked()
    mail = max((world.box(world.ann) / "new").iterdir(), key=lambda each: each.stat().st_mtime_ns)
    mail.write_bytes(b"List-Id: <wargames.example.org>\r\n" + mail.read_bytes())
    lines = spoken(world)
    assert any("queda para quien juega" in each and "lista de correo" in each for each in lines)
    again = spoken(world)
    assert lines[-1:] != again
    whole = "\n".join((*lines, *again, told(world, monkeypatch)))
    assert not (found := [*english(_TINY.sub("", whole))]), "\n".join(found)

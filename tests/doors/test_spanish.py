"""Whoever reads Spanish reads Spanish behind every door, from an invitation to a resignation.

The doors are typed within one process, since there are hundreds; that the installed program reads the language is seen once.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.test_spoken import LISTED, NAMES
from click.testing import CliRunner
from tongues import ENGLISH, TYPED

from pbem.cli import main
from pbem.games import registry

PROGRAM = Path(sys.executable).with_name("pbem")
SPANISH = {"PBEM_LANG": "es", "COLUMNS": "400", "NO_COLOR": "1"}
GAMES = tuple(info.name for info in registry.installed() if info.package.startswith("pbem_rules"))
BAD = re.compile(
    r"\b(?:Hay ninguna|1 (?:legales|eliminadas|puntos|unidades perdidas|veces)|Bajas: ninguno|EE\. UU\.\.|una amiga)\b"
    r"|Rechazada: Rechazada|Rechazado: Rechazado"
)
"""What no grammar of Spanish has."""
MOST_ORDERS = 2
LEFT = re.compile(
    r"\b(?:german|allied|british|witness|resigns|implemented|restricted|points?|times|move[sd]?|losses)\b"
)
"""English of games that :data:`tongues.ENGLISH` does not look for."""


USAGE = re.compile(
    r"not-json: .*|(?i:no es json): .*|escenarios: [^;]*|\[[A-Z][^\]]*\]|\[[YyNn]/[YyNn]\].*"
    r"|[\w, ]*odds \[ORDER\]|\((?:allied|german|british|witness)\)"
)
"""What is typed, in the help of ``play`` and behind a side's name; what Python says of JSON; questions, tested elsewhere."""


class Home:
    """A home of somebody who reads Spanish; what they read is kept."""

    def __init__(self, name: str, place: Path) -> None:
        self.name, self.place, self.read = name, place, list[tuple[str, str]]()

    def __call__(self, *words: object, given: str = "") -> str:
        """Type a command and keep what it said."""
        typed = [str(word) for word in words]
        env = {"PBEM_HOME": str(self.place / self.name), **SPANISH}
        done = CliRunner().invoke(main, typed, env=env, input=given)
        said = done.output.replace(str(self.place), "")
        self.read.append((" ".join(typed), said))
        return said


def lines(text: str) -> Iterator[str]:
    """Lines in which something is not Spanish."""
    for line in LISTED.sub("", text).splitlines():
        plain = TYPED.sub("", NAMES.sub("", USAGE.sub("", line)))
        if found := [*ENGLISH.findall(plain), *LEFT.findall(plain), *BAD.findall(line)]:
            yield f"{found}: {line[:300]}"


def seated(game: str, place: Path) -> tuple[Home, Home]:
    """Two homes with a game that has begun."""
    ana, ben = Home("Ana", place), Home("Ben", place)
    for each in (ana, ben):
        each("identity", "new", each.name, "--no-password")
    ana("new", game, "--out", place / "inv.pbem")
    ben("open", place / "inv.pbem")
    ben("join", place / "inv.pbem", "--out", place / "acc.pbem")
    ana("start", place / "acc.pbem")
    return ana, ben


def ordered(player: Home) -> None:
    """The first orders that are listed, typed."""
    for _ in range(MOST_ORDERS):
        found = re.findall(r"(?m)^    pbem do (.*)$", player("orders"))
        if not found:
            return
        player("do", found[0])


LOOKED_AT = (
    *(
        "status",
        "orders",
        "orders --all",
        "hand",
        "keys",
        "people",
        "doctor",
        "games",
        "use",
        "waiting",
        "audit",
        "verify",
    ),
    *(
        "odds",
        "responder status",
        "packs",
        "standing show",
        "responder",
        "map --text",
    ),
    *(
        "replay",
        "takeback",
        "evidence",
        "dispute --at 0",
        "upgrade",
        "settle",
        "undo",
        "resign --help",
        "mail check",
    ),
)


def gone_through(game: str, place: Path) -> tuple[Home, Home]:
    """Every door, in the order in which a game leads to them."""
    ana, ben = seated(game, place)
    for each in (ana, ben):
        ordered(each)
    for door in LOOKED_AT:
        ana(*door.split())
    ana("play", given="orders\nstatus\nhelp\nquit\n")
    ana("send", "--out", place / "turn.pbem")
    for word in ("verify", "open", "import"):
        ben(word, place / "turn.pbem")
    bent = bytearray((place / "acc.pbem").read_bytes())
    bent[-30] ^= 1
    (place / "bent.pbem").write_bytes(bytes(bent))
    for word in ("verify", "open", "import"):
        ben(word, place / "bent.pbem")
    ben("status")
    ana("agree", "--draw", "--out", place / "draw.pbem")
    ben("open", place / "draw.pbem")
    ana("resign", "--yes", "--out", place / "end.pbem")
    for word in ("verify", "open", "import"):
        ben(word, place / "end.pbem")
    for each in (ana, ben):
        each("status")
        each("use")
        each("result")
    return ana, ben


@pytest.mark.parametrize("game", GAMES)
def test_no_door_says_an_english_word(game: str, tmp_path: Path) -> None:
    found = [
        f"{door}: {line}"
        for home in gone_through(game, tmp_path)
        for door, said in home.read
        for line in lines(said)
    ]
    assert [] == found


def test_the_installed_program_reads_the_language(tmp_path: Path) -> None:
    env = {**os.environ, **SPANISH, "PBEM_HOME": str(tmp_path)}
    done = subprocess.run([PROGRAM, "status"], env=env, capture_output=True, text=True, check=False)
    assert "hay ninguna partida en" in done.stdout + done.stderr
    assert [] == [*lines((done.stdout + done.stderr).replace(str(tmp_path), ""))]

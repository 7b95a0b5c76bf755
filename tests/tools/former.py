"""The player that a game had at a commit or tag: its code is unpacked from git and answers from a process of its own."""

import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click
from attrs import AttrsInstance

from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal

ROOT = Path(__file__).resolve().parents[2]
Advise = Callable[[Hotseat[object], Choice | Conceal], AttrsInstance]
"""A player: the order for what is owed at a table."""


def commit_of(name: str) -> str:
    """The first twelve digits of the commit that a tag, branch or commit names. Raises ClickException for none."""
    found = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    if found.returncode:
        raise click.ClickException(f"{name} is no commit or tag of this repository.")
    return found.stdout.decode("ascii")[:12]


@contextmanager
def former(game: str, commit: str) -> Iterator[Advise]:
    """The player of a game as it was at a commit. It reads positions of today, so it needs a state that is written alike.

    Raises ClickException when that commit has no player that can be asked, or cannot read a position.
    """
    with tempfile.TemporaryDirectory() as place:
        unpack(commit, Path(place))
        with player_in(Path(place), game, commit) as player:
            yield player


@contextmanager
def player_in(place: Path, game: str, name: str) -> Iterator[Advise]:
    """The player of a game whose program and rules lie in a folder; ``name`` says in errors whose it is."""
    with subprocess.Popen(
        [sys.executable, "-P", str(Path(__file__).with_name("former_player.py")), game],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(place), str(place / "rules")])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        talk = process.stdin, process.stdout
        try:
            rules = _answer(talk, name)
            if not Path(str(rules)).is_relative_to(place):
                raise click.ClickException(f"{name} was not asked, but {rules}.")
            yield lambda table, due: _ask(talk, name, table, due)
        finally:
            process.stdin.close()


def unpack(commit: str, place: Path) -> None:
    """The program and the rules of a commit, written into a folder."""
    packed = _git("archive", "--format=zip", commit, "pbem", "rules")
    if packed.returncode:
        raise click.ClickException(f"{commit} has no pbem or no rules.")
    with zipfile.ZipFile(io.BytesIO(packed.stdout)) as archive:
        archive.extractall(place)


def _ask(talk, name, table, due):
    """The order that the former player gives here."""
    secrets = table.secrets(due.side)
    question = {
        "state": table.rules.dump(table.state),
        "side": due.side,
        "sealed": dict(secrets.sealed),
        "hand": {deck: dict(cards) for deck, cards in secrets.hand.items()},
        "salt": table.salt,
    }
    talk[0].write(json.dumps(question) + "\n")
    talk[0].flush()
    answer = _answer(talk, name)
    return table.rules.actions.load(answer)


def _answer(talk: tuple[IO[str], IO[str]], name: str) -> object:
    line = talk[1].readline()
    if not line:
        raise click.ClickException(f"The player of {name} gives no answer; what it said stands above.")
    answer: object = json.loads(line)
    return answer


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=False, capture_output=True)

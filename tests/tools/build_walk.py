"""Writes the walk through a first turn: real commands in two fresh homes, with what they print.

    python tests/tools/build_walk.py

Orders come from the game's own adviser, keys from bytes that repeat themselves, so that the same program writes the same
walk. ``tests/cli/test_walk.py`` runs every command of it again and compares.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from attrs import define, field
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules")]

from pbem.cli import main  # noqa: E402  # the checkout must be found first
from pbem.cli.app import Setting  # noqa: E402
from pbem.home import games  # noqa: E402
from pbem.home.identity import unlock  # noqa: E402
from pbem.home.play import order_lines  # noqa: E402
from pbem.home.play import orders as playing  # noqa: E402
from pbem.store.home import Home  # noqa: E402

WALK = ROOT / "examples" / "first-turn"
_LENGTH, _DAY = re.compile(r"\d+ bytes"), re.compile(r"\b(\d{4}-\d\d-\d\d)( \d\d:\d\d:\d\d)?\b")
_STEPS = 14
_NAMES = {"ann": "ben", "ben": "ann"}


def entropy() -> Iterator[bytes]:
    """Numbered hashes."""
    count = 0
    while True:
        yield sha256(f"first turn {count}".encode()).digest()
        count += 1


@define
class Shell:
    """Runs commands in one folder; keys repeat themselves from run to run."""

    place: Path
    source: Iterator[bytes] = field(factory=entropy)

    def run(self, line: str) -> str:
        """What a command line prints, data and talk as a terminal shows them, without what changes from run to run."""
        words = _words(line)
        before = Path.cwd()
        os.chdir(self.place)
        try:
            if words[0] == "cat":
                return _masked((self.place / words[1]).read_text(encoding="utf-8"))
            setting = Setting(entropy=lambda size: next(self.source)[:size])
            found = CliRunner().invoke(main, words[1:], obj=setting, catch_exceptions=False)
        finally:
            os.chdir(before)
        return _masked(found.output)


def _masked(said: str) -> str:
    """Without what another run says otherwise: lengths in bytes, and the day and the time at which it ran."""
    ours = {str(datetime.now(UTC).date() - timedelta(days=before)) for before in (0, 1)}
    timeless = _DAY.sub(lambda found: "# day" if found[1] in ours else found[0], said)
    return _LENGTH.sub("# bytes", timeless)


def _words(line: str) -> list[str]:
    return shlex.split(line)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Every command of a walk's text with the output that stands below it."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            yield line, output


@define
class Writer:
    """A walk being written: pages of text, and the shell in which every command of them has run."""

    shell: Shell
    text: list[str] = field(factory=list)
    mails: int = 0

    def say(self, prose: str) -> None:
        """A paragraph."""
        self.text += [prose, ""]

    def type(self, *typed: str) -> str:
        """Commands in one block with their output; the output of the last."""
        output = ""
        self.text.append("```console")
        for line in typed:
            output = self.shell.run(line)
            self.text += [f"$ {line}", *output.splitlines()]
        self.text += ["```", ""]
        return output

    def home(self, who: str) -> Home:
        """The home of a player."""
        return Home(self.shell.place / who)

    def mover(self) -> str:
        """Who holds the pen, or has something to send."""
        for who in _NAMES:
            session = games.open_session(games.choose(self.home(who)), unlock(self.home(who), ""))
            if session.mine or session.draft:
                return who
        raise AssertionError("nobody holds the pen")

    def orders(self, who: str) -> list[str]:
        """What the adviser would order until the pen passes."""
        session = games.open_session(games.choose(self.home(who)), unlock(self.home(who), ""))
        session, found = playing.onward(session), []
        while session.mine and session.owed.what in playing.DECISIONS:
            rules = session.game.rules
            action = rules.advise(session.position.game, session.side, session.secrets, 1)
            found.append(order_lines.write(rules.actions, action))
            session = playing.do(session, ((1, found[-1]),))
        return found

    def post(self, who: str) -> str:
        """The turn is sent and imported by the other; the name of its mail."""
        other = _NAMES[who]
        sent = self.type(f"pbem --home {who} send --to {other}@example.org --from {who}@example.org")
        name = re.findall(r"Wrote (\S+\.eml)", sent)[-1]
        self.mails += 1
        self.type(f"pbem --home {other} import {name} --yes")
        return name

    def turn(self) -> int:
        """The turn of the game."""
        folder = games.choose(self.home("ann"))
        seen = games.look(folder)
        return seen.game.rules.moment(seen.position.game).turn


def opening(walk: Writer) -> None:
    """Keys, invitation, acceptance, first entry."""
    walk.say("# A first turn of June 6")
    walk.say(
        "Ann and Ben play 6 June 1944 by mail. Every command is one they type, with what it prints; each uses a home\n"
        "folder of their own (`--home`), which you can leave out when you sit at your own computer. The mails lie in the\n"
        "folder where they type. Lengths of files are written as `# bytes`; your keys, and so your dice, will be others.\n"
        "The text is written by `tests/tools/build_walk.py` and executed again by `tests/cli/test_walk.py`."
    )
    walk.say("## Keys, invitation, acceptance")
    walk.say("Each makes a key. (Yours should have a password: leave out `--no-password`.)")
    walk.type(*(f"pbem --home {who} identity new {who.capitalize()} --no-password" for who in _NAMES))
    walk.say("Ann invites, Ben accepts, Ann begins. The two files go by mail.")
    walk.type("pbem --home ann new june6 --side allied", "pbem --home ben join invitation.pbem")
    walk.type("pbem --home ann start acceptance.pbem")
    walk.say("They read the codes to each other by phone. `pbem` alone always says what is next:")
    walk.type("pbem --home ann", "pbem --home ben")


def first_mail(walk: Writer) -> None:
    """The first orders one by one, a mistake, and the first mail."""
    walk.say("## The first orders")
    walk.say("What may Ann do? On 6 June the markers are given; she chooses which of them is played first.")
    walk.type("pbem --home ann orders")
    orders = walk.orders("ann")
    walk.type(f"pbem --home ann do {orders[0]}")
    walk.say("An order that breaks rules is refused with their paragraphs, and nothing is written:")
    walk.type("pbem --home ann do move 505/82 E1940", "pbem rules show june6 8.11")
    walk.say("What is not sent can be taken back, and given again:")
    walk.type(
        f"pbem --home ann do {orders[1]}", "pbem --home ann undo", "pbem --home ann orders --kind fight"
    )
    walk.say(
        "Now the landings, unit by unit, up to the first attack. Her combat mode is sealed: Ben cannot read it."
    )
    walk.type(*(f"pbem --home ann do {line}" for line in orders[1:]))
    walk.say("Her program signs the turn and writes a mail; Ben's checks it and shows what happened.")
    walk.post("ann")


def exchange(walk: Writer) -> None:
    """A mail in full: orders one by one."""
    who = walk.mover()
    orders = walk.orders(who)
    if orders:
        walk.type(*(f"pbem --home {who} do {line}" for line in orders))
    walk.post(who)


def exchange_from_file(walk: Writer) -> None:
    """A mail in short: orders in a file."""
    who = walk.mover()
    orders = walk.orders(who)
    if orders:
        name = f"{walk.mails + 1:03d}-{who}.txt"
        (walk.shell.place / name).write_text("\n".join(orders) + "\n", encoding="utf-8")
        walk.type(f"cat {name}", f"pbem --home {who} do --file {name}")
    walk.post(who)


def write(place: Path) -> None:
    """Both pages, and the order files of the second, into ``place``."""
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder))
        walk = Writer(shell)
        opening(walk)
        first_mail(walk)
        walk.say("Ben answers with his own mode and his half of the die, before he can know the result.")
        exchange(walk)
        walk.say(
            "Ann opens her mode and her half. The die is now known to both, and nobody could have bent it."
        )
        while walk.mails < _STEPS:
            exchange(walk)
        walk.say("## Looking")
        walk.say("Where does it stand? A third person can check the whole log, and anybody can draw it.")
        walk.type("pbem --home ben status", "pbem --home ben verify", "pbem --home ben map -o now.svg")
        walk.say("[The rest of 6 June](day.md) goes on in the same way, with orders in files.")
        first, walk.text = walk.text, []
        walk.say("# The rest of 6 June")
        walk.say("This goes on where [the first page](README.md) ends. Orders are in files, one a line.")
        while walk.turn() == 1:
            exchange_from_file(walk)
        walk.say("## The evening")
        walk.type(
            "pbem --home ann status",
            "pbem --home ann verify",
            "pbem --home ann replay --to 24 --report june-6.md",
        )
        _store(place, first, walk.text, sorted(shell.place.glob("*.txt")))


def _store(place: Path, first: list[str], rest: list[str], orders: list[Path]) -> None:
    shutil.rmtree(place / "orders", ignore_errors=True)
    (place / "orders").mkdir(parents=True)
    for path in orders:
        shutil.copy(path, place / "orders" / path.name)
    for name, text in (("README.md", first), ("day.md", rest)):
        (place / name).write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(WALK)

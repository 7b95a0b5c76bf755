"""Writes the walks of ``examples`` from their scripts: ``python -m tests.tools.walk [NAME ...]``.

A script (``tests/walks/NAME.walk``) is a page without its outputs. Lines with ``$`` are commands of one block; they run in
one folder, and what they print is written below them. Lines with ``@`` are done by this program, which plays as the game's
own player advises; ``tests/walks/README.md`` lists them, and the words in braces. Keys and dice are the same in every run.
"""

import re
import shutil
import tempfile
from fnmatch import fnmatch
from pathlib import Path

import click
from attrs import define, field

from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.protocol.session import Session
from pbem.store.home import Home
from tests.tools import walk_hands
from tests.tools.walk_shell import Shell

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS, EXAMPLES = ROOT / "tests" / "walks", ROOT / "examples"
OTHER = {"ann": "ben", "ben": "ann"}
_MOST = 200
"""A loop of a script goes round so many times at most."""


@define
class Script:
    """A walk's name, its settings (lines with ``%``), and its paragraphs."""

    name: str
    settings: dict[str, str]
    paragraphs: list[str]

    def shell(self, place: Path) -> Shell:
        """The shell in which it runs."""
        return Shell(place, self.settings.get("seed", "first turn"), self.settings.get("clock", ""))

    def kept(self) -> list[str]:
        """The files, besides orders, that lie beside the page because no command of it makes them."""
        return self.settings.get("keep", "").split()


def script(name: str) -> Script:
    """The script of a walk."""
    text = (SCRIPTS / f"{name}.walk").read_text("utf-8")
    settings = dict(line[1:].split(" ", 1) for line in text.splitlines() if line.startswith("%"))
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    return Script(name, settings, [part.strip("\n") for part in re.split(r"\n{2,}", body) if part.strip()])


def names() -> list[str]:
    """Every walk that has a script."""
    return sorted(path.stem for path in SCRIPTS.glob("*.walk"))


@define
class Walk:
    """A walk being written: its pages, and the shell in which every command of them has run."""

    script: Script
    shell: Shell
    pages: dict[str, list[str]] = field(factory=lambda: {"README.md": []})
    values: dict[str, str] = field(factory=dict)
    written: list[str] = field(factory=list)
    printed: str = ""
    mails: int = 0
    waiting: tuple[str, str] | None = None
    """Who has sent the last mail, and its name, until the other has imported it."""

    def write(self) -> None:
        """Every paragraph in its order."""
        for paragraph in self.script.paragraphs:
            lines = paragraph.split("\n")
            if lines[0].startswith("$"):
                self.type(*(line.removeprefix("$ ") for line in lines))
            elif lines[0].startswith("@"):
                for line in lines:
                    self.act(line[1:].split())
            else:
                self._add(self.expand(paragraph), "")

    def type(self, *lines: str) -> None:
        """Commands in one block with what they print; none without commands."""
        if not lines:
            return
        self._add("```console")
        for line in lines:
            command = self.expand(line)
            self.printed = self.shell.run(command)
            self.written += [name.rstrip(":.") for name in re.findall(r"\bWrote (\S+)", self.printed)]
            self._add(f"$ {command}", *self.printed.splitlines())
        self._add("```", "")

    def _add(self, *lines: str) -> None:
        list(self.pages.values())[-1].extend(lines)

    def act(self, words: list[str]) -> None:
        """A line with ``@``."""
        match words:
            case ["let", name, "=", *value]:
                self.values[name] = self.expand(" ".join(value))
            case ["page", name]:
                self.pages[name] = []
            case ["hand", name, *arguments]:
                self.values |= walk_hands.HANDS[name](self, *arguments)
            case ["until", *_]:
                self.repeat(*" ".join(words[1:]).split(": ", 1))
            case [("type" | "turn" | "read") as how, who, *salt]:
                self.turn(how, self.player(who), *map(int, salt))
            case ["send", who]:
                self.send(self.player(who))
            case ["receive"]:
                self.receive()
            case ["post", who]:
                self.send(self.player(who))
                self.receive()
            case _:
                raise ValueError(f"{self.script.name}: what is @{' '.join(words)}?")

    def repeat(self, conditions: str, steps: str) -> None:
        """Steps in their order, until every condition holds."""
        for _ in range(_MOST):
            if all(self.holds(condition.split()) for condition in conditions.split(" and ")):
                return
            for step in steps.split("; "):
                self.act(step.split())
        raise AssertionError(f"{self.script.name}: {conditions} never comes")

    def holds(self, words: list[str]) -> bool:
        """Whether a condition of ``@until`` holds now."""
        match words:
            case ["mails", count]:
                return self.mails >= int(count)
            case ["turn", number]:
                seen = games.look(games.choose(self.home("ann")))
                return seen.game.rules.moment(seen.position.game).turn >= int(number)
            case [who, "moves"]:
                return self.player("mover") == who
            case [who, "decides"]:
                session = self.session(who)
                return session.is_my_turn and session.owed.kind in playing.DECISIONS
            case [who, "asks", "openly"]:
                return self.waiting is not None and self.waiting[0] == who and walk_hands.asks_openly(self)
        raise ValueError(f"{self.script.name}: no such condition: {words}")

    def turn(self, how: str, who: str, salt: int = 1) -> None:
        """What the adviser would order until the pen passes: typed one by one, or in a file, which may be shown."""
        orders = advised(self.session(who), salt)
        if how == "type":
            self.type(*(f"pbem --home {who} do {line}" for line in orders))
        elif orders:
            name = f"{self.mails + 1:0{self.script.settings.get('digits', '2')}d}-{who}.txt"
            (self.shell.place / name).write_text("\n".join(orders) + "\n", encoding="utf-8")
            self.type(*[f"cat {name}"] * (how == "read"), f"pbem --home {who} do --file {name}")

    def send(self, who: str) -> None:
        """The turn of a player becomes a mail."""
        self.type(f"pbem --home {who} send --to {OTHER[who]}@example.org --from {who}@example.org")
        self.mails += 1
        self.waiting = who, self.last("*.eml")

    def receive(self) -> None:
        """The mail that was sent is imported, if there is one."""
        if self.waiting is not None:
            who, mail = self.waiting
            self.type(f"pbem --home {OTHER[who]} import {mail} --yes")
            self.waiting = None

    def expand(self, text: str) -> str:
        """A text with the words in braces said."""
        return re.sub(r"\{([^{}]+)\}", lambda words: self.value(words[1].split()), text)

    def value(self, words: list[str]) -> str:
        """What words in braces stand for."""
        match words:
            case ["printed"]:
                return self.printed.strip()
            case ["wrote", pattern]:
                return self.last(pattern)
            case ["mails"]:
                return " ".join(sorted(path.name for path in self.shell.place.glob("*.eml")))
            case ["order", who]:
                return advised(self.session(who))[0]
            case ["last-entry", who]:
                seen = games.look(games.choose(self.home(who)))
                return str(sum(len(bundle.entries) for bundle in seen.log.bundles) - 1)
            case ["game", who, home]:
                return walk_hands.game_of(self, who, home).name[:8]
            case [name]:
                return self.values[name]
        raise ValueError(f"{self.script.name}: what is {{{' '.join(words)}}}?")

    def last(self, pattern: str) -> str:
        """The last file that a command has written under such a name."""
        return next(name for name in reversed(self.written) if fnmatch(Path(name).name, pattern))

    def home(self, who: str) -> Home:
        """The home of a player."""
        return Home(self.shell.place / who)

    def session(self, who: str) -> Session:
        """The game of a player."""
        return games.open_session(games.choose(self.home(who)), unlock(self.home(who), ""))

    def player(self, name: str) -> str:
        """A player by name; ``mover`` is who holds the pen, or has something to send."""
        if name != "mover":
            return name
        return next(who for who in OTHER if (now := self.session(who)).is_my_turn or now.draft)


def advised(session: Session, salt: int = 1) -> list[str]:
    """The lines that the adviser would order until the pen passes."""
    session, lines = playing.onward(session), list[str]()
    while session.is_my_turn and session.owed.kind in playing.DECISIONS:
        rules = session.game.rules
        action = rules.advise(session.position.game, session.side, session.secrets, salt)
        lines.append(order_lines.write(rules.actions, action))
        session = playing.do(session, ((1, lines[-1]),))
    return lines


def write(name: str, place: Path) -> None:
    """The pages of a walk, and beside them the files that its commands read, into a folder."""
    found = script(name)
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(found, found.shell(Path(folder)))
        walk.write()
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        orders = sorted(Path(folder).glob("*.txt"))
        if orders:
            (place / "orders").mkdir()
        for path in orders:
            shutil.copy(path, place / "orders")
        for kept in found.kept():
            shutil.copy(Path(folder, kept), place)
        for page, lines in walk.pages.items():
            (place / page).write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


@click.command()
@click.argument("chosen", metavar="NAME", nargs=-1, type=click.Choice(names()))
@click.option(
    "--out", default=EXAMPLES, type=click.Path(path_type=Path), help="Into another folder, to look at."
)
def main(chosen: tuple[str, ...], out: Path) -> None:
    """Write the walks that are named, or all."""
    for name in chosen or names():
        write(name, out / name)


if __name__ == "__main__":
    main()

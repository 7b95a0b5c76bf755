"""A terminal in a world: commands as a person types them, with the world's post where the servers of mail.toml would be."""

from collections.abc import Iterable, Iterator
from contextlib import chdir, contextmanager
from datetime import date
from pathlib import Path
from random import Random
from unittest.mock import patch

from attrs import define, field
from click.testing import CliRunner

from pbem.bytes import container
from pbem.bytes.errors import MailError, PbemError
from pbem.cli import main, output
from pbem.cli.app import Setting
from pbem.mail.extract import turns_in
from pbem.mail.imap import Box, Item
from pbem.mail.password import VARIABLE
from pbem.mail.settings import FILE, Server

from .clock import stream
from .post import Letter, spoilt
from .said import Said, Words
from .seat import Doing, Seat

_TRIES = 3
"""After at most so many printed steps the game goes on, or the other person is waited for."""
_ENDLESS = frozenset({"watch", "table", "play", "practice", "site", "desktop", "manual"})
_WORDS_OF_HONOUR = frozenset({"--last", "--here", "--mine", "--yes", "--play-on"})
"""A person types none of these because it is printed: it has to be true."""
_DECISIONS = frozenset({"resign", "agree", "withdraw", "identity"})
"""Nor these, which end a game or begin another life."""


@define
class Mailbox:
    """The mails of a player on their server; ``seen`` are those that were read now."""

    letters: list[Letter]
    seen: list[Letter] = field(factory=list)

    def select(self, folder: str, *, writing: bool = False) -> int:
        """There is one folder."""
        del folder, writing
        return 1

    def uids(self, *, after: int = 0, since: date | None = None) -> tuple[int, ...]:
        """A mail has the number of its place."""
        del since
        return tuple(range(after + 1, len(self.letters) + 1))

    def read(self, uids: Iterable[int]) -> Iterator[Item]:
        """These mails."""
        for uid in uids:
            letter = self.letters[uid - 1]
            self.seen.append(letter)
            yield Item(uid=uid, data=letter.data)

    def mark_seen(self, uids: Iterable[int]) -> None:
        """Nobody looks at the mark."""

    def append(self, folder: str, data: bytes) -> None:
        """Nothing is filed."""


@define
class Terminal:
    """Where a player sits and types, in one step of a world."""

    world: object
    seat: Seat
    doing: Doing
    chance: Random

    def type(self, *words: object) -> Said:
        """Type a command, and read what it says. Raises the OSError of a disk that fails: nobody types on then."""
        errors: list[BaseException] = []
        given = tuple(map(str, words))
        with chdir(self._downloads), patch_both(errors):
            done = CliRunner().invoke(
                main,
                ["--home", str(self.seat.path), *given],
                obj=Setting(
                    entropy=stream(f"{self.seat.seed}/{len(self.world.trace)}"),
                    send=self._send,
                    opener=self._opened,
                ),
                env={VARIABLE: "of no account", "PBEM_LANG": "en"},
            )
        error = errors[0] if errors else None if isinstance(done.exception, SystemExit) else done.exception
        said = Said(words=given, code=done.exit_code, text=done.output, error=error)
        self.doing.typed.append(said)
        self.doing.printed.append(said.text)
        if isinstance(said.error, OSError):
            raise said.error
        return said

    def follows(self, said: Said) -> Said:
        """Do what a refusal prints, at most three steps of it, one after another; what came of the last one."""
        chain = [said]
        while isinstance(said.error, PbemError) and len(chain) <= _TRIES:
            step = next(filter(None, map(self._filled, said.steps)), None)
            if step is None:
                break
            said = self.type(*step)
            chain.append(said)
        self.doing.chains.append(tuple(chain))
        return said

    def ready(self) -> None:
        """How their mails leave and come is set up once."""
        if not (self.seat.path / FILE).exists():
            host = "mail.example.org"
            self.type(
                *("setup", "mail", "--address", self.seat.address, "--way", "smtp"),
                *("--smtp", host, "--imap", host, "--user", self.seat.name.lower()),
            )

    def fetches(self) -> Said:
        """Read the mailbox."""
        self._arrive()
        return self.type("import")

    def file(self, letter: Letter) -> Path:
        """A letter as a file in the folder of downloads."""
        path = self._downloads / f"{self.seat.who}-{len(self.world.trace)}-{len(self.doing.typed)}.pbem"
        path.write_bytes(letter.data)
        return path

    @property
    def _downloads(self) -> Path:
        """Where a player sits: what a command writes without being told where comes to lie there."""
        place = self.world.disk.place / "downloads"
        if not place.exists():
            place.mkdir()
        return place

    def _filled(self, step: Words) -> Words | None:
        """A printed step as somebody types it; None where only another person has what it asks for."""
        if step[0] in _ENDLESS | _DECISIONS or set(step) & _WORDS_OF_HONOUR:
            return None
        words: list[str] = []
        for word in step:
            if not word.isupper() or word.startswith("-"):
                words.append(word)
                continue
            letters = self.world.post.everything[self.seat.who]
            if word not in ("FILE", "PATH") or not letters:
                return None
            words.append(str(self.file(letters[-1])))
        if step[0] == "fetch":
            self.ready()
            self._arrive()
        return tuple(words)

    def _send(
        self, server: Server, password: str, mail: bytes, *, sender: str, recipient: str, copy: str = ""
    ) -> None:
        del server, password, sender, copy
        other = self.world.other(self.seat)
        assert recipient == other.address
        self.mailed(container.pack(turns_in(mail)[0].data), mail)

    def mailed(self, file: bytes, mail: bytes = b"") -> None:
        """Something leaves."""
        world = self.world
        letter = Letter(file=file, mail=mail)
        self.doing.out.append(letter.data)
        self.doing.files.append(file)
        other = world.other(self.seat)
        world.post.send(other.who, (letter,), world.weather, world.clock.monotonic() / 3600, self.chance)

    def _arrive(self) -> None:
        """Mails that are due lie in the mailbox now, and some of them came spoilt."""
        world, who = self.world, self.seat.who
        hour = world.clock.monotonic() / 3600
        for letter in [each for each in world.post.boxes[who] if each.due <= hour and each.mail]:
            bad = self.chance.random() < world.weather.spoilt
            world.inbox[who].append(spoilt(letter, self.chance) if bad else letter)
            world.post.taken(who, letter, spoilt=True)  # what is not fetched in time is sent again at the end

    @contextmanager
    def _opened(self, server: Server, password: str) -> Iterator[Box]:
        del server, password
        box = Mailbox(self.world.inbox[self.seat.who])
        yield box
        self.doing.letters += [each for each in box.seen if _holds_a_turn(each)]


@contextmanager
def patch_both(errors: list[BaseException]) -> Iterator[None]:
    """For the time of a ``with`` block the errors that a command ends with are kept as they are, too."""
    failed, crashed = output.failed, output.crashed

    def keeps_failed(error: PbemError) -> None:
        errors.append(error)
        failed(error)

    def keeps_crashed(error: Exception) -> None:
        errors.append(error)
        crashed(error)

    with patch.object(output, "failed", keeps_failed), patch.object(output, "crashed", keeps_crashed):
        yield


def _holds_a_turn(letter: Letter) -> bool:
    """Whether something of a turn is left: a mailbox holds mails of other people, and what has nothing of one is theirs."""
    try:
        return bool(turns_in(letter.data))
    except MailError as error:
        return error.code != "no-turn"
    except PbemError:
        return True

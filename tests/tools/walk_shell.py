"""The shell of the walks in ``examples``: commands in one folder; keys, days and lengths are the same in every run."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

from attrs import define, field
from click.testing import CliRunner

from pbem.cli import main
from pbem.cli.app import Setting

_LENGTH, _DAY = re.compile(r"\d+ bytes"), re.compile(r"\b(\d{4}-\d\d-\d\d)( \d\d:\d\d(:\d\d)?)?\b")
_STATE = "state/pbem"
_BEGIN = datetime(2026, 3, 1, 20, tzinfo=UTC)
_CLOCKS = ("pbem.store.game", "pbem.cli.clock")
"""The modules that ask the machine for the time."""


def numbered(name: str) -> Iterator[bytes]:
    """Numbered hashes, for keys that repeat themselves."""
    count = 0
    while True:
        yield sha256(f"{name} {count}".encode()).digest()
        count += 1


@define
class Shell:
    """Runs commands in one folder.

    ``clock``: "" is that of the machine, "referee" lets referees sign on one day, "all" stands still but for ``sleep``.
    """

    place: Path
    source: Iterator[bytes] = field(converter=numbered, default="first turn")
    clock: str = ""
    days: int = 0

    def run(self, line: str) -> str:
        """What a command line prints, data and talk as a terminal shows them, without what changes from run to run.

        ``cat FILE`` and commands of pbem print; ``sleep 15d`` sets the clock ahead, ``cp -r`` and ``mv`` do as they say.
        """
        match shlex.split(line):
            case ["cat", name]:
                return _masked((self.place / name).read_text(encoding="utf-8"))
            case ["sleep", days]:
                self.days += int(days.removesuffix("d"))
                return ""
            case ["cp", "-r", old, new]:
                shutil.copytree(self.place / old, self.place / new)
                return ""
            case ["mv", old, new]:
                (self.place / old).rename(self.place / new)
                shutil.rmtree(self.place / _STATE / "signed")  # what takes its place is on another machine
                return ""
            case ["pbem", *words]:
                return _masked(self._pbem(words))
        raise ValueError(f"no command of a walk: {line}")

    def _pbem(self, words: list[str]) -> str:
        before = Path.cwd()
        setting = Setting(entropy=lambda size: next(self.source)[:size])
        with ExitStack() as stack:
            stack.callback(os.chdir, before)
            stack.enter_context(patch.dict(os.environ, XDG_STATE_HOME=str((self.place / _STATE).parent)))
            stack.enter_context(patch("platform.node", lambda: "desktop"))
            os.chdir(self.place)
            moment = _BEGIN + timedelta(days=self.days)
            if self.clock == "referee":
                stack.enter_context(patch("pbem.cli.referee.now", lambda: moment))
            if self.clock == "all":
                for module in _CLOCKS:
                    stack.enter_context(patch(f"{module}.datetime", _standing_still(moment)))
            return CliRunner().invoke(main, words, obj=setting, catch_exceptions=False).output


def _standing_still(moment: datetime) -> type[datetime]:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return moment

    return Clock


def _masked(text: str) -> str:
    """Without what another run says otherwise: lengths in bytes, and the day and the time at which it ran."""
    ours = {str(datetime.now(UTC).date() - timedelta(days=before)) for before in (0, 1)}
    timeless = _DAY.sub(lambda day: "# day" if day[1] in ours else day[0], text)
    return _LENGTH.sub("# bytes", timeless)


def commands(page: str) -> Iterator[tuple[str, str]]:
    """Every command of a page with the output that stands below it."""
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            yield line, output

"""The installed program as people start it: a process of its own, in a folder of its own, with a terminal where it asks."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen
from home.table import Said

_PROGRAM = Path(sys.executable).with_name("pbem")
PROGRAM = [str(_PROGRAM)] if _PROGRAM.is_file() else [sys.executable, "-m", "pbem"]
"""What is started: the program beside this Python, or its module where it is not installed."""
_PATIENCE = 90
"""Seconds after which a command has been waiting for something that will not come."""


@frozen
class Somebody:
    """A player with a home, in a folder that is theirs alone."""

    place: Path
    language: str = "en"

    def __attrs_post_init__(self) -> None:
        self.place.mkdir(parents=True, exist_ok=True)

    @property
    def home(self) -> Path:
        """The home; not in the folder where commands are typed."""
        return self.place.parent / f"home of {self.place.name}"

    def environment(self) -> dict[str, str]:
        """Theirs, and nothing of who runs the tests; modules are found where these were."""
        kept = {
            name: os.environ[name]
            for name in ("PATH", "SYSTEMROOT", "TMPDIR", "XDG_STATE_HOME")
            if name in os.environ
        }
        return {
            **kept, "HOME": str(self.home), "PBEM_HOME": str(self.home / "pbem"), "PBEM_LANG": self.language,
            "PYTHONPATH": os.pathsep.join(each for each in sys.path if each), "TERM": "dumb",
        }  # fmt: skip

    def __call__(self, *words: object) -> Said:
        """A command with nobody at the terminal."""
        found = subprocess.run(
            [*PROGRAM, *map(str, words)], cwd=self.place, env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, encoding="utf-8", check=False, timeout=_PATIENCE,
        )  # fmt: skip
        return Said(found.returncode, found.stdout, found.stderr)

    def begin(self, name: str) -> None:
        """Make an identity without a password."""
        self("identity", "new", name, "--no-password").says(0)

    def answering(self, words: Sequence[object], answers: Sequence[tuple[str, str]]) -> Said:
        """A command at a terminal: each answer is typed when the text before it has been printed."""
        import pty  # noqa: PLC0415  # there is none on Windows, where the rest of this runs

        parent, child = pty.openpty()
        process = subprocess.Popen(
            [*PROGRAM, *map(str, words)], cwd=self.place, env=self.environment(), stdin=child, stdout=child,
            stderr=child, start_new_session=True,
        )  # fmt: skip
        os.close(child)
        try:
            said = _conversation(parent, list(answers))
            return Said(process.wait(_PATIENCE), said)
        finally:
            process.kill()
            process.wait()
            os.close(parent)


def _conversation(parent: int, answers: list[tuple[str, str]]) -> str:
    """All that was printed until the command ended. Raises AssertionError when a question does not come."""
    said, since, until = b"", 0, time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        if not select.select([parent], [], [], 1)[0]:
            continue
        try:
            more = os.read(parent, 65536)
        except OSError:  # the other end is closed: Linux says so
            more = b""
        if not more:
            assert not answers, f"{answers[0][0]!r} was not asked: {said.decode('utf-8', 'replace')}"
            return said.decode("utf-8").replace("\r\n", "\n")
        said += more
        if answers and answers[0][0].encode() in said[since:]:
            since = len(said)
            os.write(parent, answers.pop(0)[1].encode() + b"\n")
    raise AssertionError(f"still waiting after {said.decode('utf-8', 'replace')}")

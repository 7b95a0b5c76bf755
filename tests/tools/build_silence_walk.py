"""Writes the walk through a silence: two players under a referee's clause, real commands with what they print.

    python tests/tools/build_silence_walk.py

The days go by with ``sleep 15d``: the shell of the walk sets its clock ahead. ``tests/cli/test_silence_walk.py`` runs every
command again.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

from attrs import define

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules"), str(Path(__file__).parent)]

from build_walk import Shell, Writer  # noqa: E402  # beside this file, and no package

WALK = ROOT / "examples" / "silence"
_BEGIN = datetime(2026, 3, 1, 20, tzinfo=UTC)
_MAILS = 7
"""So many mails go to and fro before nothing comes any more."""
_CLOCKS = ("pbem.cli.waiting", "pbem.cli.claim", "pbem.store.game", "pbem.cli.clock")


def entropy() -> Iterator[bytes]:
    """Numbered hashes."""
    count = 0
    while True:
        yield sha256(f"silence {count}".encode()).digest()
        count += 1


@define
class SilenceShell(Shell):
    """A shell whose clock stands still, but for ``sleep``."""

    days: int = 0

    def run(self, line: str) -> str:
        """What a command line prints; ``sleep Nd`` lets N days go by and prints nothing."""
        if found := re.fullmatch(r"sleep (\d+)d", line):
            self.days += int(found[1])
            return ""
        moment = _BEGIN + timedelta(days=self.days)

        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:
                return moment

        with ExitStack() as stack:
            for each in _CLOCKS:
                stack.enter_context(patch(f"{each}.datetime", Clock))
            return super().run(line)


def shell(place: Path) -> SilenceShell:
    """The shell of this walk in a folder."""
    return SilenceShell(place=place, source=entropy())


def turn(walk: Writer) -> None:
    """A mail: its orders in a file."""
    who = walk.mover()
    if orders := walk.orders(who):
        name = f"{walk.mails + 1:02d}-{who}.txt"
        (walk.shell.place / name).write_text("\n".join(orders) + "\n", encoding="utf-8")
        walk.type(f"pbem --home {who} do --file {name}")
    walk.post(who)


def opening(walk: Writer) -> None:
    """Keys, a clause, and the first mails."""
    walk.say("# An opponent falls silent")
    walk.say(
        "Ann and Ben play June 6 by mail and agree at the start what happens when one of them stops answering: Rita is\n"
        "their referee. Every command is one they type, with what it prints; each uses a home folder of their own\n"
        "(`--home`), which you can leave out at your own computer. `sleep 15d` stands for the days that go by. Lengths of\n"
        "files are "
        "written as `# bytes`; your keys, and so your dice, will be others. The text is written by\n"
        "`tests/tools/build_silence_walk.py` and executed again by `tests/cli/test_silence_walk.py`."
    )
    walk.say("## A game with a referee")
    walk.type(
        *(
            f"pbem --home {who} identity new {who.capitalize()} --no-password"
            for who in ("ann", "ben", "rita")
        )
    )
    walk.say("Rita tells both players her key; she needs no part in the game, and no file of it.")
    key = walk.type("pbem --home rita referee key").strip()
    walk.type(
        f"pbem --home ann new june6 --side allied --referee {key} --referee-days 14 --silence loses",
        "pbem --home ben join invitation.pbem",
    )
    walk.say("Nothing was accepted yet: Ben is shown what he binds himself to. He agrees.")
    walk.type("pbem --home ben join invitation.pbem --yes", "pbem --home ann start acceptance.pbem")
    turn(walk)


def silence(walk: Writer) -> str:
    """Nothing comes; a reminder, and a claim."""
    walk.say("## Nothing comes")
    while walk.mover() != "ben" or walk.mails < _MAILS:
        turn(walk)
    walk.say("It is Ben's turn, and no mail comes.")
    walk.type("sleep 6d", "pbem --home ann waiting")
    walk.say("Ann reminds him. A claim would be too early:")
    walk.type("pbem --home ann remind --to ben@example.org --from ann@example.org", "pbem --home ann claim")
    walk.type("sleep 9d", "pbem --home ann status")
    walk.say("The days that both agreed on are over. Ann writes the claim and sends it to Rita:")
    said = walk.type("pbem --home ann claim")
    return re.findall(r"Wrote (\S+\.claim)", said)[0]


def ruling(walk: Writer, claim: str) -> str:
    """The referee looks, and rules."""
    walk.say("## The referee")
    walk.say(
        "Rita has never seen the game; the claim holds the whole log. She asks Ben by phone and by mail whether he has\n"
        "sent anything since, and hears nothing."
    )
    said = walk.type(f"pbem --home rita referee open {claim} --map position.svg")
    assert "--time" in said, said
    said = walk.type(f"pbem --home rita referee rule {claim} --time")
    return re.findall(r"Wrote (ruling-\d+\.pbem)", said)[0]


def end(walk: Writer, file: str) -> None:
    """Both homes carry it out."""
    walk.say("## Both games end")
    walk.say("Both import the ruling like a turn. Ben's program does too, whenever he comes back to it:")
    walk.type(f"pbem --home ann import {file}", "pbem --home ann status")
    walk.type("sleep 30d", f"pbem --home ben import {file}", "pbem --home ben status")
    walk.say("Ann need not wait for him: the result follows from the log.")
    walk.type(
        "pbem --home ann result --out result.pbem",
        "pbem --home ann spectate --delay 0 --out campaign.pbem",
        "pbem --home stranger verify result.pbem campaign.pbem",
    )


def write(place: Path) -> None:
    """The page, and beside it the orders that the commands read."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Writer(shell(Path(folder)))
        opening(walk)
        end(walk, ruling(walk, silence(walk)))
        place.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(place / "orders", ignore_errors=True)
        (place / "orders").mkdir()
        for path in sorted(walk.shell.place.glob("*.txt")):
            shutil.copy(path, place / "orders" / path.name)
        (place / "README.md").write_text("\n".join(walk.text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(WALK)

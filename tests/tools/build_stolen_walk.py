"""Writes the walk of a stolen laptop: its owner, the thief, the opponent and a referee, real commands with what they print.

    python tests/tools/build_stolen_walk.py

``tests/cli/test_stolen_walk.py`` runs every command again.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules"), str(Path(__file__).parent)]

from build_quarrel_walk import Quarrel, QuarrelShell  # noqa: E402  # beside this file, and no package

WALK = ROOT / "examples" / "stolen-key"


def entropy() -> Iterator[bytes]:
    """Numbered hashes."""
    count = 0
    while True:
        yield sha256(f"stolen {count}".encode()).digest()
        count += 1


class StolenShell(QuarrelShell):
    """A shell in which a folder can go elsewhere, as a laptop does."""

    def run(self, line: str) -> str:
        """What a command line prints; ``mv`` moves a folder and prints nothing."""
        words = line.split()
        if words[0] == "mv":
            (self.place / words[1]).rename(self.place / words[2])
            return ""
        return super().run(line)


def shell(place: Path) -> StolenShell:
    """The shell of this walk in a folder."""
    return StolenShell(place=place, source=entropy())


def _mail(output: str) -> str:
    """The mail that a command has written."""
    return re.findall(r"Wrote (\S+\.eml)", output)[-1]


def opening(walk: Quarrel) -> None:
    """Keys, a game, the first two turn files, and a backup between them."""
    walk.say("# A stolen laptop")
    walk.say(
        "Ann and Ben play June 6 by mail. Ann's laptop is stolen, with her home on it, and the thief plays on in her\n"
        "name. Ann puts her backup back and gives up her keys. Every command is one that somebody types, with what it\n"
        "prints; each uses a home folder of their own (`--home`), which you can leave out at your own computer. `rita` is\n"
        "somebody whom both may ask, and who has never seen the game. Lengths of files are written as `# bytes`; your\n"
        "keys, and so your dice, will be others. The text is written by `tests/tools/build_stolen_walk.py` and executed\n"
        "again by `tests/cli/test_stolen_walk.py`."
    )
    walk.say("## A game, and a backup")
    walk.type(*(f"pbem --home {who} identity new {who.capitalize()} --no-password" for who in ("ann", "ben")))
    walk.type(
        "pbem --home ann new june6 --side allied",
        "pbem --home ben join invitation.pbem",
        "pbem --home ann start acceptance.pbem",
    )
    walk.turn_of("ann")
    walk.post("ann")
    walk.say("Ann writes a backup and keeps it away from her laptop. Then Ben's first turn comes.")
    walk.type("pbem --home ann backup ann.backup")
    walk.turn_of("ben")


def stolen(walk: Quarrel, mails: list[str]) -> None:
    """The laptop goes; the backup comes back, asks for what came since, and the keys are given up."""
    walk.say("## The laptop is gone")
    walk.type("mv ann thief")
    walk.say(
        "On another machine Ann puts the backup back. It is older than the game, and the program says so for as long as\n"
        "that has not been settled: it signs nothing, for a second signature in one place looks like cheating."
    )
    walk.type(
        "pbem --home ann restore ann.backup",
        "pbem --home ann status",
        "pbem --home ann moved",
        "pbem --home ann keys renew",
    )
    walk.say("She brings in what came and went since, out of her mailbox, her own sent mail included.")
    walk.type(
        f"pbem --home ann import {' '.join(mails)} --yes",
        "pbem --home ann moved",
    )
    walk.say("Then she gives up the keys of this game, since somebody else has them too.")
    walk.type("pbem --home ann keys renew")
    sent = walk.type("pbem --home ann send --partial --to ben@example.org --from ann@example.org")
    mails.append(_mail(sent))
    walk.type(f"pbem --home ben import {mails[-1]} --yes")
    walk.say("They speak on the phone. Ann reads the code of her new key; Ben's home shows the same.")
    walk.type("pbem --home ann keys", "pbem --home ben keys")


def signs(walk: Quarrel, mails: list[str]) -> None:
    """The thief signs a turn; the opponent, the owner and a referee read what is told."""
    walk.say("## The thief signs")
    walk.say(
        "The thief knows nothing of that, and sends a turn of Ann's, signed with the key that Ann gave up."
    )
    walk.turn_of("thief")
    sent = walk.type("pbem --home thief send --partial --to ben@example.org --from ann@example.org")
    came = walk.type(f"pbem --home ben import {_mail(sent)} --yes")
    paper = re.findall(r"Wrote (\S*evidence-\d+\.pbem)", came)[0]
    walk.say(
        "Ben's game stays as it is. He looks at the paper that his program has written, and Ann at hers:"
    )
    walk.type(f"pbem --home ben verify {paper}", f"pbem --home ann verify {paper}")
    walk.say("Rita is shown the paper alone, then beside the log of the game.")
    walk.type(
        "pbem --home ben spectate --turn-files 0 --out campaign.pbem",
        f"pbem --home rita verify {paper}",
        f"pbem --home rita verify {paper} campaign.pbem",
    )
    walk.say("Ben stays with the version that Ann has told him of, and the game goes on.")
    walk.type("pbem --home ben settle", "pbem --home ben settle --take 1")
    walk.turn_of("ann", 2)
    walk.post("ann")


def later(walk: Quarrel, mails: list[str]) -> None:
    """What the thief's home can do from here on."""
    walk.say("## And the thief?")
    walk.say(
        "The stolen home reads of the renewal, and can do nothing more. What it signs in Ann's name is worth nothing:"
    )
    walk.type(f"pbem --home thief import {mails[-1]} --yes")
    walk.type("pbem --home thief resign --yes --out resignation.pbem")
    walk.type(
        "pbem --home rita verify resignation.pbem", "pbem --home rita verify resignation.pbem campaign.pbem"
    )
    walk.type("pbem --home ann backup ann-new.backup", "pbem --home ann verify")


def write(place: Path) -> None:
    """The page, and beside it the orders that the commands read."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Quarrel(shell(Path(folder)))
        opening(walk)
        mails = sorted(each.name for each in walk.shell.place.glob("*.eml"))
        mails.append(walk.post("ben"))
        stolen(walk, mails)
        signs(walk, mails)
        later(walk, mails)
        place.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(place / "orders", ignore_errors=True)
        (place / "orders").mkdir()
        for path in sorted(walk.shell.place.glob("*.txt")):
            shutil.copy(path, place / "orders" / path.name)
        (place / "README.md").write_text("\n".join(walk.text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(WALK)

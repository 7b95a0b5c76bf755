"""Writes the walk through a challenge: a referee's dice, two entrants, and a stranger who compares their logs.

    python tests/tools/build_challenge_walk.py

The first turns are typed; then the demonstration player goes on in each entrant's own way to the end of the game, and
the two logs stand beside the text. ``tests/cli/test_challenge_walk.py`` runs every command again and compares.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from build_walk import ROOT, Shell, Writer  # beside this file, and no package
from forged_entry import forged

from pbem.bytes import container
from pbem.dev.demo import decide
from pbem.home import games
from pbem.home.identity import unlock
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

CHALLENGE = ROOT / "examples" / "challenge"
ENTRANTS = {"ann": 1, "ben": 2}
FILE = "autumn.challenge"
FORGED = "eve.forged"
TERMS = "Anybody may enter, once. The best score wins; equal scores share the place."


def write(place: Path) -> None:
    """The page and both logs into ``place``."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Writer(Shell(Path(folder)))
        _announced(walk)
        for who in ENTRANTS:
            _entered(walk, who)
        _listed(walk)
        for who, salt in ENTRANTS.items():
            (walk.shell.place / f"{who}.pbem").write_bytes(_played_on(walk, who, salt))
        walk.say("## Afterwards")
        walk.say(
            "Both play on to the end; their whole logs are [ann.pbem](ann.pbem) and [ben.pbem](ben.pbem). Anybody, in a\n"
            "home without a key, checks that both hold, that the dice were the same, and sees where the decisions part."
        )
        walk.type(
            "pbem --home stranger verify ann.pbem ben.pbem",
            f"pbem --home stranger compare {FILE} ann.pbem ben.pbem",
        )
        _forged(walk)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        shutil.copy(walk.shell.place / FORGED, place)
        for who in ENTRANTS:
            shutil.copy(walk.shell.place / f"{who}.pbem", place)
        shutil.copy(walk.shell.place / FILE, place)
        (place / "README.md").write_text("\n".join(walk.text).rstrip() + "\n", encoding="utf-8")


def _announced(walk: Writer) -> None:
    walk.say("# A challenge: the same dice for everybody")
    walk.say(
        "Rita runs a tournament of Pegasus Bridge. She makes one chain of dice and publishes a signed file: what is played\n"
        "with it, and on which terms. Whoever enters from it meets the faces of that chain, roll by roll, and nobody can\n"
        "throw a bad game away without her seeing it. Every command is real (each uses a home folder of its own with\n"
        "`--home`); lengths of files are written as `# bytes`, days as `# day`. Written by\n"
        "`tests/tools/build_challenge_walk.py`, executed again by `tests/cli/test_challenge_walk.py`."
    )
    walk.say("## The referee")
    walk.type(
        "pbem --home rita identity new Rita --no-password",
        f'pbem --home rita challenge new autumn pegasus --terms "{TERMS}" --out {FILE}',
        "pbem --home rita challenge",
    )


def _entered(walk: Writer, who: str) -> None:
    name = who.capitalize()
    walk.say(f"## {name} enters")
    walk.type(
        f"pbem --home {who} identity new {name} --no-password",
        f"pbem --home {who} enter {FILE} --out {who}-invitation.pbem",
        f"pbem --home rita join {who}-invitation.pbem --out {who}-acceptance.pbem",
        f"pbem --home {who} start {who}-acceptance.pbem",
    )
    walk.say(
        "The first mail asks for the German plan and the gliders; Rita's program answers each roll when she imports it."
    )
    _mailed(walk, who)
    if who == "ann":
        walk.say("From now on it is a game like any other:")
        walk.type(f"pbem --home {who} orders", f"pbem --home {who}")


def _forged(walk: Writer) -> None:
    """What somebody tries who has read Ann's log."""
    honest = (walk.shell.place / "ann.pbem").read_bytes()
    (walk.shell.place / FORGED).write_bytes(forged(honest))
    walk.say("## An entry that nobody dealt")
    walk.say(
        "A log shows every seed of the dealer that was used in it. Eve has read Ann's, and wants an entry whose dice she\n"
        "knows. She invites in her own name and writes the acceptance herself: Rita's public game key, the tip of the\n"
        "published chain, and an agent of Eve's, which answers her first roll with the seed from Ann's log. All that Eve\n"
        "can sign is signed; the file is [eve.forged](eve.forged), made by `tests/tools/forged_entry.py`. What she lacks\n"
        "is Rita's game key, which has to sign each acceptance that names it; nor may a dealer have an agent."
    )
    walk.type(
        f"pbem --home stranger verify {FORGED}",
        f"pbem --home stranger compare {FILE} ann.pbem {FORGED}",
    )


def _listed(walk: Writer) -> None:
    walk.say("## Who has entered")
    walk.say(
        "A second entry of one person is not dealt, and Rita sees at any time how far everybody is and what she owes."
    )
    walk.type("pbem --home rita challenge status autumn")


def _mailed(walk: Writer, who: str) -> None:
    sent = walk.type(f"pbem --home {who} send --to rita@example.org --from {who}@example.org")
    name = re.findall(r"Wrote (\S+\.eml)", sent)[-1]
    walk.type(f"pbem --home rita import {name} --yes")
    game = _game(walk, who, "rita").name[:8]
    back = walk.type(f"pbem --home rita --game {game} send --to {who}@example.org --from rita@example.org")
    answer = re.findall(r"Wrote (\S+\.eml)", back)[-1]
    walk.type(f"pbem --home {who} import {answer} --yes")


def _game(walk: Writer, who: str, home: str) -> GameFolder:
    """The entrant's game in a home."""
    mine = games.choose(walk.home(who))
    return next(each for each in games.begun(walk.home(home)) if each.facts()["gid"] == mine.facts()["gid"])


def _played_on(walk: Writer, who: str, salt: int) -> bytes:
    """The game from where the walk left it to its end: the whole log as a file."""

    def session(home: str) -> Session:
        return games.open_session(_game(walk, who, home), unlock(walk.home(home), ""))

    mine, other = session(who), session("rita")
    while mine.owed.what:
        mover, waiter = (mine, other) if mine.mine or mine.draft else (other, mine)
        mover, bundle = decide(mover, salt).sealed()
        waiter = waiter.receive(bundle)
        mine, other = (mover, waiter) if mover.seat == mine.seat else (waiter, mover)
    return container.pack(mine.log.encode())


if __name__ == "__main__":
    write(CHALLENGE)

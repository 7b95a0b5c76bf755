"""Writes the walk through a false refusal: two players, a referee and a stranger, real commands with what they print.

    python tests/tools/build_refusal_walk.py

One file cannot be made by honest commands: the refusal of a turn in which nothing is wrong. It is made here, with the key
that Ben's home holds, and lies beside the text with the orders. ``tests/cli/test_refusal_walk.py`` runs every command again.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from attrs import define

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules"), str(Path(__file__).parent)]

from build_walk import Shell, Writer  # noqa: E402  # beside this file, and no package

from pbem.bytes import container  # noqa: E402  # the checkout must be found first
from pbem.bytes.errors import IllegalOrder, Violation  # noqa: E402
from pbem.home import games  # noqa: E402
from pbem.home.identity import unlock  # noqa: E402
from pbem.log import Bundle, read_bundles  # noqa: E402
from pbem.mail import sources  # noqa: E402
from pbem.papers.false_refusal import foreseen  # noqa: E402
from pbem.protocol import side_entries  # noqa: E402

WALK = ROOT / "examples" / "refusal"
BENT = "refusal.eml"
_MOST = 40
"""So many turn files are played at most until one asks for a roll openly."""


def entropy() -> Iterator[bytes]:
    """Numbered hashes."""
    count = 0
    while True:
        yield sha256(f"refusal {count}".encode()).digest()
        count += 1


def shell(place: Path) -> Shell:
    """The shell of this walk in a folder."""
    return Shell(place=place, source=entropy())


@define
class Refusal(Writer):
    """The walk as it is written."""

    def turn_of(self, who: str) -> None:
        """A turn with its orders in a file, written and given; it is not sent yet."""
        orders = self.orders(who)
        if orders:
            name = f"{self.mails + 1:02d}-{who}.txt"
            (self.shell.place / name).write_text("\n".join(orders) + "\n", encoding="utf-8")
            self.type(f"pbem --home {who} do --file {name}")

    def sent(self, who: str, other: str) -> str:
        """The turn is sent: the name of its mail."""
        said = self.type(f"pbem --home {who} send --to {other}@example.org --from {who}@example.org")
        self.mails += 1
        return re.findall(r"Wrote (\S+\.eml)", said)[-1]

    def turn_in(self, mail: str) -> Bundle:
        """The turn file in a mail."""
        (letter,) = sources.read(self.shell.place / mail)
        return read_bundles(letter.turns()[0].data)[-1]

    def lie(self, who: str, turn: Bundle, last: int) -> None:
        """Write the refusal of a legal turn, as a bent program signs it: entry ``last`` is said to break rule 8.3."""
        session = games.open_session(games.choose(self.home(who)), unlock(self.home(who), "")).clean()
        said = IllegalOrder((Violation(paragraph="8.3", message="so it says"),), entry=last)
        made = side_entries.refusal(session, turn, said)
        letter = (
            "From: ben@example.org\nTo: ann@example.org\nSubject: your turn\n\nMy program does not take this:\n\n"
            f"{container.armour(container.pack(made.encode()), {'File': 'refusal'})}"
        )
        (self.shell.place / BENT).write_text(letter, encoding="ascii")


def opening(walk: Refusal) -> None:
    """Three keys, a game, and the first mails."""
    walk.say("# A turn that was refused, and should not have been")
    walk.say(
        "Ann and Ben play June 6 by mail. Ben refuses a turn of Ann's in which nothing is wrong, when he can already work\n"
        "out how its roll falls. Every command is one they type, with what it prints; each uses a home folder of their own\n"
        "(`--home`), which you can leave out at your own computer. `stranger` is a home in which nothing has ever been:\n"
        "whatever it says of a file comes from that file alone. Lengths of files are written as `# bytes`; your keys, and\n"
        "so your dice, will be others.\n\n"
        "One file here comes from no command: [refusal.eml](refusal.eml). No program of ours refuses a legal turn, so the\n"
        "script that writes this page, `tests/tools/build_refusal_walk.py`, signed it with Ben's key, as a bent program\n"
        "would. Everything else is executed again by `tests/cli/test_refusal_walk.py`."
    )
    walk.say("## A game begins")
    walk.say("As in [the first turn](../first-turn/README.md). Rita will come in later.")
    walk.type(
        *(
            f"pbem --home {who} identity new {who.capitalize()} --no-password"
            for who in ("ann", "ben", "rita")
        )
    )
    walk.type(
        "pbem --home ann new june6 --side allied",
        "pbem --home ben join invitation.pbem",
        "pbem --home ann start acceptance.pbem",
    )
    walk.say(
        "They play until a roll is due in which nobody has anything left to choose. Such a roll is asked for openly."
    )


def until_open(walk: Refusal) -> tuple[str, Bundle]:
    """Turns until Ann sends one that asks for a roll openly, which Ben has not imported: its mail, and the turn file."""
    for _ in range(_MOST):
        who = walk.mover()
        walk.turn_of(who)
        other = "ben" if who == "ann" else "ann"
        mail = walk.sent(who, other)
        turn = walk.turn_in(mail)
        if who == "ann" and any(entry["k"] == "req" and entry.get("x") for entry in turn.entries):
            return mail, turn
        walk.type(f"pbem --home {other} import {mail} --yes")
    raise AssertionError("nobody asks for a roll openly")


def refused(walk: Refusal, turn: Bundle) -> str:
    """The refusal arrives: what Ann is told, and the paper that she makes."""
    (roll,) = foreseen(turn)
    last = next(n for n, entry in enumerate(turn.entries, turn.header.first) if entry["k"] == "req")
    walk.say("## Ben does not like the roll")
    walk.say(
        f"Ann's turn carries her half of roll {roll}, and Ben has the other half at home, and can work out how it falls\n"
        "before answering. Ben does not like it. The bent program signs a refusal, and names a paragraph. If Ann takes it,\n"
        f"roll {roll} is burnt, and the next one falls otherwise."
    )
    walk.lie("ben", turn, last)
    walk.type("pbem --home ben import refusal.eml --yes")
    walk.say("Ann imports that mail as any other, and is told at once what it is and what she can do:")
    walk.type("pbem --home ann import refusal.eml --yes")
    walk.say("She looks at both versions before she does anything:")
    walk.type("pbem --home ann settle")
    walk.say("Her program finds her turn legal, and makes the proof of it:")
    said = walk.type("pbem --home ann evidence")
    paper = re.findall(r"Wrote (\S*false-refusal-\d+\.pbem)", said)[-1]
    walk.say("## Who reads it")
    walk.say("Whoever doubts Ann's word looks at the file. It needs no log and no home, only the same rules:")
    walk.type(f"pbem --home stranger verify {paper}")
    walk.say("Ben, whom it accuses, reads the same in his own home:")
    walk.type(f"pbem --home ben open {paper}")
    return paper


def ruled(walk: Refusal, paper: str) -> None:
    """The referee."""
    walk.say("## A referee")
    walk.say("Ben says that the book is on his side. So they appoint Rita, by the key that she gives them:")
    key = walk.type("pbem --home rita referee key").strip()
    walk.say("Ben signs first, and Ann is shown what she signs.")
    walk.type(
        f"pbem --home ben referee appoint --key {key} --name Rita --out appointment.pbem",
        "pbem --home ann referee appoint appointment.pbem --yes",
    )
    walk.say("Rita has never seen the game. The two files are enough for her:")
    level = '"a legal turn was refused by one who knew its dice"'
    walk.type(
        f"pbem --home rita verify appointment.pbem {paper}",
        f"pbem --home rita referee rule appointment.pbem --winner allied --level {level} --out ruling.pbem",
        "pbem --home stranger verify ruling.pbem",
    )


def going_on(walk: Refusal, mail: str, turn: Bundle) -> None:
    """Ben takes the turn after all."""
    walk.say("## The game goes on")
    walk.say(
        "Ann would rather win on the map, and leaves the ruling in the drawer. Ben takes the turn after all: he goes back\n"
        "from his refusal to what he refused. Nothing is signed by that, and the roll is the one that he did not like."
    )
    name = turn.hash().hex()[:12]
    walk.type(f"pbem --home ben import {mail} --yes", f"pbem --home ben settle --take {name}")
    walk.type(f"pbem --home ann settle --take {name}")
    who = walk.mover()
    walk.turn_of(who)
    walk.post(who)
    walk.say(
        "Both have one log again, and it holds. The refusal stays in both homes as evidence; Ann can make her proof again\n"
        "for as long as she keeps the game."
    )
    walk.type("pbem --home ann verify", "pbem --home ann evidence")


def write(place: Path) -> None:
    """The page, and beside it the files that the commands read."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Refusal(shell(Path(folder)))
        opening(walk)
        mail, turn = until_open(walk)
        paper = refused(walk, turn)
        ruled(walk, paper)
        going_on(walk, mail, turn)
        place.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(place / "orders", ignore_errors=True)
        (place / "orders").mkdir()
        for path in sorted(walk.shell.place.glob("*.txt")):
            shutil.copy(path, place / "orders" / path.name)
        shutil.copy(walk.shell.place / BENT, place / BENT)
        (place / "README.md").write_text("\n".join(walk.text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(WALK)

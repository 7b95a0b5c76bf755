"""Writes the walk through a quarrel: two players, a referee and a stranger, real commands with what they print.

    python tests/tools/build_quarrel_walk.py

One file cannot be made by honest commands: the turn of a bent program. It is made here, with the key that Ann's home holds,
and lies beside the text with the orders. ``tests/cli/test_quarrel_walk.py`` runs every command again.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

from attrs import define

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules"), str(Path(__file__).parent)]

from build_walk import Shell, Writer  # noqa: E402  # beside this file, and no package

from pbem.bytes import canon, container  # noqa: E402  # the checkout must be found first
from pbem.home import games  # noqa: E402
from pbem.home.identity import unlock  # noqa: E402
from pbem.home.play import order_lines  # noqa: E402
from pbem.home.play import orders as playing  # noqa: E402
from pbem.log import sign_bundle  # noqa: E402

WALK = ROOT / "examples" / "quarrel"
BENT = "bent.eml"
_DAY = datetime(2026, 3, 1, 20, tzinfo=UTC)
_FORBIDDEN = "move 505/82 E1940"


def entropy() -> Iterator[bytes]:
    """Numbered hashes."""
    count = 0
    while True:
        yield sha256(f"quarrel {count}".encode()).digest()
        count += 1


class QuarrelShell(Shell):
    """A shell that can also copy a home, as anybody can."""

    def run(self, line: str) -> str:
        """What a command line prints; ``cp -r`` copies a folder and prints nothing. The referee's day is always one."""
        words = line.split()
        if words[:2] == ["cp", "-r"]:
            shutil.copytree(self.place / words[2], self.place / words[3])
            return ""
        with patch("pbem.cli.referee.now", lambda: _DAY):
            return super().run(line)


def shell(place: Path) -> QuarrelShell:
    """The shell of this walk in a folder."""
    return QuarrelShell(place=place, source=entropy())


@define
class Quarrel(Writer):
    """The walk as it is written."""

    def advised(self, who: str, salt: int) -> list[str]:
        """What the adviser would order until the pen passes."""
        session = playing.onward(games.open_session(games.choose(self.home(who)), unlock(self.home(who), "")))
        found: list[str] = []
        while session.mine and session.owed.what in playing.DECISIONS:
            rules = session.game.rules
            action = rules.advise(session.position.game, session.side, session.secrets, salt)
            found.append(order_lines.write(rules.actions, action))
            session = playing.do(session, ((1, found[-1]),))
        return found

    def turn_of(self, who: str, salt: int = 1) -> None:
        """A turn with its orders in a file, written and given; it is not sent yet."""
        orders = self.advised(who, salt)
        if orders:
            name = f"{self.mails + 1:02d}-{who}.txt"
            (self.shell.place / name).write_text("\n".join(orders) + "\n", encoding="utf-8")
            self.type(f"pbem --home {who} do --file {name}")

    def decides(self, who: str) -> bool:
        """Whether a player owes a decision now."""
        session = games.open_session(games.choose(self.home(who)), unlock(self.home(who), ""))
        return session.mine and session.owed.what in playing.DECISIONS

    def entries(self, who: str) -> int:
        """How many entries a home's log has."""
        seen = games.look(games.choose(self.home(who)))
        return sum(len(bundle.entries) for bundle in seen.log.bundles)

    def bend(self, who: str) -> int:
        """Write the turn of a program that gives a forbidden order and signs it all the same; the entry's number."""
        session = games.open_session(games.choose(self.home(who)), unlock(self.home(who), "")).clean()
        ahead = session.automatic() if session.owed.what not in playing.DECISIONS else session
        action = ahead.game.rules.actions.parse(_FORBIDDEN)
        number = ahead.position.count
        line = canon.encode({**ahead.game.rules.actions.dump(action), "i": number})
        turn = sign_bundle(
            session.vault.keypair,
            by=session.seat,
            gid=session.log.gid,
            n=session.end.bundles + 1,
            prev=session.end.head,
            lines=(*ahead.draft, line),
            rules=session.game.info.digest,
            state="0" * 64,
        )
        letter = (
            "From: ann@example.org\nTo: ben@example.org\nSubject: my turn\n\nBy my own program, letters to paste:\n\n"
            f"{container.armour(container.pack(turn.encode()), {'File': 'my turn'})}"
        )
        (self.shell.place / BENT).write_text(letter, encoding="ascii")
        return number


def opening(walk: Quarrel) -> None:
    """Three keys, a game, and the first mails."""
    walk.say("# A quarrel, from the first suspicion to the ruling")
    walk.say(
        "Ann and Ben play June 6 by mail, and things go wrong between them: two versions of a turn, a step that\n"
        "breaks the rules, a referee, a wrong click, the end. Every command is one they type, with what it prints; each\n"
        "uses a home folder of their own (`--home`), which you can leave out at your own computer. `stranger` is a home\n"
        "in which nothing has ever been: whatever it says of a file comes from that file alone. Lengths of files are\n"
        "written as `# bytes`; your keys, and so your dice, will be others. The text is written by\n"
        "`tests/tools/build_quarrel_walk.py` and executed again by `tests/cli/test_quarrel_walk.py`."
    )
    walk.say("## A game begins")
    walk.say(
        "Ann and Ben make their keys and begin as in [the first turn](../first-turn/README.md). Rita will come in later."
    )
    walk.type(
        *(
            f"pbem --home {who} identity new {who.capitalize()} --no-password"
            for who in ("ann", "ben", "rita")
        )
    )
    walk.type("pbem --home ann new june6 --side allied", "pbem --home ben join invitation.pbem")
    walk.say("Even these two letters can be looked at by anybody:")
    walk.type(
        "pbem --home stranger verify invitation.pbem acceptance.pbem", "pbem --home ann start acceptance.pbem"
    )


def two_versions(walk: Quarrel) -> None:
    """One turn signed twice: evidence."""
    walk.turn_of("ann")
    mail = walk.post("ann")
    walk.say("## Two versions of one turn")
    walk.say("Before he answers Ben copies his home, to be able to choose again.")
    walk.type("cp -r ben second-thoughts")
    orders = walk.advised("ben", 1)
    walk.turn_of("ben")
    walk.post("ben")
    walk.say(
        "Ann has it. A day later Ben would rather have kept those regiments whole. His program would not let him, for\n"
        "the turn is signed. The copy knows nothing of that, and takes Ben's word that no other home plays this game."
    )
    sent = walk.type(
        f"pbem --home second-thoughts import {mail}",
        "pbem --home second-thoughts moved",
        f"pbem --home second-thoughts do {orders[-1]}",
        "pbem --home second-thoughts send --to ann@example.org --from ben@example.org",
    )
    walk.say(
        "Ann imports that mail as any other. It changes nothing in her game, and becomes a proof by itself:"
    )
    came = walk.type(f"pbem --home ann import {_mail(sent)} --yes")
    paper = re.findall(r"Wrote (\S*evidence-\d+\.pbem)", came)[-1]
    walk.say("Whoever doubts Ann's word looks at the file. It needs no game and no home:")
    walk.type(f"pbem --home stranger verify {paper}")
    walk.say("(A double click on the file does the same: `pbem open`.) They talk, and the game goes on.")
    walk.say(
        "Nothing more is signed before Ann has said which version she goes on from. She stays with the one she has, and\n"
        "the proof stays with her."
    )
    walk.type("pbem --home ann settle", "pbem --home ann settle --take 1")


def disputed(walk: Quarrel) -> None:
    """A step that breaks the rules: capsule, appointment, ruling."""
    walk.say("## A step that breaks the rules")
    walk.say(
        "The next turn of Ann's no honest program would have signed. (The mail, `bent.eml`, lies beside this text.)"
    )
    at = walk.bend("ann")
    walk.type(f"pbem --home ben import {BENT} --yes")
    walk.say(
        "Ann says that the order is fine and that Ben's program is wrong. Ben cuts the step out of the game:"
    )
    capsule = f"capsule-{at}.pbem"
    walk.type(f"pbem --home ben dispute --at {at}", f"pbem --home stranger verify {capsule}")
    walk.say("It holds the state before the step, which both have signed, and that turn; no secret is in it.")
    walk.say("## The referee")
    key = walk.type("pbem --home rita referee key").strip()
    walk.say("Both players have to appoint Rita: Ben signs first, Ann is shown what she signs.")
    walk.type(
        f"pbem --home ben referee appoint --key {key} --name Rita --out appointment.pbem",
        "pbem --home stranger verify appointment.pbem",
        "pbem --home ann referee appoint appointment.pbem --yes",
    )
    walk.say("Rita has never seen the game. The two files are enough for her:")
    said = f'"the order at entry {at} breaks the rules"'
    walk.type(
        f"pbem --home rita verify appointment.pbem {capsule}",
        f"pbem --home rita referee rule appointment.pbem --winner german --level {said} --out ruling.pbem",
        "pbem --home stranger verify ruling.pbem",
    )
    walk.say(
        "Ben does not want to win like that. He refuses the turn with his signature, and Ann gives legal orders."
    )
    sent = walk.type("pbem --home ben refuse --to ann@example.org --from ben@example.org")
    walk.type(f"pbem --home ann import {_mail(sent)} --yes")


def taken_back(walk: Quarrel) -> None:
    """A take-back, offered and accepted."""
    walk.say("## A wrong click")
    to = walk.entries("ann") - 1
    walk.turn_of("ann")
    walk.post("ann")
    while not walk.decides("ann"):
        who = walk.mover()
        walk.turn_of(who)
        walk.post(who)
    walk.say(
        "Ann has landed the wrong brigade, and says so. When it is her turn again she offers to go back:"
    )
    walk.type(f"pbem --home ann takeback --to {to}")
    walk.post("ann")
    walk.type("pbem --home ben status", "pbem --home ben takeback --accept")
    walk.post("ben")
    walk.say(
        "Both stand there again. What was rolled stays rolled: the trace is in the log, and what follows has new dice."
    )
    walk.type("pbem --home ann status", "pbem --home ann verify")


def ruled(walk: Quarrel) -> None:
    """The same dispute again, and a ruling on the log: void, and on from an earlier entry."""
    walk.say("## A ruling that the game goes on from")
    to = walk.entries("ann") - 1
    walk.turn_of("ann", 2)
    walk.post("ann")
    walk.say(
        "Ann sees too late that she has read the map wrong once more. This time Ben does not want to go back, and they\n"
        "cannot agree. Each sends Rita the log as they have it; what she rules now joins the game itself."
    )
    walk.type(
        "pbem --home ann spectate --delay 0 --out ann-log.pbem",
        "pbem --home ben spectate --delay 0 --out ben-log.pbem",
        "pbem --home rita referee open ann-log.pbem ben-log.pbem appointment.pbem --map position.svg",
    )
    walk.say(
        "She has signed for this game before, on paper, and is asked to think twice: `--again` says that she has. Her\n"
        "ruling brings the appointment onto the log, for both have signed it."
    )
    rule = (
        f'pbem --home rita referee rule ann-log.pbem --void {to} --text "The map was unclear there." --days 7 '
        "--appointment appointment.pbem --beside ben-log.pbem"
    )
    walk.type(rule)
    said = walk.type(f"{rule} --again")
    file = re.findall(r"Wrote (ruling-\d+\.pbem)", said)[0]
    walk.say("Both import it like a turn. Neither has to agree, and both stand at the same place again:")
    walk.type(f"pbem --home ann import {file}", f"pbem --home ben import {file}", "pbem --home ann status")
    walk.turn_of("ann", 3)
    walk.post("ann")


def _mail(output: str) -> str:
    """The mail that a command has written."""
    return re.findall(r"Wrote (\S+\.eml)", output)[-1]


def end(walk: Quarrel) -> None:
    """Agreement, resignation, the audit."""
    walk.say("## The end")
    walk.say("Ben offers a draw. One signature is an offer and no more:")
    walk.type("pbem --home ben agree --draw --out draw.pbem", "pbem --home stranger verify draw.pbem")
    walk.say("Ann thinks that she has lost, and resigns. That binds by her signature alone:")
    walk.type(
        "pbem --home ann resign --yes --out resignation.pbem", "pbem --home stranger verify resignation.pbem"
    )
    walk.say(
        "Ben takes it. Now that both have signed how the game ended, each puts the key of their vault under it, so that\n"
        "what was never opened can be checked:"
    )
    walk.type(
        "pbem --home ben result resignation.pbem --yes", "pbem --home ann result resignation.pbem --yes"
    )
    walk.say(
        "For those who want to see how it was played, Ben writes the whole game as a file for spectators, and the stranger\n"
        "lays the results beside it:"
    )
    walk.type(
        "pbem --home ben spectate --delay 0 --out campaign.pbem",
        "pbem --home stranger verify campaign.pbem resignation.pbem ruling.pbem",
        "pbem --home stranger audit campaign.pbem --paper resignation.pbem",
    )


def write(place: Path) -> None:
    """The page, and beside it the files that the commands read."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Quarrel(shell(Path(folder)))
        for part in (opening, two_versions, disputed, taken_back, ruled, end):
            part(walk)
        place.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(place / "orders", ignore_errors=True)
        (place / "orders").mkdir()
        for path in sorted(walk.shell.place.glob("*.txt")):
            shutil.copy(path, place / "orders" / path.name)
        shutil.copy(walk.shell.place / BENT, place / BENT)
        (place / "README.md").write_text("\n".join(walk.text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(WALK)

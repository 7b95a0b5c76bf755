"""Writes a month of Dark December between people whose programs act, with all that happens to people in a month.

    PYTHONPATH=.:rules:tests python -m tests.tools.build_month

Each command is real, in a home of its own, and each mail lies in a Maildir; the days are set ahead, one an evening. What a
person decides is what the game's own player would. Dice and keys are the same in every run.
"""

import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from attrs import define, field

from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.store.home import Home
from tests.tools.walk_shell import Shell

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "examples" / "month"
PAPERS = ("pace.pbem", "laptop.pbem", "carl.pbem")
"""What the page verifies beside its log."""
OTHER = {"ann": "ben", "ben": "ann"}
_ROUNDS, _LAST, _FRIDAY = 60, 60, 6
"""Two programs answer one another no more often in an evening; a game that is not over by that day never is. The sixth of
March is a Friday."""
_HEAD = """# A month of Dark December

Ann (Allied) and Ben (German) play the scenario Herbstnebel by mail, with a pace that both have signed. Both have typed
`pbem standing usual` once, and their programs act (`pbem watch --act`). In that month Ben gets a new laptop, Ann goes on
holiday, her mailbox is lost with a turn in it, and Carl plays Ben's side to the end. {mails} mails went to and fro;
somebody sat down on {evenings} evenings of {days} days, never at a weekend. What a person decides is what the game's own
player would. The log, the pace and the papers of both seats lie beside this page; `python -m tests.tools.build_month`
writes it.
"""


@define
class Month:
    """The month as it is written down."""

    shell: Shell
    homes: dict[str, str] = field(factory=lambda: {"ann": "ann", "ben": "ben"})
    """The home that plays for each seat, by the player who began there."""
    page: list[str] = field(factory=list)
    day: int = 2
    """Of March."""
    evenings: int = 0
    lost: int = 0
    """Mails that are gone with a mailbox."""

    def __call__(self, line: str) -> str:
        """A command, which nobody reads."""
        return self.shell.run(line)

    def shown(self, *lines: str) -> None:
        """Commands with what they print, on the page."""
        self.page.append("```console")
        for line in lines:
            said = re.sub(r"\b[0-9a-f]{16}\b", "0123456789abcdef", self(line))
            self.page += [f"$ {line}", *said.rstrip().splitlines()]
        self.page += ["```", ""]

    def told(self, title: str, *words: str) -> None:
        """A section of the page."""
        self.page += [f"## {self.day} March: {title}", "", *words, *([""] if words else [])]

    def box(self, seat: str) -> Path:
        """The Maildir in which the mail for a seat arrives."""
        return self.shell.place / f"{self.homes[seat]}-mail"

    def mailbox(self, seat: str) -> None:
        """A new one."""
        for part in ("new", "cur", "tmp"):
            (self.box(seat) / part).mkdir(parents=True)

    def programs(self) -> None:
        """Programs look and act, until none writes any more."""
        for _ in range(_ROUNDS):
            before = self.mails
            for seat in self.homes:
                to = self.box(OTHER[seat]).name
                self(
                    f"pbem --home {self.homes[seat]} watch {self.box(seat).name} --act --once --grace 0 --maildir {to}"
                )
            if self.mails == before:
                return
        raise AssertionError("two programs answer one another without an end")

    @property
    def mails(self) -> int:
        """How many mails there have been."""
        return self.lost + len([*self.shell.place.glob("*-mail/new/*")])

    def mover(self) -> str:
        """The seat that owes something; "" when the game is over."""
        asked = (
            seat
            for seat in self.homes
            if '"mine": true' in self(f"pbem --home {self.homes[seat]} status --json")
        )
        return next(asked, "")

    def sit(self, seat: str) -> None:
        """A person decides, sends and prepares for as long as it is theirs."""
        turns, orders = [self.moment(seat)], 0
        while self.mover() == seat:
            orders += self.decide(seat)
            self.programs()
        turns.append(self.moment(seat))
        self.evenings += 1
        name = {"ann": "Ann", "carl": "Carl"}.get(self.homes[seat], "Ben")
        self.page += [
            f"{self.day} March, {' to '.join(dict.fromkeys(turns))}: {name} gives {orders} orders.",
            "",
        ]

    def decide(self, seat: str) -> int:
        """What a person orders until the pen passes, sent; how many orders."""
        home, other = self.homes[seat], OTHER[seat]
        orders = advised(Home(self.shell.place / home))
        (self.shell.place / "orders.txt").write_text("\n".join(orders) + "\n", encoding="utf-8")
        if orders:
            self(f"pbem --home {home} do --file orders.txt")
        self(
            f"pbem --home {home} send --maildir {self.box(other).name} --to {other}@example.org --from {seat}@example.org"
        )
        self(f"pbem --home {home} standing draft --again")
        return len(orders)

    def moment(self, seat: str) -> str:
        """The turn, as a status says it."""
        return self(f"pbem --home {self.homes[seat]} status").splitlines()[1].partition(",")[0].lower()

    def passed(self) -> None:
        """A day; nobody plays at a weekend."""
        days = 3 if self.day % 7 == _FRIDAY else 1
        self(f"sleep {days}d")
        self.day += days

    def evening(self, away: str = "") -> bool:
        """The programs act, and whoever has to decide does, unless they are away. Whether the game goes on."""
        self.programs()
        mover = self.mover()
        if mover and mover != away:
            self.sit(mover)
        self.passed()
        assert self.day < _LAST
        return bool(self.mover())


def advised(home: Home) -> list[str]:
    """The lines that the game's player would order until the pen passes."""
    session, lines = playing.onward(games.open_session(games.choose(home), unlock(home, ""))), list[str]()
    while session.is_my_turn and session.owed.kind in playing.DECISIONS:
        rules = session.game.rules
        order = rules.advise(session.position.game, session.side, session.secrets, 1)
        lines.append(order_lines.write(rules.actions, order))
        session = playing.do(session, ((1, lines[-1]),))
    return lines


def begins(month: Month) -> None:
    """The game, its pace, and the lines of both."""
    month("sleep 1d")
    month.told("a game, and how fast")
    month.shown(
        "pbem --home ann identity new Ann --no-password",
        "pbem --home ben identity new Ben --no-password",
        "pbem --home ann invite darkdecember --side allied --out invitation.pbem",
        "pbem --home ben accept invitation.pbem --out acceptance.pbem",
        "pbem --home ann accept acceptance.pbem",
        "pbem --home ann offer pace --each 2d --bank 5d --holidays 14 --slack 24h --out pace.pbem",
        "pbem --home ben import pace.pbem",
        "pbem --home ben offer pace --accept --yes --out pace.pbem",
        "pbem --home ann import pace.pbem",
        "pbem --home ann standing usual",
        "pbem --home ben standing usual",
    )
    for seat in month.homes:
        month.mailbox(seat)
    month("pbem --home ann send --maildir ben-mail --to ben@example.org --from ann@example.org")


def handed(month: Month, to: str, whose: str, *agreed: str) -> None:
    """Ben's seat goes to another home, which has the game from then on; ``agreed`` are the commands by which Ann does."""
    old = month.homes["ben"]
    month.shown(
        f"pbem --home {old} replay spectate --turn-files 0 --out campaign.pbem",
        f"pbem --home {to} seat ask campaign.pbem {whose} --out {to}-asks.pbem",
        f"pbem --home {old} import {to}-asks.pbem",
        *agreed,
        f"pbem --home {old} seat give {to}-asks.pbem --yes --out {to}-box.pbem",
        f"pbem --home {to} seat take {to}-box.pbem --out {to}.pbem",
        f"pbem --home {old} import {to}.pbem",
        f"pbem --home {old} send --partial --maildir ann-mail --to ann@example.org --from ben@example.org",
    )
    turn = max((month.box("ann") / "new").iterdir(), key=lambda mail: mail.stat().st_mtime_ns)
    month.shown(f"pbem --home {to} import ann-mail/new/{turn.name}", f"pbem --home {to} standing usual")
    month.homes["ben"] = to
    month.mailbox("ben")


def laptop(month: Month) -> None:
    """Ben's seat goes to a new machine of his."""
    words = "He asks there for his own seat, and gives it on the old one, which signs nothing more. Ann need not agree."
    month.told("Ben has a new laptop", words)
    month.shown("pbem --home laptop identity new Ben --no-password")
    handed(month, "laptop", "--mine")


def holiday(month: Month) -> None:
    """Ann is away for some days, said beforehand."""
    month.told(
        "Ann goes on holiday", "She says so beforehand. Programs go on answering; nobody decides for her."
    )
    last = month.day + 5
    month.shown(
        f"pbem --home ann pace away 2026-03-{month.day + 1:02d} 2026-03-{last:02d} --out away.pbem",
        f"pbem --home {month.homes['ben']} import away.pbem",
    )
    while month.day <= last:
        month.evening(away="ann")


def lost(month: Month) -> None:
    """A turn of Ben's comes, and goes with Ann's mailbox before her program has read it."""
    month.decide("ben")
    month.lost = month.mails
    shutil.rmtree(month.box("ann"))
    month.mailbox("ann")
    month.lost -= month.mails
    month.passed()
    words = "Ben's last turn was in it, and nobody has read it. A day later he sends it once more: the same bytes."
    month.told("Ann's mailbox is gone", words)
    month.shown(
        "pbem --home ann status",
        f"pbem --home {month.homes['ben']} send --maildir ann-mail --to ann@example.org --from ben@example.org",
    )


def substitute(month: Month) -> None:
    """Ben has no time any more, and Carl plays on."""
    words = "He has no time for the rest of it. Carl asks for his seat, Ben offers it to Ann, and she signs that she agrees."
    month.told("Carl takes over from Ben", words)
    month.shown("pbem --home carl identity new Carl --no-password")
    old = month.homes["ben"]
    handed(
        month,
        "carl",
        "--side german",
        f"pbem --home {old} seat offer carl-asks.pbem --yes --out offer.pbem",
        "pbem --home ann seat agree offer.pbem --yes --out offer.pbem",
        f"pbem --home {old} import offer.pbem",
    )


def write(place: Path) -> str:
    """The page. Raises AssertionError where the game does not come to its end."""
    month = Month(Shell(place, "month", "all"))
    begins(month)
    happens: list[tuple[int, Callable[[Month], None]]] = [
        (6, laptop),
        (10, holiday),
        (18, lost),
        (23, substitute),
    ]
    while month.evening():
        if happens and month.day >= happens[0][0] and month.mover() == "ben":
            happens.pop(0)[1](month)
    assert not happens, happens
    month.told("the end", "Anybody can check all of it, and who was late by whose words.")
    month.shown(
        "pbem --home ann status",
        "pbem --home ann replay spectate --delay 0 --out campaign.pbem",
        "pbem --home ann pace --out pace.pbem",
        "pbem --home stranger verify campaign.pbem pace.pbem laptop.pbem carl.pbem",
    )
    head = _HEAD.format(mails=month.mails, evenings=month.evenings, days=month.day - 2)
    return "\n".join([head, *month.page])


def main() -> None:
    """Write the example."""
    with tempfile.TemporaryDirectory() as where:
        place = Path(where)
        text = write(place)
        (PAGE / "papers").mkdir(parents=True, exist_ok=True)
        shutil.copy(place / "campaign.pbem", PAGE)
        for name in PAPERS:
            shutil.copy(place / name, PAGE / "papers")
    (PAGE / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

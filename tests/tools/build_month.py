"""Writes a month of Dark December between people whose programs act, with all that happens to people in a month.

    PYTHONPATH=.:rules:tests python -m tests.tools.build_month

Each command is real, in a home of its own, and each mail lies in a Maildir; the days are set ahead, one an evening. What a
person decides is what the game's own player would. Dice and keys are the same in every run.
"""

import re
import shutil
import tempfile
import tomllib
from pathlib import Path

from attrs import define, field

from pbem.home import games
from pbem.home.identity import unlock
from pbem.store.home import Home
from tests.tools.walk import advised
from tests.tools.walk_shell import Shell

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "examples" / "month"
SCENES = tomllib.loads(Path(__file__).with_name("month.toml").read_text("utf-8"))
PAPERS = ("pace.pbem", "laptop.pbem", "carl.pbem")
"""What the page verifies beside its log."""
OTHER = {"ann": "ben", "ben": "ann"}
_ROUNDS, _LAST, _FRIDAY = 60, 60, 6
"""Two programs answer one another no more often in an evening; a game that is not over by that day never is. The sixth of
March is a Friday."""


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
        """A command of pbem in a home, which nobody reads."""
        return self.shell.run(f"pbem --home {line}")

    def scene(self, name: str, **values: object) -> None:
        """What happens, with each command that is typed for it and what that prints, on the page."""
        scene = SCENES[name]
        words = [scene["words"], ""] if "words" in scene else []
        self.page += [f"## {self.day} March: {scene['title']}", "", *words, "```console"]
        for line in scene["commands"]:
            mails = [*(self.box("ann") / "new").glob("*")]
            turn = max(mails, key=lambda mail: mail.stat().st_mtime_ns).name if mails else ""
            typed = line.format(home=self.homes["ben"], turn=turn, **values)
            said = re.sub(r"\b[0-9a-f]{16}\b", "0123456789abcdef", self(typed))
            self.page += [f"$ pbem --home {typed}", *said.rstrip().splitlines()]
        self.page += ["```", ""]

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
                self(f"{self.homes[seat]} watch {self.box(seat).name} --act --once --grace 0 --maildir {to}")
            if self.mails == before:
                return
        raise AssertionError("two programs answer one another without an end")

    @property
    def mails(self) -> int:
        """How many mails there have been."""
        return self.lost + len([*self.shell.place.glob("*-mail/new/*")])

    def mover(self) -> str:
        """The seat that owes something; "" when the game is over."""
        owed = {seat: self(f"{home} status --json") for seat, home in self.homes.items()}
        return next((seat for seat, said in owed.items() if '"mine": true' in said), "")

    def sit(self, seat: str) -> None:
        """A person decides, sends and prepares for as long as it is theirs."""
        turns, orders = [self.moment(seat)], 0
        while self.mover() == seat:
            orders += self.decide(seat)
            self.programs()
        turns.append(self.moment(seat))
        self.evenings += 1
        name = {"ann": "Ann", "carl": "Carl"}.get(self.homes[seat], "Ben")
        turn = " to ".join(dict.fromkeys(turns))
        self.page += [f"{self.day} March, {turn}: {name} gives {orders} orders.", ""]

    def decide(self, seat: str) -> int:
        """What a person orders until the pen passes, sent; how many orders."""
        home, other = self.homes[seat], OTHER[seat]
        folder = Home(self.shell.place / home)
        orders = advised(games.open_session(games.choose(folder), unlock(folder, "")))
        (self.shell.place / "orders.txt").write_text("\n".join(orders) + "\n", encoding="utf-8")
        if orders:
            self(f"{home} do --file orders.txt")
        box = self.box(other).name
        self(f"{home} send --maildir {box} --to {other}@example.org --from {seat}@example.org")
        self(f"{home} standing draft --again")
        return len(orders)

    def moment(self, seat: str) -> str:
        """The turn, as a status says it."""
        return self(f"{self.homes[seat]} status").splitlines()[1].partition(",")[0].lower()

    def passed(self) -> None:
        """A day; nobody plays at a weekend."""
        days = 3 if self.day % 7 == _FRIDAY else 1
        self.shell.run(f"sleep {days}d")
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


def handed(month: Month, to: str) -> None:
    """Ben's seat goes to another home, which has the game from then on."""
    month.scene(to)
    month.homes["ben"] = to
    month.mailbox("ben")


def holiday(month: Month) -> None:
    """Ann is away for five days, said beforehand."""
    last = month.day + 5
    month.scene("holiday", first=f"2026-03-{month.day + 1:02d}", last=f"2026-03-{last:02d}")
    while month.day <= last:
        month.evening(away="ann")


def lost(month: Month) -> None:
    """A turn of Ben's comes, and goes with Ann's mailbox before her program has read it."""
    month.decide("ben")
    month.lost = len([*(month.box("ann") / "new").iterdir()])
    shutil.rmtree(month.box("ann"))
    month.mailbox("ann")
    month.passed()
    month.scene("lost")


def write(place: Path) -> str:
    """The page. Raises AssertionError where the game does not come to its end."""
    month = Month(Shell(place, "month", "all"))
    month.shell.run("sleep 1d")
    for seat in month.homes:
        month.mailbox(seat)
    month.scene("begins")
    happens = [
        (6, lambda: handed(month, "laptop")), (10, lambda: holiday(month)),
        (18, lambda: lost(month)), (23, lambda: handed(month, "carl")),
    ]  # fmt: skip
    while month.evening():
        if happens and month.day >= happens[0][0] and month.mover() == "ben":
            happens.pop(0)[1]()
    assert not happens, happens
    month.scene("ends")
    head = SCENES["head"].format(mails=month.mails, evenings=month.evenings, days=month.day - 2)
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

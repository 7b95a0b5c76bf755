"""Writes one turn of June 6 between two programs that act: every screen that a person saw, and what went by itself.

    PYTHONPATH=.:rules:tests python -m tests.tools.build_few_sittings

Both people have the usual sheet and have plans drafted at the end of each sitting; what they decide is what the game's own
player would. Every mail is real and lies in a Maildir; dice and keys are the same in every run.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests")]

from acting.desk import Desk, begin, decide_all  # noqa: E402  # the desk of the tests
from home.table import Player, Said  # noqa: E402

WALK = ROOT / "examples" / "few-sittings"
_MOST = 400
SEED = "few-sittings"
"""The keys and dice of the turn (:func:`home.table.same`)."""
_HEAD = """# One turn of June 6 in {sittings} sittings

Ann (Allied) and Ben (German) play the landings by mail. Both have typed `pbem standing usual` once, and
their programs act (`pbem watch --act`; here without the ten minutes of grace). At the end of each sitting
they let `pbem standing draft` write a plan for every marker. {mails} mails went to and fro in this turn; a person
decided before {decided} of them, in {sittings} sittings. What a person decides is what the game's own player would.
Written by `python -m tests.tools.build_few_sittings`.
"""


class Walk:
    """The turn as it is written down."""

    def __init__(self, place: Path) -> None:
        self.place, self.lines, self.sittings, self.decided = place, [""], 0, 0
        self.last: Player | None = None

    def shown(self, words: str, said: Said) -> None:
        """A command and what it printed, without what differs from one machine to another."""
        text = re.sub(re.escape(str(self.place)) + "/?", "", said.sentences)
        text = re.sub(r"\b[0-9a-f]{16}\b", "0123456789abcdef", re.sub(r"\d+ bytes", "# bytes", text))
        self.lines += ["```console", f"$ pbem {words}", *text.rstrip().splitlines(), "```", ""]

    def sit(self, desk: Desk, player: Player) -> None:
        """A person looks, decides, sends, and has plans drafted."""
        if self.last is not player:
            self.sittings += 1
            self.lines += [f"## Sitting {self.sittings}: {player.name}", ""]
        self.last = player
        self.shown("status", player("status"))
        count = decide_all(player)
        self.decided += 1
        self.lines += [f"{player.name} decides: {count} order{'' if count == 1 else 's'}.", ""]
        before = desk.count()
        desk.send(player)
        assert desk.count() == before + 1
        self.shown("standing draft --again", player("standing", "draft", "--again"))

    def programs(self, desk: Desk) -> bool:
        """Both programs look once; whether either wrote."""
        before = desk.count()
        for player in (desk.ann, desk.ben):
            said = desk.act(player, "--grace", 0)
            assert said.code == 0, said
            told = [line for line in said.sentences.splitlines() if "yours to do" in line]
            if told:
                self.lines += [
                    f"{player.name}'s program says:",
                    "",
                    *(f"> {each.partition(': ')[2]}" for each in told),
                    "",
                ]
        return desk.count() != before


def write(place: Path) -> str:
    """The walk. Raises AssertionError where it does not come to the end of the turn."""
    desk, walk = begin(place, "june6"), Walk(place)
    for player in (desk.ann, desk.ben):
        assert player("standing", "usual").code == 0
    for _ in range(_MOST):
        if walk.programs(desk):
            continue
        mover = desk.mover()
        if "Turn 2" in mover("status").out:
            head = _HEAD.format(sittings=walk.sittings, mails=desk.count(), decided=walk.decided)
            return head + "\n".join(walk.lines)
        walk.sit(desk, mover)
    raise AssertionError("the turn came to no end")


def main() -> None:
    """Write the example."""
    os.environ["PYTEST_CURRENT_TEST"] = SEED
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        try:
            text = write(Path(place))
        finally:
            os.chdir(here)
    WALK.mkdir(exist_ok=True)
    (WALK / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

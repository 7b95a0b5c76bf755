"""How many mails a game takes, and who has to write them.

    python -m tests.tools.count_mails play --scenario landings --seeds 1,2,3    games that are really played
    python -m tests.tools.count_mails table                                     the table of the manual, written anew

A mail is a bundle: what one side signs before the pen passes. One without a decision of a person in it (answers to rolls,
openings, requests, answers of standing orders) a program can write and send. ``play`` counts games that are really played,
by the demonstration player, with signatures and both sides verifying. Two things are models, counted on logs of other games:
"roll by roll" (every die or marker that the rules let somebody roll is an exchange of two mails, every hand-over that no
roll asks for a mail, as it is with us), and on recorded games what standing orders would answer (every decision that a sheet
can speak of).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import click
from attrs import define, field, frozen

from pbem.bytes.canon import Json
from pbem.games.driver import kinds
from pbem.home.standing import answers
from pbem.log.entries import PROTOCOL
from pbem.port.game import Demand, Ruleset
from pbem.replay.fold import Happened
from pbem.replay.table import owed
from pbem.replay.verify import Reading, read
from pbem_rules.shared import game as shared
from tests.standing.test_lines import full
from tests.tools.count_sittings import sit_down

DECISIONS = ("choice", "conceal")
_ONE_BY_ONE = ("bombardment", "barrage", "surrender", "attrition", "ambush")
"""Rolls in which pbem throws the dice of several units or missions at once; a game by hand throws them one by one."""


@frozen(kw_only=True)
class Mail:
    """One bundle: its seat and turn, and the decisions of a person and of standing orders in it.

    ``answers``: a roll of the other side is answered in it; ``asks``: it leaves a roll asked for.
    """

    seat: str
    turn: int
    person: int
    standing: int
    answers: bool
    asks: bool


@define(kw_only=True)
class Count:
    """The mails of a game of so many turns; ``rolls`` are those of the same game by hand, ``seats`` Allied and German."""

    turns: int = 0
    seats: str = "AB"
    mails: list[Mail] = field(factory=list)
    rolls: int = 0
    verdict: str = ""

    def decided(self, *, sheets: bool, seat: str = "AB") -> int:
        """Mails with a decision of a person in them, with or without standing orders."""
        return sum(m.seat in seat and m.person + (0 if sheets else m.standing) > 0 for m in self.mails)

    def roll_by_roll(self) -> int:
        """The model: two mails for each roll, and one for each hand-over that no roll has asked for."""
        return 2 * self.rolls + sum(not mail.answers and not mail.asks for mail in self.mails)

    def row(self, *, sheets: bool) -> dict[str, Json]:
        """Whole mails a turn: of both sides, without a decision, with one (and of each side), by hand."""
        a, b = (self.decided(sheets=sheets, seat=seat) for seat in self.seats)
        figures = {
            "mails": len(self.mails),
            "undecided": len(self.mails) - a - b,
            "decided": a + b,
            "allied": a,
            "german": b,
            "rolls": self.rolls,
            "roll_by_roll": self.roll_by_roll(),
        }
        return {"turns": self.turns, **{name: round(each / self.turns) for name, each in figures.items()}}


def together(counts: Sequence[Count]) -> Count:
    """Several games as one long one."""
    return Count(
        turns=sum(each.turns for each in counts),
        seats=counts[0].seats,
        mails=[mail for each in counts for mail in each.mails],
        rolls=sum(each.rolls for each in counts),
        verdict=" ".join(dict.fromkeys(each.verdict for each in counts)),
    )


# --- counting a log ---------------------------------------------------------------------------------------------------


def count(data: bytes, standing: frozenset[int] | None = None) -> Count:
    """The mails of a whole log. ``standing``: the entries that standing orders gave; None: all that a sheet could give."""
    trail: list[Happened[object]] = []
    found = read(data, watch=trail.append)
    given = _could_be_given(found, trail) if standing is None else standing
    counted, names, first = Count(verdict=found.verdict.verdict), dict[int, str](), 0
    for bundle in found.log.bundles:
        inside = trail[first : bundle.header.last + 1]
        first = bundle.header.last + 1
        for each in inside:
            if each.kind == "req":
                names[int(str(each.obj["j"]))] = str(each.obj["why"]).partition("/")[0]
            dice = each.obj.get("dice")
            if isinstance(dice, list) and each.kind in ("rsp", "open"):
                counted.rolls += len(dice) if names[int(str(each.obj["j"]))] in _ONE_BY_ONE else 1
        counted.mails.append(_mail(found, inside, given))
    counted.turns = len({mail.turn for mail in counted.mails})
    if found.game.rules.sides[0] == "german":
        counted.seats = "BA"
    return counted


def _could_be_given(found: Reading[object], trail: Sequence[Happened[object]]) -> frozenset[int]:
    """The decisions of which a game's own sheet of standing orders can speak."""
    could = set[int]()
    for before, after in pairwise(trail):
        due = owed(before.position)
        decided = due.what in DECISIONS and due.demand is not None
        if decided and _speaks(found.game.rules, before.position.game, due.demand):
            could.add(after.entry)
    return frozenset(could)


def _speaks(rules: Ruleset[object], state: object, demand: Demand) -> bool:
    asked = {*kinds(demand)}
    own = isinstance(rules, shared.Game) and rules.parts.standing is not None
    return own and bool(asked) and bool(asked & {*rules.standing_words(state, demand.side)})  # type: ignore[attr-defined]


def _mail(found: Reading[object], inside: list[Happened[object]], standing: frozenset[int]) -> Mail:
    rules, last = found.game.rules, inside[-1]
    pending = last.position.table.pending
    decisions = [each.entry for each in inside if each.kind == "seal" or not PROTOCOL.knows(each.kind)]
    given = sum(entry in standing for entry in decisions)
    return Mail(
        seat=last.seat,
        turn=rules.moment(inside[0].position.game).turn,
        person=len(decisions) - given,
        standing=given,
        answers=any(each.kind == "rsp" for each in inside),
        asks=pending is not None and pending.by == last.seat,
    )


# --- a game played for it ---------------------------------------------------------------------------------------------


def play(scenario: str, seed: int) -> tuple[bytes, frozenset[int]]:
    """A game of June 6 to its end with full lines on both sides: its log, and the entries that the lines gave."""
    seats = sit_down("june6", scenario, seed)
    given: set[int] = set()
    while seats["A"].owed.what:
        mover, waiter = ("A", "B") if seats["A"].owed.seat == "A" else ("B", "A")
        session = seats[mover].automatic()
        while session.mine:
            rules, before = session.game.rules, session.position.count
            answered = answers.by_kind(session, full(session.side), answers.mixing(session)).action
            if answered is not None:
                given.add(before)
            advice = answered or rules.advise(
                session.position.game, session.side, session.vault.secrets, seed
            )
            session = session.order(advice).automatic()
        seats[mover], bundle = session.sealed()
        seats[waiter] = seats[waiter].receive(bundle)
    return seats["A"].log.encode(), frozenset(given)


RECORDED = {
    "campaign, 13 turns, recorded": "campaign/campaign.pbem",
    "landings, recorded": "landings/campaign.pbem",
    "Herbstnebel, 8 turns, recorded": "darkdecember/campaign.pbem",
    "Bloody Omaha, 14 turns, recorded": "normandy/campaign.pbem",
}
ROOT = Path(__file__).resolve().parents[2]
PLAYED = ROOT / "tests" / "standing" / "mails.json"
PAGE = ROOT / "pbem" / "manual" / "en" / "few-mails.md"
SPANISH_PAGE = PAGE.parents[1] / "es" / PAGE.name
BEGIN, END = "<!-- mails: python -m tests.tools.count_mails table -->\n", "<!-- /mails -->\n"


# --- tables -----------------------------------------------------------------------------------------------------------


def line(name: str, row: Mapping[str, Json]) -> str:
    """A row of the table."""
    words = [f"{row[key]}" for key in ("rolls", "roll_by_roll", "mails", "undecided", "decided")]
    return f"| {name} | {' | '.join(words)} ({row['allied']} + {row['german']}) |\n"


def recorded_lines() -> list[str]:
    """The rows of the recorded games: as they were played, and with standing orders as a model."""
    found = []
    for name, file in RECORDED.items():
        counted = count((ROOT / "examples" / file).read_bytes())
        found.append(line(name, counted.row(sheets=False)))
        found.append(line("the same with standing orders (model)", counted.row(sheets=True)))
    return found


def table() -> str:
    """The table as it stands in the manual."""
    head = (
        "| in a turn of | rolls | mails roll by roll (model) | mails | without a decision "
        "| with a person's decision (Allied + German) |\n|---|---|---|---|---|---|\n"
    )
    played = json.loads(PLAYED.read_text(encoding="utf-8"))
    rows = [line(f"{game}: {name}", row) for game, rows in played.items() for name, row in rows.items()]
    return head + "".join((*recorded_lines(), *rows))


# --- the command ------------------------------------------------------------------------------------------------------


@click.group()
def main() -> None:
    """Count mails."""


@main.command("play")
@click.option("--scenario", default="landings")
@click.option("--seeds", default="1")
@click.option("--keep", is_flag=True, help="Keep the rows for the manual.")
def of_play(scenario: str, seeds: str, keep: bool) -> None:
    """Games of the scenario, a row without orders in advance and one with them."""
    kept = json.loads(PLAYED.read_text(encoding="utf-8")) if PLAYED.exists() else {}
    many = len(seeds.split(","))
    rows = kept.setdefault(f"{scenario}, {many} {'game' if many == 1 else 'games'}", {})
    games = [play(scenario, int(seed)) for seed in seeds.split(",")]
    found = together([count(data, given) for data, given in games])
    rows["as printed"] = found.row(sheets=False)
    rows["as printed, with standing orders"] = found.row(sheets=True)
    click.echo(json.dumps({"verdict": found.verdict, **found.row(sheets=True)}))
    if keep:
        PLAYED.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


@main.command("table")
def of_table() -> None:
    """Write the table of the manual anew, with the words of each language."""
    new = [line.split(" | ", 1) for line in table().splitlines(keepends=True)]
    for page in (PAGE, SPANISH_PAGE):
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        old, _, after = rest.partition(END)
        rows = [line.split(" | ", 1) for line in old.splitlines(keepends=True)]
        if page != PAGE and len(rows) == len(new):
            words = [mine[:1] if at > 1 else mine for at, mine in enumerate(rows)]
            kept = [[*mine, *numbers[len(mine) :]] for mine, numbers in zip(words, new, strict=True)]
        else:
            kept = new
        written = "".join(map(" | ".join, kept))
        page.write_text(before + BEGIN + written + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()

"""How many mails a game takes, who has to write them, and why.

    python -m tests.tools.count_mails log examples/campaign/campaign.pbem       what a recorded game cost, by cause
    python -m tests.tools.count_mails play --scenario landings --seed 1         a game under several agreements

A mail is a bundle: what one side signs before the pen passes. It needs no person when all of it is seeds, openings and
answers of standing orders. ``play`` counts games that are really played, by the demonstration player, with signatures and
both sides verifying, and prints a row for each agreement. Only "roll by roll" is a model, counted on the same log: every
die or marker that the rules let somebody roll is an exchange of two mails, and every hand-over that no roll asks for is a
mail, as it is with us.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import click
from attrs import define, field, frozen

from pbem import registry
from pbem.canon import Json
from pbem.crypto import Keypair
from pbem.desk.standing import standing_answer
from pbem.entries import PROTOCOL
from pbem.log import Log
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.vault import Entropy, Vault
from pbem.replay.fold import Happened
from pbem.replay.table import Owed, owed
from pbem.replay.verify import Reading, read
from pbem.ruleset import Choice
from tests.standing.sheets import FULL

DECISIONS = ("choice", "conceal")
_ONE_BY_ONE = ("bombardment", "barrage", "surrender", "attrition", "ambush")
"""Rolls in which pbem throws the dice of several units or missions at once; a game by hand throws them one by one."""


@frozen(kw_only=True)
class Mail:
    """One bundle: its seat and turn, the decisions of a person and of standing orders in it, and why the pen passed.

    ``answers``: a roll of the other side is answered in it; ``asks``: it leaves a roll asked for.
    """

    seat: str
    turn: int
    person: int
    standing: int
    cause: str
    answers: bool
    asks: bool


@define(kw_only=True)
class Count:
    """The mails of a game of so many turns; ``rolls`` are those of the same game by hand."""

    turns: int = 0
    mails: list[Mail] = field(factory=list)
    rolls: int = 0
    verdict: str = ""

    def decided(self) -> int:
        """Mails with a decision in them: what people must write when responders do the rest."""
        return sum(mail.person + mail.standing > 0 for mail in self.mails)

    def written(self) -> int:
        """Mails with a person's decision in them: what is left when responders follow standing orders too."""
        return sum(mail.person > 0 for mail in self.mails)

    def roll_by_roll(self) -> int:
        """The model: two mails for each roll, and one for each hand-over that no roll has asked for."""
        return 2 * self.rolls + sum(not mail.answers and not mail.asks for mail in self.mails)

    def causes(self) -> Counter[str]:
        """Mails by what made the pen pass."""
        return Counter(mail.cause for mail in self.mails)

    def row(self) -> dict[str, Json]:
        """Whole numbers: mails a turn of both sides together, and of these what a person writes."""
        figures = {
            "mails": len(self.mails),
            "decisions": self.decided(),
            "persons": self.written(),
            "rolls": self.roll_by_roll(),
        }
        return {"turns": self.turns, **{name: round(each / self.turns) for name, each in figures.items()}}


def cause_of(due: Owed, why: str) -> str:
    """What the pen passed for, in a word or two; ``why`` names the roll under way, if there is one."""
    match due.what:
        case "answer":
            return f"roll: {why.partition('/')[0]}"
        case "open" | "disclose":
            return f"opening: {'mode and die' if why else 'marker or orders'}"
        case "choice" | "conceal":
            kinds = due.demand.kinds if isinstance(due.demand, Choice) else ("secret order",)
            return f"decision: {kinds[0]}"
        case _:
            return due.what or "the end"


# --- counting a log ---------------------------------------------------------------------------------------------------


def count(data: bytes, standing: frozenset[int] = frozenset()) -> Count:
    """The mails of a whole log; ``standing`` are the entries that standing orders gave."""
    trail: list[Happened[object]] = []
    found = read(data, watch=trail.append)
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
        counted.mails.append(_mail(found, inside, standing))
    counted.turns = len({mail.turn for mail in counted.mails})
    return counted


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
        cause=cause_of(owed(rules, last.position), pending.why if pending is not None else ""),
        answers=any(each.kind == "rsp" for each in inside),
        asks=pending is not None and pending.by == last.seat,
    )


# --- a game played for it ---------------------------------------------------------------------------------------------


def _entropy(seed: str) -> Entropy:
    numbers = iter(range(100_000))
    return lambda size: sha256(f"{seed}/{next(numbers)}".encode()).digest()[:size]


def sit_down(scenario: str, options: Mapping[str, Json], seed: int) -> dict[str, Session]:
    """Both seats of a new game, A the first side of the game."""
    game = registry.load("june6")
    keys = [Keypair.from_seed(_entropy(f"{seed}/id/{who}")(32)) for who in "ab"]
    vaults = [Vault.fresh(_entropy(f"{seed}/{who}"), 8192) for who in "ab"]
    side = game.rules.sides[0]
    offer = genesis.invite(keys[0], "Ann", vaults[0], game, scenario=scenario, side=side, options=options)
    log = Log(invite=offer, accept=genesis.accept(keys[1], "Ben", vaults[1], offer))
    return {seat: Session.begin(game, log, vault) for seat, vault in zip("AB", vaults, strict=True)}


def play(
    scenario: str,
    options: Mapping[str, Json],
    seed: int,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
) -> tuple[bytes, frozenset[int]]:
    """A game to its end: its log, and the entries that the sheets gave (none: the player decides everything)."""
    seats = sit_down(scenario, options, seed)
    given: set[int] = set()
    while seats["A"].owed.what:
        mover, waiter = ("A", "B") if seats["A"].owed.seat == "A" else ("B", "A")
        session = seats[mover].automatic()
        while session.mine:
            rules, before = session.game.rules, session.position.count
            answered = standing_answer(session, sheets[session.side]).action if sheets else None
            if answered is not None:
                given.add(before)
            advice = answered or rules.advise(
                session.position.game, session.side, session.vault.secrets, seed
            )
            session = session.order(advice).automatic()
        seats[mover], bundle = session.sealed()
        seats[waiter] = seats[waiter].receive(bundle)
    return seats["A"].log.encode(), frozenset(given)


AGREEMENTS: Mapping[str, tuple[dict[str, Json], bool]] = {
    "as printed": ({}, False),
    "as printed, private standing orders": ({}, True),
    "sealed standing orders": ({"standing": "sealed"}, True),
    "modes sealed in advance": ({"modes": "advance"}, False),
    "both sealed": ({"modes": "advance", "standing": "sealed"}, True),
}
"""Options of the game, and whether both sides have a full sheet."""


# --- the command ------------------------------------------------------------------------------------------------------


@click.group()
def main() -> None:
    """Count mails."""


@main.command("log")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
def of_log(file: Path) -> None:
    """What a recorded game cost, by cause."""
    found = count(file.read_bytes())
    click.echo(json.dumps({"verdict": found.verdict, "mails": len(found.mails), **found.row()}))
    for name, number in found.causes().most_common():
        click.echo(f"{number:6} {100 * number / len(found.mails):5.1f} %  {name}")


@main.command("play")
@click.option("--scenario", default="landings")
@click.option("--seed", default=1)
def of_play(scenario: str, seed: int) -> None:
    """A game of the scenario under each agreement, a row each."""
    for name, (options, full) in AGREEMENTS.items():
        data, given = play(scenario, options, seed, FULL if full else None)
        found = count(data, given)
        click.echo(json.dumps({"agreement": name, "verdict": found.verdict, **found.row()}))


if __name__ == "__main__":
    main()

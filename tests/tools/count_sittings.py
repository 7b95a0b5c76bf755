"""How often two people have to sit down for a turn, and how many mails it takes: counted in games that are really played.

    python -m tests.tools.count_sittings play june6 --scenario landings --seed 1 --keep     one game, by every way
    python -m tests.tools.count_sittings table                                             the table of the manual, anew

Two sessions play in memory, with signatures, each checking the other. What a program writes by itself is written by
:func:`pbem.home.standing.going_on.go_on`, which ``pbem watch --act`` runs; what it leaves to a person the game's
own player decides. What a sitting is says :mod:`pbem.dev.sittings`, with which `pbem demo` plays and counts, too.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click
from attrs import field, frozen

from pbem.bytes.canon import Json
from pbem.dev.sittings import Mail, decides, row, sittings, usual, written
from pbem.games import game_cards, registry
from pbem.home.standing import preparing
from pbem.home.standing.kept import EMPTY, Standing
from pbem.port.game import Secrets
from pbem.port.standing import TakesStanding
from pbem.protocol.session import Session
from tests.protocol.conftest import begin

ROOT = Path(__file__).resolve().parents[2]
PLAYED = ROOT / "tests" / "standing" / "sittings.json"
PAGES = {each: ROOT / "pbem" / "manual" / each / "few-mails.md" for each in ("en", "es")}
BEGIN, END = "<!-- sittings: python -m tests.tools.count_sittings table -->\n", "<!-- /sittings -->\n"
__all__ = ["Mail", "counted", "kept", "sittings", "table"]
WAYS = ("by hand", "service", "service and usual sheet", "and plans")
Told = Callable[[str, int, Sequence[str]], None]


def _silent(_seat: str, _turn: int, _why: Sequence[str]) -> None:
    """Nobody listens."""


@frozen(kw_only=True)
class Played:
    """The mails of a game, in their order, and the log of each seat at the end."""

    mails: tuple[Mail, ...]
    logs: Mapping[str, bytes] = field(repr=False)

    @property
    def turns(self) -> int:
        """How many turns of the game were begun."""
        return len({mail.turn for mail in self.mails})

    def row(self, *, hand: bool = False) -> dict[str, Json]:
        """Turns, and in all of them mails, mails with a decision, and sittings."""
        return row(self.mails, hand=hand)


def sit_down(name: str, scenario: str, seed: int) -> dict[str, Session]:
    """Both seats of a new game, A the first side."""
    pair = begin(str(seed), registry.load(name), scenario=scenario, lengths=(8192, 8192))
    return {"A": pair.a, "B": pair.b}


def play(name, scenario, seed, *, sheets, plans=False, turns=0, told=_silent):
    """A game between two programs and two people who only decide; to its end, or until ``turns`` turns are over.

    With ``plans`` each person lets the adviser draft one for every marker at the end of each sitting. ``told`` hears what
    each sitting was for.
    """
    seats, mails = sit_down(name, scenario, seed), list[Mail]()
    lasting = {seat: usual(session) if sheets else () for seat, session in seats.items()}
    lines = {seat: Standing(lines=some) for seat, some in lasting.items()}
    while what := seats["A"].owed.kind:
        mover, waiter = ("A", "B") if seats["A"].owed.seat == "A" else ("B", "A")
        begun = _turn(seats[mover])
        if turns and len({mail.turn for mail in mails} | {begun}) > turns:
            break
        turn, reasons = written(seats[mover], lines[mover], seed)
        session, asked, lines[mover] = turn.session, len(reasons), turn.standing
        if asked:
            told(mover, begun, reasons)
            if plans and preparing.outlook(session, EMPTY) is not None:
                lines[mover] = Standing(lines=(*lasting[mover], *preparing.drafted(session)))
        before = len(session.log.bundles)
        seats[mover], bundle = session.sealed()
        assert len(seats[mover].log.bundles) == before + 1, what
        seats[waiter] = seats[waiter].receive(bundle)
        mails.append(Mail(seat=mover, turn=begun, person=asked > 0, decided=decides(bundle)))
    return Played(mails=tuple(mails), logs={seat: session.log.encode() for seat, session in seats.items()})


def _turn(session: Session) -> int:
    return session.game.rules.moment(session.position.game).turn


def _occasions(session: Session) -> bool:
    rules = session.game.rules
    return isinstance(rules, TakesStanding) and bool(
        rules.standing_occasions(session.position.game, session.side, Secrets())
    )


def counted(name: str, scenario: str, seed: int, turns: int = 0) -> dict[str, dict[str, Json]]:
    """The row of each way; a game without plans has none for them. By hand and with the service it is the same game: the
    people decide alike.
    """
    plans = _occasions(sit_down(name, scenario, seed)["A"])
    ways = ((False, False), (True, False), *(((True, True),) if plans else ()))
    all_ = [play(name, scenario, seed, sheets=sheets, plans=with_, turns=turns) for sheets, with_ in ways]
    for played in all_:
        assert played.logs["A"] == played.logs["B"]
    return dict(zip(WAYS, (all_[0].row(hand=True), *(each.row() for each in all_)), strict=False))


_HEADS = {
    "en": "a turn of|turns counted|by hand|`pbem watch --act`|and `pbem standing usual`|and `pbem standing draft`",
    "es": "un turno de|turnos contados|a mano|`pbem watch --act`|y `pbem standing usual`|y `pbem standing draft`",
}


def table(language: str, rows: Mapping[str, Mapping[str, Mapping[str, Json]]]) -> str:
    """The table of a language: mails / mails with a decision / **sittings** in a turn, both people together."""
    heads = _HEADS[language].split("|")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for title, ways in rows.items():
        cells = [_cell(ways[way]) if way in ways else "–" for way in WAYS]
        lines.append(f"| {title} | {ways[WAYS[0]]['turns']} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(row: Mapping[str, Json]) -> str:
    mails, decided, sat = (_per_turn(row, key) for key in ("mails", "decided", "sittings"))
    return f"{mails} / {decided} / **{sat}**"


def _per_turn(row: Mapping[str, Json], key: str) -> str:
    each = row[key] / row["turns"]
    return f"{each:.0f}" if each >= 10 else f"{each:.1f}"  # a tenth matters where there are few


def kept() -> dict[str, dict[str, dict[str, Json]]]:
    """The rows that were counted."""
    if not PLAYED.exists():
        return {}
    return json.loads(PLAYED.read_text(encoding="utf-8"))


@click.group()
def main() -> None:
    """Count sittings."""


@main.command("play")
@click.argument("game")
@click.option("--scenario", required=True)
@click.option("--seed", type=int, default=1)
@click.option("--turns", type=int, default=0, help="Only so many turns; 0: to the end.")
@click.option("--keep", is_flag=True, help="Keep the row for the manual.")
def of_play(game: str, scenario: str, seed: int, turns: int, keep: bool) -> None:
    """One game by every way."""
    rules = registry.load(game)
    ways = counted(game, scenario, seed, turns)
    for way, found in ways.items():
        click.echo(f"{way}: {json.dumps(found)}")
    if keep:
        title = f"{rules.info.title}: {game_cards.cover(rules.info).titles.get(scenario, scenario)}"
        PLAYED.write_text(json.dumps({**kept(), title: ways}, indent=1) + "\n", encoding="utf-8")


@main.command("table")
def of_table() -> None:
    """Write the table of the manual anew, in each language."""
    for language, page in PAGES.items():
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        _, _, after = rest.partition(END)
        page.write_text(before + BEGIN + table(language, kept()) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()

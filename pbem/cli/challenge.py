"""``pbem challenge``: as a dealer, one chain of dice for everybody who enters; and ``pbem accept``."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.paths import typed
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.clock import now
from pbem.cli.files import write
from pbem.cli.scenario_options import options_option, pack_option, scenario_option, side_called, typed_options
from pbem.cli.words import Words
from pbem.games.self_play import Hotseat, advised
from pbem.home import dealt_challenges as challenges
from pbem.home.challenges import entries as dealing
from pbem.home.exchange import invitations
from pbem.home.exchange.invitations import Terms, Wanted
from pbem.papers import challenge as papers
from pbem.papers.challenge import Challenge
from pbem.port.messages import Message
from pbem.view.markup import clean

_OUT = click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it.")
_MOST = 5000
"""So many steps of a rehearsal show whether the dealer's seat has anything to do."""


@click.group(cls=Words, invoke_without_command=True, later={"compare": "Compare the entries of a challenge."})
@home_options
@click.pass_context
def challenge(context: click.Context) -> None:
    """As a dealer: one chain of dice for everybody who enters, and a signed file from which they begin. Alone, it lists the
    challenges of this home and makes none.

    \b
    Examples:
      pbem challenge
      pbem challenge status autumn
    """
    if context.invoked_subcommand is None:
        _list()


@challenge.command(short_help="Make a challenge: a chain of dice and the file to publish.")
@click.argument("name")
@click.argument("game")
@scenario_option
@click.option(
    "--side",
    type=side_called,
    default="",
    metavar="SIDE",
    help="Which side entrants play (else the game's first).",
)
@options_option
@pack_option
@click.option("--rules", default="", metavar="VERSION", help="Play under an older version of the rules.")
@click.option(
    "--terms",
    required=True,
    metavar="TEXT",
    help="Who may enter, and how entries are ranked, in a line or two.",
)
@click.option("--closes", default="", metavar="DAY", help="The last day of entries, as in 2026-12-01.")
@_OUT
@home_options
def new(  # noqa: PLR0913, PLR0917  # a challenge pins that much
    name: str,
    game: str,
    scenario: str,
    side: str,
    options: tuple[str, ...],
    pack: Path | None,
    rules: str,
    terms: str,
    closes: str,
    out: Path | None,
) -> None:
    """Make the challenge NAME: a new chain of dice, and the signed file that says what is played with it and on which terms.

    Everybody enters from that file (pbem accept FILE). You join each of them once, and answer their rolls.

    \b
    Example:
      pbem challenge new autumn pegasus --closes 2026-12-01 --terms "Anybody may enter. Best score wins."
    """
    known = setting()
    chosen = typed_options(options)
    wanted = Wanted(game=game, scenario=scenario, side=side, options=chosen, pack=pack, rules=rules)
    agreed = invitations.asked_for(known.home, wanted)
    _check_dealer(agreed)
    paper = challenges.make(
        known.home,
        known.unlocked(),
        agreed.game,
        name=name,
        scenario=agreed.scenario,
        side=agreed.side,
        options=agreed.options,
        text=terms,
        closes=closes,
        entropy=known.entropy,
    )
    _publish(paper, out)
    output.talk("Keep this home, and a backup of it: anybody who has the chain knows the dice.")


def _check_dealer(terms: Terms) -> None:
    """Raises UsageError ``dealer-plays`` when the other seat has anything to do but answer: who deals knows every die."""
    rehearsal = Hotseat.start(terms.game.rules, terms.scenario, terms.options, 1)
    for _ in range(_MOST):
        owed = rehearsal.owed
        if owed is None:
            return
        if owed.side != terms.side:
            raise UsageError.of(
                "dealer-plays",
                "In {title}, {scenario}, {side} plays, too: the person who deals the dice would know them.",
                title=terms.game.info.title,
                scenario=terms.scenario,
                side=owed.side,
                hint="A challenge needs a game for one, with a seat that only answers, such as pegasus.",
            )
        rehearsal.step(advised)


@challenge.command(name="file", short_help="Write the file of a challenge once more.")
@click.argument("name", default="")
@_OUT
@home_options
def file_(name: str, out: Path | None) -> None:
    """Write the file to publish once more; without NAME, that of the only challenge.

    \b
    Example:
      pbem challenge file autumn
    """
    _publish(challenges.named(setting().home, name), out)


@challenge.command(name="list", short_help="The challenges that this home deals.")
@home_options
def list_() -> None:
    """List the challenges of this home: what is played, how many have entered, and what you owe.

    \b
    Example:
      pbem challenge list
    """
    _list()


@challenge.command(name="status", short_help="Who has entered, how far each is, and what you owe.")
@click.argument("name", default="")
@json_option
@home_options
def status_(name: str, as_json: bool) -> None:
    """List everybody who has entered: on which day, how far they are, and what is owed by whom; without NAME, of the only
    challenge.

    \b
    Example:
      pbem challenge status autumn
    """
    home = setting().home
    paper = challenges.named(home, name)
    found = dealing.entries(home, paper, now())
    if as_json:
        output.data_json(
            {"challenge": paper.tip, "name": paper.name, "entries": [each.json() for each in found]}
        )
        return
    output.data(_headline(paper, len(found)))
    output.data("Terms: {clean}", clean=clean(paper.text, papers.MAX_TEXT))
    for each in found:
        output.data_all(each.lines())
    done = sum(not each.status.owed_by for each in found)
    owing = [each for each in found if each.status.mine]
    owed = Message("you owe an answer in {n} of them", n=len(owing)) if owing else Message("you owe nothing")
    output.talk("{done} finished, {len} under way; {owed}.", done=done, len=len(found) - done, owed=owed)
    if done > 1:
        output.talk(
            "Next: ask for their logs, or take yours, and rank them: pbem challenge compare CHALLENGE FILE FILE"
        )


def _list() -> None:
    home = setting().home
    found = challenges.known(home)
    for _, paper in found:
        output.data(_headline(paper, len(dealing.entries(home, paper, now()))))
    if found:
        output.talk("Next: pbem challenge status {name}", name=found[0][1].name)
    else:
        output.talk("This home deals no challenge.")
        output.talk("Next: pbem challenge new NAME GAME --terms TEXT")


def _headline(paper: Challenge, count: int) -> str:
    closes = Message(", entries until {closes}", closes=paper.closes) if paper.closes else ""
    entries = Message("1 entry") if count == 1 else Message("{count} entries", count=count)
    return Message(
        "{name}: {about}; chain {tip}{closes}; {entries}.",
        name=paper.name,
        about=papers.about(paper),
        tip=paper.tip[:16],
        closes=closes,
        entries=entries,
    )


def _publish(paper: Challenge, out: Path | None) -> None:
    place = out or Path(f"challenge-{paper.name}.pbem")
    write(place, challenges.file_of(paper))
    output.talk_all(papers.finding(paper).lines)
    output.talk(
        "Wrote {shown}: publish it. A player who wants to enter types: pbem accept {shown}",
        shown=typed(place),
    )


COMMAND = challenge

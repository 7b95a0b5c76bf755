"""The referee's clause at the command line: how an invitation names one, and how the invited player agrees."""

from __future__ import annotations

import click
from click.core import ParameterSource
from click.decorators import FC

from pbem.bytes.errors import UsageError
from pbem.cli import output, questions
from pbem.cli.app import setting
from pbem.home.exchange import invitations
from pbem.home.identity import Identity
from pbem.home.rulings import clause as clauses
from pbem.log import Clause
from pbem.log.clause import DECIDES, LOSES, MAX_DAYS
from pbem.port.messages import Message
from pbem.view.markup import clean

_OPTIONS = (
    click.option(
        "--referee",
        default="",
        metavar="KEY-OR-NAME",
        help="Bind both of you to a referee: the 64 digits of `pbem referee key`, or a name of `pbem identity people`.",
    ),
    click.option(
        "--referee-days",
        type=click.IntRange(1, MAX_DAYS),
        default=clauses.DAYS,
        show_default=True,
        metavar="N",
        help="After so many days of silence a player may turn to the referee.",
    ),
    click.option(
        "--silence",
        type=click.Choice((LOSES, DECIDES)),
        default=DECIDES,
        show_default=True,
        help="What follows then: the silent side loses, or the referee decides.",
    ),
)


def clause_options(function: FC) -> FC:
    """The options of a command that invites."""
    for each in reversed(_OPTIONS):
        function = each(function)
    return function


def clause_of(identity: Identity, word: str, days: int, silence: str) -> Clause | None:
    """The clause that was typed; None for no referee. Raises UsageError ``no-referee`` for days or silence without one."""
    if word:
        return clauses.clause_of(setting().home, identity, word, days, silence)
    if _given("referee_days", "silence"):
        raise UsageError.of(
            "no-referee", "--referee-days and --silence need a referee.", hint="Add --referee KEY-OR-NAME"
        )
    return None


def told_clause(identity: Identity, clause: Clause | None) -> None:
    """Say to whom an invitation binds both."""
    if clause is not None:
        output.talk(clauses.sentence(clause, clauses.who(setting().home, identity, clause.key)))


def _given(*names: str) -> bool:
    """Whether any of these options was typed."""
    context = click.get_current_context()
    return any(context.get_parameter_source(each) is ParameterSource.COMMANDLINE for each in names)


def agreed_referee(identity: Identity, lines: bytes, *, yes: bool) -> None:
    """Show the referee to whom an invitation binds both, and ask: who accepts is bound to every ruling.

    Raises UsageError ``declined``, and ``referee-unseen`` where nobody can be asked.
    """
    home, offer = setting().home, invitations.read_invitation(lines)
    if offer.referee is None or invitations.joined(home, offer):
        return
    inviter = clean(offer.seat.who, 64)
    name = clauses.who(home, identity, offer.referee.key)
    if name == "you":
        raise UsageError.of(
            "own-referee",
            "{inviter} names you as the referee: nobody judges their own game.",
            inviter=inviter,
            hint="Ask {inviter} for an invitation with another referee, or with none.",
        )
    output.talk(
        "{inviter} binds both of you to a referee. {sentence}",
        inviter=inviter,
        sentence=clauses.sentence(offer.referee, name),
    )
    output.talk(
        "A ruling joins the game like a turn: neither of you can refuse it. Compare the code with the referee by voice."
    )
    if yes:
        return
    if not output.can_ask():
        raise UsageError.of(
            "referee-unseen",
            "Who accepts is bound to this referee; say that you have read it.",
            hint="Add --yes",
        )
    if not questions.agreed(Message("Do you agree to this referee?"), default=True):
        raise UsageError.of(
            "declined",
            "Nothing was accepted.",
            inviter=inviter,
            hint="Ask {inviter} for a game without this referee.",
        )

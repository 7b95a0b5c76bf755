"""``pbem audit``: dice, luck and secrets of a log."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pbem.audit.chances import ALARM
from pbem.audit.report import Audit, CommitmentCount
from pbem.bytes.canon import Json
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.log_lines import film_of, verdict_lines
from pbem.home import verdict_sentence
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.papers import evidence, results
from pbem.home.viewing import luck
from pbem.home.viewing.audited import audited
from pbem.port.messages import Message, Series, counted, spelled

_SHOWN_TESTS = 6


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--paper",
    type=click.Path(path_type=Path),
    metavar="RESULT",
    help="A signed resignation or agreement whose vaults are open.",
)
@json_option
@home_options
def audit(file: Path | None, paper: Path | None, as_json: bool) -> None:
    """Audit a log: was every secret what it was said to be, were the dice fair, and who was lucky, when and by which rolls.

    Without FILE, the game of this home. Best at the end, when both sides have opened their keys: before that what nobody has
    shown yet cannot be checked. A game that ended early opens its keys on the signed paper (--paper). Exit code 3 when the
    log does not hold, or a secret hides what the rules do not allow.

    \b
    Examples:
      pbem audit campaign.pbem
      pbem audit campaign.pbem --paper result-52cc5c01.pbem
    """
    name, film = film_of(file, draft=False)
    paper = None if paper is None else kept_papers.anywhere(setting().home, paper)
    found = audited(film, results.vaults(paper, film.log) if paper is not None else None)
    if as_json:
        output.data_json({**verdict_sentence.as_json(film.verdict, name), "audit": _json(found)})
    else:
        about = name if isinstance(name, Message) else Path(name)
        told = evidence.told_of_refusals(film, setting().folder() if file is None else None)
        refusals = (
            ("", Message("Refusals: {n}.", n=len(told)), *(Message("  {told}", told=each) for each in told))
            if told
            else ()
        )
        for line in (*verdict_lines(about, film.verdict), "", *_told(found), *refusals):
            output.data(line)
    if film.verdict.fault is not None or any(each.standing == "illegal" for each in found.commitments.hidden):
        sys.exit(3)


def _told(found: Audit) -> Iterator[str]:
    yield from _secrets(found.commitments)
    yield ""
    yield from _dice(found)
    yield ""
    yield from luck.told(found.luck)


def _secrets(commitments: CommitmentCount) -> Iterator[str]:
    yield Message(
        "Secrets: {sealed} commitments, {opened} opened and true, {hidden} never opened.",
        sealed=commitments.sealed,
        opened=commitments.opened,
        hidden=len(commitments.hidden),
    )
    yield (
        Message("  Keys opened at the end: {keys}.", keys=Series(map(spelled, commitments.keys)))
        if commitments.keys
        else Message("  No side has opened its key yet: what was never opened cannot be recomputed.")
    )
    shut: dict[str, list[str]] = {}
    for each in commitments.hidden:
        match each.standing:
            case "found":
                yield Message(
                    "  {label} of {side} hid {value!r}: allowed.",
                    label=each.label,
                    side=each.side,
                    value=each.value,
                )
            case "illegal":
                yield Message(
                    "  {bad} {label} of {side} hides nothing that the rules allow.",
                    bad=output.bad(Message("ILLEGAL")),
                    label=each.label,
                    side=each.side,
                )
            case _:
                shut.setdefault(each.side, []).append(each.label)
    for side, labels in shut.items():
        what = (
            Message("{first} to {last}", first=labels[0], last=labels[-1])
            if len(labels) > 2
            else Series(labels, Message(" and "))
        )
        yield Message(
            "  {n} of {side} cannot be found out{yet}: {what}.",
            n=len(labels),
            side=side,
            yet="" if side in commitments.keys else Message(" yet"),
            what=what,
        )


def _dice(found: Audit) -> Iterator[str]:
    tests = found.tests.tests
    yield Message(
        "Dice: {dice} in {rolls}, {tests} by who asked and what die.",
        dice=counted(found.dice, "{n} die or draw", "{n} dice and draws"),
        rolls=counted(found.rolls, "{n} roll", "{n} rolls"),
        tests=counted(len(tests), "{n} test", "{n} tests"),
    )
    if not tests:
        yield Message("  Too few dice to test anything.")
        return
    alarms = found.tests.alarms
    yield (
        Message(
            "  {bad}: honest dice would raise an alarm in {alarm:.0%} of logs, and this log does:",
            bad=output.bad(Message("Odd")),
            alarm=ALARM,
        )
        if alarms
        else Message(
            "  Nothing odd. (Honest dice raise an alarm in at most {alarm:.0%} of logs, all tests together.)",
            alarm=ALARM,
        )
    )
    for test in alarms or [test for test, _ in tests[:_SHOWN_TESTS]]:
        yield Message(
            "    {of}: {test} over {count} dice, {chance}",
            of=test.of,
            test=test.test,
            count=test.count,
            chance=Message("so odd or odder in {n:.2g} of 100 honest logs", n=100 * test.p),
        )


def _json(found: Audit) -> dict[str, Json]:
    tests: list[Json] = [
        {
            "of": test.of,
            "test": test.test,
            "dice": test.count,
            "p_ppm": round(test.p * 1_000_000),
            "alarm": alarm,
        }
        for test, alarm in found.tests.tests
    ]
    hidden: list[Json] = [
        {"side": each.side, "label": each.label, "standing": each.standing, "value": each.value}
        for each in found.commitments.hidden
    ]
    return {
        "rolls": found.rolls,
        "dice": found.dice,
        "tests": tests,
        "luck": luck.as_json(found.luck),
        "secrets": {
            "sealed": found.commitments.sealed,
            "opened": found.commitments.opened,
            "keys": list(found.commitments.keys),
            "hidden": hidden,
        },
    }


COMMAND = audit

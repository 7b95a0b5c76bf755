"""``pbem verify recheck``: old games under the rules of today."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.scenario_options import pack_option
from pbem.home import packs, verdict_sentence
from pbem.home.packs import installed
from pbem.home.papers import verdict as paper_verdict
from pbem.home.viewing import logs as looking
from pbem.port.messages import Message, counted
from pbem.replay.recheck import Rechecked, recheck
from pbem.replay.verdict import failing
from pbem.view.markup import clean

_MAX_FILES = 10_000


@click.command("recheck")
@click.argument("folder", type=click.Path(path_type=Path))
@pack_option
@json_option
@home_options
def recheck_(folder: Path, pack: Path | None, as_json: bool) -> None:
    """Play every game in FOLDER again under the rules installed now, and name the first entry that comes out otherwise.

    Turns, papers and invitations between the games are passed over. No game is changed: each keeps the rules that it began
    with or that both players agreed on since. You see what another version would make of it, and whether it still comes out
    under its own, when that is at hand. Exit code 3 when any game comes out otherwise than under the version it began with.

    \b
    Example:
      pbem verify recheck examples
    """
    files = _files(folder)
    home = setting().home
    chosen = installed.chosen(home, pack)
    differing = passed = torn = 0
    for file in files:
        name = shown(file)
        try:
            data = looking.data_of(file)
            if file != folder and paper_verdict.no_game(data):
                passed += 1
                continue
            found = recheck(data, chosen, packs.finder(home, chosen))
        except PbemError as error:
            differing += 1
            _unusable(name, error, as_json=as_json)
            continue
        differing += _otherwise(found)
        torn += found.tampered
        if as_json:
            output.data_json(_json(name, found))
        else:
            output.data(_line(name, found))
    if not as_json:
        changed = Message("{torn} of them tampered with or damaged", torn=torn) if torn else ""
        told = Message(
            "{differing} come out otherwise{tail}",
            differing=differing,
            tail=Message(", {changed}", changed=changed) if changed else "",
        )
        output.data(counted(len(files) - passed, "{n} game, {told}.", "{n} games, {told}.", told=told))
    if passed:
        output.talk(
            "Passed over, since they hold no game but a turn, a paper or an invitation: {passed} of the files.",
            passed=passed,
        )
    if differing:
        sys.exit(3)


def _files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    found = sorted(folder.rglob("*.pbem"))[:_MAX_FILES]
    if not found:
        raise UsageError.of(
            "no-game",
            "There is no .pbem file in {shown}.",
            shown=shown(folder),
            hint="Name a folder of games.",
        )
    return found


def _otherwise(found: Rechecked) -> bool:
    """Whether a game does not fold: under the version it pins when that is at hand, else under the installed one."""
    return (found.broken if found.pinned else found.difference) is not None


def _line(name: str, found: Rechecked) -> str:
    """One game: what it pins, and where the installed version parts from that."""
    if found.pinned and found.broken is not None and not found.tampered:
        word = failing(found.broken.code)
        place, why = verdict_sentence.place(found.broken), verdict_sentence.cause(found.broken)
        said = (
            Message(" at {place}: {why}", place=place, why=why)
            if word == "rejected"
            else Message(": {message}", message=clean(found.broken.message, 600))
        )
        return Message(
            "{name}: {bad}{said} (Under {game} {pinned}, which it pins.)",
            name=name,
            bad=output.bad(word),
            said=said,
            game=found.game,
            pinned=found.pinned,
        )
    now = _now(found)
    if found.tampered or not found.pinned or found.difference is None:
        return Message("{name}: {now}", name=name, now=now)
    return Message(
        "{name}: {good} under what it pins ({game} {pinned}); it {now}",
        name=name,
        good=output.good(Message("same")),
        game=found.game,
        pinned=found.pinned,
        now=now,
    )


def _now(found: Rechecked) -> str:
    under = f"{found.game} {found.version}"
    if found.other:
        under = Message(
            "{under} (not the {other} it was played on)", under=under, other=", ".join(found.other)
        )
    if found.difference is None:
        same = output.good(Message("same"))
        return Message(
            "{same}. {entries} entries in {bundles} turn files, under {under}.",
            same=same,
            entries=found.entries,
            bundles=found.bundles,
            under=under,
        )
    where, why = verdict_sentence.place(found.difference), verdict_sentence.cause(found.difference)
    if found.tampered:
        return Message(
            "{bad} at {where}, under whatever rules: {why}",
            bad=output.bad(Message("tampered with")),
            where=where,
            why=why,
        )
    return Message(
        "{bad} at {where}, under {under}: {why}",
        bad=output.bad(Message("differs")),
        where=where,
        under=under,
        why=why,
    )


def _unusable(name: str, error: PbemError, *, as_json: bool) -> None:
    if as_json:
        output.data_json({"file": name, "same": False, "code": error.code, "message": error.message})
    else:
        output.data(
            "{name}: {bad}: {error} ({code})",
            name=name,
            bad=output.bad(Message("unusable")),
            error=error.message,
            code=error.code,
        )


def _json(name: str, found: Rechecked) -> dict[str, Json]:
    fault = found.difference
    other: list[Json] = list(found.other)
    return {
        "file": name,
        "same": fault is None,
        "game": found.game,
        "version": found.version,
        "entries": found.entries,
        "bundles": found.bundles,
        "other": other,
        "entry": None if fault is None else fault.entry,
        "code": "" if fault is None else fault.code,
        "paragraph": "" if fault is None else fault.paragraph,
        "message": "" if fault is None else fault.message,
        "pinned": found.pinned,
        "tampered": found.tampered,
        "broken": None if found.broken is None else found.broken.entry,
    }


COMMAND = recheck_

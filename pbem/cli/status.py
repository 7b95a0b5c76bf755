"""``pbem status``: whose turn it is, and what to type next."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from pbem.bytes.errors import PbemError
from pbem.cli import game_named, output
from pbem.cli.app import Setting, home_options, json_option, setting
from pbem.cli.clock import now
from pbem.cli.language import say
from pbem.cli.words import Words
from pbem.home import games, lost_facts
from pbem.home.overview import status
from pbem.home.overview.status import Status
from pbem.port.messages import Message, counted
from pbem.store.game import GameFolder
from pbem.store.home import Home


@click.command(name="status")
@json_option
@home_options
def status_(as_json: bool) -> None:
    """Say where your games stand and what to type next.

    \b
    Example:
      pbem status
    """
    known = setting()
    folders = games.begun(known.home)
    chosen = (known.folder(),) if known.wanted else folders
    found = {}
    lost = () if known.wanted else lost_facts.lost(known.home)
    wrong: list[tuple[GameFolder, PbemError]] = []
    for folder in chosen:
        try:
            found[folder] = status.status(folder, now(), looks=True)
        except PbemError as error:
            if len(chosen) == 1 and not lost:
                raise
            wrong.append((folder, error))
    _tell(known, found, as_json=as_json, empty=not found and not wrong and not lost)
    for folder, why in wrong:  # one that is broken keeps nobody from the others
        said = Message("Game {game}: {message}", game=folder.name, message=why.message)
        output.failed(PbemError(why.code, said, hint=why.hint))
    for _, why in lost:
        output.failed(why)
    if wrong or lost:
        sys.exit(max(why.exit_code for _, why in (*wrong, *lost)))


def _tell(known: Setting, found: Mapping[GameFolder, Status], *, as_json: bool, empty: bool) -> None:
    if as_json:
        for each in found.values():
            output.data_json(each.json())
        return
    *_, last = (None, *found)
    for folder, each in found.items():
        game_named.means(known.home, folder)
        *above, below = each.lines()
        output.data_all(above)
        if folder.standing_counts()[0] and not known.must_ask():
            _prepared(known, folder)
        output.data(below)
        if folder is not last:
            output.data("")
    output.MEANT.set(say)
    waiting = invitations(known.home)
    for line in waiting:
        output.data(line)
    if empty and not waiting:
        _welcome()
    if (known.home.path / "notify.json").exists():
        from pbem.home import kept_hooks  # noqa: PLC0415  # as above

        if kept_hooks.off(known.home):
            output.data("Notices have failed five times and are off. To try again: pbem setup notify test")


def _prepared(known: Setting, folder: GameFolder) -> None:
    """What would wake its player: only where the key opens without asking, and there are lines."""
    from pbem.cli import standing_sheets  # noqa: PLC0415  # a status loads what its game needs

    identity = known.unlocked()
    standing_sheets.at_the_end(folder, identity, games.open_session(folder, identity))


def invitations(home: Home) -> tuple[str, ...]:
    """The invitations of this home that nobody has accepted yet, and the seats that it has asked for, one line each."""
    taken = {folder.facts().get(games.ASK) for folder in games.begun(home)}
    found: list[str] = [
        Message(
            "You have asked for a seat: {game}, you would play {side}. Next: pbem seat take FILE, when the box has come",
            game=games.title(folder.facts()),
            side=Message(str(folder.facts().get("side"))),
        )
        for folder in home.invitations()
        if folder.facts().get(games.ASK, None) not in {None, *taken}
    ]
    for folder in games.pending(home):
        facts = folder.facts()
        words = {"name": folder.name[:8], "game": games.title(facts), "side": Message(str(facts.get("side")))}
        found.append(
            counted(
                len(folder.papers()),
                "Invitation {name}: {game}, you play {side}; {n} answer. Next: pbem invite answers",
                "Invitation {name}: {game}, you play {side}; {n} answers. Next: pbem invite answers",
                **words,
            )
            if facts.get(games.POSTED)
            else Message(
                "Invitation {name}: {game}, you play {side}. "
                "Next: pbem accept FILE, when the acceptance has come",
                **words,
            )
        )
    return tuple(found)


def _welcome() -> None:
    known = setting()
    output.data("There is no game in {path} yet.", path=known.home.path)
    if known.home.identity() is None:
        output.data(
            "Alone and at once: pbem play, or pbem table for a map in your browser. By mail you sign:"
        )
        output.data('Next: pbem identity new "Your Name"')
    else:
        output.data("Next: pbem invite GAME (see pbem rules list), or pbem accept FILE")


COMMAND = Words("status", alone=status_, later={"waiting": "Who owes what since when."})

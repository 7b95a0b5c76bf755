"""A club out of its files, which may have come from anybody: every text, key and name is looked at before it is used."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import DataError, PbemError, UsageError
from pbem.bytes.text import shown
from pbem.club import untrusted_files, wanted
from pbem.club.folder import (
    CHALLENGE,
    CLUB,
    DRAW,
    FIRST,
    MOST_PLAYERS,
    MOST_SEASONS,
    MOST_TITLE,
    SEASONS,
    SECOND,
    SYSTEMS,
    Club,
    Member,
    Pairing,
    Season,
    check_challenges,
    check_members,
    is_key,
    plain_name,
    slug,
)
from pbem.club.pairing import rounds_of
from pbem.club.untrusted_files import Table
from pbem.papers import challenge as papers
from pbem.port.messages import Message

_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_NUMBER = re.compile(r"[0-9a-f]{16}")
_EDITION = re.compile(r"[0-9A-Za-z.+-]{1,64}")


def read(folder: Path) -> Club:
    """The club in a folder. Raises UsageError ``no-club`` and DataError, which name the file and what is wrong in it."""
    if not (folder / CLUB).is_file():
        raise UsageError(
            "no-club",
            Message("There is no club in {folder}.", folder=shown(folder)),
            hint=f"pbem club new {shown(folder)} NAME",
        )
    table = Table.of(folder / CLUB)
    table.only("name", "member")
    club = Club(
        title=plain_name(table.text("name"), CLUB),
        members=tuple(map(_member, table.tables("member"))),
        folder=folder,
        wanted=wanted.read(folder),
    )
    check_members(club.members)
    paths = untrusted_files.files(folder / SEASONS, ".toml")
    if len(paths) > MOST_SEASONS:
        raise DataError.of(
            "too-many",
            "{folder} has {n} seasons; a club holds {most}.",
            folder=shown(folder),
            n=len(paths),
            most=MOST_SEASONS,
        )
    return check_challenges(evolve(club, seasons=tuple(_season(club, path) for path in paths)))


def _member(table: Table) -> Member:
    table.only("name", "key", "also", "handed")
    also = tuple(plain_name(each, table.file) for each in table.texts("also"))
    return Member(
        name=plain_name(table.text("name"), table.file),
        key=table.text("key"),
        also=also,
        handed=table.texts("handed"),
    )


def _season(club: Club, path: Path) -> Season:
    table = Table.of(path)
    table.only(
        *("title", "game", "scenario", "edition", "rules", "system", "challenge", "referee", "closed"),
        *("rounds", "sides", "players", "pairing"),
    )
    found = Season(
        name=slug(path.stem),
        title=plain_name(table.text("title"), table.file, MOST_TITLE),
        game=_matched(table, "game", _NAME),
        scenario=_matched(table, "scenario", _NAME),
        edition=_matched(table, "edition", _EDITION),
        rules=_key(table, "rules", needed=True),
        system=table.text("system"),
        sides=table.texts("sides"),
        players=table.texts("players"),
        rounds=table.number("rounds"),
        challenge=_key(table, "challenge"),
        referee=_key(table, "referee"),
        closed=_day(table, "closed"),
        pairings=tuple(_pairing(each) for each in table.tables("pairing")),
    )
    if found.system not in SYSTEMS:
        raise table.wrong("system", Message("one of {systems}", systems=", ".join(SYSTEMS)))
    if len(set(found.sides)) != 2 or not all(_NAME.fullmatch(each) for each in found.sides):
        raise table.wrong("sides", Message("a list of two"))
    if found.system != CHALLENGE and not 0 < found.rounds <= rounds_of(found.players):
        raise table.wrong("rounds", Message("a number of rounds that so many players can have"))
    if (found.system == CHALLENGE) != bool(found.challenge) or (found.closed and not found.challenge):
        raise table.wrong("challenge", Message("as it should be"))
    _check_people(club, table, found)
    return evolve(found, paper=_paper(path, found)) if found.challenge else found


def _check_people(club: Club, table: Table, season: Season) -> None:
    """Every player a member and named once; every pairing of players, within the rounds."""
    known = {each.name for each in club.members}
    for name in sorted(set(season.players) - known):
        raise DataError.of(
            "no-member", "{name}: {other} is not a member of the club.", name=table.file, other=name
        )
    if len(set(season.players)) < len(season.players) or len(season.players) > MOST_PLAYERS:
        raise table.wrong(
            "players", Message("a list of at most {most} members, each once", most=MOST_PLAYERS)
        )
    for each in season.pairings:
        good = {each.first, each.second or each.first} <= set(season.players) and each.first != each.second
        if not good or not 0 < each.round <= season.rounds:
            raise table.wrong("pairing", Message("of two players of the season in one of its rounds"))


def _pairing(table: Table) -> Pairing:
    table.only("round", "first", "second", "number", "game", "result", "settled")
    made = Pairing(
        round=table.number("round"),
        first=table.text("first"),
        second=table.text("second", ""),
        number=table.text("number", ""),
        game=_key(table, "game"),
        result=table.text("result", ""),
        settled=table.text("settled", ""),
    )
    if made.result not in ("", FIRST, SECOND, DRAW) or (made.settled and not made.result):
        raise table.wrong(Message("game or result"), Message("as it should be"))
    if (made.result and not (made.game or made.settled)) or (made.settled and not made.settled.strip()):
        raise table.wrong(Message("game or result"), Message("as it should be"))
    if made.number and _NUMBER.fullmatch(made.number) is None:
        raise table.wrong("number", Message("16 hex digits"))
    if not made.second and (made.number or made.game or made.result):
        raise table.wrong(Message("game or result"), Message("as it should be"))
    return made


def _paper(path: Path, season: Season) -> papers.Challenge:
    """The dealer's paper of a challenge, which lies beside its season, and says what the season says."""
    beside = path.with_suffix(".challenge")
    try:
        paper = papers.read(container.unpack(untrusted_files.data(beside)))
    except DataError:
        raise
    except PbemError as error:
        raise DataError.of(
            "bad-club", "{path} cannot be read: {error}.", path=shown(beside), error=error.message
        ) from error
    same = (season.challenge, season.game, season.scenario, season.rules, season.sides)
    if same != (paper.tip, paper.game, paper.scenario, paper.rules, paper.sides):
        raise DataError.of("bad-club", "{path} is the paper of another challenge.", path=shown(beside))
    if season.closed and season.closed <= paper.closes:
        raise DataError.of(
            "bad-club",
            "{name} was closed on {day}, and people may enter until {closes}: whoever enters must not see the dice.",
            name=season.name,
            day=season.closed,
            closes=paper.closes,
        )
    return paper


def _matched(table: Table, name: str, form: re.Pattern[str]) -> str:
    value = table.text(name)
    if form.fullmatch(value) is None:
        raise table.wrong(name, Message("a name"))
    return value


def _key(table: Table, name: str, *, needed: bool = False) -> str:
    value = table.text(name, None if needed else "")
    if (value and not is_key(value)) or (needed and not value):
        raise table.wrong(name, Message("64 hex digits"))
    return value


def _day(table: Table, name: str) -> str:
    value = table.text(name, "")
    try:
        return date.fromisoformat(value).isoformat() if value else ""
    except ValueError as error:
        raise table.wrong(name, Message("a day")) from error

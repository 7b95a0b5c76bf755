"""The files of a club: ``club.toml`` (members), ``seasons/NAME.toml`` (pairings), ``proofs/`` (logs and papers, by content).

Results stand in none of them: they are worked out from the proofs each time (:mod:`pbem.club.proofs`). What a season notes
beside a pairing is which game is meant, and what its proof said when it was taken in.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

from attrs import evolve, field, frozen

from pbem.bytes.errors import ConflictError, DataError, UsageError
from pbem.home.lookalikes import alike
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.view.markup import clean

ROUND_ROBIN, SWISS, CHALLENGE = "round-robin", "swiss", "challenge"
SYSTEMS = (ROUND_ROBIN, SWISS, CHALLENGE)
FIRST, SECOND, DRAW = "first", "second", "draw"
PROOFS, SEASONS, CLUB = "proofs", "seasons", "club.toml"
MOST_BYTES, MOST_MEMBERS, MOST_SEASONS, MOST_NAME = 4 * 1024 * 1024, 2_000, 500, 64
_KEY = re.compile(r"[0-9a-f]{64}")
_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


@frozen(kw_only=True)
class Member:
    """Somebody by the identity key (64 hex digits) that they joined with; ``also`` are other names they go by."""

    name: str
    key: str
    also: tuple[str, ...] = ()


@frozen(kw_only=True)
class Pairing:
    """Two members in a round, from 1; ``first`` plays the first side of the game. ``second`` "" is a bye.

    ``game`` is the id of their game once a proof of it came, ``result`` what that proof said: first, second or draw.
    """

    round: int
    first: str
    second: str = ""
    game: str = ""
    result: str = ""


@frozen(kw_only=True)
class Season:
    """What is played, under which rules (``edition`` and the digest ``rules``), by whom, and who meets whom.

    ``sides`` are the game's two, that of a pairing's ``first`` first; in a challenge the entrants'.
    ``challenge`` is the chain of dice that everybody plays with, in a season of that system. ``referee`` is the key of the
    referee whose clause each game must have, "" for none.
    """

    name: str
    title: str
    game: str
    scenario: str
    edition: str
    rules: str
    system: str
    sides: tuple[str, ...]
    players: tuple[str, ...]
    rounds: int = 0
    challenge: str = ""
    referee: str = ""
    pairings: tuple[Pairing, ...] = ()


@frozen(kw_only=True)
class Club:
    """A club as its files tell it; seasons in the order of their names."""

    title: str
    members: tuple[Member, ...] = ()
    seasons: tuple[Season, ...] = ()
    folder: Path = field(default=Path(), eq=False)

    def season(self, name: str) -> Season:
        """A season by its name; the only one for "". Raises UsageError ``no-season``."""
        found = [each for each in self.seasons if name in (each.name, "")]
        if len(found) != 1:
            there = ", ".join(each.name for each in self.seasons) or "none"
            raise UsageError(
                "no-season",
                Message("There is no season {name!r}.", name=name) if name else Message("Which season?"),
                hint=Message("Seasons: {there}.", there=there),
            )
        return found[0]

    def member(self, name: str) -> Member:
        """A member by a name they go by. Raises UsageError ``no-member``."""
        for each in self.members:
            if name in (each.name, *each.also):
                return each
        raise UsageError(
            "no-member",
            Message("{name} is not a member.", name=clean(name, 80)),
            hint="pbem club member CLUB NAME KEY",
        )

    def with_season(self, season: Season) -> Club:
        """The club with a season as it is now."""
        others = (each for each in self.seasons if each.name != season.name)
        return evolve(self, seasons=tuple(sorted((*others, season), key=lambda each: each.name)))


def begin(folder: Path, title: str) -> Club:
    """A new club in a folder that has none. Raises ConflictError ``club-there``."""
    if (folder / CLUB).exists():
        raise ConflictError(
            "club-there",
            Message("{folder} is a club already.", folder=folder),
            hint=f"pbem club table {folder}",
        )
    club = Club(title=_name(title, Message("the club")), folder=folder)
    for each in (folder, folder / SEASONS, folder / PROOFS):
        atomic.make_folder(each)
    write(club)
    return club


def write(club: Club) -> None:
    """Write every file that is otherwise than the club; each whole or not at all."""
    for name, text in files(club).items():
        path, data = club.folder / name, text.encode()
        if not path.is_file() or path.read_bytes() != data:
            atomic.write_bytes(path, data, mode=0o644)


def files(club: Club) -> dict[str, str]:
    """The club's own files by their names, as text."""
    found = {CLUB: "".join(_club_lines(club))}
    for season in club.seasons:
        found[f"{SEASONS}/{season.name}.toml"] = "".join(_season_lines(season))
    return found


def read(folder: Path) -> Club:
    """The club in a folder. Raises UsageError ``no-club`` and DataError, which name the file and what is wrong in it."""
    if not (folder / CLUB).is_file():
        raise UsageError(
            "no-club",
            Message("There is no club in {folder}.", folder=folder),
            hint=f"pbem club new {folder} NAME",
        )
    table = _Table.of(folder / CLUB)
    table.only("name", "member")
    club = Club(
        title=_name(table.text("name"), CLUB),
        members=tuple(map(_member, table.tables("member"))),
        folder=folder,
    )
    _check_members(club.members)
    paths = sorted((folder / SEASONS).glob("*.toml"))
    if len(paths) > MOST_SEASONS:
        raise DataError(
            "too-many",
            Message(
                "{folder} has {n} seasons; a club holds {most}.",
                folder=folder,
                n=len(paths),
                most=MOST_SEASONS,
            ),
        )
    return evolve(club, seasons=tuple(_season(club, path) for path in paths))


def check_member(club: Club, member: Member) -> Club:
    """The club with one more member. Raises DataError when a name or key is taken."""
    grown = evolve(club, members=tuple(sorted((*club.members, member), key=lambda each: each.name)))
    _check_members(grown.members)
    return grown


def slug(name: str) -> str:
    """A name that can be a file's: small letters, digits and hyphens. Raises UsageError ``bad-name``."""
    if _SLUG.fullmatch(name) is None:
        raise UsageError(
            "bad-name",
            Message("{name!r} cannot name a season.", name=clean(name, 80)),
            hint=Message("Small letters, digits and hyphens: autumn-2026."),
        )
    return name


def is_key(text: str) -> bool:
    """Whether it is a public key in hex."""
    return _KEY.fullmatch(text) is not None


def _check_members(members: tuple[Member, ...]) -> None:
    if len(members) > MOST_MEMBERS:
        raise DataError(
            "too-many",
            Message(
                "{club} has {n} members; a club holds {most}.",
                club=CLUB,
                n=len(members),
                most=MOST_MEMBERS,
            ),
        )
    keys: dict[str, str] = {}
    for each in members:
        if not is_key(each.key):
            raise DataError(
                "bad-member",
                Message("{club}: {name} has no key of 64 hex digits.", club=CLUB, name=each.name),
                hint=Message("They see it with: pbem identity show"),
            )
        if each.key in keys:
            raise DataError(
                "same-key",
                Message(
                    "{club}: {name} and {keys} have the same key.",
                    club=CLUB,
                    name=each.name,
                    keys=keys[each.key],
                ),
            )
        keys[each.key] = each.name
    for one, other in combinations(members, 2):
        for mine in (one.name, *one.also):
            twin = next((theirs for theirs in (other.name, *other.also) if alike(mine, theirs)), None)
            if twin is not None:
                raise DataError(
                    "same-name",
                    Message(
                        "{club}: the names {mine} and {twin} of two members look the same.",
                        club=CLUB,
                        mine=mine,
                        twin=twin,
                    ),
                    hint=Message("Give one of them another name; the key is what counts."),
                )


@frozen
class _Table:
    """A table of a file, whose values are asked for by name and kind."""

    file: str
    values: Mapping[str, object]

    @classmethod
    def of(cls, path: Path) -> _Table:
        try:
            if path.stat().st_size > MOST_BYTES:
                raise DataError(
                    "too-large",
                    Message("{path} is larger than {most} bytes.", path=path, most=MOST_BYTES),
                )
            return cls(path.name, tomllib.loads(path.read_text("utf-8")))
        except (OSError, ValueError, RecursionError) as error:  # a huge number is no TOMLDecodeError
            raise DataError(
                "bad-club", Message("{path} cannot be read: {error}.", path=path, error=error)
            ) from error

    def text(self, name: str, default: str | None = None) -> str:
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, Message("a text"))
        return value

    def number(self, name: str) -> int:
        value = self.values.get(name, 0)
        if type(value) is not int or not 0 <= value <= 1_000:
            raise self.wrong(name, Message("a whole number from 0 to 1000"))
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.wrong(name, Message("a list of texts"))
        return tuple(value)

    def tables(self, name: str) -> Iterator[_Table]:
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.wrong(name, Message("a list of tables"))
        return (_Table(self.file, each) for each in value)

    def only(self, *names: str) -> None:
        for name in sorted(set(self.values) - set(names)):
            raise DataError(
                "bad-club",
                Message("{file}: nothing is called {name!r} here.", file=self.file, name=clean(name, 40)),
                hint=Message("Known: {names}.", names=", ".join(names)),
            )

    def wrong(self, name: str, what: str) -> DataError:
        return DataError(
            "bad-club", Message("{file}: {name} is not {what}.", file=self.file, name=name, what=what)
        )


def _member(table: _Table) -> Member:
    table.only("name", "key", "also")
    also = tuple(_name(each, table.file) for each in table.texts("also"))
    return Member(name=_name(table.text("name"), table.file), key=table.text("key"), also=also)


def _season(club: Club, path: Path) -> Season:
    table = _Table.of(path)
    texts = ("title", "game", "scenario", "edition", "rules", "system")
    table.only(*texts, "challenge", "referee", "rounds", "sides", "players", "pairing")
    found = Season(
        name=slug(path.stem),
        rounds=table.number("rounds"),
        sides=table.texts("sides"),
        players=table.texts("players"),
        challenge=table.text("challenge", ""),
        referee=table.text("referee", ""),
        pairings=tuple(_pairing(each) for each in table.tables("pairing")),
        **{name: table.text(name) for name in texts},
    )
    if found.system not in SYSTEMS:
        raise table.wrong("system", Message("one of {systems}", systems=", ".join(SYSTEMS)))
    if len(found.sides) != 2:
        raise table.wrong("sides", Message("a list of two"))
    known = {each.name for each in club.members}
    named = {*found.players, *(who for each in found.pairings for who in (each.first, each.second) if who)}
    for name in sorted(named - known):
        raise DataError(
            "no-member",
            Message("{name}: {other} is not a member of the club.", name=path.name, other=clean(name, 80)),
        )
    return found


def _pairing(table: _Table) -> Pairing:
    table.only("round", "first", "second", "game", "result")
    made = Pairing(
        round=table.number("round"),
        first=table.text("first"),
        second=table.text("second", ""),
        game=table.text("game", ""),
        result=table.text("result", ""),
    )
    if made.result not in ("", FIRST, SECOND, DRAW) or (made.game and not is_key(made.game)):
        raise table.wrong(Message("game or result"), Message("as it should be"))
    return made


def _name(text: str, where: str) -> str:
    if not text or len(text) > MOST_NAME or clean(text, MOST_NAME) != text:
        raise DataError(
            "bad-name",
            Message(
                "{where}: {text!r} is not a name of at most {most} plain characters.",
                where=where,
                text=clean(text, 80),
                most=MOST_NAME,
            ),
        )
    return text


def _line(name: str, value: str | int | Iterable[str]) -> str:
    if isinstance(value, str | int):
        return f"{name} = {json.dumps(value, ensure_ascii=False)}\n"
    return f"{name} = [{', '.join(json.dumps(each, ensure_ascii=False) for each in value)}]\n"


def _lines(of: object, names: Iterable[str], when: Callable[[object], object] = bool) -> Iterator[str]:
    return (_line(name, getattr(of, name)) for name in names if when(getattr(of, name)))


def _club_lines(club: Club) -> Iterator[str]:
    yield _line("name", club.title)
    for each in club.members:
        yield "\n[[member]]\n"
        yield from _lines(each, ("name", "key", "also"))


def _season_lines(season: Season) -> Iterator[str]:
    yield from _lines(
        season,
        (
            *("title", "game", "scenario", "edition", "rules", "system"),
            *("sides", "challenge", "referee", "rounds", "players"),
        ),
    )
    for each in season.pairings:
        yield "\n[[pairing]]\n"
        yield from _lines(each, ("round", "first", "second", "game", "result"))

"""The files of a club: ``club.toml`` (members), ``seasons/NAME.toml`` (pairings), ``proofs/`` (logs and papers, by content).

Results stand in none of them: they are worked out from the proofs each time (:mod:`pbem.club.proofs`). What a season notes
beside a pairing is which game is meant, and what its proof said when it was taken in; or that the organiser has settled it.
Beside the season of a challenge lies the dealer's paper, ``seasons/NAME.challenge``; ``wanted/`` holds invitations that wait
for somebody (:mod:`pbem.club.wanted`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, DataError, UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.home.lookalikes import folded, skeletons
from pbem.papers.challenge import Challenge
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.view.markup import clean

ROUND_ROBIN, SWISS, CHALLENGE = "round-robin", "swiss", "challenge"
SYSTEMS = (ROUND_ROBIN, SWISS, CHALLENGE)
FIRST, SECOND, DRAW = "first", "second", "draw"
PROOFS, SEASONS, WANTED, CLUB = "proofs", "seasons", "wanted", "club.toml"
MOST_MEMBERS, MOST_SEASONS, MOST_NAME, MOST_TITLE = 2_000, 500, 64, 80
MOST_ALSO, MOST_HANDED, MOST_PLAYERS = 20, 100, 256
_KEY = re.compile(r"[0-9a-f]{64}")
_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


@frozen(kw_only=True)
class Member:
    """Somebody by the identity key (64 hex digits) that they joined with; ``also`` are other names they go by.

    ``handed`` are the keys that followed it, in the order in which the papers that say so were taken in: the first stays.
    """

    name: str
    key: str
    also: tuple[str, ...] = ()
    handed: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key they have had, as the club has noted it."""
        return self.key, *self.handed


@frozen(kw_only=True)
class Pairing:
    """Two members in a round, from 1; ``first`` plays the first side of the game. ``second`` "" is a bye.

    ``number`` (16 hex digits) was drawn at random with the pairing: only a game whose invitation names it counts. It is ""
    for a bye, and for a pairing of the time before there were numbers.
    ``game`` is the id of their game once a proof of it came, ``result`` what that proof said: first, second or draw.
    ``settled``: the result is the organiser's, and this is why.
    """

    round: int
    first: str
    second: str = ""
    number: str = ""
    game: str = ""
    result: str = ""
    settled: str = ""


@frozen(kw_only=True)
class Season:
    """What is played, under which rules (``edition`` and the digest ``rules``), by whom, and who meets whom.

    ``sides`` are the game's two, that of a pairing's ``first`` first; in a challenge the entrants'.
    ``challenge`` is the chain of dice that everybody plays with, in a season of that system, ``paper`` what its dealer
    signed, and ``closed`` the day from which on nothing is taken in and all of it is public, "" before.
    ``referee`` is the key of the referee whose clause each game must have, "" for none.
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
    paper: Challenge | None = None
    closed: str = ""
    referee: str = ""
    pairings: tuple[Pairing, ...] = ()


def invitation(season: Season, pairing: Pairing) -> str:
    """The command with which the first player of a pairing invites the second; "" where nothing is to be named."""
    referee = f" --referee {season.referee}" if season.referee else ""
    words = f"pbem invite {season.game} --scenario {season.scenario} --side {season.sides[0]}{referee}"
    return f"{words} --pairing {pairing.number}" if pairing.number else ""


@frozen(kw_only=True)
class Club:
    """A club as its files tell it; seasons in the order of their names."""

    title: str
    members: tuple[Member, ...] = ()
    seasons: tuple[Season, ...] = ()
    folder: Path = field(default=Path(), eq=False)
    wanted: Mapping[str, bytes] = field(factory=dict)
    """Invitations that wait for somebody, as they were posted: 16 hex digits of each, and its log lines."""

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
    club = Club(title=plain_name(title, Message("the club")), folder=folder)
    for each in (folder, folder / SEASONS, folder / PROOFS):
        atomic.make_folder(each)
    write(club)
    return club


def write(club: Club) -> None:
    """Write every file that is otherwise than the club; each whole or not at all."""
    for name, data in files(club).items():
        path = club.folder / name
        if not path.is_file() or path.read_bytes() != data:
            atomic.make_folder(path.parent)
            atomic.write_bytes(path, data, mode=0o644)


def files(club: Club) -> dict[str, bytes]:
    """The club's own files by their names."""
    found = {CLUB: "".join(_club_lines(club)).encode()}
    for season in club.seasons:
        found[f"{SEASONS}/{season.name}.toml"] = "".join(_season_lines(season)).encode()
        if season.paper is not None:
            found[f"{SEASONS}/{season.name}.challenge"] = container.pack(season.paper.encode())
    found |= {f"{WANTED}/{name}.pbem": container.pack(lines) for name, lines in club.wanted.items()}
    return found


def check_member(club: Club, member: Member) -> Club:
    """The club with one more member. Raises DataError when a name or key is taken."""
    grown = evolve(club, members=tuple(sorted((*club.members, member), key=lambda each: each.name)))
    check_members(grown.members)
    return grown


def check_members_of(club: Club, member: Member) -> Club:
    """The club with a member as they are now. Raises DataError when a key is another's."""
    changed = evolve(
        club, members=tuple(member if each.name == member.name else each for each in club.members)
    )
    check_members(changed.members)
    return changed


def slug(name: str) -> str:
    """A name that can be a file's: small letters, digits and hyphens. Raises UsageError ``bad-name``."""
    if _SLUG.fullmatch(name) is None:
        raise UsageError.of(
            "bad-name",
            "{name!r} cannot name a season.",
            name=clean(name, 80),
            hint="Small letters, digits and hyphens: autumn-2026.",
        )
    return name


def plain_name(text: str, where: str, most: int = MOST_NAME) -> str:
    """A name or title, if it is one line of plain characters. Raises DataError ``bad-name``."""
    if not text or len(text) > most or clean(text, most) != text:
        raise DataError.of(
            "bad-name",
            "{where}: {text!r} is not a name of at most {most} plain characters.",
            where=where,
            text=clean(text, 80),
            most=most,
        )
    return text


def is_key(text: str) -> bool:
    """Whether it is a public key in hex."""
    return _KEY.fullmatch(text) is not None


def check_members(members: tuple[Member, ...]) -> None:
    if len(members) > MOST_MEMBERS:
        raise DataError.of(
            "too-many",
            "{club} has {n} members; a club holds {most}.",
            club=CLUB,
            n=len(members),
            most=MOST_MEMBERS,
        )
    keys: dict[str, str] = {}
    for each in members:
        if not all(map(is_key, each.keys)) or len(each.handed) > MOST_HANDED:
            raise DataError.of(
                "bad-member",
                "{club}: {name} has no key of 64 hex digits.",
                club=CLUB,
                name=each.name,
                hint="They see it with: pbem identity show",
            )
        if len(each.also) > MOST_ALSO:
            raise DataError.of(
                "too-many",
                "{club}: {name} has more than {most} names.",
                club=CLUB,
                name=each.name,
                most=MOST_ALSO,
            )
        for key in each.keys:
            if key in keys:
                raise DataError.of(
                    "same-key",
                    "{club}: {name} and {keys} have the same key.",
                    club=CLUB,
                    name=each.name,
                    keys=keys[key],
                )
            keys[key] = each.name
    _check_names(members)


def check_challenges(club: Club) -> Club:
    """The club, if its seasons have dice of their own: else an entry would count twice, and the season that closes first
    would show the dice of the other. Raises DataError ``same-challenge``.
    """
    seen: dict[str, str] = {}
    for each in club.seasons:
        if each.challenge and each.challenge in seen:
            raise DataError.of(
                "same-challenge",
                "The seasons {one} and {other} are of one challenge: its entries would count twice.",
                one=seen[each.challenge],
                other=each.name,
            )
        seen[each.challenge] = each.name
    return club


def _check_names(members: tuple[Member, ...]) -> None:
    """No two members with names that look the same. Each name is looked up by what eyes see of it, not held against all."""
    seen: dict[str, tuple[Member, str]] = {}
    for each in members:
        for mine in (each.name, *each.also):
            looks = {f"= {folded(mine)}", *skeletons(mine)}
            twin = next((seen[look] for look in sorted(looks) if look in seen), None)
            if twin is not None and twin[0] is not each:
                raise DataError.of(
                    "same-name",
                    "{club}: the names {mine} and {twin} of two members look the same.",
                    club=CLUB,
                    mine=twin[1],
                    twin=mine,
                    hint="Give one of them another name; the key is what counts.",
                )
            seen.update((look, (each, mine)) for look in looks)


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
        yield from _lines(each, ("name", "key", "also", "handed"))


def _season_lines(season: Season) -> Iterator[str]:
    yield from _lines(
        season,
        (
            *("title", "game", "scenario", "edition", "rules", "system"),
            *("sides", "challenge", "closed", "referee", "rounds", "players"),
        ),
    )
    for each in season.pairings:
        yield "\n[[pairing]]\n"
        yield from _lines(each, ("round", "first", "second", "number", "game", "result", "settled"))
